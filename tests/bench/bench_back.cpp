// How long it takes to go back, and to another branch: in a lesson's cluster and in the loaded
// demo, ten minutes after the beginning.
#include <chrono>
#include <cstdio>
#include <string>

#include "app/session/studio_cluster.h"
#include "tests/bench/budget.h"

using namespace hw;

namespace {

constexpr Duration kTenMinutes = std::chrono::minutes(10);
constexpr Duration kFrame = 16ms, kBudget = 9ms;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point began)
{
    return std::chrono::duration<double>(Clock::now() - began).count();
}

std::unique_ptr<app::StudioCluster> start(bool loaded)
{
    cluster::ClusterSpec spec;
    spec.demo = loaded;
    auto session = app::SimSession::start(spec);
    if (!session)
        return nullptr;
    auto studio = std::make_unique<app::StudioCluster>(std::move(*session));
    if (!loaded) { // what a lesson has: a topic, a producer, two consumers
        studio->submit(observe::command::CreateTopic{"t", 3, 3, {}, {}});
        studio->session().runFor(5s);
        observe::command::AddProducer producer;
        producer.topics = {"t"};
        producer.rate = 2;
        studio->submit(producer);
        for (int n = 0; n < 2; ++n) {
            observe::command::AddConsumer consumer;
            consumer.group = "g";
            consumer.topics = {"t"};
            studio->submit(consumer);
        }
    }
    return studio;
}

/// Frames of the window until it is there.
void arrive(app::StudioCluster& studio)
{
    while (studio.run().state().travelled)
        studio.timeControl()->advance(kFrame, kBudget);
}

void measure(const char* what, bool loaded, double aim)
{
    auto studio = start(loaded);
    if (!studio)
        return;
    studio->setInterest({true, true, true}); // as a window has it
    auto& time = *studio->timeControl();
    time.setFlatOut(true);
    time.play();
    while (studio->session().now() < Instant(kTenMinutes)) {
        time.advance(kFrame, kBudget);
        studio->takeEvents(100'000);
        studio->takeFlights();
    }
    time.pause();
    for (int frame = 0; frame < 300; ++frame) // somebody looks at it for five seconds
        time.advance(kFrame, kBudget);
    const auto tell = [&](const char* way, Clock::time_point began) {
        const double took = secondsSince(began);
        std::printf("%-26s %-34s %7.3f s (at most %.0f), now at %.3f s\n", what, way, took, aim,
                    std::chrono::duration<double>(studio->session().now().sinceStart()).count());
        const std::string name = std::string(what) + ", " + way;
        bench::budget(name.c_str(), took, "s", loaded ? "at most 30" : "at most 1");
    };
    auto began = Clock::now();
    studio->run().stepBack(cluster::RunControl::Back::Anything);
    arrive(*studio);
    tell("back by a message", began);
    began = Clock::now();
    studio->run().goTo(studio->session().now() - 10s);
    arrive(*studio);
    tell("and by 10 s", began);
    studio->run().fork();
    studio->submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
    studio->session().runFor(5s);
    began = Clock::now();
    studio->run().switchTo(0);
    arrive(*studio);
    tell("to the other branch", began);
    studio->run().parked().setUsed(false);
    began = Clock::now();
    studio->run().goTo(studio->session().now() - 1s);
    arrive(*studio);
    tell("back, with nothing parked", began);
}

} // namespace

int main()
{
    measure("A lesson at minute 10", false, 1);
    measure("The loaded demo, minute 10", true, 30);
    return 0;
}
