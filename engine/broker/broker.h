#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/result.h"
#include "engine/broker/core/broker_config.h"
#include "engine/observe/event.h"
#include "engine/observe/report.h"
#include "engine/world/host.h"

namespace hw::broker {

/// Where one broker lives and whom it needs.
struct BrokerPlace
{
    BrokerId id;
    world::Endpoint listen;                ///< port 0: a free one, see `Broker::endpoint`
    std::vector<world::Endpoint> ensemble; ///< at least one
};

/// Where a broker is on its way. Told by `Broker::phase`.
enum class BrokerPhase : std::uint8_t
{
    Starting,       ///< locking its directory, opening its port
    Recovering,     ///< loading logs
    WaitingSession, ///< registration waits for the old session to expire
    Registering,    ///< connecting to the ensemble, or waiting for the first UpdateMetadata
    Running,
    Stopping,
    Failed, ///< cannot go on; the reason is in `Broker::failure` and was an event
};

/// How a broker takes leave.
enum class Farewell : std::uint8_t
{
    Controlled, ///< asks the controller to move its leaderships first (controlled.shutdown.enable)
    Close,      ///< the whole cluster ends: nobody is there to take over
};

/// One life of one broker, from start to death. Lives on its host's loop; every call is made there.
///
/// start:  lock directory -> load logs (sliced) -> bind port -> ensemble session -> register
///         /brokers/ids -> join the controller's election -> first UpdateMetadata -> Running
///
/// Destroying it is a crash (no farewell to the ensemble; then call `Host::crash`). A broker that
/// lost its session registers again by itself. Reports BrokerStarting, BrokerRecovered,
/// BrokerWaitsForSession, BrokerRegistered, BrokerReady, BrokerStopped, BrokerFailed.
/// Kafka: KafkaServer.
class Broker
{
public:
    /// `host` and `journal` outlive it.
    Broker(world::Host& host, observe::Journal& journal, BrokerConfig config, BrokerPlace place);
    ~Broker();
    Broker(const Broker&) = delete;
    Broker& operator=(const Broker&) = delete;

    /// `ready` runs once, in a later task: when it is Running, or with the reason why it never will
    /// be: Busy (port taken, directory locked), Denied, Corrupt, Invalid (the directory belongs to
    /// another broker or cluster). Clients that connect earlier wait until it is Running.
    void start(UniqueFunction<void(Result<void>)> ready);

    /// Moves its leaderships away (if controlled), closes its logs cleanly and its session.
    /// `stopped` runs once, in a later task; destroy the broker then. Goes on without the
    /// controller when that does not answer in time.
    void stop(Farewell farewell, UniqueFunction<void()> stopped);

    /// Runs once if the broker has to give up later (its disk fails); it is Failed then.
    void setFailureHandler(UniqueFunction<void(const Error&)> onFailure);

    BrokerPhase phase() const;
    /// Empty unless Failed.
    const std::string& failure() const;
    /// While it is Recovering: how many logs are open and how much of them was checked. Else empty.
    std::string progress() const;
    /// Where it listens. The port is known once it is Registering.
    const world::Endpoint& endpoint() const;
    /// All it can say of itself; costs time in proportion to its partitions.
    void report(observe::BrokerReport& into) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::broker
