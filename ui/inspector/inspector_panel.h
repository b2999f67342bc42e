#pragma once

#include <QElapsedTimer>
#include <QScrollArea>
#include <QWidget>

#include "ui/inspector/inspection.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// Paints an inspection, wrapped to its width.
class InspectionView : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    void show(const Inspection& inspection);
    void setTheme(const Theme& theme);
    const Inspection& inspection() const { return m_inspection; }
    /// Where a line that leads to an event is drawn.
    QRectF placeOf(EventId event) const;

signals:
    void eventPicked(hw::EventId event);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Lays everything out from the top and returns where it ends; paints unless `painter` is null.
    double flow(QPainter* painter) const;
    double flowSection(QPainter* painter, const Inspection::Section& section, double y) const;
    double flowTable(QPainter* painter, const Inspection::Section& section, double y) const;
    double flowPosition(QPainter* painter, const PartitionPosition& position, double y) const;
    double flowReplica(QPainter* painter, const Inspection::Replica& replica, double numbers,
                       double y) const;
    double numbersAt(const Inspection::Section& section) const;
    double paragraph(QPainter* painter, const QString& text, const QFont& font, const QColor& color,
                     double x, double y, double width) const;
    QColor ink(Inspection::Tone tone) const;
    void settle();
    void speak();

    Inspection m_inspection;
    Theme m_theme;
    QElapsedTimer m_spoken; ///< since the screen reader was told
    mutable std::vector<std::pair<QRectF, EventId>> m_links; ///< as painted last
};

/// The inspector: what is selected, in full; its text can be copied.
class InspectorPanel : public QScrollArea
{
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    void show(const Inspection& inspection) { m_view->show(inspection); }
    void setTheme(const Theme& theme) { m_view->setTheme(theme); }
    const Inspection& inspection() const { return m_view->inspection(); }
    void copyText() const;
    InspectionView* view() const { return m_view; }

signals:
    void eventPicked(hw::EventId event);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    InspectionView* m_view;
};

} // namespace hw::ui
