#pragma once

#include "engine/inspect/log_reader.h"

namespace hw::inspect {

/// The bytes of the batch at a place, with every field of its header and, if it is not compressed,
/// of its records; or of one record, decompressed if need be. Bytes and fields are bounded; a batch
/// that is broken is shown as far as its bytes go.
Result<observe::HexView> hexOf(LogReader& reader, const observe::RecordPlace& at, bool record);

} // namespace hw::inspect
