#include "tests/support/synthetic_past.h"

#include <algorithm>
#include <fstream>

namespace hw::test {

using namespace observe;
using cluster::Mark;
using cluster::MarkKind;
using Mode = cluster::PlaybackState::Mode;

namespace {

std::optional<Mark> markOf(const Event& event)
{
    const auto make = [&](MarkKind kind, std::string subject) {
        return std::optional(Mark{event.at, event.id, kind, std::move(subject)});
    };
    return std::visit(
        [&]<class F>([[maybe_unused]] const F& f) -> std::optional<Mark> {
            if constexpr (std::is_same_v<F, fact::LeaderElected>)
                return make(MarkKind::Leader, f.partition.text());
            else if constexpr (std::is_same_v<F, fact::IsrReduced> ||
                               std::is_same_v<F, fact::IsrShrunk> ||
                               std::is_same_v<F, fact::IsrExpanded>)
                return make(MarkKind::Isr, f.partition.text());
            else if constexpr (std::is_same_v<F, fact::GroupStateChanged>)
                return make(MarkKind::Group, f.group);
            else if constexpr (std::is_same_v<F, fact::BrokerKilled> ||
                               std::is_same_v<F, fact::BrokerReady> ||
                               std::is_same_v<F, fact::BrokerSeenDead>)
                return make(MarkKind::Broker, NodeId::broker(f.broker).text());
            else if constexpr (std::is_same_v<F, fact::AckedRecordsLost>)
                return make(MarkKind::Loss, f.partition.text());
            else if constexpr (std::is_same_v<F, fact::FaultStarted>)
                return make(MarkKind::Fault, "link");
            else
                return std::nullopt;
        },
        event.fact);
}

} // namespace

SyntheticPast::SyntheticPast(SyntheticSpec spec)
    : m_cluster(spec)
{
    m_state.hasPresent = true;
    live({});
}

void SyntheticPast::live(Duration step)
{
    if (!m_state.hasPresent)
        return;
    m_cluster.advance(step);
    const auto snapshot = m_cluster.snapshot();
    for (Event& event : m_cluster.takeEvents(100'000).events) {
        if (const auto mark = markOf(event))
            m_marks.push_back(*mark);
        m_events.push_back(std::move(event));
    }
    const auto gauges = m_cluster.gauges();
    m_looks.push_back({gauges->at, snapshot, gauges});
    m_state.first = m_looks.front().at;
    m_state.last = gauges->at;
    if (m_state.mode == Mode::Present)
        m_state.now = m_state.last;
}

void SyntheticPast::finish()
{
    m_state.hasPresent = false;
    m_state.mode = Mode::Paused;
}

cluster::Capabilities SyntheticPast::capabilities() const
{
    return m_state.mode == Mode::Present ? m_cluster.capabilities() : cluster::Capabilities();
}

CommandId SyntheticPast::submit(Command command) { return m_cluster.submit(std::move(command)); }

const SyntheticPast::Look& SyntheticPast::look() const
{
    const auto after = std::ranges::upper_bound(m_looks, m_state.now, {}, &Look::at);
    return after == m_looks.begin() ? m_looks.front() : *std::prev(after);
}

cluster::EventBatch SyntheticPast::takeEvents(std::size_t limit)
{
    cluster::EventBatch batch;
    while (m_told < m_events.size() && batch.events.size() < limit &&
           m_events[m_told].at <= m_state.now)
        batch.events.push_back(m_events[m_told++]);
    return batch;
}

void SyntheticPast::jumpTo(Instant at)
{
    m_state.now = std::clamp(at, m_state.first, m_state.last);
    ++m_state.jumps;
    m_told = static_cast<std::size_t>(
        std::ranges::upper_bound(m_events, m_state.now, {}, &Event::at) - m_events.begin());
}

void SyntheticPast::seek(Instant at)
{
    ++m_seeks;
    m_state.mode = Mode::Paused;
    jumpTo(at);
}

void SyntheticPast::toPresent()
{
    m_state.mode = m_state.hasPresent ? Mode::Present : Mode::Paused;
    jumpTo(m_state.last);
}

void SyntheticPast::play()
{
    if (m_state.mode == Mode::Paused)
        m_state.mode = Mode::Playing;
}

void SyntheticPast::pause()
{
    if (m_state.mode == Mode::Playing)
        m_state.mode = Mode::Paused;
}

void SyntheticPast::step(Direction direction)
{
    m_state.mode = Mode::Paused;
    if (direction == Direction::Forward) {
        for (const Event& event : m_events)
            if (event.at > m_state.now)
                return jumpTo(event.at);
        return;
    }
    for (auto it = m_events.rbegin(); it != m_events.rend(); ++it)
        if (it->at < m_state.now)
            return jumpTo(it->at);
}

void SyntheticPast::advance(Duration real)
{
    if (m_state.mode != Mode::Playing)
        return;
    m_state.now =
        m_state.now +
        Duration(static_cast<std::int64_t>(static_cast<double>(real.count()) * m_state.speed));
    if (m_state.now < m_state.last)
        return;
    m_state.now = m_state.last;
    m_state.mode = m_state.hasPresent ? Mode::Present : Mode::Paused;
}

std::vector<Mark> SyntheticPast::marks(Instant from, Instant to, std::size_t limit) const
{
    std::vector<Mark> all;
    for (const Mark& mark : m_marks)
        if (mark.at >= from && mark.at <= to && all.size() < limit)
            all.push_back(mark);
    return all;
}

std::optional<Mark> SyntheticPast::find(const Search& search, Instant from,
                                        Direction direction) const
{
    std::optional<Mark> best;
    for (const Mark& mark : m_marks) {
        if ((search.kind && *search.kind != mark.kind) ||
            (!search.subject.empty() && search.subject != mark.subject))
            continue;
        if (direction == Direction::Back && mark.at < from)
            best = mark;
        if (direction == Direction::Forward && mark.at > from)
            return mark;
    }
    return best;
}

std::vector<Event> SyntheticPast::events(Instant from, Instant to, std::size_t limit) const
{
    std::vector<Event> all;
    for (const Event& event : m_events)
        if (event.at >= from && event.at <= to && all.size() < limit)
            all.push_back(event);
    return all;
}

std::vector<std::shared_ptr<const Gauges>> SyntheticPast::gauges(Instant from, Instant to,
                                                                 std::size_t limit) const
{
    std::vector<std::shared_ptr<const Gauges>> all;
    for (const Look& look : m_looks)
        if (look.at >= from && look.at <= to && all.size() < limit &&
            (all.empty() || look.at - all.back()->at >= 250ms))
            all.push_back(look.gauges);
    return all;
}

bool SyntheticPast::setNote(const cluster::Note& note)
{
    if (m_isReadOnly)
        return false;
    std::erase_if(m_notes, [&](const cluster::Note& each) { return each.at == note.at; });
    if (!note.text.empty())
        m_notes.push_back(note);
    std::ranges::sort(m_notes, {}, &cluster::Note::at);
    return true;
}

std::string SyntheticPast::saveTo(const std::string& path)
{
    std::ofstream file(path);
    file << m_events.size() << '\n';
    file.flush();
    return file ? "" : "it cannot be written";
}

} // namespace hw::test
