#include "ui/map/anchors.h"

#include <algorithm>

namespace hw::ui {

/// The first outside program; without one, the place below the producers where they appear.
static Anchor outsideOf(const Layout& layout)
{
    using Column = Anchor::Column;
    if (!layout.outside.empty())
        return {Column::Producers, 0, layout.outside.front()};
    if (!layout.readers.empty())
        return {Column::Groups, 0, layout.readers.front()};
    const double left = layout.gutters.empty() ? 0 : layout.gutters.front().left;
    const double top =
        layout.producers.empty() ? layout.upperBottom : layout.producers.back().bottom() + 4;
    return {Column::Producers, 0, QRectF(left / 4, top, left / 2, 20)};
}

void Anchors::rebuild(const Shape& shape, const Layout& layout)
{
    m_layout = &layout;
    m_router = Router(layout);
    m_anchors.clear();
    using Column = Anchor::Column;
    for (std::size_t n = 0; n < layout.servers.size(); ++n)
        m_anchors[Subject::ensemble(static_cast<std::int32_t>(n))] = {Column::Ensemble, 0,
                                                                      layout.servers[n]};
    for (std::size_t n = 0; n < layout.producers.size(); ++n)
        m_anchors[Subject::producer(shape.producers[n])] = {Column::Producers, 0,
                                                            layout.producers[n]};
    for (std::size_t n = 0; n < layout.outside.size(); ++n)
        m_anchors[Subject::outside(shape.outside[n])] = {Column::Producers, 0, layout.outside[n]};
    for (std::size_t c = 0; c < layout.cards.size(); ++c) {
        const auto& card = layout.cards[c];
        const QRectF header(card.rect.topLeft(), QSizeF(card.rect.width(), Layout::kCardHeader));
        m_anchors[Subject::broker(card.id)] = {Column::Broker, c, header};
        for (const auto& section : card.sections) {
            for (std::size_t i = 0; i < section.partitions.size(); ++i) {
                QRectF box = section.grid ? section.cellAt(i) : section.chips[i];
                // Lines leave a grid, or chips in columns, at the edge of the card, level with it.
                if (section.grid || section.columns > 1)
                    box = QRectF(card.rect.left(), box.top(), card.rect.width(), box.height());
                m_anchors[Subject::replica({section.topic, section.partitions[i]}, card.id)] = {
                    Column::Broker, c, box};
            }
        }
    }
    m_outside = outsideOf(layout);
    for (std::size_t n = 0; n < layout.readers.size(); ++n) {
        std::optional<double> gap;
        if (!layout.groups.empty() && layout.readers[n].left() > layout.groups.front().rect.left())
            gap = layout.readers[n].left() - 15;
        m_anchors[Subject::outside(shape.readers[n])] = {Column::Groups, 0, layout.readers[n], gap};
    }
    for (std::size_t g = 0; g < layout.groups.size(); ++g) {
        const auto& group = layout.groups[g];
        std::optional<double> gap;
        if (group.rect.left() > layout.groups.front().rect.left())
            gap = group.rect.left() - 15;
        m_anchors[Subject::group(group.name)] = {Column::Groups, 0, group.rect, gap};
        for (std::size_t m = 0; m < group.members.size(); ++m)
            m_anchors[Subject::memberOf(group.name, shape.groups[g].members[m].id)] = {
                Column::Groups, 0, group.members[m], gap};
    }
}

void Anchors::rename(const observe::Snapshot& snapshot)
{
    m_names.clear();
    for (const auto& group : snapshot.groups) {
        for (const auto& member : group->members) {
            if (member.client.kind != NodeId::Kind::None)
                m_names[member.client] = Subject::memberOf(group->name, member.member);
        }
    }
    for (const auto& broker : snapshot.brokers) {
        for (const auto& connection : broker->connections) {
            if (connection.peer.kind != NodeId::Kind::Outside)
                continue;
            for (const auto& client : snapshot.outside) {
                if (client.address == connection.address ||
                    client.clientId == connection.clientId) {
                    m_names[connection.peer] = Subject::outside(client.address);
                    break;
                }
            }
        }
    }
}

std::optional<Anchor> Anchors::of(const Subject& subject) const
{
    const auto it = m_anchors.find(subject);
    return it == m_anchors.end() ? std::nullopt : std::optional(it->second);
}

std::optional<Anchor> Anchors::of(NodeId node, const TopicPartition& partition) const
{
    switch (node.kind) {
    case NodeId::Kind::Broker: {
        const BrokerId id{node.number};
        if (!partition.topic.empty()) {
            if (auto chip = of(Subject::replica(partition, id)))
                return chip;
        }
        return of(Subject::broker(id));
    }
    case NodeId::Kind::Ensemble:
        return of(Subject::ensemble(node.number));
    case NodeId::Kind::Client:
    case NodeId::Kind::Outside: {
        if (const auto name = m_names.find(node); name != m_names.end()) {
            if (auto member = of(name->second))
                return member;
            return of(Subject::group(name->second.name)); // groups drawn small
        }
        return of(Subject::producer(node));
    }
    case NodeId::Kind::None:
        break;
    }
    return std::nullopt;
}

std::optional<Anchor> Anchors::ofFault(NodeId node) const
{
    if (auto own = of(node, {}))
        return own;
    return node.kind == NodeId::Kind::Outside ? m_outside : std::nullopt;
}

double Anchors::gutterWidth(std::size_t gutter) const
{
    if (!m_layout || gutter >= m_layout->gutters.size())
        return 0;
    return m_layout->gutters[gutter].right - m_layout->gutters[gutter].left;
}

} // namespace hw::ui
