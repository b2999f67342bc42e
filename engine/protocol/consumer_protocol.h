#pragma once

#include <string>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

/// The bytes that consumers put into JoinGroup and SyncGroup: an int16 version, then the fields.
/// Brokers pass them on unread.  Kafka: ConsumerProtocol.
namespace hw::protocol {

/// What a member says when it joins.
struct Subscription
{
    std::vector<std::string> topics;
    std::vector<TopicPartition> owned{}; ///< KIP-429: not given up before joining
    Generation generation{-1};           ///< of `owned`

    bool operator==(const Subscription&) const = default;
};

/// Version 0 for who owns nothing, else 2. With `sticky`, what was owned goes into the user data,
/// where Kafka's (eager) StickyAssignor has it, since by then the member has given it up.
Bytes encodeSubscription(const Subscription& subscription, bool sticky = false);
inline Bytes encodeSubscription(const std::vector<std::string>& topics)
{
    return encodeSubscription(Subscription{topics});
}
/// For the fixed assignor, which is no assignor of Kafka's: the user data says which partitions the
/// member asks for, as an assignment would.
Bytes encodeWishes(const std::vector<std::string>& topics,
                   const std::vector<TopicPartition>& wished);
Bytes encodeAssignment(const std::vector<TopicPartition>& partitions);

/// Of any version from 0 on: newer ones only append fields. Empty bytes say nothing. With
/// `sticky`, `owned` comes from the user data; there what cannot be read counts as nothing.
Result<Subscription> decodeSubscription(const Bytes& bytes, bool sticky = false);
/// What it asks the fixed assignor for; nothing if it does not say.
Result<std::vector<TopicPartition>> decodeWishes(const Bytes& bytes);
/// Sorted.
Result<std::vector<TopicPartition>> decodeAssignment(const Bytes& bytes);

} // namespace hw::protocol
