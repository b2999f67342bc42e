#include "app/scenario/scenario_player.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/commands/line_language.h"

namespace hw::app {

using namespace observe;

/// What is printed while it is played; a window takes the texts of its own language.
static constexpr std::string_view kEnglish = "en";

using Why = ScenarioFailure::Why;

static ScenarioFailure notSo(Why why, const NamedCondition& wanted, Duration after,
                             const Lack& lack)
{
    return {why, wanted.text, after, {}, {}, lack.instead};
}

std::string_view textOf(ScenarioNews::Kind kind)
{
    using enum ScenarioNews::Kind;
    switch (kind) {
    case Note:
        return "note";
    case Step:
        return "step";
    case Done:
        return "done";
    case Expect:
        return "expect";
    case Met:
        return "met";
    case Failed:
        return "failed";
    case Measured:
        return "measured";
    case Passed:
        return "passed";
    }
    return "?";
}

ScenarioPlayer::ScenarioPlayer(const Scenario& scenario, cluster::Cluster& cluster,
                               const Instruments* instruments)
    : m_scenario(scenario)
    , m_cluster(&cluster)
    , m_instruments(instruments)
{
}

void ScenarioPlayer::take(const fact::CommandDone& done)
{
    const bool ours =
        std::ranges::any_of(m_pending, [&](const Pending& one) { return one.id == done.command; });
    if (ours)
        m_done.push_back(done);
}

std::vector<ScenarioNews> ScenarioPlayer::advance(Instant now)
{
    m_now = now;
    m_picture.reset();
    if (!m_begun) {
        m_begun = now;
        tell(Kind::Note, m_scenario.text.empty()
                             ? m_scenario.name.in(kEnglish)
                             : m_scenario.name.in(kEnglish) + ": " + m_scenario.text.in(kEnglish));
    }
    if (m_state == State::Playing)
        outcomes();
    if (m_state == State::Playing && !m_ready)
        prepare();
    if (m_state == State::Playing && m_ready)
        steps();
    if (m_state == State::Playing)
        judge();
    if (m_state == State::Playing)
        measure();
    const bool over = m_ready && m_next == m_scenario.steps.size() && m_pending.empty() &&
                      m_expected.empty() && m_held.empty();
    if (m_state == State::Playing && over) {
        m_state = State::Passed;
        tell(Kind::Passed, fmt::format("{} of {} steps", m_next, m_scenario.steps.size()));
    }
    return std::exchange(m_news, {});
}

/// One command of the workload after the other.
void ScenarioPlayer::prepare()
{
    if (!m_pending.empty())
        return;
    if (m_prepared < m_scenario.workload.size()) {
        const Command& next = m_scenario.workload[m_prepared++];
        submit(next, observe::textOf(next));
        return;
    }
    m_ready = m_now;
    m_lastFired = m_now;
}

void ScenarioPlayer::outcomes()
{
    for (const fact::CommandDone& done : std::exchange(m_done, {})) {
        const auto found = std::ranges::find(m_pending, done.command, &Pending::id);
        if (found == m_pending.end())
            continue;
        const std::string what = found->what;
        const bool toBeRefused = found->refused;
        const ScenarioFailure failure{toBeRefused ? Why::NotRefused : Why::Refused,
                                      what,
                                      {},
                                      std::move(found->command),
                                      done.outcome,
                                      {}};
        m_pending.erase(found);
        const std::string said = observe::textOf(done.outcome);
        const std::string outcome = said.empty() ? what : what + ": " + said;
        if (done.ok && toBeRefused)
            return failed(fmt::format("{}: that was to be refused", outcome), failure);
        if (!done.ok && !toBeRefused)
            return failed(outcome, failure);
        tell(Kind::Done, toBeRefused ? "refused: " + outcome : outcome);
        if (toBeRefused)
            m_news.back().refusal = ScenarioRefusal{what, *failure.command, done.outcome};
    }
    for (const Pending& one : m_pending)
        if (m_now - one.since > kLongestCommand)
            return failed(
                fmt::format("{}: no outcome in {} s", one.what, toMs(kLongestCommand) / 1000),
                {Why::NoOutcome, one.what, kLongestCommand, one.command, {}, {}});
}

void ScenarioPlayer::steps()
{
    const std::size_t end = std::min(m_allowed, m_scenario.steps.size());
    while (m_state == State::Playing && m_next < end) {
        const ScenarioStep& step = m_scenario.steps[m_next];
        if (!isDue(step))
            return;
        if (!m_due)
            m_due = m_now;
        if (namesClients(step) && picture().complete < *m_due)
            return; // one that knows everybody is on its way
        m_due.reset();
        ++m_next;
        m_lastFired = m_now;
        for (std::size_t which = 0; which < step.measures.size(); ++which)
            m_running.push_back({m_next - 1, which, valueOf(step.measures[which]), m_now, m_now});
        fire(step);
    }
}

const Snapshot& ScenarioPlayer::picture()
{
    if (!m_picture)
        m_picture = m_cluster->snapshot();
    return *m_picture;
}

bool ScenarioPlayer::namesClients(const ScenarioStep& step)
{
    return std::ranges::any_of(step.lines, [](const std::string& text) { return !readLine(text); });
}

bool ScenarioPlayer::isDue(const ScenarioStep& step)
{
    if (step.at)
        return m_now - *m_ready >= *step.at;
    if (step.after)
        return m_now - m_lastFired >= *step.after;
    if (step.whenAllMet)
        return isIdle();
    if (!step.when)
        return true;
    const auto missing = missingFor(step.when->condition, m_lastFired);
    if (!missing) {
        tell(Kind::Met, step.when->text);
        return true;
    }
    if (m_now - m_lastFired >= step.within)
        failed(fmt::format("{}: when {}: after {} ms {}", step.place, step.when->text,
                           toMs(m_now - m_lastFired), missing->text),
               notSo(Why::NotDue, *step.when, m_now - m_lastFired, *missing));
    return false;
}

void ScenarioPlayer::fire(const ScenarioStep& step)
{
    if (!step.text.empty())
        tell(Kind::Note, step.text.in(kEnglish));
    picture();
    submitLines(step, step.lines, false);
    submitLines(step, step.refused, true);
    if (m_state != State::Playing)
        return;
    for (const NamedCondition& expected : step.expects) {
        tell(Kind::Expect, fmt::format("{} within {} ms", expected.text, toMs(step.within)));
        m_expected.push_back({step.place, expected, m_now, step.within});
    }
    for (const NamedCondition& held : step.holds) {
        tell(Kind::Expect, fmt::format("{} for {} ms", held.text, toMs(step.holdsFor)));
        m_held.push_back({step.place, held, m_now, step.within, step.holdsFor, {}});
    }
}

void ScenarioPlayer::submitLines(const ScenarioStep& step, const std::vector<std::string>& lines,
                                 bool refused)
{
    for (const std::string& text : lines) {
        // Read again, since only now there is a picture that knows the clients' names.
        const Result<Line> line = readLine(text, namesOf(m_picture));
        if (!line)
            return failed(fmt::format("{}: {}: {}", step.place, text, line.error().message),
                          {Why::Unreadable, text, {}, {}, {}, {}});
        const Command& command = std::get<line::Submit>(*line).command;
        tell(Kind::Step, text);
        if (refused)
            m_news.back().refusal = ScenarioRefusal{text, command, {}};
        submit(command, text, refused);
    }
}

void ScenarioPlayer::judge()
{
    std::vector<Expected> open;
    for (Expected& one : std::exchange(m_expected, {})) {
        const Duration waited = m_now - one.since;
        const auto missing = missingFor(one.wanted.condition, one.since);
        if (!missing) {
            tell(Kind::Met, fmt::format("{} after {} ms", one.wanted.text, toMs(waited)));
        } else if (waited < one.within) {
            open.push_back(std::move(one));
        } else {
            failed(fmt::format("{}: expect {}: after {} ms {}", one.place, one.wanted.text,
                               toMs(waited), missing->text),
                   notSo(Why::NeverCame, one.wanted, waited, *missing));
        }
    }
    m_expected = std::move(open);
    judgeHeld();
    judgeAlways();
}

bool ScenarioPlayer::isExpecting(const std::string& place) const
{
    return std::ranges::any_of(m_expected, [&](const Expected& one) { return one.place == place; });
}

void ScenarioPlayer::judgeHeld()
{
    std::vector<Held> open;
    for (Held& one : std::exchange(m_held, {})) {
        if (m_state != State::Playing)
            return;
        if (!one.holdsSince && isExpecting(one.place)) {
            one.since = m_now;
            open.push_back(std::move(one));
            continue;
        }
        const auto missing = missingFor(one.wanted.condition, one.since);
        if (missing && one.holdsSince) {
            failed(fmt::format("{}: holds {}: after {} ms {}", one.place, one.wanted.text,
                               toMs(m_now - *one.holdsSince), missing->text),
                   notSo(Why::HeldNoMore, one.wanted, m_now - *one.holdsSince, *missing));
        } else if (missing && m_now - one.since >= one.within) {
            failed(fmt::format("{}: holds {}: after {} ms {}", one.place, one.wanted.text,
                               toMs(m_now - one.since), missing->text),
                   notSo(Why::NeverHeld, one.wanted, m_now - one.since, *missing));
        } else if (!missing && one.holdsSince && m_now - *one.holdsSince >= one.lasts) {
            tell(Kind::Met, fmt::format("{} for {} ms", one.wanted.text, toMs(one.lasts)));
        } else {
            if (!missing && !one.holdsSince)
                one.holdsSince = m_now;
            open.push_back(std::move(one));
        }
    }
    m_held = std::move(open);
}

void ScenarioPlayer::judgeAlways()
{
    if (!m_ready || m_state != State::Playing)
        return;
    for (const NamedCondition& wanted : m_scenario.always)
        if (const auto lack =
                lackOf(wanted.condition, picture(), *m_cluster->gauges(), m_instruments)) {
            failed(fmt::format("always {}: {}", wanted.text, lack->text),
                   notSo(Why::Broken, wanted, {}, *lack));
            return;
        }
}

std::optional<Lack> ScenarioPlayer::missingFor(const Condition& condition, Instant since)
{
    for (const Pending& one : m_pending)
        if (one.first && one.since == since)
            return Lack(one.what + " has not taken effect");
    const Snapshot& now = picture();
    if (now.complete <= since)
        return Lack("the cluster does not answer");
    return lackOf(condition, now, *m_cluster->gauges(), m_instruments);
}

void ScenarioPlayer::submit(Command command, std::string what, bool refused)
{
    // These last: what they do on the way can be awaited, too.
    const bool lasts = std::holds_alternative<command::Restart>(command) ||
                       std::holds_alternative<command::Stop>(command);
    const CommandId id = m_cluster->submit(command);
    m_pending.push_back({id, std::move(what), std::move(command), m_now, !lasts, refused});
}

void ScenarioPlayer::tell(Kind kind, std::string text)
{
    const Duration at = m_now - m_ready.value_or(*m_begun);
    m_news.push_back({kind, at, std::move(text), {}, {}});
}

void ScenarioPlayer::failed(std::string text, ScenarioFailure failure)
{
    m_state = State::Failed;
    tell(Kind::Failed, std::move(text));
    m_news.back().failure = std::move(failure);
}

} // namespace hw::app
