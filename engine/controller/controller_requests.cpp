#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

#include "engine/base/mutation.h"

/// ISR changes and shutdowns that brokers ask for.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using namespace protocol;

/// One AlterPartition request on its way.
struct Controller::Impl::Alteration
{
    AlterPartitionRequest request;
    AlterPartitionResponse response;
    UniqueFunction<void(AlterPartitionResponse)> done; ///< null once answered
    std::vector<TopicPartition> accepted;

    void answer(ErrorCode error)
    {
        response.errorCode = error;
        if (done)
            std::exchange(done, nullptr)(std::move(response));
    }
};

void Controller::Impl::alterPartition(AlterPartitionRequest request,
                                      UniqueFunction<void(AlterPartitionResponse)> done)
{
    auto alteration = std::make_shared<Alteration>();
    alteration->request = std::move(request);
    alteration->done = std::move(done);
    const auto refuse = [alteration] { alteration->answer(ErrorCode::NotController); };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    m_queue.add([this, alteration](Done done) { runAlteration(alteration, std::move(done)); },
                refuse);
}

void Controller::Impl::runAlteration(const std::shared_ptr<Alteration>& alteration, Done done)
{
    const AlterPartitionRequest& request = alteration->request;
    const Context& context = m_reign->context;
    const auto asking = context.brokers.find(request.brokerId);
    if (asking == context.brokers.end() || asking->second.epoch != request.brokerEpoch) {
        if (asking != context.brokers.end() && request.brokerEpoch < asking->second.epoch)
            m_journal.report(fact::ZombieFenced{request.brokerId,
                                                fact::ZombieFenced::Role::Broker,
                                                request.brokerEpoch.value(),
                                                asking->second.epoch.value(),
                                                {}});
        alteration->answer(ErrorCode::StaleBrokerEpoch);
        done();
        return;
    }
    const auto gather = Gather::start([this, alteration, done = std::move(done)]() mutable {
        m_reign->batch.send();
        std::vector<TopicPartition> accepted = std::move(alteration->accepted);
        alteration->answer(ErrorCode::None);
        // Who has just caught up may have been all that a reassignment waited for.
        finishReassignments(std::move(accepted), std::move(done));
    });
    for (const AlterPartitionRequest::TopicData& topic : request.topics) {
        std::string name = topic.topicName;
        if (!topic.topicId.isZero()) {
            const auto known =
                std::find_if(context.topics.begin(), context.topics.end(),
                             [&](const auto& t) { return t.second.id == topic.topicId; });
            name = known == context.topics.end() ? std::string() : known->first;
        }
        auto& answers = alteration->response.topics.emplace_back();
        answers.topicId = topic.topicId;
        answers.topicName = topic.topicName;
        for (const AlterPartitionRequest::PartitionData& asked : topic.partitions) {
            auto& answer = answers.partitions.emplace_back();
            answer.partitionIndex = asked.partitionIndex;
            if (name.empty() && !topic.topicId.isZero())
                answer.errorCode = ErrorCode::UnknownTopicId;
            else
                alterOne(alteration, {name, asked.partitionIndex}, asked,
                         alteration->response.topics.size() - 1, gather);
        }
    }
    gather->finished();
}

ErrorCode Controller::Impl::checkAlteration(const AlterPartitionRequest::PartitionData& asked,
                                            const Partition& partition,
                                            const Leadership& next) const
{
    const Leadership& now = partition.leadership;
    // A caller that knows newer epochs than we do listens to a newer controller.
    if (asked.partitionEpoch > now.version || asked.leaderEpoch > now.leaderEpoch)
        return ErrorCode::NotController;
    if (asked.leaderEpoch < now.leaderEpoch && !mutated(Rule::AlterPartitionEpochChecked))
        return ErrorCode::FencedLeaderEpoch;
    if (next.leader != now.leader)
        return ErrorCode::InvalidRequest;
    if (next.isr == now.isr && next.recovering == now.recovering)
        return ErrorCode::None;
    if (asked.partitionEpoch < now.version && !mutated(Rule::AlterPartitionVersionChecked))
        return ErrorCode::InvalidUpdateVersion;
    if (next.recovering && (next.isr.size() > 1 || !now.recovering))
        return ErrorCode::InvalidRequest;
    if (!contains(next.isr, next.leader))
        return ErrorCode::InvalidRequest;
    for (const BrokerId member : next.isr) {
        if (!contains(partition.replicas, member))
            return ErrorCode::InvalidRequest;
        if (!m_reign->context.isLive(member))
            return ErrorCode::IneligibleReplica;
    }
    // Since version 3 the leader names the lives of the brokers that it found in sync (KIP-903).
    for (const AlterPartitionRequest::BrokerState& member : asked.newIsrWithEpochs) {
        const BrokerEpoch epoch = m_reign->context.brokers.at(member.brokerId).epoch;
        if (member.brokerEpoch != BrokerEpoch(-1) && member.brokerEpoch != epoch)
            return ErrorCode::IneligibleReplica;
    }
    return ErrorCode::None;
}

