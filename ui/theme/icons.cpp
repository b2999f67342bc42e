#include "ui/theme/icons.h"

#include <QPainterPath>
#include <QPixmap>

#include <cmath>
#include <numbers>

namespace hw::ui {

static constexpr double kTurn = 2 * std::numbers::pi;

static void snowflake(QPainter& p)
{
    for (int arm = 0; arm < 6; ++arm) {
        p.save();
        p.rotate(60 * arm);
        p.drawLine(QPointF(0, 0), QPointF(0, -9));
        p.drawLine(QPointF(0, -5.5), QPointF(2.6, -8));
        p.drawLine(QPointF(0, -5.5), QPointF(-2.6, -8));
        p.restore();
    }
}

static void sun(QPainter& p)
{
    p.drawEllipse(QPointF(0, 0), 4, 4);
    for (int ray = 0; ray < 8; ++ray) {
        p.save();
        p.rotate(45 * ray);
        p.drawLine(QPointF(0, -6.6), QPointF(0, -9));
        p.restore();
    }
}

static QPainterPath moon()
{
    QPainterPath disc, bite;
    disc.addEllipse(QPointF(0, 0), 8, 8);
    bite.addEllipse(QPointF(4.5, -3), 7, 7);
    return disc.subtracted(bite);
}

static QPainterPath star()
{
    QPainterPath path;
    for (int i = 0; i < 10; ++i) {
        const double radius = i % 2 ? 4 : 9.5;
        const double angle = kTurn * i / 10;
        const QPointF point(radius * std::sin(angle), -radius * std::cos(angle));
        i ? path.lineTo(point) : path.moveTo(point);
    }
    path.closeSubpath();
    return path;
}

static void people(QPainter& p)
{
    p.drawEllipse(QPointF(0, -4), 3.4, 3.4);
    QPainterPath body(QPointF(-7, 8));
    body.cubicTo(-7, -0.5, 7, -0.5, 7, 8);
    p.drawPath(body);
}

static void power(QPainter& p)
{
    p.drawArc(QRectF(-7, -6.5, 14, 14), 118 * 16, 304 * 16);
    p.drawLine(QPointF(0, -9), QPointF(0, -1));
}

static void plug(QPainter& p)
{
    p.drawRect(QRectF(-5, -4, 10, 7));
    p.drawLine(QPointF(-2.5, -9), QPointF(-2.5, -4));
    p.drawLine(QPointF(2.5, -9), QPointF(2.5, -4));
    p.drawLine(QPointF(0, 3), QPointF(0, 9));
}

/// A stack of platters.
static void disk(QPainter& p)
{
    p.drawEllipse(QRectF(-8, -9, 16, 6));
    p.drawLine(QPointF(-8, -6), QPointF(-8, 6));
    p.drawLine(QPointF(8, -6), QPointF(8, 6));
    p.drawArc(QRectF(-8, -3, 16, 6), 180 * 16, 180 * 16);
    p.drawArc(QRectF(-8, 3, 16, 6), 180 * 16, 180 * 16);
}

static void triangle(QPainter& p, double left, const QColor& color)
{
    QPainterPath path(QPointF(left, -7));
    path.lineTo(left + 10, 0);
    path.lineTo(left, 7);
    path.closeSubpath();
    p.fillPath(path, color);
}

/// What moves time.
static void transport(QPainter& p, Glyph glyph, const QColor& color)
{
    const bool isBack = glyph == Glyph::StepBack || glyph == Glyph::Start;
    p.scale(isBack ? -1 : 1, 1);
    switch (glyph) {
    case Glyph::Play:
        triangle(p, -4, color);
        break;
    case Glyph::Pause:
        p.fillRect(QRectF(-6, -7, 4, 14), color);
        p.fillRect(QRectF(2, -7, 4, 14), color);
        break;
    case Glyph::Step:
    case Glyph::StepBack:
        triangle(p, -7, color);
        p.fillRect(QRectF(5, -7, 3, 14), color);
        break;
    case Glyph::Fast:
        triangle(p, -10, color);
        triangle(p, 0, color);
        break;
    default: // Skip, Start, End
        triangle(p, -10, color);
        triangle(p, -1, color);
        p.fillRect(QRectF(8, -7, 2.5, 14), color);
        break;
    }
}

void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& box, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center());
    painter.scale(box.width() / 22, box.height() / 22);
    painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (glyph) {
    case Glyph::Power:
        power(painter);
        break;
    case Glyph::Snowflake:
        snowflake(painter);
        break;
    case Glyph::Sun:
        sun(painter);
        break;
    case Glyph::Moon:
        painter.fillPath(moon(), color);
        break;
    case Glyph::Star:
        painter.fillPath(star(), color);
        break;
    case Glyph::Copy:
        painter.drawRoundedRect(QRectF(-7, -7, 10, 10), 2, 2);
        painter.drawRoundedRect(QRectF(-3, -3, 10, 10), 2, 2);
        break;
    case Glyph::Plus:
        painter.drawLine(QPointF(-7, 0), QPointF(7, 0));
        painter.drawLine(QPointF(0, -7), QPointF(0, 7));
        break;
    case Glyph::Cross:
        painter.drawLine(QPointF(-6, -6), QPointF(6, 6));
        painter.drawLine(QPointF(-6, 6), QPointF(6, -6));
        break;
    case Glyph::Topic:
        for (const double y : {-6.0, 0.0, 6.0})
            painter.drawLine(QPointF(-8, y), QPointF(8, y));
        break;
    case Glyph::Rows:
        painter.drawPolyline(QPolygonF({{-6, -3}, {0, -9}, {6, -3}}));
        painter.drawPolyline(QPolygonF({{-6, 3}, {0, 9}, {6, 3}}));
        break;
    case Glyph::Producer:
        painter.drawLine(QPointF(-8, 0), QPointF(7, 0));
        painter.drawPolyline(QPolygonF({{1, -6}, {7, 0}, {1, 6}}));
        break;
    case Glyph::Consumer:
        people(painter);
        break;
    case Glyph::Plug:
        plug(painter);
        break;
    case Glyph::Fit:
        painter.drawPolyline(QPolygonF({{-8, -3}, {-8, -8}, {-3, -8}}));
        painter.drawPolyline(QPolygonF({{8, 3}, {8, 8}, {3, 8}}));
        painter.drawPolyline(QPolygonF({{3, -8}, {8, -8}, {8, -3}}));
        painter.drawPolyline(QPolygonF({{-3, 8}, {-8, 8}, {-8, 3}}));
        break;
    case Glyph::Play:
    case Glyph::Pause:
    case Glyph::Step:
    case Glyph::StepBack:
    case Glyph::Start:
    case Glyph::End:
    case Glyph::Skip:
    case Glyph::Fast:
        transport(painter, glyph, color);
        break;
    case Glyph::Flag:
        painter.drawLine(QPointF(-6, -9), QPointF(-6, 9));
        painter.fillRect(QRectF(-6, -9, 13, 9), color);
        break;
    case Glyph::Clock:
        painter.drawEllipse(QPointF(0, 0), 8.5, 8.5);
        painter.drawPolyline(QPolygonF({{0, -5}, {0, 0}, {4, 2}}));
        break;
    case Glyph::Disk:
        disk(painter);
        break;
    case Glyph::Heal:
        painter.drawLine(QPointF(-8, 0), QPointF(8, 0));
        painter.drawLine(QPointF(0, -8), QPointF(0, 8));
        painter.drawEllipse(QPointF(0, 0), 9.5, 9.5);
        break;
    }
    painter.restore();
}

