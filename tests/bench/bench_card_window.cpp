// From the coordinator's decision to the drawn cause: a live cluster, its window (offscreen, with
// its own timer at 60 frames a second) and the rebalance window beside it. Members of a group come
// and go; each rebalance is timed from the coordinator's event to the end of the paint that shows
// its card. Aim: at most 2 frames.
#include <QApplication>
#include <QEvent>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <vector>

#include "app/session/live_session.h"
#include "tests/bench/budget.h"
#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace hw;
namespace command = hw::observe::command;

namespace {

constexpr int kRebalances = 60;
constexpr int kDiscarded = 5; // of these: the first ones
constexpr int kEveryMs = 700; // a member comes or goes
constexpr const char* kGroup = "g";

[[noreturn]] void giveUp(const std::string& why)
{
    std::fprintf(stderr, "bench.card_window: %s\n", why.c_str());
    std::exit(1);
}

bool waitFor(const std::function<bool()>& done, int atMostMs)
{
    QEventLoop loop;
    QTimer look, end;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
    look.start(5);
    end.start(atMostMs);
    loop.exec();
    return done();
}

struct Drawn
{
    double ms = 0;
    int frames = 0; ///< that began between the event and the end of the paint
};

/// Watches frames begin and the card being painted.
class Watch : public QObject
{
public:
    Watch(app::LiveSession& session, ui::MainWindow& window)
        : m_session(session)
        , m_window(window)
    {
        connect(&window.feed(), &ui::Feed::frameReady, this,
                [this] { m_frames.push_back(m_session.now()); });
        m_window.rebalances()->cardView()->installEventFilter(this);
    }
    const std::map<std::uint64_t, Drawn>& drawn() const { return m_drawn; }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) // told once it is over
            QMetaObject::invokeMethod(
                this, [this] { painted(); }, Qt::QueuedConnection);
        return QObject::eventFilter(watched, event);
    }

private:
    void painted()
    {
        const std::uint64_t number = m_window.rebalances()->chosen();
        const auto* rebalance = m_window.feed().book().find(number);
        if (!rebalance || m_drawn.contains(number))
            return;
        const Instant now = m_session.now();
        const auto later = std::ranges::upper_bound(m_frames, rebalance->began);
        m_drawn[number] = {
            std::chrono::duration<double, std::milli>(now - rebalance->began).count(),
            static_cast<int>(m_frames.end() - later)};
    }

    app::LiveSession& m_session;
    ui::MainWindow& m_window;
    std::vector<Instant> m_frames; ///< when each was looked at
    std::map<std::uint64_t, Drawn> m_drawn;
};

void addMember(cluster::EngineCluster& cluster)
{
    command::AddConsumer add;
    add.group = kGroup;
    add.topics = {"t"};
    cluster.submit(add);
}

/// Each rebalance ends before the next one begins.
void makeRebalances(app::LiveSession& session, ui::MainWindow& window, const Watch& watch)
{
    cluster::EngineCluster& cluster = session.cluster();
    for (int round = 0; watch.drawn().size() < kRebalances && round < 4 * kRebalances; ++round) {
        const auto& consumers = window.feed().last().snapshot->consumers;
        if (round % 2 == 0 || consumers.size() < 2)
            addMember(cluster);
        else
            cluster.submit(command::StopClient{consumers.back()->client});
        waitFor([] { return false; }, kEveryMs);
    }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    cluster::ClusterSpec spec;
    spec.configs = {{"group.initial.rebalance.delay.ms", "0"}};
    const auto session = app::LiveSession::start(spec, {});
    if (!session)
        giveUp(session.error().message);
    cluster::EngineCluster& cluster = (*session)->cluster();
    const auto ready = [&] { return cluster.startup() == cluster::EngineCluster::Startup::Ready; };
    if (!waitFor(ready, 20'000))
        giveUp("the cluster does not start");
    command::CreateTopic topic;
    topic.topic = "t";
    topic.partitions = 12;
    topic.replicationFactor = 3;
    cluster.submit(topic);

    const QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    ui::MainWindow window(cluster, settings);
    window.resize(1600, 1000);
    window.show();
    for (int member = 0; member < 3; ++member)
        addMember(cluster);
    const auto stands = [&] { return window.feed().book().newest(kGroup) != nullptr; };
    if (!waitFor(stands, 20'000))
        giveUp("no group comes to be");
    waitFor([] { return false; }, 3000);
    window.rebalances()->open(kGroup);
    waitFor([] { return false; }, 500);

    Watch watch(**session, window);
    makeRebalances(**session, window, watch);
    std::vector<double> ms;
    std::vector<int> frames;
    int left = kDiscarded;
    for (const auto& [number, drawn] : watch.drawn()) {
        if (left-- > 0)
            continue;
        ms.push_back(drawn.ms);
        frames.push_back(drawn.frames);
    }
    if (ms.empty())
        giveUp("no card was drawn");
    std::ranges::sort(ms);
    std::ranges::sort(frames);
    std::printf(
        "from the coordinator's decision to the drawn card, %zu rebalances, live, 60 frames "
        "a second:\n",
        ms.size());
    std::printf("  frames  least %d  middle %d  most %d (aim up to 2)\n", frames.front(),
                frames[frames.size() / 2], frames.back());
    std::printf("  time    least %.1f  middle %.1f  most %.1f ms\n", ms.front(), ms[ms.size() / 2],
                ms.back());
    bench::budget("decision to drawn card, most", frames.back(), "frames", "up to 2");
    return 0;
}
