#include "ui/export/drawing.h"

#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace hw::ui {

static constexpr int kPdfDotsPerInch = 144;
static constexpr double kPointsPerUnit = 0.75; ///< a unit is a pixel of 96 to the inch

static void paintOn(QPaintDevice& device, const Drawing& drawing, double scale)
{
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    drawing.paint(painter);
}

QImage Files::image(const Drawing& drawing, double pixels)
{
    QImage picture((drawing.size * pixels).toSize(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    paintOn(picture, drawing, pixels);
    picture.setText(QStringLiteral("Title"), drawing.title);
    picture.setText(QStringLiteral("Description"), drawing.description);
    return picture;
}

static bool writeSvg(const Drawing& drawing, QIODevice& to)
{
    QSvgGenerator svg;
    svg.setOutputDevice(&to);
    svg.setSize(drawing.size.toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), drawing.size));
    svg.setTitle(drawing.title);
    svg.setDescription(drawing.description);
    paintOn(svg, drawing, 1);
    return true;
}

static bool writePdf(const Drawing& drawing, QIODevice& to)
{
    QPdfWriter pdf(&to);
    pdf.setTitle(drawing.title);
    pdf.setCreator(QStringLiteral("Highwater"));
    pdf.setResolution(kPdfDotsPerInch);
    pdf.setPageSize(QPageSize(drawing.size * kPointsPerUnit, QPageSize::Point, QString(),
                              QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    paintOn(pdf, drawing, kPdfDotsPerInch * kPointsPerUnit / 72);
    return true;
}

QString Files::save(const Drawing& drawing, const QString& path, double pixels)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return tr("%1 cannot be written: %2").arg(path, file.errorString());
    bool isDrawn = false;
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        isDrawn = writeSvg(drawing, file);
    else if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
        isDrawn = writePdf(drawing, file);
    else
        isDrawn = image(drawing, pixels).save(&file, "PNG");
    return isDrawn && file.commit() ? QString()
                                    : tr("%1 cannot be written: %2").arg(path, file.errorString());
}

QString Files::save(const QByteArray& bytes, const QString& path)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()
               ? QString()
               : tr("%1 cannot be written: %2").arg(path, file.errorString());
}

QString Files::withEnding(const QString& path, const QString& ending)
{
    return path.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive)
               ? path
               : path + QLatin1Char('.') + ending;
}

} // namespace hw::ui
