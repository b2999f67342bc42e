#include "engine/client/admin.h"

#include <functional>
#include <utility>

#include "engine/protocol/errors.h"
#include "engine/protocol/messages/alter_partition_reassignments.h"
#include "engine/protocol/messages/create_partitions.h"
#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/delete_topics.h"
#include "engine/protocol/messages/elect_leaders.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/rpc/peer.h"

namespace hw::client {

using namespace protocol;
using observe::Outcome;
using observe::OutcomeKind;

static constexpr Duration kRetryDelay = 100ms;
static constexpr Duration kRequestTimeout = 10s;
static constexpr ApiVersion kMetadataVersion{8};
static constexpr ApiVersion kCreateTopicsVersion{4};
static constexpr ApiVersion kDeleteTopicsVersion{3};
static constexpr ApiVersion kCreatePartitionsVersion{1};
static constexpr ApiVersion kElectLeadersVersion{1};
static constexpr ApiVersion kReassignmentsVersion{0};

observe::KafkaError kafkaError(ErrorCode code)
{
    return {static_cast<std::int16_t>(code), infoOf(code).name};
}

static Outcome noAnswer(const Error& error)
{
    if (error.kind == Failure::TimedOut)
        return {OutcomeKind::NoAnswerInTime};
    if (error.kind == Failure::Closed)
        return {OutcomeKind::ConnectionEnded};
    return {OutcomeKind::NoAnswer, {error.message}};
}

class Admin::Impl : public std::enable_shared_from_this<Admin::Impl>
{
public:
    Impl(world::Host& host, observe::Journal& journal, NodeId self,
         std::vector<world::Endpoint> bootstrap)
        : m_host(host)
        , m_journal(journal)
        , m_self(self)
        , m_bootstrap(std::move(bootstrap))
    {
    }

    /// What one answer of the controller means for a piece of work.
    struct Verdict
    {
        enum class Kind
        {
            Done,
            Failed,
            Again
        } kind = Kind::Again;
        observe::Outcome outcome{};
    };
    /// Asks the controller once; tells the verdict in a later task.
    using Attempt = std::function<void(rpc::Peer&, std::function<void(Verdict)>)>;

    struct Work
    {
        Attempt attempt;
        Instant deadline;
        Done done;
        observe::Outcome lastTrouble{OutcomeKind::ControllerNotFound};
    };

    void begin(Attempt attempt, Duration deadline, Done done)
    {
        auto work = std::make_shared<Work>();
        work->attempt = std::move(attempt);
        work->deadline = m_host.loop().now() + deadline;
        work->done = std::move(done);
        findController(std::move(work));
    }

private:
    void findController(std::shared_ptr<Work> work)
    {
        MetadataRequest request;
        request.topics.emplace();
        request.allowAutoTopicCreation = false;
        rpc::Peer& peer = peerAt(m_bootstrap[m_next++ % m_bootstrap.size()]);
        peer.send<MetadataRequest>(
            request, kMetadataVersion, kRequestTimeout,
            [weak = weak_from_this(), work](Result<MetadataResponse> response) {
                if (const auto self = weak.lock())
                    self->onMetadata(work, response);
            });
    }

    void onMetadata(const std::shared_ptr<Work>& work, const Result<MetadataResponse>& response)
    {
        if (!response)
            return again(work, noAnswer(response.error()));
        for (const auto& broker : response->brokers) {
            if (broker.nodeId != response->controllerId)
                continue;
            const world::Endpoint where{broker.host, static_cast<std::uint16_t>(broker.port)};
            work->attempt(peerAt(where), [weak = weak_from_this(), work](Verdict verdict) {
                if (const auto self = weak.lock())
                    self->onVerdict(work, std::move(verdict));
            });
            return;
        }
        again(work, {OutcomeKind::NoController});
    }

    void onVerdict(const std::shared_ptr<Work>& work, Verdict verdict)
    {
        switch (verdict.kind) {
        case Verdict::Kind::Done:
            return work->done(std::move(verdict.outcome));
        case Verdict::Kind::Failed:
            return work->done(tl::unexpected(std::move(verdict.outcome)));
        case Verdict::Kind::Again:
            return again(work, std::move(verdict.outcome));
        }
    }

    void again(std::shared_ptr<Work> work, Outcome trouble)
    {
        work->lastTrouble = std::move(trouble);
        if (m_host.loop().now() + kRetryDelay >= work->deadline)
            return work->done(
                tl::unexpected(Outcome{OutcomeKind::GaveUp, {}, {work->lastTrouble}}));
        m_host.loop().after(kRetryDelay, [weak = weak_from_this(), work] {
            if (const auto self = weak.lock())
                self->findController(work);
        });
    }

