#include "engine/simulate/plan.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace hw::simulate {

namespace {

std::string pick(world::Random& random, std::initializer_list<const char*> of)
{
    return *(of.begin() + random.below(of.size()));
}

void drawSettings(Plan& plan, world::Random& random)
{
    auto& configs = plan.spec.configs;
    configs["auto.create.topics.enable"] = "false";
    configs["offsets.topic.num.partitions"] = pick(random, {"1", "2", "3"});
    configs["zookeeper.session.timeout.ms"] = pick(random, {"1000", "1500", "2000"});
    plan.lagTimeMax = fromMs(1000 << random.below(3));
    configs["replica.lag.time.max.ms"] = std::to_string(toMs(plan.lagTimeMax));
    // Small ones make a follower ask often before it has caught up.
    configs["replica.fetch.max.bytes"] = pick(random, {"300", "1048576"});
    configs["replica.fetch.wait.max.ms"] = pick(random, {"100", "300", "500"});
    configs["replica.high.watermark.checkpoint.interval.ms"] = pick(random, {"500", "5000"});
    configs["log.flush.offset.checkpoint.interval.ms"] = pick(random, {"1000", "60000"});
    configs["replica.socket.timeout.ms"] = "3000";
    configs["controller.socket.timeout.ms"] = "3000";
    configs["group.min.session.timeout.ms"] = "1000";
    configs["file.delete.delay.ms"] = pick(random, {"100", "1000"});
    configs["log.retention.ms"] = "-1";
    configs["log.retention.bytes"] = "-1";
    if (random.chance(1, 3))
        configs["highwater.replica.placement"] = "kafka";
    if (random.chance(1, 4))
        configs["auto.leader.rebalance.enable"] = "true";
    if (plan.isSynced)
        configs["flush.messages"] = "1";
    if (random.chance(1, 2))
        configs["min.insync.replicas"] = plan.spec.brokers > 2 ? "2" : "1";
}

void drawClients(Plan& plan, world::Random& random)
{
    const auto topics = static_cast<std::int32_t>(random.between(1, 3));
    for (std::int32_t i = 0; i < topics; ++i)
        plan.topics.push_back(fmt::format("T{}", i));
    const auto producers = static_cast<std::int32_t>(random.between(2, 4));
    for (std::int32_t i = 0; i < producers; ++i) {
        ProducerPlan& producer = plan.producers.emplace_back();
        producer.isIdempotent = i == 0 || random.chance(1, 2);
        // The first letter tells the checkers what may be asked of its records.
        producer.name = fmt::format("{}{}", producer.isIdempotent ? 'i' : 'p', i);
        if (!producer.isIdempotent && random.chance(1, 3))
            producer.acks = static_cast<std::int16_t>(random.below(2));
    }
    const auto groups = static_cast<std::int32_t>(random.between(1, 2));
    for (std::int32_t i = 0; i < groups; ++i) {
        GroupPlan& group = plan.groups.emplace_back();
        group.name = fmt::format("g{}", i);
        group.members = static_cast<std::int32_t>(random.between(1, 3));
        using observe::command::Assignor;
        static constexpr Assignor kAssignors[] = {Assignor::Range, Assignor::RoundRobin,
                                                  Assignor::Sticky, Assignor::CooperativeSticky,
                                                  Assignor::CooperativeSticky};
        group.assignor = kAssignors[random.below(std::size(kAssignors))];
        for (const std::string& topic : plan.topics)
            if (group.topics.empty() || random.chance(2, 3))
                group.topics.push_back(topic);
    }
}

} // namespace

bool Plan::hasOnlyAllAcks() const
{
    return std::ranges::all_of(producers,
                               [](const ProducerPlan& producer) { return producer.acks == -1; });
}

Plan draw(const Options& options, world::Random& random)
{
    Plan plan;
    plan.spec.seed = options.seed;
    // Small clusters are cheap and break in as many ways; the largest come up now and then.
    static constexpr std::int32_t kSizes[] = {1, 2, 3, 3, 3, 3, 4, 5, 6, 7};
    const auto drawn = kSizes[random.below(std::size(kSizes))];
    plan.spec.brokers = options.brokers.value_or(drawn);
    plan.hasPowerLosses = random.chance(1, 2);
    plan.isSynced = random.chance(1, 2);
    plan.tears = random.chance(1, 2);
    plan.hasUnclean = random.chance(1, 4);
    plan.hasDiskFaults = random.chance(1, 3);
    plan.hasFlips = plan.hasDiskFaults && random.chance(1, 3);
    plan.spec.ensemble = random.chance(1, 4) ? 3 : 1;
    plan.syncLatency = 500us;
    // Where it matters what was synced first, most disks take their time.
    if (random.chance(plan.isSynced && plan.hasPowerLosses ? 2 : 1, 3))
        plan.syncLatency = fromMs(random.between(2, 60));
    drawSettings(plan, random);
    drawClients(plan, random);
    return plan;
}

std::vector<BrokerId> drawReplicas(const Plan& plan, std::size_t present, world::Random& random)
{
    const auto brokers = static_cast<std::size_t>(plan.spec.brokers);
    const std::size_t count = std::min(brokers, present + (random.chance(1, 5) ? 1 : 0));
    std::vector<BrokerId> all;
    for (std::int32_t n = 1; n <= plan.spec.brokers; ++n)
        all.push_back(BrokerId(n));
    for (std::size_t i = 0; i < count; ++i)
        std::swap(all[i], all[i + random.below(all.size() - i)]);
    all.resize(count);
    return all;
}

TopicPlan drawTopic(const Plan& plan, const std::string& name, world::Random& random)
{
    TopicPlan topic;
    topic.name = name;
    topic.partitions = static_cast<std::int32_t>(random.between(1, 3));
    const std::int64_t most = std::min(plan.spec.brokers, 4);
    topic.replicationFactor = static_cast<std::int32_t>(
        random.chance(3, 4) ? std::min<std::int64_t>(3, most) : random.between(1, most));
    if (random.chance(2, 3))
        topic.configs["min.insync.replicas"] =
            std::to_string(random.between(1, topic.replicationFactor));
    if (plan.hasUnclean && random.chance(1, 2))
        topic.configs["unclean.leader.election.enable"] = "true";
    if (random.chance(1, 2))
        topic.configs["segment.bytes"] = pick(random, {"1024", "4096"});
    if (random.chance(1, 3))
        topic.configs["index.interval.bytes"] = "256";
    return topic;
}

} // namespace hw::simulate
