#pragma once

#include <QString>
#include <QStringList>

#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/feed/rates.h"
#include "ui/models/subject.h"
#include "ui/models/causes.h"
#include "ui/models/held_marks.h"
#include "ui/models/last_errors.h"
#include "ui/models/positions.h"
#include "ui/models/words.h"

namespace hw::ui {

/// What there is to say about one thing, as plain values: shown, and copied as text.
struct Inspection
{
    enum class Tone : std::uint8_t
    {
        Plain,
        Soft,
        Good,
        Bad,
        Warn,
        Leader
    };
    struct Line
    {
        QString label;
        QString value;
        Tone tone = Tone::Plain;
        EventId event; ///< where a click leads; kNoEvent: nowhere
        bool operator==(const Line&) const = default;
    };
    /// A replica's box, outlined as on the map.
    struct Replica
    {
        QString name;
        QString word; ///< leader, follower, …
        QString leo, hw, lag;
        ReplicaLook look = ReplicaLook::Follower;
        bool operator==(const Replica&) const = default;
    };
    struct Section
    {
        QString caption;
        std::vector<Line> lines;
        QString sentence; ///< a paragraph
        Tone tone = Tone::Plain;
        std::vector<Replica> replicas;
        /// A small table; the first row is its head. All but the first column are right-aligned.
        std::vector<QStringList> table;
        std::vector<PartitionPosition> positions; ///< a bar each
        bool operator==(const Section&) const = default;
    };

    QString title;
    QString subtitle;
    std::vector<Section> sections;
    bool operator==(const Inspection&) const = default;

    QString text() const; ///< to copy
};

/// All that is needed to inspect; nothing is kept.
struct InspectionInput
{
    const observe::Snapshot& snapshot;
    const observe::Gauges& gauges;
    const Rates& rates;
    std::vector<Why> why; ///< what led to its state, and the newest events about it
    const HeldMarks& heldMarks;
    const LastErrors* lastErrors = nullptr; ///< none: nobody knows when errors were
};

/// Inspects whatever is selected; without a selection, the cluster as a whole. A thing that is no
/// longer there says so.
Inspection inspect(const Subject& subject, const InspectionInput& in);

Inspection inspectCluster(const InspectionInput& in);
Inspection inspectBroker(const observe::BrokerPart& part, const InspectionInput& in);
Inspection inspectTopic(const observe::TopicPart& part, const InspectionInput& in);
Inspection inspectPartition(const observe::PartitionPart& part, const InspectionInput& in);
Inspection inspectGroup(const observe::GroupPart& part, const InspectionInput& in);
Inspection inspectMember(const observe::GroupPart& group, const observe::MemberPart& part,
                         const InspectionInput& in);
Inspection inspectProducer(const observe::ProducerPart& part, const InspectionInput& in);
Inspection inspectOutside(const observe::OutsidePart& part, const InspectionInput& in);

} // namespace hw::ui
