#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/broker/group/consumer_requests.h"

/// Who shall have what, computed by the coordinator itself (KIP-848).
namespace hw::group {

inline constexpr std::string_view kUniformAssignor = "uniform"; ///< unless members ask otherwise
inline constexpr std::string_view kRangeAssignor = "range";

bool isServerAssignor(std::string_view name);

struct AssignorInput
{
    struct Member
    {
        std::set<Uuid> topics; ///< subscribed ones that exist
        IdPartitions before;   ///< its present target
    };
    std::map<std::string, Member> members;   ///< by id
    std::map<Uuid, std::int32_t> partitions; ///< how many each topic has
};

/// By member id; members that get nothing are there with an empty map.
using TargetAssignment = std::map<std::string, IdPartitions>;

/// Even over all topics together, and with as few moves as possible. With equal subscriptions no
/// two members differ by more than one; with others a partition moves where that brings two
/// members that may both have it nearer to each other.  Kafka: UniformAssignor.
TargetAssignment assignUniform(const AssignorInput& input);

/// Even within each topic, the first ones get one more, and everybody keeps of its own what its
/// share allows: partitions of equal number stay together if topics are alike.
/// Kafka: RangeAssignor of the group coordinator.
TargetAssignment assignRange(const AssignorInput& input);

/// By one of the two names.
TargetAssignment assignBy(std::string_view assignor, const AssignorInput& input);

} // namespace hw::group
