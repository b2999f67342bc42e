#pragma once

#include <cstdint>

namespace hw::handlers {

/// What everybody may do with a resource, there being no access control: one bit for each number
/// of an AclOperation.  Kafka: AclEntry.supportedOperations, Utils.to32BitField.
namespace detail {
enum AclBit : std::int32_t
{
    Read = 1 << 3,
    Write = 1 << 4,
    Create = 1 << 5,
    Delete = 1 << 6,
    Alter = 1 << 7,
    Describe = 1 << 8,
    ClusterAction = 1 << 9,
    DescribeConfigs = 1 << 10,
    AlterConfigs = 1 << 11,
    IdempotentWrite = 1 << 12,
};
} // namespace detail

inline constexpr std::int32_t kAllGroupOperations =
    detail::Read | detail::Delete | detail::Describe;
inline constexpr std::int32_t kAllTopicOperations =
    detail::Read | detail::Write | detail::Create | detail::Delete | detail::Alter |
    detail::Describe | detail::DescribeConfigs | detail::AlterConfigs;
inline constexpr std::int32_t kAllClusterOperations =
    detail::Create | detail::Alter | detail::Describe | detail::ClusterAction |
    detail::DescribeConfigs | detail::AlterConfigs | detail::IdempotentWrite;

} // namespace hw::handlers
