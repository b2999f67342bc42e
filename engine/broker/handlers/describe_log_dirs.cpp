#include "engine/broker/handlers/describe_log_dirs.h"

#include <algorithm>
#include <set>

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::DescribeLogDirsRequest;

/// None: all.
static std::optional<std::set<TopicPartition>> askedFor(const DescribeLogDirsRequest& request)
{
    if (!request.topics)
        return std::nullopt;
    std::set<TopicPartition> asked;
    for (const auto& topic : *request.topics)
        for (const std::int32_t partition : topic.partitions)
            asked.insert({topic.topic, partition});
    return asked;
}

void DescribeLogDirsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                    Request request, broker::Responder<Response> responder)
{
    Response response;
    auto& directory = response.results.emplace_back();
    directory.logDir = services.host.disk().absolute("");
    directory.usableBytes = static_cast<std::int64_t>(services.host.disk().freeSpace());
    const auto asked = askedFor(request);
    for (const log::Log* log : services.logs.logs()) {
        const TopicPartition& id = log->partition();
        if (asked && !asked->contains(id))
            continue;
        if (directory.topics.empty() || directory.topics.back().name != id.topic)
            directory.topics.emplace_back().name = id.topic;
        auto& partition = directory.topics.back().partitions.emplace_back();
        partition.partitionIndex = id.partition;
        partition.partitionSize = static_cast<std::int64_t>(log->size());
        // How far it is behind what is committed; never, for a replica that is not being moved.
        const Offset committed = services.replicas.highWatermark(id).value_or(Offset(0));
        partition.offsetLag = std::max<std::int64_t>(committed - log->leo(), 0);
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
