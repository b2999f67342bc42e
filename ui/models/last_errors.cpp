#include "ui/models/last_errors.h"

#include "ui/models/lookup.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

static void noteFailures(std::map<NodeId, std::int64_t>& at, const std::vector<Event>& events)
{
    for (const Event& event : events) {
        if (const auto* failed = std::get_if<fact::SendFailed>(&event.fact))
            at[failed->client] = event.wall.ms();
    }
}

void LastErrors::restart(const std::vector<Event>& before,
                         const std::vector<std::shared_ptr<const Gauges>>& figures)
{
    m_known.clear();
    m_failedAt.clear();
    noteFailures(m_failedAt, before);
    m_before = figures.empty() ? nullptr : figures.front();
    m_looked = false;
}

void LastErrors::look(NodeId client, const std::string& error, std::uint64_t failed,
                      std::uint64_t progress, std::optional<std::uint64_t> before,
                      std::int64_t wallMs)
{
    if (error.empty()) {
        m_known.erase(client);
        return;
    }
    const auto told = m_failedAt.find(client);
    const auto time = told == m_failedAt.end() ? std::nullopt : std::optional(told->second);
    const auto [it, isNew] = m_known.try_emplace(client);
    Known& known = it->second;
    const bool isFresh = !isNew && (known.text != error || failed > known.failed);
    if (isNew && !m_looked) // it was there before anybody looked
        known = {error, failed, before.value_or(progress), time, false};
    else if (isNew || isFresh)
        known = {error, failed, progress, time.value_or(wallMs), false};
    known.isOver = progress > known.progress;
}

void LastErrors::take(const Snapshot& snapshot, const Gauges& gauges,
                      const std::vector<Event>& fresh)
{
    noteFailures(m_failedAt, fresh);
    const std::uint64_t none = 0;
    for (const auto& producer : snapshot.producers) {
        // Who waits for no answer has success by sending.
        const auto& row = producer->acks == 0 ? gauges.produced : gauges.acked;
        const std::uint64_t failed = at(gauges.failed, producer->slot, none);
        std::optional<std::uint64_t> before;
        if (m_before && at(m_before->failed, producer->slot, none) == failed)
            before = at(producer->acks == 0 ? m_before->produced : m_before->acked, producer->slot,
                        none);
        look(producer->client, producer->lastError, failed, at(row, producer->slot, none), before,
             snapshot.wall.ms());
    }
    for (const auto& consumer : snapshot.consumers)
        look(consumer->client, consumer->lastError, 0, at(gauges.consumed, consumer->slot, none),
             {}, snapshot.wall.ms());
    m_looked = true;
}

bool LastErrors::isOver(NodeId client) const
{
    const auto it = m_known.find(client);
    return it != m_known.end() && it->second.isOver;
}

QString LastErrors::words(NodeId client, const std::string& error) const
{
    const auto it = m_known.find(client);
    const QString text = qs(error);
    if (it == m_known.end() || (!it->second.wallMs && !it->second.isOver))
        return text;
    const Known& known = it->second;
    const QString clock = known.wallMs ? WallClock::clock(*known.wallMs) : QString();
    if (!known.isOver)
        return tr("%1, at %2").arg(text, clock);
    return known.wallMs ? tr("%1, at %2; it has had success since").arg(text, clock)
                        : tr("%1; it has had success since").arg(text);
}

} // namespace hw::ui
