#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "engine/broker/core/lifeline.h"
#include "engine/world/loop.h"

namespace hw::broker {

class DelayedOperation;
class Purgatory;
class WatchList;

/// Wakes watch lists in a later task, each once however often it was marked until then. So a
/// request that appends to many partitions wakes a fetch that waits for all of them a single time,
/// and nothing is completed in the middle of an append.  Kafka: DelayedActionQueue.
class Wakeups
{
public:
    explicit Wakeups(world::Loop& loop)
        : m_loop(loop)
    {
    }

    void mark(WatchList& list);
    void forget(WatchList& list);

private:
    void run();

    world::Loop& m_loop;
    std::vector<WatchList*> m_marked;
    std::vector<WatchList*> m_waking; ///< while `run` works through them
    bool m_posted = false;
    Lifeline m_life;
};

/// The place of one operation in one watch list.
struct WatchNode
{
    DelayedOperation* operation = nullptr;
    WatchList* list = nullptr;
    WatchNode* previous = nullptr;
    WatchNode* next = nullptr;
    std::uint32_t tag = 0; ///< which of its concerns the operation watches here
};

/// Operations that wait for one thing, for example for one partition's high watermark. In order of
/// arrival.
class WatchList
{
public:
    explicit WatchList(Wakeups& wakeups)
        : m_wakeups(wakeups)
    {
    }
    ~WatchList();
    WatchList(const WatchList&) = delete;
    WatchList& operator=(const WatchList&) = delete;

    bool empty() const { return m_first == nullptr; }
    /// The thing may have happened: its watchers look in a later task.
    void wakeLater()
    {
        if (!empty())
            m_wakeups.mark(*this);
    }

private:
    friend class DelayedOperation;
    friend class Purgatory;
    friend class Wakeups;
    void link(WatchNode& node);
    void unlink(WatchNode& node);
    void wakeNow();

    Wakeups& m_wakeups;
    WatchNode* m_first = nullptr;
    WatchNode* m_last = nullptr;
    bool m_marked = false;
};

/// A request that waits until something holds or its time is up; completes exactly once.
/// Kafka: DelayedOperation.
class DelayedOperation
{
public:
    virtual ~DelayedOperation();
    DelayedOperation(const DelayedOperation&) = delete;
    DelayedOperation& operator=(const DelayedOperation&) = delete;

protected:
    DelayedOperation() = default;

    /// What it watches with `tag` may have changed. True: complete it now.
    virtual bool isReady(std::uint32_t tag) = 0;
    /// Answers. Called once; the operation is destroyed afterwards.
    virtual void complete(bool timedOut) = 0;

    /// How many lists it will watch, before the first `watch`.
    void reserveWatches(std::size_t count) { m_nodes.reserve(count); }
    void watch(WatchList& list, std::uint32_t tag);

private:
    friend class Purgatory;
    friend class WatchList;

    std::vector<WatchNode> m_nodes; ///< never grows beyond what was reserved: lists point into it
    std::unique_ptr<world::Timer> m_timer;
    Purgatory* m_home = nullptr;
    std::list<std::unique_ptr<DelayedOperation>>::iterator m_place;
};

/// Keeps operations until they complete. Bounded by the connections: each waits for one answer, so
/// it has at most one operation in here, coordinators' appends apart.
/// Kafka: DelayedOperationPurgatory.
class Purgatory
{
public:
    explicit Purgatory(world::Loop& loop)
        : m_loop(loop)
    {
    }

    /// The operation watches its lists already and was not ready when its maker looked.
    void keep(std::unique_ptr<DelayedOperation> operation, Duration timeout);
    std::size_t size() const { return m_operations.size(); }
    /// Drops all without completing them: their requests are never answered.
    void clear() { m_operations.clear(); }

private:
    friend class WatchList;
    void finish(DelayedOperation& operation, bool timedOut);

    world::Loop& m_loop;
    std::list<std::unique_ptr<DelayedOperation>> m_operations;
};

} // namespace hw::broker
