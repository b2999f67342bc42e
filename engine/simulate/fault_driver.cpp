#include "engine/simulate/fault_driver.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::simulate {

using namespace observe;
using command::DiskTrouble;

namespace {

/// As `serve` reads it: `2`, `zookeeper0`, `client101`.
std::string nameOf(const NodeId& node)
{
    if (node.kind == NodeId::Kind::Broker)
        return std::to_string(node.number);
    if (node.kind == NodeId::Kind::Ensemble)
        return fmt::format("zookeeper{}", node.number);
    return fmt::format("{}{}", node.kind == NodeId::Kind::Client ? "client" : "outside",
                       node.number);
}

} // namespace

FaultDriver::FaultDriver(const world::World& world, cluster::EngineCluster& cluster,
                         const Plan& plan, std::vector<NodeId> clientHosts)
    : m_world(world)
    , m_cluster(cluster)
    , m_plan(plan)
    , m_clientHosts(std::move(clientHosts))
{
}

void FaultDriver::say(const std::string& line)
{
    m_lines.push_back(fmt::format("at {} ms: {}", toMs(m_world.now().sinceStart()), line));
}

void FaultDriver::later(Duration after, std::string line, std::function<void()> act)
{
    m_repairs.push_back({m_world.now() + after, std::move(line), std::move(act)});
}

void FaultDriver::command(const std::string& line, Command command)
{
    say(line);
    m_cluster.submit(std::move(command));
}

void FaultDriver::commandLater(Duration after, std::string line, Command command)
{
    later(after, std::move(line),
          [this, command = std::move(command)] { m_cluster.submit(command); });
}

/// Mostly around the session timeout, where it matters which comes first.
Duration FaultDriver::drawTime(Random& random) const
{
    switch (random.below(3)) {
    case 0:
        return fromMs(random.between(5, 400));
    case 1:
        return fromMs(random.between(400, 2500));
    default:
        return fromMs(random.between(2500, 7000));
    }
}

void FaultDriver::strike(BrokerId controller, Random& random)
{
    const std::uint64_t kind = random.below(100);
    const bool atController = controller != kNoBroker && random.chance(1, 4);
    const auto drawn = running(random);
    if (kind < 62) {
        NodeId node = drawn.value_or(NodeId{});
        if (atController && !m_suffering.contains(NodeId::broker(controller)))
            node = NodeId::broker(controller);
        if (node.kind == NodeId::Kind::None)
            return;
        if (kind < 20)
            takeDown(node, false, drawTime(random));
        else if (kind < 34)
            takeDown(node, m_plan.hasPowerLosses, drawTime(random));
        else if (kind < 44)
            stop(node, random);
        else
            freeze(node, random);
    } else if (kind < 69) {
        strikeEnsemble(random);
    } else if (kind < 81) {
        cutLink(random);
    } else if (kind < 88) {
        slowLink(random);
    } else if (kind < 91) {
        holdMessage(random);
    } else if (drawn) {
        troubleMachine(*drawn, random);
    }
}

NodeId FaultDriver::server(Random& random) const
{
    const auto servers = static_cast<std::uint64_t>(m_plan.spec.ensemble);
    return NodeId::ensemble(static_cast<std::int32_t>(random.below(servers)));
}

void FaultDriver::strikeEnsemble(Random& random)
{
    const NodeId struck = server(random);
    if (m_suffering.contains(struck))
        return;
    if (m_plan.spec.ensemble > 1 && random.chance(1, 3))
        return freeze(struck, random);
    const bool powerLoss = random.chance(1, 2);
    takeDown(struck, powerLoss, drawTime(random));
}

void FaultDriver::losePower(BrokerId broker, bool isSoonBack, Random& random)
{
    const NodeId node = NodeId::broker(broker);
    if (!m_suffering.contains(node))
        takeDown(node, true, isSoonBack ? fromMs(random.between(5, 100)) : drawTime(random));
}

void FaultDriver::slowDisk(BrokerId broker, Duration each)
{
    const NodeId node = NodeId::broker(broker);
    const std::string name = nameOf(node);
    command(fmt::format("disk {} slow {}", name, toMs(each)),
            command::TroubleDisk{node, DiskTrouble::Slow, each});
    commandLater(3 * each, fmt::format("disk {} ok", name),
                 command::TroubleDisk{node, DiskTrouble::None, 0ms});
}

