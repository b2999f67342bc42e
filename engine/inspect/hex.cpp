#include "engine/inspect/hex.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/reader.h"
#include "engine/inspect/batch_scan.h"
#include "engine/inspect/check_records.h"
#include "engine/log/segment.h"
#include "engine/protocol/compression.h"
#include "engine/protocol/record_fields.h"

namespace hw::inspect {

using namespace observe;
using protocol::RecordCursor;

namespace {

constexpr std::size_t kMostFields = 4000;
constexpr std::size_t kShownOfValue = 60;

std::string shown(ByteView bytes)
{
    const bool isLong = bytes.size() > kShownOfValue;
    ByteView front = bytes.first(std::min(bytes.size(), kShownOfValue));
    // Not in the middle of a character.
    while (isLong && !front.empty() && (bytes[front.size()] & 0xc0) == 0x80)
        front = front.first(front.size() - 1);
    return printable(front) + (isLong ? "…" : "");
}

/// Takes fields from the front, noting where each lies.
class Labels
{
public:
    Labels(std::vector<HexField>& fields, ByteView bytes, std::size_t at, std::uint8_t depth)
        : m_fields(fields)
        , m_cursor(bytes, at)
        , m_depth(depth)
    {
    }
    bool ok() const { return m_cursor.ok(); }
    std::size_t at() const { return m_cursor.at(); }

    template <class Number> Number number(const char* name)
    {
        const std::size_t from = m_cursor.at();
        const ByteView bytes = m_cursor.take(sizeof(Number));
        std::uint64_t value = 0;
        for (const std::uint8_t byte : bytes)
            value = value << 8 | byte;
        const auto result = static_cast<Number>(value);
        if (ok())
            add(name, from, fmt::format("{}", static_cast<std::int64_t>(result)));
        return result;
    }
    std::int64_t varlong(const char* name)
    {
        const std::size_t from = m_cursor.at();
        const std::int64_t value = m_cursor.varlong();
        if (ok())
            add(name, from, std::to_string(value));
        return value;
    }
    ByteView bytes(const char* name, std::int64_t size)
    {
        const std::size_t from = m_cursor.at();
        const ByteView bytes = m_cursor.take(std::max<std::int64_t>(size, 0));
        if (ok() && !bytes.empty())
            add(name, from, shown(bytes));
        return bytes;
    }
    void amend(const std::string& value)
    {
        if (!m_fields.empty())
            m_fields.back().value = value;
    }

private:
    void add(std::string name, std::size_t from, std::string value)
    {
        m_fields.push_back(
            {from, m_cursor.at() - from, std::move(name), std::move(value), m_depth});
    }

