#include <QFile>
#include <QTest>

#include <future>
#include <map>
#include <thread>

#include "tests/engine/world/contract_env.h"
#include "tests/engine/world/tcp_client.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// Outside programs, well-behaved and not, at a live host's listener that echoes.
class TestLiveTcp : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        accepted = 0;
        frames = 0;
        env = std::make_unique<LiveEnv>();
        host = &env->addHost(broker(1));
        log = std::make_unique<Log>();
        onFrame = [](Channel& channel, Frame frame) { channel.send(std::move(frame)); };
        listen(Framing::Kafka);
    }
    void cleanup()
    {
        env->stop();
        channels.clear();
        listener.reset();
        env.reset();
    }

    void framesAreEchoed()
    {
        TcpClient client(port);
        QVERIFY(client.sendFrame("hello"));
        QCOMPARE(client.readFrame(), std::string("hello"));
        QVERIFY(client.sendFrame(""));
        QCOMPARE(client.readFrame(), std::string());
        const Peer peer = env->ask(*host, [this] { return channels.at(1)->peer(); });
        QVERIFY(peer.node.kind == NodeId::Kind::Outside);
        QVERIFY(peer.address.starts_with("127.0.0.1:"));
    }

    void frameMayComeByteByByte()
    {
        TcpClient client(port);
        for (const char byte : TcpClient::framed("slow") + TcpClient::framed("start"))
            QVERIFY(client.sendRaw({&byte, 1}));
        QCOMPARE(client.readFrame(), std::string("slow"));
        QCOMPARE(client.readFrame(), std::string("start"));
    }

    void manyFramesInOneWriteAreAnsweredInOrder()
    {
        TcpClient client(port);
        std::string burst;
        for (int i = 0; i < 20000; ++i)
            burst += TcpClient::framed("frame " + std::to_string(i));
        std::thread writer([&] { client.sendRaw(burst); });
        for (int i = 0; i < 20000; ++i) {
            const std::string got = client.readFrame();
            if (got != "frame " + std::to_string(i)) {
                writer.join();
                QFAIL(got.c_str());
            }
        }
        writer.join();
    }

    void largeFramesComeThroughWhole()
    {
        TcpClient client(port);
        std::string large(7 * 1024 * 1024 + 13, '\0');
        for (std::size_t i = 0; i < large.size(); ++i)
            large[i] = static_cast<char>((i * 2654435761u) >> 13);
        std::thread writer([&] {
            client.sendFrame(large);
            client.sendFrame("after");
        });
        const std::string got = client.readFrame();
        const std::string after = client.readFrame();
        writer.join();
        QVERIFY(got == large);
        QCOMPARE(after, std::string("after"));
    }

    void rangesOfFilesAreWritten()
    {
        env->run(*host, [this] {
            auto file = host->disk().open("log", OpenMode::CreateNew).value();
            HW_ASSERT(file->append(Pieces(Bytes(1000000, 'x'))), "there is room");
            HW_ASSERT(file->append(frameOf("end").pieces), "there is room");
            onFrame = [source = file->source()](Channel& channel, Frame) {
                Pieces pieces(Bytes{'<'});
                pieces.add(FileRange{source, 1, 1000002});
                pieces.add(Slice(Bytes{'>'}));
                channel.send({pieces, kNoEvent});
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("?"));
        QCOMPARE(client.readFrame(), "<" + std::string(999999, 'x') + "end>");
    }

    void aReaderThatIsSlowGetsAllOfALargeRange()
    {
        constexpr std::uint32_t kSize = 48 << 20;
        env->run(*host, [this] {
            auto file = host->disk().open("log", OpenMode::CreateNew).value();
            Bytes bytes(kSize);
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::uint8_t>((i * 2654435761u) >> 13);
            HW_ASSERT(file->append(Pieces(std::move(bytes))), "there is room");
            onFrame = [source = file->source()](Channel& channel, Frame) {
                Pieces pieces(Bytes{'<'});
                pieces.add(FileRange{source, 0, kSize});
                pieces.add(Slice(Bytes{'>'}));
                channel.send({pieces, kNoEvent});
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("?"));
        QVERIFY(client.sendFrame("?"));
        for (int round = 0; round < 2; ++round) {
            const std::string got = client.readFrame();
            QCOMPARE(got.size(), std::size_t(kSize) + 2);
            QVERIFY(got.front() == '<' && got.back() == '>');
            for (std::size_t i = 0; i < kSize; i += 997)
                QCOMPARE(static_cast<std::uint8_t>(got[i + 1]),
                         static_cast<std::uint8_t>((i * 2654435761u) >> 13));
        }
    }

    /// Else the connection tries to write for ever, which takes a whole processor.
    void anAnswerToAPeerThatIsGoneIsForgotten()
    {
        std::weak_ptr<const Bytes> unsent;
        std::promise<void> hasCome;
        std::promise<void> isGone;
        env->run(*host, [&] {
            onFrame = [&](Channel& channel, Frame) {
                hasCome.set_value();
                isGone.get_future().wait(); // its end is read before the answer is all written
                const auto bytes = std::make_shared<const Bytes>(5000, 'x');
                unsent = bytes;
                Pieces pieces; // too many for one turn of writing
                for (std::size_t n = 0; n < bytes->size(); ++n)
                    pieces.add(Slice(bytes, *bytes).sub(n, 1));
                channel.send({pieces, kNoEvent});
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("?"));
        hasCome.get_future().wait();
        client.finishSending();
        isGone.set_value();
        QVERIFY(log->waitFor(1));
        QTRY_VERIFY_WITH_TIMEOUT(unsent.expired(), 20'000);
    }

    void aFileThatWasCutEndsTheStream()
    {
        env->run(*host, [this] {
            auto file = host->disk().open("log", OpenMode::CreateNew).value();
            HW_ASSERT(file->append(Pieces(Bytes(100, 'x'))), "there is room");
            onFrame = [source = file->source()](Channel& channel, Frame) {
                Pieces pieces(Bytes{'<'});
                pieces.add(FileRange{source, 0, 101});
                channel.send({pieces, kNoEvent});
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("?"));
        QVERIFY(client.readFrame().size() <= 101);
        QCOMPARE(client.howItEnded(), std::string("eof"));
    }

    void halfAFrameThenSilenceDisturbsNobody()
    {
        TcpClient silent(port);
        QVERIFY(silent.sendRaw(TcpClient::prefix(100) + "half"));
        TcpClient other(port);
        QVERIFY(other.sendFrame("still here"));
        QCOMPARE(other.readFrame(), std::string("still here"));
        silent.finishSending();
        QVERIFY(log->waitFor(1));
        QCOMPARE(log->text(), std::string("by-peer"));
        QCOMPARE(silent.howItEnded(), std::string("eof"));
    }

    void impossibleSizesEndTheConnection()
    {
        const std::string huge = TcpClient::prefix(kKafkaFrameLimit + 1);
        const std::string negative("\xff\xff\xff\xff", 4);
        for (const std::string& bytes : {huge, negative, std::string("GET / HTTP/1.1\r\n\r\n")}) {
            TcpClient client(port);
            QVERIFY(client.sendRaw(bytes));
            QVERIFY(client.howItEnded() == "eof" || client.howItEnded() == "reset");
        }
        QVERIFY(log->waitFor(3));
        QCOMPARE(log->text(), std::string("malformed malformed malformed"));
        TcpClient client(port);
        QVERIFY(client.sendFrame("fine"));
        QCOMPARE(client.readFrame(), std::string("fine"));
    }

    void largestSizeAloneReservesLittle()
    {
        std::vector<std::unique_ptr<TcpClient>> clients;
        const long before = addressedKiB();
        for (int i = 0; i < 40; ++i) {
            clients.push_back(std::make_unique<TcpClient>(port));
            QVERIFY(clients.back()->sendRaw(TcpClient::prefix(kKafkaFrameLimit) + "some"));
        }
        TcpClient last(port);
        QVERIFY(last.sendFrame("x"));
        QCOMPARE(last.readFrame(), std::string("x"));
        env->settle({host});
        QVERIFY2(addressedKiB() - before < 1024 * 1024,
                 "40 prefixes of 100 MiB reserve a MiB each");
    }

    void zooKeeperFramesAreSmaller()
    {
        env->run(*host, [this] { listener.reset(); });
        listen(Framing::ZooKeeper);
        TcpClient client(port);
        QVERIFY(client.sendFrame(std::string(kZooKeeperFrameLimit, 'x')));
        QCOMPARE(client.readFrame().size(), std::size_t(kZooKeeperFrameLimit));
        QVERIFY(client.sendRaw(TcpClient::prefix(kZooKeeperFrameLimit + 1)));
        QVERIFY(log->waitFor(1));
        QCOMPARE(log->text(), std::string("malformed"));
    }

    void aWordOfFourLettersIsRawBothWays()
    {
        env->run(*host, [this] { listener.reset(); });
        listen(Framing::ZooKeeper);
        onFrame = [](Channel& channel, Frame frame) {
            channel.send(std::move(frame));
            channel.close();
        };
        TcpClient client(port);
        QVERIFY(client.sendRaw("ru"));
        QVERIFY(client.sendRaw("ok\n"));
        QCOMPARE(client.read(4), std::string("ruok"));
        QCOMPARE(client.howItEnded(), std::string("eof"));
        // Only at the beginning, and only of small letters.
        TcpClient late(port);
        QVERIFY(late.sendRaw("GET / HTTP/1.1\r\n\r\n"));
        QVERIFY(log->waitFor(1));
        QCOMPARE(log->text(), std::string("malformed"));
    }

    void vanishedClientIsAReset()
    {
        TcpClient client(port);
        QVERIFY(client.sendFrame("x"));
        QCOMPARE(client.readFrame(), std::string("x"));
        client.vanish();
        QVERIFY(log->waitFor(1));
        QCOMPARE(log->text(), std::string("reset"));
    }

    void pausedChannelReadsOneRequestAtATime()
    {
        env->run(*host, [this] {
            onFrame = [this](Channel& channel, Frame frame) {
                channel.pauseReading();
                log->add(textIn(frame));
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendRaw(TcpClient::framed("1") + TcpClient::framed("2") +
                               TcpClient::framed("3")));
        for (std::size_t i = 1; i <= 3; ++i) {
            QVERIFY(log->waitFor(i));
            env->settle({host});
            QCOMPARE(log->size(), i);
            env->run(*host, [this] { channels.at(1)->resumeReading(); });
        }
        QCOMPARE(log->text(), std::string("1 2 3"));
        env->run(*host, [this] {
            channels.at(1)->resumeReading();
            channels.at(1)->pauseReading();
        });
        QVERIFY(client.sendFrame("4"));
        env->run(*host, [this] { channels.at(1)->resumeReading(); });
        QVERIFY(log->waitFor(4));
    }

    void pausingHoldsTheClientBack()
    {
        env->run(*host, [this] {
            onFrame = [this](Channel& channel, Frame) {
                channel.pauseReading();
                log->add("first");
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("x"));
        QVERIFY(log->waitFor(1));
        QVERIFY2(bytesUntilFull(client) < 64 * 1024 * 1024, "only the kernel's buffers fill up");
    }

    void clientThatReadsNoAnswersIsHeldBack()
    {
        TcpClient client(port);
        QVERIFY2(bytesUntilFull(client) < 64 * 1024 * 1024,
                 "the answers that wait are bounded, then the requests are");
    }

    void closedChannelStillWritesWhatWasSent()
    {
        env->run(*host, [this] {
            onFrame = [this](Channel& channel, Frame) {
                channel.send({Pieces(Bytes(5000000, 'y')), kNoEvent});
                channels.clear();
            };
        });
        TcpClient client(port);
        QVERIFY(client.sendFrame("x"));
        QCOMPARE(client.readFrame().size(), std::size_t(5000000));
        QCOMPARE(client.howItEnded(), std::string("eof"));
    }

    void crashResetsClientsAndFreesThePort()
    {
        TcpClient client(port);
        QVERIFY(client.sendFrame("x"));
        QCOMPARE(client.readFrame(), std::string("x"));
        env->run(*host, [this] {
            channels.clear();
            listener.reset();
            host->crash();
        });
        const std::string end = client.howItEnded();
        QVERIFY(end == "reset" || end == "eof");
        QVERIFY(!TcpClient(port).connected());
        listen(Framing::Kafka, port);
        TcpClient again(port);
        QVERIFY(again.sendFrame("back"));
        QCOMPARE(again.readFrame(), std::string("back"));
    }

    void crashWithOwnersAliveIsAReset()
    {
        TcpClient client(port);
        QVERIFY(client.sendFrame("x"));
        QCOMPARE(client.readFrame(), std::string("x"));
        env->run(*host, [this] { host->crash(); });
        QCOMPARE(client.howItEnded(), std::string("reset"));
    }

    void frozenHostLeavesTheClientWaiting()
    {
        TcpClient client(port);
        QVERIFY(client.sendFrame("1"));
        QCOMPARE(client.readFrame(), std::string("1"));
        host->setFrozen(true);
        env->run(*host, [] {}); // from here on it stands still
        QVERIFY(client.sendFrame("2"));
        const std::size_t seen = env->ask(*host, [this] { return frames; });
        QCOMPARE(seen, std::size_t(1));
        host->setFrozen(false);
        QCOMPARE(client.readFrame(), std::string("2"));
    }

    void takenPortIsNamed()
    {
        Host& other = env->addHost(broker(2));
        const auto failed = env->ask(other, [&] {
            return other.network().listen({"127.0.0.1", port}, Framing::Kafka, nullptr).error();
        });
        QVERIFY(failed.kind == Failure::Busy);
        QVERIFY(failed.message.find(std::to_string(port)) != std::string::npos);
        const auto nonsense = env->ask(other, [&] {
            return other.network().listen({"not-an-address", 0}, Framing::Kafka, nullptr).error();
        });
        QVERIFY(nonsense.kind == Failure::Invalid);
    }

private:
    void listen(Framing framing, std::uint16_t at = 0)
    {
        env->run(*host, [&] {
            listener = host->network()
                           .listen({"127.0.0.1", at}, framing,
                                   [this](std::unique_ptr<Channel> got) { take(std::move(got)); })
                           .value();
            port = listener->endpoint().port;
        });
    }
    void take(std::unique_ptr<Channel> got)
    {
        const int id = ++accepted;
        Channel* channel = got.get();
        channels[id] = std::move(got);
        channel->setHandlers(
            [this, channel](Frame frame) {
                ++frames;
                onFrame(*channel, std::move(frame));
            },
            [this, id](CloseReason reason) {
                channels.erase(id);
                log->add(nameOf(reason));
            });
    }
    /// Writes until the kernel takes no more for a while; how much that was.
    static std::size_t bytesUntilFull(TcpClient& client)
    {
        std::size_t total = 0;
        const std::string chunk = TcpClient::framed(std::string(65536, 'x'));
        while (total < 80u * 1024 * 1024 &&
               client.sendWithin(chunk, std::chrono::milliseconds(200)))
            total += chunk.size();
        return total;
    }
    static long addressedKiB()
    {
        QFile status("/proc/self/status");
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        for (const QByteArray& line : status.readAll().split('\n')) {
            if (line.startsWith("VmSize:"))
                return line.mid(7).trimmed().split(' ').first().toLong();
        }
        return 0;
    }

    std::unique_ptr<LiveEnv> env;
    Host* host = nullptr;
    std::unique_ptr<Log> log;
    std::uint16_t port = 0;
    std::unique_ptr<Listener> listener;
    std::map<int, std::unique_ptr<Channel>> channels;
    std::function<void(Channel&, Frame)> onFrame;
    int accepted = 0;
    std::size_t frames = 0;
};

QTEST_APPLESS_MAIN(TestLiveTcp)
#include "test_live_tcp.moc"
