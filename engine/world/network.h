#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/flight_id.h"
#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/pieces.h"
#include "engine/base/result.h"

namespace hw::world {

struct Endpoint
{
    std::string host = "127.0.0.1";
    std::uint16_t port = 0; ///< 0 when listening: a free one is chosen

    auto operator<=>(const Endpoint&) const = default;
    std::string text() const { return host + ":" + std::to_string(port); }
};

/// One whole message, without its length prefix.
struct Frame
{
    Pieces pieces;
    /// What the sender was doing; the receiver's task runs under it. kNoEvent from outside.
    EventId cause = kNoEvent;
    /// The number under which somebody who looks has noted it. Not part of what is sent: kNoFlight
    /// from outside.
    FlightId seen = kNoFlight;
};

/// How frames are cut from a byte stream and how large they may be. A violation closes the
/// connection.
enum class Framing
{
    Kafka,     ///< int32 size prefix, at most 100 MiB (`socket.request.max.bytes`)
    /// int32 size prefix, at most 1 MiB. An outside stream may begin with a raw word of four small
    /// letters instead (`ruok`): it comes as a frame of these four bytes, and frames sent back on
    /// that channel go out raw, too.
    ZooKeeper,
};
inline constexpr std::uint32_t kKafkaFrameLimit = 104857600;
inline constexpr std::uint32_t kZooKeeperFrameLimit = 1048576;

/// Why a channel ended, as far as this side knows.
enum class CloseReason
{
    ByPeer,
    Reset,     ///< the peer's host crashed or the link was reset
    Malformed, ///< frame too large or negative size
    Refused,   ///< nobody listens there
};

/// Who is at the other end.
struct Peer
{
    NodeId node; ///< Outside for connections by TCP
    /// `127.0.0.1:50122`; the form `/127.0.0.1` is the group coordinator's business.
    std::string address;
};

/// A two-way, ordered stream of frames that lasts until it breaks. Owned by whoever uses it;
/// destroying it closes it, also from inside one of its own callbacks. After `close()`, or after
/// `onClosed` ran, no callback comes any more. All calls and callbacks are on the owner's loop.
class Channel
{
public:
    virtual ~Channel() = default;

    using OnFrame = UniqueFunction<void(Frame)>;
    using OnClosed = UniqueFunction<void(CloseReason)>;
    /// Must be called in the task that got the channel; frames arrive only in later tasks.
    virtual void setHandlers(OnFrame onFrame, OnClosed onClosed) = 0;

    /// Queues a whole frame. A channel that broke drops it silently: `onClosed` tells.
    virtual void send(Frame frame) = 0;
    /// Stops and restarts delivery; frames wait, and over TCP the peer is held back. That the
    /// channel ended comes behind them: it may not be told before reading goes on.
    virtual void pauseReading() = 0;
    virtual void resumeReading() = 0;
    virtual void close() = 0;
    /// Closes at once; what is still on its way may be lost, and the peer hears of a reset.
    virtual void reset() = 0;

    virtual const Peer& peer() const = 0;
};

/// Keeps a port open; destroying it stops accepting (channels already accepted live on).
class Listener
{
public:
    virtual ~Listener() = default;
    virtual const Endpoint& endpoint() const = 0;
};

/// One host's way to the others. An endpoint that a host of the same world listens on is reached
/// in memory; outside programs reach it by TCP (live world only). Nothing else can be connected
/// to: the port of a dead broker may be another program's by now.
class Network
{
public:
    virtual ~Network() = default;

    using OnAccept = UniqueFunction<void(std::unique_ptr<Channel>)>;
    /// Fails with Busy when the port is taken, Denied when it is not allowed.
    virtual Result<std::unique_ptr<Listener>> listen(const Endpoint& at, Framing framing,
                                                     OnAccept onAccept) = 0;

    /// Returns at once; what is sent before the connection stands waits. A connection that cannot
    /// be made shows as `onClosed(Refused)` in a later task.
    virtual std::unique_ptr<Channel> connect(const Endpoint& to, Framing framing) = 0;

    /// The same for a host that many clients share: the other end sees `who` as its peer.
    virtual std::unique_ptr<Channel> connectAs(const NodeId& who, const Endpoint& to,
                                               Framing framing)
    {
        static_cast<void>(who);
        return connect(to, framing);
    }
};

} // namespace hw::world
