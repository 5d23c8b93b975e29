// SPDX-License-Identifier: Apache-2.0

#include "compare/compare_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compare/cell_matching.h"
#include "measure/round_rule.h"
#include "report/report_builder.h"

namespace sstr {
namespace {

// What a side has of the file.
struct SideState {
  CompareSide* side = nullptr;
  RunReport* report = nullptr;
  Status status;  // Not ok: it is of no more use.
  std::vector<ReportRow> rows;
};

// A cell of the baseline and its rows on all sides.
using SharedCell = std::vector<std::optional<size_t>>;

bool IsPass(const ReportRow& row) { return row.kind == RowKind::kPass; }

// REQUIRES: no later round has begun.
std::span<const PassSample> PassesOfRound(
    const std::vector<PassSample>& samples, uint64_t round) {
  return {std::ranges::find(samples, round, &PassSample::round), samples.end()};
}

class FileContest {
 public:
  FileContest(const std::string& file, const RoundsOptions& options,
              std::span<RunReport> reports)
      : file_(file), options_(options) {
    for (size_t i = 0; i < options.sides.size(); ++i) {
      states_.push_back({.side = options.sides[i], .report = &reports[i]});
    }
  }

  Result<ExitCode> Run() {
    OpenSides();
    FillFailedSides();
    SSTR_RETURN_IF_ERROR(FindSharedCells());
    SkipOtherRows();
    CountTurns();
    warm_ups_.resize(states_.size());
    for (uint64_t round = 0; round < options_.rounds; ++round) {
      if (round > 0) Reopen(round);
      WarmUp(round);
      RunRound(round);
    }
    for (SideState& state : states_) {
      std::ranges::move(state.rows, std::back_inserter(state.report->rows));
    }
    return exit_code_;
  }

 private:
  void OpenSides() {
    for (SideState& state : states_) {
      if (*options_.cancel) return;
      auto rows = state.side->Open(file_);
      if (rows.ok()) {
        state.rows = *std::move(rows);
        for (ReportRow& row : state.rows) row.file = file_;
        continue;
      }
      const bool is_baseline = &state == &states_.front();
      Fail(&state, rows.status(),
           is_baseline ? ExitCodeFor(rows.status()) : ExitCode::kFailure);
    }
  }

  // Where a process happens to have its memory makes it a few per cent faster
  // or slower than another of the same program, for as long as it lives. With
  // new processes in every round this is chance like any other. Processes that
  // are started later are slower by about half a per cent, hence the order.
  void Reopen(uint64_t round) {
    for (const size_t side : SideOrder(states_.size(), round)) {
      if (*options_.cancel) return;
      SideState& state = states_[side];
      if (state.side->runs_all_at_once() || !state.status.ok()) continue;
      const Status status = state.side->Open(file_).status();
      if (!status.ok()) Fail(&state, status, ExitCode::kFailure);
    }
  }

  // A side that could not begin tells no cells. It gets those of a side that
  // could, so that every table has the reason where its numbers would be.
  void FillFailedSides() {
    const auto donor = std::ranges::find_if(
        states_, [](const SideState& state) { return !state.rows.empty(); });
    for (SideState& state : states_) {
      if (state.status.ok() || donor == states_.end()) {
        NoteInContext(state);
        continue;
      }
      for (const ReportRow& row : donor->rows) {
        if (!IsPass(row)) continue;
        state.rows.push_back(
            MakeErrorRow(RowKind::kPass, file_, row.spec, state.status));
      }
    }
  }

  // Where no side could begin there is no row for the reason.
  void NoteInContext(const SideState& state) {
    if (state.status.ok()) return;
    state.report->context.warnings.push_back(
        fmt::format("{}: {}", file_, state.status.message()));
  }

  Status FindSharedCells() {
    const size_t sides = states_.size();
    std::vector<SharedCell> cells(states_[0].rows.size(), SharedCell(sides));
    const RunReport baseline = {.rows = states_[0].rows};
    for (size_t i = 1; i < sides; ++i) {
      const RunReport contender = {.rows = states_[i].rows};
      SSTR_ASSIGN_OR_RETURN(
          const std::vector<MatchedCell> matched,
          MatchCells(baseline, contender, /*ignore_variant=*/true));
      for (const MatchedCell& cell : matched) {
        if (!cell.baseline || !cell.contender) continue;
        const auto row =
            static_cast<size_t>(cell.baseline - baseline.rows.data());
        cells[row][0] = row;
        cells[row][i] =
            static_cast<size_t>(cell.contender - contender.rows.data());
      }
    }
    std::erase_if(cells, [](const SharedCell& cell) { return !cell[0]; });
    cells_ = std::move(cells);
    return Status::Ok();
  }

  // Rows of cells that are not run must not look measured.
  void SkipOtherRows() {
    for (size_t i = 0; i < states_.size(); ++i) {
      std::vector<bool> is_shared(states_[i].rows.size(), false);
      for (const SharedCell& cell : cells_) {
        if (cell[i]) is_shared[*cell[i]] = true;
      }
      for (size_t row = 0; row < is_shared.size(); ++row) {
        ReportRow& other = states_[i].rows[row];
        if (is_shared[row] || !IsPass(other) ||
            other.status != RowStatus::kOk) {
          continue;
        }
        other.status = RowStatus::kSkipped;
        other.status_detail = "not run, as only one side has it";
      }
    }
  }

  // A turn is usually one cell. A side that runs all its cells in one process
  // makes them all one turn.
  void CountTurns() {
    all_at_once_ = std::ranges::any_of(states_, [](const SideState& state) {
      return state.side->runs_all_at_once();
    });
    cells_in_turn_ = all_at_once_ ? std::max<size_t>(cells_.size(), 1) : 1;
  }

