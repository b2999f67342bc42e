#include "engine/protocol/header.h"

#include "engine/protocol/codec.h"

namespace hw::protocol {

int requestHeaderVersion(ApiKey key, ApiVersion version)
{
    if (key == ApiKey::ControlledShutdown && version == ApiVersion{0})
        return 0;
    return isFlexible(key, version) ? 2 : 1;
}

int responseHeaderVersion(ApiKey key, ApiVersion version)
{
    if (key == ApiKey::ApiVersions)
        return 0;
    return isFlexible(key, version) ? 1 : 0;
}

void RequestHeader::encode(Writer& to) const
{
    const int headerVersion = requestHeaderVersion(key(), apiVersion);
    Encoder plain(to, apiVersion, false); // the client id keeps its int16 length in version 2
    plain.put(apiKey);
    plain.put(apiVersion);
    plain.put(correlationId);
    if (headerVersion >= 1)
        plain.put(clientId, true);
    if (headerVersion >= 2)
        to.uvarint(0);
}

Result<RequestHeader> RequestHeader::decode(Reader& from)
{
    RequestHeader header;
    Decoder plain(from, ApiVersion{0}, false);
    plain.take(header.apiKey);
    plain.take(header.apiVersion);
    plain.take(header.correlationId);
    const int headerVersion = requestHeaderVersion(header.key(), header.apiVersion);
    if (headerVersion >= 1)
        plain.take(header.clientId, true);
    const ApiInfo* api = findApi(header.apiKey);
    const bool known = api && api->versions.contains(header.apiVersion);
    if (known && headerVersion >= 2)
        Decoder(from, header.apiVersion, true).skipTags();
    if (!from.ok())
        return fail(Failure::Invalid, "the request's header is malformed or cut short");
    return header;
}

void ResponseHeader::encode(Writer& to, ApiKey key, ApiVersion version) const
{
    to.i32(correlationId.value());
    if (responseHeaderVersion(key, version) >= 1)
        to.uvarint(0);
}

Result<ResponseHeader> ResponseHeader::decode(Reader& from, ApiKey key, ApiVersion version)
{
    ResponseHeader header;
    header.correlationId = CorrelationId(from.i32());
    if (responseHeaderVersion(key, version) >= 1)
        Decoder(from, version, true).skipTags();
    if (!from.ok())
        return fail(Failure::Invalid, "the response's header is malformed or cut short");
    return header;
}

} // namespace hw::protocol
