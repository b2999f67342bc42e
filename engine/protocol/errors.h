#pragma once

#include <span>
#include <string>

#include "engine/protocol/messages/error_codes.h"

namespace hw::protocol {

struct ErrorInfo
{
    ErrorCode code;
    const char* name;       ///< Kafka's own: `NOT_LEADER_OR_FOLLOWER`
    bool retriable;         ///< a client may send the same request again
    bool refreshesMetadata; ///< and should ask for metadata before it does
};

/// In the order of their codes.  Kafka: Errors.
std::span<const ErrorInfo> allErrors();

/// A code that is not in the table is described as UNKNOWN_SERVER_ERROR.
const ErrorInfo& infoOf(ErrorCode code);

inline bool isRetriable(ErrorCode code) { return infoOf(code).retriable; }
inline bool refreshesMetadata(ErrorCode code) { return infoOf(code).refreshesMetadata; }

/// `NOT_LEADER_OR_FOLLOWER (6)`, for logs and for the window.
std::string textOf(ErrorCode code);

} // namespace hw::protocol
