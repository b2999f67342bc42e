#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/base/uuid.h"
#include "engine/base/writer.h"
#include "engine/protocol/api.h"
#include "engine/protocol/errors.h"

/// What the generated codecs are made of. Nobody else includes this.
namespace hw::protocol {

/// So many elements are reserved at once at most; a longer array grows as its elements turn up,
/// so that a lying count costs nothing.
inline constexpr std::size_t kReserveLimit = 1024;

class Encoder
{
public:
    Encoder(Writer& to, ApiVersion version, bool flexible)
        : m_to(to)
        , m_version(version)
        , m_flexible(flexible)
    {
    }

    Writer& writer() { return m_to; }
    ApiVersion version() const { return m_version; }
    bool flexible() const { return m_flexible; }

    void put(bool v) { m_to.i8(v ? 1 : 0); }
    void put(std::int8_t v) { m_to.i8(v); }
    void put(std::int16_t v) { m_to.i16(v); }
    void put(std::uint16_t v) { m_to.u16(v); }
    void put(std::int32_t v) { m_to.i32(v); }
    void put(std::uint32_t v) { m_to.u32(v); }
    void put(std::int64_t v) { m_to.i64(v); }
    void put(double v) { m_to.f64(v); }
    void put(ErrorCode v) { m_to.i16(static_cast<std::int16_t>(v)); }
    void put(const Uuid& v) { m_to.bytes(v.bytes); }
    template <class Tag, class Rep> void put(Strong<Tag, Rep> v) { put(v.value()); }

    void put(const std::string& v)
    {
        putTextLength(static_cast<std::int64_t>(v.size()));
        m_to.text(v);
    }
    void put(const Bytes& v)
    {
        putLength(static_cast<std::int64_t>(v.size()));
        m_to.bytes(v);
    }
    void put(const Pieces& v)
    {
        putLength(static_cast<std::int64_t>(v.size()));
        m_to.splice(v);
    }
    template <class T> void put(const std::vector<T>& list)
    {
        putLength(static_cast<std::int64_t>(list.size()));
        for (const T& element : list)
            put(element);
    }
    template <class T>
    requires requires(const T& value, Encoder& to) { value.encodeFields(to); }
    void put(const T& value) { value.encodeFields(*this); }
    template <class T> void put(const std::optional<T>& value, bool mayBeNull);

    /// A field that this version lacks and that must not be lost silently.
    void mustBeDefault(bool isDefault, const char* field);
    void noTags()
    {
        if (m_flexible)
            m_to.uvarint(0);
    }

    /// Length of bytes or count of an array; -1 is null.
    void putLength(std::int64_t length);
    void putTextLength(std::int64_t length);

private:
    Writer& m_to;
    ApiVersion m_version;
    bool m_flexible;
};

template <class T> constexpr bool kIsStruct = requires(const T& v, Encoder& to)
{
    v.encodeFields(to);
};

template <class T> void Encoder::put(const std::optional<T>& value, bool mayBeNull)
{
    HW_ASSERT(value || mayBeNull, "null is not allowed in this version of the message");
    if constexpr (kIsStruct<T>)
        m_to.i8(value ? 1 : -1);
    if (value)
        put(*value);
    else if constexpr (std::same_as<T, std::string>)
        putTextLength(-1);
    else if constexpr (!kIsStruct<T>)
        putLength(-1);
}

/// The tagged section at the end of a struct: fields at their default are left out.
class TagWriter
{
public:
    explicit TagWriter(Encoder& to)
        : m_to(to)
    {
    }

    template <class Put> void add(std::uint32_t tag, Put&& put)
    {
        Writer value;
        Encoder inner(value, m_to.version(), m_to.flexible());
        put(inner);
        m_section.uvarint(tag);
        m_section.uvarint(static_cast<std::uint32_t>(value.size()));
        m_section.splice(value.take());
        ++m_count;
    }
    void finish();

private:
    Encoder& m_to;
    Writer m_section;
    std::uint32_t m_count = 0;
};

class Decoder
{
public:
    Decoder(Reader& from, ApiVersion version, bool flexible)
        : m_from(from)
        , m_version(version)
        , m_flexible(flexible)
    {
    }

    ApiVersion version() const { return m_version; }

