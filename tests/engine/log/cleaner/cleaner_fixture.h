#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/log/cleaner/log_cleaner.h"
#include "tests/engine/log/log_fixture.h"

namespace hw::log::test {

/// A broker's log directory with its cleaner, over several lives, in simulated time.
class CleanerFixture
{
public:
    explicit CleanerFixture(std::uint64_t seed = 1)
        : world(world::SimOptions{seed})
        , host(faults.wrap(world.addHost({NodeId::broker(BrokerId(1)), "broker1"})))
        , disk(&host.disk())
    {
        directory.broker = BrokerId(1);
        config.segmentBytes = 4096;
        config.segmentIndexBytes = 1024;
        config.indexIntervalBytes = 256;
        config.compacted = true;
        config.minCleanableDirtyRatio = 0.01;
        config.deletes = false;
        directory.defaults = config;
        cleaning.backoff = 10ms;
    }
    ~CleanerFixture() { die(); }

    /// Opens the directory and starts the cleaner.
    void start()
    {
        logs = std::make_unique<LogManager>(host.loop(), *disk, directory);
        bool isLoaded = false;
        logs->load([&](Result<LoadSummary> loaded) {
            HW_ASSERT(loaded.has_value() && loaded->failed.empty(), "the directory is opened");
            summary = *loaded;
            isLoaded = true;
        });
        HW_ASSERT(world.runUntil([&] { return isLoaded; }, 10s), "loading ends");
        CleanerHooks hooks;
        hooks.lastStable = [this](const TopicPartition& partition) {
            const Log* log = logs->find(partition);
            return lastStable ? lastStable : log ? std::optional(log->leo()) : std::nullopt;
        };
        hooks.onCleaned = [this](const TopicPartition&, const CleaningReport& report) {
            reports.push_back(report);
        };
        hooks.onUncleanable = [this](const TopicPartition&, const Error& error) {
            uncleanable.push_back(error.message);
        };
        hooks.onStorageFailed = [this](const TopicPartition&, const Error& error) {
            storageFailures.push_back(error.message);
        };
        cleaner =
            std::make_unique<LogCleaner>(host.loop(), *disk, *logs, cleaning, std::move(hooks));
        cleaner->start();
    }
    /// The process dies: what was written stays.
    void die()
    {
        cleaner.reset();
        logs.reset();
    }
    /// `die`, with all that was scheduled.
    void crash(bool power)
    {
        bool done = false;
        host.control([&] {
            die();
            power ? host.losePower() : host.crash();
            done = true;
        });
        while (!done)
            world.runOne();
    }

    Log& log() { return **logs->getOrCreate(kPartition, config); }
    void setConfig() { log().setConfig(config); }
    Offset write(const std::string& key, std::optional<std::string> value)
    {
        protocol::BatchBuilder builder;
        builder.add(world.wallTime(), viewOf(key),
                    value ? std::optional(viewOf(*value)) : std::nullopt);
        const auto info =
            log().appendAsLeader(Slice(builder.build()), LeaderEpoch(epoch), world.wallTime());
        HW_ASSERT(info.has_value(), info.error().message);
        return info->firstOffset;
    }
    /// So that the next write begins a segment: everything before it can be cleaned then.
    void roll()
    {
        const Duration segmentTime = std::exchange(config.segmentTime, 0ms);
        setConfig();
        world.runFor(1ms);
        write("roll", "r");
        config.segmentTime = segmentTime;
        setConfig();
    }
    /// They have rested for longer than producer.id.expiration.ms.
    void forgetProducers()
    {
        log().expireProducers(WallTime(world.wallTime().ms() + toMs(std::chrono::hours(25))));
    }
    /// Until the cleaner has found nothing to do.
    void clean() { world.runFor(50ms); }

    struct Kept
    {
        std::int64_t offset = 0;
        std::string key;
        std::optional<std::string> value;
    };
    /// Every batch's header from the log's start on, as readers get them.
    std::vector<protocol::Batch> batches()
    {
        std::vector<protocol::Batch> found;
        Offset from = log().logStart();
        while (from < log().leo()) {
            const auto read = log().read(from, log().leo(), 700, true);
            HW_ASSERT(read.has_value(), read.error().message);
            if (read->records.empty())
                break;
            protocol::BatchWalker walker(*read->records.flatten());
            while (const auto batch = *walker.next()) {
                HW_ASSERT(protocol::hasValidCrc(batch->bytes.view()), "CRCs fit");
                HW_ASSERT(found.empty() ||
                              batch->header.baseOffset > found.back().header.lastOffset(),
                          "offsets rise");
                found.push_back(*batch);
            }
            from = read->nextOffset;
        }
        return found;
    }
    std::vector<Kept> records()
    {
        std::vector<Kept> kept;
        for (const protocol::Batch& batch : batches()) {
            auto reader = protocol::RecordReader::open(batch);
            while (const auto record = *reader->next()) {
                const auto text = [](const std::optional<ByteView>& bytes) {
                    return bytes ? std::optional(textOf(*bytes)) : std::nullopt;
                };
                kept.push_back({record->offset.value(), *text(record->key), text(record->value)});
            }
        }
        return kept;
    }
    /// `0:1111=a 3:1111` and so on.
    std::string text()
    {
        std::string all;
        for (const Kept& record : records()) {
            if (record.key == "roll")
                continue;
            all += all.empty() ? "" : " ";
            all += std::to_string(record.offset) + ':' + record.key;
            all += record.value ? '=' + *record.value : "";
        }
        return all;
    }
    /// Names in the partition's directory that end like this.
    std::size_t filesEnding(std::string_view ending)
    {
        std::size_t count = 0;
        const auto entries = host.disk().list(kPartition.text());
        for (const world::DirectoryEntry& entry : *entries)
            count += entry.name.ends_with(ending) ? 1 : 0;
        return count;
    }
    Bytes fileBytes(const std::string& name)
    {
        const auto bytes = world::readAll(host.disk(), name);
        HW_ASSERT(bytes.has_value(), bytes.error().message);
        return *bytes;
    }
    /// All sealed segments' three files, as they are.
    std::map<std::string, Bytes> sealedFiles()
    {
        std::map<std::string, Bytes> files;
        for (const SegmentInfo& segment : log().segments()) {
            if (segment.base == log().activeSegmentBase())
                break;
            for (const char* suffix : {kLogSuffix, kIndexSuffix, kTimeIndexSuffix}) {
                const std::string name = segmentFileName(segment.base, suffix);
                files[name] = fileBytes(kPartition.text() + "/" + name);
            }
        }
        return files;
    }

    world::SimWorld world;
    world::FaultTable faults;
    world::Host& host;
    world::Disk* disk; ///< what the logs use; the host's own unless a test wraps it
    LogManagerConfig directory;
    LogConfig config;
    CleanerConfig cleaning;
    int epoch = 0;
    std::optional<Offset> lastStable; ///< none: the log's end
    LoadSummary summary;
    std::unique_ptr<LogManager> logs;
    std::unique_ptr<LogCleaner> cleaner;
    std::vector<CleaningReport> reports;
    std::vector<std::string> uncleanable;
    std::vector<std::string> storageFailures;
};

} // namespace hw::log::test
