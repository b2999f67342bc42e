#include <QTest>

#include <limits>

#include "engine/broker/replica/fetch_sessions.h"
#include "engine/protocol/messages/update_metadata.h"
#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::replica;
using protocol::ErrorCode;

namespace {

constexpr std::int32_t kInitial = FetchSession::kInitialEpoch;
constexpr std::int32_t kFinal = FetchSession::kFinalEpoch;

/// The sessions of one broker without its replicas: answers are made up.
class Bench
{
public:
    explicit Bench(std::size_t places = 1000)
        : m_host(m_world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
        , sessions(m_host.loop(), metadata, places)
    {
    }
    void wait(Duration duration) { m_world.runFor(duration); }

    static FetchAsk ask(int partition, std::int64_t at = 0)
    {
        return {{"t", {}, partition}, {.at = Offset(at), .maxBytes = 1000}};
    }
    static std::vector<FetchAsk> asks(int count)
    {
        std::vector<FetchAsk> all;
        for (int i = 0; i < count; ++i)
            all.push_back(ask(i));
        return all;
    }
    static FetchAnswer answer(std::int64_t highWatermark, bool records = false)
    {
        FetchAnswer answer;
        answer.highWatermark = Offset(highWatermark);
        answer.logStart = Offset(0);
        if (records)
            answer.records = Pieces(Bytes{1, 2, 3});
        return answer;
    }
    /// A full request over so many partitions: its session's id.
    std::int32_t open(int partitions, bool follower = false)
    {
        const FetchPlan plan = sessions.begin(
            {.sessionEpoch = kInitial, .follower = follower, .asks = asks(partitions)});
        const std::vector<FetchAnswer> answers(plan.asks.size(), answer(0));
        return sessions.end(plan, answers).sessionId;
    }
    ErrorCode use(std::int32_t id, std::int32_t epoch)
    {
        return sessions.begin({.sessionId = id, .sessionEpoch = epoch}).error;
    }
    bool has(std::int32_t id) { return use(id, 99999) != ErrorCode::FetchSessionIdNotFound; }

private:
    world::SimWorld m_world{world::SimOptions{1}};
    world::Host& m_host;

public:
    broker::MetadataCache metadata;
    FetchSessions sessions;
};

std::vector<int> partitionsOf(const FetchPlan& plan)
{
    std::vector<int> all;
    for (const FetchAsk& ask : plan.asks)
        all.push_back(ask.target.partition);
    return all;
}

} // namespace

/// KIP-227, as FetchManager and FetchSessionCache have it.
class TestFetchSessions : public QObject
{
    Q_OBJECT
private slots:
    void epochsCountFromOneAndWrapToOne()
    {
        QCOMPARE(FetchSession::nextEpoch(0), 1);
        QCOMPARE(FetchSession::nextEpoch(1), 2);
        QCOMPARE(FetchSession::nextEpoch(std::numeric_limits<std::int32_t>::max()), 1);
        QCOMPARE(FetchSession::nextEpoch(-1), -1);
    }

    void anEpochMustBeTheNextOne()
    {
        Bench bench;
        const std::int32_t id = bench.open(2);
        QVERIFY(id > 0);
        QCOMPARE(bench.use(id, 2), ErrorCode::InvalidFetchSessionEpoch);
        QCOMPARE(bench.use(id, 1), ErrorCode::None);
        QCOMPARE(bench.use(id, 1), ErrorCode::InvalidFetchSessionEpoch); // said twice
        QCOMPARE(bench.use(id, 2), ErrorCode::None);
        QCOMPARE(bench.use(id + 1, 1), ErrorCode::FetchSessionIdNotFound);
        QCOMPARE(bench.use(0, 1), ErrorCode::FetchSessionIdNotFound);
    }

