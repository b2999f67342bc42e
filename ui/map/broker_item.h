#pragma once

#include <memory>

#include "engine/observe/snapshot.h"
#include "ui/map/map_item.h"

namespace hw::ui {

class MarkItem;

/// A broker's card: name, endpoint, state in shape and word, controller badge, its two marks.
class BrokerItem : public MapItem
{
    Q_OBJECT
public:
    BrokerItem(const MapContext& context, BrokerId id);

    /// Takes the newest part; repaints only if something that is drawn changed.
    void show(std::shared_ptr<const observe::BrokerPart> part, const observe::Gauges& gauges,
              bool faults);
    void setHeadings(std::vector<std::pair<QString, QRectF>> headings);
    const observe::BrokerPart* part() const { return m_part.get(); }
    MarkItem* powerMark() const { return m_power; }
    MarkItem* freezeMark() const { return m_freeze; }
    void arrange();

    QString title() const override;
    QString explain(const QPointF& at) const override;
    QString stateWord() const { return m_state; }
    /// As it is drawn: one that has lost its session waits for a new one.
    observe::BrokerState drawnState() const;
    /// Of 16: how much of its ZooKeeper session's timeout is left; -1: it was heard of lately.
    int sessionSixteenths() const { return m_sessionSixteenths; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

signals:
    void powerPressed(hw::BrokerId broker);
    void freezePressed(hw::BrokerId broker);

private:
    void paintCard(QPainter& painter) const;
    void paintHeader(QPainter& painter) const;
    void paintDot(QPainter& painter, const QRectF& box) const;
    QColor stateColor() const;

    std::shared_ptr<const observe::BrokerPart> m_part;
    MarkItem* m_power;
    MarkItem* m_freeze;
    QString m_state;
    int m_sessionSixteenths = -1; ///< of its ZooKeeper session that is left; -1: it is heard of
    bool m_hasLostSession = false;
    std::vector<std::pair<QString, QRectF>> m_headings; ///< topic names, in own coordinates
};

} // namespace hw::ui
