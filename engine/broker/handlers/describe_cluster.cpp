#include "engine/broker/handlers/describe_cluster.h"

#include <fmt/format.h>

#include "engine/broker/handlers/authorized_operations.h"

namespace hw::handlers {

using protocol::DescribeClusterResponse;
using protocol::ErrorCode;

/// Kinds of endpoints that a request may mean.  Kafka: EndpointType.
static constexpr std::int8_t kBrokers = 1;
static constexpr std::int8_t kControllers = 2;

static DescribeClusterResponse refused(ErrorCode error, std::string message)
{
    DescribeClusterResponse response;
    response.errorCode = error;
    response.errorMessage = std::move(message);
    return response;
}

void DescribeClusterHandler::handle(broker::Services& services, const broker::RequestContext&,
                                    Request request, broker::Responder<Response> responder)
{
    if (request.endpointType == kControllers)
        return responder.reply(
            refused(ErrorCode::MismatchedEndpointType,
                    "this is a broker; it does not answer for endpoints of controllers"));
    if (request.endpointType != kBrokers)
        return responder.reply(
            refused(ErrorCode::UnsupportedEndpointType,
                    fmt::format("endpoint type {} is not known: allowed is 1, brokers",
                                request.endpointType)));
    Response response;
    const broker::MetadataCache& cache = services.metadata;
    for (const auto& [id, live] : cache.brokers())
        response.brokers.push_back(
            {.brokerId = id,
             .host = live.endpoint.host,
             .port = live.endpoint.port,
             .rack = live.rack.empty() ? std::nullopt : std::optional(live.rack)});
    response.clusterId = services.life.clusterId;
    response.controllerId = cache.isAlive(cache.controller()) ? cache.controller() : kNoBroker;
    if (request.includeClusterAuthorizedOperations)
        response.clusterAuthorizedOperations = kAllClusterOperations;
    responder.reply(std::move(response));
}

} // namespace hw::handlers
