#include "engine/frames/records_reader.h"

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/frames/values.h"
#include "engine/protocol/compression.h"

namespace hw::frames {

using namespace observe;
using namespace protocol;
using Kind = FieldNode::Kind;

static constexpr std::size_t kMagicAt = 16;
static constexpr std::size_t kCrcAt = 17;
static constexpr std::size_t kCrcFrom = 21;

/// Adds a number of a fixed size.
static void number(FieldNode& into, Cursor& from, std::string_view name, std::string_view type,
                   std::string meaning = {})
{
    FieldNode* node = from.ok() ? from.tree().add(into, name, type, Kind::Number) : nullptr;
    if (!node)
        return;
    const PathStep step(from.tree(), name);
    Extent extent(*node, from);
    const int bytes = type == "int64" ? 8 : type == "int32" ? 4 : type == "int16" ? 2 : 1;
    const std::int64_t value = from.number(bytes);
    extent.end();
    node->value = std::to_string(value);
    node->meaning = meaning.empty() ? meaningOf(name, value) : std::move(meaning);
}

/// Adds a number of variable length and returns it; `meaning` says what it stands for.
template <class Meaning>
static std::int64_t varlong(FieldNode& into, Cursor& from, std::string_view name,
                            std::string_view type, Meaning&& meaning)
{
    FieldNode* node = from.ok() ? from.tree().add(into, name, type, Kind::Number) : nullptr;
    if (!node)
        return 0;
    const PathStep step(from.tree(), name);
    Extent extent(*node, from);
    const std::int64_t value = from.varlong(type == "varlong" ? 10 : 5);
    extent.end();
    node->value = std::to_string(value);
    if (from.ok())
        node->meaning = meaning(value);
    return value;
}

void RecordsReader::read(FieldNode& into)
{
    into.kind = Kind::Records;
    while (m_from.ok() && !m_from.atEnd() && batch(into)) {
    }
}

bool RecordsReader::batch(FieldNode& into)
{
    const std::string name = fmt::format("[{}]", into.children.size());
    const PathStep step(m_from.tree(), name);
    FieldNode* node = m_from.tree().add(into, name, "RecordBatch", Kind::Batch);
    if (!node)
        return false;
    Extent extent(*node, m_from);
    const std::size_t start = m_from.at();
    Cursor rest = m_from; // looks ahead
    const ByteView all = rest.take(static_cast<std::int64_t>(rest.left()));
    std::string wholeSize = "?";
    if (all.size() >= kBatchPrefixSize) {
        if (const auto size = batchSizeAt(all))
            wholeSize = std::to_string(*size);
    }
    const bool isOld = all.size() > kMagicAt && all[kMagicAt] < kBatchMagic;
    const auto parsed = BatchHeader::parse(all);
    if (!parsed || parsed->size() > all.size()) {
        node->meaning = fmt::format("{} / {}", all.size(), wholeSize);
        m_from.take(static_cast<std::int64_t>(all.size()));
        extent.end();
        const bool cut = all.size() < kBatchHeaderSize || (parsed && parsed->size() > all.size());
        if (isOld)
            m_from.fail(FrameFault::OldFormat, start);
        else if (!m_mayEndEarly || !cut)
            m_from.fail(cut ? FrameFault::CutShort : FrameFault::BadBatch, start);
        return false;
    }
    const ByteView whole = all.first(parsed->size());
    header(*node, *parsed, whole);
    records(*node, *parsed, whole.subspan(kBatchHeaderSize));
    extent.end();
    return true;
}

static std::string attributesText(const BatchHeader& header)
{
    std::string text = nameOf(header.compression());
    text += header.isLogAppendTime() ? ", LogAppendTime" : ", CreateTime";
    if (header.isTransactional())
        text += ", transactional";
    if (header.isControl())
        text += ", control";
    if (header.hasDeleteHorizon())
        text += ", delete horizon";
    return text;
}

void RecordsReader::header(FieldNode& into, const BatchHeader& header, ByteView whole)
{
    number(into, m_from, "baseOffset", "int64");
    number(into, m_from, "batchLength", "int32");
    number(into, m_from, "partitionLeaderEpoch", "int32");
    number(into, m_from, "magic", "int8");
    if (FieldNode* crc = m_from.tree().add(into, "crc", "uint32", Kind::Number)) {
        Extent extent(*crc, m_from);
        m_from.take(kCrcFrom - kCrcAt);
        extent.end();
        const std::uint32_t fits = crc32c(whole.subspan(kCrcFrom));
        crc->isError = fits != header.crc;
        crc->value = fmt::format("{:08x}", header.crc);
        crc->meaning = crc->isError ? fmt::format("✗ {:08x}", fits) : "✓";
    }
    number(into, m_from, "attributes", "int16", attributesText(header));
    number(into, m_from, "lastOffsetDelta", "int32", std::to_string(header.lastOffset().value()));
    number(into, m_from, "baseTimestamp", "int64");
    number(into, m_from, "maxTimestamp", "int64");
    number(into, m_from, "producerId", "int64");
    number(into, m_from, "producerEpoch", "int16");
    number(into, m_from, "baseSequence", "int32");
    number(into, m_from, "recordsCount", "int32");
}

void RecordsReader::records(FieldNode& into, const BatchHeader& header, ByteView stored)
{
    FieldNode* list = m_from.tree().add(into, "records", "[]Record", Kind::Array);
    if (!list)
        return;
    const PathStep step(m_from.tree(), "records");
    Extent extent(*list, m_from);
    const std::size_t start = m_from.at();
    Cursor inFrame = m_from.part(static_cast<std::int64_t>(stored.size()));
    extent.end();
    Slice plain;
    if (header.compression() != Compression::None) {
        auto made = decompress(header.compression(), stored);
        list->meaning = nameOf(header.compression());
        if (!made) {
            inFrame.fail(made.error().kind == Failure::Unsupported ? FrameFault::NoCodec
                                                                   : FrameFault::BadRecords,
                         start);
            return;
        }
        plain = std::move(*made);
    }
    Cursor from = header.compression() == Compression::None
                      ? inFrame
                      : Cursor::outside(m_from.tree(), plain.view(), start);
    for (std::int32_t i = 0; i < header.recordCount && from.ok(); ++i)
        record(*list, header, from);
    if (from.ok() && !from.atEnd())
        from.fail(FrameFault::BadRecords);
}

void RecordsReader::record(FieldNode& into, const BatchHeader& header, Cursor& outer)
{
    const std::string name = fmt::format("[{}]", into.children.size());
    const PathStep step(outer.tree(), name);
    FieldNode* node = outer.tree().add(into, name, "Record", Kind::Record);
    if (!node)
        return;
    Extent extent(*node, outer);
    const auto none = [](std::int64_t) { return std::string(); };
    const std::int64_t length = varlong(*node, outer, "length", "varint", none);
    Cursor from = outer.part(length);
    number(*node, from, "attributes", "int8");
    varlong(*node, from, "timestampDelta", "varlong", [&](std::int64_t delta) {
        return header.hasDeleteHorizon() ? "" : timeText(header.baseTimestamp.ms() + delta);
    });
    varlong(*node, from, "offsetDelta", "varint", [&](std::int64_t delta) {
        return std::to_string((header.baseOffset + delta).value());
    });
    const Opaque value = keyed(*node, from);
    valued(*node, from, value);
    headers(*node, from);
    if (from.ok() && !from.atEnd())
        from.fail(FrameFault::BadRecords);
    if (!from.ok())
        outer.fail(FrameFault::BadRecords);
    extent.end();
}

/// Adds bytes with a varint in front, -1 for null; returns the node, null if there is nothing.
static FieldNode* sized(FieldNode& into, Cursor& from, std::string_view name, Opaque what)
{
    if (!from.ok())
        return nullptr;
    const PathStep step(from.tree(), name);
    FieldNode* node = from.tree().add(into, name, "bytes", Kind::Null);
    if (!node)
        return nullptr;
    Extent extent(*node, from);
    const std::size_t start = from.at();
    const std::int64_t size = from.varlong(5);
    if (size < -1)
        from.fail(FrameFault::NegativeLength, start);
    if (from.ok() && size >= 0) {
        Cursor inside = from.part(size);
        if (from.ok())
            readOpaque(*node, inside, what);
    }
    extent.end();
    return node;
}

/// What the value is follows from the key: a commit's or a group's.
Opaque RecordsReader::keyed(FieldNode& record, Cursor& from)
{
    const bool offsets = m_topic == "__consumer_offsets";
    const bool transactions = m_topic == "__transaction_state";
    const FieldNode* node = sized(record, from, "key",
                                  offsets        ? Opaque::OffsetsKey
                                  : transactions ? Opaque::TransactionKey
                                                 : Opaque::No);
    if (!node || node->children.empty())
        return Opaque::No;
    if (transactions)
        return Opaque::TransactionValue;
    return node->children.front().name == "GroupMetadataKey" ? Opaque::GroupValue
                                                             : Opaque::OffsetsValue;
}

void RecordsReader::valued(FieldNode& record, Cursor& from, Opaque what)
{
    sized(record, from, "value", what);
}

void RecordsReader::headers(FieldNode& record, Cursor& from)
{
    if (!from.ok())
        return;
    const PathStep step(from.tree(), "headers");
    FieldNode* list = from.tree().add(record, "headers", "[]Header", Kind::Array);
    if (!list)
        return;
    Extent extent(*list, from);
    const std::int64_t count = from.varlong(5);
    if (from.ok() && count < 0)
        from.fail(FrameFault::NegativeLength, list->position);
    for (std::int64_t i = 0; i < count && from.ok(); ++i) {
        FieldNode* node = from.tree().add(*list, fmt::format("[{}]", i), "Header", Kind::Struct);
        if (!node)
            break;
        Extent whole(*node, from);
        sized(*node, from, "key", Opaque::No);
        sized(*node, from, "value", Opaque::No);
        whole.end();
    }
    extent.end();
}

} // namespace hw::frames
