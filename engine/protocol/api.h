#pragma once

#include <span>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/protocol/messages/api_keys.h"

namespace hw::protocol {

/// Version of one API's request and response; each API counts its own from 0.
using ApiVersion = Strong<struct ApiVersionTag, std::int16_t>;

/// Closed range of versions.
struct VersionRange
{
    ApiVersion min;
    ApiVersion max;

    constexpr bool operator==(const VersionRange&) const = default;
    constexpr bool contains(ApiVersion version) const { return version >= min && version <= max; }
};

/// What the codec knows about an API; what a broker serves is its handlers' business.
struct ApiInfo
{
    ApiKey key;
    const char* name;
    VersionRange versions;    ///< all that can be encoded and decoded
    ApiVersion firstFlexible; ///< from here on compact lengths and tagged fields; 32767: never
};

/// In the order of their keys.
std::span<const ApiInfo> allApis();

/// Null for a key that is not known.
const ApiInfo* findApi(std::int16_t key);
inline const ApiInfo* findApi(ApiKey key) { return findApi(static_cast<std::int16_t>(key)); }

/// `Produce`, or `api 99` is the caller's business: empty for an unknown key.
std::string_view nameOf(ApiKey key);

/// Whether headers and bodies of this version use compact lengths and tagged fields (KIP-482).
bool isFlexible(ApiKey key, ApiVersion version);

} // namespace hw::protocol
