#include <QTest>

#include <fmt/format.h>

#include "engine/cluster/partition_causes.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

namespace {

/// Numbers events as the hub does.
struct Story
{
    PartitionCauses causes;
    std::uint64_t last = 0;

    EventId take(Fact fact, EventId cause)
    {
        Event event;
        event.fact = std::move(fact);
        event.cause = cause;
        event.cause = causes.causeOf(event);
        event.id = EventId(++last);
        causes.note(event);
        caused = event.cause;
        return event.id;
    }
    EventId caused;

    EventId write(const TopicPartition& partition)
    {
        fact::ZnodeChanged changed;
        changed.path = fmt::format("/brokers/topics/{}/partitions/{}/state", partition.topic,
                                   partition.partition);
        return take(changed, EventId(900'000));
    }
    EventId elect(const TopicPartition& partition, int epoch, EventId cause)
    {
        fact::LeaderElected elected;
        elected.partition = partition;
        elected.epoch = LeaderEpoch(epoch);
        return take(elected, cause);
    }
    EventId lead(const TopicPartition& partition, int epoch, EventId cause)
    {
        return take(fact::BecameLeader{partition, LeaderEpoch(epoch), Offset(0), Offset(0)}, cause);
    }
};

const TopicPartition kA{"a", 0}, kB{"b.c", 12};

} // namespace

class TestPartitionCauses : public QObject
{
    Q_OBJECT
private slots:
    void pathsOfStatesAreRead()
    {
        QVERIFY(partitionOfState("/brokers/topics/b.c/partitions/12/state") == kB);
        for (const char* other :
             {"/brokers/topics/a", "/brokers/topics/a/partitions/0", "/controller",
              "/brokers/topics/a/partitions/x/state", "/brokers/topics/a/partitions//state", ""})
            QVERIFY2(!partitionOfState(other), other);
    }

    void ofOneRequestAboutManyEachPartitionHasItsOwnLine()
    {
        Story story;
        const EventId a = story.write(kA), b = story.write(kB);
        const EventId electedA = story.elect(kA, 1, b);
        QCOMPARE(story.caused, a);
        const EventId electedB = story.elect(kB, 1, b);
        QCOMPARE(story.caused, b);
        for (const EventId request : {b, electedB}) { // what the request to brokers goes by
            story.lead(kA, 1, request);
            QCOMPARE(story.caused, electedA);
            story.lead(kB, 1, request);
            QCOMPARE(story.caused, electedB);
        }
    }

    void whatIsCausedByAnythingElseKeepsItsCause()
    {
        Story story;
        story.write(kA);
        const EventId other = story.take(fact::BrokerReady{BrokerId(1)}, kNoEvent);
        story.elect(kA, 1, other);
        QCOMPARE(story.caused, other);
        story.lead(kA, 1, other);
        QCOMPARE(story.caused, other);
        story.elect(kA, 2, kNoEvent);
        QCOMPARE(story.caused, kNoEvent);
    }

    /// A broker that is told of an epoch nobody elected in sight goes by the line.
    void anotherEpochsElectionIsNotTheCause()
    {
        Story story;
        const EventId a = story.write(kA), b = story.write(kB);
        story.elect(kA, 1, a);
        story.lead(kA, 2, b);
        QCOMPARE(story.caused, a);
    }

    void theOldestAreForgotten()
    {
        Story story;
        const EventId first = story.write(kA);
        for (std::size_t i = 0; i < PartitionCauses::kLimit; ++i)
            story.write(kB);
        const EventId last = story.write(kB);
        story.elect(kA, 1, last);
        QCOMPARE(story.caused, last); // its own is gone
        story.elect(kB, 1, first);    // and is no line any more
        QCOMPARE(story.caused, first);
        story.elect(kB, 1, last);
        QCOMPARE(story.caused, last);
    }
};

QTEST_APPLESS_MAIN(TestPartitionCauses)
#include "test_partition_causes.moc"
