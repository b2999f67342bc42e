#include "ui/feed/rates.h"

namespace hw::ui {

static double perSecond(std::uint64_t from, std::uint64_t to, std::int64_t ms)
{
    if (to <= from || ms <= 0)
        return 0;
    return static_cast<double>(to - from) * 1000.0 / static_cast<double>(ms);
}

void Rates::clear()
{
    m_samples.clear();
    m_history.clear();
    ++m_version;
}

void Rates::take(const observe::Gauges& gauges)
{
    const std::int64_t now = toMs(gauges.at.sinceStart());
    if (!m_samples.empty() && now < m_samples.back().atMs) { // another run, or back in time
        m_samples.clear();
        m_history.clear();
    }
    if (!m_samples.empty() && now - m_samples.back().atMs < kStepMs)
        return;
    m_samples.push_back(
        {now, gauges.recordsIn, gauges.recordsOut, gauges.produced, gauges.consumed});
    if (m_samples.size() > kWindowSteps + 1)
        m_samples.pop_front();
    if (m_samples.size() < 2)
        return;
    const Sample& first = m_samples.front();
    const Sample& last = m_samples.back();
    const std::int64_t ms = last.atMs - first.atMs;
    m_history.push_back({static_cast<double>(now) / 1000.0, perSecond(first.in, last.in, ms),
                         perSecond(first.out, last.out, ms)});
    if (m_history.size() > kHistoryLimit)
        m_history.pop_front();
    ++m_version;
}

std::optional<double> Rates::rate(std::vector<std::uint64_t> Sample::*row, observe::Slot slot) const
{
    if (m_samples.size() < 2)
        return std::nullopt;
    const Sample& first = m_samples.front();
    const Sample& last = m_samples.back();
    if (slot >= (last.*row).size())
        return std::nullopt;
    const std::uint64_t before = slot < (first.*row).size() ? (first.*row)[slot] : 0;
    return perSecond(before, (last.*row)[slot], last.atMs - first.atMs);
}

std::optional<double> Rates::produced(observe::Slot slot) const
{
    return rate(&Sample::produced, slot);
}

std::optional<double> Rates::consumed(observe::Slot slot) const
{
    return rate(&Sample::consumed, slot);
}

} // namespace hw::ui
