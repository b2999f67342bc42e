#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// AlterPartitionReassignments: what is refused, and one wish after the other.
namespace hw::controller {

using namespace observe;
using protocol::ErrorCode;

static std::string textOf(const std::vector<BrokerId>& brokers)
{
    std::string text;
    for (const BrokerId id : brokers)
        text += (text.empty() ? "" : ",") + std::to_string(id.value());
    return text;
}

/// One AlterPartitionReassignments request on its way.
struct Controller::Impl::Reassignment
{
    std::vector<ReassignmentWish> wishes;
    std::vector<PartitionResult> results;                    ///< side by side
    UniqueFunction<void(std::vector<PartitionResult>)> done; ///< null once answered
    std::vector<TopicPartition> named;                       ///< all of them

    void answer()
    {
        if (done)
            std::exchange(done, nullptr)(std::move(results));
    }
    void refuseAll()
    {
        for (PartitionResult& result : results) {
            result.error = ErrorCode::NotController;
            result.message = "this broker is not the controller";
        }
        answer();
    }
};

std::shared_ptr<Controller::Impl::Reassignment>
Controller::Impl::makeReassignment(std::vector<ReassignmentWish> wishes,
                                   UniqueFunction<void(std::vector<PartitionResult>)> done)
{
    auto job = std::make_shared<Reassignment>();
    for (const ReassignmentWish& wish : wishes)
        job->results.push_back({wish.partition, ErrorCode::None, {}});
    job->wishes = std::move(wishes);
    job->done = std::move(done);
    return job;
}

void Controller::Impl::reassign(std::vector<ReassignmentWish> wishes,
                                UniqueFunction<void(std::vector<PartitionResult>)> done)
{
    const auto job = makeReassignment(std::move(wishes), std::move(done));
    const auto refuse = [job] { job->refuseAll(); };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    auto run = [this, job](Done finished) {
        // The newest word counts: what a znode asked for these is forgotten.
        for (const ReassignmentWish& wish : job->wishes)
            job->named.push_back(wish.partition);
        runReassignments(job, 0, [this, job, finished = std::move(finished)]() mutable {
            shrinkReassignNode(job->named, std::move(finished));
        });
    };
    m_queue.add(std::move(run), refuse);
}

/// Kafka: KafkaController.validateReplicas, maybeBuildReassignment. Unlike Kafka's, this controller
/// does not give up the only replicas that are in sync.
Refusal Controller::Impl::checkReassignment(const ReassignmentWish& wish) const
{
    const Context& context = m_reign->context;
    const Partition* partition = context.find(wish.partition);
    const bool goes = m_reign->postponed.contains(wish.partition.topic);
    if (!partition || goes)
        return {ErrorCode::UnknownTopicOrPartition,
                goes ? fmt::format("topic \"{}\" is being deleted", wish.partition.topic)
                     : fmt::format("there is no partition {}", wish.partition.text())};
    if (partition->state == PartitionState::New)
        return {ErrorCode::UnknownServerError,
                fmt::format("{} has never had a leader", wish.partition.text())};
    if (!wish.replicas && !partition->isBeingReassigned())
        return {ErrorCode::NoReassignmentInProgress,
                fmt::format("{} is not being reassigned", wish.partition.text())};
    const auto invalid = [](std::string why) {
        return Refusal{ErrorCode::InvalidReplicaAssignment, std::move(why)};
    };
    const std::vector<BrokerId> target = wish.replicas ? *wish.replicas : partition->origin();
    if (target.empty())
        return invalid("the list of replicas is empty");
    for (const BrokerId id : target) {
        if (id.value() < 0)
            return invalid(fmt::format("{} is no broker's number", id));
        if (std::count(target.begin(), target.end(), id) > 1)
            return invalid(fmt::format("broker {} stands twice in {}", id, textOf(target)));
    }
    const ReplicaAssignment next = partition->reassignTo(target);
    const std::set<BrokerId> live = context.live();
    for (const BrokerId id : next.adding) {
        if (!context.isLive(id))
            return invalid(fmt::format("broker {} is not alive; {} are", id,
                                       textOf({live.begin(), live.end()})));
    }
    if (without(partition->leadership.isr, without(partition->replicas, next.replicas)).empty())
        return invalid(fmt::format("only {} are in sync, and they would go",
                                   textOf(partition->leadership.isr)));
    return {};
}

void Controller::Impl::runReassignments(const std::shared_ptr<Reassignment>& job, std::size_t index,
                                        Done done)
{
    for (; index < job->wishes.size(); ++index) {
        const ReassignmentWish& wish = job->wishes[index];
        const Refusal refusal = checkReassignment(wish);
        if (!refusal)
            break;
        job->results[index].error = refusal.error;
        job->results[index].message = refusal.message;
    }
    if (index == job->wishes.size()) {
        m_reign->batch.send();
        job->answer();
        done();
        return;
    }
    const ReassignmentWish& wish = job->wishes[index];
    const Partition& partition = *m_reign->context.find(wish.partition);
    const auto next = partition.reassignTo(wish.replicas ? *wish.replicas : partition.origin());
    startReassignment(wish.partition, next, !wish.replicas,
                      [this, job, index, done = std::move(done)](const Refusal& failed) mutable {
                          job->results[index].error = failed.error;
                          job->results[index].message = failed.message;
                          runReassignments(job, index + 1, std::move(done));
                      });
}

} // namespace hw::controller