void FaultDriver::depose(BrokerId controller, Random& random)
{
    if (controller != kNoBroker && random.chance(2, 3)) {
        const NodeId node = NodeId::broker(controller);
        const Duration longer = fromMs(random.between(50, 1500));
        for (std::int32_t n = 0; n < m_plan.spec.ensemble; ++n) {
            const NodeId server = NodeId::ensemble(n);
            const std::string link = fmt::format("{} {}", nameOf(node), nameOf(server));
            command(fmt::format("delay {} {}", link, toMs(longer)),
                    command::DelayLink{node, server, longer});
            commandLater(3 * longer, fmt::format("delay {} 0", link),
                         command::DelayLink{node, server, 0ms});
        }
    }
    say("delete /controller");
}

void FaultDriver::takeDown(const NodeId& node, bool powerLoss, Duration downFor)
{
    say(fmt::format("{} {}", powerLoss ? "power-off" : "kill", nameOf(node)));
    m_suffering.insert(node);
    if (powerLoss)
        m_cluster.submit(command::PowerOff{node});
    else
        m_cluster.submit(command::Kill{node});
    later(downFor, fmt::format("restart {}", nameOf(node)), [this, node] {
        m_suffering.erase(node);
        m_cluster.submit(command::Restart{node});
    });
}

void FaultDriver::stop(const NodeId& node, Random& random)
{
    say(fmt::format("stop {}", nameOf(node)));
    m_suffering.insert(node);
    m_cluster.submit(command::Stop{node});
    // It may still be busy with stopping then: what does not end by itself is ended.
    later(drawTime(random) + 1s, fmt::format("kill {0}; restart {0}", nameOf(node)), [this, node] {
        m_suffering.erase(node);
        m_cluster.submit(command::Kill{node});
        m_cluster.submit(command::Restart{node});
    });
}

void FaultDriver::freeze(const NodeId& node, Random& random)
{
    say(fmt::format("freeze {}", nameOf(node)));
    m_suffering.insert(node);
    m_cluster.submit(command::Freeze{node});
    later(drawTime(random), fmt::format("thaw {}", nameOf(node)), [this, node] {
        m_suffering.erase(node);
        m_cluster.submit(command::Thaw{node});
    });
}

std::pair<NodeId, NodeId> FaultDriver::drawLink(Random& random)
{
    const auto brokers = static_cast<std::uint64_t>(m_plan.spec.brokers);
    const auto number = static_cast<std::int32_t>(random.below(brokers) + 1);
    const NodeId one = NodeId::broker(BrokerId(number));
    const std::uint64_t kind = random.below(10);
    if (kind < 5 && brokers > 1) {
        const auto step = static_cast<std::int32_t>(random.below(brokers - 1) + 1);
        const auto other = (number - 1 + step) % m_plan.spec.brokers + 1;
        return {one, NodeId::broker(BrokerId(other))};
    }
    if (kind < 8) {
        const NodeId first = server(random);
        const NodeId second = server(random);
        return {first == second || random.chance(1, 2) ? one : second, first};
    }
    return {one, m_clientHosts[random.below(m_clientHosts.size())]};
}

void FaultDriver::cutLink(Random& random)
{
    auto [one, two] = drawLink(random);
    if (random.chance(1, 2))
        std::swap(one, two);
    const std::string link = fmt::format("{} {}", nameOf(one), nameOf(two));
    const std::uint64_t kind = random.below(8);
    if (kind == 0)
        return command("reset " + link, command::ResetLink{one, two});
    const bool bothWays = kind > 2;
    command(fmt::format("cut {}{}", link, bothWays ? "" : " one-way"),
            command::CutLink{one, two, bothWays});
    commandLater(drawTime(random), "uncut " + link, command::UncutLink{one, two});
}

