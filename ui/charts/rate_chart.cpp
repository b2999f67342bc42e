#include "ui/charts/rate_chart.h"

#include <QEvent>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>

#include "ui/charts/cursor_line.h"
#include "ui/charts/whole_ticker.h"

namespace hw::ui {

RateChart::RateChart(TimeCursor& cursor, QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot)
    , m_line(nullptr)
{
    build();
    m_line = new CursorLine(m_plot, cursor);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    retranslate();
}

void RateChart::build()
{
    m_plot->addGraph();
    m_plot->addGraph();
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->legend->setVisible(true);
    m_plot->legend->setFont(typeFont(Type::Small));
    m_plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->axisRect()->setMinimumMargins(QMargins(62, 10, 28, 42)); // right: half of a time
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTickLabelFont(typeFont(Type::Small));
        axis->setLabelFont(typeFont(Type::Small));
        axis->setSubTicks(false);
        axis->setTickLength(0, 3);
    }
    auto ticker = QSharedPointer<QCPAxisTickerTime>::create();
    ticker->setTimeFormat(QStringLiteral("%m:%s"));
    m_plot->xAxis->setTicker(ticker);
    m_plot->yAxis->setTicker(QSharedPointer<WholeTicker>::create());
    m_plot->yAxis->setNumberFormat(QStringLiteral("f"));
    m_plot->yAxis->setNumberPrecision(0);
    m_plot->xAxis->setRange(0, kLeastSeconds);
    m_plot->yAxis->setRange(0, 10);
}

void RateChart::setTheme(const Theme& theme)
{
    const Colors& c = theme.colors;
    m_plot->setBackground(c.card);
    m_line->setTheme(theme);
    m_plot->graph(0)->setPen(QPen(c.dotRecords, 1)); // thin: a wider pen costs 40 times as much
    m_plot->graph(1)->setPen(QPen(c.accent, 1, Qt::DashLine));
    m_plot->legend->setBrush(c.card);
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setTextColor(c.textSoft);
    m_plot->legend->setFont(theme.font(Type::Small));
    fitLegend();
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTickLabelFont(theme.font(Type::Small));
        axis->setLabelFont(theme.font(Type::Small));
        axis->setBasePen(QPen(c.border, 1));
        axis->setTickPen(QPen(c.border, 1));
        axis->setTickLabelColor(c.textSoft);
        axis->setLabelColor(c.textSoft);
        axis->grid()->setPen(QPen(c.border, 1, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RateChart::show(const Rates& rates)
{
    if (rates.version() == m_version || !isVisible())
        return;
    m_version = rates.version();
    const double end = rates.history().empty() ? 0 : rates.history().back().atSeconds;
    QVector<double> at, in, out;
    double most = 10;
    for (const auto& point : rates.history()) {
        if (point.atSeconds < end - kSpanSeconds)
            continue;
        at.push_back(point.atSeconds);
        in.push_back(point.in);
        out.push_back(point.out);
        most = std::max({most, point.in, point.out});
    }
    m_plot->graph(0)->setData(at, in, true);
    m_plot->graph(1)->setData(at, out, true);
    m_plot->xAxis->setRange(std::max(0.0, end - kSpanSeconds), std::max(end, kLeastSeconds));
    m_plot->yAxis->setRange(0, most * 1.45);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// Beside each other where there is room for both, else below each other.
void RateChart::fitLegend()
{
    constexpr int kMargins = 90, kSamples = 110; // of the axes; of both lines, with their gaps
    const QFontMetrics metrics(m_plot->legend->font());
    const int words = metrics.horizontalAdvance(m_plot->graph(0)->name()) +
                      metrics.horizontalAdvance(m_plot->graph(1)->name());
    m_plot->legend->setFillOrder(width() - kMargins >= words + kSamples ? QCPLegend::foColumnsFirst
                                                                        : QCPLegend::foRowsFirst);
}

std::pair<QString, QString> RateChart::axisNames() const
{
    return {m_plot->xAxis->label(), m_plot->yAxis->label()};
}

void RateChart::retranslate()
{
    m_plot->graph(0)->setName(tr("in"));
    m_plot->graph(1)->setName(tr("out")); // its sample is dashed
    fitLegend();
    m_plot->xAxis->setLabel(tr("time since the start (min:s)"));
    m_plot->yAxis->setLabel(tr("records/s"));
    setAccessibleName(tr("Records in and out per second"));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// Fewer marks on a short axis, so that their numbers do not run into each other.
void RateChart::resizeEvent(QResizeEvent* event)
{
    constexpr int kWide = 90, kTall = 34;
    QWidget::resizeEvent(event);
    fitLegend();
    m_plot->xAxis->ticker()->setTickCount(std::clamp(width() / kWide, 1, 6));
    m_plot->yAxis->ticker()->setTickCount(std::clamp(height() / kTall, 1, 6));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RateChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
