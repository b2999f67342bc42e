#include "tests/support/fault_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// One message waits, and goes on or is lost with its connection.
class TestHeldMessages : public QObject, protected FaultScene
{
    Q_OBJECT
private slots:
    void init() { start({}); }
    void cleanup() { end(); }

    void aHeldAnswerGoesWithItsConnection()
    {
        produce(1, "connected");
        QVERIFY(obeys(command::HoldMessage{nodeOf(1), kOutside, "Produce", true}));
        const auto produced = client->produce("t", 0, {"held"}, -1, {}, 2s);
        QVERIFY(!produced.ok()); // and the client gives the connection up
        sim->runFor(1s);
        QVERIFY(find<fact::MessageHeld>());
        const Event* ended = find<fact::FaultEnded>();
        QVERIFY(ended);
        QCOMPARE(std::get<fact::FaultEnded>(ended->fact).why, std::string("its connection ended"));
        QVERIFY(sim->snapshot()->faults.empty());
        QCOMPARE(leo(), std::int64_t(2)); // appended, only the answer was lost
    }

    void aProducersAnswerIsHeldAndReleasedOrDropped()
    {
        command::AddProducer add;
        add.name = "p";
        add.topics = {"t"};
        add.rate = 20;
        QVERIFY(obeys(add));
        sim->runFor(1s);
        const NodeId producer = sim->snapshot()->producers.front()->client;
        const auto acked = [&] {
            const auto part = sim->snapshot()->producers.front();
            return sim->gauges()->acked.at(part->slot);
        };
        for (const bool drop : {false, true}) {
            QVERIFY(obeys(command::HoldMessage{nodeOf(1), producer, "Produce", true}));
            sim->runFor(1s);
            QVERIFY(!sim->snapshot()->faults.empty() && sim->snapshot()->faults.front().caught);
            const auto before = acked();
            sim->runFor(1s);
            QCOMPARE(acked(), before);
            QVERIFY(obeys(command::ReleaseMessage{kNoEvent, drop}));
            sim->runFor(2s);
            QVERIFY(acked() > before + 20);
            QVERIFY(sim->snapshot()->faults.empty());
        }
    }

    void aHeldRequestIsDroppedWithItsConnection()
    {
        produce(1, "connected");
        QVERIFY(obeys(command::HoldMessage{kOutside, nodeOf(1), "Produce"}));
        QVERIFY(!obeys(command::ReleaseMessage{kNoEvent, true})); // nothing has come yet
        const auto produced = client->produce("t", 0, {"lost"}, -1, {}, 1s);
        QVERIFY(!produced.ok());
        QVERIFY(obeys(command::ReleaseMessage{kNoEvent, true}));
        sim->runFor(1s);
        QCOMPARE(leo(), std::int64_t(1));
        produce(1, "next");
        QCOMPARE(leo(), std::int64_t(2));
    }

    void aHeldFetchKeepsAFollowerOut()
    {
        QVERIFY(obeys(command::HoldMessage{nodeOf(3), nodeOf(1), "Fetch"}));
        produce(1, "x");
        QVERIFY(isrBecomes({1, 2}));
        QVERIFY(obeys(command::HealFault{sim->snapshot()->faults.front().id}));
        QVERIFY(isrBecomes({1, 2, 3}));
    }

    void whatIsHeldSaysWhatItIs()
    {
        const auto held = [this](NodeId from, NodeId to) {
            if (!obeys(command::HoldMessage{from, to, {}, false}))
                return std::string("refused");
            const EventId id = sim->snapshot()->faults.front().id;
            sim->until([](const Snapshot& s, const Gauges&) {
                return !s.faults.empty() && s.faults.front().caught;
            });
            const Instant since = sim->snapshot()->faults.front().since;
            std::string what = sim->snapshot()->faults.front().fault.what;
            for (const Event& event : sim->events()) {
                const auto* told = std::get_if<fact::MessageHeld>(&event.fact);
                if (told && told->fault == id && (told->what != what || event.at != since))
                    what += ", but told " + told->what;
            }
            return obeys(command::HealAll{}) && sim->settled() ? what : "not healed";
        };
        const auto begins = [](const std::string& text, const char* with, const char* end) {
            if (!text.starts_with(with) || !text.ends_with(end))
                qWarning("%s", text.c_str());
            return text.starts_with(with) && text.ends_with(end);
        };
        QVERIFY(begins(held(nodeOf(3), nodeOf(1)), "Fetch v", ""));
        QVERIFY(begins(held(nodeOf(1), nodeOf(3)), "Fetch v", " response"));
        QCOMPARE(held(nodeOf(2), kZookeeper), std::string("Ping"));
        QCOMPARE(held(kZookeeper, nodeOf(2)), std::string("Ping response"));
    }

