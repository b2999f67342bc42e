#include <QFileDialog>
#include <QMessageBox>
#include <QPainter>
#include <QRegularExpression>

#include <cmath>

#include "engine/rebalances/verdicts.h"
#include "ui/export/drawing.h"
#include "ui/models/words.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/rebalances/state_machine.h"

/// The part of the window that takes a rebalance out of it: as text, as drawing, as picture.
namespace hw::ui {

static constexpr double kPictureWidth = 1000;
static constexpr double kPictureMargin = 28;
static constexpr double kPictureScale = 1.3;

QString RebalanceWindow::ticket() const
{
    const auto* one = m_book.find(m_chosen);
    if (!one)
        return m_card.title + '\n' + m_card.remark + '\n';
    return RebalanceWords::ticket(*one, rebalances::adviceOn(m_book, *one), m_card.chain);
}

double RebalanceWindow::drawAll(QPainter* painter, double width) const
{
    const double left = kPictureMargin, room = width - 2 * kPictureMargin;
    double y = kPictureMargin;
    y = CardPainter(painter, m_theme, left, room, kPictureScale).draw(m_card, y) + 26;
    y = m_diff.draw(painter, m_theme, left, y, room, kPictureScale) + 26;
    constexpr double kStates = 280;
    if (painter)
        m_states->draw(*painter, QRectF(left, y, room, kStates));
    y += kStates + 8;
    CardPainter foot(painter, m_theme, left, room, kPictureScale);
    return foot.paragraph(tr("Drawn by Highwater."), Type::Small, m_theme.colors.textSoft, y) +
           kPictureMargin;
}

QString RebalanceWindow::savePicture(const QString& path) const
{
    Drawing drawing;
    drawing.title = m_card.title;
    drawing.description = m_card.subtitle;
    drawing.size = QSizeF(kPictureWidth, std::ceil(drawAll(nullptr, kPictureWidth)));
    drawing.paint = [this, &drawing](QPainter& painter) {
        painter.fillRect(QRectF(QPointF(0, 0), drawing.size), m_theme.colors.panel);
        drawAll(&painter, kPictureWidth);
    };
    return Files::save(drawing, path);
}

QString RebalanceWindow::saveText(const QString& path) const
{
    return Files::save(ticket().toUtf8(), path);
}

/// `group-1-generation-4`, without what file systems do not like.
QString RebalanceWindow::fileStem() const
{
    const auto* one = m_book.find(m_chosen);
    if (!one)
        return QStringLiteral("rebalance");
    QString group = qs(one->group);
    group.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]")), QStringLiteral("_"));
    return QStringLiteral("%1-generation-%2").arg(group).arg(one->after.value());
}

void RebalanceWindow::askPicture()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save as picture"), fileStem() + QStringLiteral(".svg"),
        tr("Drawing (*.svg)") + QStringLiteral(";;") + tr("Picture (*.png)") +
            QStringLiteral(";;") + tr("Page (*.pdf)"));
    if (path.isEmpty())
        return;
    if (const QString why = savePicture(path); !why.isEmpty())
        QMessageBox::warning(this, tr("Save as picture"), why);
}

void RebalanceWindow::askText()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save as text"), fileStem() + QStringLiteral(".txt"), tr("Text (*.txt)"));
    if (path.isEmpty())
        return;
    if (const QString why = saveText(path); !why.isEmpty())
        QMessageBox::warning(this, tr("Save as text"), why);
}

} // namespace hw::ui