void FaultDriver::slowLink(Random& random)
{
    const auto [one, two] = drawLink(random);
    const std::string link = fmt::format("{} {}", nameOf(one), nameOf(two));
    if (random.chance(1, 4)) {
        const auto rate = static_cast<std::uint64_t>(random.between(200, 20'000));
        command(fmt::format("clog {} {}", link, rate), command::ClogLink{one, two, rate});
        commandLater(drawTime(random), fmt::format("clog {} 0", link),
                     command::ClogLink{one, two, 0});
        return;
    }
    const Duration longer = fromMs(random.between(5, 800));
    command(fmt::format("delay {} {}", link, toMs(longer)), command::DelayLink{one, two, longer});
    commandLater(drawTime(random), fmt::format("delay {} 0", link),
                 command::DelayLink{one, two, 0ms});
}

void FaultDriver::troubleMachine(const NodeId& node, Random& random)
{
    const std::string name = nameOf(node);
    switch (random.below(4)) {
    case 0:
        return command("expire " + name, command::ExpireSession{node});
    case 1: {
        const Duration by = fromMs(random.between(-20'000, 20'000));
        command(fmt::format("clock {} {}", name, toMs(by)), command::JumpClock{node, by});
        return commandLater(drawTime(random), fmt::format("clock {} 0", name),
                            command::JumpClock{node, 0ms});
    }
    default:
        return troubleDisk(node, random);
    }
}

void FaultDriver::troubleDisk(const NodeId& node, Random& random)
{
    if (m_plan.hasFlips && random.chance(1, 3))
        return flipByte(node, random);
    if (m_plan.hasDiskFaults && random.chance(1, 2))
        return failDisk(node, random);
    const std::string name = nameOf(node);
    const Duration each = fromMs(random.between(1, 60));
    command(fmt::format("disk {} slow {}", name, toMs(each)),
            command::TroubleDisk{node, DiskTrouble::Slow, each});
    commandLater(drawTime(random), fmt::format("disk {} ok", name),
                 command::TroubleDisk{node, DiskTrouble::None, 0ms});
}

/// The next such message waits, and all behind it; then it goes on, or its connection breaks.
void FaultDriver::holdMessage(Random& random)
{
    static constexpr const char* kApis[] = {
        "Fetch", "Produce", "LeaderAndIsr", "AlterPartition", "OffsetCommit", "StopReplica", ""};
    const auto [one, two] = drawLink(random);
    command::HoldMessage hold{one, two, kApis[random.below(std::size(kApis))], false};
    hold.response = !hold.api.empty() && random.chance(1, 2);
    command(fmt::format("hold {} {} {}{}", nameOf(one), nameOf(two), hold.api,
                        hold.response ? " response" : ""),
            hold);
    const bool drop = random.chance(1, 3);
    commandLater(drawTime(random), drop ? "release all drop" : "release all",
                 command::ReleaseMessage{kNoEvent, drop});
}

/// A broker's only disk: it halts, and starts again when the disk is well.
void FaultDriver::failDisk(const NodeId& node, Random& random)
{
    static constexpr std::pair<DiskTrouble, const char*> kTroubles[] = {
        {DiskTrouble::Full, "full"},
        {DiskTrouble::WriteError, "write-error"},
        {DiskTrouble::FsyncError, "fsync-error"},
        {DiskTrouble::TornWrite, "torn-write"}};
    const auto& [trouble, word] = kTroubles[random.below(std::size(kTroubles))];
    const std::string name = nameOf(node);
    command(fmt::format("disk {} {}", name, word), command::TroubleDisk{node, trouble, 0ms});
    m_suffering.insert(node);
    later(drawTime(random), fmt::format("disk {0} ok; kill {0}; restart {0}", name), [this, node] {
        m_suffering.erase(node);
        m_cluster.submit(command::TroubleDisk{node, DiskTrouble::None, 0ms});
        m_cluster.submit(command::Kill{node});
        m_cluster.submit(command::Restart{node});
    });
}

/// Among the records of a partition's newest batch.
void FaultDriver::flipByte(const NodeId& node, Random& random)
{
    const std::string& topic = m_plan.topics[random.below(m_plan.topics.size())];
    const std::string file = fmt::format("{}-{}", topic, random.below(2));
    command(fmt::format("flip {} {}", nameOf(node), file),
            command::FlipByte{node, file, std::nullopt});
}

/// A broker that is well; sometimes also the last one.
std::optional<NodeId> FaultDriver::running(Random& random)
{
    std::vector<NodeId> well;
    for (std::int32_t n = 1; n <= m_plan.spec.brokers; ++n)
        if (const NodeId node = NodeId::broker(BrokerId(n)); !m_suffering.contains(node))
            well.push_back(node);
    const bool spareLast = random.chance(3, 4);
    if (well.empty() || (well.size() == 1 && m_plan.spec.brokers > 1 && spareLast))
        return std::nullopt;
    return well[random.below(well.size())];
}

void FaultDriver::repair(Random&)
{
    std::vector<Repair> due;
    for (auto it = m_repairs.begin(); it != m_repairs.end();) {
        if (it->due <= m_world.now()) {
            due.push_back(std::move(*it));
            it = m_repairs.erase(it);
        } else {
            ++it;
        }
    }
    for (const Repair& one : due) {
        say(one.line);
        one.act();
    }
}

void FaultDriver::healAll()
{
    std::vector<Repair> left = std::move(m_repairs);
    m_repairs.clear();
    for (const Repair& one : left) {
        say(one.line);
        one.act();
    }
    command("heal", command::HealAll{});
}

} // namespace hw::simulate