    void aFullRequestEndsTheSessionThatItNames()
    {
        Bench bench;
        const std::int32_t first = bench.open(1);
        const FetchPlan plan = bench.sessions.begin(
            {.sessionId = first, .sessionEpoch = kInitial, .asks = Bench::asks(1)});
        QVERIFY(!bench.has(first));
        const auto outcome = bench.sessions.end(plan, {Bench::answer(0)});
        QVERIFY(outcome.sessionId > 0);

        const FetchPlan last = bench.sessions.begin(
            {.sessionId = outcome.sessionId, .sessionEpoch = kFinal, .asks = Bench::asks(1)});
        QVERIFY(last.kind == FetchPlan::Kind::Sessionless);
        QCOMPARE(bench.sessions.end(last, {Bench::answer(0)}).sessionId, 0);
        QCOMPARE(bench.sessions.size(), std::size_t(0));
    }

    void idsAndNamesDoNotMix()
    {
        Bench bench;
        const std::int32_t id = bench.open(1);
        QCOMPARE(bench.sessions.begin({.sessionId = id, .sessionEpoch = 1, .usesIds = true}).error,
                 ErrorCode::FetchSessionTopicIdError);
        QCOMPARE(bench.use(id, 1), ErrorCode::None);
    }

    void onlyChangesAreAskedAndOnlyNewsTold()
    {
        Bench bench;
        const std::int32_t id = bench.open(4);
        FetchPlan plan = bench.sessions.begin({.sessionId = id,
                                               .sessionEpoch = 1,
                                               .asks = {Bench::ask(1, 7), Bench::ask(9)},
                                               .forgotten = {{"t", {}, 2}}});
        QCOMPARE(partitionsOf(plan), (std::vector{0, 1, 3, 9}));
        QCOMPARE(plan.asks[1].query.at, Offset(7));
        FetchAnswer failed = Bench::answer(0);
        failed.error = ErrorCode::NotLeaderOrFollower;
        const auto outcome = bench.sessions.end(
            plan, {Bench::answer(0), Bench::answer(5), failed, Bench::answer(0)});
        QCOMPARE(outcome.sessionId, id);
        // Nothing new · another mark · an error · asked for the first time.
        QCOMPARE(outcome.told, (std::vector{false, true, true, true}));

        plan = bench.sessions.begin({.sessionId = id, .sessionEpoch = 2});
        // The error is over: told although the mark is what it was before.
        QCOMPARE(
            bench.sessions
                .end(plan, {Bench::answer(0), Bench::answer(5), Bench::answer(0), Bench::answer(0)})
                .told,
            (std::vector{false, false, true, false}));

        plan = bench.sessions.begin({.sessionId = id, .sessionEpoch = 3});
        FetchAnswer started = Bench::answer(0);
        started.logStart = Offset(3);
        FetchAnswer parts = Bench::answer(5);
        parts.diverging = log::EpochEnd{LeaderEpoch(1), Offset(2)};
        QCOMPARE(
            bench.sessions.end(plan, {started, parts, Bench::answer(0), Bench::answer(0)}).told,
            (std::vector{true, true, false, false}));
    }

    void whatWasServedLastIsReadLast()
    {
        Bench bench;
        const std::int32_t id = bench.open(3);
        FetchPlan plan = bench.sessions.begin({.sessionId = id, .sessionEpoch = 1});
        bench.sessions.end(plan, {Bench::answer(3, true), Bench::answer(0), Bench::answer(0)});
        plan = bench.sessions.begin({.sessionId = id, .sessionEpoch = 2});
        QCOMPARE(partitionsOf(plan), (std::vector{1, 2, 0}));
        bench.sessions.end(plan, {Bench::answer(3, true), Bench::answer(9), Bench::answer(3)});
        plan = bench.sessions.begin({.sessionId = id, .sessionEpoch = 3});
        QCOMPARE(partitionsOf(plan), (std::vector{2, 0, 1})); // a mark alone moves nothing
    }

    void aSessionWithoutPartitionsEnds()
    {
        Bench bench;
        const std::int32_t id = bench.open(1);
        const FetchPlan plan =
            bench.sessions.begin({.sessionId = id, .sessionEpoch = 1, .forgotten = {{"t", {}, 0}}});
        QVERIFY(plan.kind == FetchPlan::Kind::Sessionless);
        QVERIFY(plan.error == ErrorCode::None && plan.asks.empty());
        QVERIFY(!bench.has(id));
    }