  // The first pass of a spec in a new worker is verified and touches memory for
  // the first time, so it takes longer than the others.
  void WarmUp(uint64_t round) {
    for (const size_t side : SideOrder(states_.size(), round)) {
      if (states_[side].side->runs_all_at_once()) continue;
      for (const SharedCell& cell : cells_) {
        RunPasses(side, std::span(&cell, 1), std::nullopt);
      }
    }
  }

  void RunRound(uint64_t round) {
    const size_t turns = cells_.size() / cells_in_turn_;
    for (size_t place = 0; place < turns; ++place) {
      RunTurn(CellInTurn(turns, round, place), round);
    }
  }

  void RunTurn(size_t turn, uint64_t round) {
    const auto cells =
        std::span(cells_).subspan(turn * cells_in_turn_, cells_in_turn_);
    CellRound progress = StartOf(cells[0]);
    while (NeedsAnotherPass(progress)) {
      for (const size_t side :
           SideOrder(states_.size(), round, turn, progress.turns)) {
        RunPasses(side, cells, round);
      }
      ++progress.turns;
      progress.passes = PassesOf(cells[0], round);
    }
  }

  // Where a side runs all cells in one process, no cell can be repeated alone:
  // without warm-ups, the rule gives each one pass.
  CellRound StartOf(const SharedCell& cell) const {
    CellRound start;
    if (all_at_once_) return start;
    for (size_t side = 0; side < states_.size(); ++side) {
      if (!cell[side]) continue;
      const auto samples = warm_ups_[side].find(*cell[side]);
      if (samples == warm_ups_[side].end()) continue;
      std::ranges::copy(samples->second, std::back_inserter(start.warm_ups));
    }
    return start;
  }

  std::vector<std::span<const PassSample>> PassesOf(const SharedCell& cell,
                                                    uint64_t round) const {
    std::vector<std::span<const PassSample>> passes;
    for (size_t side = 0; side < states_.size(); ++side) {
      if (!CanRun(side, cell)) continue;
      passes.push_back(
          PassesOfRound(states_[side].rows[*cell[side]].samples, round));
    }
    return passes;
  }

  // One pass of each of `cells` that the side and an opponent can still run.
  // Without a round it warms up and is not counted.
  void RunPasses(size_t side, std::span<const SharedCell> cells,
                 std::optional<uint64_t> round) {
    SideState& state = states_[side];
    std::vector<size_t> rows;
    std::vector<PassSpec> specs;
    for (const SharedCell& cell : cells) {
      if (!CanRun(side, cell) || !HasOpponent(side, cell)) continue;
      rows.push_back(*cell[side]);
      specs.push_back(state.rows[*cell[side]].spec);
    }
    if (rows.empty() || *options_.cancel) return;
    options_.observer->OnPassStarted(specs.front(), passes_++);
    auto passes = state.side->Run(specs, round.value_or(0));
    if (!passes.ok()) {
      Fail(&state, passes.status(), ExitCode::kFailure);
      return;
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!round) warm_ups_[side][rows[i]] = (*passes)[i].samples;
      Take(std::move((*passes)[i]), round.has_value(), &state.rows[rows[i]]);
    }
  }

  bool CanRun(size_t side, const SharedCell& cell) const {
    return cell[side] && states_[side].status.ok() &&
           states_[side].rows[*cell[side]].status == RowStatus::kOk;
  }

  bool HasOpponent(size_t side, const SharedCell& cell) const {
    if (side != 0) return CanRun(0, cell);
    for (size_t i = 1; i < cell.size(); ++i) {
      if (CanRun(i, cell)) return true;
    }
    return false;
  }

  void Take(ReportRow pass, bool is_counted, ReportRow* row) {
    std::vector<PassSample> samples = std::move(row->samples);
    if (is_counted) {
      samples.insert(samples.end(), pass.samples.begin(), pass.samples.end());
    }
    *row = std::move(pass);
    row->file = file_;
    row->samples.clear();
    if (row->status == RowStatus::kOk) row->samples = std::move(samples);
    if (row->status != RowStatus::kError) return;
    Complain(ToString(row->spec) + ": " + row->status_detail,
             ExitCode::kFailure);
  }

  void Fail(SideState* state, const Status& status, ExitCode exit_code) {
    state->status = status;
    for (ReportRow& row : state->rows) {
      if (!IsPass(row) || row.status != RowStatus::kOk) continue;
      row = MakeErrorRow(RowKind::kPass, file_, row.spec, status);
    }
    Complain(status.message(), exit_code);
  }

  void Complain(const std::string& message, ExitCode exit_code) {
    options_.observer->OnFailure(file_, message);
    exit_code_ = std::max(exit_code_, exit_code);
  }

  const std::string& file_;
  const RoundsOptions& options_;
  std::vector<SideState> states_;
  std::vector<SharedCell> cells_;
  // By side and row, the samples of the last warm-up.
  std::vector<std::map<size_t, std::vector<PassSample>>> warm_ups_;
  bool all_at_once_ = false;
  size_t cells_in_turn_ = 1;
  uint64_t passes_ = 0;
  ExitCode exit_code_ = ExitCode::kOk;
};

}  // namespace

Result<ExitCode> CompareOnFile(const std::string& file,
                               const RoundsOptions& options,
                               std::span<RunReport> reports) {
  return FileContest(file, options, reports).Run();
}

}  // namespace sstr
