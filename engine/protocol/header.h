#pragma once

#include <optional>
#include <string>

#include "engine/base/ids.h"
#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/base/writer.h"
#include "engine/protocol/api.h"

namespace hw::protocol {

/// What stands before every request's body.
///
/// Version 1 ends with the client id; version 2 adds tagged fields and goes with flexible requests
/// (KIP-482); version 0, without client id, exists only for ControlledShutdown 0.
struct RequestHeader
{
    std::int16_t apiKey = 0; ///< a plain number: it may be one that we do not know
    ApiVersion apiVersion;
    CorrelationId correlationId;
    std::optional<std::string> clientId;

    bool operator==(const RequestHeader&) const = default;

    ApiKey key() const { return static_cast<ApiKey>(apiKey); }

    void encode(Writer& to) const;

    /// Leaves the reader at the body. For an unknown key or version only the first three fields are
    /// certain; the client id is read as in version 1 and the body must not be parsed.
    /// Fails with Invalid when the bytes end too early.
    static Result<RequestHeader> decode(Reader& from);
};

/// 0, 1 or 2.
int requestHeaderVersion(ApiKey key, ApiVersion version);

/// 0, or 1 (with tagged fields) for flexible versions. ApiVersions always answers with 0, so that a
/// client that knows nothing about the broker can read it (KIP-511).
int responseHeaderVersion(ApiKey key, ApiVersion version);

struct ResponseHeader
{
    CorrelationId correlationId;

    void encode(Writer& to, ApiKey key, ApiVersion version) const;
    static Result<ResponseHeader> decode(Reader& from, ApiKey key, ApiVersion version);
};

} // namespace hw::protocol
