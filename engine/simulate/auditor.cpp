#include "engine/simulate/auditor.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/messages/create_partitions.h"
#include "engine/protocol/record_batch.h"

namespace hw::simulate {

using namespace protocol;

namespace {

constexpr ApiVersion kMetadataVersion{12};
constexpr ApiVersion kFetchVersion{13};
constexpr ApiVersion kOffsetFetchVersion{7};
constexpr ApiVersion kCreatePartitionsVersion{2};
constexpr Duration kTimeout = 2s;
constexpr std::int32_t kPartitionBytes = 16384;

} // namespace

Auditor::Auditor(ClientsContext& context, world::Host& host, std::vector<world::Endpoint> endpoints)
    : m_context(context)
    , m_host(host)
{
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        rpc::PeerConfig config;
        config.self = host.node();
        config.node = NodeId::broker(BrokerId(static_cast<std::int32_t>(i + 1)));
        config.where = endpoints[i];
        config.clientId = "auditor";
        m_peers.push_back(std::make_unique<rpc::Peer>(host, context.journal, std::move(config)));
    }
}

void Auditor::look(world::Random& random)
{
    const auto any = BrokerId(static_cast<std::int32_t>(random.below(m_peers.size()) + 1));
    askMetadata(any);
    const bool astray = !m_isLast && random.chance(1, 4);
    std::map<BrokerId, std::vector<Place>> asks;
    for (const TopicBook::Life* life : m_context.book.all()) {
        for (std::int32_t p = 0; p < life->partitions; ++p) {
            const Place place{life->number, p};
            if (m_asked.contains(place))
                continue;
            const auto leader = m_leaders.find(place);
            if (astray)
                asks[any].push_back(place);
            else if (leader != m_leaders.end() && leader->second.broker != kNoBroker)
                asks[leader->second.broker].push_back(place);
        }
    }
    for (const auto& [broker, places] : asks)
        fetch(broker, places, !astray);
    if (!m_leaders.empty() && random.chance(1, 3)) {
        const auto at = std::next(m_leaders.begin(),
                                  static_cast<std::ptrdiff_t>(random.below(m_leaders.size())));
        probeOldEpoch(at->first, at->second);
    }
}

/// Whoever has been told of the newer epoch has to refuse.
void Auditor::probeOldEpoch(const Place& place, const Leader& leader)
{
    const std::int32_t brokers = static_cast<std::int32_t>(m_peers.size());
    const auto lives = m_context.book.all();
    const auto life = std::ranges::find(lives, place.life, &TopicBook::Life::number);
    if (leader.epoch < LeaderEpoch(1) || leader.broker.value() < 1 ||
        leader.broker.value() > brokers || life == lives.end())
        return;
    const LeaderEpoch old = leader.epoch - 1;
    FetchRequest request;
    request.replicaId = kNoBroker;
    request.maxBytes = 1;
    request.sessionEpoch = -1;
    auto& topic = request.topics.emplace_back();
    topic.topicId = (*life)->id;
    auto& asked = topic.partitions.emplace_back();
    asked.partition = place.partition;
    asked.fetchOffset = position(place);
    asked.currentLeaderEpoch = old;
    const TopicPartition name{(*life)->name, place.partition};
    const auto onAnswer = [this, name, old, broker = leader.broker,
                           sent = m_context.world.now()](const Result<FetchResponse>& answer) {
        if (!answer || answer->responses.empty() || answer->responses.front().partitions.empty() ||
            answer->responses.front().partitions.front().errorCode != ErrorCode::None)
            return;
        const auto told = m_context.events.told(NodeId::broker(broker), name);
        if (told && told->epoch > old && told->at < sent)
            m_context.history.unreadable(
                name, fmt::format("broker {} serves a fetch of epoch {}, though it was told of "
                                  "epoch {} before",
                                  broker, old, told->epoch));
    };
    m_peers[static_cast<std::size_t>(leader.broker.value() - 1)]->send<FetchRequest>(
        std::move(request), kFetchVersion, kTimeout, onAnswer);
}

void Auditor::beginLastReading()
{
    m_isLast = true;
    ++m_round;
    m_positions.clear();
    m_asked.clear();
}

Offset Auditor::position(const Place& place) const
{
    const auto found = m_positions.find(place);
    return found == m_positions.end() ? Offset(0) : found->second;
}

void Auditor::askMetadata(BrokerId broker)
{
    if (m_isAskingMetadata)
        return;
    m_isAskingMetadata = true;
    MetadataRequest request;
    request.topics.reset(); // all
    request.allowAutoTopicCreation = false;
    m_peers[static_cast<std::size_t>(broker.value() - 1)]->send<MetadataRequest>(
        std::move(request), kMetadataVersion, kTimeout, [this](Result<MetadataResponse> answer) {
            m_isAskingMetadata = false;
            if (answer)
                take(*answer);
        });
}

void Auditor::take(const MetadataResponse& answer)
{
    for (const auto& topic : answer.topics) {
        const TopicBook::Life* life = m_context.book.byId(topic.topicId);
        if (!life)
            continue;
        for (const auto& partition : topic.partitions) {
            Leader& leader = m_leaders[{life->number, partition.partitionIndex}];
            if (partition.leaderEpoch >= leader.epoch)
                leader = {partition.leaderId, partition.leaderEpoch};
        }
    }
}

