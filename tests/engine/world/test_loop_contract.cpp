#include <QTest>

#include "tests/engine/world/contract_env.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What every world's loop promises.
class TestLoopContract : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data() { addWorlds(); }

    void init()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        host = &env->addHost(broker(1));
        log = std::make_unique<Log>();
    }
    void cleanup()
    {
        env->stop();
        env.reset();
    }

    void postedTasksRunInOrderAfterTheCurrentOne()
    {
        env->run(*host, [this] {
            host->loop().post([this] {
                log->add("a");
                host->loop().post([this] { log->add("d"); });
                log->add("b");
            });
            host->loop().post([this] { log->add("c"); });
            log->add("first");
        });
        QVERIFY(env->await(*log, 5));
        QCOMPARE(log->text(), std::string("first a b c d"));
    }

    void timersRunInOrderOfDueTimeThenOfMaking()
    {
        env->run(*host, [this] {
            host->loop().after(3ms, [this] { log->add("3"); });
            host->loop().after(1ms, [this] { log->add("1"); });
            host->loop().after(2ms, [this] { log->add("2"); });
            host->loop().after(0ms, [this] { log->add("0a"); });
            host->loop().after(-5ms, [this] { log->add("0b"); });
        });
        QVERIFY(env->await(*log, 5));
        QCOMPARE(log->text(), std::string("0a 0b 1 2 3"));
    }

    void timerDoesNotRunBeforeItsTime()
    {
        const Instant start = env->ask(*host, [this] { return host->loop().now(); });
        Instant ran;
        env->run(*host, [&] {
            host->loop().after(20ms, [&] {
                ran = host->loop().now();
                log->add("ran");
            });
        });
        QVERIFY(env->await(*log, 1));
        QVERIFY(ran - start >= 20ms);
    }

    void cancelledTimerNeverRuns()
    {
        env->run(*host, [this] {
            Loop& loop = host->loop();
            const TimerId doomed = loop.after(1ms, [this] { log->add("cancelled"); });
            loop.after(2ms, [this] { log->add("kept"); });
            loop.cancel(doomed);
            loop.cancel(doomed); // once more is fine
            // A timer can cancel another one that is due at the same time.
            auto victim = std::make_shared<TimerId>();
            loop.after(3ms, [this, victim] { host->loop().cancel(*victim); });
            *victim = loop.after(3ms, [this] { log->add("victim"); });
            loop.after(5ms, [this] { log->add("end"); });
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("kept end"));
    }

    void oldTimerIdDoesNotCancelALaterTimer()
    {
        env->run(*host, [this] {
            const TimerId old = host->loop().after(1ms, [] {});
            host->loop().cancel(old);
            host->loop().after(1ms, [this] { log->add("ran"); });
            host->loop().cancel(old);
        });
        QVERIFY(env->await(*log, 1));
    }

    void timerObjectForgetsWhenItGoes()
    {
        env->run(*host, [this] {
            Timer gone(host->loop());
            gone.start(1ms, [this] { log->add("gone"); });
            auto kept = std::make_shared<Timer>(host->loop());
            kept->start(1ms, [this] { log->add("replaced"); });
            kept->start(2ms, [this, kept] { log->add("kept"); });
        });
        env->run(*host, [this] { host->loop().after(5ms, [this] { log->add("end"); }); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("kept end"));
    }

    void causeIsInheritedByTasksAndTimers()
    {
        env->run(*host, [this] {
            Loop& loop = host->loop();
            loop.setCause(EventId(7));
            loop.post([this] { noteCause("post"); });
            loop.after(1ms, [this] {
                noteCause("timer");
                host->loop().post([this] { noteCause("nested"); });
            });
            loop.setCause(kNoEvent);
            loop.post([this] { noteCause("none"); });
        });
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->text(), std::string("post=7 none=0 timer=7 nested=7"));
    }

    void controlTaskHasNoCause()
    {
        env->run(*host, [this] { host->loop().setCause(EventId(9)); });
        env->run(*host, [this] { noteCause("control"); });
        QCOMPARE(log->text(), std::string("control=0"));
    }

    void frozenHostRunsOnlyControlTasks()
    {
        env->run(*host, [this] {
            host->setFrozen(true);
            host->loop().post([this] { log->add("posted"); });
            host->loop().after(0ms, [this] { log->add("timer"); });
        });
        env->run(*host, [this] { log->add("control"); });
        QCOMPARE(log->text(), std::string("control"));
        host->setFrozen(false);
        QVERIFY(env->await(*log, 3));
        QCOMPARE(log->text(), std::string("control posted timer"));
    }

    void crashForgetsTasksAndTimers()
    {
        env->run(*host, [this] {
            host->loop().post([this] { log->add("old task"); });
            host->loop().after(0ms, [this] { log->add("old timer"); });
            host->crash();
            host->loop().post([this] { log->add("new"); });
        });
        env->settle({host});
        env->run(*host, [this] { host->loop().after(1ms, [this] { log->add("timer"); }); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("new timer"));
    }

    void crashDestroysWhatForgottenTasksOwn()
    {
        std::weak_ptr<int> inTask;
        std::weak_ptr<int> inTimer;
        env->run(*host, [&] {
            auto first = std::make_shared<int>(1);
            auto second = std::make_shared<int>(2);
            inTask = first;
            inTimer = second;
            host->loop().post([first] {});
            host->loop().after(3600s, [second] {});
            host->crash();
        });
        QVERIFY(inTask.expired());
        QVERIFY(inTimer.expired());
    }

    void randomNumbersFollowTheSeed()
    {
        const auto first = env->ask(*host, [this] { return host->loop().random().next(); });
        QFETCH_GLOBAL(QString, world);
        const auto again = makeEnv(world);
        Host& twin = again->addHost(broker(1));
        const auto second = again->ask(twin, [&] { return twin.loop().random().next(); });
        again->stop();
        QCOMPARE(first, second);
    }

private:
    void noteCause(const std::string& who)
    {
        log->add(who + "=" + std::to_string(host->loop().cause().value()));
    }

    std::unique_ptr<Env> env;
    Host* host = nullptr;
    std::unique_ptr<Log> log;
};

QTEST_APPLESS_MAIN(TestLoopContract)
#include "test_loop_contract.moc"
