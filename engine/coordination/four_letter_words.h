#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/time.h"
#include "engine/coordination/types.h"
#include "engine/coordination/watch_table.h"

/// ZooKeeper's four-letter words: a question of four raw letters on the client port, answered with
/// raw text, after which the connection is closed.  ZooKeeper: FourLetterCommands.
namespace hw::coordination {

/// What came and went, and how long requests waited for their answers.
class Traffic
{
public:
    void addReceived() { ++m_received; }
    void addSent() { ++m_sent; }
    void addLatency(Duration latency);

    std::uint64_t received() const { return m_received; }
    std::uint64_t sent() const { return m_sent; }
    /// Of all requests but pings; zero while there were none.
    Duration least() const { return m_least; }
    Duration most() const { return m_most; }
    double averageMs() const;

private:
    std::uint64_t m_received = 0;
    std::uint64_t m_sent = 0; ///< watch events too
    std::uint64_t m_timed = 0;
    Duration m_total{0};
    Duration m_least{0};
    Duration m_most{0};
};

struct ConnectionFigures
{
    std::string address;
    SessionId session; ///< 0: none yet
    Duration timeout{0};
    std::size_t queued = 0; ///< requests without an answer
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
};

struct SessionFigures
{
    SessionId id;
    Duration timeout{0};
    std::vector<std::string> ephemerals;
};

/// Everything that the words tell.
struct ServerFigures
{
    bool serving = false;
    std::string mode; ///< `standalone`, `leader`, `follower`
    std::int32_t serverId = 0;
    std::uint16_t port = 0;
    std::string directory;
    Duration tickTime{0}, minSessionTimeout{0}, maxSessionTimeout{0}, uptime{0};
    std::uint32_t maxConnections = 0;
    Traffic traffic;
    std::vector<ConnectionFigures> connections;
    std::vector<SessionFigures> sessions;
    Zxid zxid;
    std::size_t nodes = 0;
    std::size_t dataSize = 0; ///< bytes of paths and data
    WatchTable::Totals watches;
};

/// `ruok`, `srvr`, `stat`, `mntr`, `conf`, `cons`, `dump`, `envi`, `isro`, `wchs`, to anyone: there
/// is no whitelist (ZooKeeper's own holds `srvr` alone). What others mean to it is not served.
bool isFourLetterWord(std::string_view word);
std::string answerWord(std::string_view word, const ServerFigures& figures);

} // namespace hw::coordination
