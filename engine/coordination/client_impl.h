#pragma once

#include <deque>
#include <map>

#include "engine/coordination/client.h"
#include "engine/coordination/messages.h"

namespace hw::coordination {

/// Watches of one frame at most, when they are set again after a reconnect.
inline constexpr std::size_t kSetWatchesBytes = 128 * 1024;

/// Watches by path, as the client keeps them; the server only knows which paths to tell about.
/// ZooKeeper: ZKWatchManager.
class ClientWatches
{
public:
    enum class Kind
    {
        Data,
        Exist, ///< `exists` on a node that was not there
        Child,
    };
    void add(Kind kind, const std::string& path, Client::OnWatch watch);
    /// Takes out those that an event fires.
    std::vector<Client::OnWatch> take(const WatchEvent& event);
    /// Requests that set all again, each of limited size.
    std::vector<Request> again(Zxid seen) const;
    void clear();

private:
    using Table = std::map<std::string, std::vector<Client::OnWatch>>;
    static void moveOut(Table& from, const std::string& path, std::vector<Client::OnWatch>& into);

    Table m_data, m_exist, m_child;
};

class Client::Impl : public std::enable_shared_from_this<Client::Impl>
{
public:
    Impl(world::Host& host, ClientConfig config, observe::Journal* journal);

    struct Call
    {
        Request request;
        OnReply onReply;
        OnMulti onMulti;
        OnWatch watch;
        EventId cause;
    };

    void connect();
    void add(Call call);
    void closeSession(UniqueFunction<void()> done);
    /// Forgets everything without a word.
    void abandon();

    OnSession m_onSession;
    SessionId m_session;
    Duration m_granted{0};
    Zxid m_lastZxid;
    bool isConnected() const { return m_phase == Phase::Connected; }

private:
    enum class Phase
    {
        Idle,       ///< no session and none asked for
        Waiting,    ///< until the next attempt
        Connecting, ///< until the connect response
        Connected,
    };

    void open();
    void onFrame(world::Frame frame);
    void onConnectResponse(const Slice& frame);
    void onReplyFrame(const Slice& frame);
    void onWatchFrame(const Slice& frame);
    void finish(Call call, Response response);
    void lost();
    void expired();
    void closed();
    void failAll(ZkError error);
    void resend();
    void watchTime();
    void send(const Request& request, EventId cause);
    void sendFrame(Pieces pieces, std::int32_t xid, OpCode type, EventId cause);
    void tell(SessionEvent event);
    /// How long the server may be silent, and after how long a ping is due.
    Duration silenceLimit() const;
    Duration pingAfter() const;

    world::Host& m_host;
    ClientConfig m_config;
    observe::Journal* m_journal;
    Phase m_phase = Phase::Idle;
    std::unique_ptr<world::Channel> m_channel;
    std::size_t m_nextServer = 0;
    std::uint32_t m_attempts = 0; ///< in vain since the last connection
    Bytes m_password;
    std::int32_t m_lastXid = 0;
    std::deque<Call> m_calls; ///< unanswered, in order; all of them sent while connected
    ClientWatches m_watches;
    Instant m_heard, m_sent;
    world::Timer m_timer;
    UniqueFunction<void()> m_onClosed; ///< set while closing the session
};

} // namespace hw::coordination
