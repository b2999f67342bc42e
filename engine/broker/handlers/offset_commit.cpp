#include "engine/broker/handlers/offset_commit.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

namespace {

/// Which place in the answer each commit belongs to.
struct Place
{
    std::size_t topic;
    std::size_t partition;
};

} // namespace

void OffsetCommitHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                 Request request, broker::Responder<Response> responder)
{
    group::CommitRequest commit;
    commit.group = std::move(request.groupId);
    commit.generation = request.generationIdOrMemberEpoch;
    commit.memberId = std::move(request.memberId);
    commit.instanceId = std::move(request.groupInstanceId);
    commit.knowsMemberEpochs = context.version.value() >= 9;

    Response response;
    std::vector<Place> places;
    for (auto& topic : request.topics) {
        auto& answer = response.topics.emplace_back();
        answer.name = topic.name;
        for (auto& entry : topic.partitions) {
            const TopicPartition partition{topic.name, entry.partitionIndex};
            const bool known = services.metadata.partition(partition) != nullptr;
            answer.partitions.push_back(
                {.partitionIndex = entry.partitionIndex,
                 .errorCode = known ? protocol::ErrorCode::None
                                    : protocol::ErrorCode::UnknownTopicOrPartition});
            if (!known)
                continue;
            places.push_back({response.topics.size() - 1, answer.partitions.size() - 1});
            commit.offsets.push_back({partition, entry.committedOffset, entry.committedLeaderEpoch,
                                      std::move(entry.committedMetadata).value_or("")});
        }
    }

    services.groups.commit(
        std::move(commit), [responder = std::move(responder), response = std::move(response),
                            places = std::move(places)](group::CommitResult codes) mutable {
            for (std::size_t i = 0; i < places.size(); ++i)
                response.topics[places[i].topic].partitions[places[i].partition].errorCode =
                    codes[i];
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
