#include <QTest>

#include "ui/inspector/inspection.h"
#include "ui/models/last_errors.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;
using Tone = Inspection::Tone;

namespace {

const NodeId kClient = NodeId::client(4);

/// One producer whose figures move as told.
struct Scene
{
    Scene()
    {
        part.client = kClient;
        part.name = "p";
        gauges.produced = gauges.acked = {10};
        gauges.failed = {0};
        take();
    }
    void take(std::vector<Event> events = {})
    {
        snapshot.producers = {std::make_shared<ProducerPart>(part)};
        errors.take(snapshot, gauges, events);
    }
    void fail(const char* error)
    {
        part.lastError = error;
        ++gauges.failed[0];
        take();
    }
    void succeed()
    {
        gauges.produced[0] += 5;
        gauges.acked[0] += 5;
        take();
    }
    Inspection::Line line() const
    {
        const Rates rates;
        const HeldMarks held;
        const auto all = inspectProducer(part, {snapshot, gauges, rates, {}, held, &errors});
        for (const auto& each : all.sections.front().lines) {
            if (each.label == "Last error")
                return each;
        }
        return {};
    }
    static Event sendFailed(std::int64_t wallMs)
    {
        Event event;
        event.wall = WallTime(wallMs);
        event.fact = fact::SendFailed{kClient, {"t", 0}, 1, "timed out"};
        return event;
    }

    ProducerPart part;
    Snapshot snapshot;
    Gauges gauges;
    LastErrors errors;
};

} // namespace

/// A client's last error is red while it is news and grey once the client has gone on.
class TestLastErrors : public QObject
{
    Q_OBJECT
private slots:
    void itIsGreyOnceTheClientHadSuccess()
    {
        Scene s;
        s.fail("timed out");
        QCOMPARE(s.line().tone, Tone::Bad);
        QVERIFY2(s.line().value.startsWith("timed out, at "), qPrintable(s.line().value));
        s.take(); // nothing was acknowledged
        QCOMPARE(s.line().tone, Tone::Bad);
        s.succeed();
        QCOMPARE(s.line().tone, Tone::Soft);
        QVERIFY2(s.line().value.contains("has had success since"), qPrintable(s.line().value));
    }

    void theSameErrorAgainIsNews()
    {
        Scene s;
        s.fail("timed out");
        s.succeed();
        s.fail("timed out");
        QCOMPARE(s.line().tone, Tone::Bad);
        s.succeed();
        s.fail("refused");
        QCOMPARE(s.line().tone, Tone::Bad);
    }

    void itsTimeIsThatOfTheEvent()
    {
        Scene s;
        s.part.lastError = "timed out";
        ++s.gauges.failed[0];
        s.take({Scene::sendFailed(3'723'004)});
        QVERIFY2(s.line().value.contains(":02:03.004"), qPrintable(s.line().value));
    }

    void anErrorFromBeforeOneLookedHasNoTime()
    {
        Scene s;
        s.part.lastError = "timed out";
        s.gauges.failed = {1};
        s.errors.restart({}, {});
        s.take();
        QCOMPARE(s.line().value, QString("timed out"));
        QCOMPARE(s.line().tone, Tone::Bad);
        // At another moment of the past, figures of just before tell that it went on.
        auto before = std::make_shared<Gauges>(s.gauges);
        before->acked[0] -= 5;
        s.errors.restart({Scene::sendFailed(1)}, {before});
        s.take();
        QCOMPARE(s.line().tone, Tone::Soft);
        QVERIFY(s.line().value.contains(", at "));
    }

    void aConsumerGoesOnByReading()
    {
        LastErrors errors;
        Snapshot snapshot;
        Gauges gauges;
        ConsumerPart part;
        part.client = kClient;
        gauges.consumed = {3};
        const auto take = [&] {
            snapshot.consumers = {std::make_shared<ConsumerPart>(part)};
            errors.take(snapshot, gauges, {});
        };
        take();
        part.lastError = "NOT_COORDINATOR";
        take();
        QVERIFY(!errors.isOver(kClient));
        gauges.consumed = {4};
        take();
        QVERIFY(errors.isOver(kClient));
    }
};

QTEST_MAIN(TestLastErrors)
#include "test_last_errors.moc"
