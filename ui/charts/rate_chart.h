#pragma once

#include <QWidget>

#include <utility>

#include "ui/feed/rates.h"
#include "ui/models/time_cursor.h"
#include "ui/theme/theme.h"

class QCustomPlot;

namespace hw::ui {

class CursorLine;

/// Records per second into and out of the cluster, over the last minute. Draws only while visible.
class RateChart : public QWidget
{
    Q_OBJECT
public:
    static constexpr double kSpanSeconds = 60;  ///< shown at most
    static constexpr double kLeastSeconds = 10; ///< and at least: a young cluster fills the width

    explicit RateChart(TimeCursor& cursor, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Takes the newest history; replots only if it grew and the chart can be seen.
    void show(const Rates& rates);
    /// What the lower axis is called, then what the upright one is.
    std::pair<QString, QString> axisNames() const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void fitLegend();
    void retranslate();

    QCustomPlot* m_plot;
    CursorLine* m_line;
    std::uint64_t m_version = 0;
};

} // namespace hw::ui
