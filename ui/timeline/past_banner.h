#pragma once

#include <QFrame>

#include "engine/cluster/playback.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;

namespace hw::ui {

/// Says over the map that it shows the past, and how to come back. Not there in the present.
class PastBanner : public QFrame
{
    Q_OBJECT
public:
    explicit PastBanner(QWidget* parent = nullptr);

    void show(const cluster::PlaybackState& state);
    void setTheme(const Theme& theme);
    QString text() const;
    QPushButton* now() const { return m_now; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void setTexts();

    cluster::PlaybackState m_state;
    QLabel* m_text;
    QLabel* m_more;
    QPushButton* m_now;
};

} // namespace hw::ui
