#include "ui/charts/measure_chart.h"

#include <QLocale>
#include <QStringList>
#include <QTextLayout>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>

#include "ui/theme/paint.h"

namespace hw::ui {

namespace {

QStringList seriesOf(const std::vector<ChartPoint>& points)
{
    QStringList names;
    for (const ChartPoint& point : points)
        if (!names.contains(point.series))
            names += point.series;
    return names;
}

QString saidOf(double value)
{
    const QLocale locale;
    const bool whole = value == static_cast<double>(static_cast<qint64>(value)) || value >= 100;
    return locale.toString(value, 'f', whole ? 0 : 1);
}

constexpr int kNameHeight = 18; ///< of the lower axis, for each of its lines
constexpr int kNameLines = 3;   ///< at most; a name that needs more is cut

/// A text in lines that a width has room for.
QStringList inLines(const QString& text, const QFont& font, double width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() == kNameLines - 1) {
            lines += elided(text.mid(line.textStart()).trimmed(), font, width);
            break;
        }
        lines += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

/// Whole numbers: between two of a small range there is nothing to write.
void fewTicks(QCPAxis& axis, double most)
{
    if (most >= 4)
        return;
    const auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
    ticker->setTickStep(1);
    axis.setTicker(ticker);
}

} // namespace

MeasureChart::MeasureChart(QWidget* parent)
    : QWidget(parent)
    , m_theme(makeTheme(ThemeName::Light))
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
}

void MeasureChart::setTheme(const Theme& theme)
{
    m_theme = theme;
    draw();
}

void MeasureChart::setPoints(const std::vector<ChartPoint>& points)
{
    if (points == m_points)
        return;
    m_points = points;
    draw();
}

void MeasureChart::draw()
{
    qDeleteAll(m_plots);
    m_plots.clear();
    m_axisNames.clear();
    QStringList units; // what was measured last comes first
    for (auto point = m_points.rbegin(); point != m_points.rend(); ++point)
        if (!units.contains(point->unit))
            units += point->unit;
    QString said;
    for (const QString& unit : units) {
        std::vector<ChartPoint> mine;
        for (const ChartPoint& point : m_points)
            if (point.unit == unit)
                mine.push_back(point);
        QCustomPlot* plot = makePlot();
        const bool lines =
            std::ranges::all_of(mine, [](const ChartPoint& point) { return point.at.has_value(); });
        if (lines) {
            const QString along = mine.front().along;
            nameAxes(*plot, along.isEmpty() ? tr("seconds of the step") : along, unit);
            drawLines(*plot, mine);
        } else {
            nameAxes(*plot, unit, tr("what was measured"));
            drawBars(*plot, mine);
        }
        plot->replot();
        for (const ChartPoint& point : mine)
            said += QStringLiteral("%1 %2: %3 %4. ")
                        .arg(point.series, point.label, saidOf(point.value), unit);
    }
    setAccessibleName(said);
}

/// The upright axis is named above it, where a long name has room.
void MeasureChart::nameAxes(QCustomPlot& plot, const QString& below, const QString& upright)
{
    m_axisNames.emplace_back(below, upright);
    plot.xAxis->setLabel(below);
    connect(&plot, &QCustomPlot::afterLayout, this, [this, &plot, below] { fitName(plot, below); });
    plot.plotLayout()->insertRow(0);
    auto* title = new QCPTextElement(&plot, upright, typeFont(Type::SmallStrong));
    title->setTextColor(m_theme.colors.textSoft);
    title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    plot.plotLayout()->addElement(0, 0, title);
}

/// The lower axis is named below it, in lines: beside long names of bars it is short.
void MeasureChart::fitName(QCustomPlot& plot, const QString& name)
{
    const QStringList lines =
        inLines(name, plot.xAxis->labelFont(), std::max(plot.axisRect()->width(), 1));
    const QString drawn = lines.join(QLatin1Char('\n'));
    if (drawn == plot.xAxis->label())
        return;
    const auto more = drawn.count(QLatin1Char('\n')) - plot.xAxis->label().count(QLatin1Char('\n'));
    plot.xAxis->setLabel(drawn);
    plot.setToolTip(name);
    plot.setMinimumHeight(plot.minimumHeight() + static_cast<int>(more) * kNameHeight);
    plot.replot(QCustomPlot::rpQueuedReplot);
}

QStringList MeasureChart::namesBelow() const
{
    QStringList names;
    for (const QCustomPlot* plot : m_plots)
        names += plot->xAxis->label();
    return names;
}

