#include "ui/export/drawing.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
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

/// Qt names only the first family of a font; a machine that has not got it would show boxes.
static QByteArray withOtherFonts(const QByteArray& svg)
{
    static const QRegularExpression kFamily(QStringLiteral("font-family=\"([^\",]*)\""));
    static const QString kChinese = QStringLiteral(
        "Noto Sans CJK SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, WenQuanYi Micro Hei");
    const QString text = QString::fromUtf8(svg);
    QString all;
    qsizetype copied = 0;
    for (auto it = kFamily.globalMatch(text); it.hasNext();) {
        const auto found = it.next();
        const QString first = found.captured(1);
        const bool isMono = first.contains(QStringLiteral("Mono"));
        const QString generic = isMono ? QStringLiteral("monospace") : QStringLiteral("sans-serif");
        all += text.mid(copied, found.capturedStart() - copied) +
               QStringLiteral("font-family=\"%1, %2%3, %4\"")
                   .arg(first, isMono ? QStringLiteral("Noto Sans Mono CJK SC, ") : QString(),
                        kChinese, generic);
        copied = found.capturedEnd();
    }
    return (all + text.mid(copied)).toUtf8();
}

static bool writeSvg(const Drawing& drawing, QIODevice& to)
{
    QBuffer drawn;
    QSvgGenerator svg;
    svg.setOutputDevice(&drawn);
    svg.setSize(drawing.size.toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), drawing.size));
    svg.setTitle(drawing.title);
    svg.setDescription(drawing.description);
    paintOn(svg, drawing, 1);
    const QByteArray bytes = withOtherFonts(drawn.data());
    return to.write(bytes) == bytes.size();
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
