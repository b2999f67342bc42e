#include <QTest>

#include "engine/cluster/isr_returns.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

namespace {

const TopicPartition kPartition{"t", 0};
const BrokerId kTwo{2};

/// Numbers events as the hub does.
struct Story
{
    IsrReturns returns;
    std::uint64_t last = 0;
    EventId caused;

    EventId take(Fact fact, EventId cause = kNoEvent)
    {
        Event event;
        event.fact = std::move(fact);
        event.cause = cause;
        event.cause = returns.causeOf(event);
        event.id = EventId(++last);
        returns.note(event);
        caused = event.cause;
        return event.id;
    }
    EventId cut() { return take(fact::FaultStarted{Fault{FaultKind::Cut}}); }
    EventId heal(EventId fault)
    {
        fact::FaultEnded ended;
        ended.started = fault;
        return take(ended);
    }
    EventId shrink(EventId cause)
    {
        fact::IsrShrunk shrunk;
        shrunk.partition = kPartition;
        shrunk.removed = {kTwo};
        return take(shrunk, cause);
    }
    EventId expand(EventId says = kNoEvent)
    {
        return take(fact::IsrExpanded{kPartition, kTwo, {BrokerId(1), kTwo}}, says);
    }
};

} // namespace

class TestIsrReturns : public QObject
{
    Q_OBJECT
private slots:
    void aReplicaIsBackBecauseItsFaultEnded()
    {
        Story story;
        const EventId other = story.cut(), cut = story.cut();
        story.shrink(cut);
        const EventId healed = story.heal(cut);
        story.heal(other);        // later, but that was not it
        story.expand(EventId(1)); // whatever the leader's frame was due to
        QCOMPARE(story.caused, healed);
    }

    void aBrokersReturnIsTheCauseWhereItWasGone()
    {
        Story story;
        const EventId killed = story.take(fact::BrokerKilled{kTwo});
        fact::IsrReduced reduced;
        reduced.partition = kPartition;
        reduced.removed = kTwo;
        story.take(reduced, killed);
        const EventId ready = story.take(fact::BrokerReady{kTwo});
        story.expand();
        QCOMPARE(story.caused, ready);
    }

    /// A leader that was cut off: its session expired, another leads.
    void aLeaderBeforeIsBackBecauseItsFaultEnded()
    {
        Story story;
        const EventId cut = story.cut();
        const EventId expired =
            story.take(fact::SessionExpired{NodeId::broker(kTwo), SessionId(1), 3s}, cut);
        fact::LeaderElected elected;
        elected.partition = kPartition;
        elected.from = kTwo;
        elected.to = BrokerId(1);
        elected.isr = {BrokerId(1)};
        story.take(elected, expired);
        const EventId healed = story.heal(cut);
        story.expand();
        QCOMPARE(story.caused, healed);
    }

    void aBrokerThatHadToBeStartedAfterItsFaultIsBackByThat()
    {
        Story story;
        const EventId fault = story.cut();
        story.shrink(story.take(fact::BrokerFailed{kTwo, "its disk"}, fault));
        story.heal(fault);
        const EventId ready = story.take(fact::BrokerReady{kTwo});
        story.expand();
        QCOMPARE(story.caused, ready);
    }

    /// It was slow for itself and caught up again: nothing is blamed, or thanked, for it.
    void whatNobodyDidHasNoCause()
    {
        Story story;
        story.take(fact::BrokerReady{kTwo}); // long before
        story.shrink(kNoEvent);
        story.expand();
        QCOMPARE(story.caused, kNoEvent);
        story.expand(EventId(7)); // it was not out at all: as it says
        QCOMPARE(story.caused, EventId(7));
    }

    void aTopicThatIsGoneIsForgotten()
    {
        Story story;
        const EventId cut = story.cut();
        story.shrink(cut);
        story.heal(cut);
        story.take(fact::TopicDeleted{"t"});
        story.expand();
        QCOMPARE(story.caused, kNoEvent);
    }
};

QTEST_APPLESS_MAIN(TestIsrReturns)
#include "test_isr_returns.moc"