    void zooKeepersMessagesAreHeldByTheirNames()
    {
        // Between a broker and the ensemble: a session's ping, and what the controller writes.
        QVERIFY(obeys(command::HoldMessage{nodeOf(2), kZookeeper, "Ping"}));
        QVERIFY(sim->until([](const Snapshot& s, const Gauges&) {
            return s.faults.size() == 1 && s.faults.front().caught;
        }));
        QCOMPARE(sim->snapshot()->faults.front().fault.what, std::string("Ping"));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(sim->settled());

        const NodeId controller = NodeId::broker(sim->snapshot()->controller.broker);
        QVERIFY(obeys(command::HoldMessage{kZookeeper, controller, "WatchEvent"}));
        command::CreateTopic create;
        create.topic = "u";
        create.assignment = {ids({1, 2, 3})};
        const auto made = sim->run(create, 1s); // before the client gives its connection up
        QVERIFY(!made.ok); // the topic is written; the controller does not hear of it
        QVERIFY(!sim->snapshot()->faults.empty() && sim->snapshot()->faults.front().caught);
        QVERIFY(obeys(command::ReleaseMessage{kNoEvent, false}));
        QVERIFY(sim->until([](const Snapshot& s, const Gauges&) {
            return s.topics.size() == 2 && s.topics.back()->partitions.front()->leader != kNoBroker;
        }));
        QVERIFY(obeys(command::HoldMessage{kZookeeper, controller, "Multi", true}));
        QVERIFY(sim->kill(controller == nodeOf(1) ? 2 : 1).ok);
        QVERIFY(sim->until(
            [](const Snapshot& s, const Gauges&) {
                return std::ranges::any_of(s.faults, &FaultPart::caught);
            },
            10s));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(sim->settled());
    }

    void messagesBetweenEnsembleServersAreHeldByTheirNames()
    {
        start({}, 3);
        int leader = 0;
        for (std::size_t n = 0; n < 3; ++n)
            if (sim->snapshot()->ensemble[n].state == EnsembleServerPart::State::Leader)
                leader = static_cast<int>(n);
        const NodeId from = NodeId::ensemble(leader);
        const NodeId to = NodeId::ensemble((leader + 1) % 3);
        QVERIFY(obeys(command::HoldMessage{from, to, "Proposal"}));
        QVERIFY(sim->createTopic("u", 1, 3).ok); // the third makes the quorum
        QVERIFY(!sim->snapshot()->faults.empty() && sim->snapshot()->faults.front().caught);
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(sim->settled());
        QVERIFY(obeys(command::HoldMessage{to, from, "Ack"}));
        QVERIFY(sim->createTopic("v", 1, 3).ok);
        QVERIFY(!sim->snapshot()->faults.empty() && sim->snapshot()->faults.front().caught);
        QVERIFY(obeys(command::HealAll{}));
    }

    void namesThatMeanNothingThereAreRefused()
    {
        start({}, 3);
        const auto refused = [this](NodeId from, NodeId to, const char* api, bool response,
                                    const char* word) {
            const auto outcome = sim->run(command::HoldMessage{from, to, api, response});
            return !outcome.ok && outcome.message.find(word) != std::string::npos;
        };
        QVERIFY(refused(nodeOf(1), kZookeeper, "Fetch", false, "SetData"));
        QVERIFY(refused(nodeOf(1), nodeOf(2), "SetData", false, "LeaderAndIsr"));
        QVERIFY(refused(NodeId::ensemble(1), kZookeeper, "SetData", false, "Proposal"));
        QVERIFY(refused(NodeId::ensemble(1), kZookeeper, "Proposal", true, "response"));
        QVERIFY(refused(kZookeeper, nodeOf(1), "WatchEvent", true, "response"));
        QVERIFY(sim->snapshot()->faults.empty());
    }
};

QTEST_APPLESS_MAIN(TestHeldMessages)
#include "test_held_messages.moc"
