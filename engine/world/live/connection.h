#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace hw::world {

/// One end of a channel as its host sees it: something that a crash cuts off.
class Connection
{
public:
    virtual ~Connection() = default;
    /// The host died: drop the owner's handlers, tell the peer with a reset. Must end up removed
    /// from the host's `Connections`.
    virtual void crashed() = 0;
};

/// A host's open connections; touched on its loop only.
class Connections
{
public:
    std::uint64_t add(std::shared_ptr<Connection> connection)
    {
        m_open.emplace(m_next, std::move(connection));
        return m_next++;
    }
    void remove(std::uint64_t id) { m_open.erase(id); }
    void crashAll()
    {
        while (!m_open.empty()) {
            const auto connection = m_open.begin()->second;
            m_open.erase(m_open.begin());
            connection->crashed();
        }
    }

private:
    std::uint64_t m_next = 1;
    std::map<std::uint64_t, std::shared_ptr<Connection>> m_open;
};

} // namespace hw::world
