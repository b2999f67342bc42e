#include "engine/world/live/sync_thread.h"

#include <cerrno>
#include <csignal>

#include <pthread.h>
#include <unistd.h>

namespace hw::world {

void SyncThread::sync(std::shared_ptr<const Descriptor> what, Done done)
{
    const std::lock_guard lock(m_mutex);
    m_jobs.push_back({std::move(what), std::move(done)});
    m_changed.notify_one();
    if (m_thread.joinable())
        return;
    m_stopping = false;
    // Started from a loop's thread, whose signals are blocked already.
    m_thread = std::thread([this] { run(); });
    pthread_setname_np(m_thread.native_handle(), "sync");
}

void SyncThread::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_changed.notify_one();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void SyncThread::run()
{
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_stopping || !m_jobs.empty(); });
            if (m_jobs.empty())
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        if (::fsync(job.what->fd()) == 0)
            job.done({});
        else
            job.done(tl::unexpected(posixError(errno, "sync", job.what->path())));
    }
}

} // namespace hw::world
