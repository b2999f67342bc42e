#include "app/lessons/check.h"

#include <fmt/format.h>

#include "app/session/sim_session.h"
#include "engine/observe/text.h"

namespace hw::app {

namespace {

/// Between two looks at the conditions.
constexpr Duration kLook = 5ms;
constexpr std::size_t kAllEvents = 1'000'000;

} // namespace

void EventPrint::add(const observe::Event& event)
{
    const std::string text = fmt::format("{} {} {} {}\n", event.id, toMs(event.at.sinceStart()),
                                         event.node.text(), observe::textOf(event.fact));
    for (const char byte : text) {
        m_value ^= static_cast<unsigned char>(byte);
        m_value *= 1099511628211U;
    }
    ++m_count;
}

LessonVerdict checkLesson(const Scenario& lesson, const std::function<bool()>& stopped)
{
    LessonVerdict verdict;
    auto session = SimSession::start(lesson.spec);
    if (!session) {
        verdict.news.push_back({ScenarioNews::Kind::Failed, {}, session.error().message});
        return verdict;
    }
    SimSession& sim = **session;
    sim.cluster().setInterest({true, false, false});
    const Instruments instruments = Instruments::of(sim);
    ScenarioPlayer player(lesson, sim.cluster(), &instruments);
    EventPrint print;
    Instant now;
    while (player.state() == ScenarioPlayer::State::Playing) {
        sim.runFor(kLook);
        now = now + kLook;
        for (const observe::Event& event : sim.cluster().takeEvents(kAllEvents).events) {
            print.add(event);
            if (const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact))
                player.take(*done);
        }
        for (ScenarioNews& news : player.advance(now))
            verdict.news.push_back(std::move(news));
        const bool late = now - Instant() > kLongestLesson;
        if (late || (stopped && stopped())) {
            verdict.news.push_back({ScenarioNews::Kind::Failed, now - Instant(),
                                    late ? "it takes longer than a lesson may" : "stopped"});
            break;
        }
    }
    verdict.passed = player.state() == ScenarioPlayer::State::Passed;
    verdict.modelTime = now - Instant();
    verdict.events = print.count();
    verdict.fingerprint = print.value();
    return verdict;
}

} // namespace hw::app
