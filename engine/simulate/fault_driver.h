#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/cluster/engine_cluster.h"
#include "engine/simulate/plan.h"
#include "engine/world/host.h"

namespace hw::simulate {

/// Draws what goes wrong and when it is put right again, and notes it in the words of `serve`.
class FaultDriver
{
    using Random = world::Random;

public:
    FaultDriver(const world::World& world, cluster::EngineCluster& cluster, const Plan& plan,
                std::vector<NodeId> clientHosts);

    /// One more fault, if there is room for it. `controller` is the present one, or none.
    void strike(BrokerId controller, Random& random);
    /// Of one that runs; `isSoonBack`: before the sessions of others that fell expire.
    void losePower(BrokerId broker, bool isSoonBack, Random& random);
    void slowDisk(BrokerId broker, Duration each);
    /// Notes that somebody deletes `/controller`; often its broker's link to the ensemble is slow
    /// then, so that it acts on for a while.
    void depose(BrokerId controller, Random& random);
    /// Puts right what is due.
    void repair(Random& random);
    /// Everything runs and every link carries again, as far as that is up to us.
    void healAll();
    /// `at 1234 ms: kill 2`
    const std::vector<std::string>& lines() const { return m_lines; }

private:
    struct Repair
    {
        Instant due;
        std::string line;
        std::function<void()> act;
    };

    void say(const std::string& line);
    void later(Duration after, std::string line, std::function<void()> act);
    void command(const std::string& line, observe::Command command);
    void commandLater(Duration after, std::string line, observe::Command command);
    void takeDown(const NodeId& node, bool powerLoss, Duration downFor);
    void stop(const NodeId& node, Random& random);
    void freeze(const NodeId& node, Random& random);
    void cutLink(Random& random);
    void slowLink(Random& random);
    void troubleMachine(const NodeId& node, Random& random);
    void troubleDisk(const NodeId& node, Random& random);
    void failDisk(const NodeId& node, Random& random);
    void flipByte(const NodeId& node, Random& random);
    void holdMessage(Random& random);
    void strikeEnsemble(Random& random);
    NodeId server(Random& random) const;
    std::optional<NodeId> running(Random& random);
    std::pair<NodeId, NodeId> drawLink(Random& random);
    Duration drawTime(Random& random) const;

    const world::World& m_world;
    cluster::EngineCluster& m_cluster;
    const Plan& m_plan;
    const std::vector<NodeId> m_clientHosts;
    std::set<NodeId> m_suffering; ///< down or frozen
    std::vector<Repair> m_repairs;
    std::vector<std::string> m_lines;
};

} // namespace hw::simulate
