#pragma once

#include <memory>

#include "engine/coordination/state_bytes.h"
#include "engine/coordination/storage.h"
#include "engine/world/loop.h"

namespace hw::coordination {

/// Writes a state, as it is at one moment, to its file: in slices, a task each, between which
/// transactions go on. A small state is written at once.  ZooKeeper: ZooKeeperServer.takeSnapshot,
/// which has a thread for it.
class SnapshotWriter
{
public:
    /// Both outlive it. Its destruction forgets what is not written yet, as a crash would.
    SnapshotWriter(world::Loop& loop, Storage& storage)
        : m_loop(loop)
        , m_storage(storage)
    {
    }

    /// `state` must not be replaced before `done`, which comes in a later task, once the snapshot
    /// survives a power loss or has failed. One that is under way is given up, without a word.
    void start(const State& state, world::SyncDone done);
    void giveUp();
    bool busy() const { return m_job != nullptr; }

private:
    struct Job
    {
        const State& state;
        std::shared_ptr<StateImage> image;
        std::unique_ptr<Storage::NewSnapshot> file;
        world::SyncDone done;
        bool inPlace = false; ///< by its final name, whose sync is under way
    };
    Result<void> write();
    Result<void> putInPlace();
    void orEnd(const Result<void>& result);
    void end(const Result<void>& result);
    /// What is wrapped does nothing once this job is not the present one.
    template <class F> auto whilePresent(F f) const
    {
        return [job = std::weak_ptr<Job>(m_job), f = std::move(f)](auto&&... args) {
            if (!job.expired())
                f(std::forward<decltype(args)>(args)...);
        };
    }

    world::Loop& m_loop;
    Storage& m_storage;
    std::shared_ptr<Job> m_job;
};

} // namespace hw::coordination
