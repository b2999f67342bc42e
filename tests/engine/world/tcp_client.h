#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/assert.h"

namespace hw::world::contract {

/// An outside program: a blocking socket whose reads give up after some seconds.
class TcpClient
{
public:
    explicit TcpClient(std::uint16_t port)
        : m_fd(::socket(AF_INET, SOCK_STREAM, 0))
    {
        HW_ASSERT(m_fd >= 0, "a socket can be made");
        const timeval patience{60, 0}; // a busy machine is no failure
        ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        const int one = 1;
        ::setsockopt(m_fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_connected = ::connect(m_fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    }
    ~TcpClient() { close(); }
    TcpClient(const TcpClient&) = delete;
    TcpClient& operator=(const TcpClient&) = delete;

    bool connected() const { return m_connected; }
    bool sendRaw(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const ssize_t count = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0)
                return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    /// False if the kernel did not take all of it within that time (below a second).
    bool sendWithin(std::string_view bytes, std::chrono::milliseconds limit)
    {
        const timeval patience{0, limit.count() * 1000};
        ::setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        return sendRaw(bytes);
    }
    bool sendFrame(std::string_view body) { return sendRaw(framed(body)); }
    static std::string framed(std::string_view body)
    {
        return prefix(body.size()) + std::string(body);
    }
    static std::string prefix(std::size_t size)
    {
        const std::uint32_t network = htonl(static_cast<std::uint32_t>(size));
        return {reinterpret_cast<const char*>(&network), 4};
    }

    /// Exactly that many bytes, or fewer if the stream ended.
    std::string read(std::size_t count)
    {
        std::string all(count, '\0');
        std::size_t got = 0;
        while (got < count) {
            const ssize_t now = ::recv(m_fd, all.data() + got, count - got, 0);
            if (now <= 0)
                break;
            got += static_cast<std::size_t>(now);
        }
        all.resize(got);
        return all;
    }
    std::string readFrame()
    {
        const std::string size = read(4);
        if (size.size() < 4)
            return "<end>";
        std::uint32_t network = 0;
        std::memcpy(&network, size.data(), 4);
        return read(ntohl(network));
    }
    /// "eof", "reset", or "data" or "silence" if it is still open.
    std::string howItEnded()
    {
        char byte = 0;
        const ssize_t got = ::recv(m_fd, &byte, 1, 0);
        if (got == 0)
            return "eof";
        if (got > 0)
            return "data";
        return errno == ECONNRESET ? "reset" : "silence";
    }
    void finishSending() { ::shutdown(m_fd, SHUT_WR); }
    /// Sends a reset instead of an orderly end.
    void vanish()
    {
        const linger now{1, 0};
        ::setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }
    void close()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd;
    bool m_connected = false;
};

} // namespace hw::world::contract
