#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/writer.h"
#include "engine/protocol/errors.h"
#include "engine/protocol/api.h"
#include "engine/world/random.h"

namespace hw::test {

/// Fills the fields that a version has with random values.
class MessageFiller
{
public:
    MessageFiller(world::Random& random, std::int16_t version)
        : m_random(random)
        , m_version(version)
    {
    }

    template <class T> void field(const char*, T& value, bool mayBeNull) { fill(value, mayBeNull); }

    template <class T> void fill(T& value)
    {
        if constexpr (requires { T::visit(value, m_version, *this); })
            T::visit(value, m_version, *this);
        else
            fillScalar(value);
    }

private:
    template <class T> void fill(T& value, bool) { fill(value); }
    template <class T> void fill(std::optional<T>& value, bool mayBeNull)
    {
        if (mayBeNull && m_random.chance(1, 3))
            return value.reset();
        value = T(); // not emplace(): clang takes nested structs with defaults for incomplete there
        fill(*value);
    }
    template <class T> void fillScalar(T& value) { value = static_cast<T>(m_random.next()); }
    void fillScalar(bool& value) { value = m_random.chance(1, 2); }
    void fillScalar(double& value) { value = static_cast<double>(m_random.below(1000)) / 8; }
    void fillScalar(protocol::ErrorCode& value)
    {
        value = static_cast<protocol::ErrorCode>(m_random.below(120));
    }
    void fillScalar(Uuid& value) { value = m_random.uuid(); }
    template <class Tag, class Rep> void fillScalar(Strong<Tag, Rep>& value)
    {
        value = Strong<Tag, Rep>(static_cast<Rep>(m_random.next()));
    }
    void fillScalar(std::string& value) { value = textOf(someBytes()); }
    void fillScalar(Bytes& value) { value = someBytes(); }
    void fillScalar(Pieces& value)
    {
        value = Pieces(someBytes());
        value.add(Slice(someBytes()));
    }
    template <class T> void fillScalar(std::vector<T>& list)
    {
        list.clear();
        for (std::uint64_t left = m_random.below(4); left > 0; --left)
            fill(list.emplace_back());
    }
    Bytes someBytes()
    {
        Bytes bytes(m_random.chance(1, 10) ? 300 : m_random.below(8));
        for (std::uint8_t& byte : bytes)
            byte = static_cast<std::uint8_t>('a' + m_random.below(26));
        return bytes;
    }

    world::Random& m_random;
    std::int16_t m_version;
};

template <class Message> Message randomMessage(world::Random& random, protocol::ApiVersion version)
{
    Message message;
    MessageFiller(random, version.value()).fill(message);
    return message;
}

template <class Message> Bytes encoded(const Message& message, protocol::ApiVersion version)
{
    Writer writer;
    message.encode(writer, version);
    return writer.takeBytes();
}

} // namespace hw::test
