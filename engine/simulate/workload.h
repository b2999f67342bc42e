#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/client/consumer.h"
#include "engine/client/producer.h"
#include "engine/simulate/event_watch.h"
#include "engine/simulate/group_watch.h"
#include "engine/simulate/history.h"
#include "engine/simulate/plan.h"

namespace hw::simulate {

/// What the clients of a run share; outlives them.
struct ClientsContext
{
    world::World& world;
    observe::Journal& journal;
    std::vector<world::Endpoint> bootstrap;
    const Plan& plan;
    const TopicBook& book;
    History& history;
    GroupWatch& groups;
    const EventWatch& events;
    /// Lets the checkers see what has happened by now: first what was done, then what a client saw
    /// of it.
    std::function<void()> catchUp;
};

/// One producer of the plan, life after life. Each life has a name of its own.
class ProducerDriver
{
public:
    ProducerDriver(ClientsContext& context, const ProducerPlan& plan, world::Host& host,
                   std::int32_t number);

    /// Records go to partitions of a topic that is there; none otherwise.
    void send(const std::string& topic, std::int32_t count, std::size_t size,
              world::Random& random);
    /// Vanishes with what it has not sent; another comes in its place.
    void crash();
    const std::string& name() const { return m_name; }
    std::uint64_t buffered() const { return m_producer->counters().buffered; }
    std::uint64_t acked() const { return m_acked; }
    std::string lastError() const { return m_producer->counters().lastError; }

private:
    void start();

    ClientsContext& m_context;
    const ProducerPlan& m_plan;
    world::Host& m_host;
    const NodeId m_node;
    std::int32_t m_incarnation = 0;
    std::string m_name;
    std::int64_t m_next = 0;
    std::uint64_t m_acked = 0;
    std::unique_ptr<client::Producer> m_producer;
};

/// One member of a group of the plan.
class MemberDriver final : public client::ConsumerListener
{
public:
    MemberDriver(ClientsContext& context, const GroupPlan& plan, world::Host& host,
                 std::int32_t number);

    void start();
    /// Leaves its group properly, or vanishes.
    void stop(bool crash);
    bool isRunning() const { return m_consumer != nullptr && !m_isLeaving; }
    bool isStable() const
    {
        return m_consumer && m_consumer->phase() == client::MemberPhase::Stable;
    }
    /// The application does not poll for so long.
    void stall(Duration time);
    const GroupPlan& plan() const { return m_plan; }
    std::string lastError() const { return m_consumer ? m_consumer->lastError() : ""; }
    /// Empty when it does not run.
    observe::ConsumerReport report() const;

private:
    void onRecord(const TopicPartition& from, const protocol::RecordView& record) override;
    void onAssigned(const std::vector<TopicPartition>& partitions) override;

    ClientsContext& m_context;
    const GroupPlan& m_plan;
    world::Host& m_host;
    const NodeId m_node;
    std::int32_t m_incarnation = 0;
    std::string m_name;
    std::unique_ptr<client::Consumer> m_consumer;
    bool m_isLeaving = false;
};

} // namespace hw::simulate
