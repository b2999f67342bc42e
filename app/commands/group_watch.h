#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/console.h"
#include "engine/base/result.h"
#include "engine/rebalances/book.h"

namespace hw::app {

/// When a watched run has failed: `rebalances>3`, `session-expired>0`, `stalled-ms>5000`,
/// `waited>100`, each of one group with `payments:` before it. Causes are named as they are
/// printed.
struct FailCondition
{
    std::string text;  ///< as it was given
    std::string group; ///< empty: each group for itself
    std::string metric;
    std::int64_t most = 0;
};
/// The error says what is wrong with the text, and what is allowed.
Result<FailCondition> readFailCondition(const std::string& text);

/// Prints why groups rebalance, one line for each rebalance that has ended, and counts.
///
/// A move of the coordinator is no rebalance. One thread; the output outlives it.
class GroupWatch
{
public:
    GroupWatch(LineOutput& output, bool json, std::vector<FailCondition> conditions);

    void take(const observe::Event& event) { m_book.take(event); }
    /// Prints what ended since the last look.
    void look(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    /// At the end: prints also what still goes on, as cut off.
    void finish();
    bool hasFailed() const { return m_failed; }

private:
    /// Sums for one group, by the names of the metrics.
    using Sums = std::map<std::string, std::int64_t>;

    void print(const rebalances::Rebalance& rebalance);
    void count(const rebalances::Rebalance& rebalance);

    LineOutput& m_output;
    const bool m_json;
    const std::vector<FailCondition> m_conditions;
    rebalances::Book m_book;
    std::uint64_t m_next = 1; ///< number of the first that is not printed
    std::map<std::string, Sums> m_sums;
    std::map<std::string, bool> m_told; ///< conditions that were said to be broken
    bool m_failed = false;
};

} // namespace hw::app
