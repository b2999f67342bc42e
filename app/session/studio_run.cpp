#include "app/session/studio_run.h"

#include <algorithm>

namespace hw::app {

StudioRun::StudioRun(std::unique_ptr<SimSession> first)
    : m_session(std::move(first))
    , m_tree(m_session->cluster().spec())
{
    m_session->script().setOnOwn([this] { return onOwn(); });
}

StudioRun::~StudioRun() = default;

void StudioRun::setInterest(cluster::Interest interest)
{
    m_interest = interest;
    m_session->cluster().setInterest(interest);
}

void StudioRun::sync()
{
    RunFuture& present = m_tree.present();
    const auto& given = m_session->script().given();
    if (given.size() > present.log.commands.size()) {
        present.log.commands = given;
        m_tree.changed();
    }
    present.left = m_session->position();
    present.end = std::max(present.end, present.left);
}

/// Somebody gives a command that was not known: what was known to come is another future.
std::uint64_t StudioRun::onOwn()
{
    sync();
    const bool isPast = m_session->position() < m_tree.present().end;
    if (isPast && !m_tree.isFull())
        m_tree.fork(m_session->position(), m_session->script().given());
    else if (isPast) // the future is given up, since no more can be kept
        m_tree.present().end = m_session->position();
    m_tree.present().log.commands = m_session->script().given();
    m_session->script().forgetComing();
    return ++m_serial;
}

void StudioRun::stay() { m_way.reset(); }

void StudioRun::advance(Duration real, Duration budget)
{
    if (m_way)
        return travel(budget);
    SimClock& clock = m_session->clock();
    const Duration began = clock.machineNow();
    if (m_beside && !m_beside->isAt(m_session->now(), began + budget, clock))
        return; // time waits for the second cluster
    clock.advance(real, budget);
    sync();
    if (m_beside) {
        m_beside->follow(m_tree.present().log);
        (void)m_beside->isAt(m_session->now(), clock.machineNow() + budget / 2, clock);
    }
    const bool isPaused = clock.state().mode == cluster::TimeState::Mode::Paused;
    const Duration deadline = clock.machineNow() + (isPaused ? budget : budget / 4);
    m_parked.tend(m_tree.present().log, m_session->position(),
                  [&] { return clock.machineNow() >= deadline; });
}

cluster::RunState StudioRun::state() const
{
    cluster::RunState state;
    state.jumps = m_jumps;
    const RunFuture& present = m_tree.present();
    const RunPosition here = m_session->position();
    state.inPast = here < present.end;
    state.knownTo = std::max(present.end.at, here.at);
    state.tree = m_tree.version();
    state.fingerprint = m_session->cluster().fingerprint();
    if (m_way) {
        state.goal = m_way->goal.position ? m_way->goal.position->at : m_way->goal.at;
        const Duration whole = state.goal - m_way->from;
        const Duration gone = m_way->session->now() - m_way->from;
        state.travelled = whole > Duration::zero() ? static_cast<double>(gone.count()) /
                                                         static_cast<double>(whole.count())
                                                   : 1.0;
    } else if (m_beside && m_beside->session().now() < here.at) {
        state.goal = here.at;
        state.travelled = static_cast<double>(m_beside->session().now().sinceStart().count()) /
                          static_cast<double>(here.at.sinceStart().count());
    }
    return state;
}

std::vector<observe::Event> StudioRun::past() const
{
    const auto& past = m_session->past();
    return {past.begin(), past.end()};
}

bool StudioRun::stepBack(Back to)
{
    sync();
    const RunPosition from =
        m_way && m_way->goal.position ? *m_way->goal.position : m_session->position();
    const auto before = m_session->script().markBefore(from, to == Back::Event);
    if (!before)
        return false;
    leaveFor(m_tree.present().id, {before, before->at, true});
    return true;
}

void StudioRun::goTo(Instant at)
{
    sync();
    const RunPosition& end = m_tree.present().end;
    if (at >= end.at)
        leaveFor(m_tree.present().id, {end, end.at, true});
    else
        leaveFor(m_tree.present().id, {std::nullopt, std::max(at, Instant()), true});
}

bool StudioRun::fork()
{
    if (m_tree.isFull())
        return false;
    sync();
    m_tree.fork(m_session->position(), m_session->script().given());
    m_session->script().forgetComing();
    return true;
}

void StudioRun::switchTo(std::int32_t branch)
{
    sync();
    if (const RunFuture* future = m_tree.find(branch); future && branch != m_tree.present().id)
        leaveFor(branch, {future->left, future->left.at, true});
}

bool StudioRun::returnTo(const std::vector<RunCommand>& commands, const RunPosition& position)
{
    sync();
    for (const cluster::RunBranch& branch : m_tree.list()) {
        const RunFuture& future = *m_tree.find(branch.id);
        if (future.end < position || !beginsWith(future.log.commands, commands, position))
            continue;
        leaveFor(branch.id, {position, position.at, true});
        return true;
    }
    return false;
}

void StudioRun::rename(std::int32_t branch, const std::string& name)
{
    m_tree.rename(branch, name);
}

void StudioRun::remove(std::int32_t branch)
{
    if (m_way && m_way->branch == branch)
        stay();
    m_tree.remove(branch);
}

void StudioRun::leaveFor(std::int32_t branch, const RunGoal& goal)
{
    m_session->clock().pause();
    stay();
    Way way;
    way.branch = branch;
    way.log = m_tree.find(branch)->log;
    way.goal = goal;
    way.session = m_parked.take(way.log, goal);
    if (!way.session) {
        auto fresh = SimSession::start(way.log.spec);
        if (!fresh)
            return; // it was started once: it can be again
        way.session = std::move(*fresh);
    }
    way.session->script().follow(way.log);
    way.from = way.session->now();
    m_way = std::move(way);
    travel(kFirstBudget);
}

void StudioRun::travel(Duration budget)
{
    const SimClock& clock = m_session->clock();
    const Duration deadline = clock.machineNow() + budget;
    if (m_way->session->runTo(m_way->goal, [&] { return clock.machineNow() >= deadline; }))
        arrive();
}

void StudioRun::arrive()
{
    Way way = std::move(*m_way);
    m_way.reset();
    if (m_beforeJump)
        m_beforeJump();
    const RunLog left = m_session->log();
    if (way.session->script().isBeginningOf(left) &&
        way.session->position() <= m_session->position())
        way.session->script().takeMarks(m_session->script());
    way.session->clock().setUpAs(m_session->clock());
    m_session->script().setOnOwn({});
    way.session->script().setOnOwn([this] { return onOwn(); });
    way.session->cluster().setInterest(m_interest);
    std::swap(m_session, way.session);
    m_parked.leave(std::move(way.session));
    m_tree.setPresent(way.branch);
    sync();
    ++m_jumps;
    if (m_beside)
        m_beside->restart();
    if (m_afterJump)
        m_afterJump();
}

void StudioRun::showBeside(std::int32_t branch)
{
    sync();
    if (const RunFuture* future = m_tree.find(branch))
        m_beside = BesideRun::start(future->log, std::nullopt);
}

void StudioRun::showBeside(cluster::RunChange change)
{
    sync();
    m_beside = BesideRun::start(m_tree.present().log, change);
}

cluster::Cluster* StudioRun::beside()
{
    return m_beside ? &m_beside->session().cluster() : nullptr;
}

std::string StudioRun::readCondition(const std::string& text, std::function<bool()>& holds)
{
    std::function<bool(cluster::Cluster&)> test;
    const std::string problem =
        m_readCondition ? m_readCondition(text, test) : "conditions cannot be read here";
    if (problem.empty())
        holds = [this, test = std::move(test)] { return test(m_session->cluster()); };
    return problem;
}

} // namespace hw::app
