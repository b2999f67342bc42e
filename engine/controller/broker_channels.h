#pragma once

#include <deque>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "engine/controller/context.h"
#include "engine/observe/event.h"
#include "engine/protocol/messages/leader_and_isr.h"
#include "engine/protocol/messages/stop_replica.h"
#include "engine/protocol/messages/update_metadata.h"
#include "engine/rpc/peer.h"
#include "engine/world/host.h"

namespace hw::controller {

/// Requests that wait for one broker. A broker that takes none for so long is reconnected afresh by
/// its next registration; what it misses it is then told as a whole.
inline constexpr std::size_t kMaxQueuedRequests = 10000;

/// One connection to each broker, the controller's own among them. Requests of one broker go out in
/// order, one at a time, each again and again until it is answered or the broker is removed.
/// Kafka: ControllerChannelManager, RequestSendThread.
class BrokerChannels
{
public:
    using Request = std::variant<protocol::LeaderAndIsrRequest, protocol::UpdateMetadataRequest,
                                 protocol::StopReplicaRequest>;
    /// A broker has seen a newer controller. Must not destroy the channels before it returns.
    using OnFenced = UniqueFunction<void()>;

    BrokerChannels(world::Host& host, observe::Journal& journal, Duration requestTimeout,
                   OnFenced onFenced);
    ~BrokerChannels();
    BrokerChannels(const BrokerChannels&) = delete;
    BrokerChannels& operator=(const BrokerChannels&) = delete;

    void add(BrokerId id, const world::Endpoint& endpoint);
    /// With everything that still waits for it.
    void remove(BrokerId id);
    void removeAll();
    /// Unknown brokers are fine: they are dead.
    void send(BrokerId to, Request request);
    /// `done` runs once: with the answer, or with null if the broker is removed before it came, or
    /// is not known at all.
    using OnStopped = UniqueFunction<void(BrokerId, const protocol::StopReplicaResponse*)>;
    using OnStop = UniqueFunction<void(const protocol::StopReplicaResponse*)>;
    void stop(BrokerId to, protocol::StopReplicaRequest request, OnStop done);
    /// Runs once the broker has answered all that was sent to it so far (at once if that is
    /// nothing), or when it is removed.
    void whenTold(BrokerId broker, Task done);

private:
    struct Queued
    {
        Request request;
        EventId cause;
        std::vector<Task> onAnswered;
        OnStop onStopped; ///< of a StopReplica whose answer matters
    };
    struct Channel
    {
        BrokerId id;
        std::unique_ptr<rpc::Peer> peer;
        std::deque<Queued> waiting;
        bool busy = false;
        std::unique_ptr<world::Timer> retry;
    };
    void sendNext(Channel& channel);
    void answered(BrokerId from, bool ok, protocol::ErrorCode error,
                  const protocol::StopReplicaResponse* stopped);

    world::Host& m_host;
    observe::Journal& m_journal;
    Duration m_requestTimeout;
    OnFenced m_onFenced;
    std::map<BrokerId, std::unique_ptr<Channel>> m_channels;
};

} // namespace hw::controller
