#pragma once

#include <memory>

#include "engine/base/assert.h"
#include "engine/base/function.h"

namespace hw::broker {

/// The duty to answer one request, exactly once. A handler that cannot answer at once keeps it (in
/// a delayed operation) and answers later; dropping it unanswered closes the connection, which is
/// what a client sees when a broker gives up on it.
template <class Response> class Responder
{
public:
    using Deliver = UniqueFunction<void(Response)>;
    using Abandon = UniqueFunction<void()>;

    Responder(Deliver deliver, Abandon abandon)
        : m_deliver(std::move(deliver))
        , m_abandon(std::move(abandon))
    {
    }
    Responder(Responder&&) = default;
    Responder& operator=(Responder&&) = delete;
    ~Responder()
    {
        if (m_deliver && m_abandon)
            m_abandon();
    }

    void reply(Response response)
    {
        HW_ASSERT(m_deliver, "a request is answered once");
        Deliver deliver = std::move(m_deliver);
        m_deliver = nullptr;
        deliver(std::move(response));
    }

private:
    Deliver m_deliver;
    Abandon m_abandon;
};

} // namespace hw::broker
