#pragma once

#include <QObject>

#include <map>

#include "engine/observe/snapshot.h"
#include "ui/map/anchors.h"
#include "ui/map/links.h"
#include "ui/map/map_item.h"
#include "ui/models/node_names.h"

class QGraphicsScene;

namespace hw::ui {

/// What is wrong somewhere, drawn where it acts: a mark with a word.
class FaultMark : public MapItem
{
    Q_OBJECT
public:
    FaultMark(const MapContext& context, EventId id);

    void show(const observe::FaultPart& part, const QString& word, const QString& sentence);
    /// As wide as its word needs.
    QSizeF wantedSize() const;
    EventId id() const { return m_id; }
    const QString& word() const { return m_word; }

    QString title() const override;
    QString explain(const QPointF& at) const override;
    void activate() override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

signals:
    void picked(hw::EventId fault, const QPoint& screenPos);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;

private:
    EventId m_id;
    observe::Fault m_fault;
    QString m_word, m_sentence;
};

/// All faults that act now: marks on nodes, and on links a line that is broken with a mark on it.
class FaultMarks : public QObject
{
    Q_OBJECT
public:
    /// A child of the scene.
    FaultMarks(QGraphicsScene& scene, const MapContext& context);

    /// `names` outlive it.
    void rebuild(const std::vector<observe::FaultPart>& faults, const Anchors& anchors,
                 const NodeNames& names, Instant now);
    /// How long messages are held; cheap when called every frame.
    void tick(Instant now);
    std::vector<FaultMark*> marks() const;
    FaultMark* mark(EventId fault) const;
    const std::map<EventId, LinkItem*>& lines() const { return m_lines; }

signals:
    void picked(hw::EventId fault, const QPoint& screenPos);

private:
    void placeOnLink(FaultMark& mark, const observe::FaultPart& part, const Anchor& from,
                     const Anchor& to, int nth);
    void placeOnNode(FaultMark& mark, const Anchor& at, double& taken);

    QGraphicsScene& m_scene;
    const MapContext& m_context;
    struct Held
    {
        observe::FaultPart part;
        QString arrow;
    };
    void showOn(FaultMark& mark, const observe::FaultPart& part, const QString& arrow);

    const Router* m_router = nullptr;
    const NodeNames* m_names = nullptr;
    Instant m_now;
    std::map<EventId, FaultMark*> m_marks;
    std::map<EventId, Held> m_held;
    std::map<EventId, LinkItem*> m_lines;
};

} // namespace hw::ui
