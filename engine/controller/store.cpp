#include "engine/controller/store.h"

#include "engine/base/mutation.h"

namespace hw::controller {

using namespace coordination;

Store::Store(Client& client, std::int32_t epochVersion, UniqueFunction<void()> onFenced)
    : m_client(client)
    , m_epochVersion(epochVersion)
    , m_life(std::make_shared<Life>())
{
    m_life->onFenced = std::move(onFenced);
}

void Store::stop() { m_life.reset(); }

Client::OnReply Store::guard(Client::OnReply done) const
{
    const std::weak_ptr<Life> life = m_life;
    return [life, done = std::move(done)](const Reply& reply) {
        // With the session the reign ends; whoever keeps the session says so.
        if (!life.expired() && reply.error != ZkError::SessionExpired)
            done(reply);
    };
}

Client::OnWatch Store::guard(Client::OnWatch watch) const
{
    const std::weak_ptr<Life> life = m_life;
    return [life, watch = std::move(watch)](const WatchEvent& event) {
        if (!life.expired())
            watch(event);
    };
}

void Store::write(std::vector<Op> ops, OnWritten done)
{
    // Version -1 fits any: the controllers of older epochs are not fenced then.
    const std::int32_t version = mutated(Rule::ControllerWritesFenced) ? -1 : m_epochVersion;
    ops.insert(ops.begin(), Op::check(kafka::kControllerEpoch, version));
    const std::weak_ptr<Life> weak = m_life;
    m_client.multi(std::move(ops), [weak, done = std::move(done)](const MultiReply& reply) {
        const auto life = weak.lock();
        if (!life || reply.results.empty())
            return;
        if (reply.results.front().error != ZkError::Ok) {
            life->onFenced();
            return;
        }
        done(reply.error, Results(reply.results.begin() + 1, reply.results.end()));
    });
}

void Store::getData(const std::string& path, Client::OnReply done)
{
    m_client.getData(path, guard(std::move(done)));
}

void Store::getChildren(const std::string& path, Client::OnReply done, Client::OnWatch watch)
{
    m_client.getChildren(path, guard(std::move(done)),
                         watch ? guard(std::move(watch)) : Client::OnWatch());
}

void Store::exists(const std::string& path, Client::OnReply done, Client::OnWatch watch)
{
    m_client.exists(path, guard(std::move(done)), guard(std::move(watch)));
}

} // namespace hw::controller
