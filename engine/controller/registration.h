#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/coordination/client.h"
#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::controller {

/// Keeps a broker registered under `/brokers/ids/<id>` for as long as it lives.
///
///     open -> session, `/cluster/id` -> registerBroker -> [waits for old session] -> registered
///                 ^                                                                      |
///                 +------------------------ session expired: onLost ---------------------+
///
/// The broker epoch is the znode's czxid: it tells two lives of one broker apart. A crashed
/// broker's node stays until its session expires, so one that comes back earlier waits for that,
/// visibly.
/// Reports BrokerWaitsForSession and BrokerRegistered.
/// Kafka: KafkaServer.startup, KafkaZkClient.registerBroker.
class Registration
{
public:
    struct Handlers
    {
        /// The node of session `old` is in the way. Runs once per waiting.
        UniqueFunction<void(SessionId old)> onWaiting;
        /// Registered; from now on this is the broker's epoch. Join the election then.
        UniqueFunction<void(BrokerEpoch epoch)> onRegistered;
        /// The session expired: the epoch is void, controller work must end. It registers again by
        /// itself.
        UniqueFunction<void()> onLost;
    };

    /// `client` is not connected yet; its session handler belongs to the registration. All outlive
    /// it.
    Registration(world::Host& host, observe::Journal& journal, coordination::Client& client,
                 BrokerId self, Handlers handlers);
    ~Registration();
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

    /// Opens the session, makes the persistent nodes that Kafka needs, and gives the cluster's id
    /// (22 characters), creating it if this is the first broker ever. Empty if `/cluster/id` holds
    /// something that Kafka did not write.
    void open(UniqueFunction<void(const std::string& clusterId)> done);

    /// Once `open` is done. `listen` is what clients are told.
    void registerBroker(const world::Endpoint& listen);

    /// Closes the session, so that the node goes at once. `done` runs in a later task, also when
    /// the service cannot be reached.
    void close(UniqueFunction<void()> done);

    /// None while not registered.
    std::optional<BrokerEpoch> epoch() const;
    /// Set while the old session is in the way.
    std::optional<SessionId> waitingFor() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::controller
