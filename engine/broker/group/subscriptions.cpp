#include "engine/broker/group/subscriptions.h"

#include "engine/broker/group/offsets_records.h"

namespace hw::group {

std::optional<std::set<std::string>> subscribedBy(const Group& group)
{
    if (group.roster.protocolType() != kConsumerType)
        return std::nullopt;
    std::set<std::string> topics;
    for (const auto& [id, member] : group.roster.all()) {
        const Slice* metadata = group.protocol ? member->metadataFor(*group.protocol) : nullptr;
        const auto list = metadata ? subscribedTopics(*metadata) : std::nullopt;
        if (!list)
            return std::nullopt;
        topics.insert(list->begin(), list->end());
    }
    return topics;
}

} // namespace hw::group
