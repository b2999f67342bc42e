#pragma once

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <vector>

#include "engine/observe/command.h"
#include "engine/observe/snapshot.h"

class QMenu;

namespace hw::ui {

/// One thing that can be made to go wrong, as palette and menus offer it.
struct FaultChoice
{
    enum class Where : std::uint8_t
    {
        Process,
        Disk,
        Link,
    };
    QString name;    ///< on a button or in a menu
    QString meaning; ///< whole sentences
    Where where = Where::Process;
    bool onlyBrokers = false;
    bool onlyReplicas = false;
    NodeId on{}; ///< of a replica: where it lies, if one was pointed at
    /// `to` counts for links only.
    std::function<observe::Command(NodeId node, NodeId to)> make;

    /// Whether it can act there.
    bool fits(NodeId node, NodeId to) const;
};

/// How much of it, for faults that have a measure.
struct FaultMeasures
{
    Duration delay = 200ms;   ///< of a link
    Duration slowness = 50ms; ///< of a disk
    std::uint64_t bytesPerSecond = 10'000;
    Duration jump = std::chrono::hours(1);
};

/// One copy of a partition, for the fault that harms a single log.
struct FaultReplica
{
    NodeId on;
    TopicPartition partition;
    bool operator==(const FaultReplica&) const = default;
};

/// A node that does not run although no fault says so.
struct StoppedNode
{
    NodeId node;
    bool isFrozen = false;
    bool isHealed = true; ///< by healing all: not what was shut down in an orderly way
    bool operator==(const StoppedNode&) const = default;
};

/// The one list of faults that palette and menus offer.
class Faults
{
    Q_DECLARE_TR_FUNCTIONS(Faults)
public:
    static std::vector<FaultChoice> choices(const FaultMeasures& measures = {},
                                            const FaultReplica& replica = {});
    /// Not so for what needs a living process when it is dead, as freezing does.
    static bool isPossible(const observe::Command& command, const observe::Snapshot& snapshot);
    static std::vector<StoppedNode> stopped(const observe::Snapshot& snapshot);
    /// All ends that a link can have, in reading order.
    static std::vector<NodeId> nodes(const observe::Snapshot& snapshot);

    using Submit = std::function<void(observe::Command)>;
    /// Adds what can be made to go wrong with a node, its disk and its links. What is killed or
    /// frozen by keys and buttons of their own is left out.
    static void fillMenu(QMenu* menu, NodeId node, const observe::Snapshot& snapshot,
                         const Submit& submit);
    /// Adds what can be made to go wrong with one replica alone.
    static void fillReplicaMenu(QMenu* menu, const FaultReplica& replica, const Submit& submit);
};

} // namespace hw::ui
