#include "engine/cluster/client_troubles.h"

namespace hw::cluster {

using observe::Fault;
using observe::FaultKind;
using observe::Outcome;
using observe::OutcomeKind;

/// Longer ones are made by not healing them.
static constexpr Duration kLongest = std::chrono::hours(1);
/// Leaving and returning takes its time.
static constexpr Duration kShortestFlap = 1s;

ClientTroubles::ClientTroubles(world::Host& host, FaultDesk& desk)
    : m_host(host)
    , m_desk(desk)
{
}

void ClientTroubles::apply(client::Consumer& consumer, FaultKind kind, bool on, Duration time)
{
    switch (kind) {
    case FaultKind::SlowConsumer:
        consumer.setTimePerRecord(on ? time : Duration{});
        break;
    case FaultKind::SilentPoll:
        on ? consumer.stopPolling() : consumer.pollAgain();
        break;
    case FaultKind::NoHeartbeats:
        consumer.muteHeartbeats(on);
        break;
    case FaultKind::Flapping:
        consumer.flap(on ? time : Duration{});
        break;
    default:
        HW_ASSERT(false, "only troubles of consumers come here");
    }
}

static OutcomeKind withoutIt(FaultKind kind)
{
    switch (kind) {
    case FaultKind::SlowConsumer:
        return OutcomeKind::NotSlow;
    case FaultKind::SilentPoll:
        return OutcomeKind::Polls;
    case FaultKind::NoHeartbeats:
        return OutcomeKind::SendsHeartbeats;
    default:
        return OutcomeKind::DoesNotFlap;
    }
}

client::AdminResult ClientTroubles::set(NodeId client, client::Consumer& consumer, FaultKind kind,
                                        std::optional<Duration> time)
{
    const Key key{client, kind};
    if (time && *time == Duration{}) {
        if (!m_troubles.contains(key))
            return tl::unexpected(Outcome{withoutIt(kind), {client}});
        end(key);
        m_desk.over(client, kind, "healed");
        return Outcome{withoutIt(kind), {client}};
    }
    const Duration least = kind == FaultKind::Flapping ? kShortestFlap : Duration(1ms);
    if (time && (*time < least || *time > kLongest))
        return tl::unexpected(
            Outcome{OutcomeKind::BadTroubleTime, {toMs(*time), toMs(least), toMs(kLongest)}});
    Fault fault;
    fault.kind = kind;
    fault.node = client;
    fault.time = time.value_or(Duration{});
    const auto event = m_desk.begin(fault, "another takes its place");
    if (!event)
        return tl::unexpected(
            Outcome{OutcomeKind::FaultsLimit, {std::int64_t{FaultDesk::kActiveLimit}}});
    m_host.loop().setCause(*event);
    Trouble trouble{*event, &consumer, nullptr};
    const bool ends = kind == FaultKind::SilentPoll || kind == FaultKind::NoHeartbeats;
    if (time && ends) {
        trouble.end = std::make_unique<world::Timer>(m_host.loop());
        trouble.end->start(*time, [this, key] {
            end(key);
            m_desk.over(key.first, key.second, "its time is over");
        });
    }
    m_troubles[key] = std::move(trouble);
    apply(consumer, kind, true, fault.time);
    return Outcome{OutcomeKind::Acts, {fault}};
}

void ClientTroubles::end(const Key& key)
{
    const auto found = m_troubles.find(key);
    client::Consumer& consumer = *found->second.consumer;
    m_troubles.erase(found);
    apply(consumer, key.second, false, {});
}

void ClientTroubles::undo(NodeId client, EventId fault)
{
    for (const auto& [key, trouble] : m_troubles) {
        if (key.first != client || trouble.fault != fault)
            continue;
        m_host.loop().setCause(fault);
        return end(Key(key));
    }
}

void ClientTroubles::forget(NodeId client)
{
    std::erase_if(m_troubles, [client](const auto& one) { return one.first.first == client; });
    m_desk.over(client, std::nullopt, "the client is gone");
}

} // namespace hw::cluster
