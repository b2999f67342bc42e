#include "engine/protocol/codec.h"

#include <limits>

#include <fmt/format.h>

namespace hw::protocol {

void Encoder::putLength(std::int64_t length)
{
    HW_ASSERT(length <= std::numeric_limits<std::int32_t>::max(), "longer than a frame may be");
    if (m_flexible)
        m_to.uvarint(static_cast<std::uint32_t>(length + 1));
    else
        m_to.i32(static_cast<std::int32_t>(length));
}

void Encoder::putTextLength(std::int64_t length)
{
    HW_ASSERT(length <= std::numeric_limits<std::int16_t>::max(), "strings end at 32767 bytes");
    if (m_flexible)
        m_to.uvarint(static_cast<std::uint32_t>(length + 1));
    else
        m_to.i16(static_cast<std::int16_t>(length));
}

void Encoder::mustBeDefault(bool isDefault, const char* field)
{
    if (!isDefault)
        HW_ASSERT(isDefault, fmt::format("version {} has no {}", m_version, field));
}

void TagWriter::finish()
{
    if (!m_to.flexible())
        return;
    m_to.writer().uvarint(m_count);
    m_to.writer().splice(m_section.take());
}

std::int64_t Decoder::checked(std::int64_t length)
{
    // Every element takes at least one byte, so a count above what is left cannot be honest.
    if (length < -1 || length > static_cast<std::int64_t>(m_from.left()))
        m_from.setFailed();
    return m_from.ok() ? length : 0;
}

std::int64_t Decoder::length()
{
    return checked(m_flexible ? static_cast<std::int64_t>(m_from.uvarint()) - 1 : m_from.i32());
}

std::int64_t Decoder::textLength()
{
    const std::int64_t length =
        m_flexible ? static_cast<std::int64_t>(m_from.uvarint()) - 1 : m_from.i16();
    // Kafka refuses longer compact strings too, so that no version holds what another cannot.
    if (length > std::numeric_limits<std::int16_t>::max())
        m_from.setFailed();
    return checked(length);
}

std::int64_t Decoder::notNull(std::int64_t length)
{
    if (length < 0)
        m_from.setFailed();
    return m_from.ok() ? length : 0;
}

void Decoder::takeSized(Bytes& v, std::int64_t size)
{
    const Slice raw = m_from.slice(size);
    v.assign(raw.view().begin(), raw.view().end());
}

Error unknownVersion(const char* message, ApiVersion version, VersionRange known)
{
    return {Failure::Unsupported, fmt::format("{} has no version {}: {} to {} are known", message,
                                              version, known.min, known.max)};
}

Error malformed(const char* message, ApiVersion version)
{
    return {Failure::Invalid,
            fmt::format("{} version {} is malformed or cut short", message, version)};
}

} // namespace hw::protocol
