#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace hw::ui {

/// Draws text in the middle (left, right) of a box, on the line its capitals are centred on.
void paintText(QPainter& painter, const QRectF& box, Qt::Alignment align, const QString& text,
               const QFont& font, const QColor& color);
/// `text`, shortened to fit.
QString elided(const QString& text, const QFont& font, double width);
/// A ring that drains: `sixteenths` of 16 are left.
void paintDraining(QPainter& painter, const QRectF& ring, int sixteenths, const QColor& left,
                   const QColor& gone);
double textWidth(const QString& text, const QFont& font);

} // namespace hw::ui
