#pragma once

#include <memory>

#include <asio/ip/tcp.hpp>

#include "engine/world/inlet.h"
#include "engine/world/live/connection.h"
#include "engine/world/live/frame_reader.h"
#include "engine/world/live/live_loop.h"
#include "engine/world/live/out_queue.h"

namespace hw::world {

class LiveHost;

/// An outside program's connection. On its host's loop only.
///
/// Reads go through the host's scratch buffer, so an idle connection holds no memory; the body of
/// a large frame is read straight into its own buffer. Frames sent during a round are written
/// together at its end. A peer that does not take its answers is not read from.
class TcpConnection final : public Connection,
                            public Flushable,
                            public std::enable_shared_from_this<TcpConnection>
{
public:
    static std::unique_ptr<Channel> open(LiveHost& host, asio::ip::tcp::socket socket, Peer peer,
                                         Framing framing);

    TcpConnection(LiveHost& host, asio::ip::tcp::socket socket, Peer peer, Framing framing);
    void setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed);
    void send(const Frame& frame);
    void pause() { m_inlet.pause(); }
    void resume();
    /// The owner lets go. What it sent is still written, within `kLingerLimit`.
    void close();
    void reset();
    void crashed() override;
    void flush() override;
    const Peer& peer() const { return m_peer; }

private:
    bool mayRead() const;
    void awaitReadable();
    void readable();
    /// How many bytes a read brought; none when nothing is there or the connection ended.
    std::optional<std::size_t> readSome(std::size_t& asked);
    void consume(ByteView bytes);
    void deliverFrame();
    void queueHeld();
    void readOn();

    std::size_t sendBuffers(std::error_code& error);
    std::size_t sendRange(std::error_code& error);
    void queueFlush();
    void awaitWritable();
    void written();

    void end(CloseReason reason);
    void closeSocket();

    LiveHost& m_host;
    asio::ip::tcp::socket m_socket;
    const Peer m_peer;
    FrameReader m_reader;
    Inlet m_inlet;
    OutQueue m_out;
    Bytes m_heldBytes; ///< read, but reading was paused meanwhile; at most one scratch buffer
    std::uint64_t m_connection = 0;
    bool m_awaitingReadable = false;
    bool m_awaitingWritable = false;
    bool m_flushQueued = false;
    bool m_heldQueued = false;
    bool m_backlogged = false; ///< too much waits to be written
};

} // namespace hw::world
