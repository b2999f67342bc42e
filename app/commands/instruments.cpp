#include "app/commands/instruments.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "app/commands/condition_parts.h"
#include "app/session/live_session.h"
#include "app/session/sim_session.h"
#include "engine/inspect/lookup.h"
#include "engine/world/live/read_only_disk.h"
#include "engine/world/sim/sim_disk.h"

namespace hw::app {

namespace {

using condition::OfClient;
using condition::OfLookup;
using observe::LookupPlay;
using observe::LookupStep;

template <class Figures>
const Figures* named(const std::vector<Figures>& all, const std::string& name)
{
    const auto found = std::ranges::find(all, name, &Figures::name);
    return found == all.end() ? nullptr : &*found;
}

double msOf(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

std::optional<double> ofProducer(const cluster::ProducerFigures& figures, OfClient::Which which)
{
    using enum OfClient::Which;
    const auto acked = static_cast<double>(figures.acked);
    switch (which) {
    case Requests:
        return static_cast<double>(figures.requests);
    case Batches:
        return static_cast<double>(figures.batches);
    case Retries:
        return static_cast<double>(figures.retried);
    case Serialized:
        return static_cast<double>(figures.serialized);
    case SentBytes:
        return static_cast<double>(figures.sentBytes);
    case Latency:
        return figures.acked == 0 ? std::nullopt : std::optional(msOf(figures.waited) / acked);
    case Throughput: {
        if (!figures.firstSent || !figures.lastAcked || *figures.lastAcked <= *figures.firstSent)
            return std::nullopt;
        return acked * 1000 / msOf(*figures.lastAcked - *figures.firstSent);
    }
    case Fetches:
    case Polls:
    case Filtered:
        break;
    }
    return std::nullopt;
}

/// Names cost nothing: they stand in the directory.
std::size_t filesOf(const LookupPlay& play)
{
    using Kind = LookupStep::Kind;
    std::set<std::pair<Offset, char>> files;
    for (const LookupStep& step : play.steps) {
        if (step.kind == Kind::ProbeIndex)
            files.insert({step.segment, 'i'});
        if (step.kind == Kind::ProbeTime)
            files.insert({step.segment, 't'});
        if (step.kind == Kind::ScanBatch || step.kind == Kind::ScanRecord)
            files.insert({step.segment, 'l'});
    }
    return files.size();
}

const LookupStep* stepOf(const LookupPlay& play, LookupStep::Kind kind)
{
    const auto found = std::ranges::find(play.steps, kind, &LookupStep::kind);
    return found == play.steps.end() ? nullptr : &*found;
}

std::uint64_t scanOf(const LookupPlay& play, const inspect::LogReader& reader)
{
    std::uint64_t bytes = 0;
    for (const inspect::LogReader::Segment& segment : reader.segments())
        if (segment.base < play.place.segment)
            bytes += segment.logBytes;
    return bytes + play.place.position;
}

std::optional<double> numberOf(OfLookup::Which which, const LookupPlay& play,
                               const inspect::LogReader& reader)
{
    using enum OfLookup::Which;
    using Kind = LookupStep::Kind;
    const auto count = [](auto number) { return std::optional(static_cast<double>(number)); };
    const LookupStep* entry = stepOf(play, Kind::ChooseIndex);
    switch (which) {
    case Segment:
        if (const LookupStep* chosen = stepOf(play, Kind::ChooseSegment))
            return count(chosen->segment.value());
        return play.isFound ? count(play.place.segment.value()) : std::nullopt;
    case Index:
        return entry ? count(entry->offset.value()) : std::nullopt;
    case Position:
        return entry ? count(entry->position) : std::nullopt;
    case OfLookup::Which::Offset:
        return play.isFound ? count(play.offset.value()) : std::nullopt;
    case Files:
        return count(filesOf(play));
    case Bytes:
        return count(play.bytesRead);
    case Batches:
        return count(std::ranges::count(play.steps, Kind::ScanBatch, &LookupStep::kind) +
                     static_cast<std::ptrdiff_t>(play.stepsLeftOut));
    case Scan:
        return play.isFound ? count(scanOf(play, reader)) : std::nullopt;
    }
    return std::nullopt;
}

std::string saidOf(std::optional<double> number)
{
    return number ? fmt::format("{:.0f}", *number) : std::string("none");
}

} // namespace

Instruments::Instruments(const cluster::EngineCluster& cluster, DiskOf diskOf, WrittenBy written)
    : m_cluster(cluster)
    , m_diskOf(std::move(diskOf))
    , m_written(std::move(written))
{
}

Instruments Instruments::of(SimSession& session)
{
    const auto diskOf = [&session](BrokerId broker) -> world::Disk* {
        world::Host* host = session.world().find(NodeId::broker(broker));
        return host ? &host->disk() : nullptr;
    };
    return Instruments(session.cluster(), diskOf,
                       [diskOf](BrokerId broker) -> std::optional<std::uint64_t> {
                           const auto* disk = dynamic_cast<world::SimDisk*>(diskOf(broker));
                           return disk ? std::optional(disk->bytesWritten()) : std::nullopt;
                       });
}

Instruments Instruments::of(LiveSession& session)
{
    auto disks = std::make_shared<std::map<BrokerId, world::ReadOnlyDisk>>();
    const std::string root = session.dataDirectory().string();
    return Instruments(session.cluster(), [disks, root](BrokerId broker) -> world::Disk* {
        const auto found = disks->try_emplace(broker, fmt::format("{}/broker-{}", root, broker));
        return &found.first->second;
    });
}

std::optional<double> Instruments::read(const condition::Measured& what) const
{
    return std::visit([this](const auto& one) { return of(one); }, what);
}

std::optional<double> Instruments::read(const Metric& metric, const observe::Snapshot& snapshot,
                                        const observe::Gauges& gauges) const
{
    if (const auto* number = std::get_if<condition::NumberIs>(&metric.what)) {
        const Figured figured = figureOf(*number, snapshot, gauges);
        return figured.number ? std::optional(static_cast<double>(*figured.number)) : std::nullopt;
    }
    return std::visit(
        [this]<class What>(const What& what) -> std::optional<double> {
            if constexpr (std::is_same_v<What, condition::NumberIs>)
                return std::nullopt;
            else
                return of(what);
        },
        metric.what);
}

std::optional<double> Instruments::of(const condition::OfClient& what) const
{
    const auto figures = m_cluster.clientFigures();
    if (const auto* producer = named(figures->producers, what.name))
        return ofProducer(*producer, what.which);
    const auto* consumer = named(figures->consumers, what.name);
    if (!consumer)
        return std::nullopt;
    if (what.which == OfClient::Which::Fetches)
        return static_cast<double>(consumer->fetches);
    if (what.which == OfClient::Which::Polls)
        return static_cast<double>(consumer->polls);
    if (what.which == OfClient::Which::Filtered)
        return static_cast<double>(consumer->filtered);
    return std::nullopt;
}

std::optional<double> Instruments::of(const condition::OfLookup& what) const
{
    world::Disk* disk = m_diskOf ? m_diskOf(what.broker) : nullptr;
    if (!disk)
        return std::nullopt;
    const auto reader = inspect::LogReader::open(*disk, what.partition.text());
    if (!reader || (*reader)->segments().empty())
        return std::nullopt;
    const auto play =
        what.byTime ? inspect::lookUpTime(**reader, what.target, (*reader)->segments().front().base)
                    : inspect::lookUpOffset(**reader, Offset(what.target));
    return play ? numberOf(what.which, *play, **reader) : std::nullopt;
}

std::optional<double> Instruments::of(const condition::OfDisk& what) const
{
    const auto written = m_written ? m_written(what.broker) : std::nullopt;
    return written ? std::optional(static_cast<double>(*written)) : std::nullopt;
}

/// What is counted is a whole number; others and those below 0 are no condition.
static Lack measuredIs(const condition::MeasuredIs& wanted, std::optional<double> number)
{
    std::string instead;
    if (!number)
        instead = fmt::format("measured {} none", wanted.text);
    else if (*number >= 0 && *number == std::floor(*number))
        instead = fmt::format("measured {} ={:.0f}", wanted.text, *number);
    return {fmt::format("{} is {}", wanted.text, saidOf(number)), std::move(instead)};
}

Missing missingOf(const condition::MeasuredIs& wanted, const Instruments* instruments)
{
    if (!instruments)
        return fmt::format("{} cannot be measured here", wanted.text);
    const std::optional<double> number = instruments->read(wanted.what);
    if (!wanted.number)
        return number ? Missing(measuredIs(wanted, number)) : std::nullopt;
    const auto goal = static_cast<double>(*wanted.number);
    if (number && (wanted.exact ? *number == goal : *number >= goal))
        return std::nullopt;
    return measuredIs(wanted, number);
}

Missing missingOf(const condition::MeasuredLess& wanted, const Instruments* instruments)
{
    const auto less = instruments ? instruments->read(wanted.less) : std::nullopt;
    const auto more = instruments ? instruments->read(wanted.more) : std::nullopt;
    if (less && more && *less < *more)
        return std::nullopt;
    return fmt::format("{} is {}, {} is {}", wanted.lessText, saidOf(less), wanted.moreText,
                       saidOf(more));
}

} // namespace hw::app
