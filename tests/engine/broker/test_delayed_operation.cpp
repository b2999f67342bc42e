#include <QTest>

#include "engine/broker/core/delayed_operation.h"
#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::broker;

namespace {

/// Ready once `goal` looks were taken at any of its lists.
class Counting final : public DelayedOperation
{
public:
    Counting(std::vector<WatchList*> lists, int goal, std::vector<std::string>& done,
             std::string name)
        : m_goal(goal)
        , m_done(done)
        , m_name(std::move(name))
    {
        reserveWatches(lists.size());
        for (std::uint32_t i = 0; i < lists.size(); ++i)
            watch(*lists[i], i);
    }

private:
    bool isReady(std::uint32_t) override { return ++m_looks >= m_goal; }
    void complete(bool timedOut) override { m_done.push_back(m_name + (timedOut ? " late" : "")); }

    int m_looks = 0;
    int m_goal;
    std::vector<std::string>& m_done;
    std::string m_name;
};

struct Place
{
    world::SimWorld world;
    world::Host& host = world.addHost({NodeId::broker(BrokerId{1}), "b1"});
    Wakeups wakeups{host.loop()};
    Purgatory purgatory{host.loop()};
    std::vector<std::string> done;

    void run(Task task)
    {
        host.control(std::move(task));
        world.runFor(1ms);
    }
};

} // namespace

class TestDelayedOperation : public QObject
{
    Q_OBJECT
private slots:
    void wakesInALaterTaskAndOncePerTask()
    {
        Place place;
        WatchList list(place.wakeups);
        place.run([&] {
            place.purgatory.keep(std::make_unique<Counting>(std::vector{&list}, 2, place.done, "a"),
                                 1s);
            list.wakeLater();
            list.wakeLater();
            QVERIFY(place.done.empty());
        });
        QVERIFY(place.done.empty()); // two marks in one task are one look
        place.run([&] { list.wakeLater(); });
        QCOMPARE(place.done, std::vector<std::string>{"a"});
        QCOMPARE(place.purgatory.size(), std::size_t(0));
    }

    void completesOnlyWhatIsReadyInOrderOfArrival()
    {
        Place place;
        WatchList list(place.wakeups);
        place.run([&] {
            for (const auto& [name, goal] : {std::pair{"a", 1}, {"b", 2}, {"c", 1}})
                place.purgatory.keep(
                    std::make_unique<Counting>(std::vector{&list}, goal, place.done, name), 1s);
            list.wakeLater();
        });
        QCOMPARE(place.done, (std::vector<std::string>{"a", "c"}));
        QCOMPARE(place.purgatory.size(), std::size_t(1));
    }

    void timesOutOnceAndLeavesAllLists()
    {
        Place place;
        WatchList one(place.wakeups);
        WatchList two(place.wakeups);
        place.run([&] {
            place.purgatory.keep(
                std::make_unique<Counting>(std::vector{&one, &two}, 9, place.done, "a"), 5ms);
        });
        QVERIFY(!one.empty() && !two.empty());
        place.world.runFor(10ms);
        QCOMPARE(place.done, std::vector<std::string>{"a late"});
        QVERIFY(one.empty() && two.empty());
    }

    void listMayGoBeforeItsWatchersAndWhileMarked()
    {
        Place place;
        auto list = std::make_unique<WatchList>(place.wakeups);
        place.run([&] {
            place.purgatory.keep(
                std::make_unique<Counting>(std::vector{list.get()}, 1, place.done, "a"), 5ms);
            list->wakeLater();
            list.reset();
        });
        QVERIFY(place.done.empty());
        place.world.runFor(10ms);
        QCOMPARE(place.done, std::vector<std::string>{"a late"});
    }
};

QTEST_APPLESS_MAIN(TestDelayedOperation)
#include "test_delayed_operation.moc"
