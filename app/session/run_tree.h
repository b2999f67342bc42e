#pragma once

#include <map>
#include <string>

#include "app/session/run_log.h"
#include "engine/cluster/run_control.h"

namespace hw::app {

/// One future of a run.
struct RunFuture
{
    std::int32_t id = 0;
    std::int32_t parent = -1;
    std::string name;
    RunPosition forked;
    RunLog log;
    RunPosition left; ///< where it was when somebody went elsewhere
    RunPosition end;  ///< the last that was reached
};

/// All futures of a run; one of them is present.
class RunTree
{
public:
    explicit RunTree(const cluster::ClusterSpec& spec);

    RunFuture& present() { return m_futures.at(m_present); }
    const RunFuture& present() const { return m_futures.at(m_present); }
    /// Null if there is none.
    const RunFuture* find(std::int32_t id) const;
    bool isFull() const { return m_futures.size() >= cluster::RunControl::kBranchLimit; }
    /// Makes another future that begins where the present one has come to, and is present now.
    void fork(const RunPosition& at, std::vector<RunCommand> given);
    void setPresent(std::int32_t id);
    void rename(std::int32_t id, const std::string& name);
    /// Those that left it are taken for its parent's. Not the present one.
    void remove(std::int32_t id);
    std::vector<cluster::RunBranch> list() const;
    /// Rises whenever `list` says something else, but for how far futures have come.
    std::uint64_t version() const { return m_version; }
    void changed() { ++m_version; }

private:
    std::map<std::int32_t, RunFuture> m_futures;
    std::int32_t m_present = 0;
    std::int32_t m_next = 1;
    std::uint64_t m_version = 1;
};

} // namespace hw::app