    rpc::Peer& peerAt(const world::Endpoint& where)
    {
        auto& peer = m_peers[where];
        if (!peer) {
            rpc::PeerConfig config;
            config.self = m_self;
            config.where = where;
            config.clientId = "highwater-admin";
            peer = std::make_unique<rpc::Peer>(m_host, m_journal, std::move(config));
        }
        return *peer;
    }

    world::Host& m_host;
    observe::Journal& m_journal;
    const NodeId m_self;
    const std::vector<world::Endpoint> m_bootstrap;
    std::size_t m_next = 0;
    std::map<world::Endpoint, std::unique_ptr<rpc::Peer>> m_peers;
};

using Verdict = Admin::Impl::Verdict;

/// Errors after which another broker, or the same one later, may answer better.
static Verdict verdictOn(ErrorCode error, const Outcome& success,
                         const std::optional<std::string>& message)
{
    if (error == ErrorCode::None)
        return {Verdict::Kind::Done, success};
    if (error == ErrorCode::NotController || error == ErrorCode::CoordinatorNotAvailable)
        return {Verdict::Kind::Again, {OutcomeKind::Refused, {kafkaError(error)}}};
    if (message && !message->empty())
        return {Verdict::Kind::Failed, {OutcomeKind::RefusedSaying, {kafkaError(error), *message}}};
    return {Verdict::Kind::Failed, {OutcomeKind::Refused, {kafkaError(error)}}};
}

Admin::Admin(world::Host& host, observe::Journal& journal, NodeId self,
             std::vector<world::Endpoint> bootstrap)
    : m_impl(std::make_shared<Impl>(host, journal, self, std::move(bootstrap)))
{
}

Admin::~Admin() = default;

static CreateTopicsRequest requestFor(const NewTopic& topic)
{
    CreateTopicsRequest request;
    auto& creatable = request.topics.emplace_back();
    creatable.name = topic.name;
    creatable.numPartitions = topic.assignment.empty() ? topic.partitions : -1;
    creatable.replicationFactor = topic.assignment.empty()
                                      ? static_cast<std::int16_t>(topic.replicationFactor)
                                      : std::int16_t(-1);
    for (std::size_t p = 0; p < topic.assignment.size(); ++p)
        creatable.assignments.push_back({static_cast<std::int32_t>(p), topic.assignment[p]});
    for (const auto& [name, value] : topic.configs)
        creatable.configs.push_back({name, value});
    request.timeoutMs = static_cast<std::int32_t>(toMs(kRequestTimeout));
    return request;
}

/// A request about one topic. `already`: the error that says that it is so; after an attempt of
/// which nothing is known (no answer, or a controller that was deposed meanwhile) that is success.
/// `unknown`: what is said if there is no topic of that name.
template <class Request, class Response, class Topic>
static Admin::Impl::Attempt aboutOneTopic(const Request& request, ApiVersion version,
                                          std::vector<Topic> Response::*topics, ErrorCode already,
                                          const Outcome& success, const Outcome& unknown)
{
    const auto wasTried = std::make_shared<bool>(false);
    return [=](rpc::Peer& controller, std::function<void(Verdict)> tell) {
        controller.send<Request>(
            request, version, kRequestTimeout + 1s,
            [=, tell = std::move(tell)](Result<Response> response) {
                const bool before = std::exchange(*wasTried, true);
                if (!response)
                    return tell({Verdict::Kind::Again, noAnswer(response.error())});
                if (((*response).*topics).empty())
                    return tell({Verdict::Kind::Failed, {OutcomeKind::EmptyAnswer}});
                const Topic& topic = ((*response).*topics).front();
                if (before && topic.errorCode != ErrorCode::None && topic.errorCode == already)
                    return tell({Verdict::Kind::Done, success});
                if (topic.errorCode == ErrorCode::UnknownTopicOrPartition)
                    return tell({Verdict::Kind::Failed, unknown});
                tell(verdictOn(topic.errorCode, success, topic.errorMessage));
            });
    };
}

static Outcome noSuchTopic(const std::string& topic)
{
    return {OutcomeKind::NoSuchTopic, {kafkaError(ErrorCode::UnknownTopicOrPartition), topic}};
}

void Admin::createTopic(NewTopic topic, Duration deadline, Done done)
{
    const Outcome success{OutcomeKind::TopicThere, {topic.name}};
    m_impl->begin(aboutOneTopic(requestFor(topic), kCreateTopicsVersion,
                                &CreateTopicsResponse::topics, ErrorCode::TopicAlreadyExists,
                                success, noSuchTopic(topic.name)),
                  deadline, std::move(done));
}

void Admin::deleteTopic(std::string topic, Duration deadline, Done done)
{
    DeleteTopicsRequest request;
    request.topicNames.push_back(topic);
    request.timeoutMs = static_cast<std::int32_t>(toMs(kRequestTimeout));
    const Outcome success{OutcomeKind::TopicGone, {topic}};
    m_impl->begin(aboutOneTopic(request, kDeleteTopicsVersion, &DeleteTopicsResponse::responses,
                                ErrorCode::None, success, noSuchTopic(topic)),
                  deadline, std::move(done));
}

void Admin::addPartitions(std::string topic, std::int32_t total, Duration deadline, Done done)
{
    CreatePartitionsRequest request;
    auto& asked = request.topics.emplace_back();
    asked.name = topic;
    asked.count = total;
    asked.assignments.reset(); // the controller chooses
    request.timeoutMs = static_cast<std::int32_t>(toMs(kRequestTimeout));
    const Outcome success{OutcomeKind::TopicGrew, {topic, std::int64_t{total}}};
    m_impl->begin(aboutOneTopic(request, kCreatePartitionsVersion,
                                &CreatePartitionsResponse::results, ErrorCode::None, success,
                                noSuchTopic(topic)),
                  deadline, std::move(done));
}

static Verdict verdictOn(const ElectLeadersResponse& response, const Outcome& success)
{
    if (response.errorCode != ErrorCode::None)
        return verdictOn(response.errorCode, success, std::nullopt);
    for (const auto& topic : response.replicaElectionResults) {
        for (const auto& partition : topic.partitionResult) {
            // Already so is what was wanted.
            if (partition.errorCode == ErrorCode::ElectionNotNeeded)
                return {Verdict::Kind::Done, success};
            return verdictOn(partition.errorCode, success, partition.errorMessage);
        }
    }
    return {Verdict::Kind::Done, success};
}

void Admin::elect(TopicPartition partition, bool unclean, Duration deadline, Done done)
{
    ElectLeadersRequest request;
    request.electionType = unclean ? 1 : 0;
    request.topicPartitions.emplace();
    request.topicPartitions->push_back({partition.topic, {partition.partition}});
    request.timeoutMs = static_cast<std::int32_t>(toMs(kRequestTimeout));
    const Outcome success{unclean ? OutcomeKind::HasLeader : OutcomeKind::LedByPreferred,
                          {partition.text()}};
    m_impl->begin(
        [request, success](rpc::Peer& controller, std::function<void(Verdict)> tell) {
            controller.send<ElectLeadersRequest>(
                request, kElectLeadersVersion, kRequestTimeout + 1s,
                [success, tell = std::move(tell)](Result<ElectLeadersResponse> response) {
                    if (!response)
                        return tell({Verdict::Kind::Again, noAnswer(response.error())});
                    tell(verdictOn(*response, success));
                });
        },
        deadline, std::move(done));
}

static Verdict verdictOn(const AlterPartitionReassignmentsResponse& response,
                         const Outcome& success)
{
    if (response.errorCode != ErrorCode::None || response.responses.empty() ||
        response.responses.front().partitions.empty())
        return verdictOn(response.errorCode, success, response.errorMessage);
    const auto& partition = response.responses.front().partitions.front();
    return verdictOn(partition.errorCode, success, partition.errorMessage);
}

void Admin::reassign(TopicPartition partition, std::optional<std::vector<BrokerId>> replicas,
                     Duration deadline, Done done)
{
    AlterPartitionReassignmentsRequest request;
    request.timeoutMs = static_cast<std::int32_t>(toMs(kRequestTimeout));
    const Outcome success{replicas ? OutcomeKind::Moving : OutcomeKind::NotMoving,
                          {partition.text()}};
    auto& topic = request.topics.emplace_back();
    topic.name = partition.topic;
    topic.partitions.push_back({partition.partition, std::move(replicas)});
    m_impl->begin(
        [request, success](rpc::Peer& controller, std::function<void(Verdict)> tell) {
            using Answer = Result<AlterPartitionReassignmentsResponse>;
            controller.send<AlterPartitionReassignmentsRequest>(
                request, kReassignmentsVersion, kRequestTimeout + 1s,
                [success, tell = std::move(tell)](Answer response) {
                    if (!response)
                        return tell({Verdict::Kind::Again, noAnswer(response.error())});
                    tell(verdictOn(*response, success));
                });
        },
        deadline, std::move(done));
}

} // namespace hw::client