void Controller::Impl::alterOne(const std::shared_ptr<Alteration>& alteration,
                                const TopicPartition& id,
                                const AlterPartitionRequest::PartitionData& asked,
                                std::size_t topicIndex, const std::shared_ptr<Gather>& gather)
{
    const std::size_t index = alteration->response.topics[topicIndex].partitions.size() - 1;
    const auto answer = [ alteration, topicIndex, index ]() -> auto&
    {
        return alteration->response.topics[topicIndex].partitions[index];
    };
    const auto accept = [answer](const Leadership& now) {
        auto& into = answer();
        into.leaderId = now.leader;
        into.leaderEpoch = now.leaderEpoch;
        into.isr = now.isr;
        into.leaderRecoveryState = now.recovering ? 1 : 0;
        into.partitionEpoch = now.version;
    };
    Partition* partition = m_reign->context.find(id);
    if (!partition || partition->state == PartitionState::New) {
        answer().errorCode = ErrorCode::UnknownTopicOrPartition;
        return;
    }
    Leadership next = partition->leadership;
    next.leader = alteration->request.brokerId;
    next.recovering = asked.leaderRecoveryState == 1;
    next.controllerEpoch = m_reign->context.epoch;
    next.isr = asked.newIsr;
    for (const AlterPartitionRequest::BrokerState& member : asked.newIsrWithEpochs)
        next.isr.push_back(member.brokerId);
    const ErrorCode error = checkAlteration(asked, *partition, next);
    if (error != ErrorCode::None) {
        answer().errorCode = error;
        if (error == ErrorCode::FencedLeaderEpoch)
            m_journal.report(fact::ZombieFenced{
                alteration->request.brokerId, fact::ZombieFenced::Role::Leader,
                asked.leaderEpoch.value(), partition->leadership.leaderEpoch.value(), id});
        return;
    }
    if (next.isr == partition->leadership.isr &&
        next.recovering == partition->leadership.recovering) {
        accept(partition->leadership);
        alteration->accepted.push_back(id);
        return;
    }
    gather->expect();
    const PartitionEpoch version = next.version;
    const kafka::StateNode node{next.leader, next.leaderEpoch, next.controllerEpoch, next.isr,
                                next.recovering};
    ++next.version;
    auto taken = [this, alteration, id, next, accept] {
        accept(next);
        alteration->accepted.push_back(id);
        m_reign->batch.updateMetadata(id);
    };
    auto onWritten = [this, id, next, answer, gather,
                      taken = std::move(taken)](ZkError written, const Store::Results&) mutable {
        Partition* changed = m_reign->context.find(id);
        if (written == ZkError::Ok && changed) {
            changed->leadership = next;
            taken();
            gather->finished();
            return;
        }
        // A write whose answer was lost is sent again, and finds itself: the leader, which would
        // wait for the news of somebody else's, has nothing to wait for.
        auto judge = [this, id, next, answer, taken = std::move(taken)]() mutable {
            const Partition* read = m_reign->context.find(id);
            if (read && read->leadership == next)
                taken();
            else
                answer().errorCode = ErrorCode::InvalidUpdateVersion;
        };
        readStateOf(id, gather, std::move(judge));
    };
    m_reign->store.write({Op::setData(kafka::statePath(id), kafka::encode(node), version.value())},
                         std::move(onWritten));
}

void Controller::Impl::controlledShutdown(BrokerId broker, BrokerEpoch epoch, ShutdownAnswer done)
{
    auto answer = std::make_shared<ShutdownAnswer>(std::move(done));
    const auto refuse = [answer] { (*answer)(ErrorCode::NotController, {}); };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    auto run = [this, broker, epoch, answer](Done finished) {
        runShutdown(broker, epoch, answer, std::move(finished));
    };
    m_queue.add(std::move(run), refuse);
}

void Controller::Impl::runShutdown(BrokerId broker, BrokerEpoch epoch,
                                   const std::shared_ptr<ShutdownAnswer>& answer, Done done)
{
    Context& context = m_reign->context;
    const auto known = context.brokers.find(broker);
    ErrorCode refused = ErrorCode::None;
    if (known == context.brokers.end())
        refused = ErrorCode::BrokerNotAvailable;
    else if (epoch != BrokerEpoch(-1) && epoch < known->second.epoch)
        refused = ErrorCode::StaleBrokerEpoch;
    if (refused != ErrorCode::None) {
        (*answer)(refused, {});
        done();
        return;
    }
    context.shuttingDown.insert(broker);
    std::vector<StateChange> changes;
    for (const TopicPartition& id : context.on({broker})) {
        const Partition& partition = *context.find(id);
        if (partition.leadership.leader != broker || partition.replicas.size() < 2 ||
            partition.state == PartitionState::New)
            continue;
        if (const auto elected = elect::forShutdown(context.candidates(partition)))
            changes.push_back(
                electionOf(id, partition, *elected, fact::ElectionKind::ControlledShutdown));
    }
    write(std::move(changes), [this, broker, answer, done = std::move(done)]() mutable {
        leaveIsrs(broker, [this, broker, answer, done = std::move(done)] {
            m_reign->batch.send();
            std::vector<TopicPartition> remaining =
                m_reign->context.select([broker](const Partition& partition) {
                    return partition.leadership.leader == broker && partition.replicas.size() > 1 &&
                           partition.state != PartitionState::New;
                });
            (*answer)(ErrorCode::None, std::move(remaining));
            done();
        });
    });
}

void Controller::Impl::leaveIsrs(BrokerId broker, Done done)
{
    Context& context = m_reign->context;
    std::vector<StateChange> changes;
    for (const TopicPartition& id : context.on({broker})) {
        const Partition& partition = *context.find(id);
        if (partition.leadership.leader == broker || partition.replicas.size() < 2 ||
            partition.state == PartitionState::New)
            continue;
        m_reign->batch.stopReplica(broker, id);
        if (!contains(partition.leadership.isr, broker) || partition.leadership.isr.size() < 2)
            continue;
        StateChange change{id, partition.leadership, std::nullopt,
                           fact::IsrReduction::ShuttingDown};
        std::erase(change.next.isr, broker);
        ++change.next.leaderEpoch;
        change.next.controllerEpoch = context.epoch;
        changes.push_back(std::move(change));
    }
    write(std::move(changes), std::move(done));
}

} // namespace hw::controller
