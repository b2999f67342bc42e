#include "engine/broker/core/topic_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::broker {

static constexpr std::size_t kMaxTopicName = 249;

static bool isAllowed(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

Result<void> checkTopicName(std::string_view name)
{
    const bool good = !name.empty() && name.size() <= kMaxTopicName && name != "." &&
                      name != ".." && std::ranges::all_of(name, isAllowed);
    if (good)
        return {};
    return fail(Failure::Invalid,
                fmt::format("'{}' is no topic name: 1 to {} of a-z, A-Z, 0-9, '.', '_' and '-' "
                            "are allowed, but not '.' or '..'",
                            name.substr(0, kMaxTopicName), kMaxTopicName));
}

} // namespace hw::broker
