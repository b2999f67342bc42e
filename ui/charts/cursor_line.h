#pragma once

#include <QObject>

#include <vector>

#include "ui/models/time_cursor.h"
#include "ui/theme/theme.h"

class QCPAxisRect;
class QCPItemStraightLine;
class QCustomPlot;

namespace hw::ui {

/// Draws the shared cursor into all axis rects of a plot whose keys are seconds, and points and
/// pins it where the mouse is. Owned by the plot.
class CursorLine : public QObject
{
    Q_OBJECT
public:
    CursorLine(QCustomPlot* plot, TimeCursor& cursor);

    /// What is added to the cluster's seconds to make a key.
    void setOffset(double seconds);
    void setTheme(const Theme& theme);
    /// The key it is drawn at; none: it is not drawn.
    std::optional<double> key() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    std::optional<Instant> instantAt(double x) const;

    QCustomPlot* m_plot;
    TimeCursor& m_cursor;
    std::vector<QCPItemStraightLine*> m_lines;
    double m_offset = 0;
};

} // namespace hw::ui
