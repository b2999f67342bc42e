#include <QTest>

#include <algorithm>

#include "engine/broker/replica/fetch_session_handler.h"
#include "engine/broker/replica/fetch_sessions.h"
#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::replica;
using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;

namespace {

TopicPartition partition(int number) { return {number % 2 == 0 ? "even" : "odd", number}; }

FetchSessionHandler::Partition at(int number, std::int64_t offset)
{
    FetchSessionHandler::Partition asked;
    asked.partition = number;
    asked.fetchOffset = Offset(offset);
    return asked;
}

FetchSessionHandler::Wanted wanted(const std::vector<std::pair<int, std::int64_t>>& offsets)
{
    FetchSessionHandler::Wanted all;
    for (const auto& [number, offset] : offsets)
        all.emplace_back(partition(number), at(number, offset));
    return all;
}

std::string textOf(const FetchRequest& request)
{
    std::string text =
        std::to_string(request.sessionId) + "/" + std::to_string(request.sessionEpoch) + ":";
    for (const auto& topic : request.topics)
        for (const auto& asked : topic.partitions)
            text += " " + topic.topic + std::to_string(asked.partition) + "@" +
                    std::to_string(asked.fetchOffset.value());
    for (const auto& topic : request.forgottenTopicsData)
        for (const std::int32_t number : topic.partitions)
            text += " -" + topic.topic + std::to_string(number);
    return text;
}

std::string build(FetchSessionHandler& handler,
                  const std::vector<std::pair<int, std::int64_t>>& offsets)
{
    FetchRequest request;
    handler.build(wanted(offsets), request);
    return textOf(request);
}

FetchResponse answer(std::int32_t session, const std::vector<int>& partitions,
                     ErrorCode error = ErrorCode::None)
{
    FetchResponse response;
    response.sessionId = session;
    response.errorCode = error;
    for (const int number : partitions) {
        auto& topic = response.responses.emplace_back();
        topic.topic = partition(number).topic;
        topic.partitions.emplace_back().partitionIndex = number;
    }
    return response;
}

/// The leader's side, as its request handler uses it; every answer has the high watermark 0.
class Leader
{
public:
    Leader()
        : m_host(m_world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
        , m_sessions(m_host.loop(), m_metadata, 1000)
    {
    }
    FetchResponse take(const FetchRequest& request)
    {
        FetchAsked asked{
            .sessionId = request.sessionId, .sessionEpoch = request.sessionEpoch, .follower = true};
        for (const auto& topic : request.topics)
            for (const auto& p : topic.partitions)
                asked.asks.push_back({{topic.topic, {}, p.partition}, {.at = p.fetchOffset}});
        for (const auto& topic : request.forgottenTopicsData)
            for (const std::int32_t number : topic.partitions)
                asked.forgotten.push_back({topic.topic, {}, number});
        const FetchPlan plan = m_sessions.begin(std::move(asked));
        FetchResponse response;
        response.errorCode = plan.error;
        known.clear();
        if (plan.error != ErrorCode::None)
            return response;
        std::vector<FetchAnswer> answers(plan.asks.size());
        for (const FetchAsk& ask : plan.asks)
            known[{ask.target.topic, ask.target.partition}] = ask.query.at;
        const auto outcome = m_sessions.end(plan, answers);
        response.sessionId = outcome.sessionId;
        for (std::size_t i = 0; i < plan.asks.size(); ++i) {
            if (!outcome.told[i])
                continue;
            auto& topic = response.responses.emplace_back();
            topic.topic = plan.asks[i].target.topic;
            topic.partitions.emplace_back().partitionIndex = plan.asks[i].target.partition;
        }
        return response;
    }
    /// Loses all sessions, as a restart does.
    void forget()
    {
        m_sessions.begin({.sessionId = lastId, .sessionEpoch = FetchSession::kFinalEpoch});
    }

    std::map<TopicPartition, Offset> known; ///< what the last request was about
    std::int32_t lastId = 0;

private:
    world::SimWorld m_world{world::SimOptions{1}};
    world::Host& m_host;
    broker::MetadataCache m_metadata;
    FetchSessions m_sessions;
};

} // namespace

/// KIP-227, as Kafka's FetchSessionHandler has it.
class TestFetchSessionHandler : public QObject
{
    Q_OBJECT
private slots:
    void afterAFullRequestOnlyChangesAreSaid()
    {
        FetchSessionHandler handler;
        QCOMPARE(build(handler, {{0, 5}, {1, 0}, {2, 7}}),
                 std::string("0/0: even0@5 odd1@0 even2@7"));
        QVERIFY(handler.take(answer(9, {0, 1, 2})));
        QCOMPARE(build(handler, {{0, 5}, {1, 3}, {2, 7}}), std::string("9/1: odd1@3"));
        QVERIFY(handler.take(answer(9, {})));
        QCOMPARE(build(handler, {{0, 5}, {1, 3}, {2, 7}}), std::string("9/2:"));
        QVERIFY(handler.take(answer(9, {2})));
        QCOMPARE(build(handler, {{1, 3}, {4, 0}, {2, 8}}),
                 std::string("9/3: even4@0 even2@8 -even0"));
    }

