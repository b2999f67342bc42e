#include "engine/controller/registration.h"

#include "engine/coordination/kafka_znodes.h"

namespace hw::controller {

using namespace coordination;
using namespace observe;

class Registration::Impl
{
public:
    Impl(world::Host& host, Journal& journal, Client& client, BrokerId self, Handlers handlers)
        : m_host(host)
        , m_journal(journal)
        , m_client(client)
        , m_self(self)
        , m_handlers(std::move(handlers))
    {
        m_client.setSessionHandler([this, life = std::weak_ptr(m_life)](SessionEvent event) {
            if (!life.expired())
                onSession(event);
        });
    }

    void open(UniqueFunction<void(const std::string&)> done)
    {
        m_onOpen = std::move(done);
        m_client.connect();
    }

    void registerBroker(const world::Endpoint& listen)
    {
        m_listen = listen;
        if (m_client.sessionId() != SessionId())
            tryRegister();
    }

    void close(UniqueFunction<void()> done)
    {
        m_closing = true;
        m_epoch.reset();
        m_client.closeSession(std::move(done));
    }

    std::optional<BrokerEpoch> m_epoch;
    std::optional<SessionId> m_waitingFor;

private:
    void onSession(SessionEvent event);
    void makePaths();
    void readClusterId();
    void writeClusterId();
    void tryRegister();
    void lookWhoIsThere();
    void registered(Zxid created);
    /// Runs `then` with the reply unless the registration or the session has ended since.
    Client::OnReply guard(UniqueFunction<void(const Reply&)> then)
    {
        return [this, life = std::weak_ptr(m_life), then = std::move(then)](const Reply& reply) {
            if (!life.expired() && !m_closing && reply.error != ZkError::SessionExpired)
                then(reply);
        };
    }

    world::Host& m_host;
    Journal& m_journal;
    Client& m_client;
    BrokerId m_self;
    Handlers m_handlers;
    UniqueFunction<void(const std::string&)> m_onOpen; ///< null once open
    std::optional<world::Endpoint> m_listen;           ///< set once it is to be registered
    SessionId m_registering; ///< the session in which the present attempt is made
    bool m_closing = false;
    std::shared_ptr<bool> m_life = std::make_shared<bool>(true); ///< callbacks hold it weakly
};

void Registration::Impl::onSession(SessionEvent event)
{
    if (m_closing)
        return;
    if (event == SessionEvent::Connected) {
        if (m_onOpen)
            makePaths();
        else if (m_listen && !m_epoch)
            tryRegister();
    } else if (event == SessionEvent::Expired) {
        const bool was = m_epoch.has_value();
        m_epoch.reset();
        m_waitingFor.reset();
        m_registering = SessionId();
        const std::weak_ptr<bool> life = m_life;
        if (was && m_handlers.onLost)
            m_handlers.onLost();
        if (!life.expired() && !m_closing)
            m_client.connect();
    }
}

void Registration::Impl::makePaths()
{
    // Pipelined; those that are there already are fine.
    for (const std::string& path : kafka::persistentPaths())
        m_client.create(path, {}, CreateMode::Persistent, nullptr);
    readClusterId();
}

void Registration::Impl::readClusterId()
{
    m_client.getData(kafka::kClusterId, guard([this](const Reply& reply) {
        if (!reply.ok()) {
            writeClusterId();
            return;
        }
        const auto done = std::move(m_onOpen);
        m_onOpen = nullptr;
        if (done)
            done(kafka::decodeClusterId(reply.data).value_or(""));
    }));
}

void Registration::Impl::writeClusterId()
{
    const std::string id = m_host.loop().random().uuid().text();
    // Several brokers may try at once: whoever comes first decides, all read it afterwards.
    m_client.create(kafka::kClusterId, kafka::encodeClusterId(id), CreateMode::Persistent,
                    guard([this](const Reply&) { readClusterId(); }));
}

void Registration::Impl::tryRegister()
{
    if (m_registering == m_client.sessionId())
        return;
    m_registering = m_client.sessionId();
    kafka::BrokerNode node;
    node.endpoint = *m_listen;
    m_client.create(kafka::brokerPath(m_self), kafka::encode(node, m_host.loop().wallTime()),
                    CreateMode::Ephemeral, guard([this](const Reply& reply) {
                        if (reply.ok())
                            registered(reply.stat.czxid);
                        else
                            lookWhoIsThere();
                    }));
}

void Registration::Impl::lookWhoIsThere()
{
    const auto again = [this, life = std::weak_ptr(m_life)] {
        if (life.expired() || m_closing || m_epoch)
            return;
        m_registering = SessionId();
        tryRegister();
    };
    auto onReply = guard([this, again](const Reply& reply) {
        if (!reply.ok()) {
            again(); // it has just gone
            return;
        }
        if (reply.stat.ephemeralOwner == m_client.sessionId()) {
            registered(reply.stat.czxid); // the answer to our own create got lost
            return;
        }
        if (m_waitingFor == reply.stat.ephemeralOwner)
            return;
        m_waitingFor = reply.stat.ephemeralOwner;
        m_journal.report(fact::BrokerWaitsForSession{m_self, *m_waitingFor});
        if (m_handlers.onWaiting)
            m_handlers.onWaiting(*m_waitingFor);
    });
    m_client.exists(kafka::brokerPath(m_self), std::move(onReply),
                    [again](const WatchEvent&) { again(); });
}

void Registration::Impl::registered(Zxid created)
{
    m_waitingFor.reset();
    m_epoch = BrokerEpoch(created.value());
    m_host.loop().setCause(m_journal.report(fact::BrokerRegistered{m_self, *m_epoch}));
    if (m_handlers.onRegistered)
        m_handlers.onRegistered(*m_epoch);
}

Registration::Registration(world::Host& host, Journal& journal, Client& client, BrokerId self,
                           Handlers handlers)
    : m_impl(std::make_unique<Impl>(host, journal, client, self, std::move(handlers)))
{
}

Registration::~Registration() = default;

void Registration::open(UniqueFunction<void(const std::string&)> done)
{
    m_impl->open(std::move(done));
}
void Registration::registerBroker(const world::Endpoint& listen) { m_impl->registerBroker(listen); }
void Registration::close(UniqueFunction<void()> done) { m_impl->close(std::move(done)); }
std::optional<BrokerEpoch> Registration::epoch() const { return m_impl->m_epoch; }
std::optional<SessionId> Registration::waitingFor() const { return m_impl->m_waitingFor; }

} // namespace hw::controller
