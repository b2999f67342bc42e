#pragma once

#include <QGraphicsView>

#include "ui/map/map_scene.h"

namespace hw::ui {

/// Looks at the map: zoom, fit, pan, pointing, and walking over its things by key.
///
/// Tab and Shift+Tab go from thing to thing, arrows to the nearest in that direction; what is
/// walked to is selected. Ctrl+wheel zooms; dragging empty ground pans.
class MapView : public QGraphicsView
{
    Q_OBJECT
public:
    static constexpr double kSmallest = 0.04;
    static constexpr double kLargest = 4.0;
    static constexpr double kLargestFit = 1.5;
    /// By itself it does not make chips smaller than that: it scrolls, at a readable size.
    static constexpr double kLeastFit = 0.5;
    static constexpr double kReadable = 0.75;
    /// What a class can still tell apart, with the inspector beside it.
    static constexpr double kSeen = 0.6;

    explicit MapView(MapScene* scene, QWidget* parent = nullptr);

    double zoom() const { return transform().m11(); }
    bool fitting() const { return m_fitting; }
    void setZoom(double scale);
    void zoomBy(double factor);
    /// Shows everything, however small, and goes on doing so when the window or the cluster
    /// changes. Before that, and unless it was zoomed, all is shown as far as it stays readable.
    /// Where that would make it smaller than `least`, it scrolls at a readable size instead.
    void fit(double least = 0);
    /// Scrolls as little as needed for that thing to be seen.
    void reveal(const Subject& subject);
    MapScene* map() const { return m_map; }
    void setTheme(const Theme& theme);

signals:
    void subjectPicked(const hw::ui::Subject& subject);
    void flightPicked(const hw::observe::Flight& flight);
    void flightMenuWanted(const hw::observe::Flight& flight, const QPoint& globalPos);
    void menuWanted(const hw::ui::Subject& subject, const QPoint& globalPos);
    void zoomChanged(double scale, bool fitting);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    MapItem* focused() const;
    void walkTo(MapItem* item);
    void tellFocus();
    void walkTowards(QPointF direction);
    void applyScale(double scale);
    void refit();

    MapScene* m_map;
    double m_readable = kReadable; ///< in this theme
    double m_leastFit = kLeastFit;
    bool m_fitting = true;
    bool m_whole = false; ///< fits even where that is not readable
    double m_least = 0;   ///< down to that
    bool m_panning = false;
    bool m_moved = false;
    QPoint m_panFrom;
};

} // namespace hw::ui
