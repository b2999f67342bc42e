#include "engine/broker/handlers/offset_for_leader_epoch.h"

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

void OffsetForLeaderEpochHandler::handle(broker::Services& services, const broker::RequestContext&,
                                         Request request, broker::Responder<Response> responder)
{
    Response response;
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.topic = topic.topic;
        for (const auto& asked : topic.partitions) {
            auto& answer = to.partitions.emplace_back();
            answer.partition = asked.partition;
            const auto found = services.replicas.find({topic.topic, asked.partition});
            const auto end = found ? (*found)->epochEnd(asked.currentLeaderEpoch, asked.leaderEpoch)
                                   : replica::Served<log::EpochEnd>(tl::unexpected(found.error()));
            if (!end) {
                answer.errorCode = end.error().code;
                continue;
            }
            answer.leaderEpoch = end->epoch;
            answer.endOffset = end->end;
        }
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
