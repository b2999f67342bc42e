#include "ui/theme/paint.h"

#include <QFontMetricsF>

namespace hw::ui {

void paintText(QPainter& painter, const QRectF& box, Qt::Alignment align, const QString& text,
               const QFont& font, const QColor& color)
{
    const QFontMetricsF metrics(font);
    const double baseline = box.center().y() + metrics.capHeight() / 2;
    double x = box.left();
    if (align & Qt::AlignRight)
        x = box.right() - metrics.horizontalAdvance(text);
    else if (align & Qt::AlignHCenter)
        x = box.center().x() - metrics.horizontalAdvance(text) / 2;
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(x, baseline), text);
}

QString elided(const QString& text, const QFont& font, double width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

double textWidth(const QString& text, const QFont& font)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

void paintDraining(QPainter& painter, const QRectF& ring, int sixteenths, const QColor& left,
                   const QColor& gone)
{
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(gone, 2.6));
    painter.drawEllipse(ring);
    painter.setPen(QPen(left, 2.6, Qt::SolidLine, Qt::FlatCap));
    painter.drawArc(ring, 90 * 16, -360 * sixteenths);
    painter.restore();
}

} // namespace hw::ui
