#include <QCoreApplication>

#include "app/commands/replay.h"

#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands/console.h"
#include "app/commands/window.h"
#include "app/store/marks.h"
#include "app/store/recording.h"
#include "app/store/recordings_folder.h"
#include "engine/cluster/status.h"

namespace hw::app {

namespace {

using Json = nlohmann::ordered_json;
using store::Recording;

constexpr Duration kVerifyLimit = std::chrono::minutes(1);
constexpr std::size_t kEventsAtOnce = 10'000;

std::string printed(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

double secondsOf(Instant at) { return static_cast<double>(toMs(at.sinceStart())) / 1000; }

std::string wallText(WallTime at)
{
    const std::time_t seconds = at.ms() / 1000;
    std::tm parts{};
    if (!::gmtime_r(&seconds, &parts))
        return "-";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string endText(const std::string& ended)
{
    if (ended == "closed")
        return "in order";
    return ended == "saved" ? "saved while the cluster ran on" : "its program was killed, or runs";
}

std::map<std::string, std::uint64_t> marksByKind(const Recording& recording)
{
    std::map<std::string, std::uint64_t> counts;
    for (const cluster::Mark& mark : recording.marks())
        ++counts[std::string(store::textOf(mark.kind))];
    return counts;
}

void printInfoJson(LineOutput& out, const Recording& recording)
{
    const Recording::Info& info = recording.info();
    Json json = {{"type", "recording"},
                 {"format", info.format},
                 {"program", info.program},
                 {"world", info.world},
                 {"cluster", info.spec},
                 {"seed", info.seed},
                 {"startedMs", info.started.ms()},
                 {"ended", info.ended.empty() ? "killed" : info.ended},
                 {"firstMs", toMs(recording.first().sinceStart())},
                 {"lastMs", toMs(recording.last().sinceStart())},
                 {"events", recording.eventCount()},
                 {"eventsLost", recording.lost()},
                 {"marks", Json::object()},
                 {"notes", Json::array()},
                 {"damage", recording.damage()}};
    for (const auto& [kind, count] : marksByKind(recording))
        json["marks"][kind] = count;
    for (const cluster::Note& note : recording.notes())
        json["notes"].push_back({{"atMs", toMs(note.at.sinceStart())}, {"text", note.text}});
    out.line(printed(json));
}

void printInfo(LineOutput& out, const Recording& recording)
{
    const Recording::Info& info = recording.info();
    out.line(fmt::format("recording of a {} cluster: {}; seed {}; format {}, by Highwater {}",
                         info.world, info.spec, info.seed, info.format, info.program));
    out.line(fmt::format("started {}, ended: {}", wallText(info.started), endText(info.ended)));
    out.line(fmt::format("from {:.3f} s to {:.3f} s, {} events, {} not recorded",
                         secondsOf(recording.first()), secondsOf(recording.last()),
                         recording.eventCount(), recording.lost()));
    std::string marks;
    for (const auto& [kind, count] : marksByKind(recording))
        marks += fmt::format("{}{} {}", marks.empty() ? "" : ", ", kind, count);
    out.line("marks: " + (marks.empty() ? "none" : marks));
    for (const cluster::Note& note : recording.notes())
        out.line(fmt::format("note at {:.3f} s: {}", secondsOf(note.at), note.text));
    out.line("damage: " + (recording.damage().empty() ? "none" : recording.damage()));
}

void printEvents(LineOutput& out, Recording& recording, bool json, Instant from)
{
    // By spans, so that not all of them are in memory.
    constexpr Duration kSpan = std::chrono::minutes(10);
    for (Instant at = from; at <= recording.last() + kSpan; at = at + kSpan) {
        Instant begin = at;
        const Instant end = at + kSpan - Duration(1);
        for (;;) {
            const auto events = recording.events(begin, end, kEventsAtOnce);
            for (const observe::Event& event : events)
                out.line(json ? cluster::eventJson(event) : cluster::eventText(event));
            if (events.size() < kEventsAtOnce)
                break;
            begin = events.back().at + Duration(1);
        }
    }
}

void printStatus(LineOutput& out, Recording& recording, bool json, Instant at)
{
    const Recording::Moment moment = recording.withAllUpTo(at);
    const cluster::Losses losses{recording.lost(), 0};
    if (!moment.snapshot)
        return;
    if (json)
        out.line(cluster::statusJson(*moment.snapshot, *moment.gauges, losses));
    else
        out.lines(cluster::statusText(*moment.snapshot, *moment.gauges, losses));
}

int print(const ReplayOptions& options)
{
    const auto opened = Recording::open(options.file);
    if (!opened)
        return refuse("replay: " + opened.error().message);
    Recording& recording = **opened;
    LineOutput out(1);
    const Instant at = options.at ? Instant(std::chrono::seconds(*options.at)) : recording.last();
    if (options.status)
        printStatus(out, recording, options.json, at);
    if (options.events)
        printEvents(out, recording, options.json, options.at ? at : Instant());
    if (options.info) {
        recording.verify(kVerifyLimit);
        options.json ? printInfoJson(out, recording) : printInfo(out, recording);
    }
    if (recording.damage().empty())
        return kDone;
    if (!options.info)
        LineOutput(2).line("highwater: replay: " + recording.damage());
    return kCheckFailed;
}

/// Those whose program was killed are there still.
std::string leftBehind()
{
    std::string text;
    for (const std::string& file : store::recordingsLeftBehind())
        text += (text.empty() ? "; left by programs that were killed: " : ", ") + file;
    return text;
}

} // namespace

int replay(const ReplayOptions& options, std::chrono::steady_clock::time_point started)
{
    if (options.file.empty() || options.info || options.events || options.status) {
        int argc = 1;
        char name[] = "highwater";
        char* argv[] = {name, nullptr};
        const QCoreApplication application(argc, argv);
        QCoreApplication::setApplicationName(QStringLiteral("highwater"));
        if (options.file.empty())
            return refuse("replay: the file is missing; replay FILE is allowed" + leftBehind());
        return print(options);
    }
    WindowOptions window;
    window.recording = options.file;
    window.recordingAt = options.at;
    window.language = options.language;
    return hw::app::window(window, started);
}

} // namespace hw::app
