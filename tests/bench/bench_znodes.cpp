// What a big tree costs the loop that its server runs on: the longest single task while something
// is done with all of it. Prints figures; the aim is 5 ms (`Loop`). The world is simulated, each of
// its tasks is timed by the real clock, and the best of three rounds counts: other programs only
// add.
//   snapshot:  a server alone writes a snapshot because it is due, and clients go on writing.
//   stop:      it stops cleanly, which writes one too.
//   recovery:  it starts from what is on its disk.
//   follower:  one that lacks too much is sent a whole state, which it loads and writes.
#include <algorithm>
#include <ctime>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "tests/bench/budget.h"
#include "tests/support/coordination_bench.h"
#include "tests/support/ensemble_bench.h"

using namespace hw;
using namespace hw::coordination;

namespace {

constexpr int kNodesEach = 500; ///< made by one multi
constexpr int kRounds = 2;

double processorMs()
{
    std::timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Runs until `done`; the longest task in ms.
double longestTask(world::SimWorld& world, const std::function<bool()>& done)
{
    double longest = 0;
    while (!done()) {
        const double start = processorMs();
        HW_ASSERT(world.runOne(), "it is done before the world has nothing to do");
        longest = std::max(longest, processorMs() - start);
    }
    return longest;
}

std::vector<Op> someNodes(int from)
{
    std::vector<Op> ops;
    for (int i = from; i < from + kNodesEach; ++i)
        ops.push_back(Op::create(fmt::format("/n{:06}", i), Bytes(40, 7)));
    return ops;
}

std::size_t snapshotsOf(world::Host& host)
{
    std::size_t count = 0;
    const auto entries = host.disk().list("version-2").value();
    for (const world::DirectoryEntry& entry : entries)
        count += entry.name.starts_with("snapshot.") && !entry.name.ends_with(".tmp");
    return count;
}

struct Alone
{
    double before = 0, snapshot = 0, stop = 0, recovery = 0;
};

Alone measureAlone(int nodes)
{
    ServerConfig config = test::CoordinationBench::classroom();
    config.snapshotEvery = static_cast<std::uint32_t>(nodes / kNodesEach + 100);
    test::CoordinationBench bench(config);
    bench.startServer();
    for (int i = 0; i < nodes; i += kNodesEach)
        bench.multi(1, someNodes(i));
    int answered = 0;
    const auto write = [&] {
        bench.host(1).control([&] {
            bench.client(1).setData("/n000001", Bytes{1}, kAnyVersion,
                                    [&](const Reply&) { ++answered; });
        });
    };
    Alone found;
    const auto writes = [&](int count, double& longest) {
        for (const int upTo = answered + count; answered < upTo;) {
            write();
            const int before = answered;
            longest =
                std::max(longest, longestTask(bench.world, [&] { return answered > before; }));
        }
    };
    writes(40, found.before);
    HW_ASSERT(snapshotsOf(bench.serverHost) == 0, "no snapshot is due yet");
    writes(200, found.snapshot);
    HW_ASSERT(snapshotsOf(bench.serverHost) == 1, "a snapshot was due");
    bool stopped = false;
    bench.serverHost.control(
        [&] { bench.server->stop([&](const Result<void>&) { stopped = true; }); });
    found.stop = longestTask(bench.world, [&] { return stopped; });
    bench.server.reset();
    bench.crashServer();
    // The allocator sorts what the last life freed when it is next asked for much: not a task's
    // cost.
    const Bytes much(1 << 20);
    HW_ASSERT(much.back() == 0, "it was asked for much");
    bool started = false;
    bench.serverHost.control([&] {
        bench.server = std::make_unique<Server>(bench.serverHost, config, *bench.serverJournal);
        bench.server->start([&](const Result<void>&) { started = true; });
    });
    found.recovery = longestTask(bench.world, [&] { return started; });
    return found;
}

double measureFollower(int nodes)
{
    test::EnsembleBench bench;
    bench.snapshotEvery = 1000000;
    bench.startAll();
    HW_ASSERT(bench.settled(), "they find a leader");
    const int behind = bench.someFollower();
    bench.crash(behind);
    Client& client = bench.client(1, bench.leader());
    int answered = 0;
    for (int i = 0; i < nodes; i += kNodesEach) {
        bench.clientHost(1).control(
            [&] { client.multi(someNodes(i), [&](const MultiReply&) { ++answered; }); });
        const int before = answered;
        bench.world.runUntil([&] { return answered > before; }, 10s);
    }
    for (int i = 0; i < 600; ++i)
        bench.setData(1, "/n000001", "x");
    bench.start(behind);
    const Zxid end = bench.server(bench.leader()).zxid();
    return longestTask(bench.world, [&] {
        return bench.mode(behind) == ServerMode::Following && bench.server(behind).zxid() >= end;
    });
}

} // namespace

int main(int argc, char** argv)
{
    const int nodes = argc > 1 ? std::stoi(argv[1]) : 100000;
    Alone best{1e9, 1e9, 1e9, 1e9};
    double follower = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        const Alone found = measureAlone(nodes);
        best.before = std::min(best.before, found.before);
        best.snapshot = std::min(best.snapshot, found.snapshot);
        best.stop = std::min(best.stop, found.stop);
        best.recovery = std::min(best.recovery, found.recovery);
        follower = std::min(follower, measureFollower(nodes));
    }
    const auto say = [&](const char* what, double ms) {
        fmt::print("{} znodes, {:<10} longest task {:8.3f} ms (aim 5)\n", nodes, what, ms);
        bench::budget(fmt::format("{} znodes, {}: longest task", nodes, what).c_str(), ms, "ms",
                      "< 5");
    };
    say("writes", best.before);
    say("snapshot", best.snapshot);
    say("stop", best.stop);
    say("recovery", best.recovery);
    say("follower", follower);
    return 0;
}
