// What a recording costs: its size for an hour of the demo, what the window spends on feeding it,
// and how fast it opens and how fast one gets to a moment of it.
#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "app/session/sim_session.h"
#include "app/store/recording_cluster.h"
#include "app/store/time_machine.h"
#include "tests/bench/budget.h"

using namespace hw;

namespace {

using Clock = std::chrono::steady_clock;

/// `bench.recording MINUTES`: a shorter one.
constexpr Duration kFrame = std::chrono::milliseconds(16);
constexpr int kFramesAtOnce = 200; // the engine runs much faster than it is recorded

double msOf(Clock::duration took)
{
    return std::chrono::duration<double, std::milli>(took).count();
}

[[noreturn]] void giveUp(const std::string& why)
{
    std::fprintf(stderr, "bench.recording: %s\n", why.c_str());
    std::exit(1);
}

/// Records `length` of the demo at the window's frame rate; returns what one frame's feeding took.
std::vector<double> record(const std::string& saved, const std::string& file, Duration length)
{
    cluster::ClusterSpec spec;
    spec.demo = true;
    auto session = app::SimSession::start(spec);
    if (!session)
        giveUp(session.error().message);
    cluster::EngineCluster& engine = (*session)->cluster();
    engine.setInterest({true, false, false});
    store::Journal journal(file, {"studio", "the demo", 1, {}}, {1ULL << 40, length * 2});
    std::vector<double> fed;
    for (int frame = 0; kFrame * frame < length; ++frame) {
        (*session)->runFor(kFrame);
        store::Sight sight;
        sight.snapshot = engine.snapshot();
        sight.gauges = engine.gauges();
        cluster::EventBatch batch = engine.takeEvents(2000);
        const auto before = Clock::now();
        sight.events = batch.events; // as a time machine does
        journal.take(std::move(sight));
        fed.push_back(msOf(Clock::now() - before));
        if (frame % kFramesAtOnce == 0)
            journal.flush(std::chrono::minutes(1));
    }
    journal.flush(std::chrono::minutes(1));
    if (journal.lost() > 0 || !journal.failure().empty())
        giveUp("events were lost: " + journal.failure());
    const auto recording = store::Recording::open(file);
    if (!recording || !(*recording)->saveTo(saved, "saved"))
        giveUp("it cannot be saved");
    return fed;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const int minutes = argc > 1 ? std::max(1, std::atoi(argv[1])) : 60;
    const QTemporaryDir dir;
    const std::string file = dir.filePath("demo.hwrec").toStdString();
    const std::string saved = dir.filePath("saved.hwrec").toStdString();
    std::vector<double> fed = record(saved, file, std::chrono::minutes(minutes));
    std::ranges::sort(fed);
    const double mb = static_cast<double>(QFile(QString::fromStdString(saved)).size()) / 1e6;
    std::printf("an hour of the demo (%d minutes recorded): %.1f MB (aim up to 20)\n", minutes,
                mb * 60 / minutes);
    bench::budget("recording, an hour of the demo", mb * 60 / minutes, "MB", "up to 20");
    std::printf("feeding a frame: middle %.4f ms, 99.9 %% %.4f ms, most %.3f ms\n",
                fed[fed.size() / 2], fed[fed.size() * 999 / 1000], fed.back());

    auto before = Clock::now();
    auto cluster = store::RecordingCluster::open(saved);
    if (!cluster)
        giveUp(cluster.error().message);
    const double opened = msOf(Clock::now() - before);
    std::printf("opening it: %.1f ms (aim up to 1000)\n", opened);
    bench::budget("opening a recording", opened, "ms", "up to 1000");
    cluster::Playback& playback = *(*cluster)->playback();
    const auto state = playback.state();
    std::mt19937_64 random(1);
    std::vector<double> sought;
    for (int i = 0; i < 500; ++i) {
        const auto span = static_cast<std::uint64_t>((state.last - state.first).count());
        const Instant at = state.first + Duration(static_cast<std::int64_t>(random() % span));
        before = Clock::now();
        playback.seek(at);
        const auto snapshot = (*cluster)->snapshot();
        const auto gauges = (*cluster)->gauges();
        (*cluster)->takeEvents(2000);
        sought.push_back(msOf(Clock::now() - before));
    }
    std::ranges::sort(sought);
    std::printf("going to a moment of it: middle %.2f ms, most of %zu %.2f ms (aim up to 50)\n",
                sought[sought.size() / 2], sought.size(), sought.back());
    bench::budget("going to a moment, most of 500", sought.back(), "ms", "up to 50");
    return 0;
}
