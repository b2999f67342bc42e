#include "tests/support/controller_bench.h"

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/protocol/header.h"

namespace hw::test {

using namespace controller;
using namespace protocol;

ScriptedBroker::ScriptedBroker(world::Host& host, EventList& events, BrokerId id,
                               world::Endpoint ensemble, ControllerConfig config)
    : m_host(host)
    , m_id(id)
    , m_journal(std::make_unique<RecordingJournal>(host, events))
{
    coordination::ClientConfig clientConfig;
    clientConfig.servers = {ensemble};
    clientConfig.sessionTimeout = 3s;
    m_client = std::make_unique<coordination::Client>(host, clientConfig, m_journal.get());
    config.self = id;
    m_controller = std::make_unique<Controller>(host, *m_journal, *m_client, config);
    Registration::Handlers handlers;
    handlers.onRegistered = [this](BrokerEpoch epoch) { m_controller->join(epoch); };
    handlers.onLost = [this] { m_controller->leave("the session expired"); };
    m_registration =
        std::make_unique<Registration>(host, *m_journal, *m_client, id, std::move(handlers));
}

void ScriptedBroker::start()
{
    const world::Endpoint at{"127.0.0.1", static_cast<std::uint16_t>(9091 + m_id.value())};
    m_listener = m_host.network()
                     .listen(at, world::Framing::Kafka,
                             [this](std::unique_ptr<world::Channel> channel) {
                                 auto from = std::make_shared<Accepted>();
                                 from->channel = std::move(channel);
                                 from->channel->setHandlers(
                                     [this, weak = std::weak_ptr(from)](world::Frame frame) {
                                         if (const auto accepted = weak.lock())
                                             onFrame(accepted, std::move(frame));
                                     },
                                     [](world::CloseReason) {});
                                 m_accepted.push_back(std::move(from));
                             })
                     .value();
    m_registration->open([this, at](const std::string&) { m_registration->registerBroker(at); });
}

template <class Request, class Response>
static void answer(world::Channel& channel, Reader& body, const RequestHeader& header,
                   std::vector<Request>& seen, Response response)
{
    seen.push_back(Request::decode(body, header.apiVersion).value());
    Writer to;
    ResponseHeader{header.correlationId}.encode(to, header.key(), header.apiVersion);
    response.encode(to, header.apiVersion);
    channel.send({to.take(), kNoEvent});
}

void ScriptedBroker::onFrame(const std::shared_ptr<Accepted>& from, world::Frame frame)
{
    Reader body(frame.pieces.flatten().value());
    const RequestHeader header = RequestHeader::decode(body).value();
    switch (header.key()) {
    case ApiKey::LeaderAndIsr: {
        lastCause = frame.cause;
        LeaderAndIsrResponse response;
        response.errorCode = leaderAndIsrAnswer;
        answer(*from->channel, body, header, leaderAndIsr, response);
        note(leaderAndIsr.back());
        break;
    }
    case ApiKey::UpdateMetadata:
        answer(*from->channel, body, header, updateMetadata, UpdateMetadataResponse{});
        note(updateMetadata.back());
        break;
    case ApiKey::StopReplica:
        answerStop(*from->channel, body, header);
        break;
    default:
        HW_ASSERT(false, "controllers send nothing else");
    }
}

void ScriptedBroker::answerStop(world::Channel& channel, Reader& body, const RequestHeader& header)
{
    stopReplica.push_back(StopReplicaRequest::decode(body, header.apiVersion).value());
    StopReplicaResponse response;
    for (const auto& topic : stopReplica.back().topicStates) {
        for (const auto& state : topic.partitionStates) {
            auto& error = response.partitionErrors.emplace_back();
            error.topicName = topic.topicName;
            error.partitionIndex = state.partitionIndex;
            error.errorCode = stopReplicaAnswer;
            if (state.deletePartition && stopReplicaAnswer == ErrorCode::None)
                deleted.insert({topic.topicName, state.partitionIndex});
        }
    }
    Writer to;
    ResponseHeader{header.correlationId}.encode(to, header.key(), header.apiVersion);
    response.encode(to, header.apiVersion);
    channel.send({to.take(), kNoEvent});
}

void ScriptedBroker::note(const LeaderAndIsrRequest& request)
{
    for (const auto& topic : request.topicStates) {
        for (const auto& state : topic.partitionStates)
            states[{topic.topicName, state.partitionIndex}] = state;
    }
}

void ScriptedBroker::note(const UpdateMetadataRequest& request)
{
    aliveAsTold.clear();
    for (const auto& broker : request.liveBrokers)
        aliveAsTold.push_back(broker.id);
    for (const auto& topic : request.topicStates) {
        for (const auto& state : topic.partitionStates)
            metadata[{topic.topicName, state.partitionIndex}] = state;
    }
}

ControllerBench::ControllerBench(int brokers, std::uint64_t seed, ControllerConfig config)
    : base(CoordinationBench::classroom(), seed)
    , m_config(std::move(config))
{
    base.startServer();
    std::vector<int> all;
    for (int id = 1; id <= brokers; ++id) {
        start(id);
        all.push_back(id);
    }
    settle(all);
}

void ControllerBench::start(int id)
{
    world::Host& host = base.host(id);
    host.control([this, id, &host] {
        m_brokers[id] = std::make_unique<ScriptedBroker>(
            host, base.events, BrokerId(id), world::Endpoint{"127.0.0.1", base.config.listen.port},
            m_config);
        m_brokers[id]->start();
    });
    base.world.runFor(Duration(0));
}

void ControllerBench::kill(int id)
{
    base.host(id).control([this, id] {
        m_brokers.erase(id);
        base.host(id).crash();
    });
    base.world.runFor(Duration(0));
}

void ControllerBench::stop(int id)
{
    bool closed = false;
    base.host(id).control([&] {
        broker(id).controller().leave("the broker stops");
        broker(id).registration().close([&] { closed = true; });
    });
    base.world.runUntil([&] { return closed; }, 5s);
    HW_ASSERT(closed, "the session closes");
    kill(id);
}

int ControllerBench::activeController()
{
    int active = 0;
    for (const auto& [id, broker] : m_brokers) {
        if (!broker->controller().active())
            continue;
        if (active != 0)
            return 0;
        active = id;
    }
    return active;
}

void ControllerBench::settle(std::vector<int> brokers)
{
    const auto settled = [&] {
        const int active = activeController();
        if (active == 0)
            return false;
        const ControllerView view = broker(active).controller().view();
        std::vector<int> alive;
        for (const auto& [id, epoch] : view.alive)
            alive.push_back(id.value());
        if (alive != brokers)
            return false;
        for (const int id : brokers) {
            if (!m_brokers.contains(id) || broker(id).aliveAsTold.size() != brokers.size())
                return false;
        }
        return true;
    };
    base.world.runUntil(settled, 10s);
    HW_ASSERT(settled(), "the cluster settles");
    base.world.runFor(100ms);
}

std::vector<NewTopicResult> ControllerBench::create(std::vector<NewTopic> topics, bool validateOnly)
{
    const int active = activeController();
    HW_ASSERT(active != 0, "there is a controller");
    std::optional<std::vector<NewTopicResult>> results;
    base.host(active).control([&] {
        broker(active).controller().createTopics(
            std::move(topics), validateOnly, 5s,
            [&](std::vector<NewTopicResult> got) { results = std::move(got); });
    });
    base.world.runUntil([&] { return results.has_value(); }, 10s);
    HW_ASSERT(results, "the controller answers");
    return *results;
}

NewTopicResult ControllerBench::create(const std::string& name,
                                       std::vector<std::vector<int>> assignment,
                                       std::map<std::string, std::string> configs)
{
    NewTopic topic;
    topic.name = name;
    topic.configs = std::move(configs);
    for (std::size_t p = 0; p < assignment.size(); ++p) {
        for (const int id : assignment[p])
            topic.assignment[static_cast<std::int32_t>(p)].emplace_back(id);
    }
    const auto results = create({topic});
    HW_ASSERT(results.at(0).error == ErrorCode::None, results.at(0).message);
    base.world.runFor(100ms);
    return results.at(0);
}

AlterPartitionResponse ControllerBench::alter(AlterPartitionRequest request)
{
    const int active = activeController();
    std::optional<AlterPartitionResponse> response;
    base.host(active).control([&] {
        broker(active).controller().alterPartition(
            std::move(request), [&](AlterPartitionResponse got) { response = std::move(got); });
    });
    base.world.runUntil([&] { return response.has_value(); }, 10s);
    HW_ASSERT(response, "the controller answers");
    base.world.runFor(100ms);
    return *response;
}

std::vector<TopicResult> ControllerBench::remove(std::vector<std::string> topics, Duration timeout)
{
    const int active = activeController();
    std::optional<std::vector<TopicResult>> results;
    base.host(active).control([&] {
        broker(active).controller().deleteTopics(
            std::move(topics), timeout,
            [&](std::vector<TopicResult> got) { results = std::move(got); });
    });
    base.world.runUntil([&] { return results.has_value(); }, 10s);
    HW_ASSERT(results, "the controller answers");
    return *results;
}

std::vector<TopicResult> ControllerBench::grow(std::vector<MorePartitions> topics,
                                               bool validateOnly)
{
    const int active = activeController();
    std::optional<std::vector<TopicResult>> results;
    base.host(active).control([&] {
        broker(active).controller().createPartitions(
            std::move(topics), validateOnly, 5s,
            [&](std::vector<TopicResult> got) { results = std::move(got); });
    });
    base.world.runUntil([&] { return results.has_value(); }, 10s);
    HW_ASSERT(results, "the controller answers");
    base.world.runFor(100ms);
    return *results;
}

std::vector<ElectionResult> ControllerBench::elect(ElectionType type,
                                                   std::vector<TopicPartition> partitions)
{
    const int active = activeController();
    std::optional<std::vector<ElectionResult>> results;
    base.host(active).control([&] {
        broker(active).controller().electLeaders(
            type, std::move(partitions),
            [&](std::vector<ElectionResult> got) { results = std::move(got); });
    });
    base.world.runUntil([&] { return results.has_value(); }, 10s);
    HW_ASSERT(results, "the controller answers");
    base.world.runFor(100ms);
    return *results;
}

ErrorCode ControllerBench::reassign(const TopicPartition& id,
                                    std::optional<std::vector<int>> replicas)
{
    ReassignmentWish wish{id, std::nullopt};
    if (replicas) {
        wish.replicas.emplace();
        for (const int replica : *replicas)
            wish.replicas->emplace_back(replica);
    }
    const int active = activeController();
    std::optional<std::vector<PartitionResult>> results;
    base.host(active).control([&] {
        broker(active).controller().reassign(
            {wish}, [&](std::vector<PartitionResult> got) { results = std::move(got); });
    });
    base.world.runUntil([&] { return results.has_value(); }, 10s);
    HW_ASSERT(results && results->size() == 1, "the controller answers");
    base.world.runFor(100ms);
    return results->front().error;
}

AlterPartitionRequest ControllerBench::alteration(const TopicPartition& id, std::vector<int> isr)
{
    const observe::ZnodeStateReport state = this->state(id);
    const ControllerView view = controller().view();
    AlterPartitionRequest request;
    request.brokerId = state.leader;
    const auto leader = view.alive.find(state.leader);
    request.brokerEpoch = leader == view.alive.end() ? BrokerEpoch(-1) : leader->second;
    request.topics.emplace_back().topicId = view.topics.at(id.topic);
    auto& partition = request.topics[0].partitions.emplace_back();
    partition.partitionIndex = id.partition;
    partition.leaderEpoch = state.leaderEpoch;
    partition.partitionEpoch = state.partitionEpoch;
    for (const int member : isr) {
        const auto epoch = view.alive.find(BrokerId(member));
        partition.newIsrWithEpochs.push_back(
            {BrokerId(member), epoch == view.alive.end() ? BrokerEpoch(-1) : epoch->second});
    }
    return request;
}

std::pair<ErrorCode, std::vector<TopicPartition>> ControllerBench::shutDown(int id)
{
    const int active = activeController();
    std::optional<std::pair<ErrorCode, std::vector<TopicPartition>>> result;
    base.host(active).control([&] {
        broker(active).controller().controlledShutdown(
            BrokerId(id), broker(id).registration().epoch().value(),
            [&](ErrorCode error, std::vector<TopicPartition> remaining) {
                result = {error, std::move(remaining)};
            });
    });
    base.world.runUntil([&] { return result.has_value(); }, 10s);
    HW_ASSERT(result, "the controller answers");
    base.world.runFor(100ms);
    return *result;
}

observe::EnsembleReport ControllerBench::ensemble()
{
    observe::EnsembleReport report;
    base.server->report(report);
    return report;
}

observe::ZnodeStateReport ControllerBench::state(const TopicPartition& id)
{
    for (const auto& state : ensemble().states) {
        if (state.partition == id)
            return state;
    }
    HW_ASSERT(false, "the partition has a state node");
    return {};
}

std::string ControllerBench::stateText(const TopicPartition& id)
{
    const auto state = this->state(id);
    std::string isr;
    for (const BrokerId member : state.isr)
        isr += (isr.empty() ? "" : ",") + std::to_string(member.value());
    return fmt::format("{}/{} [{}]", state.leader, state.leaderEpoch, isr);
}

} // namespace hw::test
