#include <QTest>

#include "engine/base/writer.h"
#include "tests/support/raw_zookeeper.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;
using namespace hw::observe;

using Frames = std::vector<std::string>;

/// Spaces are for the reader.
static std::string tight(std::string hex)
{
    std::erase(hex, ' ');
    return hex;
}

static std::string hexOf(const std::string& text) { return toHex(viewOf(text)); }

/// A string as jute writes it.
static std::string text(const std::string& value)
{
    Writer to;
    to.i32(static_cast<std::int32_t>(value.size()));
    to.text(value);
    return toHex(to.takeBytes());
}

static const std::string kOpen = "00000000 0000000000000000 00000bb8 0000000000000000 00000000";
static const std::string kOpenAcl = "00000001 0000001f" + text("world") + text("anyone");

/// An answer: xid, then the newest zxid (not compared), then the error and the body.
static std::string answerOf(const Frames& frames, std::size_t at = 0)
{
    if (at >= frames.size())
        return "no answer";
    return frames[at].substr(0, 8) + " " + frames[at].substr(24);
}

class TestWire : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        bench = std::make_unique<CoordinationBench>();
        bench->startServer();
    }
    void cleanup()
    {
        raw.reset();
        bench.reset();
    }

    void readOnlyIsAnsweredToWhoAsksForIt()
    {
        RawZookeeper old(*bench, 2);
        const Frames without = old.ask(kOpen);
        QCOMPARE(without.size(), std::size_t(1));
        QCOMPARE(without[0].size(), std::size_t(2 * 36));
        QCOMPARE(without[0].substr(0, 16), std::string("0000000000000bb8"));
        QCOMPARE(without[0].substr(32, 8), std::string("00000010"));
        const Frames with = client().ask(kOpen + "01");
        QCOMPARE(with[0].size(), std::size_t(2 * 37));
        QVERIFY(with[0].ends_with("00"));
    }

    void aSessionIsTakenUpAgainWithItsPassword()
    {
        const std::string opened = client().openSession();
        const std::string session = opened.substr(16, 16);
        const std::string password = opened.substr(32, 40);
        client().vanish();
        RawZookeeper again(*bench, 2);
        const std::string head = "00000000 0000000000000000 00000bb8" + session;
        QCOMPARE(again.ask(head + password + "00"), Frames{opened});
        RawZookeeper thief(*bench, 3);
        const Frames refused = thief.ask(head + "00000010" + std::string(32, '1') + "00");
        QCOMPARE(refused, Frames{tight("00000000 00000000 0000000000000000 00000010"
                                       "00000000000000000000000000000000 00")});
        QVERIFY(thief.closed());
        QVERIFY(!again.closed());
    }

    void whoHasSeenMoreThanThisServerMustTryAnother()
    {
        QCOMPARE(client().ask("00000000 7000000000000000 00000bb8 0000000000000000 00000000 00"),
                 Frames{});
        QVERIFY(client().closed());
        const auto refused = bench->events.of<fact::ConnectionRefused>();
        QCOMPARE(refused.size(), std::size_t(1));
        const auto& why = std::get<fact::ConnectionRefused>(refused[0].fact).why;
        QVERIFY2(why.find("0x7000000000000000") != std::string::npos, why.c_str());
    }

    void whatIsAskedBeforeTheSessionStandsWaits()
    {
        client().send(kOpen);
        client().send("fffffffe 0000000b");
        client().send("00000001 00000003" + text("/") + "00");
        const Frames frames = client().take();
        QCOMPARE(frames.size(), std::size_t(3));
        QCOMPARE(frames[1].substr(0, 8), std::string("fffffffe"));
        QCOMPARE(frames[2].substr(0, 8), std::string("00000001"));
        QVERIFY(bench->events.of<fact::ConnectionRefused>().empty());
    }

    void aPingIsAnsweredByItself()
    {
        client().openSession();
        QCOMPARE(answerOf(client().ask("fffffffe 0000000b")), std::string("fffffffe 00000000"));
    }

    void creationsThatAreNotServedSaySo_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const std::string& request, const char* error) {
            QTest::newRow(name) << QString::fromStdString(request) << error;
        };
        const std::string body = text("/c") + "00000000" + kOpenAcl;
        row("a container", "00000001 00000013" + body + "00000004", "fffffffa");
        row("with a time to live", "00000001 00000015" + body + "00000005 00000000000003e8",
            "fffffffa");
        row("a container by create2", "00000001 0000000f" + body + "00000004", "fffffffa");
        row("flags that nobody knows", "00000001 00000001" + body + "00000063", "fffffff8");
        const std::string digest = "00000001 0000001f" + text("digest") + text("u:hash");
        row("for one user alone",
            "00000001 00000001" + text("/c") + "00000000" + digest + "00000000", "ffffff8e");
        row("for nobody", "00000001 00000001" + text("/c") + "00000000 00000000 00000000",
            "ffffff8e");
    }
    void creationsThatAreNotServedSaySo()
    {
        QFETCH(QString, request);
        QFETCH(QString, error);
        client().openSession();
        QCOMPARE(answerOf(client().ask(request.toStdString())), "00000001 " + error.toStdString());
        QVERIFY(!client().closed());
        QCOMPARE(bench->exists(1, "/c").error, ZkError::NoNode);
    }

    void anUnknownOperationIsAnsweredAndTheConnectionEnds()
    {
        const std::string opened = client().openSession();
        QCOMPARE(answerOf(client().ask("00000007 00000070 dead")),
                 std::string("00000007 fffffffa"));
        QVERIFY(client().closed());
        RawZookeeper again(*bench, 2); // the session lives on
        QCOMPARE(again.ask("00000000 0000000000000000 00000bb8" + opened.substr(16, 16) +
                           opened.substr(32, 40) + "00"),
                 Frames{opened});
    }

    void theOnlyAccessListIsOpenToAnyone()
    {
        bench->create(1, "/a");
        client().openSession();
        const std::string got = answerOf(client().ask("00000001 00000006" + text("/a")));
        QVERIFY2(got.starts_with(tight("00000001") + " 00000000" + tight(kOpenAcl)), got.c_str());
        const std::string set = "00000002 00000007" + text("/a");
        const std::string done = answerOf(client().ask(set + kOpenAcl + "ffffffff"));
        QCOMPARE(done.substr(0, 17), std::string("00000002 00000000"));
        QCOMPARE(done.size(), std::size_t(17 + 2 * 68)); // a stat
        QCOMPARE(answerOf(client().ask(set + kOpenAcl + "00000003")),
                 std::string("00000002 ffffff99"));
        const std::string readers = "00000001 00000001" + text("world") + text("anyone");
        QCOMPARE(answerOf(client().ask(set + readers + "ffffffff")),
                 std::string("00000002 ffffff8e"));
        QCOMPARE(answerOf(client().ask("00000003 00000007" + text("/no") + kOpenAcl + "ffffffff")),
                 std::string("00000003 ffffff9b"));
    }

    void anIdentityIsRememberedAndAnUnknownSchemeRefused()
    {
        client().openSession();
        const std::string auth = "fffffffc 00000064 00000000";
        QCOMPARE(answerOf(client().ask(auth + text("digest") + text("ann:secret"))),
                 std::string("fffffffc 00000000"));
        QCOMPARE(answerOf(client().ask("00000001 0000006b")),
                 tight("00000001") + " " +
                     tight("00000000 00000002" + text("ip") + text("127.0.0.1") + text("digest") +
                           text("ann")));
        QCOMPARE(answerOf(client().ask(auth + text("kerberos") + text("ann"))),
                 std::string("fffffffc ffffff8d"));
        QVERIFY(client().closed());
    }

    void ephemeralsAndDescendantsAreCounted()
    {
        client().openSession();
        for (const char* path : {"/a", "/a/b", "/a/b/c", "/ab"})
            bench->create(1, path);
        client().ask("00000001 00000001" + text("/a/e") + "00000000" + kOpenAcl + "00000001");
        client().ask("00000001 00000001" + text("/e") + "00000000" + kOpenAcl + "00000001");
        QCOMPARE(answerOf(client().ask("00000002 00000068" + text("/a"))),
                 std::string("00000002 0000000000000003"));
        QCOMPARE(answerOf(client().ask("00000003 00000067" + text("/a"))),
                 "00000003 " + tight("00000000 00000001" + text("/a/e")));
        QCOMPARE(answerOf(client().ask("00000004 00000067" + text("/"))),
                 "00000004 " + tight("00000000 00000002" + text("/a/e") + text("/e")));
    }

    void manyReadsEndEachForItself()
    {
        bench->create(1, "/a", "x");
        client().openSession();
        const std::string get = "00000004 00 ffffffff" + text("/a") + "00";
        const std::string missing = "00000008 00 ffffffff" + text("/no") + "00";
        const std::string got =
            answerOf(client().ask("00000001 00000016" + get + missing + "ffffffff 01 ffffffff"));
        const std::string head = tight("00000000 00000004 00 00000000 00000001 78");
        QCOMPARE(got.substr(9, head.size()), head);
        QCOMPARE(got.substr(9 + head.size() + 2 * 68),
                 tight("ffffffff 00 ffffff9b ffffff9b ffffffff 01 ffffffff"));
    }

    void manyReadsAnswerWithNoMoreThanAFrame()
    {
        bench->create(1, "/a", std::string(600'000, 'x'));
        client().openSession();
        const std::string get = "00000004 00 ffffffff" + text("/a") + "00";
        const std::string got =
            answerOf(client().ask("00000001 00000016" + get + get + "ffffffff 01 ffffffff"));
        QVERIFY(got.size() < 2 * 700'000);
        QVERIFY(got.ends_with(tight("ffffffff 00 fffffffb fffffffb ffffffff 01 ffffffff")));
    }

    void recursiveWatchesFireAgainAndAgain()
    {
        bench->create(1, "/a");
        client().openSession();
        QCOMPARE(answerOf(client().ask("00000001 0000006a" + text("/a") + "00000001")),
                 std::string("00000001 0000000000000000"));
        for (int i = 0; i < 2; ++i) {
            bench->create(1, "/a/b");
            bench->setData(1, "/a/b", "x");
            bench->remove(1, "/a/b");
        }
        const std::string head = "ffffffffffffffffffffffff00000000";
        const auto event = [&](const char* type, const std::string& path) {
            return head + tight(type) + "00000003" + text(path);
        };
        const Frames three{event("00000001", "/a/b"), event("00000003", "/a/b"),
                           event("00000002", "/a/b")};
        Frames six = three;
        six.insert(six.end(), three.begin(), three.end());
        QCOMPARE(client().take(), six);

        const std::string any = text("/a") + "00000003";
        QCOMPARE(answerOf(client().ask("00000002 00000011" + any)),
                 std::string("00000002 00000000"));
        QCOMPARE(answerOf(client().ask("00000003 00000012" + any)),
                 std::string("00000003 00000000"));
        QCOMPARE(answerOf(client().ask("00000004 00000012" + any)),
                 std::string("00000004 ffffff87"));
        bench->create(1, "/a/b");
        QCOMPARE(client().take(), Frames{});
    }

    void persistentWatchesAreSetAgainAfterReconnecting()
    {
        bench->create(1, "/a");
        client().openSession();
        const std::string none = "00000000";
        const Frames done = client().ask("fffffff8 00000069 0000000000000000" + none + none + none +
                                         "00000001" + text("/a") + none);
        QCOMPARE(answerOf(done), std::string("fffffff8 00000000"));
        bench->create(1, "/a/b"); // a persistent watch sees the names, and its own node
        bench->setData(1, "/a", "x");
        const Frames seen = client().take();
        QCOMPARE(seen.size(), std::size_t(2));
        QVERIFY(seen[0].ends_with(tight("00000004 00000003" + text("/a"))));
        QVERIFY(seen[1].ends_with(tight("00000003 00000003" + text("/a"))));
    }

    void watchesHaveALimit()
    {
        client().openSession();
        for (int frame = 0; frame < 2; ++frame) {
            Writer to;
            to.i32(-8);
            to.i32(101);
            to.i64(0);
            to.i32(0);
            to.i32(60'000);
            for (int i = 0; i < 60'000; ++i) {
                to.i32(7);
                to.text("/" + std::to_string(100'000 + frame * 60'000 + i));
            }
            to.i32(0);
            QVERIFY(!client().closed());
            client().ask(toHex(to.takeBytes()));
        }
        QVERIFY(client().closed());
        bench->create(1, "/100000");
    }

    void wordsAreAnsweredWithTextAndTheConnectionEnds()
    {
        bench->create(1, "/a", "x", CreateMode::Ephemeral);
        QCOMPARE(client().ask(hexOf("ruok")), Frames{hexOf("imok")});
        QVERIFY(client().closed());
        const auto told = [&](const char* word, int host) {
            RawZookeeper asked(*bench, host);
            const Frames frames = asked.ask(hexOf(word));
            return frames.size() == 1 ? textOf(fromHex(frames[0])) : std::string();
        };
        const std::string stat = told("stat", 2);
        QVERIFY2(stat.find("Mode: standalone\nNode count: 5\n") != std::string::npos, stat.c_str());
        const std::string monitor = told("mntr", 3);
        for (const char* line : {"zk_server_state\tstandalone\n", "zk_num_alive_connections\t2\n",
                                 "zk_ephemerals_count\t1\n", "zk_znode_count\t5\n"})
            QVERIFY2(monitor.find(line) != std::string::npos, monitor.c_str());
        QVERIFY(told("dump", 4).find("\t/a\n") != std::string::npos);
        RawZookeeper unknown(*bench, 5);
        QCOMPARE(unknown.ask(hexOf("what")), Frames{});
        QVERIFY(unknown.closed());
    }

    void outsideConnectionsHaveALimitThatOursDoNotShare()
    {
        bench->config.maxConnections = 2;
        bench->crashServer();
        bench->startServer();
        RawZookeeper first(*bench, 2);
        RawZookeeper second(*bench, 3);
        first.openSession();
        second.openSession();
        RawZookeeper third(*bench, 4);
        QCOMPARE(third.ask(kOpen), Frames{});
        QVERIFY(third.closed());
        QVERIFY(bench->create(1, "/a").ok());
        first.vanish();
        bench->world.runFor(50ms);
        RawZookeeper fourth(*bench, 5);
        fourth.openSession();
    }

    void nonsenseClosesItsConnectionAndNothingElse_data()
    {
        QTest::addColumn<QString>("frame");
        const auto row = [](const char* name, const std::string& frame) {
            QTest::newRow(name) << QString::fromStdString(frame);
        };
        row("nothing", "");
        row("half a header", "000000");
        row("a path of negative length", "00000001 00000004 fffffffb 2f61 00");
        row("a path longer than the frame", "00000001 00000004 00100000 2f61 00");
        row("watches that are not there", "fffffff8 00000065 0000000000000000 7fffffff");
        row("an access list of a billion",
            "00000001 00000001" + text("/a") + "00000000 3b9aca00 00000000");
        row("a multi without an end",
            "00000001 0000000e 00000002 00 ffffffff" + text("/a") + "ffffffff");
        row("a multi in a multi", "00000001 0000000e 0000000e 00 ffffffff" + text("/a"));
    }
    void nonsenseClosesItsConnectionAndNothingElse()
    {
        QFETCH(QString, frame);
        client().openSession();
        RawZookeeper other(*bench, 2);
        other.openSession();
        QCOMPARE(client().ask(frame.toStdString()), Frames{});
        QVERIFY(client().closed());
        QCOMPARE(bench->events.of<fact::ConnectionRefused>().size(), std::size_t(1));
        QCOMPARE(answerOf(other.ask("fffffffe 0000000b")), std::string("fffffffe 00000000"));
        QVERIFY(bench->create(1, "/a").ok());
    }

private:
    RawZookeeper& client()
    {
        if (!raw)
            raw = std::make_unique<RawZookeeper>(*bench, 1);
        return *raw;
    }

    std::unique_ptr<CoordinationBench> bench;
    std::unique_ptr<RawZookeeper> raw;
};

QTEST_APPLESS_MAIN(TestWire)
#include "test_wire.moc"