QCustomPlot* MeasureChart::makePlot()
{
    const Colors& c = m_theme.colors;
    auto* plot = new QCustomPlot;
    plot->setMinimumHeight(kLeastHeight);
    plot->setBackground(c.card);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->setTickLabelFont(typeFont(Type::Small));
        axis->setLabelFont(typeFont(Type::SmallStrong));
        axis->setLabelColor(c.textSoft);
        axis->setSubTicks(false);
        axis->setTickLength(0, 3);
        axis->setBasePen(QPen(c.border, 1));
        axis->setTickPen(QPen(c.border, 1));
        axis->setTickLabelColor(c.textSoft);
        axis->grid()->setPen(QPen(c.border, 1, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setNumberFormat(QStringLiteral("f"));
        axis->setNumberPrecision(0);
    }
    plot->yAxis->ticker()->setTickCount(3);
    plot->xAxis->ticker()->setTickCount(4);
    m_column->addWidget(plot);
    m_plots.push_back(plot);
    return plot;
}

QColor MeasureChart::colorOf(int series) const { return m_theme.member(series % kMemberColors); }

void MeasureChart::drawLines(QCustomPlot& plot, const std::vector<ChartPoint>& points)
{
    const QStringList names = seriesOf(points);
    double most = 1, end = 1;
    for (int i = 0; i < names.size(); ++i) {
        QCPGraph* graph = plot.addGraph();
        graph->setName(names[i]);
        // Thin: a wider pen costs 40 times as much. The mark tells lines apart without colour.
        graph->setPen(QPen(colorOf(i), 1, i % 2 == 0 ? Qt::SolidLine : Qt::DashLine));
        graph->setScatterStyle(
            QCPScatterStyle(i % 2 == 0 ? QCPScatterStyle::ssDisc : QCPScatterStyle::ssSquare, 5));
        for (const ChartPoint& point : points) {
            if (point.series != names[i])
                continue;
            graph->addData(*point.at, point.value);
            most = std::max(most, point.value);
            end = std::max(end, *point.at);
        }
    }
    plot.xAxis->setRange(0, end * 1.05);
    plot.yAxis->setRange(0, most * 1.3);
    fewTicks(*plot.yAxis, most * 1.3);
    fewTicks(*plot.xAxis, end);
    plot.axisRect()->insetLayout()->take(plot.legend); // it would lie on the lines
    plot.plotLayout()->insertRow(1);
    plot.plotLayout()->addElement(1, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(1, 0.001);
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setWrap(2);
    plot.legend->setMargins(QMargins(4, 0, 4, 0));
    plot.legend->setVisible(true);
    plot.legend->setFont(typeFont(Type::Small));
    plot.legend->setBrush(m_theme.colors.card);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setTextColor(m_theme.colors.textSoft);
    plot.setMinimumHeight(kLeastHeight + kNameHeight +
                          18 * static_cast<int>((names.size() + 1) / 2));
}

static constexpr double kRoomForText = 1.5; ///< of the longest bar: its value stands behind it

/// One bar for each value, lying, so that long names have room.
void MeasureChart::drawBars(QCustomPlot& plot, const std::vector<ChartPoint>& points)
{
    const QStringList names = seriesOf(points);
    const int count = static_cast<int>(points.size());
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    double most = 1;
    for (int i = 0; i < count; ++i) {
        const ChartPoint& point = points[static_cast<std::size_t>(i)];
        const double row = count - i;
        auto* bar = new QCPBars(plot.yAxis, plot.xAxis);
        bar->setWidth(0.6);
        bar->setPen(Qt::NoPen);
        bar->setBrush(colorOf(static_cast<int>(names.indexOf(point.series))));
        bar->addData(row, point.value);
        const bool both = !point.label.isEmpty() && names.size() > 1;
        ticker->addTick(row, both ? QStringLiteral("%1 · %2").arg(point.label, point.series)
                             : point.label.isEmpty() ? point.series
                                                     : point.label);
        auto* text = new QCPItemText(&plot);
        text->position->setCoords(point.value, row);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        text->setPadding(QMargins(4, 0, 0, 0));
        text->setText(saidOf(point.value));
        text->setFont(typeFont(Type::Small));
        text->setColor(m_theme.colors.text);
        most = std::max(most, point.value);
    }
    plot.yAxis->setTicker(ticker);
    plot.yAxis->setRange(0.4, count + 0.6);
    plot.yAxis->grid()->setVisible(false);
    plot.xAxis->setRange(0, most * kRoomForText);
    fewTicks(*plot.xAxis, most * kRoomForText);
    plot.setMinimumHeight(56 + kNameHeight + 24 * count);
}

} // namespace hw::ui
