#include "engine/simulate/log_audit.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/inspect/check.h"
#include "engine/world/disk.h"
#include "engine/world/host.h"

namespace hw::simulate {

using protocol::Batch;

namespace {

bool isSame(const Batch& one, const Batch& two)
{
    return std::ranges::equal(one.bytes.view(), two.bytes.view());
}

/// Hands problems on.
class Collector final : public inspect::Report
{
public:
    Collector(Findings& findings, BrokerId broker, std::string directory)
        : m_findings(findings)
        , m_broker(broker)
        , m_directory(std::move(directory))
    {
    }
    void row(const inspect::Row&) override {}
    void finding(const inspect::Finding& finding) override
    {
        // Snapshots of earlier lives go with the next start, and checkpoints of topics that are
        // gone with the next writing: nothing is wrong with either.
        const bool isOfPartition = !finding.file.ends_with("-offset-checkpoint");
        if (finding.isProblem && isOfPartition &&
            finding.kind != inspect::FindingKind::SnapshotStray)
            m_findings.add(11, fmt::format("broker {}, {}: {}", m_broker, m_directory,
                                           observe::textOf(finding)));
    }
    bool goOn(std::uint64_t) override { return true; }

private:
    Findings& m_findings;
    const BrokerId m_broker;
    const std::string m_directory;
};

} // namespace

void LogAudit::look(const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    for (const auto& topic : snapshot.topics) {
        const bool isKnown = topic->internal || m_book.steady(topic->name) != nullptr;
        for (const auto& part : topic->partitions) {
            std::vector<Image> images;
            for (const observe::ReplicaPart& replica : part->replicas) {
                // What lies on the disk of a broker that is down may be torn: nobody reads it yet.
                if (!isKnown || replica.role == observe::ReplicaRole::Offline)
                    continue;
                Image image{replica.broker, Offset(gauges.hw[replica.slot]),
                            readLog(part->id, replica.broker)};
                judge(part->id, image, topic->internal);
                images.push_back(std::move(image));
            }
            for (std::size_t one = 0; one < images.size() && !topic->internal; ++one)
                for (std::size_t two = one + 1; two < images.size(); ++two)
                    compare(part->id, images[one], images[two]);
        }
    }
}

std::vector<Batch> LogAudit::readLog(const TopicPartition& id, BrokerId broker)
{
    std::vector<Batch> batches;
    world::Host* host = m_world.find(NodeId::broker(broker));
    const auto files = host->disk().list(id.text());
    if (!files)
        return batches; // never told of it, or not yet
    for (const world::DirectoryEntry& file : *files) {
        if (!file.name.ends_with(".log"))
            continue;
        auto bytes = world::readAll(host->disk(), id.text() + "/" + file.name);
        if (!bytes)
            continue;
        protocol::BatchWalker walker{Slice(std::move(*bytes))};
        while (true) {
            auto batch = walker.next();
            if (!batch || !*batch)
                break;
            batches.push_back(std::move(**batch));
        }
    }
    return batches;
}

void LogAudit::judge(const TopicPartition& id, const Image& image, bool isCompacted)
{
    const Batch* before = nullptr;
    for (const Batch& batch : image.batches) {
        const auto& header = batch.header;
        const auto where = [&] {
            return fmt::format("{} on broker {} at {}", id.text(), image.broker, header.baseOffset);
        };
        if (!protocol::hasValidCrc(batch.bytes.view()) && !m_excuses.isFlipped(id))
            m_findings.add(11, where() + ": wrong CRC");
        if (before && header.leaderEpoch < before->header.leaderEpoch)
            m_findings.add(4, fmt::format("{}: epoch {} after {}", where(), header.leaderEpoch,
                                          before->header.leaderEpoch));
        if (before && !isCompacted && header.baseOffset != before->header.nextOffset())
            m_findings.add(11,
                           fmt::format("{}: {} comes next", where(), before->header.nextOffset()));
        before = &batch;
    }
    if (!isCompacted)
        judgeSequences(id, image);
}

void LogAudit::judgeSequences(const TopicPartition& id, const Image& image)
{
    struct Last
    {
        ProducerEpoch epoch;
        std::int32_t sequence = -1;
    };
    std::map<ProducerId, Last> lasts;
    for (const Batch& batch : image.batches) {
        const auto& header = batch.header;
        if (!header.hasProducer())
            continue;
        const auto [last, isNew] = lasts.try_emplace(header.producerId);
        // The first may have any number: what came before it belonged to an earlier topic.
        const bool follows =
            isNew || (header.producerEpoch == last->second.epoch
                          ? header.baseSequence == last->second.sequence + 1
                          : header.producerEpoch > last->second.epoch && header.baseSequence == 0);
        if (!follows)
            m_findings.add(7,
                           fmt::format("{} on broker {} at {}: producer {} epoch {} sequence {} "
                                       "comes after epoch {} sequence {}",
                                       id.text(), image.broker, header.baseOffset,
                                       header.producerId, header.producerEpoch, header.baseSequence,
                                       last->second.epoch, last->second.sequence));
        last->second = {header.producerEpoch, header.lastSequence()};
    }
}

void LogAudit::compare(const TopicPartition& id, const Image& one, const Image& two)
{
    const Offset mark = std::min(one.mark, two.mark);
    const bool isExcused = m_excuses.of(id) != nullptr;
    const std::size_t most = std::min(one.batches.size(), two.batches.size());
    std::optional<Offset> firstDifference;
    for (std::size_t i = 0; i < most; ++i) {
        const Batch& first = one.batches[i];
        const Batch& second = two.batches[i];
        if (!isSame(first, second)) {
            if (!firstDifference)
                firstDifference = first.header.baseOffset;
            if (first.header.baseOffset < mark && !isExcused)
                m_findings.add(2, fmt::format("{} at {}: brokers {} and {} differ below their "
                                              "watermarks {} and {}",
                                              id.text(), first.header.baseOffset, one.broker,
                                              two.broker, one.mark, two.mark));
        } else if (firstDifference && !isExcused) {
            m_findings.add(4, fmt::format("{}: brokers {} and {} hold the same batch at {}, but "
                                          "differ before, at {}",
                                          id.text(), one.broker, two.broker,
                                          first.header.baseOffset, *firstDifference));
        }
        if (first.header.baseOffset == second.header.baseOffset && !isSame(first, second) &&
            !isExcused && first.header.leaderEpoch == second.header.leaderEpoch)
            m_findings.add(4, fmt::format("{} at {}: brokers {} and {} have different batches of "
                                          "epoch {}",
                                          id.text(), first.header.baseOffset, one.broker,
                                          two.broker, first.header.leaderEpoch));
    }
}

void LogAudit::inspect(BrokerId broker)
{
    world::Disk& disk = m_world.find(NodeId::broker(broker))->disk();
    const auto entries = disk.list("");
    if (!entries)
        return;
    for (const world::DirectoryEntry& entry : *entries) {
        const bool isPartition = entry.isDirectory && !entry.name.ends_with("-delete") &&
                                 !entry.name.ends_with("-stray") &&
                                 entry.name.find('-') != std::string::npos;
        if (!isPartition)
            continue;
        Collector collector(m_findings, broker, entry.name);
        const auto totals = inspect::check(disk, entry.name, inspect::Detail::None, collector);
        if (!totals)
            m_findings.add(
                11, fmt::format("broker {}, {}: {}", broker, entry.name, totals.error().message));
    }
}

} // namespace hw::simulate
