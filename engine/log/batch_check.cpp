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
    rules.compacted = terms.config.compacted;
    rules.logAppendTime = terms.config.timestampType == TimestampType::LogAppend;
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

/// What is stored may be larger than what came: then it is measured again.
Outcome<void> checkStoredSize(std::size_t size, const LeaderTerms& terms)
{
    if (size > terms.config.maxMessageBytes)
        return refuse(
            ErrorCode::MessageTooLarge,
            fmt::format("a batch of {} bytes when compressed anew; max.message.bytes is {}", size,
                        terms.config.maxMessageBytes));
    if (size > terms.config.segmentBytes)
        return refuse(ErrorCode::RecordListTooLarge,
                      fmt::format("a batch of {} bytes; segment.bytes is {}", size,
                                  terms.config.segmentBytes));
    return {};
}

/// Kafka: LogValidator.validateMessagesAndAssignOffsets.
Outcome<IncomingBatch> checkClientBatch(const Slice& left, const LeaderTerms& terms)
{
    const auto checked = protocol::checkProduced(left.view(), rulesOf(terms));
    if (!checked)
        return tl::unexpected(checked.error());
    IncomingBatch batch{checked->header, 0, {}, left, checked->maxTimestamp.ms()};
    const auto wanted = terms.config.compression;
    if (wanted && *wanted != checked->header.compression()) {
        batch.bytes = Slice(protocol::recompressed(left.view(), checked->records.view(), *wanted));
        batch.header = *BatchHeader::parse(batch.bytes.view());
    }
    if (auto fits = checkStoredSize(batch.header.size(), terms); !fits)
        return tl::unexpected(fits.error());
    return batch;
}

Outcome<IncomingBatch> checkBatch(const Slice& left, const LeaderTerms& terms)
{
    if (terms.origin == AppendOrigin::Client)
        return checkClientBatch(left, terms);
    const auto header = checkOwnBatch(left, terms);
    if (!header)
        return tl::unexpected(header.error());
    return IncomingBatch{*header, 0, {}, left.sub(0, header->size()), header->maxTimestamp.ms()};
}

/// Writes the batch's new front: offset and epoch, and what lies under the CRC only if it changes.
/// The header is brought up to date with it.
void stage(IncomingBatch& incoming, const LeaderTerms& terms, HotTail& tail)
{
    const Slice& batch = incoming.bytes;
    std::array<std::uint8_t, kBatchHeaderSize> front;
    std::memcpy(front.data(), batch.data(), front.size());
    protocol::setBaseOffset(front, incoming.header.baseOffset);
    protocol::setLeaderEpoch(front, incoming.header.leaderEpoch);
    if (terms.config.timestampType == TimestampType::LogAppend) {
        protocol::markLogAppendTime(front, terms.now);
    } else if (incoming.header.maxTimestamp.ms() != incoming.recordsMaxMs) {
        protocol::setMaxTimestamp(front, WallTime(incoming.recordsMaxMs));
    } else {
        incoming.staged = tail.stage(ByteView(front).first(kEpochEnd), batch);
        return;
    }
    const std::uint32_t crc = crc32c(batch.view().subspan(kBatchHeaderSize),
                                     crc32c(ByteView(front).subspan(kAttributesAt)));
    protocol::setCrc(front, crc);
    incoming.header = *BatchHeader::parse(front);
    incoming.staged = tail.stage(front, batch);
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
        auto batch = checkBatch(batches.sub(at), terms);
        if (!batch)
            return tl::unexpected(batch.error());
        batch->sourceAt = static_cast<std::uint32_t>(at);
        batch->header.baseOffset = next;
        batch->header.leaderEpoch = terms.epoch;
        next = batch->header.nextOffset();
        // A client sends one batch only, so that compressing it anew does not move others.
        at = terms.origin == AppendOrigin::Client ? batches.size() : at + batch->header.size();
        incoming.batches.push_back(std::move(*batch));
    } while (at < batches.size());
    // Only now that nothing is refused any more.
    for (IncomingBatch& batch : incoming.batches)
        stage(batch, terms, tail);
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
