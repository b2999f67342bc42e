#include "engine/broker/handlers/all_handlers.h"

#include <algorithm>

#include "engine/broker/handlers/admin_handlers.h"
#include "engine/broker/handlers/allocate_producer_ids.h"
#include "engine/broker/handlers/alter_partition.h"
#include "engine/broker/handlers/api_versions.h"
#include "engine/broker/handlers/controlled_shutdown.h"
#include "engine/broker/handlers/create_topics.h"
#include "engine/broker/handlers/describe_cluster.h"
#include "engine/broker/handlers/describe_producers.h"
#include "engine/broker/handlers/elect_leaders.h"
#include "engine/broker/handlers/fetch.h"
#include "engine/broker/handlers/find_coordinator.h"
#include "engine/broker/handlers/group_handlers.h"
#include "engine/broker/handlers/handler.h"
#include "engine/broker/handlers/init_producer_id.h"
#include "engine/broker/handlers/leader_and_isr.h"
#include "engine/broker/handlers/list_offsets.h"
#include "engine/broker/handlers/metadata.h"
#include "engine/broker/handlers/offset_for_leader_epoch.h"
#include "engine/broker/handlers/produce.h"
#include "engine/broker/handlers/sasl_authenticate.h"
#include "engine/broker/handlers/sasl_handshake.h"
#include "engine/broker/handlers/stop_replica.h"
#include "engine/broker/handlers/update_metadata.h"

namespace hw::handlers {

using ClientHandlers =
    HandlerList<ProduceHandler, FetchHandler, ListOffsetsHandler, MetadataHandler,
                FindCoordinatorHandler, ApiVersionsHandler, CreateTopicsHandler,
                OffsetForLeaderEpochHandler, ElectLeadersHandler, DescribeClusterHandler,
                SaslHandshakeHandler, SaslAuthenticateHandler, InitProducerIdHandler,
                DescribeProducersHandler>;
using ClusterHandlers =
    HandlerList<LeaderAndIsrHandler, StopReplicaHandler, UpdateMetadataHandler,
                ControlledShutdownHandler, AlterPartitionHandler, AllocateProducerIdsHandler>;

broker::ApiTable allHandlers()
{
    std::vector<broker::ApiEntry> entries;
    addEntries(entries, ClientHandlers{});
    addEntries(entries, AdminHandlers{});
    addEntries(entries, GroupHandlers{});
    addEntries(entries, ClusterHandlers{});
    std::ranges::sort(entries, {}, &broker::ApiEntry::key);
    const auto twice = std::ranges::adjacent_find(entries, {}, &broker::ApiEntry::key);
    HW_ASSERT(twice == entries.end(), "an API has one handler");
    return broker::ApiTable(std::move(entries));
}

} // namespace hw::handlers
