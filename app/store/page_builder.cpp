#include "app/store/page_builder.h"

#include <algorithm>

#include "app/store/marks.h"

namespace hw::store {

void PageBuilder::restart()
{
    m_isOpen = false;
    m_chunkEnds = true;
    m_page = {};
    m_pictureBytes.take();
    m_gaugeBytes.take();
    m_eventBytes.take();
}

void PageBuilder::beginChunk()
{
    m_pictures.restart();
    m_gauges.restart();
    m_thinner.restart();
    m_chunkPages = 0;
    m_chunkBytes = 0;
    m_wantsGauges = true;
    m_chunkEnds = false;
}

void PageBuilder::open(const Sight& sight)
{
    m_isOpen = true;
    m_page = {};
    m_page.first = m_page.last = sight.snapshot->at;
    m_page.beginsChunk = m_chunkEnds;
    if (m_chunkEnds) {
        beginChunk();
        m_chunkFirst = sight.snapshot->at;
    }
}

void PageBuilder::addEvents(const std::vector<observe::Event>& events)
{
    for (const observe::Event& event : events) {
        m_eventBytes.put(event);
        m_page.eventsFrom =
            m_page.eventCount == 0 ? event.at : std::min(m_page.eventsFrom, event.at);
        m_page.eventsTo = m_page.eventCount == 0 ? event.at : std::max(m_page.eventsTo, event.at);
        ++m_page.eventCount;
        if (auto mark = markOf(event))
            m_page.marks.push_back(std::move(*mark));
    }
}

void PageBuilder::add(const Sight& sight)
{
    const Instant at = sight.snapshot->at;
    const bool mustShow = !m_isOpen && m_chunkEnds;
    if (!mustShow && at == m_lastAt && sight.events.empty() && sight.lost == 0)
        return; // time stands
    if (!m_isOpen)
        open(sight);
    const bool newShape = m_pictures.add(sight.snapshot, m_pictureBytes);
    m_page.last = at;
    m_lastAt = at;
    if (sight.gauges) {
        for (const auto& row : m_thinner.take(sight.gauges, newShape || m_wantsGauges))
            m_gauges.add(*row, m_gaugeBytes);
        m_wantsGauges = false;
    }
    addEvents(sight.events);
    m_page.lost += sight.lost;
}

bool PageBuilder::isFull() const
{
    return m_isOpen && (m_page.last - m_page.first >= kPageSpan ||
                        m_pictureBytes.size() > kPageBytes || m_gaugeBytes.size() > kPageBytes ||
                        m_eventBytes.size() > kPageBytes || m_page.eventCount >= kPageEvents);
}

Page PageBuilder::close()
{
    m_page.pictures = m_pictureBytes.take();
    m_page.gauges = m_gaugeBytes.take();
    m_page.events = m_eventBytes.take();
    if (++m_chunkPages > 1)
        m_chunkBytes += m_page.pictures.size() + m_page.gauges.size();
    m_chunkEnds = m_page.last - m_chunkFirst >= kChunkSpan || m_chunkPages >= kChunkPages ||
                  m_chunkBytes > kChunkBytes;
    m_isOpen = false;
    return std::move(m_page);
}

} // namespace hw::store
