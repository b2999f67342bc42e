#pragma once

#include <QWidget>

#include <vector>

#include "ui/lanes/lane_glyphs.h"

namespace hw::ui {

/// What the shapes of the lanes mean; as many rows as its width asks for.
class LaneLegend : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLegend(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Sample : std::uint8_t
    {
        Join,
        Sync,
        Heartbeat,
        Commit,
        OffsetFetch,
        Leave,
        Poll,
        Refused,
        Notice,
        Parked,
        Timer,
        RanOut,
        Joined,
        Left,
        Thrown,
        Formed,
        Stored
    };
    struct Entry
    {
        Sample sample;
        QString text;
        QRectF box;
    };
    std::vector<Entry> flow(int width) const;
    void paintSample(QPainter& painter, Sample sample, const QRectF& box) const;

    Theme m_theme;
};

} // namespace hw::ui
