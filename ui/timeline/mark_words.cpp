#include "ui/timeline/mark_words.h"

#include <QPainterPath>
#include <QRegularExpression>

#include "ui/models/moment_words.h"
#include "ui/models/words.h"

namespace hw::ui {

using cluster::MarkKind;

QString MarkWords::row(MarkKind kind)
{
    switch (kind) {
    case MarkKind::Leader:
        return tr("Leaders");
    case MarkKind::Isr:
        return tr("ISR");
    case MarkKind::Group:
        return tr("Groups");
    case MarkKind::Fault:
        return tr("Faults");
    case MarkKind::Broker:
        return tr("Brokers");
    case MarkKind::Loss:
        return tr("Losses");
    }
    return {};
}

QString MarkWords::one(MarkKind kind)
{
    switch (kind) {
    case MarkKind::Leader:
        return tr("leader change");
    case MarkKind::Isr:
        return tr("ISR change");
    case MarkKind::Group:
        return tr("change of a group");
    case MarkKind::Fault:
        return tr("fault");
    case MarkKind::Broker:
        return tr("change of a broker");
    case MarkKind::Loss:
        return tr("loss");
    }
    return {};
}

QString MarkWords::line(const cluster::Mark& mark)
{
    return tr("%1  %2: %3").arg(momentText(mark.at, 3), one(mark.kind), qs(mark.subject));
}

QColor MarkWords::color(MarkKind kind, const Theme& theme)
{
    const Colors& c = theme.colors;
    switch (kind) {
    case MarkKind::Leader:
        return c.leader;
    case MarkKind::Isr:
        return c.outOfSync;
    case MarkKind::Group:
        return c.good;
    case MarkKind::Fault:
        return c.frozen;
    case MarkKind::Broker:
        return c.text;
    case MarkKind::Loss:
        return c.bad;
    }
    return c.text;
}

static QPolygonF shapeAround(const QPointF& center, std::initializer_list<QPointF> points,
                             double radius)
{
    QPolygonF shape;
    for (const QPointF& point : points)
        shape << center + point * radius;
    return shape;
}

/// A leader's outline as on the map, diamond, disc, cross, square, triangle: what was lost fell
/// out.
void MarkWords::paint(QPainter& painter, MarkKind kind, const QPointF& center, double radius,
                      const QColor& color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (kind) {
    case MarkKind::Leader:
        painter.setPen(QPen(color, radius * 0.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(
            QRectF(center - QPointF(1.05, 0.75) * radius, QSizeF(2.1, 1.5) * radius), radius * 0.35,
            radius * 0.35);
        break;
    case MarkKind::Isr:
        painter.drawPolygon(shapeAround(center, {{0, -1.15}, {1, 0}, {0, 1.15}, {-1, 0}}, radius));
        break;
    case MarkKind::Group:
        painter.drawEllipse(center, radius * 0.9, radius * 0.9);
        break;
    case MarkKind::Fault:
        painter.setPen(QPen(color, radius * 0.55, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(center + QPointF(-0.75, -0.75) * radius,
                         center + QPointF(0.75, 0.75) * radius);
        painter.drawLine(center + QPointF(-0.75, 0.75) * radius,
                         center + QPointF(0.75, -0.75) * radius);
        break;
    case MarkKind::Broker:
        painter.drawRect(
            QRectF(center - QPointF(0.85, 0.85) * radius, QSizeF(1.7 * radius, 1.7 * radius)));
        break;
    case MarkKind::Loss:
        painter.drawPolygon(shapeAround(center, {{-1.15, -0.9}, {1.15, -0.9}, {0, 1.1}}, radius));
        break;
    }
}

Subject MarkWords::subject(const cluster::Mark& mark)
{
    static const QRegularExpression broker(QStringLiteral("^broker (\\d+)$"));
    static const QRegularExpression server(QStringLiteral("^zookeeper(\\d+)$"));
    static const QRegularExpression partition(QStringLiteral("^(.+)-(\\d+)$"));
    const QString text = qs(mark.subject);
    if (const auto match = broker.match(text); match.hasMatch())
        return Subject::broker(BrokerId{match.captured(1).toInt()});
    if (const auto match = server.match(text); match.hasMatch())
        return Subject::ensemble(match.captured(1).toInt());
    if (mark.kind == MarkKind::Group)
        return Subject::group(mark.subject);
    if (const auto match = partition.match(text); match.hasMatch())
        return Subject::of({match.captured(1).toStdString(), match.captured(2).toInt()});
    return {};
}

} // namespace hw::ui
