#include "engine/broker/handlers/sync_group.h"

#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/handlers/opaque_bytes.h"

namespace hw::handlers {

/// From here on a member has to say which protocol it believes to be chosen (KIP-559).
static constexpr protocol::ApiVersion kNamesProtocol{5};

void SyncGroupHandler::handle(broker::Services& services, const broker::RequestContext& context,
                              Request request, broker::Responder<Response> responder)
{
    if (context.version >= kNamesProtocol && !(request.protocolType && request.protocolName)) {
        Response response;
        response.errorCode = protocol::ErrorCode::InconsistentGroupProtocol;
        responder.reply(std::move(response));
        return;
    }
    group::SyncRequest sync;
    sync.group = std::move(request.groupId);
    sync.generation = request.generationId;
    sync.memberId = std::move(request.memberId);
    sync.instanceId = std::move(request.groupInstanceId);
    sync.protocolType = std::move(request.protocolType);
    sync.protocol = std::move(request.protocolName);
    for (auto& assigned : request.assignments)
        sync.assignments[std::move(assigned.memberId)] = Slice(std::move(assigned.assignment));

    services.groups.sync(std::move(sync),
                         [responder = std::move(responder)](group::SyncResult result) mutable {
                             Response response;
                             response.errorCode = result.error;
                             response.protocolType = std::move(result.protocolType);
                             response.protocolName = std::move(result.protocol);
                             response.assignment = copyOf(result.assignment);
                             responder.reply(std::move(response));
                         });
}

} // namespace hw::handlers
