#pragma once

#include <QGraphicsItem>
#include <QPen>

#include <map>
#include <tuple>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/map/anchors.h"
#include "ui/map/map_item.h"
#include "ui/map/router.h"

class QGraphicsScene;

namespace hw::ui {

/// One line on the map with an arrow at its end.
class LinkItem : public QGraphicsItem
{
public:
    LinkItem();
    void setWay(std::vector<QPointF> way);
    void setPen(const QPen& pen, bool arrow);
    const std::vector<QPointF>& way() const { return m_way; }
    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; } // never in the way of a click
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    std::vector<QPointF> m_way;
    QPainterPath m_path;
    QRectF m_bounds;
    QPen m_pen;
    bool m_arrow = true;
};

/// All lines: producers to the brokers they write to, partitions to the members that own them, and
/// from the ensemble to the controller. With many partitions only those of the selected thing.
class Links
{
public:
    static constexpr std::size_t kMost = 80;

    enum class Kind : std::uint8_t
    {
        Write,
        Read,
        Controller
    };
    struct Key
    {
        Kind kind;
        Subject from, to;
        auto operator<=>(const Key&) const = default;
    };

    Links(QGraphicsScene& scene, const MapContext& context)
        : m_scene(scene)
        , m_context(context)
    {
    }

    void rebuild(const observe::Snapshot& snapshot, const Anchors& anchors, const Subject& chosen,
                 const std::map<Subject, int>& memberColors, bool onlyChosen);
    const LinkItem* find(const Key& key) const;
    const std::map<Key, LinkItem*>& all() const { return m_items; }
    /// Some lines were left out because there are too many.
    bool reduced() const { return m_reduced; }

private:
    struct Wanted
    {
        Key key;
        Anchor from, to;
        Router::Corridor corridor = Router::Corridor::Upper;
        Router::Lane lane;
        QColor color;
        bool related = false; ///< to what is selected
    };
    void collectWrites(const observe::Snapshot& snapshot, const Anchors& anchors,
                       std::vector<Wanted>& out) const;
    void collectReads(const observe::Snapshot& snapshot, const Anchors& anchors,
                      const std::map<Subject, int>& memberColors, const Subject& chosen,
                      bool onlyChosen, std::vector<Wanted>& out) const;
    void setLanes(std::vector<Wanted>& reads, const Anchors& anchors) const;

    QGraphicsScene& m_scene;
    const MapContext& m_context;
    std::map<Key, LinkItem*> m_items;
    bool m_reduced = false;
};

} // namespace hw::ui
