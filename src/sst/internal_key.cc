// SPDX-License-Identifier: Apache-2.0

#include "sst/internal_key.h"

#include <fmt/format.h>

namespace sstr {

std::string ValueTypeName(ValueType type) {
  switch (type) {
    case ValueType::kDeletion:
      return "kTypeDeletion";
    case ValueType::kValue:
      return "kTypeValue";
    case ValueType::kMerge:
      return "kTypeMerge";
    case ValueType::kSingleDeletion:
      return "kTypeSingleDeletion";
    case ValueType::kRangeDeletion:
      return "kTypeRangeDeletion";
    case ValueType::kBlobIndex:
      return "kTypeBlobIndex";
    case ValueType::kDeletionWithTimestamp:
      return "kTypeDeletionWithTimestamp";
    case ValueType::kWideColumnEntity:
      return "kTypeWideColumnEntity";
    case ValueType::kValuePreferredSeqno:
      return "kTypeValuePreferredSeqno";
  }
  return fmt::format("type 0x{:02X}", static_cast<unsigned>(type));
}

}  // namespace sstr
