#pragma once

#include <memory>

#include "engine/observe/snapshot.h"
#include "ui/map/map_item.h"
#include "ui/models/outline.h"
#include "ui/models/words.h"

namespace hw::ui {

/// The part of a log that a bar shows: the newest records of the partition, on one scale for all of
/// its replicas, so that one sees who is behind.
///
///      start            HW      LEO        start + kCells * perCell
///        |████████████████|░░░░░░|            |
struct BarWindow
{
    static constexpr int kCells = 16;
    static constexpr int kFree = 2; ///< cells kept free at the right
    std::int64_t perCell = 1;
    std::int64_t start = 0;

    /// Follows the partition: `lowest` HW and `highest` LEO of its replicas.
    void follow(std::int64_t lowest, std::int64_t highest);
    /// Where an offset stands, 0 … 1.
    double share(std::int64_t offset) const;
};

/// One replica of one partition on one broker.
class ChipItem : public MapItem
{
    Q_OBJECT
public:
    ChipItem(const MapContext& context, TopicPartition id, BrokerId on);

    void show(std::shared_ptr<const observe::PartitionPart> part, const observe::Gauges& gauges);
    ReplicaLook look() const { return m_look; }
    std::int64_t hw() const { return m_hw; }
    std::int64_t leo() const { return m_leo; }

    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    void paintOutline(QPainter& painter) const;
    void paintWords(QPainter& painter) const;
    void paintBar(QPainter& painter, const QRectF& bar) const;

    std::shared_ptr<const observe::PartitionPart> m_part;
    ReplicaLook m_look = ReplicaLook::Offline;
    BarWindow m_window;
    std::int64_t m_hw = -1, m_leo = -1;
    std::int64_t m_behind = 0; ///< records behind the leader's end
};

} // namespace hw::ui
