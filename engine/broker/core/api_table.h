#pragma once

#include <memory>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/broker/core/exchange.h"
#include "engine/protocol/api.h"

namespace hw::broker {

struct Services;

/// One API that this broker serves: made from a handler's type.
struct ApiEntry
{
    protocol::ApiKey key;
    protocol::VersionRange versions; ///< served, which may be fewer than the codec knows
    bool advertised = true;          ///< listed in ApiVersions
    bool beforeReady = false;        ///< also answered while the broker has no metadata yet
    /// Decodes and handles. An error means the body was malformed: the connection is closed.
    Result<void> (*handle)(Services&, std::shared_ptr<Exchange>, Reader& body);
};

/// All APIs that a broker serves, sorted by key.
class ApiTable
{
public:
    explicit ApiTable(std::vector<ApiEntry> sorted)
        : m_entries(std::move(sorted))
    {
    }

    /// Null: not served at all.
    const ApiEntry* find(std::int16_t key) const
    {
        for (const ApiEntry& entry : m_entries)
            if (static_cast<std::int16_t>(entry.key) == key)
                return &entry;
        return nullptr;
    }
    const std::vector<ApiEntry>& entries() const { return m_entries; }

private:
    std::vector<ApiEntry> m_entries;
};

} // namespace hw::broker
