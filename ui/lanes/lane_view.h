#pragma once

#include <QAbstractScrollArea>

#include <functional>
#include <optional>
#include <vector>

#include "engine/rebalances/book.h"
#include "ui/lanes/lane_history.h"
#include "ui/lanes/lane_painter.h"
#include "ui/models/time_scale.h"
#include "ui/models/subject.h"
#include "ui/models/time_cursor.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The lanes of one group. The state and the coordinator stay at the top, members scroll below.
///
/// Ctrl with the wheel or + and - zoom, dragging or the arrow keys move through time, End follows
/// what happens now. Hovering points the cursor, a click pins it, a double click chooses that
/// moment; a click on a mark opens it. Ctrl with the arrow keys steps from mark to mark, Return
/// opens the one that is stepped on.
class LaneView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    static constexpr Duration kShortest = 1s;
    static constexpr Duration kLongest = std::chrono::minutes(15);
    static constexpr double kFuture = 0.14; ///< of the width, while it follows

    /// All must outlive it.
    LaneView(const LaneHistory& history, const rebalances::Book& book, TimeCursor& cursor,
             QWidget* parent = nullptr);

    void setGroup(const std::string& group);
    const std::string& group() const { return m_group; }
    /// A member's colour, as everywhere in the window.
    void setColors(std::function<QColor(const LaneMember&)> color) { m_color = std::move(color); }
    void setTheme(const Theme& theme);
    void setTimersShown(bool on);
    void setFollowing(bool on);
    bool following() const { return m_following; }
    void setSpan(Duration span);
    /// The moment at `x` stays where it is.
    void zoomBy(double factor, std::optional<double> x = {});
    /// Brings a moment into the middle.
    void showAt(Instant at);
    /// There is something new.
    void refresh();

    /// In units of the drawing: pixels, where the theme does not make all of it larger.
    const TimeScale& scale() const { return m_scale; }
    double pixels(double units) const { return units * m_theme.scale; }
    const std::vector<LaneHit>& hits() const { return m_hits; } ///< as painted last
    const LaneHit* hitAt(const QPointF& at) const;
    QString explain(const LaneHit& hit, const QPointF& at) const;

signals:
    void flightPicked(const hw::observe::Flight& flight);
    void eventPicked(hw::EventId event);
    void rebalancePicked(quint64 number);
    void subjectPicked(const hw::ui::Subject& subject);
    void menuWanted(const hw::ui::Subject& subject, const QPoint& globalPos);
    /// Another stretch of time is shown.
    void scaleChanged();
    void followingChanged(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Row
    {
        const LaneMember* lane = nullptr; ///< none: what nobody owns
        double top = 0, height = 0;
    };
    const LaneGroup* lanes() const { return m_history.find(m_group); }
    QSizeF room() const { return QSizeF(viewport()->size()) / m_theme.scale; }
    QPointF units(const QPointF& pixels) const { return pixels / m_theme.scale; }
    double pinned() const; ///< height of what does not scroll
    std::vector<Row> rows(const LaneGroup& group) const;
    void layOut();
    void moveTo(Instant from);
    void pick(const LaneHit& hit);
    void pickMark(const LaneHit& hit);
    void step(int direction);
    void paintCursor(QPainter& painter, const LaneGroup& group);
    void paintNothing(QPainter& painter);
    Subject subjectAt(double y) const;

    const LaneHistory& m_history;
    const rebalances::Book& m_book;
    TimeCursor& m_cursor;
    std::string m_group;
    std::function<QColor(const LaneMember&)> m_color;
    Theme m_theme;
    TimeScale m_scale;
    bool m_following = true;
    bool m_timers = true;
    std::vector<LaneHit> m_hits;
    std::optional<LaneHit> m_stepped; ///< walked to by key
    QPointF m_pressedAt;
    Instant m_pressedFrom; ///< the scale's, when the button went down
    bool m_pressed = false, m_dragging = false;
};

} // namespace hw::ui
