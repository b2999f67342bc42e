#pragma once

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/models/words.h"

namespace hw::ui {

/// Where a group stands on one partition, all of one moment:
///
///     log start      committed   position     LSO   HW      LEO
///         |===============|==========|---------|....|......,|
///                         '---- lag to the LSO -'    |
///                         '---- lag to the HW -------'
///
/// Nothing committed, a lag of 0 and a commit beyond the end are three different things.
struct PartitionPosition
{
    TopicPartition id;
    std::optional<std::int64_t> committed; ///< none: nothing was
    std::optional<std::int64_t> position;  ///< none: not known, as of outside programs
    std::int64_t logStart = -1, lso = -1, hw = -1, leo = -1; ///< of the leader; -1 unknown
    QString owner;                                           ///< a member's name
    bool unowned = false; ///< subscribed to, but nobody's: nobody reads it

    /// What read_uncommitted and read_committed readers have left.
    Lag lagToHw() const { return lagOf(committed.value_or(-1), hw); }
    Lag lagToLso() const;
    /// Records that wait although nothing was committed; 0 if something was.
    std::int64_t waiting() const;

    bool operator==(const PartitionPosition&) const = default;
};

inline constexpr std::size_t kPositionsShown = 60; ///< of one group

/// What a group or one of its members (`only`) stands on: all that is owned, committed or
/// subscribed to, by partition; at most `most` of them.
std::vector<PartitionPosition> positionsOf(const observe::GroupPart& group,
                                           const observe::Snapshot& s, const observe::Gauges& g,
                                           const observe::MemberPart* only = nullptr,
                                           std::size_t most = kPositionsShown);

/// Of what the members subscribe to, what none of them owns. By partition.
std::vector<TopicPartition> unownedOf(const observe::GroupPart& group, const observe::Snapshot& s);

class PositionWords
{
    Q_DECLARE_TR_FUNCTIONS(PositionWords)
public:
    /// `lag 12 to HW, 10 to LSO`, with the reason where there is none.
    static QString lags(const PartitionPosition& position);
    static QString committed(const PartitionPosition& position);
    /// All numbers, by their names; one line.
    static QString numbers(const PartitionPosition& position);
    /// Who reads it, or that nobody does.
    static QString owner(const PartitionPosition& position);
};

} // namespace hw::ui
