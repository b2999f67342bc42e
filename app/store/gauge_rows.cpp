#include "app/store/gauge_rows.h"

#include <algorithm>

namespace hw::store {

namespace {

using Columns = std::vector<std::vector<std::int64_t>>;

struct ToColumns
{
    Columns& columns;

    void operator()(std::uint64_t value) { columns.push_back({static_cast<std::int64_t>(value)}); }
    void operator()(Instant value) { columns.push_back({value.sinceStart().count()}); }
    template <class T> void operator()(const std::vector<T>& values)
    {
        columns.emplace_back(values.begin(), values.end());
    }
    void operator()(const std::map<BrokerId, std::int64_t>& values)
    {
        columns.emplace_back();
        std::vector<std::int64_t> second;
        for (const auto& [key, value] : values) {
            columns.back().push_back(key.value());
            second.push_back(value);
        }
        columns.push_back(std::move(second));
    }
};

struct FromColumns
{
    const Columns& columns;
    std::size_t next = 0;

    const std::vector<std::int64_t>& column()
    {
        static const std::vector<std::int64_t> kNone;
        return next < columns.size() ? columns[next++] : kNone;
    }
    std::int64_t single()
    {
        const auto& values = column();
        return values.empty() ? 0 : values.front();
    }
    void operator()(std::uint64_t& value) { value = static_cast<std::uint64_t>(single()); }
    void operator()(Instant& value) { value = Instant(Duration(single())); }
    template <class T> void operator()(std::vector<T>& values)
    {
        const auto& found = column();
        values.assign(found.begin(), found.end());
    }
    void operator()(std::map<BrokerId, std::int64_t>& values)
    {
        const auto& keys = column();
        const auto& found = column();
        for (std::size_t i = 0; i < std::min(keys.size(), found.size()); ++i)
            values.emplace(BrokerId(static_cast<std::int32_t>(keys[i])), found[i]);
    }
};

/// Wraps, so that any two numbers have a difference.
std::int64_t difference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t sum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// All that followers have not confirmed yet.
std::int64_t lagOf(const observe::Gauges& gauges)
{
    std::int64_t lag = 0;
    for (std::size_t i = 0; i < std::min(gauges.leo.size(), gauges.hw.size()); ++i)
        if (gauges.leo[i] > gauges.hw[i] && gauges.hw[i] >= 0)
            lag += gauges.leo[i] - gauges.hw[i];
    return lag;
}

} // namespace

void GaugeWriter::add(const observe::Gauges& gauges, Packer& to)
{
    Columns columns;
    ToColumns take{columns};
    std::apply([&](const auto&... field) { (take(field), ...); }, fieldsOf(gauges));
    m_last.resize(columns.size());
    Packer body;
    body.number(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto& now = columns[i];
        auto& last = m_last[i];
        last.resize(now.size());
        body.number(now.size());
        std::uint64_t same = 0;
        for (std::size_t k = 0; k < now.size(); ++k) {
            if (now[k] == last[k]) {
                ++same;
                continue;
            }
            body.number(std::exchange(same, 0));
            body.signedNumber(difference(now[k], last[k]));
        }
        if (same > 0)
            body.number(same);
    }
    m_last = std::move(columns);
    to.signedNumber(gauges.at.sinceStart().count());
    to.part(body.bytes());
}

std::vector<GaugeThinner::Row> GaugeThinner::take(Row row, bool must)
{
    const std::int64_t lag = lagOf(*row);
    if (!must && m_keptAt && row->at - *m_keptAt < kEvery) {
        if (!m_peak || lag > m_peakLag) {
            m_peak = std::move(row);
            m_peakLag = lag;
        }
        return {};
    }
    std::vector<Row> rows;
    const auto standsOut = [&](std::int64_t beside) { return m_peakLag > beside + beside / 4 + 4; };
    if (m_peak && standsOut(m_keptLag) && standsOut(lag))
        rows.push_back(m_peak);
    m_peak.reset();
    m_keptAt = row->at;
    m_keptLag = lag;
    rows.push_back(std::move(row));
    return rows;
}

void GaugeThinner::restart()
{
    m_keptAt.reset();
    m_peak.reset();
}

bool GaugeReader::addPage(Bytes bytes)
{
    m_pages.push_back(std::move(bytes));
    Unpacker from(m_pages.back(), m_kinds);
    while (!from.atEnd()) {
        const Instant at(Duration(from.signedNumber()));
        const ByteView row = from.part();
        const Instant earliest = m_rows.empty() ? Instant() : m_rows.back().at;
        if (!from.ok() || m_rows.size() >= kRowsLimit || at < earliest) {
            m_isDamaged = true;
            return false;
        }
        m_rows.push_back({at, row});
    }
    return true;
}

std::optional<std::size_t> GaugeReader::rowAt(Instant moment) const
{
    const auto after = std::ranges::upper_bound(m_rows, moment, {}, &Row::at);
    if (after == m_rows.begin())
        return std::nullopt;
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

bool GaugeReader::apply(ByteView row)
{
    Unpacker from(row, m_kinds);
    const std::size_t columns = from.count(sizeof(m_columns[0]));
    m_columns.resize(columns);
    for (std::size_t i = 0; i < columns && from.ok(); ++i) {
        const std::uint64_t size = from.number();
        if (size > kColumnLimit || (m_work += static_cast<std::size_t>(size)) > kWorkLimit)
            return false;
        auto& values = m_columns[i];
        values.resize(static_cast<std::size_t>(size));
        for (std::size_t k = 0; k < values.size() && from.ok();) {
            const std::uint64_t same = from.number();
            if (same > values.size() - k)
                return false;
            k += static_cast<std::size_t>(same);
            if (k < values.size()) {
                values[k] = sum(values[k], from.signedNumber());
                ++k;
            }
        }
    }
    return from.ok();
}

std::shared_ptr<observe::Gauges> GaugeReader::gauges(std::size_t row)
{
    HW_ASSERT(row < m_rows.size(), "a row that was read");
    if (m_shown && *m_shown > row) {
        m_shown.reset();
        m_columns.clear();
    }
    for (std::size_t next = m_shown ? *m_shown + 1 : 0; next <= row; ++next) {
        if (!apply(m_rows[next].bytes)) {
            m_isDamaged = true;
            m_shown.reset();
            m_columns.clear();
            return nullptr;
        }
    }
    m_shown = row;
    auto gauges = std::make_shared<observe::Gauges>();
    FromColumns give{m_columns};
    std::apply([&](auto&... field) { (give(field), ...); }, fieldsOf(*gauges));
    return gauges;
}

namespace {

/// One past the highest slot that something has; absurd ones (of damage) are not counted.
struct SlotCounts
{
    std::size_t replicas = 0, members = 0, offsets = 0, producers = 0, consumers = 0, sequences = 0;

    static void count(std::size_t& most, observe::Slot slot)
    {
        if (slot < GaugeReader::kColumnLimit)
            most = std::max(most, static_cast<std::size_t>(slot) + 1);
    }
    explicit SlotCounts(const observe::Snapshot& snapshot)
    {
        for (const auto& topic : snapshot.topics)
            for (const auto& partition : topic->partitions)
                for (const auto& replica : partition->replicas)
                    count(replicas, replica.slot);
        for (const auto& group : snapshot.groups) {
            for (const auto& member : group->members)
                count(members, member.slot);
            for (const auto& offset : group->offsets)
                count(offsets, offset.slot);
        }
        for (const auto& producer : snapshot.producers) {
            count(producers, producer->slot);
            for (const auto& sequence : producer->sequences)
                count(sequences, sequence.slot);
        }
        for (const auto& consumer : snapshot.consumers)
            count(consumers, consumer->slot);
    }
};

template <class T> void lengthen(std::vector<T>& values, std::size_t size, T filler)
{
    if (values.size() < size)
        values.resize(size, filler);
}

} // namespace

void fitTo(const observe::Snapshot& snapshot, observe::Gauges& g)
{
    const SlotCounts slots(snapshot);
    constexpr std::int64_t kUnknown = -1;
    for (auto* values : {&g.logStart, &g.hw, &g.leo, &g.lso, &g.leoSeenByLeader, &g.caughtUpAgoMs,
                         &g.isrDeadlineMs, &g.bytes, &g.asOfMs})
        lengthen(*values, slots.replicas, kUnknown);
    for (auto* values : {&g.sessionLeftMs, &g.memberHeardMs, &g.memberSessionDeadlineMs})
        lengthen(*values, slots.members, kUnknown);
    for (auto* values : {&g.committed, &g.position})
        lengthen(*values, slots.offsets, kUnknown);
    for (auto* values : {&g.produced, &g.acked, &g.failed, &g.retried, &g.inFlight})
        lengthen(*values, slots.producers, std::uint64_t(0));
    lengthen(g.consumed, slots.consumers, std::uint64_t(0));
    for (auto* values : {&g.polledMs, &g.pollDeadlineMs, &g.heartbeatDueMs})
        lengthen(*values, slots.consumers, kUnknown);
    for (auto* values : {&g.nextSequence, &g.ackedSequence, &g.batchesInFlight, &g.repeatedBatches})
        lengthen(*values, slots.sequences, kUnknown);
}

} // namespace hw::store
