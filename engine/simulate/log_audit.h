#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/observe/snapshot.h"
#include "engine/protocol/record_batch.h"
#include "engine/simulate/excuses.h"
#include "engine/simulate/topic_book.h"
#include "engine/world/sim/sim_world.h"

namespace hw::simulate {

/// Judges the bytes of all replicas on their disks:
///
///   2   below both watermarks two replicas hold the same bytes
///   4   epochs in a log never fall; where two logs have a batch of the same epoch at the same
///       offset, they are the same up to there
///   7   the sequences of a producer's epoch follow one another
///   11  every batch has the right CRC and offsets without gaps; what a running broker's files say
///       besides (indexes, checkpoints) agrees with the logs
class LogAudit
{
public:
    LogAudit(world::SimWorld& world, Findings& findings, const TopicBook& book,
             const Excuses& excuses)
        : m_world(world)
        , m_findings(findings)
        , m_book(book)
        , m_excuses(excuses)
    {
    }

    /// All partitions of the picture; `gauges` belong to it.
    void look(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    /// The files beside the logs too. Only for brokers at rest.
    void inspect(BrokerId broker);

private:
    struct Image
    {
        BrokerId broker;
        Offset mark{0}; ///< high watermark; 0 when nobody says
        std::vector<protocol::Batch> batches;
    };
    std::vector<protocol::Batch> readLog(const TopicPartition& id, BrokerId broker);
    void judge(const TopicPartition& id, const Image& image, bool isCompacted);
    void judgeSequences(const TopicPartition& id, const Image& image);
    void compare(const TopicPartition& id, const Image& one, const Image& two);

    world::SimWorld& m_world;
    Findings& m_findings;
    const TopicBook& m_book;
    const Excuses& m_excuses;
};

} // namespace hw::simulate
