#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/broker/core/api_table.h"
#include "engine/broker/core/exchange.h"
#include "engine/broker/core/responder.h"
#include "engine/broker/core/services.h"
#include "engine/rpc/flight_facts.h"

/// How one file serves one API:
///
///     struct HeartbeatHandler : Handles<protocol::HeartbeatRequest, 0, 3>
///     {
///         static void handle(broker::Services&, const broker::RequestContext&, Request,
///                            broker::Responder<Response>);
///     };
///
/// The version range in the type is what the broker serves; ApiVersions is made of the list of all
/// handlers. The context lives as long as the responder does. Handlers run to completion on the
/// broker's loop; one that has to wait keeps the responder.
namespace hw::handlers {

template <class Request_, std::int16_t Min, std::int16_t Max> struct Handles
{
    using Request = Request_;
    using Response = typename Request_::Response;
    static constexpr protocol::VersionRange kServed{protocol::ApiVersion{Min},
                                                    protocol::ApiVersion{Max}};
    static_assert(Request::kVersions.contains(kServed.min) &&
                      Request::kVersions.contains(kServed.max),
                  "the codec must know all versions that are served");
    static constexpr bool kAdvertised = true;   ///< listed in ApiVersions
    static constexpr bool kBeforeReady = false; ///< also while the broker has no metadata yet
};

template <class... Handlers> struct HandlerList
{
};

template <class Handler>
Result<void> serve(broker::Services& services, std::shared_ptr<broker::Exchange> exchange,
                   Reader& body)
{
    const protocol::ApiVersion version = exchange->context().version;
    auto request = Handler::Request::decode(body, version);
    if (!request)
        return tl::unexpected(request.error());
    if constexpr (requires { Handler::introduce(*request, *exchange); })
        Handler::introduce(*request, *exchange);
    if (exchange->flight()) {
        rpc::describe(*exchange->flight(), *request);
        exchange->reportRequest(services.journal);
    }
    using Response = typename Handler::Response;
    broker::Responder<Response> responder(
        [exchange](Response response) {
            if (exchange->flight()) {
                exchange->flight()->records = 0;
                rpc::describeAnswer(*exchange->flight(), response);
            }
            exchange->answer(
                [&](Writer& writer) { response.encode(writer, exchange->context().version); });
        },
        [exchange] { exchange->abandon(); }, [exchange] { exchange->stayQuiet(); });
    Handler::handle(services, exchange->context(), std::move(*request), std::move(responder));
    return {};
}

template <class... Handlers>
void addEntries(std::vector<broker::ApiEntry>& to, HandlerList<Handlers...>)
{
    (to.push_back({.key = Handlers::Request::kApi,
                   .versions = Handlers::kServed,
                   .advertised = Handlers::kAdvertised,
                   .beforeReady = Handlers::kBeforeReady,
                   .handle = &serve<Handlers>}),
     ...);
}

} // namespace hw::handlers
