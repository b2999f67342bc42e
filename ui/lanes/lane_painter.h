#pragma once

#include <QCoreApplication>
#include <QPainter>
#include <QRectF>

#include <functional>
#include <vector>

#include "engine/rebalances/book.h"
#include "ui/lanes/lane_glyphs.h"
#include "ui/lanes/lane_history.h"
#include "ui/models/time_scale.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// What stands at a place, as painted last: by ids, since rows lose their oldest meanwhile.
struct LaneHit
{
    enum class What : std::uint8_t
    {
        Mark,  ///< `flight` of `member`
        Event, ///< `event` of the coordinator
        State, ///< the group's; `event` began it
        Phase, ///< of rebalance `rebalance`
        Owned, ///< by `member`; empty: by nobody
        Timer, ///< `timer` of `member`
        Polls
    };
    What what = What::Mark;
    QRectF box;
    std::string member{};
    FlightId flight{};
    EventId event{};
    std::uint64_t rebalance = 0;
    MemberTimer::Kind timer{};
    LaneEvent::Kind kind{};
};

/// All that a picture of lanes is made of.
struct LaneScene
{
    const LaneGroup& group;
    const rebalances::Book& book;
    const Theme& theme;
    TimeScale scale;
    Instant now;
    std::int64_t wallOffsetMs = 0;
    bool showsTimers = true;
    const std::function<QColor(const LaneMember&)>& color;
};

/// Draws rows of a group's lanes and notes what stands where. A row is as wide as the widget; what
/// is left of the scale is its head.
class LanePainter
{
    Q_DECLARE_TR_FUNCTIONS(LanePainter)
public:
    static constexpr double kAxis = 26;
    static constexpr double kGroup = 58;
    static constexpr double kCoordinator = 46;
    static constexpr double kNobody = 30;
    static constexpr double kTrack = 24;
    static constexpr double kOwned = 18;
    static constexpr double kTimer = 13;
    static constexpr double kHead = 216;
    static double memberHeight(bool timers);

    LanePainter(QPainter& painter, const LaneScene& scene, std::vector<LaneHit>& hits);

    void axis(const QRectF& row);
    void group(const QRectF& row);
    void coordinator(const QRectF& row);
    void member(const QRectF& row, const LaneMember& lane);
    void nobody(const QRectF& row);
    /// Behind all rows: phases, the lines of time, and what has not come yet.
    void ground(const QRectF& area);

private:
    QRectF timeOf(const QRectF& row) const;
    void headText(const QRectF& box, const QString& text, Type type, const QColor& color,
                  Qt::Alignment align = Qt::AlignLeft);
    void phases(const QRectF& track);
    void phase(const QRectF& track, const rebalances::Rebalance& rebalance, Instant from,
               Instant to, const QString& name, const QColor& ground, Qt::BrushStyle style);
    void memberHead(const QRectF& row, const LaneMember& lane);
    void marks(const QRectF& track, const LaneMember& lane);
    void markBar(const QRectF& track, const LaneMember& lane, const LaneMark& mark);
    void polls(const QRectF& track, const LaneMember& lane);
    void ownedBars(const QRectF& track, const LaneMember& lane);
    void parked(const QRectF& track, const LaneMember& lane, const QColor& ink);
    void timers(const QRectF& track, const LaneMember& lane, MemberTimer::Kind kind);
    void timerRun(const QRectF& track, const TimerRun& run, MemberTimer::Kind kind,
                  const QColor& ink, const QColor& fill);

    QPainter& m_painter;
    const LaneScene& m_scene;
    const TimeScale& m_scale;
    const Colors& m_colors;
    std::vector<LaneHit>& m_hits;
};

} // namespace hw::ui
