#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "engine/world/network.h"

namespace hw::world {

class LiveHost;

/// Where in a live world an endpoint is served. Thread-safe.
class Switchboard
{
public:
    struct Service
    {
        LiveHost* host = nullptr;
        std::uint64_t listener = 0; ///< the host's number for it
        Framing framing = Framing::Kafka;
    };

    void add(const Endpoint& at, Service service)
    {
        const std::lock_guard lock(m_mutex);
        m_services[at] = service;
    }
    /// Only if it is still this listener's.
    void remove(const Endpoint& at, const LiveHost* host, std::uint64_t listener)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_services.find(at);
        if (found != m_services.end() && found->second.host == host &&
            found->second.listener == listener)
            m_services.erase(found);
    }
    std::optional<Service> find(const Endpoint& to) const
    {
        const std::lock_guard lock(m_mutex);
        for (const char* host : {to.host.c_str(), "0.0.0.0"}) {
            const auto found = m_services.find({host, to.port});
            if (found != m_services.end())
                return found->second;
        }
        return std::nullopt;
    }
    /// Numbers for connections: of outside programs, and in place of a port inside.
    std::uint32_t nextConnection()
    {
        const std::lock_guard lock(m_mutex);
        return m_nextConnection++;
    }

private:
    mutable std::mutex m_mutex;
    std::map<Endpoint, Service> m_services;
    std::uint32_t m_nextConnection = 1;
};

} // namespace hw::world
