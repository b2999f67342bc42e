#include "app/commands/line_server.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands/options.h"

namespace hw::app {

using namespace observe;

namespace {

constexpr std::size_t kEventsAtOnce = 4096;
constexpr Duration kBusyWait = 1ms;     ///< between two looks while an answer is awaited
constexpr Duration kAwaitWait = 10ms;   ///< the same for a condition that did not come at once:
constexpr Duration kImpatience = 100ms; ///< within that time
constexpr Duration kEventsWait = 20ms;  ///< while events are printed
constexpr Duration kPlayWait = 5ms;     ///< while a scenario is played
constexpr Duration kIdleWait = 100ms;
constexpr Duration kLookPace = 50ms; ///< between two pictures for watching groups

} // namespace

LineServer::LineServer(LiveSession& session, StopSignals& stops, Answers& answers)
    : m_session(session)
    , m_cluster(session.cluster())
    , m_stops(stops)
    , m_answers(answers)
    , m_instruments(Instruments::of(session))
    , m_input(STDIN_FILENO, kMaxLine)
{
}

Result<bool> LineServer::start()
{
    using Startup = cluster::EngineCluster::Startup;
    const LineInput noInput(-1, 0);
    while (true) {
        switch (m_cluster.startup()) {
        case Startup::Ready:
            return true;
        case Startup::Failed:
            return fail(Failure::Busy, m_cluster.startupFailure());
        case Startup::Going:
            break;
        }
        if (waitFor(m_stops, noInput, kBusyWait).signal)
            return false;
    }
}

void LineServer::play(const Scenario& scenario)
{
    m_player.emplace(scenario, m_cluster, &m_instruments);
}

int LineServer::run()
{
    const int code = runToTheEnd();
    if (!m_groups)
        return code;
    takeEvents();
    m_groups->finish();
    return code == kDone && m_groups->hasFailed() ? kCheckFailed : code;
}

int LineServer::runToTheEnd()
{
    while (!m_quit) {
        takeEvents();
        lookAtGroups();
        goOn();
        if (const auto code = goOnPlaying())
            return *code;
        beginLines();
        if (m_quit)
            break;
        const Readable readable = waitFor(m_stops, m_input, longestWait());
        if (readable.signal && m_stops.take() > 0)
            return kDone;
        if (readable.input)
            m_input.read();
        readLines();
    }
    return kDone;
}

Duration LineServer::longestWait() const
{
    const auto isPatient = [this](const Pending& one) {
        return one.await && now() - one.since > kImpatience;
    };
    if (!m_pending.empty())
        return std::ranges::all_of(m_pending, isPatient) ? kAwaitWait : kBusyWait;
    if (m_player)
        return kPlayWait;
    return m_events || m_groups ? kEventsWait : kIdleWait;
}

void LineServer::readLines()
{
    while (m_waiting.size() < LineInput::kMaxQueuedLines) {
        const std::optional<std::string> text = m_input.next();
        if (!text)
            return;
        Place place;
        if (text->size() <= kMaxLine)
            if (const auto line = readLine(*text, anyName()))
                place = placeOf(*line);
        m_waiting.push_back({*text, place});
    }
}

void LineServer::beginLines()
{
    while (!m_quit) {
        std::vector<Place> waiting;
        for (const Waiting& one : m_waiting)
            waiting.push_back(one.place);
        std::vector<Place> begun;
        for (const Pending& one : m_pending)
            begun.push_back(one.place);
        const Duration longest = m_pending.empty() ? Duration{} : now() - m_pending.front().since;
        const auto next = nextToBegin(waiting, begun, longest);
        if (!next)
            return;
        const auto at = m_waiting.begin() + static_cast<std::ptrdiff_t>(*next);
        Waiting line = std::move(*at);
        m_waiting.erase(at);
        begin(std::move(line));
    }
}

void LineServer::begin(Waiting waiting)
{
    std::string& text = waiting.text;
    if (text.size() > kMaxLine) {
        m_answers.error(text.substr(0, 32),
                        fmt::format("the line is too long; {} bytes are allowed", kMaxLine));
        return;
    }
    if (text.ends_with('\r'))
        text.pop_back();
    const Result<Line> line = readLine(text);
    const bool named = !line && readLine(text, anyName());
    if (!line && !named) {
        m_answers.error(text, line.error().message);
        return;
    }
    m_pending.push_back({std::move(text), waiting.place, now(), {}, {}, {}, named});
    if (named) { // only a new picture tells who that is
        m_cluster.collect();
        return;
    }
    std::visit([&](const auto& kind) { obey(kind); }, *line);
}

void LineServer::obey(const line::Nothing&) { answered(); }

void LineServer::obey(const line::Events& events)
{
    m_events = events.on;
    m_answers.ok(current().line);
    answered();
}

void LineServer::obey(const line::Submit& submit)
{
    current().command = m_cluster.submit(submit.command);
}

void LineServer::obey(const line::Await& await)
{
    current().await = await;
    m_cluster.collect();
}

void LineServer::obey(const line::Quit&)
{
    m_answers.ok(current().line);
    answered();
    m_quit = true;
}

void LineServer::obey(const line::Help&)
{
    m_answers.help(lineHelp());
    answered();
}

void LineServer::look(Line printout)
{
    current().printout = std::move(printout);
    m_cluster.collect();
}

void LineServer::takeEvents()
{
    const cluster::EventBatch batch = m_cluster.takeEvents(kEventsAtOnce);
    m_losses.events += batch.lost;
    if (m_events && batch.lost > 0)
        m_answers.eventsLost(batch.lost);
    for (const Event& event : batch.events)
        takeEvent(event);
}

/// What the events say is printed at once; how many records waited is known a look later.
void LineServer::lookAtGroups()
{
    if (!m_groups || now() - m_lastLook < kLookPace)
        return;
    m_lastLook = now();
    m_groups->look(*m_cluster.snapshot(), *m_cluster.gauges());
}

void LineServer::takeEvent(const Event& event)
{
    if (m_events)
        m_answers.event(event);
    if (m_groups)
        m_groups->take(event);
    const auto* done = std::get_if<fact::CommandDone>(&event.fact);
    if (!done)
        return;
    if (m_player)
        m_player->take(*done);
    const auto found = std::ranges::find_if(
        m_pending, [&](const Pending& one) { return one.command == done->command; });
    if (found == m_pending.end())
        return;
    if (done->ok)
        m_answers.ok(found->line, done->message);
    else
        m_answers.error(found->line, done->message);
    m_pending.erase(found);
}

void LineServer::goOn()
{
    std::erase_if(m_pending, [&](Pending& one) { return goOn(one); });
}

bool LineServer::goOn(Pending& pending)
{
    if (pending.command)
        return false;
    // The question before may have found reports of an earlier moment already under way.
    const bool fresh = m_cluster.fresh(pending.since);
    if (!fresh)
        m_cluster.collect();
    if (pending.named)
        return fresh && submitNamed(pending);
    if (pending.await)
        return goOnWaiting(pending, *pending.await);
    if (!pending.printout || !fresh)
        return false;
    std::visit([&](const auto& kind) { print(pending, kind); }, *pending.printout);
    return true;
}

/// A command that names a client. True if there is no such.
bool LineServer::submitNamed(Pending& pending)
{
    const Result<Line> line = readLine(pending.line, namesOf(m_cluster.snapshot()));
    pending.named = false;
    if (!line) {
        m_answers.error(pending.line, line.error().message);
        return true;
    }
    pending.command = m_cluster.submit(std::get<line::Submit>(*line).command);
    return false;
}

bool LineServer::goOnWaiting(Pending& pending, const line::Await& await)
{
    const Duration waited = now() - pending.since;
    std::optional<std::string> why = "the cluster does not answer";
    if (m_cluster.fresh(pending.since)) {
        const auto snapshot = m_cluster.snapshot();
        why = missing(await.condition, *snapshot, *m_cluster.gauges(), &m_instruments);
    }
    if (why && waited < await.timeout)
        return false;
    if (why)
        m_answers.error(pending.line,
                        fmt::format("{}: after {} ms {}", pending.line, toMs(waited), *why));
    else
        m_answers.ok(pending.line, fmt::format("after {} ms", toMs(waited)));
    return true;
}

void LineServer::print(const Pending& pending, const line::Status& status)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.status(pending.line, *snapshot, *m_cluster.gauges(), m_losses, status.json);
}

void LineServer::print(const Pending& pending, const line::Topics&)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.topics(pending.line, *snapshot, *m_cluster.gauges());
}

void LineServer::print(const Pending& pending, const line::Groups&)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.groups(pending.line, *snapshot, *m_cluster.gauges());
}

void LineServer::print(const Pending& pending, const line::Faults&)
{
    m_answers.faults(pending.line, *m_cluster.snapshot());
}

std::optional<int> LineServer::goOnPlaying()
{
    if (!m_player)
        return std::nullopt;
    for (const ScenarioNews& news : m_player->advance(now()))
        m_answers.scenario(textOf(news.kind), news.at, news.text);
    switch (m_player->state()) {
    case ScenarioPlayer::State::Playing:
        return std::nullopt;
    case ScenarioPlayer::State::Passed:
        return kDone;
    case ScenarioPlayer::State::Failed:
        break;
    }
    return kCheckFailed;
}

} // namespace hw::app
