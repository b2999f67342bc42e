#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/broker/core/request.h"
#include "engine/observe/event.h"
#include "engine/protocol/api.h"

namespace hw::broker {

class Connection;

/// One request and the way back for its answer. Outlives its connection; answers to one that is
/// gone are dropped.
class Exchange
{
public:
    Exchange(std::weak_ptr<Connection> connection, protocol::ApiKey key, RequestContext context)
        : m_connection(std::move(connection))
        , m_key(key)
        , m_context(std::move(context))
    {
    }

    protocol::ApiKey key() const { return m_key; }
    const RequestContext& context() const { return m_context; }

    /// What a picture of this request and its answer says beyond size and time; only filled when
    /// somebody looks.
    std::optional<observe::Flight>& flight() { return m_flight; }
    /// Tells of the request itself, once: of an outside program's only, since nodes of the cluster
    /// report what they send themselves.
    void reportRequest(observe::Journal& journal);

    /// The connection's identity, from ApiVersions v3+.
    void nameSoftware(const std::string& name, const std::string& version);
    /// `write(Writer&)` writes the body; the header is added.
    template <class Write> void answer(Write&& write)
    {
        Writer writer;
        writeHeader(writer);
        write(writer);
        send(writer.take());
    }
    /// Ends it without an answer; the next request may come.
    void stayQuiet();
    /// Closes the connection, as when a broker cannot go on with it.
    void abandon();

private:
    friend class Connection;
    void writeHeader(Writer& writer) const;
    void send(Pieces body);

    std::weak_ptr<Connection> m_connection;
    protocol::ApiKey m_key;
    RequestContext m_context;
    std::optional<observe::Flight> m_flight;
    Pieces m_frame; ///< the request's, until it was reported
    std::optional<Instant> m_parkedAt; ///< its handler has run, and it is not answered yet
};

} // namespace hw::broker
