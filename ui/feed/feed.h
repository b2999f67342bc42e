#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

#include "engine/cluster/cluster.h"
#include "engine/rebalances/book.h"
#include "ui/feed/frame.h"
#include "ui/feed/rates.h"

namespace hw::ui {

/// The window's clock: moves the time of a cluster that has none of its own, looks at it once per
/// frame and hands out what it saw.
///
/// When the moment shown jumps (somebody scrubs through the past, or returns from it), what was
/// built up from events is forgotten (`jumped`) and begins anew with the events before that moment:
/// a few at once, so that dragging stays smooth, and more of them when the moment stays. Rates are
/// those of the moment at once.
///
/// 60 frames a second, 15 while the engine is saturated. While nobody looks (`setWatching(false)`)
/// it asks for nothing, so that nothing is produced for nobody. Lives on the window's thread; the
/// cluster must outlive it.
class Feed : public QObject
{
    Q_OBJECT
public:
    static constexpr int kFrameMs = 16;
    static constexpr int kSaturatedFrameMs = 66;
    static constexpr std::size_t kEventsPerFrame = 2000;
    /// How long a simulated cluster may run in one frame; the rest of the frame is for drawing.
    static constexpr Duration kEngineBudget = 9ms;
    static constexpr std::int64_t kStepMotionMs = 80; ///< how far a step lets dots move on
    static constexpr Duration kRetoldAtOnce = 5s;     ///< before a moment that was jumped to
    static constexpr Duration kRetold = std::chrono::minutes(10);
    static constexpr std::size_t kRetoldEvents = 5000; ///< at most, the newest of them
    static constexpr Duration kRetoldFigures = 60s;    ///< for charts, once the moment stays
    static constexpr Duration kFiguresAtOnce = 2s;     ///< what rates are taken from
    static constexpr std::size_t kRetoldRows = 240;    ///< of figures
    static constexpr std::int64_t kSettledMs = 150;    ///< after the last jump

    explicit Feed(cluster::Cluster& cluster, QObject* parent = nullptr);
    ~Feed() override;

    /// Starts or stops the timer and tells the cluster whether anybody looks.
    void setWatching(bool on);
    /// Whether new messages are kept for looking into; if not, those that are kept stay.
    void setFramesKept(bool on);
    /// Watches without a timer: whoever called this calls `tick` as well.
    void setManual();
    /// Only for pictures that must be the same every time: the clock of what is animated.
    void setClock(std::function<std::int64_t()> nowMs) { m_clock = std::move(nowMs); }

    /// One look. Called by the timer; tests call it themselves.
    void tick();

    const Frame& last() const { return m_frame; }
    const Rates& rates() const { return m_rates; }
    /// Every rebalance since the window opened; up to date before `frameReady`.
    const rebalances::Book& book() const { return m_book; }
    std::uint64_t eventsLost() const { return m_eventsLost; }
    bool saturated() const { return m_frame.saturated; }

signals:
    void frameReady(const hw::ui::Frame& frame);
    void saturationChanged(bool saturated);
    /// Before the frame of another moment: whoever built something up from events forgets it.
    void jumped();

private:
    void moveTime(Frame& frame, std::int64_t passed);
    void movePast(Frame& frame, std::int64_t passed);
    void beginAnew(Frame& frame, Duration retold);
    void retellFigures(Frame& frame, Duration before);
    void takeEvents(Frame& frame);
    void jump(Frame& frame);

    cluster::Cluster& m_cluster;
    bool m_isWatching = false;
    bool m_areFramesKept = true;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    std::function<std::int64_t()> m_clock;
    std::optional<std::int64_t> m_movedAtMs; ///< when the cluster's time was moved last
    std::optional<cluster::TimeState::Step> m_stepSeen;
    std::uint64_t m_jumpsSeen = 0;
    std::optional<std::int64_t> m_jumpedAtMs; ///< until more of what was before is told
    EventId m_lastEvent = kNoEvent;
    Frame m_frame;
    Rates m_rates;
    rebalances::Book m_book;
    std::uint64_t m_eventsLost = 0;
    std::uint64_t m_runJumps = 0;
};

} // namespace hw::ui
