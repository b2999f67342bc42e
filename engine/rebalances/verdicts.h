#pragma once

#include <map>
#include <set>

#include "engine/rebalances/book.h"

namespace hw::rebalances {

/// What can be said of who has what.
enum class Verdict : std::uint8_t
{
    Even,
    /// Counts differ by more than one, though everybody wants the same topics: a fault of a sticky
    /// assignor, a property of range.
    Uneven,
    /// The counts are even, but all of one topic that more than one member wants is with one.
    OneTopicSkewed,
    /// Some partitions of what is subscribed are nobody's.
    Unowned,
};

/// The first that holds, in the order Unowned, Uneven, OneTopicSkewed, Even. `counts`: how many
/// partitions each subscribed topic has.
Verdict judge(const observe::GroupPart& group, const std::map<std::string, std::int32_t>& counts);
/// Whether that is a fault under this protocol, or only something to point out.
bool isFault(Verdict verdict, const std::string& protocol);

/// The same client, for the same cause, again and again.
struct Flapping
{
    std::string group;
    std::string clientId;
    observe::fact::RebalanceKind kind = observe::fact::RebalanceKind::FirstMember;
    int times = 0;
    Instant last;

    bool operator==(const Flapping&) const = default;
};

inline constexpr int kFlappingTimes = 3;
inline constexpr Duration kFlappingWindow = std::chrono::minutes(10);

/// Who was thrown out or left at least `kFlappingTimes` within the window before `now`; most often
/// first.
std::vector<Flapping> flapping(const Book& book, Instant now);

} // namespace hw::rebalances
