#include "engine/cluster/fault_desk.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/cluster/hold_rules.h"

namespace hw::cluster {

using namespace observe;

static std::int64_t numberOf(EventId event) { return static_cast<std::int64_t>(event.value()); }

static const char* const kHealed = "healed";

FaultDesk::FaultDesk(world::World& world, EventHub& hub)
    : m_world(world)
    , m_hub(hub)
{
    m_table.setHoldNews([this](const world::HoldNews& news) { heardOfHeld(news); });
}

FaultDesk::~FaultDesk() = default;

world::Host& FaultDesk::wrap(world::Host& host)
{
    world::Host& wrapped = m_table.wrap(host);
    m_hosts[host.node()] = &wrapped;
    return wrapped;
}

void FaultDesk::report(NodeId node, Fact fact, EventId cause)
{
    Event event;
    event.at = m_world.now();
    event.wall = m_world.wallTime();
    event.node = node;
    event.cause = cause;
    event.fact = std::move(fact);
    m_hub.report(std::move(event));
}

EventId FaultDesk::note(const Fault& fault)
{
    Event event;
    event.at = m_world.now();
    event.wall = m_world.wallTime();
    event.node = fault.node;
    event.fact = fact::FaultStarted{fault};
    return m_hub.report(std::move(event));
}

void FaultDesk::finish(CommandId id, bool ok, Outcome outcome, EventId cause)
{
    report({}, fact::CommandDone{id, ok, std::move(outcome)}, cause);
}

Task FaultDesk::finishing(CommandId id, Outcome outcome, EventId cause)
{
    return [this, id, outcome = std::move(outcome), cause]() mutable {
        finish(id, true, std::move(outcome), cause);
    };
}

// --- the list ---

EventId FaultDesk::begin(Fault fault)
{
    const EventId id = note(fault);
    add(id, std::move(fault));
    return id;
}

void FaultDesk::add(EventId id, Fault fault, std::optional<FlippedByte> flipped)
{
    Active active;
    active.part.id = id;
    active.part.fault = std::move(fault);
    active.part.since = m_world.now();
    active.part.undo = command::HealFault{id};
    active.flipped = std::move(flipped);
    m_active.with([&](std::vector<Active>& all) { all.push_back(std::move(active)); });
}

void FaultDesk::ended(const Active& gone, const std::string& why)
{
    report(gone.part.fault.node, fact::FaultEnded{gone.part.fault, gone.part.id, why},
           gone.part.id);
}

std::vector<FaultPart> FaultDesk::active() const
{
    std::vector<FaultPart> parts = m_active.with([](const std::vector<Active>& all) {
        std::vector<FaultPart> copy;
        copy.reserve(all.size());
        for (const Active& one : all)
            copy.push_back(one.part);
        return copy;
    });
    std::ranges::sort(parts, {}, &FaultPart::id);
    return parts;
}

bool FaultDesk::isFull() const
{
    return m_active.with([](const std::vector<Active>& all) { return all.size() >= kActiveLimit; });
}

bool FaultDesk::isFull(CommandId id)
{
    if (!isFull())
        return false;
    finish(id, false, {OutcomeKind::FaultsLimit, {std::int64_t{kActiveLimit}}});
    return true;
}

// --- embedded clients ---

std::optional<EventId> FaultDesk::begin(const Fault& fault, const std::string& replaced)
{
    over(fault.node, fault.kind, replaced);
    if (isFull())
        return std::nullopt;
    return begin(fault);
}

void FaultDesk::over(NodeId client, std::optional<FaultKind> kind, const std::string& why)
{
    end(
        [&](const Active& a) {
            const Fault& fault = a.part.fault;
            return fault.node == client && isOfConsumer(fault.kind) &&
                   (!kind || fault.kind == *kind);
        },
        why);
}

// --- links ---

bool FaultDesk::onLink(const Fault& fault, NodeId one, NodeId two)
{
    return (fault.node == one && fault.to == two) || (fault.node == two && fault.to == one);
}

std::string FaultDesk::machines() const
{
    std::string text;
    for (const auto& [node, host] : m_hosts) {
        if (node.kind != NodeId::Kind::Client)
            text += (text.empty() ? "" : ", ") + wordOf(node);
    }
    return text;
}

/// At least one end is a machine of this cluster, and neither is one that is not there.
bool FaultDesk::checkLink(CommandId id, NodeId one, NodeId two)
{
    const auto isMachine = [this](NodeId node) {
        return node.kind != NodeId::Kind::Client && m_hosts.contains(node);
    };
    const auto isClient = [](NodeId node) {
        return node.kind == NodeId::Kind::Client || node.kind == NodeId::Kind::Outside;
    };
    for (const NodeId node : {one, two}) {
        if (!isMachine(node) && !isClient(node)) {
            finish(id, false, {OutcomeKind::NoSuchEnd, {node, machines()}});
            return false;
        }
    }
    if (one == two || (isClient(one) && isClient(two))) {
        finish(id, false, {OutcomeKind::NoLink, {one, two}});
        return false;
    }
    return true;
}

/// What the faults of links add up to.
world::LinkFaults FaultDesk::links() const
{
    return m_active.with([](const std::vector<Active>& all) {
        world::LinkFaults sum;
        for (const Active& active : all) {
            const Fault& fault = active.part.fault;
            if (!isOfLink(fault.kind) || fault.kind == FaultKind::Hold)
                continue;
            const auto apply = [&](NodeId from, NodeId to) {
                world::LinkState& state = sum.at(from, to);
                state.cut |= fault.kind == FaultKind::Cut;
                state.delay =
                    std::max(state.delay, fault.kind == FaultKind::Delay ? fault.time : Duration{});
                if (fault.kind == FaultKind::Clog)
                    state.bytesPerSecond = fault.bytesPerSecond;
            };
            apply(fault.node, fault.to);
            if (fault.bothWays)
                apply(fault.to, fault.node);
        }
        return sum;
    });
}

void FaultDesk::submit(CommandId id, const command::CutLink& cut)
{
    if (!checkLink(id, cut.from, cut.to) || isFull(id))
        return;
    Fault fault;
    fault.kind = FaultKind::Cut;
    fault.node = cut.from;
    fault.to = cut.to;
    fault.bothWays = cut.bothWays;
    const bool there = m_active.with([&](const std::vector<Active>& all) {
        return std::ranges::any_of(all, [&](const Active& a) {
            const Fault& other = a.part.fault;
            return other.kind == FaultKind::Cut && onLink(other, fault.node, fault.to) &&
                   (other.bothWays || other == fault);
        });
    });
    if (there)
        return finish(id, false, {OutcomeKind::ActsAlready, {fault}});
    const EventId event = begin(fault);
    m_table.setLinks(links(), event, finishing(id, {OutcomeKind::Acts, {fault}}, event));
}

void FaultDesk::submit(CommandId id, const command::UncutLink& uncut)
{
    if (!checkLink(id, uncut.one, uncut.two))
        return;
    const auto gone = end(
        [&](const Active& a) {
            return a.part.fault.kind == FaultKind::Cut &&
                   onLink(a.part.fault, uncut.one, uncut.two);
        },
        kHealed);
    if (gone.empty())
        return finish(id, false, {OutcomeKind::LinkNotCut, {uncut.one, uncut.two}});
    m_table.setLinks(links(), kNoEvent,
                     finishing(id, {OutcomeKind::LinkWhole}, gone.front().part.id));
}

/// A delay or a clog: one of each kind on a link.
void FaultDesk::replaceOnLink(CommandId id, Fault fault, bool off)
{
    if (!checkLink(id, fault.node, fault.to) || (!off && isFull(id)))
        return;
    const auto gone = end(
        [&](const Active& a) {
            return a.part.fault.kind == fault.kind && onLink(a.part.fault, fault.node, fault.to);
        },
        off ? kHealed : "another takes its place");
    if (off && gone.empty())
        return finish(id, false, {OutcomeKind::LinkHasNo, {fault.node, fault.to, fault.kind}});
    const EventId event = off ? gone.front().part.id : begin(fault);
    m_table.setLinks(
        links(), off ? kNoEvent : event,
        finishing(id, off ? Outcome{OutcomeKind::LinkFast} : Outcome{OutcomeKind::Acts, {fault}},
                  event));
}

void FaultDesk::submit(CommandId id, const command::DelayLink& delay)
{
    Fault fault;
    fault.kind = FaultKind::Delay;
    fault.node = delay.one;
    fault.to = delay.two;
    fault.time = delay.longer;
    replaceOnLink(id, fault, delay.longer <= Duration::zero());
}

void FaultDesk::submit(CommandId id, const command::ClogLink& clog)
{
    Fault fault;
    fault.kind = FaultKind::Clog;
    fault.node = clog.one;
    fault.to = clog.two;
    fault.bytesPerSecond = clog.bytesPerSecond;
    replaceOnLink(id, fault, clog.bytesPerSecond == 0);
}

void FaultDesk::submit(CommandId id, const command::ResetLink& reset)
{
    if (!checkLink(id, reset.one, reset.two))
        return;
    Fault fault;
    fault.kind = FaultKind::Reset;
    fault.node = reset.one;
    fault.to = reset.two;
    const EventId event = note(fault);
    m_table.reset(reset.one, reset.two, event, finishing(id, {OutcomeKind::Acts, {fault}}, event));
}

// --- one message ---

void FaultDesk::submit(CommandId id, const command::HoldMessage& hold)
{
    if (!checkLink(id, hold.from, hold.to) || isFull(id))
        return;
    auto rule = holdRuleOf(hold);
    if (!rule)
        return finish(id, false, {OutcomeKind::NoSuchApi, {hold.api}});
    Fault fault;
    fault.kind = FaultKind::Hold;
    fault.node = hold.from;
    fault.to = hold.to;
    fault.bothWays = false;
    if (!hold.api.empty())
        fault.what = hold.api + (hold.response ? " response" : "");
    const EventId event = begin(fault);
    rule->id = event;
    m_table.hold(*rule,
                 finishing(id, {OutcomeKind::ActsNumbered, {numberOf(event), fault}}, event));
}

/// On the loop of the host that holds it.
void FaultDesk::heardOfHeld(const world::HoldNews& news)
{
    if (news.gone) {
        end([&](const Active& a) { return a.part.id == news.rule; }, "its connection ended");
        return;
    }
    const std::string what = heldName(news);
    const Instant now = m_world.now();
    m_active.with([&](std::vector<Active>& all) {
        const auto found = std::ranges::find(all, news.rule, [](Active& a) { return a.part.id; });
        if (found == all.end())
            return;
        // From now on it is about this message, no longer about the next.
        found->part.caught = true;
        found->part.since = now;
        found->part.fault.what = what;
    });
    report(news.from, fact::MessageHeld{news.rule, news.from, news.to, what, news.frame.bytes},
           news.rule);
}

void FaultDesk::submit(CommandId id, const command::ReleaseMessage& release)
{
    const auto isMeant = [&](const Active& a) {
        return a.part.fault.kind == FaultKind::Hold &&
               (release.fault == kNoEvent || release.fault == a.part.id) &&
               (!release.drop || a.part.caught);
    };
    const auto gone = end(isMeant, release.drop ? "dropped with its connection" : "released");
    if (gone.empty())
        return finish(id, false,
                      {release.drop ? OutcomeKind::NoneHeldToDrop : OutcomeKind::NoneHeld});
    std::string numbers;
    for (const Active& one : gone)
        numbers += fmt::format("{}#{}", numbers.empty() ? "" : ", ", one.part.id);
    const auto last = std::make_shared<Countdown>(
        static_cast<int>(gone.size()),
        [this, id,
         outcome = Outcome{release.drop ? OutcomeKind::Dropped : OutcomeKind::Released, {numbers}},
         cause = gone.front().part.id](const std::vector<Outcome>&) mutable {
            finish(id, true, std::move(outcome), cause);
        });
    for (const Active& one : gone)
        m_table.release(one.part.id, release.drop, one.part.id, [last] { last->done(); });
}

// --- healing ---

void FaultDesk::undo(const Active& gone, const std::shared_ptr<Countdown>& countdown)
{
    const Fault& fault = gone.part.fault;
    const auto done = [countdown] { countdown->done(); };
    if (fault.kind == FaultKind::Hold)
        m_table.release(gone.part.id, false, kNoEvent, done);
    else if (isOfLink(fault.kind))
        m_table.setLinks(links(), kNoEvent, done);
    else if (isOfConsumer(fault.kind))
        m_undoClient(fault.node, gone.part.id, done);
    else if (fault.kind == FaultKind::ClockJump)
        m_table.setClock(fault.node, Duration::zero(), done);
    else if (fault.kind == FaultKind::FlippedByte)
        m_hosts.at(fault.node)
            ->control([countdown, host = m_hosts.at(fault.node), flipped = *gone.flipped] {
                countdown->done(putBack(*host, flipped));
            });
    else
        setDisk(fault.node, std::nullopt, done);
}

bool FaultDesk::heal(CommandId id, EventId fault)
{
    const auto gone = end([&](const Active& a) { return a.part.id == fault; }, kHealed);
    if (gone.empty())
        return false;
    const auto countdown = std::make_shared<Countdown>(
        1, [this, id, outcome = Outcome{OutcomeKind::ActsNoMore, {gone.front().part.fault}},
            fault](const std::vector<Outcome>& words) {
            finish(id, true, words.empty() ? outcome : words.front(), fault);
        });
    undo(gone.front(), countdown);
    return true;
}

void FaultDesk::healAll(const std::shared_ptr<Countdown>& countdown)
{
    const auto gone = end([](const Active&) { return true; }, kHealed);
    if (gone.empty())
        return countdown->done();
    const auto mine = std::make_shared<Countdown>(
        static_cast<int>(gone.size()),
        [countdown, count = gone.size()](std::vector<Outcome> words) {
            Outcome outcome{OutcomeKind::HealedOne, {}, std::move(words)};
            if (count > 1) {
                outcome.kind = OutcomeKind::Healed;
                outcome.places = {static_cast<std::int64_t>(count)};
            }
            countdown->done(std::move(outcome));
        });
    // Disks first: a byte cannot be put back on one that does not write.
    for (const bool flips : {false, true}) {
        for (const Active& one : gone) {
            if (flips == one.flipped.has_value())
                undo(one, mine);
        }
    }
}

} // namespace hw::cluster
