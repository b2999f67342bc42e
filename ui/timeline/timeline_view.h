#pragma once

#include <QWidget>

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "engine/cluster/playback.h"
#include "ui/models/time_cursor.h"
#include "ui/models/time_scale.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The whole past as one strip: marks of events, all in one row or a row for each kind, notes as
/// flags, and the cursor, which is the moment that the window shows.
///
/// A click jumps there, dragging scrubs, the wheel zooms at the pointer, Shift with the wheel or
/// the middle button moves along. While the present is shown its newest moment stays in sight.
/// `playback` and `cursor` must outlive it.
class TimelineView : public QWidget
{
    Q_OBJECT
public:
    static constexpr Duration kShortest = std::chrono::milliseconds(50); ///< that can be seen
    static constexpr std::size_t kMarksShown = 3000;
    static constexpr std::int64_t kGrowMs = 100;  ///< between two drawings of time that goes on
    static constexpr std::int64_t kMarksMs = 250; ///< between two looks for new ones

    TimelineView(cluster::Playback& playback, TimeCursor& cursor, QWidget* parent = nullptr);

    /// Every frame: `now` of the window's own clock.
    void take(const cluster::PlaybackState& state, std::int64_t nowMs);
    void setTheme(const Theme& theme);
    /// What is said of a mark beside its kind: the sentence of its event.
    void setSentence(std::function<QString(const cluster::Mark&)> sentence);
    /// Notes have changed.
    void noteNotes();
    /// A row of its own, with a name, for each kind of mark.
    void setRowsShown(bool on);

    void showWhole();
    bool whole() const { return m_whole; }
    /// The moment at `x` stays where it is.
    void zoomBy(double factor, std::optional<double> x = {});
    void panBy(Duration by);
    void seek(Instant at);

    const TimeScale& scale() const { return m_scale; }
    struct Hit
    {
        QRectF box;
        std::variant<cluster::Mark, cluster::Note> what;
    };
    /// As painted last.
    const std::vector<Hit>& hits() const { return m_hits; }
    const Hit* hitAt(const QPointF& at) const;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

signals:
    void sought(); ///< another moment is shown
    void markPicked(const hw::cluster::Mark& mark);
    void noteWanted(hw::Instant at); ///< to be written or changed
    void noteUnwanted(hw::Instant at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    static constexpr double kFlags = 15; ///< height of the notes, at text of 11 pixels

    double rowHeight() const;
    double rowTop(std::size_t row) const;
    double axisTop() const;
    void layOut();
    void retranslate();
    void setScale(Instant from, Duration span);
    void keepInSight();
    void lookForMarks(std::int64_t nowMs);
    void paintRows(QPainter& painter);
    void paintAxis(QPainter& painter);
    void paintMarks(QPainter& painter);
    void paintMarks(QPainter& painter, bool losses);
    void paintNotes(QPainter& painter);
    void paintCursors(QPainter& painter);
    void scrubTo(double x);
    QString explain(const Hit& hit) const;

    cluster::Playback& m_playback;
    TimeCursor& m_cursor;
    std::function<QString(const cluster::Mark&)> m_sentence;
    Theme m_theme;
    TimeScale m_scale;
    cluster::PlaybackState m_state;
    std::vector<cluster::Mark> m_marks;
    std::vector<cluster::Note> m_notes;
    std::vector<Hit> m_hits;
    double m_flags = kFlags, m_row = 12;
    bool m_rowsShown = false;
    bool m_whole = true;
    bool m_atEnd = true; ///< the newest moment was in sight
    bool m_areMarksOld = true;
    std::int64_t m_markedMs = -kMarksMs;
    std::int64_t m_grownMs = -kGrowMs;
    bool m_hasGrown = false;       ///< since then
    std::optional<double> m_scrub; ///< where it was dragged to since the last frame
    bool m_scrubbing = false;
    std::optional<double> m_panFrom;
};

} // namespace hw::ui
