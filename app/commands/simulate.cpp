#include "app/commands/simulate.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/commands/console.h"
#include "engine/simulate/rules.h"
#include "engine/simulate/run.h"

namespace hw::app {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr std::chrono::seconds kProgressPace{20};

/// For the last words of a run that broke one of the engine's own assumptions.
thread_local std::uint64_t t_seed = 0;
std::atomic<bool> g_isStopping{false};

void writeNumber(std::uint64_t number)
{
    char digits[24];
    std::size_t at = sizeof digits;
    do {
        digits[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    static_cast<void>(!write(STDERR_FILENO, digits + at, sizeof digits - at));
}

void sayWord(std::string_view text)
{
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
}

/// A broken assumption aborts: whose seed it was must still be said. Only what a handler may do.
void onAbort(int)
{
    sayWord("seed ");
    writeNumber(t_seed);
    sayWord(" broke an assumption; replay: highwater simulate --seeds ");
    writeNumber(t_seed);
    sayWord("-");
    writeNumber(t_seed);
    sayWord(" --verbose\n");
    _exit(kCheckFailed);
}

void onStop(int) { g_isStopping = true; }

std::string eventLine(const observe::Event& event)
{
    return fmt::format("{:>8} {}: {}", toMs(event.at.sinceStart()), event.node.text(),
                       observe::textOf(event.fact));
}

std::string replayLine(const SimulateOptions& options, std::uint64_t seed)
{
    std::string line = fmt::format("highwater simulate --seeds {0}-{0}", seed);
    if (options.brokers)
        line += fmt::format(" --brokers {}", *options.brokers);
    if (options.operations != simulate::kDefaultOperations)
        line += fmt::format(" --ops {}", options.operations);
    return line + " --verbose";
}

std::string textOf(const SimulateOptions& options, const simulate::Verdict& verdict)
{
    std::string text = fmt::format(
        "seed {}: {} ({} brokers, {} operations, {:.1f} s, {} acknowledged, {} read, {} lost with "
        "an excuse, fingerprint {:016x})\n",
        verdict.seed, verdict.isGood() ? "good" : "FAILED", verdict.brokers, verdict.operations,
        static_cast<double>(toMs(verdict.virtualTime)) / 1000, verdict.acknowledged, verdict.read,
        verdict.excused, verdict.fingerprint);
    if (verdict.isGood())
        return text;
    text += "what was done:\n";
    for (const std::string& line : verdict.faults)
        text += "  " + line + "\n";
    text += "what was seen:\n";
    for (const simulate::Finding& finding : verdict.findings)
        text += fmt::format("  at {} ms: invariant {}: {}\n", toMs(finding.at.sinceStart()),
                            finding.invariant, finding.what);
    if (verdict.findingsCount > verdict.findings.size())
        text += fmt::format("  and {} more\n", verdict.findingsCount - verdict.findings.size());
    text += "replay: " + replayLine(options, verdict.seed) + "\n";
    // The window's run has the number of operations and brokers that the seed says.
    if (!options.brokers && options.operations == simulate::kDefaultOperations)
        text += fmt::format("look at it: highwater --simulate-seed {}\n", verdict.seed);
    return text;
}

json jsonOf(const SimulateOptions& options, const simulate::Verdict& verdict)
{
    json findings = json::array();
    for (const simulate::Finding& finding : verdict.findings)
        findings.push_back({{"atMs", toMs(finding.at.sinceStart())},
                            {"invariant", finding.invariant},
                            {"what", finding.what}});
    return {{"type", "seed"},
            {"seed", verdict.seed},
            {"good", verdict.isGood()},
            {"brokers", verdict.brokers},
            {"operations", verdict.operations},
            {"virtualMs", toMs(verdict.virtualTime)},
            {"acknowledged", verdict.acknowledged},
            {"read", verdict.read},
            {"excused", verdict.excused},
            {"fingerprint", fmt::format("{:016x}", verdict.fingerprint)},
            {"faults", verdict.faults},
            {"findings", findings},
            {"replay", replayLine(options, verdict.seed)}};
}

/// Hands seeds to threads and keeps what they found.
class Range
{
public:
    explicit Range(const SimulateOptions& options)
        : m_options(options)
        , m_next(options.firstSeed)
        , m_started(Clock::now())
    {
    }

    void work()
    {
        while (const auto seed = next()) {
            t_seed = *seed;
            simulate::Options run{*seed, m_options.brokers, m_options.operations};
            simulate::Run::OnEvent onEvent;
            if (m_options.verbose)
                onEvent = [this](const observe::Event& event) { m_output.line(eventLine(event)); };
            ended(simulate::Run(run, std::move(onEvent)).judge());
        }
    }

    int finish()
    {
        const double real = std::chrono::duration<double>(Clock::now() - m_started).count();
        const double virtualSeconds = static_cast<double>(toMs(m_virtual)) / 1000;
        if (m_options.json)
            m_output.line(json({{"type", "total"},
                                {"seeds", m_done},
                                {"good", !m_failed},
                                {"realSeconds", real},
                                {"virtualSeconds", virtualSeconds},
                                {"acknowledged", m_acknowledged}})
                              .dump());
        else
            m_output.line(fmt::format("{} {} {}: {:.0f} s of virtual time in {:.1f} s ({:.0f} × "
                                      "real time, {:.0f} seeds a minute), {} records acknowledged",
                                      m_done, m_done == 1 ? "seed" : "seeds",
                                      m_failed ? "tried" : "good", virtualSeconds, real,
                                      virtualSeconds / real,
                                      static_cast<double>(m_done) * 60 / real, m_acknowledged));
        return m_failed ? kCheckFailed : kDone;
    }

private:
    std::optional<std::uint64_t> next()
    {
        const std::lock_guard lock(m_mutex);
        if ((m_failed && !m_options.keepGoing) || g_isStopping || m_next > m_options.lastSeed)
            return std::nullopt;
        return m_next++;
    }

    void ended(const simulate::Verdict& verdict)
    {
        const std::lock_guard lock(m_mutex);
        ++m_done;
        m_virtual += verdict.virtualTime;
        m_acknowledged += verdict.acknowledged;
        if (m_options.json)
            m_output.line(jsonOf(m_options, verdict).dump());
        else if (!verdict.isGood() || m_options.verbose)
            m_output.lines(textOf(m_options, verdict));
        m_failed |= !verdict.isGood();
        if (const auto now = Clock::now(); now - m_saidAt >= kProgressPace) {
            m_saidAt = now;
            m_progress.line(fmt::format("{} seeds so far, {} now", m_done, verdict.seed));
        }
    }

    const SimulateOptions& m_options;
    LineOutput m_output{STDOUT_FILENO};
    LineOutput m_progress{STDERR_FILENO};
    Clock::time_point m_saidAt = Clock::now();
    std::mutex m_mutex;
    std::uint64_t m_next;
    const Clock::time_point m_started;
    std::uint64_t m_done = 0;
    Duration m_virtual{};
    std::uint64_t m_acknowledged = 0;
    bool m_failed = false;
};

} // namespace

int simulate(const SimulateOptions& options)
{
    if (options.listRules) {
        LineOutput output(STDOUT_FILENO);
        for (const simulate::RuleText& rule : simulate::rules())
            output.line(fmt::format("{}\t{}", rule.name, rule.without));
        return kDone;
    }
    if (options.without)
        simulate::breakRule(*options.without);
    std::signal(SIGABRT, onAbort);
    std::signal(SIGINT, onStop);
    std::signal(SIGTERM, onStop);
    Range range(options);
    std::vector<std::thread> threads;
    const int jobs = options.verbose ? 1 : options.jobs;
    for (int i = 1; i < jobs; ++i)
        threads.emplace_back([&range] { range.work(); });
    range.work();
    for (std::thread& thread : threads)
        thread.join();
    return range.finish();
}

} // namespace hw::app
