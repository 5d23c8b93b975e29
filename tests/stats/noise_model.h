// SPDX-License-Identifier: Apache-2.0
//
// Simulated pass times of two sides on a machine with one of the noises that
// real machines have. Deterministic for a seed on every machine.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace sstr {

enum class NoiseShape {
  kDrift,     // Warms up: 10 % slower over the run, plus a random walk.
  kSpikes,    // Every tenth pass takes up to three times as long.
  kTwoModes,  // Every pass is in a fast or a 15 % slower mode.
};

enum class PassOrder {
  kAlternating,  // AB, BA, AB, ...: what the tools do.
  kOneByOne,     // Every A, then every B.
};

struct SimulatedCell {
  std::vector<double> baseline;
  std::vector<double> contender;
};

class NoiseModel {
 public:
  NoiseModel(NoiseShape shape, uint64_t seed)
      : shape_(shape), generator_(seed) {}

  // `true_ratio`: contender / baseline. Times in milliseconds.
  SimulatedCell Run(size_t rounds, double true_ratio,
                    PassOrder order = PassOrder::kAlternating) {
    const bool alternating = order == PassOrder::kAlternating;
    SimulatedCell cell{std::vector<double>(rounds),
                       std::vector<double>(rounds)};
    walk_ = 0;
    for (size_t pass = 0; pass < 2 * rounds; ++pass) {
      const size_t round = alternating ? pass / 2 : pass % rounds;
      const bool is_contender =
          alternating ? (pass % 2 == 1) != (round % 2 == 1) : pass >= rounds;
      const double millis = 70 * Factor(static_cast<double>(pass) /
                                        static_cast<double>(2 * rounds));
      if (is_contender) {
        cell.contender[round] = millis * true_ratio;
      } else {
        cell.baseline[round] = millis;
      }
    }
    return cell;
  }

 private:
  double Uniform() {
    return (static_cast<double>(generator_() >> 11) + 0.5) * 0x1p-53;
  }

  double Normal() {
    const double radius = std::sqrt(-2 * std::log(Uniform()));
    return radius * std::cos(2 * std::numbers::pi * Uniform());
  }

  double Factor(double progress) {
    const double jitter = std::exp(0.005 * Normal());
    switch (shape_) {
      case NoiseShape::kDrift:
        walk_ += 0.002 * Normal();
        return jitter * (1 + 0.1 * progress) * std::exp(walk_);
      case NoiseShape::kSpikes:
        return jitter * (Uniform() < 0.1 ? 1 + 2 * Uniform() : 1);
      case NoiseShape::kTwoModes:
        return jitter * (Uniform() < 0.5 ? 1.15 : 1);
    }
    return jitter;
  }

  NoiseShape shape_;
  std::mt19937_64 generator_;
  double walk_ = 0;
};

}  // namespace sstr
