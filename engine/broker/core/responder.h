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
    using Silence = UniqueFunction<void()>;

    /// `silence` may be missing where requests always get an answer.
    Responder(Deliver deliver, Abandon abandon, Silence silence = nullptr)
        : m_deliver(std::move(deliver))
        , m_abandon(std::move(abandon))
        , m_silence(std::move(silence))
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

    /// The request is done and its client expects no answer (Produce with acks=0).
    void stayQuiet()
    {
        HW_ASSERT(m_deliver && m_silence, "only a request that wants no answer ends without one");
        m_deliver = nullptr;
        m_silence();
    }

private:
    Deliver m_deliver;
    Abandon m_abandon;
    Silence m_silence;
};

} // namespace hw::broker