    void withoutASessionEachRequestIsFull()
    {
        FetchSessionHandler handler;
        build(handler, {{0, 5}});
        QVERIFY(handler.take(answer(0, {0})));
        QCOMPARE(build(handler, {{0, 5}}), std::string("0/0: even0@5"));
    }

    void aLostSessionIsBegunAnew()
    {
        FetchSessionHandler handler;
        build(handler, {{0, 5}, {1, 0}});
        QVERIFY(handler.take(answer(9, {0, 1})));
        build(handler, {{0, 6}, {1, 0}});
        QVERIFY(!handler.take(answer(0, {}, ErrorCode::FetchSessionIdNotFound)));
        QCOMPARE(build(handler, {{0, 6}, {1, 0}}), std::string("0/0: even0@6 odd1@0"));
    }

    /// The old one is named, so that the leader closes it.
    void afterAnErrorTheSessionIsClosedByTheNextFullRequest()
    {
        FetchSessionHandler handler;
        build(handler, {{0, 5}});
        QVERIFY(handler.take(answer(9, {0})));
        build(handler, {{0, 5}});
        QVERIFY(!handler.take(answer(9, {}, ErrorCode::InvalidFetchSessionEpoch)));
        QCOMPARE(build(handler, {{0, 5}}), std::string("9/0: even0@5"));
        QVERIFY(handler.take(answer(10, {0})));
        build(handler, {{0, 5}});
        handler.failed();
        QCOMPARE(build(handler, {{0, 5}}), std::string("10/0: even0@5"));
    }

    void answersThatDoNotFitAreNotTaken()
    {
        FetchSessionHandler handler;
        build(handler, {{0, 5}, {1, 0}});
        QVERIFY(!handler.take(answer(9, {0}))); // one is missing
        build(handler, {{0, 5}, {1, 0}});
        QVERIFY(!handler.take(answer(9, {0, 1, 2}))); // one was not asked for
        build(handler, {{0, 5}, {1, 0}});
        QVERIFY(handler.take(answer(9, {1, 0})));
        build(handler, {{0, 5}});
        QVERIFY(!handler.take(answer(9, {1}))); // forgotten
    }

    /// Whatever the follower does, the leader answers exactly what it wants to know.
    void leaderAndFollowerMeanTheSame()
    {
        const std::uint64_t seed = 227;
        world::Random random(seed);
        FetchSessionHandler handler;
        Leader leader;
        std::map<int, std::int64_t> offsets;
        int incremental = 0;
        for (int round = 0; round < 3000; ++round) {
            for (std::uint64_t changes = random.below(4); changes > 0; --changes) {
                const int number = static_cast<int>(random.below(12));
                if (random.below(4) == 0)
                    offsets.erase(number);
                else
                    offsets[number] = static_cast<std::int64_t>(random.below(100));
            }
            if (offsets.empty())
                continue;
            FetchRequest request;
            handler.build(wanted({offsets.begin(), offsets.end()}), request);
            if (random.below(20) == 0)
                leader.forget();
            if (random.below(20) == 0) { // on its way there
                handler.failed();
                continue;
            }
            const FetchResponse response = leader.take(request);
            leader.lastId = response.sessionId;
            if (random.below(20) == 0) { // on its way back
                handler.failed();
                continue;
            }
            if (!handler.take(response))
                continue;
            incremental += handler.wasIncremental();
            std::map<TopicPartition, Offset> expected;
            for (const auto& [number, offset] : offsets)
                expected[partition(number)] = Offset(offset);
            QVERIFY2(leader.known == expected, qPrintable(QString::number(round)));
        }
        QVERIFY(incremental > 1000);
    }
};

QTEST_APPLESS_MAIN(TestFetchSessionHandler)
#include "test_fetch_session_handler.moc"
