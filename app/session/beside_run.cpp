#include "app/session/beside_run.h"

#include "engine/base/assert.h"

namespace hw::app {

using cluster::RunChange;
namespace command = observe::command;

static const char* const kMinIsr = "min.insync.replicas";

static std::optional<std::int32_t> acksOf(RunChange change)
{
    switch (change) {
    case RunChange::AcksNone:
        return 0;
    case RunChange::AcksOne:
        return 1;
    case RunChange::AcksAll:
        return -1;
    default:
        return std::nullopt;
    }
}

static std::optional<command::Assignor> assignorOf(RunChange change)
{
    if (change == RunChange::Eager)
        return command::Assignor::Range;
    if (change == RunChange::Cooperative)
        return command::Assignor::CooperativeSticky;
    return std::nullopt;
}

RunLog changed(const RunLog& log, RunChange change)
{
    RunLog other = log;
    other.byTime = true;
    const auto acks = acksOf(change);
    const auto assignor = assignorOf(change);
    if (acks)
        other.spec.demoAcks = acks;
    if (assignor)
        other.spec.demoAssignor = assignor;
    if (change == RunChange::MinIsrOne || change == RunChange::MinIsrTwo)
        other.spec.configs[kMinIsr] = change == RunChange::MinIsrOne ? "1" : "2";
    for (RunCommand& each : other.commands) {
        if (auto* producer = std::get_if<command::AddProducer>(&each.command); producer && acks) {
            producer->acks = *acks;
            producer->idempotent = producer->idempotent && *acks == -1;
        }
        auto* consumer = std::get_if<command::AddConsumer>(&each.command);
        if (consumer && assignor && consumer->protocol == command::GroupProtocol::Classic &&
            consumer->assignor != command::Assignor::Fixed)
            consumer->assignor = *assignor;
    }
    return other;
}

std::unique_ptr<BesideRun> BesideRun::start(const RunLog& log, std::optional<RunChange> change)
{
    auto beside = std::unique_ptr<BesideRun>(new BesideRun);
    beside->m_change = change;
    beside->m_log = change ? changed(log, *change) : log;
    auto session = SimSession::start(beside->m_log.spec);
    if (!session)
        return nullptr;
    beside->m_session = std::move(*session);
    beside->m_session->script().follow(beside->m_log);
    return beside;
}

void BesideRun::restart()
{
    auto session = SimSession::start(m_log.spec);
    HW_ASSERT(session.has_value(), "what was started once can be started again");
    m_session = std::move(*session);
    m_session->script().follow(m_log);
}

void BesideRun::follow(const RunLog& log)
{
    if (!m_change || log.commands.size() == m_log.commands.size())
        return;
    m_log = changed(log, *m_change);
    if (m_session->script().isBeginningOf(m_log))
        m_session->script().follow(m_log);
    else
        restart(); // the first one took another branch
}

bool BesideRun::isAt(Instant now, Duration deadline, const SimClock& machine)
{
    if (m_session->now() > now)
        restart();
    // Who looks at it takes the events; while it catches up nobody does.
    return m_session->now() == now ||
           m_session->runTo({std::nullopt, now}, [&] { return machine.machineNow() >= deadline; });
}

} // namespace hw::app
