#pragma once

#include <QCoreApplication>
#include <QString>

#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/models/event_model.h"
#include "ui/models/held_marks.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// One event on the way from a fault to what it led to.
struct CauseStep
{
    EventId event;
    QString clock; ///< when
    QString text;  ///< a sentence
    bool bad = false;
    bool operator==(const CauseStep&) const = default;
};

/// An answer to "why is it so?": from what began it to what came of it.
struct Why
{
    QString question; ///< `Why this leader`; empty: what happened to it, without a question
    std::vector<CauseStep> steps;
    bool operator==(const Why&) const = default;
};

/// Follows events back to what began them. Nothing is kept; what the list of events has dropped
/// is not found any more.
class Causes
{
    Q_DECLARE_TR_FUNCTIONS(Causes)
public:
    static constexpr int kLookBack = 4000;   ///< newest events that are looked at
    static constexpr int kLookBackAll = 600; ///< for all that happened to a thing
    static constexpr std::size_t kMostSteps = 8;

    /// From the first cause to the event itself; mere details between are left out.
    static std::vector<CauseStep> chain(const EventModel& events, EventId event);
    /// What began it, in a sentence; empty if it began by itself or is not known any more.
    static QString root(const EventModel& events, EventId event);
    /// All that can be said about a thing, most wanted first.
    static std::vector<Why> of(const EventModel& events, const Subject& subject,
                               const observe::Snapshot& snapshot, const HeldMarks& heldMarks,
                               const observe::Gauges& gauges);

private:
    static Why held(const EventModel& events, const observe::PartitionPart& part,
                    const observe::Snapshot& snapshot, const HeldMark* seen);
};

} // namespace hw::ui
