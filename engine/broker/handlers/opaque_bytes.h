#pragma once

#include "engine/base/bytes.h"

namespace hw::handlers {

/// Messages own the bytes that members exchange through the coordinator.
inline Bytes copyOf(const Slice& slice) { return {slice.view().begin(), slice.view().end()}; }

} // namespace hw::handlers
