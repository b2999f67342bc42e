#include "engine/protocol/produce_rules.h"

#include <fmt/format.h>

namespace hw::protocol {

static tl::unexpected<Refusal> refuse(ErrorCode code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{code, std::move(message)});
}

using Checked = tl::expected<void, Refusal>;

static Checked checkHeader(const BatchHeader& header, const ProduceRules& rules)
{
    if (header.size() > static_cast<std::size_t>(rules.maxMessageBytes))
        return refuse(ErrorCode::MessageTooLarge,
                      fmt::format("a batch of {} bytes; max.message.bytes is {}", header.size(),
                                  rules.maxMessageBytes));
    if (header.size() > static_cast<std::size_t>(rules.segmentBytes))
        return refuse(ErrorCode::RecordListTooLarge,
                      fmt::format("a batch of {} bytes; segment.bytes is {}", header.size(),
                                  rules.segmentBytes));
    if (header.isControl())
        return refuse(ErrorCode::InvalidRecord, "clients write no control batches");
    if (header.recordCount < 1 || header.lastOffsetDelta != header.recordCount - 1)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("{} records but last offset delta {}", header.recordCount,
                                  header.lastOffsetDelta));
    if (header.hasProducer() && header.baseSequence < 0)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("producer {} without sequence", header.producerId));
    if (header.compression() > Compression::Zstd)
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("compression codec {} is not 0 to 4", header.attributes & 7));
    if (header.compression() == Compression::Zstd && rules.produceVersion < ApiVersion{7})
        return refuse(ErrorCode::UnsupportedCompressionType, "zstd needs Produce version 7");
    return {};
}

static bool isTimely(WallTime timestamp, const ProduceRules& rules)
{
    if (timestamp.ms() < 0) // none given
        return true;
    if (timestamp > rules.now)
        return timestamp.ms() - rules.now.ms() <= rules.afterMaxMs;
    return rules.now.ms() - timestamp.ms() <= rules.beforeMaxMs;
}

static Checked checkRecords(const Batch& batch, const ProduceRules& rules)
{
    if (!isTimely(batch.header.maxTimestamp, rules))
        return refuse(ErrorCode::InvalidTimestamp,
                      fmt::format("timestamp {} is too far from {}", batch.header.maxTimestamp.ms(),
                                  rules.now.ms()));
    if (batch.header.compression() != Compression::None)
        return {};
    auto reader = RecordReader::open(batch);
    HW_ASSERT(reader.has_value(), "uncompressed records can always be opened");
    Offset expected = batch.header.baseOffset;
    for (;;) {
        const auto record = reader->next();
        if (!record)
            return refuse(ErrorCode::CorruptMessage, record.error().message);
        if (!*record)
            return {};
        if ((*record)->offset != expected)
            return refuse(ErrorCode::InvalidRecord,
                          fmt::format("offset delta {} where {} comes next",
                                      (*record)->offset - batch.header.baseOffset,
                                      expected - batch.header.baseOffset));
        if (rules.compacted && !(*record)->key)
            return refuse(ErrorCode::InvalidRecord,
                          "a compacted topic takes no record without key");
        if (!isTimely((*record)->timestamp, rules))
            return refuse(ErrorCode::InvalidTimestamp,
                          fmt::format("timestamp {} is too far from {}", (*record)->timestamp.ms(),
                                      rules.now.ms()));
        ++expected;
    }
}

tl::expected<BatchHeader, Refusal> checkProduced(ByteView records, const ProduceRules& rules)
{
    const auto header = BatchHeader::parse(records);
    if (!header && records.size() > 16 && records[16] != static_cast<std::uint8_t>(kBatchMagic))
        return refuse(ErrorCode::InvalidRecord, header.error().message);
    if (!header)
        return refuse(ErrorCode::CorruptMessage, header.error().message);
    if (header->size() != records.size())
        return refuse(ErrorCode::InvalidRecord,
                      fmt::format("exactly one batch per partition: {} bytes for a batch of {}",
                                  records.size(), header->size()));
    if (!hasValidCrc(records))
        return refuse(ErrorCode::CorruptMessage, "the batch's CRC does not fit its bytes");
    if (auto checked = checkHeader(*header, rules); !checked)
        return tl::unexpected(checked.error());
    const Batch batch{*header, Slice(nullptr, records)};
    if (auto checked = checkRecords(batch, rules); !checked)
        return tl::unexpected(checked.error());
    return *header;
}

} // namespace hw::protocol
