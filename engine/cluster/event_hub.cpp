#include "engine/cluster/event_hub.h"

#include <algorithm>
#include <string_view>

#include "engine/cluster/silent_faults.h"

namespace hw::cluster {

/// Faults remembered as possible causes.
static constexpr std::size_t kFaultLimit = 1100;
/// Embedded consumers remembered by name, the crashed ones too.
static constexpr std::size_t kConsumerLimit = 4000;
static constexpr std::string_view kOffsetsTopic = "__consumer_offsets";

/// FNV-1a, enough to tell runs apart.
static std::uint64_t mix(std::uint64_t hash, std::string_view text)
{
    for (const char c : text)
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3ULL;
    return hash;
}

static std::uint64_t mix(std::uint64_t hash, std::uint64_t number)
{
    for (int shift = 0; shift < 64; shift += 8)
        hash = (hash ^ ((number >> shift) & 0xff)) * 0x100000001b3ULL;
    return hash;
}

/// Facts about connections name ports and addresses, which differ from machine to machine.
static bool namesAddresses(const observe::Fact& fact)
{
    using namespace observe::fact;
    return std::holds_alternative<ClientConnected>(fact) ||
           std::holds_alternative<ClientDisconnected>(fact) ||
           std::holds_alternative<ConnectionRefused>(fact);
}

void EventHub::note(Events& events, const observe::Event& event)
{
    using namespace observe::fact;
    if (const auto* killed = std::get_if<BrokerKilled>(&event.fact))
        events.silenced.try_emplace(killed->broker, event.id);
    else if (const auto* frozen = std::get_if<BrokerFrozen>(&event.fact))
        events.silenced.try_emplace(frozen->broker, event.id);
    else if (const auto* failed = std::get_if<BrokerFailed>(&event.fact))
        events.silenced.try_emplace(failed->broker, event.id);
    else if (const auto* stopped = std::get_if<BrokerStopped>(&event.fact))
        events.silenced.try_emplace(stopped->broker, event.id);
    else if (const auto* ready = std::get_if<BrokerReady>(&event.fact))
        events.silenced.erase(ready->broker);
    else if (const auto* thawed = std::get_if<BrokerThawed>(&event.fact))
        events.silenced.erase(thawed->broker);
    else if (std::holds_alternative<FaultStarted>(event.fact))
        events.faults[event.id] = std::get<FaultStarted>(event.fact).fault;
    else if (const auto* ended = std::get_if<FaultEnded>(&event.fact))
        events.faults.erase(ended->started);
    while (events.faults.size() > kFaultLimit) // some are over at once and never end
        events.faults.erase(events.faults.begin());
    noteClients(events, event);
}

void EventHub::noteClients(Events& events, const observe::Event& event)
{
    using namespace observe::fact;
    if (const auto* started = std::get_if<ConsumerStarted>(&event.fact))
        events.consumers[started->name] = {started->client, kNoEvent};
    else if (const auto* stopped = std::get_if<ConsumerStopped>(&event.fact); stopped) {
        if (stopped->crashed)
            events.consumers[stopped->name].crash = event.id;
        else
            events.consumers.erase(stopped->name);
    } else if (const auto* shrunk = std::get_if<IsrShrunk>(&event.fact)) {
        if (shrunk->partition.topic == kOffsetsTopic)
            events.offsetsShrunk[event.node] = event.id;
    } else if (const auto* reduced = std::get_if<IsrReduced>(&event.fact)) {
        if (reduced->partition.topic == kOffsetsTopic)
            for (const BrokerId left : reduced->isr) // its leader is among them
                events.offsetsShrunk[NodeId::broker(left)] = event.id;
    } else if (const auto* grown = std::get_if<IsrExpanded>(&event.fact)) {
        if (grown->partition.topic == kOffsetsTopic)
            events.offsetsShrunk.erase(event.node);
    }
    while (events.consumers.size() > kConsumerLimit)
        events.consumers.erase(events.consumers.begin());
}

/// Of a consumer that vanished, fell silent or left because its application did not poll.
EventId EventHub::silenceBehind(const Events& events, const observe::fact::MemberLeft& left,
                                NodeId coordinator)
{
    using observe::FaultKind;
    using observe::fact::LeaveCause;
    const auto consumer = events.consumers.find(left.clientId);
    if (consumer == events.consumers.end())
        return kNoEvent;
    if (consumer->second.crash != kNoEvent)
        return consumer->second.crash;
    for (auto it = events.faults.rbegin(); it != events.faults.rend(); ++it) {
        const observe::Fault& fault = it->second;
        if (fault.node != consumer->second.node || !observe::isOfConsumer(fault.kind))
            continue;
        const bool isSilent = fault.kind == FaultKind::NoHeartbeats;
        const bool isSlow = fault.kind == FaultKind::SlowConsumer;
        if (left.cause == LeaveCause::Left ? !isSilent : !isSlow)
            return it->first;
    }
    return left.cause == LeaveCause::Left
               ? kNoEvent
               : faultBetween(events.faults, consumer->second.node, coordinator);
}

/// Behind an assignment that could not be stored: replicas that its coordinator lost.
EventId EventHub::troubleBehind(const Events& events, const observe::Event& event)
{
    using namespace observe::fact;
    const auto* changed = std::get_if<GroupStateChanged>(&event.fact);
    if (!changed || changed->kind != RebalanceKind::BrokerTrouble)
        return event.cause;
    const auto shrunk = events.offsetsShrunk.find(event.node);
    return shrunk == events.offsetsShrunk.end() ? event.cause : shrunk->second;
}

EventId EventHub::diskBehind(const Events& events, const observe::Event& event)
{
    using namespace observe::fact;
    if (!std::holds_alternative<LogFailed>(event.fact) &&
        !std::holds_alternative<BrokerFailed>(event.fact))
        return kNoEvent;
    return diskFaultOf(events.faults, event.node);
}

EventId EventHub::silenceBehind(const Events& events, const observe::Event& event)
{
    using namespace observe::fact;
    if (const auto* starting = std::get_if<BrokerStarting>(&event.fact)) {
        const auto before = events.silenced.find(starting->broker);
        return before == events.silenced.end() ? kNoEvent : before->second;
    }
    if (const auto* left = std::get_if<MemberLeft>(&event.fact))
        return silenceBehind(events, *left, event.node);
    BrokerId silent = kNoBroker;
    if (const auto* expired = std::get_if<SessionExpired>(&event.fact)) {
        if (expired->owner.kind == NodeId::Kind::Broker)
            silent = BrokerId(expired->owner.number);
    } else if (const auto* shrunk = std::get_if<IsrShrunk>(&event.fact)) {
        if (!shrunk->removed.empty())
            silent = shrunk->removed.front();
    }
    if (silent == kNoBroker)
        return kNoEvent;
    const EventId fault = faultBetween(events.faults, NodeId::broker(silent), event.node);
    const auto it = events.silenced.find(silent);
    if (it == events.silenced.end())
        return fault;
    const bool wasCutOff =
        fault != kNoEvent && fault < it->second &&
        letsNothingThrough(events.faults.at(fault).kind); // before it fell silent itself
    return wasCutOff ? fault : it->second;
}

EventId EventHub::report(observe::Event event)
{
    using namespace observe::fact;
    if (!std::holds_alternative<BecameLeader>(event.fact) &&
        !std::holds_alternative<LogTruncated>(event.fact) &&
        !std::holds_alternative<TopicDeleted>(event.fact))
        return take(std::move(event));
    const EventId id = take(event);
    judge(event, id);
    return id;
}

/// Whether the event costs acknowledged records; then that is an event of its own.
void EventHub::judge(const observe::Event& event, EventId id)
{
    using namespace observe::fact;
    if (const auto* deleted = std::get_if<TopicDeleted>(&event.fact)) {
        m_ledger.with([&](Ledger& ledger) { ledger.forget(deleted->topic); });
        return;
    }
    if (const auto* cut = std::get_if<LogTruncated>(&event.fact)) {
        return lost(event, m_ledger.with([&](Ledger& ledger) {
            return ledger.truncated(event.node, cut->partition, cut->to);
        }));
    }
    const auto* leader = std::get_if<BecameLeader>(&event.fact);
    if (!leader)
        return;
    lost(event, m_ledger.with([&](Ledger& ledger) {
        return ledger.becameLeader(event.node, leader->partition, leader->epoch, leader->leo, id);
    }));
}

/// Each line names what costs the records as its event.
void EventHub::lost(observe::Event when, const Ledger::Lines& lines)
{
    for (observe::LedgerLine line : lines) {
        when.cause = line.event;
        when.fact = observe::fact::AckedRecordsLost{line.partition, line.from, line.to, line.epoch};
        line.event = take(when);
        m_ledger.with([&](Ledger& ledger) { ledger.keep(std::move(line)); });
    }
}

void EventHub::acknowledged(observe::Event when, const TopicPartition& partition, Offset from,
                            Offset to)
{
    auto lines = m_ledger.with(
        [&](Ledger& ledger) { return ledger.acknowledged(when.node, partition, from, to); });
    lost(std::move(when), lines);
}

std::uint64_t EventHub::acked() const
{
    return m_ledger.with([](const Ledger& ledger) { return ledger.acked(); });
}

std::vector<observe::LedgerLine> EventHub::lost() const
{
    return m_ledger.with([](const Ledger& ledger) { return ledger.lost(); });
}

EventId EventHub::take(observe::Event event)
{
    return m_events.with([&](Events& events) {
        event.id = EventId(events.next++);
        if (const EventId fault = diskBehind(events, event); fault != kNoEvent)
            event.cause = fault;
        else if (event.cause == kNoEvent)
            event.cause = silenceBehind(events, event);
        else
            event.cause = troubleBehind(events, event);
        event.cause = events.partitions.causeOf(event);
        event.cause = events.returns.causeOf(event);
        events.partitions.note(event);
        events.returns.note(event);
        note(events, event);
        events.hash = mix(events.hash, static_cast<std::uint64_t>(event.at.sinceStart().count()));
        events.hash = mix(events.hash, event.cause.value());
        events.hash = mix(events.hash, event.node.text());
        if (!namesAddresses(event.fact))
            events.hash = mix(events.hash, observe::textOf(event.fact));
        const EventId id = event.id;
        if (m_witness)
            m_witness(event);
        events.waiting.push_back(std::move(event));
        if (events.waiting.size() > kEventLimit) {
            events.waiting.pop_front();
            ++events.lost;
        }
        return id;
    });
}

std::vector<observe::fact::CommandDone> EventHub::waitingOutcomes() const
{
    return m_events.with([](const Events& events) {
        std::vector<observe::fact::CommandDone> outcomes;
        for (const observe::Event& event : events.waiting)
            if (const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact))
                outcomes.push_back(*done);
        return outcomes;
    });
}

