#pragma once

#include <QObject>

#include <map>

#include "engine/cluster/cluster.h"
#include "ui/feed/frame.h"

namespace hw::ui {

/// Gives commands to the cluster and says what became of them. Never waits.
class Commander : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t kPendingLimit = 1000; ///< the oldest is forgotten first

    explicit Commander(cluster::Cluster& cluster, QObject* parent = nullptr);

    CommandId submit(observe::Command command);
    cluster::Capabilities capabilities() const { return m_cluster.capabilities(); }
    std::string bootstrap() const { return m_cluster.bootstrap(); }
    /// Looks for the outcome of pending commands among new events.
    void take(const Frame& frame);
    std::size_t pending() const { return m_pending.size(); }

signals:
    void submitted(const hw::observe::Command& command);
    void finished(const hw::observe::Command& command, bool ok,
                  const hw::observe::Outcome& outcome);

private:
    cluster::Cluster& m_cluster;
    std::map<CommandId, observe::Command> m_pending;
};

} // namespace hw::ui
