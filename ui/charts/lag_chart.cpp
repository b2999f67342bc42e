#include "ui/charts/lag_chart.h"

#include <QEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <limits>

#include "ui/charts/cursor_line.h"
#include "ui/charts/whole_ticker.h"

namespace hw::ui {

static double secondsOf(Instant at)
{
    return std::chrono::duration<double>(at.sinceStart()).count();
}

LagChart::LagChart(TimeCursor& cursor, QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot)
{
    build();
    m_line = new CursorLine(m_plot, cursor);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    setMinimumHeight(126);
    retranslate();
}

void LagChart::build()
{
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->setRowSpacing(2);
    auto ticker = QSharedPointer<QCPAxisTickerDateTime>::create();
    ticker->setDateTimeFormat(QStringLiteral("HH:mm:ss"));
    for (int row = 0; row < 2; ++row) {
        auto* rect = new QCPAxisRect(m_plot);
        m_plot->plotLayout()->addElement(row, 0, rect);
        rect->setAutoMargins(QCP::msNone);
        QCPAxis* keys = rect->axis(QCPAxis::atBottom);
        QCPAxis* values = rect->axis(QCPAxis::atLeft);
        for (QCPAxis* axis : {keys, values}) {
            axis->setTickLabelFont(typeFont(Type::Small));
            axis->setLabelFont(typeFont(Type::Small));
            axis->setSubTicks(false);
            axis->setTickLength(0, 3);
        }
        keys->setTicker(ticker);
        keys->setTickLabels(row == 1);
        values->setNumberFormat(QStringLiteral("f"));
        values->setNumberPrecision(0);
        values->setTicker(QSharedPointer<WholeTicker>::create());
        values->ticker()->setTickCount(2); // these charts are low
        m_plot->addGraph(keys, values);
        m_rects.push_back(rect);
    }
    setEdges(m_left, m_right);
}

void LagChart::setEdges(int left, int right)
{
    m_left = left;
    m_right = right;
    m_rects[0]->setMargins(QMargins(left, 6, right, 4));
    m_rects[1]->setMargins(QMargins(left, 4, right, 38));
}

void LagChart::setTheme(const Theme& theme)
{
    const Colors& c = theme.colors;
    m_plot->setBackground(c.panel);
    m_plot->graph(0)->setPen(QPen(c.waiting, 1)); // thin: a wider pen costs 40 times as much
    m_plot->graph(1)->setPen(QPen(c.accent, 1, Qt::DashLine));
    for (QCPAxisRect* rect : m_rects) {
        for (QCPAxis* axis : {rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft)}) {
            axis->setTickLabelFont(theme.font(Type::Small));
            axis->setLabelFont(theme.font(Type::Small));
            axis->setBasePen(QPen(c.border, 1));
            axis->setTickPen(QPen(c.border, 1));
            axis->setTickLabelColor(c.textSoft);
            axis->setLabelColor(c.text);
            axis->grid()->setPen(QPen(c.border, 1, Qt::DotLine));
            axis->grid()->setZeroLinePen(Qt::NoPen);
        }
        for (const auto type : {QCPAxis::atTop, QCPAxis::atRight})
            if (QCPAxis* axis = rect->axis(type))
                axis->setVisible(false);
    }
    m_line->setTheme(theme);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LagChart::show(const std::vector<Point>& points, Instant from, Instant to,
                    std::int64_t wallOffsetMs)
{
    if (!isVisible())
        return;
    const double offset = static_cast<double>(wallOffsetMs) / 1000;
    QVector<double> at, values[2];
    m_most[0] = m_most[1] = 0;
    const auto add = [&](int graph, std::int64_t value) {
        values[graph].push_back(value < 0 ? std::numeric_limits<double>::quiet_NaN()
                                          : static_cast<double>(value));
        m_most[graph] = std::max(m_most[graph], static_cast<double>(value));
    };
    for (const Point& point : points) {
        at.push_back(secondsOf(point.at) + offset);
        add(0, point.lag);
        add(1, point.open);
    }
    for (int graph = 0; graph < 2; ++graph) {
        m_plot->graph(graph)->setData(at, values[graph], true);
        m_rects[static_cast<std::size_t>(graph)]
            ->axis(QCPAxis::atBottom)
            ->setRange(secondsOf(from) + offset, secondsOf(to) + offset);
        m_rects[static_cast<std::size_t>(graph)]
            ->axis(QCPAxis::atLeft)
            ->setRange(0, std::max(4.0, m_most[graph] * 1.2));
    }
    m_line->setOffset(offset);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QStringList LagChart::axisNames() const
{
    QStringList names;
    for (const QCPAxisRect* rect : m_rects)
        names += rect->axis(QCPAxis::atLeft)->label();
    return names << m_rects.back()->axis(QCPAxis::atBottom)->label();
}

void LagChart::retranslate()
{
    m_rects[0]->axis(QCPAxis::atLeft)->setLabel(tr("lag\n(records)"));
    m_rects[1]->axis(QCPAxis::atLeft)->setLabel(tr("LEO − HW\n(records)"));
    m_rects[1]->axis(QCPAxis::atBottom)->setLabel(tr("time of day (h:min:s)"));
    setAccessibleName(tr("Lag of the group, and LEO minus HW"));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LagChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
