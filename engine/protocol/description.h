#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/protocol/api.h"

/// The schemas as data: what fields a message has in which versions. For readers of messages that
/// they were not written for, as an inspector is; codecs need none of it.
namespace hw::protocol {

enum class FieldType : std::uint8_t
{
    Bool,
    Int8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Float64,
    String,
    Bytes,
    Records,
    Uuid,
    Error,
    Struct,
};

struct StructDescription;

/// Versions of a message in which something holds; none if `last` is below `first`.
struct VersionSpan
{
    std::int16_t first;
    std::int16_t last;
    constexpr bool contains(ApiVersion version) const
    {
        return version.value() >= first && version.value() <= last;
    }
};

struct FieldDescription
{
    const char* name; ///< Kafka's own
    const char* word; ///< type in the schema's notation: `[]offset`, `records`, `FetchTopic`
    FieldType type;
    bool isArray;
    VersionSpan versions;
    VersionSpan nullable;
    std::int32_t tag;                ///< -1: not tagged
    const StructDescription* fields; ///< of FieldType::Struct, else null
};

struct StructDescription
{
    const char* name;
    std::span<const FieldDescription> fields; ///< in the order of the wire; tagged ones anywhere
};

struct MessageDescription
{
    const char* name;    ///< `FetchRequest`, `OffsetCommitKey`
    std::int16_t apiKey; ///< -1: a stored record or what consumers tell each other
    bool isResponse;
    VersionRange versions;
    ApiVersion firstFlexible;
    const StructDescription* root;
};

std::span<const MessageDescription> allDescriptions();
/// Null for what is not known.
const MessageDescription* findDescription(std::int16_t apiKey, bool response);
const MessageDescription* findDescription(std::string_view name);

} // namespace hw::protocol
