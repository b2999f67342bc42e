#include "engine/broker/core/delayed_operation.h"

#include <algorithm>
#include <utility>

#include "engine/base/assert.h"

namespace hw::broker {

void Wakeups::mark(WatchList& list)
{
    if (list.m_marked)
        return;
    list.m_marked = true;
    m_marked.push_back(&list);
    if (m_posted)
        return;
    m_posted = true;
    m_loop.post(m_life.guard([this] { run(); }));
}

void Wakeups::forget(WatchList& list)
{
    std::ranges::replace(m_marked, &list, nullptr);
    std::ranges::replace(m_waking, &list, nullptr);
}

void Wakeups::run()
{
    m_posted = false;
    // Lists that are marked once they were woken come after these, in the next task.
    m_waking = std::move(m_marked);
    m_marked.clear();
    for (std::size_t i = 0; i < m_waking.size(); ++i) {
        WatchList* const list = std::exchange(m_waking[i], nullptr);
        if (!list)
            continue;
        list->m_marked = false;
        list->wakeNow();
    }
    m_waking.clear();
}

WatchList::~WatchList()
{
    if (m_marked)
        m_wakeups.forget(*this);
    while (m_first)
        unlink(*m_first);
}

void WatchList::link(WatchNode& node)
{
    node.list = this;
    node.previous = m_last;
    node.next = nullptr;
    (m_last ? m_last->next : m_first) = &node;
    m_last = &node;
}

void WatchList::unlink(WatchNode& node)
{
    (node.previous ? node.previous->next : m_first) = node.next;
    (node.next ? node.next->previous : m_last) = node.previous;
    node.list = nullptr;
}

void WatchList::wakeNow()
{
    for (WatchNode* node = m_first; node;) {
        // Completing destroys this node's operation and no other.
        WatchNode* const next = node->next;
        DelayedOperation& operation = *node->operation;
        if (operation.isReady(node->tag))
            operation.m_home->finish(operation, false);
        node = next;
    }
}

DelayedOperation::~DelayedOperation()
{
    for (WatchNode& node : m_nodes)
        if (node.list)
            node.list->unlink(node);
}

void DelayedOperation::watch(WatchList& list, std::uint32_t tag)
{
    HW_ASSERT(m_nodes.size() < m_nodes.capacity(),
              "watches are reserved, since lists point to them");
    list.link(m_nodes.emplace_back(WatchNode{this, nullptr, nullptr, nullptr, tag}));
}

void Purgatory::keep(std::unique_ptr<DelayedOperation> operation, Duration timeout)
{
    DelayedOperation& kept = *operation;
    kept.m_home = this;
    kept.m_place = m_operations.insert(m_operations.end(), std::move(operation));
    kept.m_timer = std::make_unique<world::Timer>(m_loop);
    kept.m_timer->start(timeout, [this, &kept] { finish(kept, true); });
}

void Purgatory::finish(DelayedOperation& operation, bool timedOut)
{
    const std::unique_ptr<DelayedOperation> own = std::move(*operation.m_place);
    m_operations.erase(operation.m_place);
    own->m_timer->cancel();
    for (WatchNode& node : own->m_nodes)
        if (node.list)
            node.list->unlink(node);
    own->complete(timedOut);
}

} // namespace hw::broker
