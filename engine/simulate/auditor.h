#pragma once

#include <map>
#include <memory>
#include <set>

#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "engine/rpc/peer.h"
#include "engine/simulate/workload.h"

namespace hw::simulate {

/// Reads all partitions by raw requests from the beginning on, by topic id, from whoever is said to
/// lead them and now and then from whoever else would answer, or with an epoch that is over; and
/// asks for committed offsets. What it sees goes to the checkers.
class Auditor
{
public:
    /// `endpoints` by broker number from 1.
    Auditor(ClientsContext& context, world::Host& host, std::vector<world::Endpoint> endpoints);

    /// Asks what is not being asked yet. `random` chooses whom.
    void look(world::Random& random);
    /// From the beginning; only partitions' leaders are asked from now on.
    void beginLastReading();
    /// Where the reading of a partition stands.
    Offset position(const Place& place) const;
    /// Asks a broker, which may be the controller, for more partitions.
    void grow(const std::string& topic, std::int32_t partitions, BrokerId controller);
    /// Asks every broker for a group's offsets; those that coordinate it answer.
    void askOffsets(const std::string& group, bool atLast);

private:
    struct Leader
    {
        BrokerId broker = kNoBroker;
        LeaderEpoch epoch = kNoLeaderEpoch;
    };
    void askMetadata(BrokerId broker);
    void take(const protocol::MetadataResponse& answer);
    void fetch(BrokerId from, const std::vector<Place>& places, bool asLeader);
    void take(const protocol::FetchResponse& answer, std::uint64_t round,
              const std::map<Place, LeaderEpoch>& epochs);
    void takeRecords(const TopicBook::Life& life, const Place& place,
                     const protocol::FetchResponse::PartitionData& data);
    void probeOldEpoch(const Place& place, const Leader& leader);
    void take(const std::string& group, const protocol::OffsetFetchResponse& answer, bool atLast);

    ClientsContext& m_context;
    world::Host& m_host;
    std::vector<std::unique_ptr<rpc::Peer>> m_peers;
    std::map<Place, Leader> m_leaders;
    std::map<Place, Offset> m_positions;
    std::set<Place> m_asked;
    bool m_isAskingMetadata = false;
    bool m_isLast = false;
    std::uint64_t m_round = 0; ///< answers of an earlier one are dropped
};

} // namespace hw::simulate
