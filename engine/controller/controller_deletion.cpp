#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// Deleting topics.
///
///     marked -> brokers told (leader -2) -> StopReplica with delete, to each broker with a replica
///                                             while one is down, the topic waits for it
///         while it is being reassigned, it waits untold
///                                        -> all files gone: znodes removed, the mark last
///
/// Kafka: TopicDeletionManager, ZkAdminManager.deleteTopics.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using protocol::ErrorCode;

/// Partitions whose nodes are removed by one multi: keeps its frame far below the limit of 1 MiB.
static constexpr std::size_t kPartitionsPerMulti = 500;

void TopicsCall::answer() { answer(std::vector<TopicResult>(results)); }

/// The work may go on: what is noted of it stays as it is.
void TopicsCall::answerInstead(ErrorCode error, const std::string& message)
{
    std::vector<TopicResult> told = results;
    for (TopicResult& result : told) {
        if (result.error == ErrorCode::None) {
            result.error = error;
            result.message = message;
        }
    }
    answer(std::move(told));
}

void TopicsCall::answer(std::vector<TopicResult> told)
{
    if (!done)
        return;
    timer.reset();
    auto tell = std::move(done);
    done = nullptr;
    tell(std::move(told));
}

void Controller::Impl::startCall(std::vector<TopicResult> results, Duration timeout,
                                 UniqueFunction<void(std::vector<TopicResult>)> done, RunCall run)
{
    auto call = std::make_shared<TopicsCall>();
    call->results = std::move(results);
    call->done = std::move(done);
    const auto refuse = [call] {
        call->answerInstead(ErrorCode::NotController, "this broker is not the controller");
    };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    call->timer = std::make_unique<world::Timer>(m_host.loop());
    call->timer->start(timeout, [weak = std::weak_ptr(call)] {
        if (const auto late = weak.lock())
            late->answerInstead(ErrorCode::RequestTimedOut, "it is still under way");
    });
    m_queue.add([call, run = std::move(run)](Done finished) { run(call, std::move(finished)); },
                refuse);
}

/// Whoever asked may ask this broker for metadata next, so it must have heard the news.
void Controller::Impl::tellAndAnswer(const std::shared_ptr<TopicsCall>& call, Done done)
{
    m_reign->batch.send();
    m_reign->channels.whenTold(m_config.self, [call] { call->answer(); });
    done();
}

void Controller::Impl::deleteTopics(std::vector<std::string> topics, Duration timeout,
                                    UniqueFunction<void(std::vector<TopicResult>)> done)
{
    std::vector<TopicResult> results;
    for (std::string& topic : topics)
        results.push_back({std::move(topic), ErrorCode::None, {}});
    startCall(std::move(results), timeout, std::move(done),
              [this](const std::shared_ptr<TopicsCall>& call, Done finished) {
                  runDeletion(call, std::move(finished));
              });
}

void Controller::Impl::runDeletion(const std::shared_ptr<TopicsCall>& call, Done done)
{
    const auto gather = Gather::start([this, call, done = std::move(done)]() mutable {
        bool waits = false;
        for (const TopicResult& result : call->results) {
            if (result.error == ErrorCode::None && !beginDeletion(result.topic, true)) {
                m_reign->postponed[result.topic].push_back(call);
                waits = true;
            }
        }
        askForDeletions();
        auto afterwards = [this, done = std::move(done)]() mutable {
            finishDeletions(std::move(done)); // of topics without any partition
        };
        if (!waits)
            return tellAndAnswer(call, std::move(afterwards));
        m_reign->batch.send();
        afterwards();
    });
    for (std::size_t i = 0; i < call->results.size(); ++i) {
        TopicResult& result = call->results[i];
        const auto known = m_reign->context.topics.find(result.topic);
        if (known == m_reign->context.topics.end()) {
            result.error = ErrorCode::UnknownTopicOrPartition;
            result.message = fmt::format("there is no topic \"{}\"", result.topic);
            continue;
        }
        if (known->second.deleting)
            continue;
        gather->expect();
        auto onMarked = [call, i, gather](ZkError error, const Store::Results&) {
            if (error != ZkError::Ok && error != ZkError::NodeExists) {
                call->results[i].error = ErrorCode::UnknownServerError;
                call->results[i].message =
                    fmt::format("marking topic \"{}\" failed: {}", call->results[i].topic,
                                coordination::nameOf(error));
            }
            gather->finished();
        };
        m_reign->store.write({Op::create(kafka::deleteTopicPath(result.topic), {})},
                             std::move(onMarked));
    }
    gather->finished();
}

