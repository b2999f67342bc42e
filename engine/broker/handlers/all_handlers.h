#pragma once

#include "engine/broker/core/api_table.h"

namespace hw::handlers {

/// Every API this broker serves, sorted by key. A new handler is added to one of the lists in
/// `all_handlers.cpp`.
broker::ApiTable allHandlers();

} // namespace hw::handlers
