#pragma once

#include <map>
#include <optional>

#include "engine/observe/snapshot.h"
#include "ui/map/layout.h"
#include "ui/map/router.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// Where the things of one layout can be touched by lines and messages.
class Anchors
{
public:
    void rebuild(const Shape& shape, const Layout& layout);
    /// Which node is which member or outside client; after every snapshot.
    void rename(const observe::Snapshot& snapshot);

    std::optional<Anchor> of(const Subject& subject) const;
    /// The replica's chip, or its broker's header when the partition is not there.
    std::optional<Anchor> of(NodeId node, const TopicPartition& partition) const;
    /// Where a fault of a node is drawn. What acts on every outside program alike stands at the
    /// first one, or where they will appear when there is none.
    std::optional<Anchor> ofFault(NodeId node) const;
    const Router& router() const { return m_router; }
    /// Of the cards: how many columns there are, and in which a card stands.
    std::size_t columns() const { return m_layout ? m_layout->columns : 1; }
    std::size_t columnOf(std::size_t card) const { return m_layout ? m_layout->columnOf(card) : 0; }
    double gutterWidth(std::size_t gutter) const;

private:
    Router m_router;
    const Layout* m_layout = nullptr;
    std::map<Subject, Anchor> m_anchors;
    std::map<NodeId, Subject> m_names;
    std::optional<Anchor> m_outside;
};

} // namespace hw::ui
