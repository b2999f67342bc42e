#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/client/producer.h"
#include "tests/support/fake_cluster.h"

namespace hw::test {

using namespace hw::client;
using Texts = std::vector<std::string>;
inline const TopicPartition kT0{"t", 0};
inline const TopicPartition kT1{"t", 1};

/// Keeps what was reported.
class FactJournal final : public observe::Journal
{
public:
    EventId report(observe::Fact fact) override
    {
        facts.push_back(std::move(fact));
        return EventId(facts.size());
    }
    bool wantsFlights() const override { return false; }
    FlightId flight(observe::Flight, const Pieces&) override { return kNoFlight; }
    template <class T> int count() const
    {
        int found = 0;
        for (const observe::Fact& fact : facts)
            found += std::holds_alternative<T>(fact) ? 1 : 0;
        return found;
    }
    std::vector<observe::Fact> facts;
};

/// One producer before brokers that do what a test says, and what became of its records.
struct Stage
{
    explicit Stage(int brokers = 2)
        : cluster(world, brokers)
        , host(world.addHost({NodeId::client(0), "clients"}))
    {
    }
    ClientContext context()
    {
        return {host, journal, NodeId::client(1), "producer1", cluster.bootstrap()};
    }
    void start(ProducerConfig config = {}, ProducerInterceptor* interceptor = nullptr)
    {
        producer = std::make_unique<Producer>(context(), std::move(config), interceptor);
    }
    void send(const std::string& value, std::optional<std::string> key = {},
              std::optional<std::int32_t> partition = {})
    {
        producer->send({"t", partition, std::move(key), value, {}, {}},
                       [this, value](const Delivery& delivery) {
                           deliveries.push_back(value + " " + delivery.partition.text() + "@" +
                                                std::to_string(delivery.offset.value()) + " " +
                                                protocol::infoOf(delivery.error).name);
                       });
    }

    world::SimWorld world;
    FakeCluster cluster;
    world::Host& host;
    FactJournal journal;
    std::unique_ptr<Producer> producer;
    std::vector<std::string> deliveries;
};

} // namespace hw::test
