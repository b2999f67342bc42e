#include "engine/frames/message_reader.h"

#include <bit>
#include <limits>

#include <fmt/format.h>

#include "engine/frames/opaque.h"
#include "engine/frames/records_reader.h"
#include "engine/base/uuid.h"
#include "engine/frames/values.h"
#include "engine/protocol/errors.h"

namespace hw::frames {

using namespace observe;
using namespace protocol;
using Kind = FieldNode::Kind;

static Kind kindOf(const FieldDescription& what)
{
    if (what.isArray)
        return Kind::Array;
    switch (what.type) {
    case FieldType::Struct:
        return Kind::Struct;
    case FieldType::Bool:
        return Kind::Bool;
    case FieldType::String:
        return Kind::Text;
    case FieldType::Bytes:
        return Kind::Bytes;
    case FieldType::Records:
        return Kind::Records;
    case FieldType::Uuid:
        return Kind::Uuid;
    default:
        return Kind::Number;
    }
}

static bool isSized(FieldType type)
{
    return type == FieldType::String || type == FieldType::Bytes || type == FieldType::Records;
}

void MessageReader::fields(FieldNode& into, const StructDescription& what)
{
    for (const FieldDescription& each : what.fields) {
        if (!m_from->ok())
            return;
        if (each.tag < 0 && each.versions.contains(m_version))
            field(into, each);
    }
    if (m_flexible && m_from->ok())
        tags(into, what);
}

void MessageReader::field(FieldNode& into, const FieldDescription& what)
{
    const PathStep step(m_from->tree(), what.name);
    FieldNode* node = m_from->tree().add(into, what.name, what.word, kindOf(what));
    if (node)
        fill(*node, what);
}

void MessageReader::fill(FieldNode& node, const FieldDescription& what)
{
    Extent extent(node, *m_from);
    const bool nullable = what.nullable.contains(m_version);
    if (what.isArray)
        array(node, what, nullable);
    else
        element(node, what, nullable);
    extent.end();
    notice(what, node);
}

/// -1: null. Anything below, or more than there are bytes, is a fault, as in the codec.
std::int64_t MessageReader::length(bool isText)
{
    const std::size_t start = m_from->at();
    const std::int64_t length = m_flexible ? static_cast<std::int64_t>(m_from->uvarint()) - 1
                                           : m_from->number(isText ? 2 : 4);
    if (!m_from->ok())
        return 0;
    if (isText && length > std::numeric_limits<std::int16_t>::max())
        m_from->fail(FrameFault::TextTooLong, start);
    else if (length < -1)
        m_from->fail(FrameFault::NegativeLength, start);
    else if (length > static_cast<std::int64_t>(m_from->left()))
        m_from->fail(FrameFault::LengthLies, start);
    return m_from->ok() ? length : 0;
}

void MessageReader::array(FieldNode& node, const FieldDescription& what, bool nullable)
{
    const std::size_t start = m_from->at();
    const std::int64_t count = length(false);
    if (count < 0) {
        node.kind = Kind::Null;
        if (!nullable)
            m_from->fail(FrameFault::NegativeLength, start);
        return;
    }
    FieldDescription one = what;
    one.isArray = false;
    one.nullable = {1, 0};
    const std::string_view word = std::string_view(what.word).substr(2);
    for (std::int64_t i = 0; i < count && m_from->ok(); ++i) {
        const std::string name = fmt::format("[{}]", i);
        const PathStep step(m_from->tree(), name);
        FieldNode* child = m_from->tree().add(node, name, word, kindOf(one));
        if (!child)
            return;
        Extent extent(*child, *m_from);
        element(*child, one, false);
        extent.end();
        notice(what, *child);
    }
}

void MessageReader::element(FieldNode& node, const FieldDescription& what, bool nullable)
{
    if (isSized(what.type))
        return sized(node, what, nullable);
    if (what.type == FieldType::Struct) {
        const bool isMarked = what.nullable.last >= what.nullable.first;
        const std::size_t start = m_from->at();
        if (isMarked && m_from->number(1) < 0) {
            node.kind = Kind::Null;
            if (!nullable)
                m_from->fail(FrameFault::NegativeLength, start);
            return;
        }
        return fields(node, *what.fields);
    }
    if (what.type == FieldType::Uuid) {
        Uuid uuid;
        const ByteView raw = m_from->take(static_cast<std::int64_t>(uuid.bytes.size()));
        if (raw.size() == uuid.bytes.size())
            std::ranges::copy(raw, uuid.bytes.begin());
        node.value = uuid.text();
        return;
    }
    if (what.type == FieldType::Float64) {
        node.value = fmt::format("{}", std::bit_cast<double>(m_from->number(8)));
        return;
    }
    static constexpr int kSizes[] = {1, 1, 2, 2, 4, 4, 8};
    const int size = what.type == FieldType::Error ? 2 : kSizes[static_cast<int>(what.type)];
    std::int64_t value = m_from->number(size);
    if (what.type == FieldType::Uint16)
        value = static_cast<std::uint16_t>(value);
    if (what.type == FieldType::Uint32)
        value = static_cast<std::uint32_t>(value);
    if (what.type == FieldType::Bool) {
        node.value = value != 0 ? "true" : "false";
        return;
    }
    node.value = std::to_string(value);
    if (what.type == FieldType::Error) {
        node.isError = value != 0;
        node.meaning = infoOf(static_cast<ErrorCode>(value)).name;
    } else {
        node.meaning = meaningOf(what.name, value);
    }
}

void MessageReader::sized(FieldNode& node, const FieldDescription& what, bool nullable)
{
    const std::size_t start = m_from->at();
    const std::int64_t size = length(what.type == FieldType::String);
    if (size < 0) {
        node.kind = Kind::Null;
        if (!nullable)
            m_from->fail(FrameFault::NegativeLength, start);
        return;
    }
    if (!m_from->ok())
        return;
    if (what.type == FieldType::String)
        return setText(node, m_from->take(size));
    Cursor inside = m_from->part(size);
    if (what.type == FieldType::Records)
        return RecordsReader(inside, m_topic, m_message.isResponse).read(node);
    const Opaque known = opaqueIn(m_message.apiKey, what.name, m_protocolType);
    readOpaque(node, inside, known);
}

/// What later fields are read by.
void MessageReader::notice(const FieldDescription& what, const FieldNode& node)
{
    if (what.type != FieldType::String || what.isArray || node.kind != Kind::Text)
        return;
    const std::string_view name = what.name;
    if (name == "Topic" || name == "Name")
        m_topic = node.value;
    else if (name == "ProtocolType" || name == "protocolType")
        m_protocolType = node.value;
}

void MessageReader::tags(FieldNode& into, const StructDescription& what)
{
    const PathStep step(m_from->tree(), "tags");
    const std::uint32_t count = m_from->uvarint();
    std::int64_t last = -1;
    for (std::uint32_t i = 0; i < count && m_from->ok(); ++i) {
        const std::size_t start = m_from->at();
        const std::uint32_t tag = m_from->uvarint();
        const std::uint32_t size = m_from->uvarint();
        Cursor value = m_from->part(size);
        if (!m_from->ok())
            return;
        if (static_cast<std::int64_t>(tag) <= last)
            return m_from->fail(FrameFault::TagOrder, start);
        last = tag;
        taggedField(into, what, tag, value);
        if (!value.ok())
            return m_from->fail(FrameFault::TagSize, start);
    }
}

void MessageReader::taggedField(FieldNode& into, const StructDescription& what, std::uint32_t tag,
                                Cursor& value)
{
    for (const FieldDescription& each : what.fields) {
        if (each.tag < 0 || static_cast<std::uint32_t>(each.tag) != tag ||
            !each.versions.contains(m_version))
            continue;
        Cursor* const outer = std::exchange(m_from, &value);
        field(into, each);
        m_from = outer;
        if (value.ok() && !value.atEnd())
            value.fail(FrameFault::TagSize);
        return;
    }
    const std::string name = fmt::format("tag {}", tag);
    if (FieldNode* node = value.tree().add(into, name, "bytes", Kind::Bytes)) {
        Extent extent(*node, value);
        setBytes(*node, value.take(static_cast<std::int64_t>(value.left())));
        extent.end();
    }
}

} // namespace hw::frames
