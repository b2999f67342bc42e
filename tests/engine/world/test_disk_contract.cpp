#include <QTest>

#include "tests/engine/world/contract_env.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What every world's disk promises. Each test runs as one control task of the host.
class TestDiskContract : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data() { addWorlds(); }

    void init()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        host = &env->addHost(broker(1));
        disk = &host->disk();
        log = std::make_unique<Log>();
    }
    void cleanup()
    {
        env->stop();
        env.reset();
    }

    void appendedPiecesAreReadBack()
    {
        env->run(*host, [this] {
            auto file = disk->open("a", OpenMode::CreateNew).value();
            Pieces pieces(Bytes{'a', 'b'});
            pieces.add(Slice(Bytes{'c', 'd', 'e'}));
            check(file->append(pieces).has_value(), "append");
            check(file->append(Pieces(Bytes{'f'})).has_value(), "append again");
            check(file->size() == 6, "size");
            Bytes into(10);
            check(file->readAt(2, into).value() == 4, "short read at the end");
            check(textOf(ByteView(into).first(4)) == "cdef", "bytes");
            check(file->readAt(6, into).value() == 0, "nothing at the end");
            check(file->readAt(60, into).value() == 0, "nothing beyond");
        });
        verify();
    }

    void rangesOfAFileCanBeAppendedToAnother()
    {
        env->run(*host, [this] {
            auto from = disk->open("from", OpenMode::CreateNew).value();
            check(from->append(Pieces(Bytes(600000, 'x'))).has_value(), "fill");
            check(from->append(frameOf("end").pieces).has_value(), "end");
            Pieces pieces(Bytes{'<'});
            pieces.add(FileRange{from->source(), 10, 599993});
            pieces.add(Slice(Bytes{'>'}));
            auto to = disk->open("to", OpenMode::CreateNew).value();
            check(to->append(pieces).has_value(), "append");
            check(to->size() == 599995, "size");
            const Bytes all = readAll(*disk, "to").value();
            check(textOf(ByteView(all).last(6)) == "xxend>", "tail");
            check(all.front() == '<' && all[1] == 'x', "head");
        });
        verify();
    }

    void writeAtOverwritesAndExtends()
    {
        env->run(*host, [this] {
            auto file = disk->open("a", OpenMode::CreateNew).value();
            check(file->append(frameOf("0123").pieces).has_value(), "append");
            check(file->writeAt(1, viewOf("ab")).has_value(), "inside");
            check(file->writeAt(3, viewOf("cde")).has_value(), "over the end");
            check(textOf(readAll(*disk, "a").value()) == "0abcde", "bytes");
            check(file->writeAt(8, viewOf("z")).has_value(), "beyond the end");
            check(file->size() == 9, "size");
            check(textOf(readAll(*disk, "a").value()) == std::string("0abcde\0\0z", 9), "hole");
            check(file->append(frameOf("!").pieces).has_value(), "append goes to the end");
            check(file->size() == 10, "size");
        });
        verify();
    }

    void truncateCutsAndExtends()
    {
        env->run(*host, [this] {
            auto file = disk->open("a", OpenMode::CreateNew).value();
            check(file->append(frameOf("0123456").pieces).has_value(), "append");
            check(file->truncate(3).has_value(), "cut");
            check(file->append(frameOf("x").pieces).has_value(), "append");
            check(textOf(readAll(*disk, "a").value()) == "012x", "bytes");
            check(file->truncate(6).has_value(), "extend");
            check(textOf(readAll(*disk, "a").value()) == std::string("012x\0\0", 6), "zeroes");
        });
        verify();
    }

    void openModesKeepTheirWord()
    {
        env->run(*host, [this] {
            check(kindOf(disk->open("a", OpenMode::MustExist)) == Failure::NotFound, "must exist");
            check(kindOf(disk->open("a", OpenMode::ReadOnly)) == Failure::NotFound, "read only");
            auto made = disk->open("a", OpenMode::CreateOrOpen).value();
            check(made->append(frameOf("abc").pieces).has_value(), "append");
            check(disk->open("a", OpenMode::CreateOrOpen).value()->size() == 3, "kept");
            const auto again = disk->open("a", OpenMode::CreateNew);
            check(kindOf(again) == Failure::Exists, "exists");
            check(again.error().message.find(disk->absolute("a")) != std::string::npos, "named");
            auto readOnly = disk->open("a", OpenMode::ReadOnly).value();
            check(kindOf(readOnly->append(frameOf("d").pieces)) == Failure::Denied, "append");
            check(kindOf(readOnly->writeAt(0, viewOf("d"))) == Failure::Denied, "write");
            check(kindOf(readOnly->truncate(0)) == Failure::Denied, "truncate");
            check(disk->open("a", OpenMode::Truncate).value()->size() == 0, "emptied");
            check(kindOf(disk->open("no/where", OpenMode::CreateNew)) == Failure::NotFound,
                  "no parent");
        });
        verify();
    }

    void pathsOutsideTheHostAreRefused()
    {
        env->run(*host, [this] {
            for (const char* path :
                 {"../x", "/etc/passwd", "a/../../x", "a//b", "a/", ".", "a/./b"})
                check(kindOf(disk->open(path, OpenMode::CreateOrOpen)) == Failure::Invalid, path);
            check(kindOf(disk->makeDirectory("../x")) == Failure::Invalid, "makeDirectory");
            check(kindOf(disk->removeAll("..")) == Failure::Invalid, "removeAll");
            check(kindOf(disk->removeAll("")) == Failure::Invalid, "the root");
            check(kindOf(disk->rename("../x", "y")) == Failure::Invalid, "rename");
            check(kindOf(disk->list("..")) == Failure::Invalid, "list");
            check(!disk->exists("../.."), "exists");
        });
        verify();
    }

    void directoriesAreMadeListedAndRemoved()
    {
        env->run(*host, [this] {
            check(disk->makeDirectory("t/p/q").has_value(), "with parents");
            check(disk->makeDirectory("t/p").has_value(), "there already");
            for (const char* name : {"t/b", "t/a", "t/c"})
                check(disk->open(name, OpenMode::CreateNew).has_value(), name);
            check(disk->open("t/a", OpenMode::MustExist)
                      .value()
                      ->append(frameOf("12").pieces)
                      .has_value(),
                  "append");
            std::string names;
            const auto entries = disk->list("t").value();
            for (const DirectoryEntry& entry : entries)
                names +=
                    entry.name + (entry.isDirectory ? "/" : ":" + std::to_string(entry.size)) + " ";
            check(names == "a:2 b:0 c:0 p/ ", names);
            check(disk->exists("") && disk->exists("t/p") && !disk->exists("t/z"), "exists");
            check(kindOf(disk->list("t/z")) == Failure::NotFound, "list of nothing");
            check(kindOf(disk->list("t/a")) == Failure::Invalid, "list of a file");
            check(kindOf(disk->open("t/p", OpenMode::CreateOrOpen)) == Failure::Invalid, "as file");
            check(kindOf(disk->makeDirectory("t/a/x")) == Failure::Exists, "through a file");
            check(kindOf(disk->remove("t")) == Failure::Exists, "not empty");
            check(disk->remove("t/p/q").has_value(), "empty");
            check(disk->removeAll("t").has_value(), "all");
            check(!disk->exists("t"), "gone");
            check(kindOf(disk->remove("t")) == Failure::NotFound, "remove nothing");
            check(kindOf(disk->removeAll("t")) == Failure::NotFound, "removeAll nothing");
        });
        verify();
    }

    void renameReplacesFilesAndMovesDirectories()
    {
        env->run(*host, [this] {
            check(replaceFile(*disk, "a", viewOf("A")).has_value(), "a");
            check(replaceFile(*disk, "b", viewOf("B")).has_value(), "b");
            check(disk->rename("a", "b").has_value(), "over a file");
            check(textOf(readAll(*disk, "b").value()) == "A", "content");
            check(!disk->exists("a"), "gone");
            check(kindOf(disk->rename("a", "b")) == Failure::NotFound, "nothing");
            check(disk->makeDirectory("t-0").has_value(), "directory");
            check(replaceFile(*disk, "t-0/log", viewOf("L")).has_value(), "log");
            check(disk->rename("t-0", "t-0.abc-delete").has_value(), "move");
            check(textOf(readAll(*disk, "t-0.abc-delete/log").value()) == "L", "moved");
            check(disk->makeDirectory("full/x").has_value(), "full");
            check(kindOf(disk->rename("t-0.abc-delete", "full")) == Failure::Exists, "onto full");
        });
        verify();
    }

    void openFileOutlivesItsName()
    {
        env->run(*host, [this] {
            auto file = disk->open("a", OpenMode::CreateNew).value();
            check(file->append(frameOf("abc").pieces).has_value(), "append");
            const auto source = file->source();
            check(disk->remove("a").has_value(), "remove");
            check(file->append(frameOf("d").pieces).has_value(), "append without a name");
            file.reset();
            Bytes into(4);
            check(source->readAt(0, into).value() == 4, "read without a file");
            check(textOf(into) == "abcd", "bytes");
        });
        verify();
    }

    void syncCompletesInALaterTaskUnderItsCause()
    {
        auto file =
            env->ask(*host, [this] { return disk->open("a", OpenMode::CreateNew).value(); });
        env->run(*host, [&] {
            host->loop().setCause(EventId(4));
            file->sync([this](Result<void> result) { noteSync("file", result); });
            log->add("asked");
        });
        QVERIFY(env->await(*log, 2));
        env->run(*host, [&] {
            host->loop().setCause(EventId(5));
            disk->syncDirectory("", [this](Result<void> result) { noteSync("directory", result); });
        });
        QVERIFY(env->await(*log, 3));
        env->run(*host, [&] {
            disk->syncDirectory("nowhere", [this](Result<void> r) { noteSync("nowhere", r); });
            log->add("asked");
        });
        QVERIFY(env->await(*log, 5));
        QCOMPARE(log->text(), std::string("asked file:ok:4 directory:ok:5 asked nowhere:failed:0"));
        env->run(*host, [&] { file.reset(); });
    }

    void syncAskedForBeforeACrashIsNotReportedAfterIt()
    {
        env->run(*host, [&] {
            auto file = disk->open("a", OpenMode::CreateNew).value();
            file->sync([this](Result<void>) { log->add("old life"); });
            host->crash();
            file->sync([this](Result<void>) { log->add("new life"); });
        });
        QVERIFY(env->await(*log, 1));
        env->settle({host});
        QCOMPARE(log->text(), std::string("new life"));
    }

    void crashKeepsWrittenBytesPowerLossCutsToTheLastSync()
    {
        std::unique_ptr<File> file;
        env->run(*host, [&] {
            file = disk->open("log", OpenMode::CreateNew).value();
            check(file->append(frameOf("synced").pieces).has_value(), "append");
            file->sync(nullptr);
            disk->syncDirectory("", [this](Result<void>) { log->add("synced"); });
        });
        QVERIFY(env->await(*log, 1));
        env->run(*host, [&] {
            check(file->append(frameOf(", lost").pieces).has_value(), "append");
            file.reset();
            host->crash();
            check(textOf(readAll(*disk, "log").value()) == "synced, lost", "after the crash");
            host->losePower();
            check(textOf(readAll(*disk, "log").value()) == "synced", "after the power loss");
        });
        QCOMPARE(log->text(), std::string("synced"));
    }

    void manySyncsAreAnsweredInTheOrderInWhichTheyWereAskedFor()
    {
        constexpr int kCount = 60;
        std::vector<std::unique_ptr<File>> files;
        std::string asked;
        env->run(*host, [&] {
            for (int i = 0; i < kCount; ++i) {
                const std::string name = "f" + std::to_string(i);
                files.push_back(disk->open(name, OpenMode::CreateNew).value());
                // Of very different sizes, so that they take different times.
                const std::string content(i % 7 == 0 ? 1 << 20 : 10, 'x');
                check(files.back()->append(frameOf(content).pieces).has_value(), "append");
            }
            for (int i = 0; i < kCount; ++i) {
                const auto done = [this, i](Result<void> synced) {
                    log->add(synced ? std::to_string(i) : "failed");
                };
                i % 5 == 4 ? disk->syncDirectory("", done) : files[i]->sync(done);
                asked += (i > 0 ? " " : "") + std::to_string(i);
            }
        });
        QVERIFY(env->await(*log, kCount));
        env->run(*host, [&] { files.clear(); });
        QCOMPARE(log->text(), asked);
    }

    void namesAreLostInAPowerLossUnlessTheirDirectoryWasSynced()
    {
        const auto make = [&](const std::string& path) {
            auto file = disk->open(path, OpenMode::CreateNew).value();
            check(file->append(frameOf(path).pieces).has_value(), "append");
            file->sync(nullptr);
        };
        env->run(*host, [&] {
            check(disk->makeDirectory("kept").has_value(), "make");
            make("kept/a");
            check(disk->makeDirectory("kept/deep").has_value(), "make");
            make("kept/deep/lost");
            check(disk->makeDirectory("kept-too").has_value(), "make");
            make("kept-too/lost");
            make("b");
            disk->syncDirectory("kept", nullptr);
            disk->syncDirectory("", [this](Result<void>) { log->add("synced"); });
        });
        QVERIFY(env->await(*log, 1));
        env->run(*host, [&] {
            make("kept/lost");
            make("c");
            check(disk->makeDirectory("lost/inside").has_value(), "make");
            make("lost/inside/d");
            check(disk->rename("b", "renamed").has_value(), "rename");
            disk->open("c", OpenMode::MustExist).value()->sync([this](Result<void>) {
                log->add("synced too");
            });
        });
        QVERIFY(env->await(*log, 2));
        env->run(*host, [&] {
            host->losePower();
            check(disk->exists("kept/a") && disk->exists("b"), "what was synced is there");
            check(!disk->exists("kept/lost") && !disk->exists("c"), "new files are gone");
            check(!disk->exists("lost"), "new directories are gone");
            check(disk->exists("kept/deep") && disk->exists("kept-too"), "their names are synced");
            check(!disk->exists("kept/deep/lost") && !disk->exists("kept-too/lost"),
                  "but not those deeper inside");
            check(!disk->exists("renamed"), "a new name is gone");
        });
        QCOMPARE(log->text(), std::string("synced synced too"));
    }

    void lockIsExclusiveNamesThePathAndEndsWithItsHolder()
    {
        std::unique_ptr<DirectoryLock> held;
        env->run(*host, [&] {
            check(disk->makeDirectory("d").has_value(), "make");
            held = disk->lock("d").value();
            const auto second = disk->lock("d");
            check(kindOf(second) == Failure::Busy, "busy");
            check(second.error().message.find(disk->absolute("d")) != std::string::npos, "named");
            held.reset();
            held = disk->lock("d").value();
            host->crash();
            auto next = disk->lock("d");
            check(next.has_value(), "after a crash");
            held.reset(); // the dead one's lock must not free the living one's
            check(kindOf(disk->lock("d")) == Failure::Busy, "still held");
            check(kindOf(disk->lock("none")) == Failure::NotFound, "no directory");
        });
        verify();
    }

    void replacedFileIsWholeAndLeavesNoTemporary()
    {
        env->run(*host, [this] {
            check(replaceFile(*disk, "meta", viewOf("one")).has_value(), "first");
            check(replaceFile(*disk, "meta", viewOf("two"),
                              [this](Result<void> result) { noteSync("meta", result); })
                      .has_value(),
                  "second");
            check(textOf(readAll(*disk, "meta").value()) == "two", "content");
            check(disk->list("").value().size() == 1, "no temporary file");
            check(kindOf(readAll(*disk, "meta", 2)) == Failure::Invalid, "limit");
        });
        QVERIFY(env->await(*log, 1));
        QCOMPARE(log->text(), std::string("meta:ok:0"));
    }

    void freeSpaceIsKnown()
    {
        env->run(*host, [this] { check(disk->freeSpace() > 0, "some"); });
        verify();
    }

private:
    /// On the loop, where Qt's macros may not be used: notes what is wrong.
    void check(bool good, const std::string& what)
    {
        if (!good)
            log->add("WRONG:" + what);
    }
    void verify() { QCOMPARE(log->text(), std::string()); }
    void noteSync(const std::string& what, const Result<void>& result)
    {
        log->add(what + (result ? ":ok:" : ":failed:") +
                 std::to_string(host->loop().cause().value()));
    }
    template <class T> static std::optional<Failure> kindOf(const Result<T>& result)
    {
        if (result)
            return std::nullopt;
        return result.error().kind;
    }

    std::unique_ptr<Env> env;
    Host* host = nullptr;
    Disk* disk = nullptr;
    std::unique_ptr<Log> log;
};

QTEST_APPLESS_MAIN(TestDiskContract)
#include "test_disk_contract.moc"
