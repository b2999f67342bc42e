#include "engine/log/deleted_files.h"

#include <algorithm>

namespace hw::log {

DeletedFiles::DeletedFiles(world::Loop& loop, world::Disk& disk)
    : m_loop(loop)
    , m_disk(disk)
    , m_timer(loop)
{
}

void DeletedFiles::removeLater(std::vector<std::string> paths, Duration delay)
{
    const Instant due = m_loop.now() + delay;
    for (std::string& path : paths) {
        if (m_waiting.size() >= kWaitingLimit) {
            (void)m_disk.remove(m_waiting.begin()->second);
            m_waiting.erase(m_waiting.begin());
        }
        m_waiting.emplace(due, std::move(path));
    }
    startTimer();
}

void DeletedFiles::startTimer()
{
    if (m_waiting.empty())
        return;
    const Instant due = m_waiting.begin()->first;
    if (m_timer.armed() && m_timer.due() <= due)
        return;
    m_timer.start(std::max(Duration::zero(), due - m_loop.now()), [this] { removeSome(); });
}

void DeletedFiles::removeSome()
{
    const Instant now = m_loop.now();
    for (int i = 0; i < kRemovalsPerTask && !m_waiting.empty(); ++i) {
        const auto first = m_waiting.begin();
        if (first->first > now)
            break;
        // Moved with its directory, or the disk failed: then the next start removes it.
        (void)m_disk.remove(first->second);
        m_waiting.erase(first);
    }
    startTimer();
}

} // namespace hw::log
