#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::simulate {

/// Something that must not be. The numbers are those of the invariants' list:
/// 1 acknowledged records are there · 2 one offset, one record · 3 watermarks · 4 leader epochs ·
/// 5 ISR · 6 one controller · 7 idempotence · 10 groups · 11 recovery · 12 consumers · 13 liveness.
struct Finding
{
    std::int32_t invariant = 0;
    Instant at;
    std::string what;
};

/// What the checkers of one run saw; the same sentence only once.
class Findings
{
public:
    static constexpr std::size_t kLimit = 20; ///< kept; the count goes on

    void setNow(Instant now) { m_now = now; }
    /// Told of each that is kept.
    void setOnNew(std::function<void(const Finding&)> onNew) { m_onNew = std::move(onNew); }
    void add(std::int32_t invariant, std::string what)
    {
        if (!m_said.insert(what).second)
            return;
        ++m_count;
        if (m_list.size() >= kLimit)
            return;
        m_list.push_back({invariant, m_now, std::move(what)});
        if (m_onNew)
            m_onNew(m_list.back());
    }
    /// As `add`, unless it turns out that the partition has an excuse: what clients see may come
    /// before the events that explain it. `excused` is asked by `settle`.
    void suspect(std::int32_t invariant, TopicPartition partition, std::string what)
    {
        m_suspicions.push_back({invariant, std::move(partition), std::move(what)});
    }
    template <class Excused> void settle(Excused&& excused)
    {
        for (Suspicion& one : std::exchange(m_suspicions, {}))
            if (!excused(one.partition))
                add(one.invariant, std::move(one.what));
    }
    bool empty() const { return m_count == 0; }
    std::size_t count() const { return m_count; }
    const std::vector<Finding>& list() const { return m_list; }

private:
    struct Suspicion
    {
        std::int32_t invariant = 0;
        TopicPartition partition;
        std::string what;
    };
    Instant m_now;
    std::function<void(const Finding&)> m_onNew;
    std::vector<Suspicion> m_suspicions;
    std::size_t m_count = 0;
    std::set<std::string> m_said;
    std::vector<Finding> m_list;
};

} // namespace hw::simulate
