#include "app/commands/serve.h"

#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands/answers.h"
#include "app/commands/console.h"
#include "app/commands/line_language.h"
#include "app/session/live_session.h"

namespace hw::app {

namespace {

using namespace observe;

constexpr std::size_t kEventsAtOnce = 4096;
constexpr Duration kBusyWait = 1ms;    ///< between two looks while something is awaited
constexpr Duration kEventsWait = 20ms; ///< while events are printed
constexpr Duration kIdleWait = 100ms;

/// One line at a time: the next is begun when the last is answered.
class Server
{
public:
    Server(LiveSession& session, StopSignals& stops, Answers& answers)
        : m_session(session)
        , m_cluster(session.cluster())
        , m_stops(stops)
        , m_answers(answers)
    {
    }

    /// Waits until every broker runs or has failed. False: a signal came first.
    Result<bool> start();
    /// Obeys lines until `quit` or a signal.
    void run();

private:
    /// What the line under way waits for.
    struct Pending
    {
        std::string line;
        std::optional<CommandId> command;
        std::optional<line::Await> await;
        std::optional<Line> printout; ///< of a picture taken after the line came
        Instant since;
    };

    void begin(const std::string& text);
    void obey(const std::string& text, const line::Nothing&);
    void obey(const std::string& text, const line::Status& status) { look(text, status); }
    void obey(const std::string& text, const line::Topics& topics) { look(text, topics); }
    void obey(const std::string& text, const line::Groups& groups) { look(text, groups); }
    void obey(const std::string& text, const line::Events& events);
    void obey(const std::string& text, const line::Submit& submit);
    void obey(const std::string& text, const line::Await& await);
    void obey(const std::string& text, const line::Quit&);
    void obey(const std::string& text, const line::Help&);
    void look(const std::string& text, Line printout);

    void takeEvents();
    void takeEvent(const Event& event);
    void goOn();
    void goOnWaiting(const line::Await& await);
    void print(const line::Status& status);
    void print(const line::Topics&);
    void print(const line::Groups&);
    template <class Other> void print(const Other&) {}

    Pending& expect(const std::string& text);
    Instant now() const { return m_session.now(); }