    void anAnswerThatWasOvertakenSaysSo()
    {
        Bench bench;
        const std::int32_t id = bench.open(1);
        const FetchPlan slow = bench.sessions.begin({.sessionId = id, .sessionEpoch = 1});
        QCOMPARE(bench.use(id, 2), ErrorCode::None);
        const auto outcome = bench.sessions.end(slow, {Bench::answer(9)});
        QCOMPARE(outcome.error, ErrorCode::InvalidFetchSessionEpoch);
        QCOMPARE(outcome.told, std::vector{false});
    }

    void aTopicThatWasUnknownIsFoundLater()
    {
        Bench bench;
        Uuid id;
        id.bytes[0] = 7;
        const FetchPlan plan = bench.sessions.begin(
            {.sessionEpoch = kInitial, .usesIds = true, .asks = {{{"", id, 0}, {}}}});
        FetchAnswer unknown;
        unknown.error = ErrorCode::UnknownTopicId;
        const std::int32_t session = bench.sessions.end(plan, {unknown}).sessionId;
        protocol::UpdateMetadataRequest news;
        auto& topic = news.topicStates.emplace_back();
        topic.topicName = "late";
        topic.topicId = id;
        topic.partitionStates.emplace_back();
        bench.metadata.apply(news);
        const FetchPlan next =
            bench.sessions.begin({.sessionId = session, .sessionEpoch = 1, .usesIds = true});
        QCOMPARE(next.asks.at(0).target.topic, std::string("late"));
    }

    void thereAreOnlySoManySlots()
    {
        Bench bench(1000);
        for (int i = 0; i < 1000; ++i)
            QVERIFY(bench.open(1) > 0);
        QCOMPARE(bench.open(1), 0); // all are young
        QCOMPARE(bench.sessions.size(), std::size_t(1000));
        QCOMPARE(Bench(0).open(1), 0);
    }

    void whoeverIsUnusedForTwoMinutesGoes()
    {
        Bench bench(2);
        const std::int32_t idle = bench.open(100);
        const std::int32_t used = bench.open(1);
        bench.wait(100s);
        QCOMPARE(bench.use(used, 1), ErrorCode::None);
        bench.wait(20s);
        QCOMPARE(bench.open(200), 0); // two minutes are not over
        bench.wait(1ms);
        QVERIFY(bench.open(1) > 0);
        QVERIFY(!bench.has(idle));
        QVERIFY(bench.has(used));
    }

    void aLargerOneTakesTheSmallestThatIsNotYoung()
    {
        Bench bench(2);
        const std::int32_t small = bench.open(2);
        const std::int32_t large = bench.open(3);
        bench.wait(121s);
        QCOMPARE(bench.use(small, 1), ErrorCode::None); // in use, but old
        QCOMPARE(bench.use(large, 1), ErrorCode::None);
        QCOMPARE(bench.open(1), 0);
        QVERIFY(bench.open(3) > 0);
        QVERIFY(!bench.has(small));
        QVERIFY(bench.has(large));
    }

    void followersComeFirst()
    {
        Bench bench(2);
        const std::int32_t consumer = bench.open(100);
        const std::int32_t follower = bench.open(1, true);
        const std::int32_t another = bench.open(1, true); // takes a young consumer's
        QVERIFY(another > 0);
        QVERIFY(!bench.has(consumer));
        QVERIFY(bench.has(follower));
        QCOMPARE(bench.open(100, true), 0); // but no young follower's
        bench.wait(121s);
        QCOMPARE(bench.use(follower, 1), ErrorCode::None);
        QCOMPARE(bench.use(another, 1), ErrorCode::None);
        QCOMPARE(bench.open(100), 0); // and a consumer none at all
        QVERIFY(bench.open(100, true) > 0);
    }
};

QTEST_APPLESS_MAIN(TestFetchSessions)
#include "test_fetch_sessions.moc"
