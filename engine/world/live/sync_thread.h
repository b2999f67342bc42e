#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/base/function.h"
#include "engine/world/live/posix.h"

namespace hw::world {

/// Calls fsync away from the loop, one after the other, on a thread made for the first.
class SyncThread
{
public:
    using Done = UniqueFunction<void(Result<void>)>;

    ~SyncThread() { stop(); }
    /// `done` is called on the helper thread.
    void sync(std::shared_ptr<const Descriptor> what, Done done);
    /// Finishes what is queued, then joins.
    void stop();

private:
    struct Job
    {
        std::shared_ptr<const Descriptor> what;
        Done done;
    };
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace hw::world
