#include "app/session/ports.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace hw::app {

namespace {

bool isFree(std::uint16_t port)
{
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe < 0)
        return false;
    const int reuse = 1; // as the listeners do, so that a connection's aftermath does not count
    ::setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool free = ::bind(probe, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                      ::listen(probe, 1) == 0;
    ::close(probe);
    return free;
}

} // namespace

bool portsAreFree(std::uint16_t first, int count)
{
    for (int n = 0; n < count; ++n)
        if (!isFree(static_cast<std::uint16_t>(first + n)))
            return false;
    return true;
}

} // namespace hw::app
