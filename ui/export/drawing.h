#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QSizeF>
#include <QString>

#include <functional>

namespace hw::ui {

/// Something that can be drawn at any size: by hand on paper units, the same in every format.
struct Drawing
{
    QString title, description; ///< kept inside the file where its format has room for them
    QSizeF size;                ///< in units of the painter
    std::function<void(QPainter&)> paint;
};

/// Writes files so that an old one stays whole until the new one is. Each answers why it could
/// not, in one sentence that names the file; "" if it could.
class Files
{
    Q_DECLARE_TR_FUNCTIONS(Files)
public:
    /// By the name's ending .png, .svg or .pdf. `pixels`: of a .png for each unit.
    static QString save(const Drawing& drawing, const QString& path, double pixels = 2);
    static QString save(const QByteArray& bytes, const QString& path);
    static QImage image(const Drawing& drawing, double pixels);
    /// The name with the ending, unless it has it already.
    static QString withEnding(const QString& path, const QString& ending);
};

} // namespace hw::ui