void Auditor::fetch(BrokerId from, const std::vector<Place>& places, bool asLeader)
{
    if (from.value() < 1 || from.value() > static_cast<std::int32_t>(m_peers.size()))
        return;
    FetchRequest request;
    request.replicaId = kNoBroker;
    request.maxWaitMs = 0;
    request.minBytes = 0;
    request.maxBytes = 1 << 20;
    request.sessionEpoch = -1;
    std::map<Place, LeaderEpoch> epochs;
    for (const TopicBook::Life* life : m_context.book.all()) {
        FetchRequest::FetchTopic topic;
        topic.topicId = life->id;
        for (const Place& place : places) {
            if (place.life != life->number)
                continue;
            auto& asked = topic.partitions.emplace_back();
            asked.partition = place.partition;
            asked.fetchOffset = position(place);
            asked.partitionMaxBytes = kPartitionBytes;
            asked.currentLeaderEpoch = asLeader ? m_leaders[place].epoch : kNoLeaderEpoch;
            epochs[place] = asked.currentLeaderEpoch;
            m_asked.insert(place);
        }
        if (!topic.partitions.empty())
            request.topics.push_back(std::move(topic));
    }
    m_peers[static_cast<std::size_t>(from.value() - 1)]->send<FetchRequest>(
        std::move(request), kFetchVersion, kTimeout,
        [this, epochs = std::move(epochs), round = m_round](Result<FetchResponse> answer) {
            if (round != m_round)
                return;
            for (const auto& [place, epoch] : epochs)
                m_asked.erase(place);
            if (answer)
                take(*answer, round, epochs);
        });
}

void Auditor::take(const FetchResponse& answer, std::uint64_t round,
                   const std::map<Place, LeaderEpoch>& epochs)
{
    if (round != m_round)
        return;
    m_context.catchUp();
    for (const auto& topic : answer.responses) {
        const TopicBook::Life* life = m_context.book.byId(topic.topicId);
        if (!life || life->isEnding)
            continue;
        for (const auto& data : topic.partitions) {
            const Place place{life->number, data.partitionIndex};
            const auto asked = epochs.find(place);
            if (data.errorCode != ErrorCode::None || asked == epochs.end())
                continue;
            m_context.history.watermark(place, {life->name, place.partition}, asked->second,
                                        data.highWatermark);
            takeRecords(*life, place, data);
        }
    }
}

void Auditor::takeRecords(const TopicBook::Life& life, const Place& place,
                          const FetchResponse::PartitionData& data)
{
    if (!data.records || data.records->empty())
        return;
    const TopicPartition name{life.name, place.partition};
    const auto bytes = data.records->flatten();
    HW_ASSERT(bytes.has_value(), "simulated files can be read");
    Offset& position = m_positions.try_emplace(place, Offset(0)).first->second;
    BatchWalker walker(*bytes);
    while (true) {
        const auto batch = walker.next();
        if (!batch)
            return m_context.history.unreadable(name, "a fetched batch: " + batch.error().message);
        if (!*batch)
            return;
        if (!hasValidCrc((*batch)->bytes.view()))
            return m_context.history.unreadable(
                name, fmt::format("the batch fetched at {} has a wrong CRC",
                                  (*batch)->header.baseOffset));
        auto records = RecordReader::open(**batch);
        while (records) {
            const auto record = records->next();
            if (!record || !*record)
                break;
            if ((*record)->offset < position)
                continue;
            if ((*record)->offset >= data.highWatermark)
                m_context.history.unreadable(
                    name, fmt::format("the record at {} was handed out above the watermark {}",
                                      (*record)->offset, data.highWatermark));
            const auto tag =
                Tag::parse((*record)->value ? textOf(*(*record)->value) : std::string());
            if (!tag)
                m_context.history.unreadable(
                    name, fmt::format("nobody wrote the record at {}", (*record)->offset));
            else
                m_context.history.read(place, name, (*record)->offset, *tag, "the auditor");
            position = (*record)->offset + 1;
        }
    }
}

void Auditor::grow(const std::string& topic, std::int32_t partitions, BrokerId controller)
{
    if (controller.value() < 1 || controller.value() > static_cast<std::int32_t>(m_peers.size()))
        return;
    CreatePartitionsRequest request;
    auto& asked = request.topics.emplace_back();
    asked.name = topic;
    asked.count = partitions;
    asked.assignments.reset(); // the controller chooses
    request.timeoutMs = static_cast<std::int32_t>(toMs(kTimeout));
    m_peers[static_cast<std::size_t>(controller.value() - 1)]->send<CreatePartitionsRequest>(
        std::move(request), kCreatePartitionsVersion, kTimeout,
        [](const Result<CreatePartitionsResponse>&) {});
}

void Auditor::askOffsets(const std::string& group, bool atLast)
{
    for (const auto& peer : m_peers) {
        OffsetFetchRequest request;
        request.groupId = group;
        request.topics.reset(); // all
        peer->send<OffsetFetchRequest>(std::move(request), kOffsetFetchVersion, kTimeout,
                                       [this, group, atLast](Result<OffsetFetchResponse> answer) {
                                           if (answer && answer->errorCode == ErrorCode::None)
                                               take(group, *answer, atLast);
                                       });
    }
}

void Auditor::take(const std::string& group, const OffsetFetchResponse& answer, bool atLast)
{
    for (const auto& topic : answer.topics) {
        const TopicBook::Life* life = m_context.book.steady(topic.name);
        if (!life)
            continue;
        for (const auto& data : topic.partitions) {
            if (data.errorCode != ErrorCode::None || data.committedOffset == kNoOffset)
                continue;
            const Place place{life->number, data.partitionIndex};
            const TopicPartition name{topic.name, data.partitionIndex};
            if (atLast)
                m_context.groups.committedAtLast(group, name, place, data.committedOffset);
            else
                m_context.groups.committed(group, name, place, data.committedOffset);
        }
    }
}

} // namespace hw::simulate
