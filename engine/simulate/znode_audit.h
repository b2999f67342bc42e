#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/coordination/client.h"
#include "engine/observe/snapshot.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// Reads what controllers write, with a ZooKeeper session of its own, and deposes one now and then:
///
///   6   a partition's state says the controller epoch that was in force when it was written
///
/// A state's zxid and those of the epochs order all writes, whoever reads them when:
///
///     /controller_epoch   1 at zxid 20 ............ 2 at zxid 90
///     state of T0-0             1 at zxid 35 right,      1 at zxid 95 written by a deposed one
class ZnodeAudit
{
public:
    /// Both outlive it. `servers`: of the ensemble, at least one.
    ZnodeAudit(Findings& findings, world::Host& host, std::vector<world::Endpoint> servers);

    /// Reads the epoch and the states of all partitions, unless the last reading still goes on.
    void look(const observe::Snapshot& picture);
    /// Deletes `/controller`, as administrators do with `zkCli.sh` to have another elected. The one
    /// that was keeps its session, and learns of it by its watch only.
    void depose();

private:
    void readState(const TopicPartition& partition);
    void judge(const TopicPartition& partition, const coordination::Reply& reply);

    Findings& m_findings;
    std::unique_ptr<coordination::Client> m_client;
    std::map<ControllerEpoch, Zxid> m_since; ///< when each was written
    std::int32_t m_pending = 0;
};

} // namespace hw::simulate
