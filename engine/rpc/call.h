#pragma once

#include <optional>
#include <utility>

#include "engine/base/function.h"
#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/base/writer.h"
#include "engine/protocol/api.h"
#include "engine/rpc/flight_facts.h"

namespace hw::rpc {

/// One request on its way, whatever its type. Only `Peer` uses it.
class Call
{
public:
    Call(protocol::ApiKey api, protocol::ApiVersion version)
        : api(api)
        , version(version)
    {
    }
    virtual ~Call() = default;

    virtual void encode(Writer& to) const = 0;
    virtual void describeTo(observe::Flight& flight) const = 0;
    virtual bool expectsResponse() const = 0;
    /// Decodes the body and tells the caller; false if the body is malformed (the caller was told).
    virtual bool complete(Reader& body) = 0;
    virtual void fail(Error error) = 0;

    const protocol::ApiKey api;
    protocol::ApiVersion version; ///< the wanted one; lowered to what the broker serves
    Instant deadline;
    EventId cause;
    CorrelationId correlation;
};

template <class Request> class TypedCall final : public Call
{
public:
    using Response = typename Request::Response;
    using Done = UniqueFunction<void(Result<Response>)>;

    TypedCall(Request request, protocol::ApiVersion version, Done done)
        : Call(Request::kApi, version)
        , m_request(std::move(request))
        , m_done(std::move(done))
    {
    }

    void encode(Writer& to) const override { m_request.encode(to, version); }
    void describeTo(observe::Flight& flight) const override { describe(flight, m_request); }
    bool expectsResponse() const override { return true; }
    bool complete(Reader& body) override
    {
        Result<Response> response = Response::decode(body, version);
        const bool good = response.has_value();
        m_done(std::move(response));
        return good;
    }
    void fail(Error error) override { m_done(tl::unexpected(std::move(error))); }

private:
    Request m_request;
    Done m_done;
};

/// A request that Kafka does not answer: Produce with acks=0.
template <class Request> class OneWayCall final : public Call
{
public:
    using Done = UniqueFunction<void(Result<void>)>;

    OneWayCall(Request request, protocol::ApiVersion version, Done sent)
        : Call(Request::kApi, version)
        , m_request(std::move(request))
        , m_sent(std::move(sent))
    {
    }

    void encode(Writer& to) const override { m_request.encode(to, version); }
    void describeTo(observe::Flight& flight) const override { describe(flight, m_request); }
    bool expectsResponse() const override { return false; }
    bool complete(Reader&) override
    {
        m_sent({});
        return true;
    }
    void fail(Error error) override { m_sent(tl::unexpected(std::move(error))); }

private:
    Request m_request;
    Done m_sent;
};

} // namespace hw::rpc
