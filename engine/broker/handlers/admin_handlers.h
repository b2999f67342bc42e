#pragma once

#include "engine/broker/handlers/alter_configs.h"
#include "engine/broker/handlers/alter_partition_reassignments.h"
#include "engine/broker/handlers/create_partitions.h"
#include "engine/broker/handlers/delete_records.h"
#include "engine/broker/handlers/delete_topics.h"
#include "engine/broker/handlers/describe_configs.h"
#include "engine/broker/handlers/describe_log_dirs.h"
#include "engine/broker/handlers/handler.h"
#include "engine/broker/handlers/incremental_alter_configs.h"
#include "engine/broker/handlers/list_partition_reassignments.h"

namespace hw::handlers {

/// What administrators ask for, apart from groups.
using AdminHandlers =
    HandlerList<DeleteTopicsHandler, CreatePartitionsHandler, DescribeConfigsHandler,
                AlterConfigsHandler, IncrementalAlterConfigsHandler, DescribeLogDirsHandler,
                DeleteRecordsHandler, AlterPartitionReassignmentsHandler,
                ListPartitionReassignmentsHandler>;

} // namespace hw::handlers
