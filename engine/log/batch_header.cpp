#include "engine/log/batch_header.h"

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"

namespace hw::log {

std::optional<BatchHeader> BatchHeader::parse(ByteView front)
{
    if (front.size() < kBytes)
        return std::nullopt;
    Reader from(front.first(kBytes));
    BatchHeader header;
    header.base = Offset(from.i64());
    const std::int32_t length = from.i32();
    header.epoch = LeaderEpoch(from.i32());
    header.magic = from.i8();
    header.crc = from.u32();
    header.attributes = from.u16();
    header.lastOffsetDelta = from.i32();
    header.baseTimestamp = from.i64();
    header.maxTimestamp = from.i64();
    header.producer = ProducerId(from.i64());
    header.producerEpoch = ProducerEpoch(from.i16());
    header.baseSequence = from.i32();
    header.count = from.i32();
    constexpr auto kLeastLength = static_cast<std::int32_t>(kBytes - kLengthEnd);
    if (header.magic != 2 || length < kLeastLength || header.base.value() < 0 ||
        header.base.value() > INT64_MAX - INT32_MAX - 1 || header.lastOffsetDelta < 0 ||
        header.count < 0)
        return std::nullopt;
    header.bytes = static_cast<std::uint32_t>(length) + kLengthEnd;
    return header;
}

bool crcMatches(const BatchHeader& header, ByteView batch)
{
    return crc32c(batch.subspan(BatchHeader::kCrcFrom)) == header.crc;
}

} // namespace hw::log
