#pragma once

#include <map>
#include <set>

#include "engine/rebalances/book.h"

namespace hw::rebalances {

/// The first that holds, in the order Unowned, Uneven, OneTopicSkewed, Even. `counts`: how many
/// partitions each subscribed topic has.
Verdict judge(const observe::GroupPart& group, const std::map<std::string, std::int32_t>& counts);
/// The same of a rebalance that was compared and whose members' words were seen. Parked instead of
/// Unowned where the next round of a cooperative protocol gives out what is nobody's now.
Verdict judge(const Rebalance& rebalance, const std::map<std::string, std::int32_t>& counts);
/// Whether that is a fault under this protocol, or only something to point out.
bool isFault(Verdict verdict, const std::string& protocol);

/// What could be done so that it does not happen again.
enum class Remedy : std::uint8_t
{
    None,
    Handling,     ///< its application polls less often than max.poll.interval.ms asks for
    Silence,      ///< no heartbeat for longer than session.timeout.ms, yet it comes back
    Dead,         ///< no heartbeat, and it has not come back
    Rejoining,    ///< it does not join again within the rebalance timeout
    Restarts,     ///< it leaves and comes back under a new id, without group.instance.id
    SameInstance, ///< several processes use one group.instance.id
    Storing,      ///< __consumer_offsets cannot be written
};

struct Advice
{
    Remedy remedy = Remedy::None;
    std::optional<Duration> took; ///< as long as was seen: handling, silence, absence
    Duration limit{};             ///< of what it passed; 0: not known
    std::string instance;         ///< SameInstance

    bool operator==(const Advice&) const = default;
};

/// What follows from one rebalance, with what came after it in the book.
Advice adviceOn(const Book& book, const Rebalance& rebalance);

/// The same client, for the same cause, again and again.
struct Flapping
{
    std::string group;
    std::string clientId;
    observe::fact::RebalanceKind kind = observe::fact::RebalanceKind::FirstMember;
    int times = 0;
    Instant last;
    Advice advice; ///< of the last time that says most

    bool operator==(const Flapping&) const = default;
};

inline constexpr int kFlappingTimes = 3;
inline constexpr std::size_t kFlappingMost = 20; ///< who falls out most often is told
inline constexpr int kAdviceLooks = 10;   ///< at the newest times, for the one that says most
inline constexpr int kReturnLooks = 1000; ///< at later rebalances, for one's return
inline constexpr Duration kFlappingWindow = std::chrono::minutes(10);
inline constexpr Duration kRateWindow = std::chrono::minutes(1);

/// Who was thrown out or left at least `kFlappingTimes` within the window before `now`; most often
/// first.
std::vector<Flapping> flapping(const Book& book, Instant now);
/// How many rebalances began within `kRateWindow` before `now`; of all groups if `group` is empty.
int ratePerMinute(const Book& book, const std::string& group, Instant now);

} // namespace hw::rebalances
