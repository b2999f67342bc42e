// Opening a log after a crash, and finding offsets and times in logs from 10 MB to 10 GB.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <future>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/log/hot_tail.h"
#include "engine/log/loader.h"
#include "engine/log/segment.h"
#include "engine/protocol/batch_builder.h"
#include "engine/world/live/live_world.h"
#include "tests/bench/budget.h"

using namespace hw;
using namespace hw::log;

namespace {

constexpr WallTime kNow{1700000000000};
constexpr std::uint64_t kMiB = 1 << 20;
constexpr int kRounds = 3; // after one that is thrown away
const TopicPartition kPartition{"T", 0};

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Bench
{
    explicit Bench(const std::string& directory)
        : world({directory, 1})
        , host(world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
        , files(host.disk(), 64)
        , tails(64 * kMiB, 4 * kMiB)
    {
    }
    ~Bench() { world.stop(); }
    void run(const std::function<void()>& work)
    {
        std::promise<void> done;
        host.control([&] {
            work();
            done.set_value();
        });
        done.get_future().wait();
    }
    LogContext context() { return {host.disk(), files, tails}; }

    world::LiveWorld world;
    world::Host& host;
    FilePool files;
    TailBudget tails;
};

/// 1 GiB in batches of 16 KiB, not closed; read back in the slices that a broker takes.
void recovery(Bench& bench)
{
    protocol::BatchBuilder builder;
    const Bytes value(1000, 'x');
    for (int i = 0; i < 16; ++i)
        builder.add(kNow, std::nullopt, ByteView(value));
    const Slice batch(builder.build());
    std::uint64_t written = 0;
    {
        auto log = *Log::create(bench.context(), "", kPartition, {}, std::nullopt, kNow);
        for (; written < 1024 * kMiB; written += batch.size())
            HW_ASSERT(log->appendAsLeader(batch, LeaderEpoch(0), kNow).has_value(), "appends");
    }
    std::vector<double> totals;
    double longest = 0;
    double cpu = 0; // on a busy machine it says more
    for (int round = 0; round <= kRounds; ++round) {
        LogLoader loader(bench.context(), "T-0", kPartition, {}, {.clean = false}, kNow);
        double total = 0;
        const std::clock_t cpuBefore = std::clock();
        for (bool done = false; !done;) {
            const double step = secondsOf([&] { done = loader.step(2 * kMiB).value(); });
            total += step;
            if (round > 0)
                longest = std::max(longest, step);
        }
        const auto log = loader.take();
        HW_ASSERT(log->recovery().bytesChecked == written, "all of it is checked");
        if (round > 0) {
            totals.push_back(total);
            cpu += static_cast<double>(std::clock() - cpuBefore) / CLOCKS_PER_SEC / kRounds;
        }
    }
    std::ranges::sort(totals);
    std::printf("                                              %9.2f GB per second of CPU time\n",
                static_cast<double>(written) / 1e9 / cpu);
    std::printf("recovery of a 1 GiB log                        %9.2f GB/s (middle of %d, best "
                "%.2f; aim 1), longest slice %.1f ms (aim 5)\n",
                static_cast<double>(written) / 1e9 / totals[totals.size() / 2], kRounds,
                static_cast<double>(written) / 1e9 / totals.front(), longest * 1e3);
    bench::budget("recovery of a 1 GiB log",
                  static_cast<double>(written) / 1e9 / totals[totals.size() / 2], "GB/s", "from 1");
    bench::budget("  its longest slice on the loop", longest * 1e3, "ms", "up to 5");
}

/// Batches of 128 KiB of which only the headers are written: the rest is a hole.
constexpr std::uint32_t kBatchBytes = 128 << 10;
constexpr std::uint32_t kSegmentBytes = 1 << 30;

void makeSparse(Bench& bench, std::uint64_t bytes)
{
    HW_ASSERT(bench.host.disk().makeDirectory("T-0").has_value(), "a good disk");
    protocol::BatchBuilder builder;
    builder.add(kNow, std::nullopt, viewOf("x"));
    Bytes front = builder.build();
    front.resize(protocol::kBatchHeaderSize);
    const std::uint32_t length = kBatchBytes - 12;
    for (int i = 0; i < 4; ++i)
        front[8 + i] = static_cast<std::uint8_t>(length >> (24 - 8 * i));
    std::uint64_t offset = 0;
    for (std::uint64_t begun = 0; begun < bytes; begun += kSegmentBytes) {
        Segment segment(bench.files, "T-0", Offset(static_cast<std::int64_t>(offset)), {});
        HW_ASSERT(segment.create(kNow).has_value(), "a good disk");
        auto file = *segment.logFile().open();
        const std::uint64_t end = std::min<std::uint64_t>(kSegmentBytes, bytes - begun);
        HW_ASSERT(file->truncate(end / kBatchBytes * kBatchBytes).has_value(), "a good disk");
        for (std::uint32_t at = 0; at + kBatchBytes <= end; at += kBatchBytes, ++offset) {
            protocol::setBaseOffset(front, Offset(static_cast<std::int64_t>(offset)));
            for (int i = 0; i < 8; ++i) // the largest timestamp: rises by 1 ms a batch
                front[35 + i] = static_cast<std::uint8_t>((kNow.ms() + offset) >> (56 - 8 * i));
            HW_ASSERT(file->writeAt(at, front).has_value(), "a good disk");
            const auto header = *protocol::BatchHeader::parse(front);
            HW_ASSERT(segment.addToIndex(header, at).has_value(), "a good disk");
        }
        HW_ASSERT(segment.seal().has_value(), "a good disk");
    }
}

void lookups(Bench& bench, std::uint64_t bytes)
{
    makeSparse(bench, bytes);
    auto opened = Log::open(bench.context(), "", kPartition, {}, {.clean = true}, kNow);
    HW_ASSERT(opened.has_value(), opened.error().message);
    const Log& log = **opened;
    world::Random random(1);
    constexpr int kLookups = 20000;
    std::uint64_t read = 0;
    std::vector<double> seconds;
    for (int round = 0; round <= kRounds; ++round) {
        read = 0;
        const double took = secondsOf([&] {
            for (int i = 0; i < kLookups; ++i) {
                const auto at = random.below(static_cast<std::uint64_t>(log.leo().value()));
                const auto trace = log.lookup(Offset(static_cast<std::int64_t>(at)));
                HW_ASSERT(trace.has_value(), "it is there");
                read += trace->indexBytes + trace->logBytes;
            }
        });
        if (round > 0)
            seconds.push_back(took);
    }
    std::ranges::sort(seconds);
    std::printf("finding an offset in %6.0f MB, %2zu segments     %9.2f us, %llu bytes read\n",
                static_cast<double>(bytes) / 1e6, log.segmentCount(),
                seconds[seconds.size() / 2] / kLookups * 1e6,
                static_cast<unsigned long long>(read / kLookups));
    bench::budget(fmt::format("finding an offset in {} MB", bytes / 1'000'000).c_str(),
                  seconds[seconds.size() / 2] / kLookups * 1e6, "us", "flat over the size");
}

} // namespace

int main()
{
    const auto directory = std::filesystem::temp_directory_path() /
                           fmt::format("highwater-bench-log-files-{}", ::getpid());
    {
        Bench bench(directory.string());
        bench.run([&] {
            recovery(bench);
            for (const std::uint64_t bytes :
                 {10'000'000ULL, 100'000'000ULL, 1'000'000'000ULL, 10'000'000'000ULL}) {
                static_cast<void>(bench.host.disk().removeAll("T-0"));
                lookups(bench, bytes);
            }
        });
    }
    std::filesystem::remove_all(directory);
    return 0;
}