void Controller::Impl::readMarks(UniqueFunction<void(const std::vector<std::string>&)> done)
{
    auto onWatch = [this](const WatchEvent&) {
        m_queue.add([this](Done finished) { marksChanged(std::move(finished)); });
    };
    m_reign->store.getChildren(
        kafka::kDeleteTopics,
        [done = std::move(done)](const Reply& reply) { done(reply.children); }, std::move(onWatch));
}

void Controller::Impl::takeMarks(const std::vector<std::string>& marked, bool fresh)
{
    for (const std::string& topic : marked) {
        if (m_config.deleteTopics && m_reign->context.topics.contains(topic))
            beginDeletion(topic, fresh);
        else // of a topic that is gone, or that must not go
            m_reign->store.write({Op::remove(kafka::deleteTopicPath(topic))},
                                 [](ZkError, const Store::Results&) {});
    }
}

void Controller::Impl::marksChanged(Done done)
{
    readMarks([this, done = std::move(done)](const std::vector<std::string>& marked) mutable {
        takeMarks(marked, true);
        askForDeletions();
        m_reign->batch.send();
        finishDeletions(std::move(done));
    });
}

/// Also as long as only its node lags behind.
bool Controller::Impl::isMoving(const Topic& topic, const std::string& name) const
{
    const auto arriving = m_reign->arriving.lower_bound({name, 0});
    return topic.isBeingReassigned() ||
           (arriving != m_reign->arriving.end() && arriving->topic == name);
}

bool Controller::Impl::beginDeletion(const std::string& name, bool fresh)
{
    const auto known = m_reign->context.topics.find(name);
    if (known == m_reign->context.topics.end() || known->second.deleting)
        return true;
    Topic& topic = known->second;
    if (isMoving(topic, name)) {
        m_reign->postponed[name];
        return false;
    }
    topic.deleting = true;
    Deletion& deletion = m_reign->context.deletions[name];
    for (const auto& [number, partition] : topic.partitions) {
        for (const BrokerId replica : partition.replicas)
            deletion.left.emplace(replica, number);
    }
    if (fresh)
        m_host.loop().setCause(m_journal.report(fact::TopicDeletionStarted{name}));
    for (const auto& [number, partition] : topic.partitions)
        m_reign->batch.updateMetadata({name, number});
    return true;
}

void Controller::Impl::resumeDeletion(const std::string& name)
{
    const auto at = m_reign->postponed.find(name);
    if (at == m_reign->postponed.end() || isMoving(m_reign->context.topics.at(name), name))
        return;
    const auto calls = std::move(at->second);
    m_reign->postponed.erase(at);
    // An event of its own: the one under way still holds on to the topic.
    m_queue.add([this, name, calls](Done done) {
        beginDeletion(name, true);
        askForDeletions();
        for (const auto& call : calls)
            tellAndAnswer(call, [] {});
        m_reign->batch.send();
        finishDeletions(std::move(done));
    });
}

void Controller::Impl::askForDeletions()
{
    Context& context = m_reign->context;
    for (auto& [topic, deletion] : context.deletions) {
        std::set<BrokerId> asking;
        for (const auto& [broker, number] : deletion.left) {
            if (!context.brokers.contains(broker) || deletion.asked.contains(broker))
                continue;
            asking.insert(broker);
            m_reign->batch.deleteReplica(broker, {topic, number});
        }
        deletion.asked.insert(asking.begin(), asking.end());
    }
}

