#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/observe/snapshot.h"
#include "engine/simulate/excuses.h"
#include "engine/simulate/topic_book.h"

namespace hw::simulate {

/// What every record's value says: who sent it, the how-manieth it was, for which life of the
/// topic. `p0.2:17@3 xxxx`; the tail only fills it up.
struct Tag
{
    std::string producer;
    std::int64_t number = 0;
    std::int32_t life = 0;

    std::string text() const;
    static std::optional<Tag> parse(std::string_view value);
};

/// The history as clients saw it, and what must hold of it:
///
///   1  what was acknowledged with acks=all is read at the end, at the offset acknowledged
///   2  one offset, one record, whoever reads it and whenever
///   3  a leader's watermark never falls within its epoch, and no later leader's log ends below a
///      watermark that a client has seen
///   7  what an idempotent producer sent is there once, in the order of sending; except that a
///      leader which has started anew may know only the last batch of a producer, as a snapshot
///      holds no more (Kafka: ProducerStateManager.writeSnapshot), and take an earlier one again
class History
{
public:
    History(Findings& findings, const Excuses& excuses)
        : m_findings(findings)
        , m_excuses(excuses)
    {
    }

    void acknowledged(const Place& place, const TopicPartition& name, Offset offset,
                      const Tag& record, std::int16_t acks);
    void read(const Place& place, const TopicPartition& name, Offset offset, const Tag& record,
              const std::string& by);
    /// Epoch -1: whoever answered did not say in which it leads.
    void watermark(const Place& place, const TopicPartition& name, LeaderEpoch epoch, Offset mark);
    /// `at`: when; the broker last started anew at `startedAnewAt`.
    void becameLeader(const Place& place, const observe::fact::BecameLeader& fact, Instant at,
                      Instant startedAnewAt);

    /// What a client got is no record of ours.
    void unreadable(const TopicPartition& name, const std::string& what)
    {
        if (!m_excuses.isFlipped(name))
            m_findings.add(2, name.text() + ": " + what);
    }

    /// From now on reads are the last ones, from the beginning.
    void beginLastReading() { m_isLast = true; }
    /// The last reading has come to `end`, the watermark of the settled partition.
    void judge(const Place& place, const TopicPartition& name, Offset end,
               const std::vector<observe::LedgerLine>& lost);

    std::uint64_t acknowledgedCount() const { return m_acknowledged; }
    std::uint64_t readCount() const { return m_read; }
    std::uint64_t excusedCount() const { return m_excused; }

private:
    struct Story
    {
        std::map<Offset, Tag> promised;
        std::map<Offset, std::string> seen; ///< as text
        std::map<Offset, Tag> last;
        std::map<LeaderEpoch, Offset> marks;
        Offset highest{0};
        std::optional<Instant> born; ///< its first leader began, if that was seen
        /// Logs' ends at the beginning of leaders that may have started anew since then.
        std::vector<Offset> forgetful;
    };
    static bool mayComeAgain(const Story& story, Offset first, Offset again);
    void judgeOrder(const Story& story, const TopicPartition& name);

    Findings& m_findings;
    const Excuses& m_excuses;
    std::map<Place, Story> m_stories;
    bool m_isLast = false;
    std::uint64_t m_acknowledged = 0;
    std::uint64_t m_read = 0;
    std::uint64_t m_excused = 0;
};

/// Names of idempotent producers begin with it.
inline constexpr char kIdempotentMark = 'i';

} // namespace hw::simulate
