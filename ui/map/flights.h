#pragma once

#include <QGraphicsItem>

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "ui/feed/frame.h"
#include "ui/map/anchors.h"
#include "ui/map/links.h"
#include "ui/map/map_item.h"

namespace hw::ui {

/// Messages on their way, as dots that move along the gutters. Each lasts at least 250 ms, so that
/// it can be seen; when there are more than `kMost` the rest is counted, not drawn.
class Flights : public QGraphicsItem
{
public:
    static constexpr std::size_t kMost = 120;
    static constexpr std::size_t kMostControl = 40; ///< of them without records
    static constexpr std::int64_t kShortestMs = 250;
    static constexpr std::int64_t kLongestMs = 900;
    static constexpr double kPixelsPerMs = 1.0;
    static constexpr double kReach = 9; ///< of a click at a dot

    enum class Look : std::uint8_t
    {
        Records,
        Replica,
        Control,
        Ensemble
    };

    explicit Flights(const MapContext& context);

    void setBounds(const QRectF& bounds);
    void show(const Frame& frame, const Anchors& anchors, const Links& links);
    void clear();

    std::size_t count() const { return m_dots.size(); }
    /// The message whose dot is at a place of the scene; null if there is none. Valid until the
    /// next `show`.
    const observe::Flight* at(const QPointF& scenePos) const;
    /// Where its dot is, for a message that is on its way now.
    std::optional<QPointF> placeOf(FlightId id) const;
    /// Of 100 messages of about the last second, how many were drawn.
    int percentDrawn() const;

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    struct Dot
    {
        std::vector<QPointF> way;
        std::int64_t startMs = 0;
        std::int64_t endMs = 0;
        Look look = Look::Control;
        QPointF at;
        observe::Flight flight;
    };
    struct Second
    {
        std::int64_t startMs = 0;
        std::uint64_t drawn = 0, left = 0;
    };
    bool add(const observe::Flight& flight, std::int64_t nowMs, const Anchors& anchors,
             const Links& links);
    void move(std::int64_t nowMs);

    const MapContext& m_context;
    QRectF m_bounds;
    std::vector<Dot> m_dots;
    std::deque<Second> m_seconds; ///< at most two
};

} // namespace hw::ui
