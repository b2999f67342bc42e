#include "engine/log/batch_check.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/log/hot_tail.h"

namespace hw::log {

using protocol::BatchHeader;
using protocol::kBatchHeaderSize;

namespace {

/// Offset, length and epoch: all of a front that a leader changes outside the CRC.
constexpr std::size_t kEpochEnd = 16;
constexpr std::size_t kAttributesAt = 21;

protocol::ProduceRules rulesOf(const LeaderTerms& terms)
{
    protocol::ProduceRules rules;
    rules.maxMessageBytes = static_cast<std::int32_t>(terms.config.maxMessageBytes);
    rules.segmentBytes = terms.config.segmentBytes;
    rules.compacted = terms.config.compacted;
    rules.now = terms.now;
    rules.beforeMaxMs = toMs(terms.config.timestampBeforeMax);
    rules.afterMaxMs = toMs(terms.config.timestampAfterMax);
    return rules;
}

/// What the coordinators' own batches must keep to; they are not looked into.
Outcome<BatchHeader> checkOwnBatch(const Slice& left, const LeaderTerms& terms)
{
    const auto header = BatchHeader::parse(left.view());
    if (!header)
        return refuse(ErrorCode::CorruptMessage, header.error().message);
    if (header->size() > left.size())
        return refuse(
            ErrorCode::CorruptMessage,
            fmt::format("a batch of {} bytes is cut off after {}", header->size(), left.size()));
    if (header->size() > terms.config.segmentBytes)
        return refuse(ErrorCode::RecordListTooLarge,
                      fmt::format("a batch of {} bytes; segment.bytes is {}", header->size(),
                                  terms.config.segmentBytes));
    if (!protocol::hasValidCrc(left.view().first(header->size())))
        return refuse(ErrorCode::CorruptMessage, "the batch's CRC does not fit its bytes");
    return *header;
}

Outcome<BatchHeader> checkBatch(const Slice& left, const LeaderTerms& terms)
{
    auto header = terms.origin == AppendOrigin::Client
                      ? protocol::checkProduced(left.view(), rulesOf(terms))
                      : checkOwnBatch(left, terms);
    if (header && header->isLogAppendTime() && terms.config.timestampType == TimestampType::Create)
        return refuse(ErrorCode::InvalidTimestamp,
                      "a producer may not mark its timestamps as log append time");
    return header;
}

/// Writes the batch's new front: offset and epoch, and what lies under the CRC only if it changes.
/// The header is brought up to date with it.
StagedBatch stage(BatchHeader& header, const Slice& batch, const LeaderTerms& terms, HotTail& tail)
{
    std::array<std::uint8_t, kBatchHeaderSize> front;
    std::memcpy(front.data(), batch.data(), front.size());
    protocol::setBaseOffset(front, header.baseOffset);
    protocol::setLeaderEpoch(front, header.leaderEpoch);
    if (terms.config.timestampType == TimestampType::Create)
        return tail.stage(ByteView(front).first(kEpochEnd), batch);
    protocol::setLogAppendTime(front, terms.now);
    const std::uint32_t crc = crc32c(batch.view().subspan(kBatchHeaderSize),
                                     crc32c(ByteView(front).subspan(kAttributesAt)));
    protocol::setCrc(front, crc);
    header = *BatchHeader::parse(front);
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
    std::size_t at = 0;
    do {
        auto header = checkBatch(batches.sub(at), terms);
        if (!header)
            return tl::unexpected(header.error());
        header->baseOffset = next;
        header->leaderEpoch = terms.epoch;
        next = header->nextOffset();
        incoming.batches.push_back({*header, static_cast<std::uint32_t>(at), {}});
        at += header->size();
    } while (at < batches.size());
    // Only now that nothing is refused any more.
    for (IncomingBatch& batch : incoming.batches) {
        const Slice bytes = batches.sub(batch.sourceAt, batch.header.size());
        batch.staged = stage(batch.header, bytes, terms, tail);
    }
    return incoming;
}

Outcome<Incoming> prepareForFollower(const Slice& batches, Offset leo)
{
    Incoming incoming;
    incoming.source = batches;
    Offset next = leo;
    protocol::BatchWalker walker(batches);
    for (;;) {
        const std::size_t at = walker.position();
        const auto batch = walker.next();
        if (!batch)
            return refuse(ErrorCode::CorruptMessage, batch.error().message);
        if (!*batch)
            return incoming;
        const BatchHeader& header = (*batch)->header;
        if (!protocol::hasValidCrc((*batch)->bytes.view()))
            return refuse(ErrorCode::CorruptMessage,
                          fmt::format("the CRC of the batch at offset {} does not fit its bytes",
                                      header.baseOffset));
        if (header.baseOffset < next)
            return refuse(ErrorCode::UnknownServerError,
                          fmt::format("a batch begins at offset {}, allowed are {} and up",
                                      header.baseOffset, next));
        next = header.nextOffset();
        incoming.batches.push_back({header, static_cast<std::uint32_t>(at), {}});
    }
}

} // namespace hw::log
