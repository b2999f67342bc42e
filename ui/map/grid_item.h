#pragma once

#include <memory>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/map/layout.h"
#include "ui/map/map_item.h"
#include "ui/models/words.h"

namespace hw::ui {

/// Many replicas of one topic on one broker as small squares or numbered cells: one item draws and
/// explains them all.
class GridItem : public MapItem
{
    Q_OBJECT
public:
    GridItem(const MapContext& context, std::string topic, BrokerId on);

    void setCells(const Layout::Section& section);
    void show(std::shared_ptr<const observe::TopicPart> topic);
    /// The selected partition of this topic, -1 none.
    void setChosenPartition(std::int32_t partition);
    std::int32_t partitionAt(const QPointF& at) const;
    QRectF cellOf(std::int32_t partition) const;
    ReplicaMove moveOf(std::int32_t partition) const;
    const std::vector<std::int32_t>& partitions() const { return m_partitions; }
    /// As `title`, of one replica.
    QString titleOf(std::int32_t partition) const;

    Subject subjectAt(const QPointF& at) const override;
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;

private:
    QRectF cell(std::size_t index) const;
    void paintBlock(QPainter& painter, std::size_t index) const;
    void paintCell(QPainter& painter, std::size_t index, bool numbers) const;
    void paintMove(QPainter& painter, std::size_t index) const;

    std::shared_ptr<const observe::TopicPart> m_topic;
    std::vector<std::int32_t> m_partitions;
    std::vector<ReplicaLook> m_looks;
    std::vector<ReplicaMove> m_moves;
    QSizeF m_cell{14, 14};
    int m_columns = 1;
    std::int32_t m_chosenPartition = -1;
};

} // namespace hw::ui
