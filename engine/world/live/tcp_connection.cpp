#include "engine/world/live/tcp_connection.h"

#include <array>

#include "engine/world/live/live_host.h"
#include "engine/world/live/posix.h"

namespace hw::world {

/// A peer that leaves more than this unread is not read from until it caught up.
static constexpr std::size_t kWriteBacklogLimit = 1 << 20;
/// Reads and writes of one connection before others have their turn.
static constexpr int kReadsPerTurn = 8;
static constexpr int kWritesPerTurn = 8;
/// What one sendfile takes.
static constexpr std::uint32_t kRangePerWrite = 1 << 20;
/// How long a closed connection tries to write what its owner sent.
static constexpr Duration kLingerLimit = 2s;

namespace {

/// What the owner holds.
class TcpChannel final : public Channel
{
public:
    explicit TcpChannel(std::shared_ptr<TcpConnection> connection)
        : m_connection(std::move(connection))
    {
    }
    ~TcpChannel() override { m_connection->close(); }

    void setHandlers(OnFrame onFrame, OnClosed onClosed) override
    {
        m_connection->setHandlers(std::move(onFrame), std::move(onClosed));
    }
    void send(Frame frame) override { m_connection->send(frame); }
    void pauseReading() override { m_connection->pause(); }
    void resumeReading() override { m_connection->resume(); }
    void close() override { m_connection->close(); }
    void reset() override { m_connection->reset(); }
    const Peer& peer() const override { return m_connection->peer(); }

private:
    const std::shared_ptr<TcpConnection> m_connection;
};

} // namespace

std::unique_ptr<Channel> TcpConnection::open(LiveHost& host, asio::ip::tcp::socket socket,
                                             Peer peer, Framing framing)
{
    auto connection =
        std::make_shared<TcpConnection>(host, std::move(socket), std::move(peer), framing);
    std::error_code ignored; // a socket that died meanwhile shows when it is read
    connection->m_socket.non_blocking(true, ignored);
    connection->m_socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    connection->m_inlet.open();
    connection->m_connection = host.connections().add(connection);
    connection->awaitReadable();
    return std::make_unique<TcpChannel>(std::move(connection));
}

TcpConnection::TcpConnection(LiveHost& host, asio::ip::tcp::socket socket, Peer peer,
                             Framing framing)
    : m_host(host)
    , m_socket(std::move(socket))
    , m_peer(std::move(peer))
    , m_reader(frameLimit(framing), framing == Framing::ZooKeeper)
{
}

void TcpConnection::setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed)
{
    m_inlet.setHandlers(std::move(onFrame), std::move(onClosed));
}

void TcpConnection::send(const Frame& frame)
{
    if (!m_inlet.isOpen())
        return;
    m_out.add(frame.pieces);
    m_backlogged = m_out.bytes() > kWriteBacklogLimit;
    queueFlush();
}

void TcpConnection::resume()
{
    m_inlet.resume();
    readOn();
}

void TcpConnection::close()
{
    if (!m_inlet.isOpen())
        return;
    const auto self = shared_from_this();
    m_inlet.close();
    m_heldBytes.clear();
    if (m_out.empty()) {
        closeSocket();
        return;
    }
    m_host.liveLoop().after(kLingerLimit, [weak = weak_from_this()] {
        if (const auto late = weak.lock())
            late->closeSocket();
    });
}

void TcpConnection::reset()
{
    if (m_inlet.isOpen())
        crashed();
}

void TcpConnection::crashed()
{
    std::error_code ignored;
    m_socket.set_option(asio::socket_base::linger(true, 0), ignored); // the peer gets a reset
    closeSocket();
    m_inlet.close();
}

bool TcpConnection::mayRead() const
{
    return m_inlet.isOpen() && !m_inlet.isPaused() && !m_backlogged;
}

void TcpConnection::awaitReadable()
{
    if (m_awaitingReadable || !mayRead() || !m_heldBytes.empty())
        return;
    m_awaitingReadable = true;
    m_socket.async_wait(asio::socket_base::wait_read,
                        [self = shared_from_this()](const std::error_code& error) {
                            self->m_awaitingReadable = false;
                            if (error != asio::error::operation_aborted)
                                self->readable();
                        });
}

void TcpConnection::readable()
{
    // Bytes that are held come first: their task reads on.
    for (int i = 0; i < kReadsPerTurn && mayRead() && m_heldBytes.empty(); ++i) {
        std::size_t asked = 0;
        const auto got = readSome(asked);
        if (!got || *got < asked)
            break;
    }
    awaitReadable();
}

