#pragma once

#include <QWidget>

#include <optional>

#include "engine/observe/log_files.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// A log's segments to scale, the active one marked; below it the chosen segment alone, with the
/// entries of its `.index` pointing into its `.log`, and where a lookup stands. Click or arrow keys
/// choose a segment; a click into the chosen one tells the byte.
class SegmentStrip : public QWidget
{
    Q_OBJECT
public:
    explicit SegmentStrip(QWidget* parent = nullptr);

    void show(const observe::PartitionOutline& outline);
    void choose(int segment);
    int chosen() const { return m_chosen; }
    /// Marks what a step of a lookup looks at; none: nothing.
    void mark(const std::optional<observe::LookupStep>& step);
    void setTheme(const Theme& theme);
    QSize sizeHint() const override { return {600, 168}; }
    QSize minimumSizeHint() const override { return {300, 168}; }
    QRectF segmentBox(int segment) const; ///< in the upper row

signals:
    void segmentChosen(int segment);
    void positionPicked(int segment, quint64 position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF logBox() const; ///< of the chosen segment, in the lower row
    double placeOf(std::uint64_t position) const;
    void paintUpper(QPainter& painter) const;
    void paintLower(QPainter& painter) const;
    void paintEntries(QPainter& painter, const observe::SegmentOutline& segment) const;
    void paintMark(QPainter& painter, const observe::SegmentOutline& segment) const;

    observe::PartitionOutline m_outline;
    int m_chosen = -1;
    std::optional<observe::LookupStep> m_mark;
    Theme m_theme;
};

} // namespace hw::ui
