#include "engine/protocol/produce_rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/compression.h"

namespace hw::protocol {

static tl::unexpected<Refusal> refuse(ErrorCode code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{code, std::move(message)});
}

using Checked = tl::expected<void, Refusal>;

/// What has to be so before the CRC is worth computing.
static tl::expected<BatchHeader, Refusal> parseOnly(ByteView records)
{
    constexpr std::size_t kAtMagic = 16;
    const auto header = BatchHeader::parse(records);
    const bool isOlder = records.size() > kAtMagic && records[kAtMagic] < kBatchMagic;
    if (!header && (isOlder || records.empty()))
        return refuse(ErrorCode::InvalidRecord, header.error().message);
    if (!header)
        return refuse(ErrorCode::CorruptMessage, header.error().message);
    if (header->size() != records.size())
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("exactly one batch per partition: {} bytes for a batch of {}",
                                  records.size(), header->size()));
    return *header;
}

static Checked checkBatch(const BatchHeader& header, ByteView bytes, const ProduceRules& rules)
{
    if (header.compression() == Compression::Zstd && rules.produceVersion < ApiVersion{7})
        return refuse(ErrorCode::UnsupportedCompressionType, "zstd needs Produce version 7");
    if (header.baseOffset != Offset(0))
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("base offset {}: producers count from 0", header.baseOffset));
    if (header.size() > static_cast<std::size_t>(rules.maxMessageBytes))
        return refuse(ErrorCode::MessageTooLarge,
                      fmt::format("a batch of {} bytes; max.message.bytes is {}", header.size(),
                                  rules.maxMessageBytes));
    if (!hasValidCrc(bytes))
        return refuse(ErrorCode::CorruptMessage, "the batch's CRC does not fit its bytes");
    if (header.recordCount < 1 || header.lastOffsetDelta != header.recordCount - 1)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("{} records but last offset delta {}", header.recordCount,
                                  header.lastOffsetDelta));
    if (header.isControl())
        return refuse(ErrorCode::InvalidRecord, "clients write no control batches");
    if (header.hasProducer() && header.baseSequence < 0)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("producer {} without sequence", header.producerId));
    if (header.compression() > Compression::Zstd)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("compression codec {} is not 0 to 4", header.attributes & 7));
    return {};
}

static bool isTimely(WallTime timestamp, const ProduceRules& rules)
{
    constexpr std::int64_t kNone = -1;
    if (timestamp.ms() == kNone)
        return true;
    if (timestamp > rules.now)
        return timestamp.ms() - rules.now.ms() <= rules.afterMaxMs;
    return timestamp.ms() >= rules.now.ms() - rules.beforeMaxMs;
}

/// What is wrong with one record; the code is None if nothing.
static Refusal flawOf(const RecordView& record, Offset expected, const BatchHeader& header,
                      const ProduceRules& rules)
{
    if (record.offset != expected)
        return {ErrorCode::InvalidRecord,
                fmt::format("offset delta {} where {} comes next",
                            record.offset - header.baseOffset, expected - header.baseOffset)};
    if (rules.compacted && !record.key)
        return {ErrorCode::InvalidRecord, "Compacted topic cannot accept message without key"};
    const bool hasTime = !rules.logAppendTime && record.timestamp.ms() != -1;
    if (hasTime && !isTimely(record.timestamp, rules))
        return {ErrorCode::InvalidTimestamp,
                fmt::format("timestamp {} is out of range: at most {} ms before and {} ms after {}",
                            record.timestamp.ms(), rules.beforeMaxMs, rules.afterMaxMs,
                            rules.now.ms())};
    if (header.isLogAppendTime())
        return {ErrorCode::InvalidTimestamp,
                "a producer may not mark its timestamps as log append time"};
    return {};
}

/// Kafka: LogValidator.processRecordErrors.
static Checked refuseFor(std::vector<RecordError> errors, bool anyTimestamp)
{
    if (errors.empty())
        return {};
    Refusal refusal;
    refusal.code = anyTimestamp ? ErrorCode::InvalidTimestamp : ErrorCode::InvalidRecord;
    refusal.message = anyTimestamp
                          ? "One or more records have been rejected due to invalid timestamp"
                          : fmt::format("One or more records have been rejected due to {} record "
                                        "errors in total; the first: {}",
                                        errors.size(), errors.front().message);
    refusal.records = std::move(errors);
    return tl::unexpected(std::move(refusal));
}

static Checked checkRecords(ProducedBatch& batch, const ProduceRules& rules)
{
    RecordReader reader = RecordReader::over(batch.header, batch.records);
    std::vector<RecordError> errors;
    bool anyTimestamp = false;
    batch.maxTimestamp = WallTime(-1);
    for (std::int32_t index = 0;; ++index) {
        const auto record = reader.next();
        if (!record)
            return refuse(ErrorCode::InvalidRecord, record.error().message);
        if (!*record)
            return refuseFor(std::move(errors), anyTimestamp);
        batch.maxTimestamp = std::max(batch.maxTimestamp, (*record)->timestamp);
        Refusal flaw = flawOf(**record, batch.header.baseOffset + index, batch.header, rules);
        if (flaw.code == ErrorCode::None)
            continue;
        anyTimestamp = anyTimestamp || flaw.code == ErrorCode::InvalidTimestamp;
        if (errors.size() < kRecordErrorsMax)
            errors.push_back({index, std::move(flaw.message)});
    }
}

tl::expected<ProducedBatch, Refusal> checkProduced(ByteView records, const ProduceRules& rules)
{
    const auto header = parseOnly(records);
    if (!header)
        return tl::unexpected(header.error());
    if (auto checked = checkBatch(*header, records, rules); !checked)
        return tl::unexpected(checked.error());
    auto plain = decompress(header->compression(), records.subspan(kBatchHeaderSize));
    if (!plain)
        return refuse(plain.error().kind == Failure::NoSpace ? ErrorCode::MessageTooLarge
                                                             : ErrorCode::InvalidRecord,
                      plain.error().message);
    ProducedBatch batch{*header, {}, std::move(*plain)};
    if (auto checked = checkRecords(batch, rules); !checked)
        return tl::unexpected(checked.error());
    return batch;
}

} // namespace hw::protocol
