#include "ui/lanes/lane_glyphs.h"

#include "ui/lanes/lane_words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

LaneGlyphs::Fault LaneGlyphs::faultOf(const LaneMark& mark)
{
    if (mark.error.empty())
        return Fault::None;
    return LaneWords::isNotice(mark.error) ? Fault::Notice : Fault::Refused;
}

QColor LaneGlyphs::color(LaneMark::Kind kind, const Colors& c)
{
    switch (kind) {
    case LaneMark::Kind::Join:
        return c.accent;
    case LaneMark::Kind::Sync:
        return c.good;
    case LaneMark::Kind::Leave:
        return c.bad;
    case LaneMark::Kind::Commit:
    case LaneMark::Kind::OffsetFetch:
        return c.mark;
    case LaneMark::Kind::Heartbeat:
    case LaneMark::Kind::Other:
        break;
    }
    return c.textSoft;
}

static QPolygonF diamond(const QPointF& center, double reach)
{
    return {{center + QPointF(0, -reach), center + QPointF(reach, 0), center + QPointF(0, reach),
             center + QPointF(-reach, 0)}};
}

void LaneGlyphs::paint(QPainter& painter, LaneMark::Kind kind, Fault fault, const QPointF& center,
                       const Theme& theme)
{
    const QColor ink = fault == Fault::Refused ? theme.colors.bad : color(kind, theme.colors);
    painter.setPen(QPen(ink, 1.6));
    painter.setBrush(theme.colors.card);
    const QRectF box(center.x() - 4.5, center.y() - 4.5, 9, 9);
    switch (kind) {
    case LaneMark::Kind::Join:
    case LaneMark::Kind::Sync:
        painter.setBrush(ink);
        painter.drawRoundedRect(box, 2, 2);
        break;
    case LaneMark::Kind::Heartbeat:
        painter.drawEllipse(center, 3.6, 3.6);
        break;
    case LaneMark::Kind::Leave:
        painter.drawRect(box);
        painter.drawLine(box.topLeft() + QPointF(2, 2), box.bottomRight() - QPointF(2, 2));
        painter.drawLine(box.topRight() + QPointF(-2, 2), box.bottomLeft() + QPointF(2, -2));
        break;
    case LaneMark::Kind::Commit:
        painter.setBrush(ink);
        painter.drawPolygon(diamond(center, 5));
        break;
    case LaneMark::Kind::OffsetFetch:
        painter.drawPolygon(diamond(center, 5));
        break;
    case LaneMark::Kind::Other:
        painter.drawLine(center - QPointF(3, 0), center + QPointF(3, 0));
        break;
    }
    if (fault != Fault::None)
        paintFault(painter, fault, center + QPointF(0, -10), theme);
}

void LaneGlyphs::paint(QPainter& painter, LaneEvent::Kind kind, const QPointF& center,
                       const Theme& theme)
{
    const Colors& c = theme.colors;
    const auto arrow = [&](double tip) { // in, up; out, down
        painter.drawLine(center - QPointF(0, tip * 5), center + QPointF(0, tip * 5));
        painter.drawLine(center + QPointF(0, tip * 5), center + QPointF(-3.5, tip * 1.5));
        painter.drawLine(center + QPointF(0, tip * 5), center + QPointF(3.5, tip * 1.5));
    };
    switch (kind) {
    case LaneEvent::Kind::Joined:
        painter.setPen(QPen(c.good, 1.8));
        arrow(-1);
        break;
    case LaneEvent::Kind::Left:
        painter.setPen(QPen(c.waiting, 1.8));
        arrow(1);
        break;
    case LaneEvent::Kind::Thrown:
        painter.setPen(QPen(c.bad, 2));
        painter.drawLine(center + QPointF(-4, -4), center + QPointF(4, 4));
        painter.drawLine(center + QPointF(-4, 4), center + QPointF(4, -4));
        break;
    case LaneEvent::Kind::Formed:
        painter.setPen(QPen(c.accent, 1.6));
        painter.setBrush(c.card);
        painter.drawRect(QRectF(center.x() - 4, center.y() - 4, 8, 8));
        break;
    case LaneEvent::Kind::Stored:
        painter.setPen(QPen(c.accent, 1.6));
        painter.setBrush(c.accent);
        painter.drawRect(QRectF(center.x() - 4, center.y() - 4, 8, 8));
        break;
    case LaneEvent::Kind::Moved:
        painter.setPen(QPen(c.text, 1.6));
        painter.setBrush(c.badge);
        painter.drawPolygon(diamond(center, 6));
        break;
    }
}

void LaneGlyphs::paintFault(QPainter& painter, Fault fault, const QPointF& at, const Theme& theme)
{
    if (fault == Fault::None)
        return;
    const bool refused = fault == Fault::Refused;
    const QColor ink = refused ? theme.colors.bad : theme.colors.waiting;
    QFont font = typeFont(Type::SmallStrong);
    font.setPixelSize(10);
    paintText(painter, QRectF(at.x() - 6, at.y() - 5, 12, 10), Qt::AlignHCenter,
              refused ? QStringLiteral("!") : QStringLiteral("i"), font, ink);
}

} // namespace hw::ui