EventBatch EventHub::takeEvents(std::size_t limit)
{
    return m_events.with([&](Events& events) {
        EventBatch batch;
        const std::size_t count = std::min(limit, events.waiting.size());
        batch.events.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            batch.events.push_back(std::move(events.waiting.front()));
            events.waiting.pop_front();
        }
        batch.lost = std::exchange(events.lost, 0);
        return batch;
    });
}

EventId EventHub::last() const
{
    return m_events.with([](const Events& events) { return EventId(events.next - 1); });
}

bool EventHub::anyAfter(EventId seen, const std::function<bool(const observe::Event&)>& test) const
{
    return m_events.with([&](const Events& events) {
        for (auto event = events.waiting.rbegin();
             event != events.waiting.rend() && event->id > seen; ++event)
            if (test(*event))
                return true;
        return false;
    });
}

FlightId EventHub::flight(observe::Flight flight, const Pieces& frame)
{
    return m_flights.with([&](Flights& flights) {
        const bool ofGroup = !flight.group.empty();
        const bool full = ofGroup
                              ? flights.waitingOfGroups >= kGroupFlightLimit
                              : flights.waiting.size() - flights.waitingOfGroups >= kFlightLimit;
        if (full) {
            ++flights.lost;
            return kNoFlight;
        }
        flights.waitingOfGroups += ofGroup;
        flight.id = FlightId(++flights.last);
        if (m_wantsFrames.load(std::memory_order_relaxed))
            flights.frames.keep(flight, frame);
        flights.waiting.push_back(std::move(flight));
        return flights.waiting.back().id;
    });
}

