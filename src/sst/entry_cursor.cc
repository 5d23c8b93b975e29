// SPDX-License-Identifier: Apache-2.0

#include "sst/entry_cursor.h"

#include <fmt/format.h>

namespace sstr {

std::string_view EntryFaultText(EntryFault fault) {
  switch (fault) {
    case EntryFault::kNone:
      return "no fault";
    case EntryFault::kBadVarint:
      return "an entry's lengths cannot be read";
    case EntryFault::kSharedTooLong:
      return "an entry shares more bytes than the key before it has";
    case EntryFault::kSharedAtRestart:
      return "an entry at a restart shares bytes with the key before it";
    case EntryFault::kPastEnd:
      return "an entry's key or value runs past the end";
    case EntryFault::kBadRestart:
      return "a restart does not point at an entry";
    case EntryFault::kBadValueOffset:
      return "an entry's value offset is wrong";
    case EntryFault::kValuesLeft:
      return "the values section holds more than its entries";
  }
  return "unknown fault";
}

Status CursorStatus(EntryFault fault, uint64_t entry_offset) {
  if (fault == EntryFault::kNone) return Status::Ok();
  return Status::Corruption(fmt::format("{} (entry at {} of its contents)",
                                        EntryFaultText(fault), entry_offset));
}

}  // namespace sstr
