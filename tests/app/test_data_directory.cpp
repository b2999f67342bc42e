#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/data_directory.h"

using namespace hw;
using namespace hw::app;

class TestDataDirectory : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string pathOf(const char* name) const { return m_folder.filePath(name).toStdString(); }
    static bool exists(const std::filesystem::path& path) { return std::filesystem::exists(path); }

private slots:
    void initTestCase() { qputenv("TMPDIR", m_folder.path().toUtf8()); }

    void aNamedOneIsMadeAndKept()
    {
        const std::string path = pathOf("a/b");
        {
            const auto directory = DataDirectory::named(path);
            QVERIFY(directory);
            QCOMPARE(directory->path().string(), path);
            QVERIFY(exists(path));
        }
        QVERIFY(exists(path));
    }

    void nobodyElseGetsALockedOne()
    {
        const std::string path = pathOf("locked");
        {
            const auto first = DataDirectory::named(path);
            const auto second = DataDirectory::named(path);
            QVERIFY(first && !second);
            QVERIFY(second.error().kind == Failure::Busy);
            QCOMPARE(second.error().message, "'" + path +
                                                 "' is in use by another Highwater; a "
                                                 "folder that nobody uses is allowed");
        }
        QVERIFY(DataDirectory::named(path));
    }

    void aFileIsNoFolder()
    {
        QFile file(m_folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto directory = DataDirectory::named(pathOf("file"));
        QVERIFY(!directory);
        QVERIFY(directory.error().kind == Failure::Invalid);
        QVERIFY(!DataDirectory::named(pathOf("file/below")));
    }

    void anEnsembleOfAnotherSizeIsRefusedNamingBoth()
    {
        const std::string path = pathOf("ensemble");
        const auto directory = DataDirectory::named(path);
        QVERIFY(directory && directory->checkSizes(3, 3)); // new: any size is fine
        for (const char* name : {"zookeeper0", "zookeeper1", "zookeeper2"})
            std::filesystem::create_directories(std::filesystem::path(path) / name / "version-2");
        QVERIFY(directory->checkSizes(3, 3));
        const auto fewer = directory->checkSizes(3, 1);
        QVERIFY(!fewer && fewer.error().kind == Failure::Invalid);
        QCOMPARE(fewer.error().message,
                 "'" + path +
                     "' holds the data of 3 ZooKeeper servers (zookeeper0 to zookeeper2), this "
                     "cluster is to have one ZooKeeper server (zookeeper0); allowed are 3, or "
                     "another folder");
        const auto more = directory->checkSizes(3, 5);
        QVERIFY(!more &&
                more.error().message.find("zookeeper0 to zookeeper4") != std::string::npos);
    }

    void fewerBrokersThanItHoldsAreRefusedMoreAreNot()
    {
        const std::string path = pathOf("brokers");
        const auto directory = DataDirectory::named(path);
        QCOMPARE(DataDirectory::heldIn(path).brokers, 0);
        for (const char* name : {"broker-1/t-0", "broker-3/t-0", "broker-4"}) // 4 never started
            std::filesystem::create_directories(std::filesystem::path(path) / name);
        QCOMPARE(DataDirectory::heldIn(path).brokers, 3);
        QCOMPARE(DataDirectory::heldIn(path).servers, 0);
        QVERIFY(directory->checkSizes(3, 1) && directory->checkSizes(4, 1));
        const auto fewer = directory->checkSizes(2, 1);
        QVERIFY(!fewer && fewer.error().kind == Failure::Invalid);
        QCOMPARE(fewer.error().message,
                 "'" + path +
                     "' holds the data of 3 brokers (broker 1 to 3), this cluster is to have 2 "
                     "brokers (broker 1 to 2); allowed are 3 and more, or another folder");
    }

    void aThrowAwayOneGoesWithItsOwner()
    {
        std::filesystem::path path;
        {
            const auto directory = DataDirectory::throwAway();
            QVERIFY(directory);
            path = directory->path();
            std::filesystem::create_directories(path / "broker-1" / "t-0");
        }
        QVERIFY(!path.empty() && !exists(path));
    }

    void leftoversGoAndLivingOnesStay()
    {
        const std::filesystem::path left = pathOf("highwater-leftover");
        std::filesystem::create_directories(left);
        QFile mark(QString::fromStdString((left / ".highwater-throw-away").string()));
        QVERIFY(mark.open(QIODevice::WriteOnly));
        const std::filesystem::path strange = pathOf("highwater-of-somebody-else");
        std::filesystem::create_directories(strange);

        const auto living = DataDirectory::throwAway();
        QVERIFY(living);
        QVERIFY(!exists(left));
        QVERIFY(exists(strange));
        const auto other = DataDirectory::throwAway();
        QVERIFY(exists(living->path()));
        QVERIFY(other->path() != living->path());
    }
};

QTEST_APPLESS_MAIN(TestDataDirectory)
#include "test_data_directory.moc"
