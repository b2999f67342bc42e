#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "engine/protocol/messages/join_group.h"
#include "tests/support/fake_cluster.h"

namespace hw::test {

/// A group's coordinator for one member at a time, with errors to order.
class FakeGroup
{
public:
    explicit FakeGroup(FakeCluster& cluster, int brokers)
        : m_cluster(cluster)
    {
        for (int id = 1; id <= brokers; ++id)
            install(cluster.broker(id));
    }

    int coordinator = 1;
    std::string member = "m1";
    Generation generation{0};
    bool wantsMemberId = true;
    /// Others in the group, with their subscriptions; the real member leads.
    std::map<std::string, std::vector<std::string>> others;
    std::map<TopicPartition, Offset> committed;
    std::map<protocol::ApiKey, std::deque<protocol::ErrorCode>>
        errors; ///< the next answers of an API
    std::vector<std::string> left;
    std::map<std::string, std::vector<std::string>> assignments; ///< as the leader made them last
    std::vector<std::string> joinedAs;

private:
    protocol::ErrorCode ordered(const FakeBroker& broker, protocol::ApiKey api)
    {
        auto& queue = errors[api];
        if (!queue.empty()) {
            const protocol::ErrorCode error = queue.front();
            queue.pop_front();
            return error;
        }
        return broker.id().value() == coordinator ? protocol::ErrorCode::None
                                                  : protocol::ErrorCode::NotCoordinator;
    }

    void install(FakeBroker& broker);
    void installOffsets(FakeBroker& broker);
    protocol::JoinGroupResponse join(const protocol::JoinGroupRequest& request);

    FakeCluster& m_cluster;
};

} // namespace hw::test
