#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/rebalances/book.h"
#include "ui/lanes/lane_history.h"

namespace hw::ui {

/// What lanes show, in the words of the person's language. Kafka's names of requests, states and
/// errors stay.
class LaneWords
{
    Q_DECLARE_TR_FUNCTIONS(LaneWords)
public:
    /// `Join`, short enough for a bar.
    static QString brief(LaneMark::Kind kind);
    static QString event(LaneEvent::Kind kind);
    /// An answer that only tells a member what to do next: no fault.
    static bool isNotice(const std::string& error);
    /// Of the calendar, to the millisecond.
    static QString clock(Instant at, std::int64_t wallOffsetMs);
    static QString lasted(Duration time);

    // For pointing; rich text.
    static QString mark(const LaneMark& mark, const LaneMember& lane, std::int64_t wallOffsetMs);
    static QString polls(const PollRun& run, std::int64_t wallOffsetMs);
    static QString timer(const TimerRun& run, MemberTimer::Kind kind, std::int64_t wallOffsetMs);
    static QString owned(const OwnedSpan& span, bool parked, std::int64_t wallOffsetMs);
    static QString state(const StateSpan& span, std::int64_t wallOffsetMs);
    static QString phases(const rebalances::Rebalance& rebalance);
    /// `session expired: group-1-C2`.
    static QString cause(const rebalances::Rebalance& rebalance);
    /// KIP-848: how far the member is with what the coordinator means it to have.
    static QString epoch(const LaneMember& lane);
    /// `gone 12.3 s ago`.
    static QString gone(const LaneMember& lane, Instant now);
};

} // namespace hw::ui
