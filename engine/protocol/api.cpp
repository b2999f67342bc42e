#include "engine/protocol/api.h"

#include <algorithm>

namespace hw::protocol {

const ApiInfo* findApi(std::int16_t key)
{
    const auto apis = allApis();
    const auto found = std::ranges::lower_bound(
        apis, key, {}, [](const ApiInfo& api) { return static_cast<std::int16_t>(api.key); });
    return found != apis.end() && static_cast<std::int16_t>(found->key) == key ? &*found : nullptr;
}

std::string_view nameOf(ApiKey key)
{
    const ApiInfo* api = findApi(key);
    return api ? api->name : std::string_view();
}

bool isFlexible(ApiKey key, ApiVersion version)
{
    const ApiInfo* api = findApi(key);
    return api && version >= api->firstFlexible;
}

} // namespace hw::protocol
