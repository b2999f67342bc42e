#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

#include "engine/observe/log_source.h"

namespace hw::app {

/// Reads logs for the window on a thread of its own: replicas of the cluster whose data lies in a
/// directory, and any path. Opens files for reading only; the one thing it writes is an export,
/// to the file that the user named.
class LogDesk final : public observe::LogSource
{
public:
    /// `dataDirectory` holds a folder `broker-<id>` for each broker; empty: no cluster's files.
    explicit LogDesk(std::filesystem::path dataDirectory);
    /// Stops what is being read and waits for it.
    ~LogDesk() override;

    observe::LogRequestId ask(observe::LogRequest request) override;
    void cancel(observe::LogRequestId id) override;
    std::vector<observe::LogAnswer> takeAnswers() override;

private:
    struct Waiting
    {
        observe::LogRequestId id;
        observe::LogRequest request;
    };
    void work();
    observe::LogAnswer answer(const Waiting& waiting);
    void put(observe::LogAnswer answer);

    const std::filesystem::path m_dataDirectory;
    std::mutex m_mutex;
    std::condition_variable m_raised;
    std::deque<Waiting> m_waiting;           // guarded
    std::vector<observe::LogAnswer> m_ready; // guarded
    observe::LogRequestId m_nextId = 1;      // guarded
    bool m_ending = false;                   // guarded
    std::atomic<observe::LogRequestId> m_current = 0;
    std::atomic<bool> m_stop = false; ///< the request being answered
    std::thread m_thread;
};

} // namespace hw::app
