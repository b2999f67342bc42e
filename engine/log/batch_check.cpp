#include "engine/log/batch_check.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"
#include "engine/log/hot_tail.h"

namespace hw::log {

namespace {

constexpr int kNewestCodec = 4;

template <class T> void putBigEndian(std::span<std::uint8_t> into, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        into[i] = static_cast<std::uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
}

/// Reads the next whole batch at `at`; its length is inside `bytes`.
Outcome<BatchHeader> headerAt(const Slice& bytes, std::size_t at)
{
    const ByteView left = bytes.view().subspan(at);
    constexpr std::size_t kMagicAt = 16;
    if (left.size() > kMagicAt && left[kMagicAt] != 2)
        return refuse(RefusalCode::InvalidRecord,
                      fmt::format("a batch has magic {}, allowed is 2", left[kMagicAt]));
    const auto header = BatchHeader::parse(left);
    if (!header)
        return refuse(RefusalCode::CorruptMessage,
                      fmt::format("{} bytes at byte {} are no record batch", left.size(), at));
    if (header->bytes > left.size())
        return refuse(RefusalCode::CorruptMessage,
                      fmt::format("a batch of {} bytes is cut off after {}", header->bytes,
                                  left.size()));
    return *header;
}

Outcome<void> checkClientRules(const BatchHeader& header)
{
    if (header.count <= 0 || header.lastOffsetDelta != header.count - 1)
        return refuse(RefusalCode::InvalidRecord,
                      fmt::format("a batch counts {} records up to offset delta {}; it needs at "
                                  "least one and the delta must be one less",
                                  header.count, header.lastOffsetDelta));
    if (header.isControl())
        return refuse(RefusalCode::InvalidRecord, "clients may not write control batches");
    if (header.producer.value() >= 0 && header.baseSequence < 0)
        return refuse(RefusalCode::InvalidRecord,
                      fmt::format("producer {} sent sequence {}, allowed are 0 and up",
                                  header.producer, header.baseSequence));
    return {};
}

Outcome<void> checkTimestamp(std::int64_t timestamp, const LeaderTerms& terms)
{
    if (timestamp < 0)
        return {};
    const std::int64_t now = terms.now.ms();
    if (now - timestamp > toMs(terms.config.timestampBeforeMax) ||
        timestamp - now > toMs(terms.config.timestampAfterMax))
        return refuse(RefusalCode::InvalidTimestamp,
                      fmt::format("timestamp {} is too far from {}, allowed are {} ms before and "
                                  "{} ms after",
                                  timestamp, now, toMs(terms.config.timestampBeforeMax),
                                  toMs(terms.config.timestampAfterMax)));
    return {};
}

/// Skips a length-prefixed field; -1 is null. Returns whether it was there.
bool skipField(Reader& from)
{
    const std::int32_t length = from.varint();
    if (length >= 0)
        from.skip(length);
    else if (length < -1)
        from.setFailed();
    return length >= 0;
}

tl::unexpected<Refusal> badRecord(std::int32_t number, const char* why)
{
    return refuse(RefusalCode::InvalidRecord, fmt::format("record {} {}", number, why));
}

/// One record: its length fits, its offset delta is its number, it has a key if it must.
Outcome<std::int64_t> checkRecord(Reader& from, std::int32_t number, const BatchHeader& header,
                                  const LeaderTerms& terms)
{
    Reader record(from.slice(from.varint()));
    if (!from.ok())
        return badRecord(number, "is longer than its batch");
    record.i8();
    // Unsigned, because a made-up delta may not overflow.
    const auto timestamp =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(header.baseTimestamp) +
                                  static_cast<std::uint64_t>(record.varlong()));
    const std::int32_t delta = record.varint();
    const bool hasKey = skipField(record);
    skipField(record);
    const std::int32_t headers = record.varint();
    if (headers < 0)
        record.setFailed();
    for (std::int32_t i = 0; i < headers && record.ok(); ++i) {
        if (!skipField(record))
            record.setFailed();
        skipField(record);
    }
    if (!record.ok() || !record.atEnd())
        return badRecord(number, "does not fill its length");
    if (delta != number)
        return badRecord(number, fmt::format("has offset delta {}", delta).c_str());
    if (terms.config.compacted && !hasKey)
        return badRecord(number, "has no key, which a compacted topic needs");
    return timestamp;
}

/// Walks over uncompressed records; gives their largest timestamp.
Outcome<std::int64_t> checkRecords(const BatchHeader& header, const Slice& batch,
                                   const LeaderTerms& terms)
{
    Reader from(batch.sub(BatchHeader::kBytes));
    std::int64_t largest = -1;
    for (std::int32_t i = 0; i < header.count; ++i) {
        const auto timestamp = checkRecord(from, i, header, terms);
        if (!timestamp)
            return timestamp;
        if (auto allowed = checkTimestamp(*timestamp, terms); !allowed)
            return tl::unexpected(allowed.error());
        largest = std::max(largest, *timestamp);
    }
    if (!from.atEnd())
        return refuse(RefusalCode::InvalidRecord,
                      fmt::format("{} bytes follow the last of {} records", from.left(),
                                  header.count));
    return largest;
}

/// Everything but the offsets; gives the largest timestamp of the records.
Outcome<std::int64_t> checkBatch(const BatchHeader& header, const Slice& batch,
                                 const LeaderTerms& terms)
{
    if (header.bytes > terms.config.maxMessageBytes)
        return refuse(RefusalCode::MessageTooLarge,
                      fmt::format("a batch has {} bytes, max.message.bytes allows {}",
                                  header.bytes, terms.config.maxMessageBytes));
    if (!crcMatches(header, batch.view()))
        return refuse(RefusalCode::CorruptMessage, "the CRC of a batch does not match its bytes");
    if (header.codec() > kNewestCodec)
        return refuse(RefusalCode::InvalidRecord,
                      fmt::format("compression codec {}, allowed are 0 to {}", header.codec(),
                                  kNewestCodec));
    if (terms.origin == AppendOrigin::Client) {
        if (auto allowed = checkClientRules(header); !allowed)
            return tl::unexpected(allowed.error());
    }
    const bool saysLogAppend = (header.attributes & BatchHeader::kLogAppendTimeBit) != 0;
    if (saysLogAppend && terms.config.timestampType == TimestampType::Create)
        return refuse(RefusalCode::InvalidTimestamp,
                      "a producer may not mark its timestamps as log append time");
    if (header.bytes > terms.config.segmentBytes)
        return refuse(RefusalCode::RecordListTooLarge,
                      fmt::format("a batch has {} bytes, segment.bytes allows {}", header.bytes,
                                  terms.config.segmentBytes));
    if (header.codec() == 0)
        return checkRecords(header, batch, terms);
    if (auto allowed = checkTimestamp(header.maxTimestamp, terms); !allowed)
        return tl::unexpected(allowed.error());
    return header.maxTimestamp;
}

/// Writes the batch's new front: offset and epoch, and what lies under the CRC only if it changes.
StagedBatch stage(BatchHeader& header, const Slice& batch, const LeaderTerms& terms,
                  std::int64_t largestTimestamp, HotTail& tail)
{
    std::array<std::uint8_t, BatchHeader::kBytes> front;
    std::memcpy(front.data(), batch.data(), front.size());
    std::span<std::uint8_t> into(front);
    putBigEndian(into.subspan(0), static_cast<std::uint64_t>(header.base.value()));
    putBigEndian(into.subspan(BatchHeader::kLengthEnd),
                 static_cast<std::uint32_t>(header.epoch.value()));
    std::uint16_t attributes = header.attributes;
    if (terms.config.timestampType == TimestampType::LogAppend) {
        attributes |= BatchHeader::kLogAppendTimeBit;
        largestTimestamp = terms.now.ms();
    }
    if (attributes == header.attributes && largestTimestamp == header.maxTimestamp)
        return tail.stage(ByteView(front).first(BatchHeader::kEpochEnd), batch);
    header.attributes = attributes;
    header.maxTimestamp = largestTimestamp;
    putBigEndian(into.subspan(BatchHeader::kCrcFrom), attributes);
    putBigEndian(into.subspan(BatchHeader::kMaxTimestampAt),
                 static_cast<std::uint64_t>(largestTimestamp));
    header.crc = crc32c(batch.view().subspan(BatchHeader::kBytes),
                        crc32c(ByteView(front).subspan(BatchHeader::kCrcFrom)));
    putBigEndian(into.subspan(BatchHeader::kCrcAt), header.crc);
    return tail.stage(front, batch);
}

} // namespace