    LiveSession& m_session;
    cluster::EngineCluster& m_cluster;
    StopSignals& m_stops;
    Answers& m_answers;
    LineInput m_input{STDIN_FILENO, kMaxLine};
    std::optional<Pending> m_pending;
    cluster::Losses m_losses;
    bool m_events = false;
    bool m_quit = false;
};

Result<bool> Server::start()
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

void Server::run()
{
    while (!m_quit) {
        const Duration most = m_pending ? kBusyWait : (m_events ? kEventsWait : kIdleWait);
        const Readable readable = waitFor(m_stops, m_input, most);
        if (readable.signal && m_stops.take() > 0)
            return;
        if (readable.input)
            m_input.read();
        takeEvents();
        if (m_pending)
            goOn();
        while (!m_pending && !m_quit) {
            const std::optional<std::string> text = m_input.next();
            if (!text)
                break;
            begin(*text);
        }
    }
}

void Server::begin(const std::string& text)
{
    if (text.size() > kMaxLine) {
        m_answers.error(text.substr(0, 32),
                        fmt::format("the line is too long; {} bytes are allowed", kMaxLine));
        return;
    }
    const std::string shown = text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
    const Result<Line> line = readLine(text);
    if (!line)
        m_answers.error(shown, line.error().message);
    else
        std::visit([&](const auto& kind) { obey(shown, kind); }, *line);
}

void Server::obey(const std::string&, const line::Nothing&) {}

void Server::obey(const std::string& text, const line::Events& events)
{
    m_events = events.on;
    m_answers.ok(text);
}

void Server::obey(const std::string& text, const line::Submit& submit)
{
    expect(text).command = m_cluster.submit(submit.command);
}

void Server::obey(const std::string& text, const line::Await& await)
{
    expect(text).await = await;
    m_cluster.collect();
}

void Server::obey(const std::string& text, const line::Quit&)
{
    m_answers.ok(text);
    m_quit = true;
}

void Server::obey(const std::string&, const line::Help&) { m_answers.help(lineHelp()); }

void Server::look(const std::string& text, Line printout)
{
    expect(text).printout = std::move(printout);
    m_cluster.collect();
}

Server::Pending& Server::expect(const std::string& text)
{
    m_pending = Pending{text, std::nullopt, std::nullopt, std::nullopt, now()};
    return *m_pending;
}

void Server::takeEvents()
{
    const cluster::EventBatch batch = m_cluster.takeEvents(kEventsAtOnce);
    m_losses.events += batch.lost;
    if (m_events && batch.lost > 0)
        m_answers.eventsLost(batch.lost);
    for (const Event& event : batch.events)
        takeEvent(event);
}

void Server::takeEvent(const Event& event)
{
    if (m_events)
        m_answers.event(event);
    const auto* done = std::get_if<fact::CommandDone>(&event.fact);
    if (!done || !m_pending || m_pending->command != done->command)
        return;
    if (done->ok)
        m_answers.ok(m_pending->line, done->message);
    else
        m_answers.error(m_pending->line, done->message);
    m_pending.reset();
}

void Server::goOn()
{
    // The question before may have found reports of an earlier moment already under way.
    if (!m_pending->command && !m_cluster.fresh(m_pending->since))
        m_cluster.collect();
    if (m_pending->await) {
        goOnWaiting(*m_pending->await);
        return;
    }
    if (!m_pending->printout || !m_cluster.fresh(m_pending->since))
        return;
    std::visit([this](const auto& kind) { print(kind); }, *m_pending->printout);
    m_pending.reset();
}

void Server::goOnWaiting(const line::Await& await)
{
    const Duration waited = now() - m_pending->since;
    std::optional<std::string> why = "the cluster does not answer";
    if (m_cluster.fresh(m_pending->since)) {
        const auto snapshot = m_cluster.snapshot();
        why = missing(await.condition, *snapshot, *m_cluster.gauges());
    }
    if (!why) {
        m_answers.ok(m_pending->line, fmt::format("after {} ms", toMs(waited)));
        m_pending.reset();
    } else if (waited >= await.timeout) {
        m_answers.error(m_pending->line,
                        fmt::format("{}: after {} ms {}", m_pending->line, toMs(waited), *why));
        m_pending.reset();
    }
}

void Server::print(const line::Status& status)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.status(m_pending->line, *snapshot, *m_cluster.gauges(), m_losses, status.json);
}

void Server::print(const line::Topics&)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.topics(m_pending->line, *snapshot, *m_cluster.gauges());
}

void Server::print(const line::Groups&)
{
    const auto snapshot = m_cluster.snapshot();
    m_answers.groups(m_pending->line, *snapshot, *m_cluster.gauges());
}

void warn(const std::string& message) { LineOutput(STDERR_FILENO).line("highwater: " + message); }

int refuse(const std::string& message)
{
    warn(message);
    return kWrongUse;
}

} // namespace

int serve(const ServeOptions& options, std::chrono::steady_clock::time_point started)
{
    StopSignals stops;
    LineOutput output(STDOUT_FILENO);
    Answers answers(output, options.json);
    const auto session = LiveSession::start(options.spec, options.dataDirectory);
    if (!session)
        return refuse(session.error().message);
    Server server(**session, stops, answers);
    const Result<bool> ready = server.start();
    if (!ready)
        return refuse(ready.error().message);
    if (*ready) {
        const Duration took = std::chrono::steady_clock::now() - started;
        cluster::EngineCluster& cluster = (*session)->cluster();
        for (const std::string& failure : cluster.brokerFailures())
            warn(failure);
        answers.ready(cluster.bootstrap(), cluster.ensembleConnect(), toMs(took));
        server.run();
    }
    return kDone;
}

} // namespace hw::app
