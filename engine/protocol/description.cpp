#include "engine/protocol/description.h"

#include <algorithm>

namespace hw::protocol {

const MessageDescription* findDescription(std::int16_t apiKey, bool response)
{
    const auto all = allDescriptions();
    const auto found = std::ranges::find_if(all, [&](const MessageDescription& message) {
        return message.apiKey == apiKey && message.isResponse == response;
    });
    return apiKey < 0 || found == all.end() ? nullptr : &*found;
}

const MessageDescription* findDescription(std::string_view name)
{
    const auto all = allDescriptions();
    const auto found = std::ranges::find_if(
        all, [&](const MessageDescription& message) { return message.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace hw::protocol