std::optional<std::size_t> TcpConnection::readSome(std::size_t& asked)
{
    const auto scratch = m_host.scratch();
    const auto room = m_reader.room();
    const std::array<asio::mutable_buffer, 2> into{asio::buffer(room.data(), room.size()),
                                                   asio::buffer(scratch.data(), scratch.size())};
    asked = room.size() + scratch.size();
    std::error_code error;
    const std::size_t got = m_socket.read_some(into, error);
    if (error == asio::error::would_block || error == asio::error::try_again)
        return std::nullopt;
    if (error) {
        end(error == asio::error::eof ? CloseReason::ByPeer : CloseReason::Reset);
        return std::nullopt;
    }
    const std::size_t direct = std::min(got, room.size());
    if (direct > 0 && m_reader.filled(direct))
        deliverFrame();
    consume(ByteView(scratch).first(got - direct));
    return got;
}

void TcpConnection::consume(ByteView bytes)
{
    while (!bytes.empty() && mayRead()) {
        const auto step = m_reader.consume(bytes);
        if (step == FrameReader::Step::Word)
            m_out.leaveOutPrefixes();
        if (step == FrameReader::Step::Frame || step == FrameReader::Step::Word)
            deliverFrame();
        else if (step == FrameReader::Step::Malformed)
            end(CloseReason::Malformed);
    }
    if (m_inlet.isOpen() && !bytes.empty())
        m_heldBytes.assign(bytes.begin(), bytes.end());
}

void TcpConnection::deliverFrame()
{
    Frame frame{Pieces(m_reader.take()), kNoEvent};
    m_host.liveLoop().runAsTask(kNoEvent, [&] {
        m_inlet.deliver(Arrival{std::move(frame), std::nullopt});
    });
}

void TcpConnection::queueHeld()
{
    if (m_heldQueued)
        return;
    m_heldQueued = true;
    LiveLoop& loop = m_host.liveLoop();
    const EventId before = loop.cause();
    loop.setCause(kNoEvent);
    loop.post([self = shared_from_this()] {
        self->m_heldQueued = false;
        const Bytes held = std::exchange(self->m_heldBytes, {});
        self->consume(held);
        self->readOn();
    });
    loop.setCause(before);
}

void TcpConnection::readOn()
{
    if (!mayRead())
        return;
    if (m_heldBytes.empty())
        awaitReadable();
    else
        queueHeld();
}

void TcpConnection::queueFlush()
{
    if (m_flushQueued || m_awaitingWritable)
        return;
    m_flushQueued = true;
    m_host.liveLoop().flushAtEndOfRound(shared_from_this());
}

void TcpConnection::flush()
{
    m_flushQueued = false;
    for (int i = 0; i < kWritesPerTurn && !m_out.empty() && m_socket.is_open(); ++i) {
        std::error_code error;
        const std::size_t count = m_out.frontRange() ? sendRange(error) : sendBuffers(error);
        if (error == asio::error::would_block || error == asio::error::try_again) {
            awaitWritable();
            break;
        }
        if (error) {
            end(CloseReason::Reset);
            return;
        }
        m_out.consume(count);
    }
    written();
}

std::size_t TcpConnection::sendBuffers(std::error_code& error)
{
    const auto gathered = m_out.gather();
    if (!gathered) { // a file that cannot be read: the stream cannot go on
        error = asio::error::broken_pipe;
        return 0;
    }
    const int flags = gathered->rangeFollows ? kMoreFollows : 0;
    return m_socket.send(gathered->buffers, flags, error);
}

/// From the page cache to the socket, not through our memory.
std::size_t TcpConnection::sendRange(std::error_code& error)
{
    const FileRange& range = *m_out.frontRange();
    const auto sent = sendFile(m_socket.native_handle(), range.source->nativeHandle(),
                               range.position, std::min(range.size, kRangePerWrite));
    if (sent.count > 0)
        return sent.count;
    if (sent.isUnsupported) {
        m_out.readRanges();
        return sendBuffers(error);
    }
    // A file that ends early was cut: the stream cannot go on.
    error = sent.wouldBlock ? asio::error::would_block : asio::error::broken_pipe;
    return 0;
}

void TcpConnection::awaitWritable()
{
    m_awaitingWritable = true;
    m_socket.async_wait(asio::socket_base::wait_write,
                        [self = shared_from_this()](const std::error_code& error) {
                            self->m_awaitingWritable = false;
                            if (error != asio::error::operation_aborted)
                                self->flush();
                        });
}

void TcpConnection::written()
{
    if (m_out.empty() && !m_inlet.isOpen()) {
        closeSocket();
        return;
    }
    if (!m_out.empty())
        queueFlush();
    if (m_backlogged && m_out.bytes() <= kWriteBacklogLimit) {
        m_backlogged = false;
        readOn();
    }
}

void TcpConnection::end(CloseReason reason)
{
    const auto self = shared_from_this();
    closeSocket();
    m_host.liveLoop().runAsTask(kNoEvent, [&] { m_inlet.deliver(Arrival{Frame{}, reason}); });
}

void TcpConnection::closeSocket()
{
    const auto self = shared_from_this();
    std::error_code ignored;
    m_socket.close(ignored);
    m_out.clear(); // nobody takes it: a flush that is still queued has nothing to do
    m_host.connections().remove(m_connection);
}

} // namespace hw::world
