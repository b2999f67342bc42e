#include "ui/feed/commander.h"

namespace hw::ui {

Commander::Commander(cluster::Cluster& cluster, QObject* parent)
    : QObject(parent)
    , m_cluster(cluster)
{
}

CommandId Commander::submit(observe::Command command)
{
    const CommandId id = m_cluster.submit(command);
    const auto [it, added] = m_pending.emplace(id, std::move(command));
    emit submitted(it->second);
    if (m_pending.size() > kPendingLimit)
        m_pending.erase(m_pending.begin());
    return id;
}

void Commander::take(const Frame& frame)
{
    if (frame.anew)
        m_pending.clear(); // given in another run, or not yet
    for (const auto& event : frame.events) {
        const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact);
        if (!done)
            continue;
        const auto it = m_pending.find(done->command);
        if (it == m_pending.end())
            continue;
        const observe::Command command = std::move(it->second);
        m_pending.erase(it);
        emit finished(command, done->ok, done->outcome);
    }
}

} // namespace hw::ui
