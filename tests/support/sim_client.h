#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/errors.h"
#include "engine/rpc/peer.h"
#include "tests/support/sim_cluster.h"

namespace hw::test {

/// A client that sends single requests by hand and steps the world until they are answered.
class SimClient
{
public:
    SimClient(SimCluster& cluster, int number, std::string clientId = "by-hand");

    /// The answer, once it came.
    template <class Request>
    using Pending = std::shared_ptr<std::optional<Result<typename Request::Response>>>;
    /// One request to one broker, without waiting. The broker must have been started once.
    template <class Request>
    Pending<Request> send(BrokerId broker, Request request, int version, Duration timeout = 30s)
    {
        auto answer = std::make_shared<std::optional<Result<typename Request::Response>>>();
        peer(broker).template send<Request>(
            std::move(request), protocol::ApiVersion(version), timeout,
            [answer](Result<typename Request::Response> got) { *answer = std::move(got); });
        return answer;
    }

    /// One request to one broker. The broker must have been started once.
    template <class Request>
    Result<typename Request::Response> call(BrokerId broker, Request request, int version,
                                            Duration timeout = 30s)
    {
        const auto answer = send(broker, std::move(request), version, timeout);
        m_cluster.world().runUntil([&] { return answer->has_value(); }, timeout + 1s);
        if (!*answer)
            return fail(Failure::TimedOut, "no answer at all");
        return std::move(**answer);
    }

    struct Produced
    {
        protocol::ErrorCode error = protocol::ErrorCode::None;
        Offset base = kNoOffset;
        std::string trouble; ///< why there was no answer; empty if there was one
        bool ok() const { return trouble.empty() && error == protocol::ErrorCode::None; }
    };
    /// One batch of values to the leader that the picture names (or to `to`).
    Produced produce(const std::string& topic, int partition,
                     const std::vector<std::string>& values, int acks = -1,
                     std::optional<BrokerId> to = {}, Duration timeout = 10s);

    struct Record
    {
        Offset offset;
        std::string value;
        bool operator==(const Record&) const = default;
    };
    /// All that a consumer can read at the leader from `from` on.
    std::vector<Record> readAll(const std::string& topic, int partition, Offset from = Offset(0));

private:
    rpc::Peer& peer(BrokerId broker);
    BrokerId leaderOf(const std::string& topic, int partition);

    SimCluster& m_cluster;
    const std::string m_clientId;
    world::Host& m_host;
    observe::NullJournal m_journal;
    std::map<BrokerId, std::unique_ptr<rpc::Peer>> m_peers;
};

} // namespace hw::test
