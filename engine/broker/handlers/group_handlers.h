#pragma once

#include "engine/broker/handlers/handler.h"

namespace hw::handlers {

/// Handlers over the group coordinator.
using GroupHandlers = HandlerList<>;

} // namespace hw::handlers
