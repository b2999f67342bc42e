#include "app/session/run_tree.h"

#include <algorithm>

#include "engine/base/assert.h"

namespace hw::app {

RunTree::RunTree(const cluster::ClusterSpec& spec) { m_futures[0].log.spec = spec; }

const RunFuture* RunTree::find(std::int32_t id) const
{
    const auto found = m_futures.find(id);
    return found == m_futures.end() ? nullptr : &found->second;
}

void RunTree::fork(const RunPosition& at, std::vector<RunCommand> given)
{
    HW_ASSERT(!isFull(), "the number of branches is bounded");
    const RunFuture& from = present();
    RunFuture future;
    future.id = m_next++;
    future.parent = from.id;
    future.forked = future.left = future.end = at;
    future.log = {from.log.spec, std::move(given), from.log.byTime};
    m_present = future.id;
    m_futures[future.id] = std::move(future);
    ++m_version;
}

void RunTree::setPresent(std::int32_t id)
{
    HW_ASSERT(find(id), "one goes only to a branch that is there");
    if (id == m_present)
        return;
    m_present = id;
    ++m_version;
}

void RunTree::rename(std::int32_t id, const std::string& name)
{
    const auto found = m_futures.find(id);
    if (found == m_futures.end() || name.size() > cluster::RunControl::kNameLimit)
        return;
    found->second.name = name;
    ++m_version;
}

void RunTree::remove(std::int32_t id)
{
    const RunFuture* gone = find(id);
    if (!gone || id == m_present)
        return;
    for (auto& [other, future] : m_futures)
        if (future.parent == id)
            future.parent = gone->parent;
    m_futures.erase(id);
    ++m_version;
}

std::vector<cluster::RunBranch> RunTree::list() const
{
    std::vector<cluster::RunBranch> branches;
    for (const auto& [id, future] : m_futures) {
        cluster::RunBranch branch;
        branch.id = id;
        branch.parent = future.parent;
        branch.name = future.name;
        branch.forked = future.forked.at;
        branch.knownTo = future.end.at;
        branch.commands = future.log.commands.size() - future.forked.commands;
        if (branch.commands > 0)
            branch.last = future.log.commands.back().command;
        branch.isCurrent = id == m_present;
        branches.push_back(std::move(branch));
    }
    return branches;
}

} // namespace hw::app
