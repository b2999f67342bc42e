#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/observe/snapshot.h"
#include "engine/rpc/peer.h"
#include "engine/simulate/workload.h"

namespace hw::simulate {

/// Says over the wire what nobody may be obeyed for any more, as somebody would who was frozen for
/// long, or whose message was:
///
///   1 / 5   a leader of an old epoch, and one that knows an old version of its partition, ask for
///           another ISR (Kafka: FENCED_LEADER_EPOCH, INVALID_UPDATE_VERSION)
///   6       a controller of an old epoch gives orders (STALE_CONTROLLER_EPOCH)
///   7       a producer goes back to an older epoch, and leaves out sequences
///           (INVALID_PRODUCER_EPOCH, OUT_OF_ORDER_SEQUENCE_NUMBER): what is taken of that, the
///           audit of the logs finds
///   10      a member of an old generation goes on, asks for its assignment and commits
///           (ILLEGAL_GENERATION)
///   11      a controller's order for an earlier topic of the same name comes late
///           (INCONSISTENT_TOPIC_ID)
///
/// What is refused as it must be changes nothing.
class Impostor
{
public:
    /// `endpoints` by broker number from 1. All outlive it.
    Impostor(ClientsContext& context, Findings& findings, world::Host& host,
             std::vector<world::Endpoint> endpoints);

    /// `picture` is of now.
    void act(const observe::Snapshot& picture, world::Random& random);

private:
    struct Target
    {
        const observe::TopicPart* topic = nullptr;
        const observe::PartitionPart* part = nullptr;
    };
    Target drawTarget(const observe::Snapshot& picture, world::Random& random) const;
    void orderAsOldController(const observe::Snapshot& picture, world::Random& random);
    void orderForOldTopic(const observe::Snapshot& picture, world::Random& random);
    void askAsOldLeader(const observe::Snapshot& picture, const Target& target, bool isOldEpoch);
    void produceAsOldProducer(const Target& target);
    void actAsOldMember(const observe::Snapshot& picture, world::Random& random);
    template <class Request> void sendAsOldMember(const observe::GroupPart& group, Request request);
    void produce(ProducerId id, int step, const TopicPartition& to, BrokerId leader,
                 std::int32_t life);
    rpc::Peer* peer(BrokerId broker) const;

    ClientsContext& m_context;
    Findings& m_findings;
    std::vector<std::unique_ptr<rpc::Peer>> m_peers;
    std::int64_t m_sent = 0;
};

} // namespace hw::simulate
