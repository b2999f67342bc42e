#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/controller/context.h"
#include "engine/coordination/client.h"
#include "engine/coordination/kafka_znodes.h"

namespace hw::controller {

/// Counts answers that were asked for together; runs `done` when the last one is there.
class Gather
{
public:
    static std::shared_ptr<Gather> start(UniqueFunction<void()> done)
    {
        auto gather = std::make_shared<Gather>();
        gather->m_done = std::move(done);
        return gather;
    }
    /// One more is awaited. The one who gathers holds one too, until `finished`.
    void expect() { ++m_open; }
    void finished()
    {
        if (--m_open == 0)
            m_done();
    }

private:
    std::size_t m_open = 1;
    UniqueFunction<void()> m_done;
};

/// The controller's way to the coordination service for one reign. Every write goes with a check of
/// `/controller_epoch`'s version: if another controller was elected since, nothing is written and
/// `onFenced` runs. After `stop` no callback runs any more.  Kafka: KafkaZkClient's
/// retryRequestsUntilConnected with an expected controller epoch version.
class Store
{
public:
    using Results = std::vector<coordination::OpResult>;
    using OnWritten = UniqueFunction<void(coordination::ZkError, const Results&)>;

    /// `client` outlives it.
    Store(coordination::Client& client, std::int32_t epochVersion, UniqueFunction<void()> onFenced);
    ~Store() { stop(); }
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    void stop();

    /// All of `ops` or none. The results are theirs only.
    void write(std::vector<coordination::Op> ops, OnWritten done);

    using OnData = UniqueFunction<void(const std::optional<Bytes>&)>;

    void exists(const std::string& path, coordination::Client::OnReply done,
                coordination::Client::OnWatch watch);
    void getData(const std::string& path, coordination::Client::OnReply done);
    void getChildren(const std::string& path, coordination::Client::OnReply done,
                     coordination::Client::OnWatch watch = nullptr);

private:
    struct Life
    {
        UniqueFunction<void()> onFenced;
    };
    coordination::Client::OnReply guard(coordination::Client::OnReply done) const;
    coordination::Client::OnWatch guard(coordination::Client::OnWatch watch) const;

    coordination::Client& m_client;
    std::int32_t m_epochVersion;
    std::shared_ptr<Life> m_life; ///< callbacks hold it weakly
};

} // namespace hw::controller
