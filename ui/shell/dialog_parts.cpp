#include "ui/shell/dialog_parts.h"

#include <QDialog>
#include <QLayout>

#include <algorithm>

namespace hw::ui {

static constexpr int kErrorLines = 2;

void fitToTexts(QDialog& dialog)
{
    dialog.ensurePolished();
    for (QWidget* part : dialog.findChildren<QWidget*>())
        part->ensurePolished();
    dialog.adjustSize();
    // On a small screen that made it narrower, and lines longer.
    if (const QLayout* layout = dialog.layout(); layout && layout->hasHeightForWidth())
        dialog.resize(dialog.width(),
                      std::max(dialog.height(), layout->totalHeightForWidth(dialog.width())));
}

RowsList::RowsList(int least, int most)
    : m_least(least)
    , m_most(most)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RowsList::sizeHint() const
{
    static constexpr int kEdge = 4; // of the sheet's border
    const int row = std::max(sizeHintForRow(0), fontMetrics().height());
    const int rows = std::clamp(count(), m_least, m_most);
    return {QListWidget::sizeHint().width(), rows * row + 2 * frameWidth() + kEdge};
}

ErrorLabel::ErrorLabel()
{
    setProperty("role", "error");
    setWordWrap(true);
}

QSize ErrorLabel::minimumSizeHint() const
{
    return {QLabel::minimumSizeHint().width(), kErrorLines * fontMetrics().lineSpacing() + 2};
}

int ErrorLabel::heightForWidth(int width) const
{
    return std::max(QLabel::heightForWidth(width), minimumSizeHint().height());
}

} // namespace hw::ui
