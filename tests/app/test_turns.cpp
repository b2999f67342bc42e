#include <QTest>

#include "app/commands/turns.h"

using namespace hw;
using namespace hw::app;

namespace {

Place place(std::string_view text)
{
    const Result<Line> line = readLine(text, anyName());
    if (!line)
        qFatal("%s", line.error().message.c_str());
    return placeOf(*line);
}

std::vector<Place> places(std::initializer_list<std::string_view> texts)
{
    std::vector<Place> all;
    for (const std::string_view text : texts)
        all.push_back(place(text));
    return all;
}

/// The line that begins when those before have waited for two seconds; empty: none.
std::string_view next(std::initializer_list<std::string_view> begun,
                      std::initializer_list<std::string_view> waiting, Duration longest = 2s)
{
    const auto index = nextToBegin(places(waiting), places(begun), longest);
    return index ? waiting.begin()[*index] : std::string_view();
}

} // namespace

/// Which lines overtake others.
class TestTurns : public QObject
{
    Q_OBJECT
private slots:
    void linesBeginInOrder()
    {
        QCOMPARE(next({}, {"status", "kill 1"}), std::string_view("status"));
        QCOMPARE(next({"create-topic t"}, {"topics"}), std::string_view(""));
        QCOMPARE(next({"status"}, {"kill 1"}), std::string_view(""));
        QCOMPARE(next({"kill 1"}, {"status"}), std::string_view(""));
    }

    void faultsWaitASecondForCommandsBeforeThem()
    {
        QCOMPARE(next({"stop 2"}, {"thaw zookeeper0"}, 999ms), std::string_view(""));
        QCOMPARE(next({"stop 2"}, {"thaw zookeeper0"}, 1s), std::string_view("thaw zookeeper0"));
        QCOMPARE(next({"create-topic t"}, {"freeze 3"}, 1s), std::string_view("freeze 3"));
        QCOMPARE(next({"delete-topic t"}, {"cut 1 2"}), std::string_view("cut 1 2"));
        QCOMPARE(next({"stop 2"}, {"restart 3"}), std::string_view("restart 3"));
        QCOMPARE(next({"stop 2"}, {"heal"}), std::string_view("heal"));
    }

    void theyPassLinesThatHaveNotBegunEither()
    {
        QCOMPARE(next({"stop 2"}, {"create-topic t", "status", "thaw zookeeper0"}),
                 std::string_view("thaw zookeeper0"));
        QCOMPARE(next({"stop 2"}, {"create-topic t", "topics"}), std::string_view(""));
    }

    void nothingPassesAnAwaitOrQuit()
    {
        QCOMPARE(next({"await settled"}, {"thaw 1"}), std::string_view(""));
        QCOMPARE(next({"stop 2"}, {"await leader t-0", "thaw 1"}), std::string_view(""));
        QCOMPARE(next({"stop 2"}, {"quit", "thaw 1"}), std::string_view(""));
    }

    void harmWaitsForARestartAndHealingDoesNot()
    {
        QCOMPARE(next({"restart 1"}, {"kill 2"}), std::string_view(""));
        QCOMPARE(next({"stop 3"}, {"restart 1", "kill 2"}), std::string_view("restart 1"));
        QCOMPARE(next({"restart 1"}, {"restart 2"}), std::string_view(""));
        QCOMPARE(next({"restart 1"}, {"thaw zookeeper0"}), std::string_view("thaw zookeeper0"));
        QCOMPARE(next({"restart 1"}, {"disk 1 ok"}), std::string_view("disk 1 ok"));
        QCOMPARE(next({"restart 1"}, {"disk 1 full"}), std::string_view(""));
        QCOMPARE(next({"restart 1"}, {"delay 1 2 0"}), std::string_view("delay 1 2 0"));
    }

    void aZooKeeperServersRestartIsWhatThoseOfBrokersWaitFor()
    {
        QCOMPARE(next({"restart 1"}, {"restart 2", "restart 3", "restart zookeeper0"}),
                 std::string_view("restart zookeeper0"));
        QCOMPARE(next({"restart zookeeper0"}, {"restart 1"}), std::string_view(""));
        QCOMPARE(next({"restart zookeeper0"}, {"restart zookeeper1"}), std::string_view(""));
        QCOMPARE(next({"restart 1"}, {"kill zookeeper0", "restart zookeeper0"}),
                 std::string_view(""));
    }

    void anUndoNeverOvertakesItsOwnFault()
    {
        QCOMPARE(next({"restart 2"}, {"cut 1 3", "uncut 1 3", "freeze 2", "thaw 2"}),
                 std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"cut 1 3", "uncut 3 1"}), std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"cut 1 3", "uncut 1 2"}), std::string_view("uncut 1 2"));
        QCOMPARE(next({"restart 2"}, {"delay 1 2 9", "delay 2 1 0"}), std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"disk 1 full", "disk 1 ok"}), std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"freeze 3", "thaw zookeeper0"}),
                 std::string_view("thaw zookeeper0"));
    }

    void healAllOvertakesNoFaultWrittenBeforeIt()
    {
        QCOMPARE(next({"restart 2"}, {"cut 1 3", "heal"}), std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"slow c1 50", "heal"}), std::string_view(""));
        QCOMPARE(next({"restart 2"}, {"hold 1 2 Fetch", "release"}), std::string_view(""));
        QCOMPARE(next({"stop 1"}, {"stop 2", "create-topic t", "heal"}), std::string_view("heal"));
        QCOMPARE(next({"restart 1"}, {"restart 2", "heal"}), std::string_view("heal"));
    }

    void linesAboutTheSameThingKeepTheirOrder()
    {
        QCOMPARE(next({"create-topic t"}, {"stop 2", "kill 2"}), std::string_view(""));
        QCOMPARE(next({"create-topic t"}, {"stop 2", "kill 3"}), std::string_view("kill 3"));
    }

    void aRestartWaitsForWhatIsAboutItsNode()
    {
        QCOMPARE(next({"stop 2"}, {"restart 2"}), std::string_view(""));
        QCOMPARE(next({"stop 2"}, {"kill 2"}), std::string_view("kill 2"));
    }
};

QTEST_APPLESS_MAIN(TestTurns)
#include "test_turns.moc"
