// Figures of one log directory on the real disk: appends, reads, creation, loading.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <future>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/log/cleaner/log_cleaner.h"
#include "engine/log/log_manager.h"
#include "engine/protocol/batch_builder.h"
#include "engine/world/live/live_world.h"

using namespace hw;
using namespace hw::log;

namespace {

constexpr WallTime kNow{1700000000000};
constexpr int kRounds = 5; // after one that is thrown away
constexpr std::size_t kBytesPerRound = 256 << 20;
constexpr int kCreatedLogs = 150;
constexpr int kLoadedLogs = 2000;

Slice batchOf(int records, std::size_t valueBytes)
{
    protocol::BatchBuilder builder;
    const Bytes value(valueBytes, 'x');
    for (int i = 0; i < records; ++i)
        builder.add(kNow, std::nullopt, ByteView(value));
    return Slice(builder.build());
}

/// Seconds of the fastest and the middle round.
void print(const char* name, const char* unit, double amount, std::vector<double> seconds)
{
    std::ranges::sort(seconds);
    std::printf("%-46s %9.1f %s (middle of %zu; best %.1f)\n", name,
                amount / seconds[seconds.size() / 2], unit, seconds.size(), amount / seconds[0]);
}

std::vector<double> rounds(const std::function<void()>& prepare, const std::function<void()>& work)
{
    std::vector<double> seconds;
    for (int round = 0; round <= kRounds; ++round) {
        prepare();
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (round > 0)
            seconds.push_back(took.count());
    }
    return seconds;
}

/// A broker's host and its log directory; work runs on the host's loop.
class Bench
{
public:
    explicit Bench(const std::string& directory)
        : m_world({directory, 1})
        , m_host(m_world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
    {
    }
    ~Bench() { close(); }

    void run(const std::function<void()>& work)
    {
        std::promise<void> done;
        m_host.control([&] {
            work();
            done.set_value();
        });
        done.get_future().wait();
    }
    LogManager& open()
    {
        std::promise<void> loaded;
        m_host.control([&] {
            LogManagerConfig config;
            config.broker = BrokerId(1);
            m_logs = std::make_unique<LogManager>(m_host.loop(), m_host.disk(), config);
            m_logs->load([&](Result<LoadSummary> summary) {
                HW_ASSERT(summary.has_value(), summary.error().message);
                loaded.set_value();
            });
        });
        loaded.get_future().wait();
        return *m_logs;
    }
    void shutDown()
    {
        std::promise<void> done;
        m_host.control([&] {
            m_logs->shutdown(BrokerEpoch(1), [&](Result<void> ended) {
                HW_ASSERT(ended.has_value(), ended.error().message);
                done.set_value();
            });
        });
        done.get_future().wait();
        close();
    }
    void close()
    {
        run([&] { m_logs.reset(); });
    }
    void empty()
    {
        run([&] {
            for (Log* log : m_logs->logs())
                HW_ASSERT(log->truncateFullyAndStartAt(Offset(0)).has_value(), "room again");
        });
    }

private:
    world::LiveWorld m_world;
    world::Host& m_host;
    std::unique_ptr<LogManager> m_logs;
};

void benchAppends(Bench& bench, LogManager& logs, int records, std::size_t valueBytes)
{
    const Slice batch = batchOf(records, valueBytes);
    const auto count = static_cast<int>(kBytesPerRound / batch.size());
    LogConfig config;
    Log* log = nullptr;
    bench.run([&] { log = *logs.getOrCreate({"bench", 0}, config); });
    const auto leading =
        rounds([&] { bench.empty(); },
               [&] {
                   bench.run([&] {
                       for (int i = 0; i < count; ++i)
                           HW_ASSERT(log->appendAsLeader(batch, LeaderEpoch(0), kNow),
                                     "the disk takes it");
                   });
               });
    const std::string title = fmt::format("append as leader, {} x {} bytes", records, valueBytes);
    print(title.c_str(), "MB/s", 1e-6 * static_cast<double>(batch.size()) * count, leading);
    print("  the same", "thousand records/s", 1e-3 * records * count, leading);
}

void readAll(const Log& log, Offset from, std::uint32_t maxBytes)
{
    while (from < log.leo()) {
        const auto result = log.read(from, log.leo(), maxBytes, true);
        HW_ASSERT(result && !result->records.empty(), "all is there");
        from = result->nextOffset;
    }
}

void benchReads(Bench& bench, LogManager& logs)
{
    Log* log = nullptr;
    bench.run([&] { log = logs.find({"bench", 0}); });
    const double megabytes = 1e-6 * static_cast<double>(log->size());
    print("read from the page cache, 1 MiB at a time", "MB/s", megabytes,
          rounds([] {}, [&] { bench.run([&] { readAll(*log, Offset(0), 1 << 20); }); }));
    constexpr int kTailReads = 200000;
    print("read the newest batch (in memory)", "thousand reads/s", 1e-3 * kTailReads,
          rounds([] {},
                 [&] {
                     bench.run([&] {
                         for (int i = 0; i < kTailReads; ++i)
                             HW_ASSERT(log->read(log->leo() - 1, log->leo(), 1 << 20, true),
                                       "there");
                     });
                 }));
    const Slice copy = *log->read(Offset(0), log->leo(), 1 << 20, true)->records.flatten();
    Log* follower = nullptr;
    bench.run([&] { follower = *logs.getOrCreate({"follower", 0}, log->config()); });
    print("append as follower, 1 MiB at a time", "MB/s", megabytes,
          rounds(
              [&] {
                  bench.run([&] {
                      HW_ASSERT(follower->truncateFullyAndStartAt(Offset(0)).has_value(), "empty");
                  });
              },
              [&] {
                  bench.run([&] {
                      Offset from(0);
                      while (from < log->leo()) {
                          const auto result = log->read(from, log->leo(), 1 << 20, true);
                          const Slice bytes = *result->records.flatten();
                          HW_ASSERT(follower->appendAsFollower(bytes, WallTime(0)), "follows");
                          from = result->nextOffset;
                      }
                  });
              }));
}

void benchDirectory(Bench& bench)
{
    int generation = 0;
    LogManager* logs = &bench.open();
    const auto created =
        rounds([&] { ++generation; },
               [&] {
                   bench.run([&] {
                       for (int p = 0; p < kCreatedLogs; ++p) {
                           const TopicPartition partition{fmt::format("made{}", generation), p};
                           HW_ASSERT(logs->getOrCreate(partition, LogConfig(), Uuid{{1}}), "made");
                       }
                   });
               });
    std::ranges::for_each(created, [](double s) {
        std::printf("create %d logs on the loop: %.1f ms\n", kCreatedLogs, s * 1e3);
    });
    bench.run([&] {
        for (int p = 0; p < kLoadedLogs; ++p) {
            Log* log = *logs->getOrCreate({"loaded", p}, LogConfig(), Uuid{{1}});
            for (int i = 0; i < 3; ++i)
                HW_ASSERT(log->appendAsLeader(batchOf(5, 1000), LeaderEpoch(0), kNow), "ok");
        }
    });
    const auto timed = [&](const char* name, const std::function<void()>& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        std::printf("%s with %d logs: %.0f ms\n", name, kLoadedLogs + kCreatedLogs * (kRounds + 1),
                    took.count() * 1e3);
    };
    timed("clean shutdown", [&] { bench.shutDown(); });
    timed("load after a clean shutdown", [&] { bench.open(); });
    bench.close();
    timed("load after a crash", [&] { bench.open(); });
    bench.close();
}

} // namespace

/// A log of which nine records in ten have newer ones, cleaned in one go.
void benchCleaning(Bench& bench, LogManager& logs)
{
    constexpr std::size_t kLogBytes = 128 << 20;
    constexpr int kKeys = 100000;
    std::vector<double> seconds;
    std::uint64_t bytes = 0;
    for (int round = 0; round <= kRounds; ++round) {
        bench.run([&] {
            LogConfig config;
            config.compacted = true;
            config.segmentBytes = 16 << 20;
            Log& log = **logs.getOrCreate({"cleaned", round}, config);
            const Bytes value(100, 'x');
            for (int record = 0; log.size() < kLogBytes;) {
                protocol::BatchBuilder builder;
                for (int i = 0; i < 100; ++i)
                    builder.add(kNow, viewOf(std::to_string(record++ % kKeys)), ByteView(value));
                if (!log.appendAsLeader(Slice(builder.build()), LeaderEpoch(0), kNow))
                    std::abort();
            }
            auto chosen = *whatToClean(log, std::nullopt, log.leo(), kNow);
            Cleaning cleaning({chosen, kNow, 128ULL << 20});
            const auto began = std::chrono::steady_clock::now();
            for (Cleaning::Step step{}; step != Cleaning::Step::Done;) {
                step = *cleaning.step(256 << 10);
                if (step == Cleaning::Step::Sync && !cleaning.swap())
                    std::abort();
            }
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
            bytes = cleaning.report().bytesBefore;
            if (round > 0)
                seconds.push_back(took.count());
        });
    }
    print("clean, 100-byte values, 100,000 keys, both passes, unsynced", "MB/s",
          static_cast<double>(bytes) / 1e6, seconds);
}

int main()
{
    const auto place =
        std::filesystem::temp_directory_path() / fmt::format("hw-bench-{}", getpid());
    {
        Bench bench((place / "a").string());
        LogManager& logs = bench.open();
        benchAppends(bench, logs, 1, 100);
        benchAppends(bench, logs, 100, 100);
        benchAppends(bench, logs, 1, 1024);
        benchAppends(bench, logs, 64, 1024);
        benchReads(bench, logs);
        benchCleaning(bench, logs);
    }
    {
        Bench bench((place / "b").string());
        benchDirectory(bench);
    }
    std::filesystem::remove_all(place);
    return 0;
}
