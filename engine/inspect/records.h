#pragma once

#include <functional>

#include "engine/inspect/log_reader.h"
#include "engine/observe/log_source.h"

namespace hw::inspect {

/// How much of a key or value travels with a row.
inline constexpr std::size_t kPreviewBytes = 1024;

/// At most `most` records from a place on, over segments; a batch that cannot be read is one row
/// with its trouble. `from` beyond the end gives none.
Result<observe::answer::Records> recordsFrom(LogReader& reader, const observe::RecordPlace& from,
                                             std::int32_t most);
/// At most `most` records before a place; `next` is where the first of them lies.
Result<observe::answer::Records> recordsBefore(LogReader& reader, const observe::RecordPlace& from,
                                               std::int32_t most);

/// Every record with an offset in [from, to), whole keys and values, as lines of CSV (with a first
/// line of names) or JSON (an object a line). Text that is not UTF-8 is `0x…`. Returns how many.
Result<std::uint64_t> exportRecords(LogReader& reader, Offset from, Offset to, bool json,
                                    const std::function<Result<void>(std::string_view)>& write,
                                    const std::function<bool(std::uint64_t)>& goOn);

} // namespace hw::inspect
