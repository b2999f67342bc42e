#include "engine/cluster/clients_node.h"

#include <deque>

#include "engine/cluster/embedded_clients.h"

namespace hw::cluster {

using namespace observe;

/// What lives on the host's loop.
class ClientsNode::Impl
{
public:
    Impl(world::Host& host, EventHub& hub, FaultDesk& faults, ClientTimers timers,
         std::map<std::string, ClientConfigs> configs)
        : m_host(host)
        , m_journal(hub, host)
        , m_faults(faults)
        , m_timers(timers)
        , m_configs(std::move(configs))
    {
    }

    using Work = std::pair<CommandId, Command>;

    void setBootstrap(std::vector<world::Endpoint> bootstrap)
    {
        m_clients = std::make_unique<EmbeddedClients>(m_host, m_journal, m_faults, m_timers,
                                                      m_configs, std::move(bootstrap));
        for (Work& work : std::exchange(m_waiting, {}))
            run(std::move(work));
        nextInOrder();
    }

    void run(Work work)
    {
        if (!m_clients)
            return m_waiting.push_back(std::move(work));
        m_clients->run(std::move(work.second),
                       [this, id = work.first](client::AdminResult result) { finish(id, result); });
    }

    void runInOrder(std::vector<Work> work)
    {
        for (Work& one : work)
            m_ordered.push_back(std::move(one));
        nextInOrder();
    }

    void undo(NodeId client, EventId fault)
    {
        if (m_clients)
            m_clients->undo(client, fault);
    }

    void stopAll(Task done)
    {
        m_ordered.clear();
        if (m_clients)
            m_clients->stopAll(std::move(done));
        else
            done();
    }

    /// Without a farewell: the host goes.
    void drop() { m_clients.reset(); }

    ClientsReport report() const
    {
        ClientsReport report;
        report.at = m_host.loop().now();
        if (m_clients)
            m_clients->report(report);
        return report;
    }

    ClientFigures figures() const { return m_clients ? m_clients->figures() : ClientFigures(); }

private:
    void nextInOrder()
    {
        if (!m_clients || m_inOrder || m_ordered.empty())
            return;
        Work work = std::move(m_ordered.front());
        m_ordered.pop_front();
        m_inOrder = true;
        m_clients->run(std::move(work.second), [this, id = work.first](client::AdminResult result) {
            finish(id, result);
            m_inOrder = false;
            m_host.loop().setCause(kNoEvent); // the next is not because of this one
            m_host.loop().post([this] { nextInOrder(); });
        });
    }

    void finish(CommandId id, const client::AdminResult& result)
    {
        m_journal.report(
            fact::CommandDone{id, result.has_value(), result ? *result : result.error()});
    }

    world::Host& m_host;
    NodeJournal m_journal;
    FaultDesk& m_faults;
    const ClientTimers m_timers;
    const std::map<std::string, ClientConfigs> m_configs;
    std::unique_ptr<EmbeddedClients> m_clients;
    std::vector<Work> m_waiting;
    std::deque<Work> m_ordered;
    bool m_inOrder = false;
};

ClientsNode::ClientsNode(world::Host& host, EventHub& hub, FaultDesk& faults, ClientTimers timers,
                         std::map<std::string, ClientConfigs> configs)
    : m_host(host)
    , m_impl(std::make_unique<Impl>(host, hub, faults, timers, std::move(configs)))
{
    publish();
}

ClientsNode::~ClientsNode() = default;

void ClientsNode::setBootstrap(std::vector<world::Endpoint> bootstrap)
{
    m_host.control([this, bootstrap = std::move(bootstrap)]() mutable {
        m_impl->setBootstrap(std::move(bootstrap));
    });
}

void ClientsNode::submit(CommandId command, Command what)
{
    m_host.control([this, command, what = std::move(what)]() mutable {
        m_impl->run({command, std::move(what)});
    });
}

void ClientsNode::submitInOrder(std::vector<std::pair<CommandId, Command>> commands)
{
    m_host.control([this, commands = std::move(commands)]() mutable {
        m_impl->runInOrder(std::move(commands));
    });
}

void ClientsNode::undo(NodeId client, EventId fault, Task done)
{
    m_host.control([this, client, fault, done = std::move(done)] {
        m_impl->undo(client, fault);
        done();
    });
}

void ClientsNode::shutDown(Task done)
{
    m_host.control([this, done = std::move(done)]() mutable {
        m_impl->stopAll([this, done = std::move(done)]() mutable {
            m_host.control([this, done = std::move(done)]() mutable {
                m_impl->drop();
                m_host.crash();
                done();
            });
        });
    });
}

void ClientsNode::collect(bool atOnce)
{
    if (atOnce)
        return publish();
    if (m_collecting.exchange(true))
        return;
    m_host.control([this] {
        publish();
        m_collecting = false;
    });
}

void ClientsNode::publish()
{
    m_mailbox.put(std::make_shared<const ClientsReport>(m_impl->report()));
    m_figures.put(std::make_shared<const ClientFigures>(m_impl->figures()));
}

} // namespace hw::cluster
