#include "engine/cluster/broker_node.h"

namespace hw::cluster {

using namespace observe;

/// A start that takes longer is not waited for by whoever asked for it: the ensemble may be gone,
/// the controller out of reach, or much to recover.
static constexpr Duration kStartPatience = 60s;

BrokerNode::BrokerNode(world::Host& host, EventHub& hub, broker::BrokerConfig config,
                       broker::BrokerPlace place)
    : m_host(host)
    , m_journal(hub, host)
    , m_id(place.id)
    , m_config(std::move(config))
    , m_place(std::move(place))
{
    publish(false);
}

void BrokerNode::startFirst(std::vector<world::Endpoint> ensemble, Ready ready)
{
    m_host.control([this, ensemble = std::move(ensemble), ready = std::move(ready)]() mutable {
        m_place.ensemble = std::move(ensemble);
        m_firstReady = std::move(ready);
        begin(std::nullopt);
    });
}

void BrokerNode::start(CommandId command)
{
    m_host.control([this, command] {
        if (m_broker)
            return finish(command, false, {OutcomeKind::NodeIs, {self(), state()}});
        if (m_place.ensemble.empty()) // its first start is still to come
            return finish(command, false, {OutcomeKind::StillStarting});
        begin(command);
    });
}

void BrokerNode::startAdded(CommandId command, std::vector<world::Endpoint> ensemble)
{
    m_host.control([this, command, ensemble = std::move(ensemble)]() mutable {
        m_place.ensemble = std::move(ensemble);
        begin(command);
    });
}

void BrokerNode::begin(std::optional<CommandId> command)
{
    ++m_incarnation;
    m_starting = command;
    m_downSince.reset();
    m_note.clear();
    m_failure = kNoFailure;
    m_stopped = false;
    if (const auto fault = std::exchange(m_fault, std::nullopt))
        m_host.loop().setCause(fault->id); // its start, and what is lost by then
    m_broker = std::make_unique<broker::Broker>(m_host, m_journal, m_config, m_place);
    m_broker->setFailureHandler([this](const Error& error) {
        // Kafka ends the process; in a task of its own, since the broker is calling now.
        m_host.control([this, error, incarnation = m_incarnation] {
            if (incarnation == m_incarnation && m_broker)
                failed(error);
        });
    });
    m_broker->start([this](Result<void> result) { started(std::move(result)); });
    if (command)
        m_host.loop().after(kStartPatience, [this, command] {
            if (m_starting == command) // it goes on, but whoever asked gets an answer
                finish(*std::exchange(m_starting, std::nullopt), false,
                       {OutcomeKind::NodeIs, {self(), state()}});
        });
    publish(false);
}

void BrokerNode::noteFailure(const Error& error)
{
    m_note = error.message;
    m_failure = static_cast<std::uint8_t>(error.kind);
}

void BrokerNode::started(Result<void> result)
{
    Ready ready = std::exchange(m_firstReady, nullptr);
    if (result) {
        m_place.listen = m_broker->endpoint();
        if (ready)
            ready(m_place.listen);
    } else {
        noteFailure(result.error());
        if (ready)
            ready(tl::unexpected(result.error()));
        // The object answers no more; it goes in a task of its own, since it is calling now.
        m_host.control([this] {
            bringDown(false);
            publish(false);
        });
    }
    if (m_starting)
        finish(*m_starting, result.has_value(),
               result ? Outcome{OutcomeKind::NodeIs, {self(), BrokerState::Running}}
                      : Outcome{OutcomeKind::FailedStarting, {self(), result.error().message}});
    m_starting.reset();
    publish(true);
}

void BrokerNode::failed(const Error& why)
{
    noteFailure(why);
    endStop(false, {OutcomeKind::FailedStopping, {self(), why.message}});
    bringDown(false);
    publish(false);
}

void BrokerNode::kill(CommandId command, bool powerLoss)
{
    m_host.control([this, command, powerLoss] {
        if (!m_broker)
            return finish(command, false, {OutcomeKind::DownAlready, {self()}});
        const EventId event = m_journal.report(fact::BrokerKilled{m_id, powerLoss});
        m_host.loop().setCause(event);
        suffer(powerLoss ? FaultKind::PowerLoss : FaultKind::Crash, event,
               command::Restart{m_host.node()});
        endStop(false, {OutcomeKind::KilledStopping, {self()}});
        if (m_starting)
            finish(*m_starting, false, {OutcomeKind::KilledStarting, {self()}});
        m_starting.reset();
        bringDown(powerLoss);
        finish(command, true,
               {powerLoss ? OutcomeKind::DownUnsynced : OutcomeKind::Down, {self()}});
        publish(false);
    });
}

void BrokerNode::suffer(FaultKind kind, EventId event, Command undo)
{
    m_fault.emplace();
    m_fault->id = event;
    m_fault->fault.kind = kind;
    m_fault->fault.node = m_host.node();
    m_fault->since = m_host.loop().now();
    m_fault->undo = std::move(undo);
}

void BrokerNode::bringDown(bool powerLoss)
{
    if (m_broker)
        m_place.listen = m_broker->endpoint().port != 0 ? m_broker->endpoint() : m_place.listen;
    m_broker.reset();
    if (powerLoss)
        m_host.losePower();
    else
        m_host.crash();
    if (m_frozen)
        m_host.setFrozen(false);
    m_frozen = false;
    m_downSince = m_host.loop().now();
}

void BrokerNode::stop(CommandId command)
{
    m_host.control([this, command] {
        if (!m_broker || m_frozen || m_starting || m_stopping)
            return finish(command, false, {OutcomeKind::CannotStop, {self(), state()}});
        m_stopping = command;
        m_broker->stop(broker::Farewell::Controlled, [this, incarnation = m_incarnation] {
            m_host.control([this, incarnation] {
                if (incarnation != m_incarnation || !m_stopping)
                    return; // killed meanwhile
                bringDown(false);
                m_stopped = true;
                endStop(true, {OutcomeKind::Down, {self()}});
                publish(false);
            });
        });
        publish(true);
    });
}

void BrokerNode::endStop(bool ok, Outcome outcome)
{
    if (const auto stopping = std::exchange(m_stopping, std::nullopt))
        finish(*stopping, ok, std::move(outcome));
}

void BrokerNode::freeze(CommandId command, bool frozen)
{
    m_host.control([this, command, frozen] {
        if (!m_broker || m_frozen == frozen)
            return finish(command, false, {OutcomeKind::NodeIs, {self(), state()}});
        setFrozen(frozen);
        finish(command, true, {OutcomeKind::NodeIs, {self(), state()}});
        publish(true);
    });
}

void BrokerNode::setFrozen(bool frozen)
{
    m_frozen = frozen;
    const EventId event = frozen ? m_journal.report(fact::BrokerFrozen{m_id})
                                 : m_journal.report(fact::BrokerThawed{m_id});
    m_fault.reset();
    if (frozen)
        suffer(FaultKind::Freeze, event, command::Thaw{m_host.node()});
    m_host.loop().setCause(event);
    m_host.setFrozen(frozen);
}

void BrokerNode::heal(std::shared_ptr<Countdown> countdown)
{
    m_host.control([this, countdown = std::move(countdown)] {
        std::optional<Outcome> word;
        if (m_broker && m_frozen) {
            setFrozen(false);
            word = Outcome{OutcomeKind::Thawed, {self()}};
        } else if (!m_broker && !m_stopped && !m_place.ensemble.empty()) {
            begin(std::nullopt);
            word = Outcome{OutcomeKind::Starts, {self()}};
        }
        publish(m_broker != nullptr);
        countdown->done(std::move(word));
    });
}

void BrokerNode::shutDown(Task done)
{
    m_host.control([this, done = std::move(done)]() mutable {
        if (!m_broker || m_frozen || state() != BrokerState::Running) {
            bringDown(false);
            done();
            return;
        }
        m_broker->stop(broker::Farewell::Close, [this, done = std::move(done)]() mutable {
            m_host.control([this, done = std::move(done)]() mutable {
                bringDown(false);
                done();
            });
        });
    });
}

void BrokerNode::finish(CommandId command, bool ok, Outcome outcome)
{
    m_journal.report(fact::CommandDone{command, ok, std::move(outcome)});
}

BrokerState BrokerNode::state() const
{
    if (!m_broker)
        return BrokerState::Down;
    if (m_frozen)
        return BrokerState::Frozen;
    switch (m_broker->phase()) {
    case broker::BrokerPhase::Starting:
    case broker::BrokerPhase::Registering:
        return BrokerState::Starting;
    case broker::BrokerPhase::Recovering:
        return BrokerState::Recovering;
    case broker::BrokerPhase::WaitingSession:
        return BrokerState::WaitingSession;
    case broker::BrokerPhase::Running:
        return BrokerState::Running;
    case broker::BrokerPhase::Stopping:
        return BrokerState::Stopping;
    case broker::BrokerPhase::Failed:
        break;
    }
    return BrokerState::Down;
}

void BrokerNode::collect(bool atOnce)
{
    if (atOnce)
        return publish(true);
    if (m_collecting.exchange(true))
        return;
    m_host.control([this] {
        publish(true);
        m_collecting = false;
    });
}

void BrokerNode::publish(bool withReport)
{
    auto status = std::make_shared<BrokerStatus>();
    status->id = m_id;
    status->collectedAt = m_host.loop().now();
    status->state = state();
    status->endpoint =
        (m_broker && m_broker->endpoint().port != 0 ? m_broker->endpoint() : m_place.listen).text();
    status->directory = m_host.disk().absolute("");
    status->incarnation = m_incarnation;
    status->sessionTimeout = m_config.zookeeperSessionTimeout;
    status->downSince = m_downSince;
    status->fault = m_fault;
    status->note = m_note.empty() && m_broker ? m_broker->progress() : m_note;
    const bool opened = m_broker && m_broker->phase() != broker::BrokerPhase::Starting;
    if (withReport && opened) {
        auto report = std::make_shared<BrokerReport>();
        m_broker->report(*report);
        status->report = std::move(report);
    }
    m_mailbox.put(std::move(status));
}

} // namespace hw::cluster