/// A replica whose files could not be removed is asked for again when its broker comes back.
void Controller::Impl::onReplicasDeleted(BrokerId broker,
                                         const protocol::StopReplicaResponse* response)
{
    auto answer = std::make_shared<protocol::StopReplicaResponse>();
    if (response)
        *answer = *response;
    m_queue.add([this, broker, answer](Done done) {
        auto& deletions = m_reign->context.deletions;
        for (const auto& error : answer->partitionErrors) {
            const auto at = deletions.find(error.topicName);
            if (at == deletions.end())
                continue;
            at->second.asked.erase(broker);
            if (error.errorCode == ErrorCode::None)
                at->second.left.erase({broker, error.partitionIndex});
        }
        if (answer->partitionErrors.empty()) {
            for (auto& [topic, deletion] : deletions)
                deletion.asked.erase(broker);
        }
        finishDeletions(std::move(done));
    });
}

void Controller::Impl::finishDeletions(Done done)
{
    std::vector<std::string> bare;
    for (const auto& [topic, deletion] : m_reign->context.deletions) {
        if (deletion.left.empty())
            bare.push_back(topic);
    }
    const auto gather = Gather::start(std::move(done));
    for (const std::string& topic : bare)
        removeZnodes(topic, gather);
    gather->finished();
}

void Controller::Impl::removeZnodes(const std::string& topic, const std::shared_ptr<Gather>& gather)
{
    gather->expect();
    auto removed = [this, topic, gather] {
        const auto whatever = [](ZkError, const Store::Results&) {};
        Store& store = m_reign->store;
        store.write({Op::remove(kafka::topicConfigPath(topic))}, whatever);
        store.write({Op::remove(kafka::deleteTopicPath(topic))},
                    [this, topic, gather](ZkError, const Store::Results&) {
                        topicRemoved(topic);
                        gather->finished();
                    });
    };
    std::vector<Op> ops;
    const auto& partitions = m_reign->context.topics.at(topic).partitions;
    for (const auto& [number, partition] : partitions) {
        if (partition.state == PartitionState::New)
            continue;
        ops.push_back(Op::remove(kafka::statePath({topic, number})));
        ops.push_back(Op::remove(kafka::partitionPath({topic, number})));
    }
    // Something is there that we do not know of, or it is too much for one multi: look and remove.
    auto onRemoved = [this, topic, removed](ZkError error, const Store::Results&) {
        if (error == ZkError::Ok)
            removed();
        else
            removeTree(kafka::topicPath(topic), removed);
    };
    if (partitions.size() > kPartitionsPerMulti)
        return removeTree(kafka::topicPath(topic), std::move(removed));
    if (!ops.empty())
        ops.push_back(Op::remove(kafka::partitionsPath(topic)));
    ops.push_back(Op::remove(kafka::topicPath(topic)));
    m_reign->store.write(std::move(ops), std::move(onRemoved));
}

void Controller::Impl::removeTree(const std::string& path, Task done)
{
    m_reign->store.getChildren(
        path, [this, path, done = std::move(done)](const Reply& reply) mutable {
            const auto gather = Gather::start([this, path, done = std::move(done)]() mutable {
                m_reign->store.write(
                    {Op::remove(path)},
                    [done = std::move(done)](ZkError, const Store::Results&) mutable { done(); });
            });
            for (const std::string& child : reply.children) {
                gather->expect();
                removeTree(path + "/" + child, [gather] { gather->finished(); });
            }
            gather->finished();
        });
}

void Controller::Impl::topicRemoved(const std::string& topic)
{
    if (m_reign->context.deletions.erase(topic) == 0)
        return;
    m_reign->context.topics.erase(topic);
    m_journal.report(fact::TopicDeleted{topic});
}

} // namespace hw::controller
