#pragma once

#include <cstdint>
#include <string>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/protocol/api.h"

namespace hw::broker {

/// Who asks, and how: what a handler knows besides the request itself.
struct RequestContext
{
    protocol::ApiVersion version;
    CorrelationId correlation;
    std::string clientId;     ///< empty if null
    NodeId peer;              ///< Outside for programs that came by TCP
    std::string clientHost;   ///< `/127.0.0.1`, as Kafka prints it
    std::string softwareName; ///< from ApiVersions v3+, else empty
    std::string softwareVersion;
    Instant receivedAt;
    bool wantsFlights = false; ///< somebody looks at messages now
};

} // namespace hw::broker