    void take(bool& v) { v = m_from.i8() != 0; }
    void take(std::int8_t& v) { v = m_from.i8(); }
    void take(std::int16_t& v) { v = m_from.i16(); }
    void take(std::uint16_t& v) { v = m_from.u16(); }
    void take(std::int32_t& v) { v = m_from.i32(); }
    void take(std::uint32_t& v) { v = m_from.u32(); }
    void take(std::int64_t& v) { v = m_from.i64(); }
    void take(double& v) { v = m_from.f64(); }
    void take(ErrorCode& v) { v = static_cast<ErrorCode>(m_from.i16()); }
    void take(Uuid& v)
    {
        const Slice raw = m_from.slice(static_cast<std::int64_t>(v.bytes.size()));
        if (m_from.ok())
            std::ranges::copy(raw.view(), v.bytes.begin());
    }
    template <class Tag, class Rep> void take(Strong<Tag, Rep>& v)
    {
        Rep raw{};
        take(raw);
        v = Strong<Tag, Rep>(raw);
    }
    template <class T>
    requires requires(T& value, Decoder& from) { value.decodeFields(from); }
    void take(T& value) { value.decodeFields(*this); }
    void take(std::string& v) { takeSized(v, notNull(textLength())); }
    void take(Bytes& v) { takeSized(v, notNull(length())); }
    void take(Pieces& v) { takeSized(v, notNull(length())); }
    template <class T> void take(std::vector<T>& list) { takeSized(list, notNull(length())); }
    template <class T> void take(std::optional<T>& value, bool mayBeNull);

    void skipTags()
    {
        takeTags([](std::uint32_t, Decoder&) { return false; });
    }
    /// `known(tag, inner)` reads the field and returns true, or returns false to skip it.
    template <class Known> void takeTags(Known&& known);

private:
    /// -1: null. Anything below, or more than there are bytes, fails the reader.
    std::int64_t length();
    std::int64_t textLength();
    std::int64_t checked(std::int64_t length);
    std::int64_t notNull(std::int64_t length);

    void takeSized(std::string& v, std::int64_t size) { v = m_from.text(size); }
    void takeSized(Bytes& v, std::int64_t size);
    void takeSized(Pieces& v, std::int64_t size) { v = Pieces(m_from.slice(size)); }
    template <class T> void takeSized(std::vector<T>& list, std::int64_t count);

    Reader& m_from;
    ApiVersion m_version;
    bool m_flexible;
};

template <class T> void Decoder::take(std::optional<T>& value, bool mayBeNull)
{
    std::int64_t size = 0;
    if constexpr (kIsStruct<T>)
        size = m_from.i8();
    else if constexpr (std::same_as<T, std::string>)
        size = textLength();
    else
        size = length();
    if (size < 0 || !m_from.ok()) {
        value.reset();
        if (!mayBeNull)
            m_from.setFailed();
        return;
    }
    value.emplace(T());
    if constexpr (kIsStruct<T>)
        take(*value);
    else
        takeSized(*value, size);
}

template <class T> void Decoder::takeSized(std::vector<T>& list, std::int64_t count)
{
    list.clear();
    list.reserve(std::min(static_cast<std::size_t>(count), kReserveLimit));
    for (std::int64_t i = 0; i < count && m_from.ok(); ++i)
        take(list.emplace_back());
    if (!m_from.ok())
        list.clear();
}

template <class Known> void Decoder::takeTags(Known&& known)
{
    if (!m_flexible)
        return;
    const std::uint32_t count = m_from.uvarint();
    std::int64_t lastTag = -1;
    for (std::uint32_t i = 0; i < count && m_from.ok(); ++i) {
        const std::uint32_t tag = m_from.uvarint();
        const std::uint32_t size = m_from.uvarint();
        Reader field(m_from.slice(size));
        Decoder inner(field, m_version, m_flexible);
        const bool taken = m_from.ok() && known(tag, inner);
        if (static_cast<std::int64_t>(tag) <= lastTag || (taken && !(field.ok() && field.atEnd())))
            m_from.setFailed();
        lastTag = tag;
    }
}

/// Asserts that the version exists: a caller chooses it.
template <class Message> void encodeMessage(const Message& message, Writer& to, ApiVersion version)
{
    HW_ASSERT(Message::kVersions.contains(version), Message::kName);
    Encoder encoder(to, version, version >= Message::kFirstFlexible);
    message.encodeFields(encoder);
}

Error unknownVersion(const char* message, ApiVersion version, VersionRange known);
Error malformed(const char* message, ApiVersion version);

template <class Message> Result<Message> decodeMessage(Reader& from, ApiVersion version)
{
    if (!Message::kVersions.contains(version))
        return tl::unexpected(unknownVersion(Message::kName, version, Message::kVersions));
    Decoder decoder(from, version, version >= Message::kFirstFlexible);
    Message message;
    message.decodeFields(decoder);
    if (!from.ok())
        return tl::unexpected(malformed(Message::kName, version));
    return message;
}

} // namespace hw::protocol
