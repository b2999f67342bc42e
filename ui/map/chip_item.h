#pragma once

#include <memory>
#include <vector>

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

    void show(std::shared_ptr<const observe::PartitionPart> part,
              std::shared_ptr<const observe::Gauges> gauges);
    /// Another moment is shown: what was known is of another time. Of a dead replica the last that
    /// `before` tells is known; the newest row comes last.
    void recall(const std::vector<std::shared_ptr<const observe::Gauges>>& before,
                observe::Slot slot);
    /// Offsets of the partition that were acknowledged and then lost: scars on the bar.
    using Scars = std::vector<std::pair<std::int64_t, std::int64_t>>; ///< both included
    void setScars(const Scars& scars);
    const Scars& scars() const { return m_scars; }
    /// A scar as it is drawn: never beyond the bar.
    struct ScarBox
    {
        QRectF rect;
        bool isRewritten = false; ///< the offsets hold other records again
    };
    std::vector<ScarBox> scarBoxes() const;
    /// How far it is behind the leader's end, in the corner: `−12`, `✓`; `–` if nobody knows.
    QString lag() const;
    /// Where the tick of the high watermark stands; empty if it is not known.
    QRectF markBox() const;
    ReplicaLook look() const { return m_look; }
    ReplicaMove move() const { return m_move; }
    /// It leads, and fewer replicas are in sync than min.insync.replicas asks for.
    bool belowMin() const { return m_belowMin; }
    std::int64_t hw() const { return m_hw; }
    std::int64_t leo() const { return m_leo; }
    /// Of 16: how much of replica.lag.time.max.ms is left until it may leave the ISR; -1: it has
    /// caught up lately.
    int isrSixteenths() const { return m_isrSixteenths; }

    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    void paintOutline(QPainter& painter) const;
    void paintMove(QPainter& painter) const;
    void paintWords(QPainter& painter) const;
    void paintBar(QPainter& painter, const QRectF& bar) const;
    void paintScars(QPainter& painter) const;
    QRectF barBox() const;
    QString holdsBack() const;

    std::shared_ptr<const observe::PartitionPart> m_part;
    ReplicaLook m_look = ReplicaLook::Offline;
    ReplicaMove m_move = ReplicaMove::None;
    bool m_belowMin = false;
    std::shared_ptr<const observe::Gauges> m_gauges;
    Scars m_scars;
    BarWindow m_window;
    std::int64_t m_hw = -1, m_leo = -1;
    LeaderEpoch m_epoch = kNoLeaderEpoch; ///< in which it leads, or believes to
    int m_isrSixteenths = -1;  ///< of its time in the ISR that is left; -1: none runs out
    std::int64_t m_behind = -1; ///< records behind the leader's end; -1: not known
};

} // namespace hw::ui