    std::vector<HexField>& m_fields;
    RecordCursor m_cursor;
    std::uint8_t m_depth;
};

std::string attributesText(std::int16_t attributes)
{
    protocol::BatchHeader header;
    header.attributes = attributes;
    std::string text = fmt::format("{:#06x}", static_cast<std::uint16_t>(attributes));
    text += std::string(": ") + protocol::nameOf(header.compression());
    text += header.isLogAppendTime() ? ", LogAppendTime" : ", CreateTime";
    if (header.isTransactional())
        text += ", transactional";
    if (header.isControl())
        text += ", control";
    if (header.hasDeleteHorizon())
        text += ", delete horizon";
    return text;
}

/// Fields of the header; where the records begin.
std::size_t labelHeader(HexView& view, ByteView bytes)
{
    Labels in(view.fields, bytes, 0, 0);
    in.number<std::int64_t>("baseOffset");
    in.number<std::int32_t>("batchLength");
    in.number<std::int32_t>("partitionLeaderEpoch");
    in.number<std::int8_t>("magic");
    const auto crc = in.number<std::uint32_t>("crc");
    in.amend(fmt::format("{:08x}", crc));
    const auto attributes = in.number<std::int16_t>("attributes");
    if (in.ok())
        in.amend(attributesText(attributes));
    in.number<std::int32_t>("lastOffsetDelta");
    in.number<std::int64_t>("baseTimestamp");
    in.number<std::int64_t>("maxTimestamp");
    in.number<std::int64_t>("producerId");
    in.number<std::int16_t>("producerEpoch");
    in.number<std::int32_t>("baseSequence");
    in.number<std::int32_t>("recordCount");
    const auto codec = static_cast<protocol::Compression>(attributes & 7);
    if (in.ok() && codec != protocol::Compression::None && in.at() < bytes.size())
        view.fields.push_back(
            {in.at(), bytes.size() - in.at(), "records", protocol::nameOf(codec), 0});
    return in.at();
}

void labelOld(HexView& view, ByteView bytes)
{
    Labels in(view.fields, bytes, 0, 0);
    in.number<std::int64_t>("offset");
    in.number<std::int32_t>("messageSize");
    in.number<std::uint32_t>("crc");
    const auto magic = in.number<std::int8_t>("magic");
    in.number<std::int8_t>("attributes");
    if (magic == 1)
        in.number<std::int64_t>("timestamp");
    in.bytes("key", in.number<std::int32_t>("keyLength"));
    in.bytes("value", in.number<std::int32_t>("valueLength"));
}

/// One record's fields from `at`; where it ends, 0 if it does not fit.
std::size_t labelRecord(std::vector<HexField>& fields, ByteView bytes, std::size_t at,
                        std::int32_t number)
{
    const std::size_t mark = fields.size();
    fields.push_back({at, 0, fmt::format("record {}", number), "", 0});
    Labels in(fields, bytes, at, 1);
    const std::int64_t length = in.varlong("length");
    const std::size_t end = in.at() + static_cast<std::size_t>(std::max<std::int64_t>(length, 0));
    in.number<std::int8_t>("attributes");
    in.varlong("timestampDelta");
    in.varlong("offsetDelta");
    in.bytes("key", in.varlong("keyLength"));
    in.bytes("value", in.varlong("valueLength"));
    const std::int64_t headers = in.varlong("headerCount");
    for (std::int64_t i = 0; i < headers && in.ok() && fields.size() < kMostFields; ++i) {
        in.bytes("headerKey", in.varlong("headerKeyLength"));
        in.bytes("headerValue", in.varlong("headerValueLength"));
    }
    if (!in.ok() || length < 0 || end > bytes.size() || end <= at) {
        fields.resize(mark);
        return 0;
    }
    fields[mark].size = end - at;
    return end;
}

/// Where record `number` lies in the uncompressed records: from, to.
std::optional<std::pair<std::size_t, std::size_t>> spanOf(ByteView records, std::int32_t number)
{
    RecordCursor cursor(records, 0);
    for (std::int32_t n = 0; cursor.ok() && cursor.left() > 0; ++n) {
        const std::size_t from = cursor.at();
        cursor.take(cursor.varint());
        if (n == number && cursor.ok())
            return std::pair(from, cursor.at());
    }
    return std::nullopt;
}

Result<void> showRecord(HexView& view, const ScannedBatch& batch, std::int32_t number)
{
    const bool isPlain = batch.header.compression() == protocol::Compression::None;
    Slice records(nullptr, batch.view.subspan(protocol::kBatchHeaderSize));
    if (!isPlain) {
        auto plain = protocol::decompress(batch.header.compression(), records.view());
        if (!plain)
            return tl::unexpected(plain.error());
        records = std::move(*plain);
    }
    const auto span = spanOf(records.view(), number);
    if (!span)
        return fail(Failure::Corrupt, fmt::format("there is no record {} in the batch", number));
    const ByteView whole = records.view().subspan(span->first, span->second - span->first);
    view.isDecompressed = !isPlain;
    view.position = isPlain ? batch.position + protocol::kBatchHeaderSize + span->first
                            : std::uint64_t(span->first);
    view.wholeBytes = whole.size();
    labelRecord(view.fields, whole, 0, number);
    view.bytes = hw::textOf(whole.first(std::min(whole.size(), kMaxHexBytes)));
    return {};
}

void showBatch(HexView& view, const ScannedBatch& batch, ByteView bytes)
{
    view.position = batch.position;
    view.wholeBytes = batch.bytes;
    view.bytes = hw::textOf(bytes);
    if (batch.what == ScannedBatch::What::Old) {
        labelOld(view, bytes);
        return;
    }
    std::size_t at = labelHeader(view, bytes);
    if (batch.header.compression() != protocol::Compression::None)
        return;
    for (std::int32_t n = 0; at > 0 && at < bytes.size() && view.fields.size() < kMostFields; ++n)
        at = labelRecord(view.fields, bytes, at, n);
}

} // namespace

Result<HexView> hexOf(LogReader& reader, const RecordPlace& at, bool record)
{
    const auto segment = reader.find(at.segment);
    if (!segment)
        return tl::unexpected(segment.error());
    const auto file = reader.log(*segment);
    if (!file)
        return tl::unexpected(file.error());
    HexView view;
    view.file = log::segmentFileName(at.segment, log::kLogSuffix);
    BatchScan scan(**file, std::min(at.position, (*file)->size()), (*file)->size());
    const auto batch = scan.next();
    if (!batch)
        return tl::unexpected(batch.error());
    if (!*batch)
        return fail(Failure::NotFound, fmt::format("nothing lies at byte {}", at.position));
    const bool isWhole = (*batch)->what == ScannedBatch::What::Batch && !(*batch)->view.empty();
    if (record && isWhole) {
        if (auto done = showRecord(view, **batch, at.record); !done)
            return tl::unexpected(done.error());
        return view;
    }
    Bytes bytes(std::min<std::uint64_t>((*batch)->bytes, kMaxHexBytes));
    const auto got = (*file)->readAt((*batch)->position, bytes);
    if (!got)
        return tl::unexpected(got.error());
    bytes.resize(*got);
    showBatch(view, **batch, bytes);
    return view;
}

} // namespace hw::inspect
