#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/broker/core/partition_port.h"
#include "engine/protocol/record_batch.h"
#include "engine/world/loop.h"

namespace hw::test {

/// The batches of partitions, in memory; several brokers' ports may share it, as replicas would.
using MemoryLogs = std::map<TopicPartition, std::vector<Slice>>;

inline Offset endOf(const std::vector<Slice>& log)
{
    return log.empty() ? Offset{0} : protocol::BatchHeader::parse(log.back().view())->nextOffset();
}

/// Partitions that replicate after a while, or fail, as a test says.
class MemoryPort final : public broker::PartitionPort
{
public:
    MemoryPort(world::Loop& loop, MemoryLogs& logs)
        : m_loop(loop)
        , m_logs(logs)
    {
    }

    Duration latency = 2ms;
    protocol::ErrorCode error = protocol::ErrorCode::None; ///< of appends; None: they succeed
    bool hold = false;                                     ///< appends wait for `release`
    bool unreadable = false;
    std::set<TopicPartition> led;
    int reads = 0;
    int appends = 0;

    void release()
    {
        hold = false;
        for (Task& task : std::exchange(m_held, {}))
            m_loop.post(std::move(task));
    }

    void appendAndReplicate(const TopicPartition& to, Slice batch, Duration,
                            UniqueFunction<void(Appended)> done) override
    {
        ++appends;
        if (error != protocol::ErrorCode::None || !led.contains(to)) {
            done({led.contains(to) ? error : protocol::ErrorCode::NotLeaderOrFollower, kNoOffset});
            return;
        }
        std::vector<Slice>& log = m_logs[to];
        const Offset base = endOf(log);
        Bytes bytes(batch.view().begin(), batch.view().end());
        protocol::setBaseOffset(bytes, base);
        log.emplace_back(std::move(bytes));
        Task answer = [done = std::move(done), base] { done({protocol::ErrorCode::None, base}); };
        if (hold)
            m_held.push_back(std::move(answer));
        else
            m_loop.after(latency, std::move(answer));
    }

    std::optional<Bounds> leads(const TopicPartition& partition) const override
    {
        if (!led.contains(partition))
            return std::nullopt;
        const auto log = m_logs.find(partition);
        const Offset end = log == m_logs.end() ? Offset{0} : endOf(log->second);
        return Bounds{Offset{0}, end, end, LeaderEpoch{1}};
    }

    Result<Slice> read(const TopicPartition& from, Offset at, Offset limit,
                       std::uint32_t maxBytes) override
    {
        ++reads;
        if (unreadable)
            return fail(Failure::Io, "the disk is broken");
        Bytes bytes;
        for (const Slice& batch : m_logs[from]) {
            const auto header = protocol::BatchHeader::parse(batch.view());
            if (header->lastOffset() < at || header->baseOffset >= limit)
                continue;
            if (!bytes.empty() && bytes.size() + batch.size() > maxBytes)
                break;
            bytes.insert(bytes.end(), batch.view().begin(), batch.view().end());
        }
        return Slice(std::move(bytes));
    }

private:
    world::Loop& m_loop;
    MemoryLogs& m_logs;
    std::vector<Task> m_held;
};

} // namespace hw::test