static QPixmap glyphPixmap(Glyph glyph, const QColor& color)
{
    QPixmap pixmap(48, 48);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, glyph, QRectF(2, 2, 44, 44), color);
    return pixmap;
}

QIcon makeIcon(Glyph glyph, const QColor& color, const QColor& off)
{
    QIcon icon;
    icon.addPixmap(glyphPixmap(glyph, color), QIcon::Normal);
    icon.addPixmap(glyphPixmap(glyph, off), QIcon::Disabled);
    return icon;
}

QIcon applicationIcon()
{
    QPixmap pixmap(64, 64);
    pixmap.fill(Qt::transparent);
    QPainter p(&pixmap);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(QColor("#ffffff"));
    p.drawRoundedRect(QRectF(2, 2, 60, 60), 14, 14);
    for (int bar = 0; bar < 3; ++bar) {
        const double y = 15 + 13 * bar;
        p.setBrush(QColor("#a9c3ea"));
        p.drawRoundedRect(QRectF(10, y, 44 - 5 * bar, 8), 2, 2);
        p.setBrush(QColor("#3569b8"));
        p.drawRoundedRect(QRectF(10, y, 29, 8), 2, 2);
    }
    p.setBrush(QColor("#d1242f"));
    p.drawRect(QRectF(38, 9, 4, 46));
    return QIcon(pixmap);
}

} // namespace hw::ui
