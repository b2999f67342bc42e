#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"

class QCustomPlot;
class QVBoxLayout;

namespace hw::ui {

/// One value that was measured.
struct ChartPoint
{
    QString series;
    QString unit;
    QString label;            ///< a name along the chart, for bars
    std::optional<double> at; ///< a place along the chart, for lines
    double value = 0;
    QString along{}; ///< what `at` is a number of; none: seconds of the step
    bool operator==(const ChartPoint&) const = default;
};

/// What was measured, a chart for each unit: lines over numbers, bars over names, every value
/// written beside its bar. Draws nothing while there is nothing.
class MeasureChart : public QWidget
{
    Q_OBJECT
public:
    static constexpr int kLeastHeight = 150; ///< of one chart

    explicit MeasureChart(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// In order of measuring. The same points again cost nothing.
    void setPoints(const std::vector<ChartPoint>& points);
    const std::vector<ChartPoint>& points() const { return m_points; }
    /// How many charts there are.
    int charts() const { return static_cast<int>(m_plots.size()); }
    /// Of each chart: what its lower axis is called, then what its upright one is.
    const std::vector<std::pair<QString, QString>>& axisNames() const { return m_axisNames; }
    /// The names of the lower axes as they are drawn: in lines, shortened if it must be.
    QStringList namesBelow() const;

private:
    void draw();
    void drawLines(QCustomPlot& plot, const std::vector<ChartPoint>& points);
    void drawBars(QCustomPlot& plot, const std::vector<ChartPoint>& points);
    QCustomPlot* makePlot();
    void nameAxes(QCustomPlot& plot, const QString& below, const QString& upright);
    void fitName(QCustomPlot& plot, const QString& name);
    QColor colorOf(int series) const;

    Theme m_theme;
    std::vector<ChartPoint> m_points;
    std::vector<QCustomPlot*> m_plots;
    std::vector<std::pair<QString, QString>> m_axisNames;
    QVBoxLayout* m_column;
};

} // namespace hw::ui
