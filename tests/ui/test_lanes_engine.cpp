#include <QTest>

#include <algorithm>
#include <map>

#include "tests/ui/studio_fixture.h"
#include "ui/lanes/lane_window.h"

using namespace hw;
using namespace hw::ui;
using test::Studio;

class TestLanesEngine : public QObject
{
    Q_OBJECT
private slots:
    /// The engine's own requests, in simulated time: a join is parked for the initial delay.
    void theEnginesMembersComeWithParkedJoins()
    {
        Studio s;
        s.pass(6s);
        const LaneHistory& history = s.window->lanes()->history();
        QVERIFY(!history.names().empty());
        const LaneGroup* group = history.find(history.names().front());
        std::map<LaneMark::Kind, int> kinds;
        Duration parked{};
        for (const LaneMember& lane : group->members) {
            for (const LaneMark& mark : lane.marks) {
                ++kinds[mark.kind];
                parked = std::max(parked, mark.parked);
            }
            QVERIFY(lane.there ? !lane.timers[0].empty() : true);
        }
        QVERIFY(kinds[LaneMark::Kind::Join] > 0);
        QVERIFY(kinds[LaneMark::Kind::Sync] > 0);
        QVERIFY(kinds[LaneMark::Kind::Heartbeat] > 0);
        QVERIFY(kinds[LaneMark::Kind::Commit] > 0);
        QVERIFY2(parked > 100ms, qPrintable(QString::number(toMs(parked))));
        QVERIFY(group->states.size() >= 2);
    }
};

QTEST_MAIN(TestLanesEngine)
#include "test_lanes_engine.moc"
