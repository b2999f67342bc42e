#include <QTest>

#include "tests/engine/log/directory_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

class TestLogManager : public QObject
{
    Q_OBJECT
private slots:
    void aNewDirectoryIsCleanAndEmpty()
    {
        DirectoryFixture fixture;
        const auto summary = fixture.load();
        QVERIFY(summary.has_value());
        QVERIFY(summary->wasClean);
        QCOMPARE(summary->logs, 0u);
        QVERIFY(fixture.manager->clusterId().empty());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        QCOMPARE(fixture.textOfFile("meta.properties"),
                 "version=0\nbroker.id=1\ncluster.id=" + kClusterId + "\n");
    }

    void aLockedDirectoryIsBusy()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        auto first = std::move(fixture.manager);
        const auto second = fixture.load();
        QVERIFY(!second && second.error().kind == Failure::Busy);
    }

    void anotherBrokersOrClustersDirectoryIsRefused()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        QVERIFY(!fixture.manager->confirmClusterId("another"));
        QVERIFY(fixture.shutDown());
        fixture.manager.reset();
        fixture.config.broker = BrokerId(2);
        const auto refused = fixture.load();
        QVERIFY(!refused && refused.error().kind == Failure::Invalid);
        QVERIFY2(refused.error().message.ends_with(
                     "logs/meta.properties says broker.id=1; allowed is broker.id=2"),
                 refused.error().message.c_str());
        fixture.config.broker = BrokerId(1);
        QVERIFY(fixture.load());
        QCOMPARE(fixture.manager->clusterId(), kClusterId);
    }

    /// Whose directory it is must be said, once there is something in it.
    void aDamagedIdentityIsRefusedWithFileAndValue()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        fixture.write(kA0, 3);
        QVERIFY(fixture.shutDown());
        const auto with = [&](const std::string& text) -> std::string {
            fixture.manager.reset();
            const auto file =
                fixture.host.disk().open("logs/meta.properties", world::OpenMode::Truncate);
            HW_ASSERT(file && (*file)->writeAt(0, viewOf(text)), "the test's disk takes all");
            const auto loaded = fixture.load();
            if (loaded)
                return "loaded";
            const std::string& message = loaded.error().message;
            return message.substr(std::min(message.find("logs/meta"), message.size()));
        };
        const std::string name = "logs/meta.properties ";
        QCOMPARE(with(""), name + "is empty beside logs; allowed is version=0");
        QCOMPARE(with("garbage\n"), name + "has no line version=; allowed is version=0");
        QCOMPARE(with("version=1\nnode.id=1\n"), name + "says version=1; allowed is version=0");
        QCOMPARE(with("version=0\n"), name + "has no line broker.id=; allowed is broker.id=1");
        QCOMPARE(with("version=0\nbroker.id=x\n"),
                 name + "says broker.id=x; allowed is broker.id=1");
        QCOMPARE(with("#comment\nversion=0\nbroker.id=1\n"), std::string("loaded"));
    }

    void anEmptyIdentityOfAnEmptyDirectoryIsANewOne()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.host.disk().makeDirectory("logs").has_value());
        QVERIFY(fixture.host.disk().open("logs/meta.properties", world::OpenMode::Truncate));
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        QVERIFY(fixture.textOfFile("meta.properties").starts_with("version=0\nbroker.id=1\n"));
    }

    /// Kafka: PartitionMetadataFile.read; the log is not served, and says which file it was.
    void aDamagedTopicIdIsToldWithFileAndValue()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        fixture.write(kA0, 3);
        fixture.write(kA1, 3);
        QVERIFY(fixture.shutDown());
        const auto with = [&](const std::string& text) -> std::string {
            fixture.manager.reset();
            const auto file =
                fixture.host.disk().open("logs/A-0/partition.metadata", world::OpenMode::Truncate);
            HW_ASSERT(file && (*file)->writeAt(0, viewOf(text)), "the test's disk takes all");
            // After a crash it might be torn, and is no reason to stop.
            HW_ASSERT(
                fixture.host.disk().open("logs/.kafka_cleanshutdown", world::OpenMode::Truncate),
                "the test's disk takes all");
            const auto loaded = fixture.load();
            if (!loaded || loaded->failed.empty())
                return "loaded";
            HW_ASSERT(loaded->failed.front().first == kA0, "the other one is whole");
            const std::string& message = loaded->failed.front().second.message;
            return message.substr(std::min(message.find("logs/A-0"), message.size()));
        };
        const std::string name = "logs/A-0/partition.metadata ";
        QCOMPARE(with("version: 1\ntopic_id: x\n"),
                 name + "begins with 'version: 1'; allowed is 'version: 0'");
        QCOMPARE(with("version: 0\n"), name + "says '' in line 2; allowed is 'topic_id: <id>'");
        QCOMPARE(with("version: 0\ntopic_id: abc\n"),
                 name + "holds no id: id 'abc' has 3 characters, it must have 22");
        QVERIFY(with("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAA\n").starts_with(name + "names"));
        QCOMPARE(with("version: 0\ntopic_id: " + Uuid{{1}}.text() + "\n"), std::string("loaded"));
    }

    /// Kafka: the periodic checkpoint of high watermarks, LogDirFailureChannel.
    void aDirectoryThatIsTakenAwayIsNoticedWithoutAnyWrite()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        fixture.write(kA0, 3);
        fixture.world.runFor(20s);
        QVERIFY(fixture.failures.messages.empty());
        QVERIFY(fixture.host.disk().removeAll("logs").has_value());
        fixture.world.runFor(6s);
        QVERIFY(!fixture.failures.messages.empty());
        QVERIFY2(fixture.failures.messages.front().find("broker1/logs") != std::string::npos,
                 fixture.failures.messages.front().c_str());
    }

    void checkpointsComeByThemselves()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 40);
        fixture.manager->setHighWatermarkSource([](const TopicPartition&) { return Offset(12); });
        fixture.world.runFor(6s);
        QCOMPARE(fixture.textOfFile("replication-offset-checkpoint"),
                 std::string("0\n1\nA 0 12\n"));
        fixture.world.runFor(60s);
        const auto point = fixture.manager->find(kA0)->recoveryPoint();
        QVERIFY(point > Offset(0)); // rolls flush what lies below
        QCOMPARE(fixture.textOfFile("recovery-point-offset-checkpoint"),
                 fmt::format("0\n1\nA 0 {}\n", point));
    }

    void aCutIsCheckpointedAtOnce()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 40);
        QVERIFY(fixture.shutDown());
        fixture.manager.reset();
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->find(kA0)->truncateTo(Offset(10)).has_value());
        QCOMPARE(fixture.textOfFile("recovery-point-offset-checkpoint"),
                 std::string("0\n1\nA 0 10\n"));
    }

    void removedLogsGoAfterAWhile()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 3);
        fixture.write(kA1, 3);
        QVERIFY(fixture.manager->remove(kA0));
        QVERIFY(!fixture.manager->remove(kA0));
        QVERIFY(fixture.manager->find(kA0) == nullptr);
        QCOMPARE(directories(fixture).size(), std::size_t(2));
        QVERIFY(directories(fixture)[0].ends_with("-delete"));
        // The name is free at once.
        fixture.write(kA0, 1);
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 1);
        fixture.world.runFor(61s);
        QVERIFY((directories(fixture) == std::vector<std::string>{"A-0", "A-1"}));
    }

    void whatWasMarkedForDeletionGoesAtTheNextStart()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 3);
        QVERIFY(fixture.manager->remove(kA0));
        fixture.crash(false);
        QVERIFY(fixture.load());
        QVERIFY(directories(fixture).empty());
    }

    void anUnreadableCheckpointMeansThatEverythingIsChecked()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 3);
        QVERIFY(fixture.shutDown());
        fixture.manager.reset();
        auto file = *fixture.host.disk().open("logs/recovery-point-offset-checkpoint",
                                              world::OpenMode::Truncate);
        file.reset();
        const auto summary = fixture.load();
        QVERIFY(summary && !summary->wasClean);
        QCOMPARE(summary->warnings.size(), std::size_t(1));
        QVERIFY(summary->bytesChecked > 0);
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 3);
    }

    void manyLogsAreLoadedOverManyTasks()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        for (int p = 0; p < 200; ++p)
            fixture.logOf({"many", p});
        QVERIFY(fixture.shutDown());
        fixture.manager.reset();
        const std::uint64_t before = fixture.world.tasksRun();
        const auto summary = fixture.load();
        QCOMPARE(summary->logs, 200u);
        QVERIFY(fixture.world.tasksRun() - before > 10);
    }

private:
    static std::vector<std::string> directories(DirectoryFixture& fixture)
    {
        std::vector<std::string> names;
        const auto entries = fixture.host.disk().list("logs");
        for (const world::DirectoryEntry& entry : entries.value()) {
            if (entry.isDirectory)
                names.push_back(entry.name);
        }
        return names;
    }
};

QTEST_APPLESS_MAIN(TestLogManager)
#include "test_log_manager.moc"
