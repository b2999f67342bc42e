#pragma once

#include "engine/broker/handlers/create_partitions.h"
#include "engine/broker/handlers/delete_topics.h"
#include "engine/broker/handlers/handler.h"

namespace hw::handlers {

/// What administrators ask for, apart from groups.
using AdminHandlers = HandlerList<DeleteTopicsHandler, CreatePartitionsHandler>;

} // namespace hw::handlers
