#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

#include "ui/models/time_cursor.h"
#include "ui/theme/theme.h"

class QCPAxisRect;
class QCustomPlot;

namespace hw::ui {

class CursorLine;

/// How far a group is behind, and how much of what it reads is not committed yet (LEO minus HW),
/// over the same stretch of time as the lanes above it. Draws only while visible.
class LagChart : public QWidget
{
    Q_OBJECT
public:
    struct Point
    {
        Instant at;
        std::int64_t lag = -1, open = -1; ///< -1: none, a gap in the line
    };

    explicit LagChart(TimeCursor& cursor, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Pixels left and right of the time, so that it stands below the same place of the lanes.
    void setEdges(int left, int right);
    void show(const std::vector<Point>& points, Instant from, Instant to,
              std::int64_t wallOffsetMs);
    CursorLine& cursorLine() const { return *m_line; }
    /// The highest lag that is drawn.
    double mostLag() const { return m_most[0]; }
    /// Of both upright axes, then of the lower one.
    QStringList axisNames() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();

    QCustomPlot* m_plot;
    std::vector<QCPAxisRect*> m_rects; ///< lag, LEO minus HW
    CursorLine* m_line = nullptr;
    double m_most[2] = {0, 0};
    int m_left = 60, m_right = 0;
};

} // namespace hw::ui
