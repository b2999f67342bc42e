#include "engine/log/transaction_index.h"

#include <fmt/format.h>

#include "engine/base/reader.h"
#include "engine/base/writer.h"

namespace hw::log {

static constexpr std::size_t kEntryBytes = 34;
static constexpr std::int16_t kVersion = 0;

Bytes transactionIndexBytes(std::span<const AbortedTransaction> entries)
{
    Writer writer;
    for (const AbortedTransaction& entry : entries) {
        writer.i16(kVersion);
        writer.i64(entry.producer.value());
        writer.i64(entry.first.value());
        writer.i64(entry.last.value());
        writer.i64(entry.lastStable.value());
    }
    return writer.takeBytes();
}

Result<std::vector<AbortedTransaction>> parseTransactionIndex(ByteView bytes)
{
    if (bytes.size() % kEntryBytes != 0)
        return fail(Failure::Corrupt,
                    fmt::format("a transaction index of {} bytes, not a multiple of {}",
                                bytes.size(), kEntryBytes));
    std::vector<AbortedTransaction> entries;
    Reader reader{bytes};
    for (std::size_t at = 0; at < bytes.size(); at += kEntryBytes) {
        const std::int16_t version = reader.i16();
        AbortedTransaction entry;
        entry.producer = ProducerId(reader.i64());
        entry.first = Offset(reader.i64());
        entry.last = Offset(reader.i64());
        entry.lastStable = Offset(reader.i64());
        const bool rises = entries.empty() || entry.last > entries.back().last;
        if (version != kVersion || entry.first > entry.last || !rises)
            return fail(Failure::Corrupt,
                        fmt::format("entry {} of a transaction index: version {}, offsets {} to {}",
                                    entries.size(), version, entry.first, entry.last));
        entries.push_back(entry);
    }
    return entries;
}

} // namespace hw::log
