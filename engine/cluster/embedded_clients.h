#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/client/admin.h"
#include "engine/client/consumer.h"
#include "engine/client/load_producer.h"
#include "engine/client/record_filter.h"
#include "engine/cluster/client_troubles.h"
#include "engine/cluster/clients_node.h"

namespace hw::cluster {

/// The clients themselves, on their host's loop. `ClientsNode` is how other threads reach them.
class EmbeddedClients
{
public:
    EmbeddedClients(world::Host& host, observe::Journal& journal, FaultDesk& faults,
                    ClientTimers timers, std::map<std::string, ClientConfigs> configs,
                    std::vector<world::Endpoint> bootstrap);

    /// `done` runs once: at once or in a later task.
    using Done = client::Admin::Done;
    void run(observe::Command command, Done done);

    /// A trouble of a client was healed.
    void undo(NodeId client, EventId fault) { m_troubles.undo(client, fault); }

    /// All leave and flush; `done` runs when they have, or after two seconds.
    void stopAll(Task done);
    void report(observe::ClientsReport& into) const;
    ClientFigures figures() const;

private:
    struct ProducerEntry
    {
        std::string name;
        std::unique_ptr<client::LoadProducer> producer;
    };
    struct ConsumerEntry
    {
        std::string name;
        std::string group;
        std::unique_ptr<client::RecordFilter> filter; ///< may be null; outlives the consumer
        std::unique_ptr<client::Consumer> consumer;
    };
    struct Run; // the visitor over commands

    client::AdminResult add(observe::command::AddProducer add);
    client::AdminResult add(observe::command::AddConsumer add);
    std::optional<observe::Outcome> refusal(const observe::command::AddConsumer& add) const;
    tl::expected<client::Consumer*, observe::Outcome> consumer(NodeId client);
    client::AdminResult trouble(NodeId client, observe::FaultKind kind,
                                std::optional<Duration> time);
    client::AdminResult send(const observe::command::Send& what);
    client::AdminResult pause(const observe::command::PausePartitions& what);
    client::AdminResult seek(const observe::command::SeekConsumer& what);
    void commit(const observe::command::CommitConsumer& what, Done done);
    void stop(const observe::command::StopClient& what, Done done);
    void forget(NodeId client);
    bool nameTaken(const std::string& name) const;
    std::string freeName(const std::string& prefix) const;
    std::string stemOf(const std::string& group) const;
    const ClientConfigs& configsOf(const std::string& name) const;
    client::ClientContext contextFor(NodeId self, const std::string& name) const;

    world::Host& m_host;
    observe::Journal& m_journal;
    const ClientTimers m_timers;
    const std::map<std::string, ClientConfigs> m_configs; ///< by name
    const std::vector<world::Endpoint> m_bootstrap;
    client::Admin m_admin;
    std::int32_t m_nextClient = 1;
    std::map<NodeId, ProducerEntry> m_producers;
    std::map<NodeId, ConsumerEntry> m_consumers;
    ClientTroubles m_troubles; ///< goes before the consumers
};

} // namespace hw::cluster
