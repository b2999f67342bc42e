// What the live world costs: frames between two hosts in memory and over loopback TCP, round trips,
// and how fast the simulated world turns. Prints figures; the first run of each is discarded.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <future>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/world/live/live_world.h"
#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::world;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void runOn(Host& host, Task task)
{
    std::promise<void> ran;
    host.control([&] {
        task();
        ran.set_value();
    });
    ran.get_future().wait();
}

/// A sender that keeps `window` frames on their way until `count` were answered by an empty one.
struct Stream
{
    Host& server;
    Host& client;
    std::unique_ptr<Listener> listener;
    std::unique_ptr<Channel> accepted;
    std::unique_ptr<Channel> outgoing;

    double run(std::size_t size, std::size_t count, std::size_t window)
    {
        std::promise<void> done;
        std::size_t answered = 0;
        std::size_t sent = 0;
        const Slice body(Bytes(size, 'x'));
        runOn(server, [&] {
            listener = server.network()
                           .listen({}, Framing::Kafka,
                                   [&](std::unique_ptr<Channel> got) {
                                       accepted = std::move(got);
                                       accepted->setHandlers(
                                           [&](Frame) { accepted->send(Frame{}); }, nullptr);
                                   })
                           .value();
        });
        const auto start = Clock::now();
        runOn(client, [&] {
            outgoing = client.network().connect(listener->endpoint(), Framing::Kafka);
            outgoing->setHandlers(
                [&](Frame) {
                    if (++answered == count)
                        done.set_value();
                    else if (sent++ < count)
                        outgoing->send({Pieces(body), kNoEvent});
                },
                nullptr);
            for (; sent < std::min(window, count); ++sent)
                outgoing->send({Pieces(body), kNoEvent});
        });
        done.get_future().wait();
        const double seconds = secondsSince(start);
        runOn(client, [&] { outgoing.reset(); });
        runOn(server, [&] {
            accepted.reset();
            listener.reset();
        });
        return seconds;
    }
};

void benchMemory(LiveWorld& world)
{
    Stream stream{world.addHost({NodeId::broker(BrokerId(1)), "b1"}),
                  world.addHost({NodeId::client(1), "c"}),
                  {},
                  {},
                  {}};
    for (int run = 0; run < 2; ++run) {
        const double large = stream.run(1 << 20, 200000, 16);
        const double small = stream.run(100, 1000000, 256);
        const double single = stream.run(100, 50000, 1);
        if (run == 0)
            continue;
        fmt::print("memory  1 MiB frames {:8.1f} GB/s\n", 200000.0 * (1 << 20) / large / 1e9);
        fmt::print("memory  100 B frames {:8.0f} /s, both ways\n", 1e6 / small);
        fmt::print("memory  round trip   {:8.1f} us\n", single / 50000 * 1e6);
    }
}

/// An outside program that writes `count` frames and reads the empty answers.
double tcpRun(std::uint16_t port, std::size_t size, std::size_t count, bool oneByOne)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        return 0;
    const int one = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    std::string frame(4 + size, 'x');
    const std::uint32_t prefix = htonl(static_cast<std::uint32_t>(size));
    std::memcpy(frame.data(), &prefix, 4);
    // Small frames go out in writes of about 64 KiB, as a client's batches do.
    const std::size_t perWrite = oneByOne ? 1 : std::max<std::size_t>(1, 65536 / frame.size());
    std::string burst;
    for (std::size_t i = 0; i < perWrite; ++i)
        burst += frame;

    const auto start = Clock::now();
    auto readAnswers = [fd](std::size_t bytes) {
        char answer[65536];
        while (bytes > 0) {
            const ssize_t got = ::recv(fd, answer, std::min(bytes, sizeof answer), 0);
            if (got <= 0)
                return;
            bytes -= static_cast<std::size_t>(got);
        }
    };
    const std::size_t writes = count / perWrite;
    std::thread reader;
    if (!oneByOne)
        reader = std::thread([&] { readAnswers(writes * perWrite * 4); });
    for (std::size_t i = 0; i < writes; ++i) {
        for (std::size_t at = 0; at < burst.size();) {
            const ssize_t put = ::send(fd, burst.data() + at, burst.size() - at, 0);
            if (put <= 0)
                break;
            at += static_cast<std::size_t>(put);
        }
        if (oneByOne)
            readAnswers(4);
    }
    if (reader.joinable())
        reader.join();
    const double seconds = secondsSince(start);
    ::close(fd);
    return seconds * static_cast<double>(count) / static_cast<double>(writes * perWrite);
}

void benchTcp(LiveWorld& world)
{
    Host& host = world.addHost({NodeId::broker(BrokerId(2)), "b2"});
    std::unique_ptr<Listener> listener;
    std::vector<std::unique_ptr<Channel>> channels;
    runOn(host, [&] {
        listener = host.network()
                       .listen({}, Framing::Kafka,
                               [&](std::unique_ptr<Channel> got) {
                                   Channel* channel = got.get();
                                   channel->setHandlers(
                                       [channel](Frame) { channel->send(Frame{}); }, nullptr);
                                   channels.push_back(std::move(got));
                               })
                       .value();
    });
    const std::uint16_t port = listener->endpoint().port;
    for (int run = 0; run < 2; ++run) {
        const double large = tcpRun(port, 1 << 20, 4000, false);
        const double small = tcpRun(port, 100, 2000000, false);
        const double single = tcpRun(port, 100, 30000, true);
        if (run == 0)
            continue;
        fmt::print("tcp     1 MiB frames {:8.2f} GB/s\n", 4000.0 * (1 << 20) / large / 1e9);
        fmt::print("tcp     100 B frames {:8.0f} /s\n", 2e6 / small);
        fmt::print("tcp     round trip   {:8.1f} us\n", single / 30000 * 1e6);
    }
    runOn(host, [&] {
        channels.clear();
        listener.reset();
    });
}

void benchTimers(LiveWorld& world)
{
    Host& host = world.addHost({NodeId::broker(BrokerId(3)), "b3"});
    const auto start = Clock::now();
    runOn(host, [&] {
        for (int i = 0; i < 1000000; ++i) {
            const TimerId timer = host.loop().after(30s, [] {});
            host.loop().cancel(timer);
        }
    });
    fmt::print("timer   made, undone {:8.0f} ns\n", secondsSince(start) * 1e9 / 1e6);
}

void benchSim()
{
    SimWorld world;
    Host& host = world.addHost({NodeId::broker(BrokerId(1)), "b"});
    std::function<void()> again = [&] { host.loop().after(1ms, [&] { again(); }); };
    host.control([&] {
        for (int i = 0; i < 100; ++i)
            again();
    });
    const auto start = Clock::now();
    world.runFor(10s);
    fmt::print("sim     tasks        {:8.0f} /s\n",
               static_cast<double>(world.tasksRun()) / secondsSince(start));
}

} // namespace

int main()
{
    const auto folder = std::filesystem::temp_directory_path() /
                        ("highwater-bench-world-" + std::to_string(::getpid()));
    {
        LiveWorld world({folder.string(), 1});
        benchMemory(world);
        benchTcp(world);
        benchTimers(world);
        world.stop();
    }
    benchSim();
    std::filesystem::remove_all(folder);
    return 0;
}
