#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/services.h"

namespace hw::handlers {

/// One change of one setting.  Kafka: AlterConfigOp.
struct ConfigOp
{
    enum class Kind : std::int8_t
    {
        Set = 0,
        Delete = 1,
        Append = 2,
        Subtract = 3,
    };
    std::string name;
    Kind kind = Kind::Set;
    std::optional<std::string> value;
};

/// What shall become of one resource's own settings.
struct ConfigAlteration
{
    std::int8_t type = 0;
    std::string name;
    bool replacesAll = false; ///< settings that are not named go back to their defaults
    std::vector<ConfigOp> ops;
};

struct AlteredConfig
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message;
};

/// Checks and writes the alterations, each on its own; `done` has one result for each, in order.
/// With `validateOnly` nothing is written. INVALID_CONFIG for a topic's setting that is not known,
/// INVALID_REQUEST for all else that is wrong with one.
/// Kafka: ConfigAdminManager, ZkAdminManager.
void alterConfigs(broker::Services& services, std::vector<ConfigAlteration> alterations,
                  bool validateOnly, UniqueFunction<void(std::vector<AlteredConfig>)> done);

} // namespace hw::handlers
