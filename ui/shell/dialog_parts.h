#pragma once

#include <QLabel>
#include <QListWidget>

class QDialog;

namespace hw::ui {

/// Before it is shown: as high as its texts need at the theme's sizes, which widgets know only once
/// they are polished.
void fitToTexts(QDialog& dialog);

/// A list that shows whole rows: so many as it has, within limits.
class RowsList final : public QListWidget
{
public:
    RowsList(int least, int most);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    const int m_least, m_most;
};

/// What is wrong with what was entered; its place, two lines high, is kept while nothing is.
class ErrorLabel final : public QLabel
{
public:
    ErrorLabel();
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    int heightForWidth(int width) const override;
};

} // namespace hw::ui