std::optional<KeptFrame> EventHub::frame(FlightId id) const
{
    return m_flights.with([&](const Flights& flights) { return flights.frames.find(id); });
}

FlightId EventHub::lastFlight() const
{
    return m_flights.with([](const Flights& flights) { return FlightId(flights.last); });
}

FlightBatch EventHub::takeFlights()
{
    return m_flights.with([](Flights& flights) {
        FlightBatch batch;
        batch.flights = std::exchange(flights.waiting, {});
        flights.waitingOfGroups = 0;
        batch.lost = std::exchange(flights.lost, 0);
        batch.framesKept = flights.frames.count();
        batch.bytesKept = flights.frames.bytes();
        batch.framesPushedOut = flights.frames.pushedOut();
        return batch;
    });
}

std::uint64_t EventHub::fingerprint() const
{
    return m_events.with([](const Events& events) { return events.hash; });
}

observe::Event NodeJournal::now() const
{
    observe::Event event;
    event.at = m_host.loop().now();
    event.wall = m_host.loop().wallTime();
    event.node = m_host.node();
    event.cause = m_host.loop().cause();
    return event;
}

EventId NodeJournal::report(observe::Fact fact)
{
    observe::Event event = now();
    event.fact = std::move(fact);
    return m_hub.report(std::move(event));
}

} // namespace hw::cluster
