#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/cluster/event_hub.h"
#include "engine/cluster/mailbox.h"
#include "engine/observe/command.h"
#include "engine/observe/report.h"
#include "engine/world/host.h"

namespace hw::client {
class Admin;
class Consumer;
class LoadProducer;
}

namespace hw::cluster {

/// The host on which all embedded producers and consumers and the cluster's own admin client live.
/// As `BrokerNode`, called on the cluster's thread.
class ClientsNode
{
public:
    ClientsNode(world::Host& host, EventHub& hub);
    ~ClientsNode();

    /// Whom the clients ask first. Call once, before any command.
    void setBootstrap(std::vector<world::Endpoint> bootstrap);

    /// CreateTopic, DeleteTopic, Elect, AddProducer, AddConsumer or StopClient.
    void submit(CommandId command, observe::Command what);
    /// One after the other, each when the one before is done: topics before those who use them.
    void submitInOrder(std::vector<std::pair<CommandId, observe::Command>> commands);
    /// Consumers leave, producers flush; `done` runs on the loop, after at most two seconds.
    void shutDown(Task done);

    void collect(bool atOnce);
    std::shared_ptr<const observe::ClientsReport> report() const { return m_mailbox.peek(); }

private:
    class Impl;
    void publish();

    world::Host& m_host;
    std::unique_ptr<Impl> m_impl;
    std::atomic<bool> m_collecting{false};
    Mailbox<observe::ClientsReport> m_mailbox;
};

} // namespace hw::cluster
