#include "engine/controller/broker_channels.h"

namespace hw::controller {

using namespace protocol;

namespace {

constexpr Duration kRetryBackoff = 100ms; ///< Kafka: RequestSendThread.doWork

constexpr ApiVersion versionOf(const LeaderAndIsrRequest&) { return ApiVersion(7); }
constexpr ApiVersion versionOf(const UpdateMetadataRequest&) { return ApiVersion(8); }
constexpr ApiVersion versionOf(const StopReplicaRequest&) { return ApiVersion(4); }

} // namespace

BrokerChannels::BrokerChannels(world::Host& host, observe::Journal& journal,
                               Duration requestTimeout, OnFenced onFenced)
    : m_host(host)
    , m_journal(journal)
    , m_requestTimeout(requestTimeout)
    , m_onFenced(std::move(onFenced))
{
}

BrokerChannels::~BrokerChannels() = default;

void BrokerChannels::add(BrokerId id, const world::Endpoint& endpoint)
{
    rpc::PeerConfig config;
    config.self = m_host.node();
    config.node = NodeId::broker(id);
    config.where = endpoint;
    config.clientId = std::to_string(m_host.node().number);
    config.maxInFlight = 1;
    auto channel = std::make_unique<Channel>();
    channel->id = id;
    channel->peer = std::make_unique<rpc::Peer>(m_host, m_journal, std::move(config));
    channel->retry = std::make_unique<world::Timer>(m_host.loop());
    m_channels[id] = std::move(channel);
}

void BrokerChannels::remove(BrokerId id)
{
    const auto at = m_channels.find(id);
    if (at == m_channels.end())
        return;
    const auto removed = std::move(at->second);
    m_channels.erase(at);
    for (const Queued& queued : removed->waiting) {
        if (queued.onStopped)
            queued.onStopped(nullptr);
        for (const Task& task : queued.onAnswered)
            task();
    }
}

void BrokerChannels::removeAll()
{
    while (!m_channels.empty())
        remove(m_channels.begin()->first);
}

void BrokerChannels::whenTold(BrokerId broker, Task done)
{
    const auto at = m_channels.find(broker);
    if (at == m_channels.end() || at->second->waiting.empty())
        done();
    else
        at->second->waiting.back().onAnswered.push_back(std::move(done));
}

void BrokerChannels::send(BrokerId to, Request request)
{
    const auto at = m_channels.find(to);
    if (at == m_channels.end() || at->second->waiting.size() >= kMaxQueuedRequests)
        return;
    at->second->waiting.push_back({std::move(request), m_host.loop().cause(), {}, nullptr});
    if (!at->second->busy)
        sendNext(*at->second);
}

void BrokerChannels::stop(BrokerId to, StopReplicaRequest request, OnStop done)
{
    const auto at = m_channels.find(to);
    if (at == m_channels.end() || at->second->waiting.size() >= kMaxQueuedRequests)
        return done(nullptr);
    at->second->waiting.push_back({std::move(request), m_host.loop().cause(), {}, std::move(done)});
    if (!at->second->busy)
        sendNext(*at->second);
}

void BrokerChannels::sendNext(Channel& channel)
{
    if (channel.waiting.empty())
        return;
    channel.busy = true;
    const EventId before = m_host.loop().cause();
    m_host.loop().setCause(channel.waiting.front().cause);
    // The request stays in the queue until it is answered, since it may have to be sent again.
    std::visit(
        [&](const auto& request) {
            using R = std::decay_t<decltype(request)>;
            channel.peer->template send<R>(
                request, versionOf(request), m_requestTimeout,
                [this, id = channel.id](Result<typename R::Response> response) {
                    const StopReplicaResponse* stopped = nullptr;
                    if constexpr (std::is_same_v<R, StopReplicaRequest>)
                        stopped = response ? &*response : nullptr;
                    answered(id, response.has_value(),
                             response ? response->errorCode : ErrorCode::None, stopped);
                });
        },
        channel.waiting.front().request);
    m_host.loop().setCause(before);
}

void BrokerChannels::answered(BrokerId from, bool ok, ErrorCode error,
                              const StopReplicaResponse* stopped)
{
    const auto at = m_channels.find(from);
    if (at == m_channels.end())
        return;
    Channel& channel = *at->second;
    if (!ok) {
        channel.retry->start(kRetryBackoff, [this, from] {
            if (const auto again = m_channels.find(from); again != m_channels.end())
                sendNext(*again->second);
        });
        return;
    }
    const Queued queued = std::move(channel.waiting.front());
    channel.waiting.pop_front();
    channel.busy = false;
    sendNext(channel);
    if (error == ErrorCode::StaleControllerEpoch)
        m_onFenced();
    if (queued.onStopped)
        queued.onStopped(stopped);
    for (const Task& task : queued.onAnswered)
        task();
}

} // namespace hw::controller
