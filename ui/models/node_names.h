#pragma once

#include <QCoreApplication>
#include <QString>

#include <map>
#include <string>
#include <vector>

#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"

namespace hw::ui {

/// What people call the nodes of a cluster: a client by its client.id, which facts about it do not
/// repeat. Learns from snapshots and from events, so that a client that has gone keeps its name.
class NodeNames
{
    Q_DECLARE_TR_FUNCTIONS(NodeNames)
public:
    static constexpr std::size_t kMost = 20'000; ///< clients; then it begins anew

    NodeNames() = default;
    explicit NodeNames(const observe::Snapshot& snapshot) { take(snapshot); }

    void take(const observe::Snapshot& snapshot);
    void take(const std::vector<observe::Event>& events);

    /// `app-1`, `broker 2`, `outside programs`; `client 4` if no more is known.
    QString of(NodeId node) const;
    /// The same as the first word of a sentence: `Broker 2`. Names stay as they are.
    QString first(NodeId node) const;

private:
    void learn(NodeId node, const std::string& name);

    std::map<NodeId, std::string> m_clients;
    std::uint64_t m_version = 0; ///< of the snapshot that was taken last
};

} // namespace hw::ui
