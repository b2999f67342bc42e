#include "engine/cluster/ensemble_node.h"

namespace hw::cluster {

using namespace observe;

EnsembleNode::EnsembleNode(world::Host& host, EventHub& hub, coordination::ServerConfig config)
    : m_host(host)
    , m_journal(hub, host)
    , m_config(std::move(config))
{
    publish();
}

void EnsembleNode::begin(UniqueFunction<void(Result<void>)> done)
{
    recover();
    m_server = std::make_unique<coordination::Server>(m_host, m_config, m_journal);
    // As ZooKeeper ends its process: it serves nothing any more and can be started again.
    m_server->setFailureHandler([this](const Error& error) {
        m_host.control([this, why = error.message] {
            m_journal.report(fact::EnsembleServerFailed{m_config.serverId, why});
            bringDown(false);
            publish();
        });
    });
    m_server->start([this, done = std::move(done)](Result<void> result) mutable {
        if (result)
            m_config.listen = m_server->endpoint();
        else
            startFailed(result.error());
        done(std::move(result));
        publish();
    });
}

/// The object answers no more; it goes in a task of its own, since it is calling now.
void EnsembleNode::startFailed(const Error& why)
{
    m_journal.report(fact::EnsembleServerFailed{m_config.serverId, why.message});
    m_host.control([this] {
        bringDown(false);
        publish();
    });
}

void EnsembleNode::reservePort(UniqueFunction<void(Result<world::Endpoint>)> done)
{
    m_host.control([this, done = std::move(done)] {
        auto listener = m_host.network().listen({}, world::Framing::Kafka,
                                                [](std::unique_ptr<world::Channel>) {});
        if (!listener)
            return done(tl::unexpected(listener.error()));
        m_reserved = std::move(*listener);
        // Its port for clients, too: else a free one may be what another server has reserved.
        if (m_config.listen.port == 0) {
            auto clients = m_host.network().listen({}, world::Framing::ZooKeeper,
                                                   [](std::unique_ptr<world::Channel>) {});
            if (!clients)
                return done(tl::unexpected(clients.error()));
            m_reservedForClients = std::move(*clients);
            m_config.listen = m_reservedForClients->endpoint();
        }
        done(m_reserved->endpoint());
    });
}

void EnsembleNode::startFirst(std::vector<world::Endpoint> ensemble,
                              UniqueFunction<void(Result<world::Endpoint>)> done)
{
    m_host.control([this, ensemble = std::move(ensemble), done = std::move(done)]() mutable {
        m_config.ensemble = std::move(ensemble);
        m_reserved.reset();
        m_reservedForClients.reset();
        begin([this, done = std::move(done)](Result<void> result) mutable {
            if (result)
                done(m_config.listen);
            else
                done(tl::unexpected(result.error()));
        });
    });
}

void EnsembleNode::start(CommandId command)
{
    m_host.control([this, command] {
        const Outcome running{OutcomeKind::NodeIs, {m_host.node(), BrokerState::Running}};
        if (m_server) {
            m_journal.report(fact::CommandDone{command, false, running});
            return;
        }
        begin([this, command, running](Result<void> result) {
            const Outcome outcome = result ? running
                                           : Outcome{OutcomeKind::FailedStarting,
                                                     {m_host.node(), result.error().message}};
            m_journal.report(fact::CommandDone{command, result.has_value(), outcome});
        });
    });
}

void EnsembleNode::kill(CommandId command, bool powerLoss)
{
    m_host.control([this, command, powerLoss] {
        const bool ran = m_server != nullptr;
        if (ran) {
            recover(); // from being frozen
            suffer(powerLoss ? FaultKind::PowerLoss : FaultKind::Crash,
                   command::Restart{m_host.node()});
            bringDown(powerLoss);
        }
        m_journal.report(fact::CommandDone{
            command, ran, {ran ? OutcomeKind::Down : OutcomeKind::DownAlready, {m_host.node()}}});
        publish();
    });
}

void EnsembleNode::freeze(CommandId command, bool frozen)
{
    m_host.control([this, command, frozen] {
        const bool can = m_server && m_frozen != frozen;
        if (can)
            setFrozen(frozen);
        const BrokerState state = !m_server  ? BrokerState::Down
                                  : m_frozen ? BrokerState::Frozen
                                             : BrokerState::Running;
        m_journal.report(
            fact::CommandDone{command, can, {OutcomeKind::NodeIs, {m_host.node(), state}}});
        publish();
    });
}

void EnsembleNode::setFrozen(bool frozen)
{
    if (frozen)
        suffer(FaultKind::Freeze, command::Thaw{m_host.node()});
    else
        recover();
    m_frozen = frozen;
    m_host.setFrozen(frozen);
}

/// The cause of what follows in this task.
void EnsembleNode::suffer(FaultKind kind, Command undo)
{
    m_fault.emplace();
    m_fault->fault.kind = kind;
    m_fault->fault.node = m_host.node();
    m_fault->since = m_host.loop().now();
    m_fault->undo = std::move(undo);
    m_fault->id = m_journal.report(fact::FaultStarted{m_fault->fault});
    m_host.loop().setCause(m_fault->id);
}

void EnsembleNode::recover()
{
    if (const auto fault = std::exchange(m_fault, std::nullopt))
        m_host.loop().setCause(
            m_journal.report(fact::FaultEnded{fault->fault, fault->id, "healed"}));
}

void EnsembleNode::heal(std::shared_ptr<Countdown> countdown)
{
    m_host.control([this, countdown = std::move(countdown)] {
        std::optional<Outcome> word;
        if (m_server && m_frozen) {
            setFrozen(false);
            word = Outcome{OutcomeKind::Thawed, {m_host.node()}};
        } else if (!m_server) {
            begin([](Result<void>) {});
            word = Outcome{OutcomeKind::Starts, {m_host.node()}};
        }
        publish();
        countdown->done(std::move(word));
    });
}

void EnsembleNode::expire(CommandId command, NodeId owner, UniqueFunction<EventId()> note)
{
    m_host.control([this, command, owner, note = std::move(note)] {
        Outcome outcome{OutcomeKind::SessionEnded, {owner}};
        if (!m_server || m_frozen || !m_server->serving())
            outcome = {OutcomeKind::ServesNothing, {m_host.node()}};
        else if (!m_server->hasSession(owner))
            outcome.kind = OutcomeKind::NoSession;
        const bool can = outcome.kind == OutcomeKind::SessionEnded;
        if (can) {
            const EventId event = note();
            m_host.loop().setCause(event);
            m_server->expireSession(owner);
        }
        m_journal.report(fact::CommandDone{command, can, std::move(outcome)});
        publish();
    });
}

void EnsembleNode::bringDown(bool powerLoss)
{
    m_server.reset();
    if (powerLoss)
        m_host.losePower();
    else
        m_host.crash();
    if (m_frozen)
        m_host.setFrozen(false);
    m_frozen = false;
}

void EnsembleNode::shutDown(Task done)
{
    m_host.control([this, done = std::move(done)]() mutable {
        const bool alone = m_config.ensemble.size() <= 1;
        if (!m_server || m_frozen || (alone && !m_server->serving())) {
            bringDown(false);
            done();
            return;
        }
        m_server->stop([this, done = std::move(done)](Result<void>) mutable {
            m_host.control([this, done = std::move(done)]() mutable {
                bringDown(false);
                done();
            });
        });
    });
}

void EnsembleNode::collect(bool atOnce)
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

EnsembleServerPart::State EnsembleNode::state() const
{
    using State = EnsembleServerPart::State;
    if (!m_server)
        return State::Down;
    if (m_frozen)
        return State::Frozen;
    switch (m_server->mode()) {
    case coordination::ServerMode::Looking:
        return State::Looking;
    case coordination::ServerMode::Following:
        return State::Follower;
    case coordination::ServerMode::Leading:
        return State::Leader;
    case coordination::ServerMode::Standalone:
        break;
    }
    return State::Standalone;
}

std::shared_ptr<const ZnodeTree> EnsembleNode::znodes(bool atOnce)
{
    if (atOnce) {
        publishZnodes();
    } else if (!m_browsing.exchange(true)) {
        m_host.control([this] {
            publishZnodes();
            m_browsing = false;
        });
    }
    return m_znodes.peek();
}

void EnsembleNode::publishZnodes()
{
    if (!m_server || !m_server->serving())
        return m_znodes.put(nullptr);
    auto tree = std::make_shared<ZnodeTree>();
    m_server->browse(*tree);
    m_znodes.put(std::move(tree));
}

std::shared_ptr<const EnsembleReport> EnsembleNode::freshReport()
{
    auto report = std::make_shared<EnsembleReport>();
    m_server->report(*report);
    return report;
}

void EnsembleNode::publish()
{
    auto status = std::make_shared<EnsembleStatus>();
    status->name = m_host.node().text();
    status->collectedAt = m_host.loop().now();
    status->endpoint = m_config.listen.text();
    status->fault = m_fault;
    status->state = state();
    if (m_server && m_server->serving())
        m_report = freshReport();
    if (m_server) {
        status->epoch = m_server->epoch();
        status->zxid = m_server->zxid();
        status->sessions = m_server->connectedSessions();
    }
    status->report = m_report;
    m_mailbox.put(std::move(status));
}

} // namespace hw::cluster