Outcome<Incoming> prepareForLeader(const Slice& batches, const LeaderTerms& terms, HotTail& tail)
{
    Incoming incoming;
    incoming.source = batches;
    incoming.isStaged = true;
    if (terms.config.timestampType == TimestampType::LogAppend)
        incoming.logAppendTimeMs = terms.now.ms();
    Offset next = terms.firstOffset;
    std::vector<std::int64_t> largest;
    for (std::size_t at = 0; at < batches.size() || incoming.batches.empty();) {
        if (terms.origin == AppendOrigin::Client && !incoming.batches.empty())
            return refuse(RefusalCode::InvalidRecord,
                          "a produce request holds exactly one batch for a partition");
        auto header = headerAt(batches, at);
        if (!header)
            return tl::unexpected(header.error());
        const auto timestamp = checkBatch(*header, batches.sub(at, header->bytes), terms);
        if (!timestamp)
            return tl::unexpected(timestamp.error());
        largest.push_back(*timestamp);
        header->base = next;
        header->epoch = terms.epoch;
        next = header->next();
        incoming.batches.push_back({*header, static_cast<std::uint32_t>(at), {}});
        at += header->bytes;
    }
    for (std::size_t i = 0; i < incoming.batches.size(); ++i) {
        IncomingBatch& batch = incoming.batches[i];
        const Slice bytes = batches.sub(batch.sourceAt, batch.header.bytes);
        batch.staged = stage(batch.header, bytes, terms, largest[i], tail);
    }
    return incoming;
}

Outcome<Incoming> prepareForFollower(const Slice& batches, Offset leo)
{
    Incoming incoming;
    incoming.source = batches;
    Offset next = leo;
    for (std::size_t at = 0; at < batches.size();) {
        const ByteView left = batches.view().subspan(at);
        if (left.size() < BatchHeader::kBytes)
            break;
        const auto header = BatchHeader::parse(left);
        if (!header)
            return refuse(RefusalCode::CorruptMessage,
                          fmt::format("{} bytes at byte {} are no record batch", left.size(), at));
        if (header->bytes > left.size())
            break;
        if (!crcMatches(*header, left.first(header->bytes)))
            return refuse(RefusalCode::CorruptMessage,
                          fmt::format("the CRC of the batch at offset {} does not match its bytes",
                                      header->base));
        if (header->base < next)
            return refuse(RefusalCode::UnexpectedOffset,
                          fmt::format("a batch begins at offset {}, allowed are {} and up",
                                      header->base, next));
        next = header->next();
        incoming.batches.push_back({*header, static_cast<std::uint32_t>(at), {}});
        at += header->bytes;
    }
    return incoming;
}

} // namespace hw::log
