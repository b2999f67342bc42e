#pragma once

#include <deque>
#include <filesystem>
#include <functional>

#include "app/session/log_desk.h"
#include "app/session/sim_session.h"

namespace hw::app {

/// Reads logs for a window on a simulated cluster: the replicas' on the disks of that world,
/// between its tasks; any path by a desk of its own. Answers to the former are ready at the next
/// call.
class SimLogDesk final : public observe::LogSource
{
public:
    /// `session` tells the one that is in the picture now.
    explicit SimLogDesk(std::function<SimSession&()> session);

    observe::LogRequestId ask(observe::LogRequest request) override;
    void cancel(observe::LogRequestId id) override;
    std::vector<observe::LogAnswer> takeAnswers() override;

private:
    observe::LogAnswer answer(observe::LogRequestId id, const observe::LogRequest& request);

    std::function<SimSession&()> m_session;
    LogDesk m_paths;
    /// Apart from the numbers of the other desk.
    observe::LogRequestId m_nextId = observe::LogRequestId(1) << 62;
    std::deque<std::pair<observe::LogRequestId, observe::LogRequest>> m_waiting;
    std::vector<observe::LogAnswer> m_ready;
};

} // namespace hw::app
