#include <QTest>

#include <fmt/format.h>

#include "engine/coordination/state_bytes.h"
#include "engine/world/random.h"

using namespace hw;
using namespace hw::coordination;

namespace {

constexpr SessionId kSession(7);

/// A state with two sessions that random writes go on changing.
class Busy
{
public:
    explicit Busy(std::uint64_t seed)
        : m_random(seed)
    {
        for (const SessionId session : {kSession, SessionId(8)}) {
            Txn txn;
            txn.type = OpCode::CreateSession;
            txn.session = session;
            txn.timeout = 3s;
            txn.password = Bytes(16, 9);
            apply(std::move(txn));
        }
    }

    void write(int times)
    {
        for (int i = 0; i < times; ++i) {
            Txn txn;
            txn.session = kSession;
            if (m_random.chance(1, 200)) {
                txn.type = OpCode::CreateSession;
                txn.session = SessionId(static_cast<std::int64_t>(100 + m_random.below(4)));
            } else if (m_random.chance(1, 4)) {
                txn.type = OpCode::Multi;
                for (int n = 0; n < 4; ++n)
                    txn.ops.push_back(someOp()); // often one fails, and all are taken back
            } else {
                txn.ops = {someOp()};
                txn.type = txn.ops[0].type;
            }
            apply(std::move(txn));
        }
    }
    void closeSession()
    {
        Txn txn;
        txn.type = OpCode::CloseSession;
        txn.session = kSession;
        apply(std::move(txn));
    }

    State state;

private:
    void apply(Txn txn)
    {
        ++m_last;
        txn.zxid = m_last;
        state.apply(txn);
    }
    Op someOp()
    {
        std::string path = fmt::format("/{}", m_random.below(300));
        if (m_random.chance(1, 2))
            path += fmt::format("/{}", m_random.below(4));
        Bytes data(m_random.below(3000), 5);
        if (m_random.chance(1, 6))
            return Op::remove(path, kAnyVersion);
        if (m_random.chance(1, 3))
            return Op::setData(path, std::move(data), kAnyVersion);
        return Op::create(path, std::move(data),
                          m_random.chance(1, 5) ? CreateMode::Ephemeral : CreateMode::Persistent);
    }

    world::Random m_random;
    Zxid m_last;
};

Bytes flat(const Pieces& pieces)
{
    const Slice whole = pieces.flatten().value();
    return Bytes(whole.view().begin(), whole.view().end());
}

void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

} // namespace

class TestStateBytes : public QObject
{
    Q_OBJECT
private slots:
    void anImageIsTheStateAtItsMomentWhateverComesAfter()
    {
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            Busy busy(seed);
            busy.write(1500);
            const Bytes before = flat(busy.state.encode());
            const auto image = busy.state.image();
            QCOMPARE(image->size(), before.size());
            QCOMPARE(image->zxid(), busy.state.zxid());
            busy.write(static_cast<int>(seed % 3) * 100);
            Bytes read;
            int slices = 0;
            while (!image->atEnd()) {
                append(read, image->next(busy.state));
                ++slices;
                busy.write(150);
                if (seed % 5 == 0 && slices == 1)
                    busy.closeSession();
            }
            QVERIFY2(read == before, qPrintable(QString("seed %1").arg(seed)));
            QVERIFY(slices > 2);
            QVERIFY(flat(busy.state.encode()) != before);
        }
    }

    void imagesOfSeveralMomentsDoNotDisturbEachOther()
    {
        Busy busy(1);
        busy.write(1500);
        const Bytes first = flat(busy.state.encode());
        const auto one = busy.state.image();
        Bytes readOne = one->next(busy.state);
        busy.write(300);
        const Bytes second = flat(busy.state.encode());
        const auto other = busy.state.image();
        Bytes readOther;
        while (!one->atEnd() || !other->atEnd()) {
            busy.write(100);
            if (!one->atEnd())
                append(readOne, one->next(busy.state));
            if (!other->atEnd())
                append(readOther, other->next(busy.state));
        }
        QVERIFY(readOne == first);
        QVERIFY(readOther == second);
    }

    void aSliceIsShortHoweverBigTheState()
    {
        Busy busy(2);
        busy.write(4000);
        const auto image = busy.state.image();
        while (!image->atEnd())
            QVERIFY(image->next(busy.state).size() < kStateSlice + 4000); // a znode is not split
    }

    void itIsReadBackFromPiecesOfAnySize()
    {
        Busy busy(3);
        busy.write(400);
        const Bytes whole = flat(busy.state.encode());
        for (const std::size_t size : {std::size_t(1), std::size_t(13), std::size_t(5000)}) {
            StateReader reader;
            for (std::size_t at = 0; at < whole.size(); at += size)
                QVERIFY(
                    reader.take(ByteView(whole).subspan(at, std::min(size, whole.size() - at))));
            auto state = reader.finish();
            QVERIFY(state);
            QVERIFY(flat(state->encode()) == whole);
            QCOMPARE(state->tree().bytes(), busy.state.tree().bytes());
        }
    }

    void whatIsNoStateIsCorrupt()
    {
        Busy busy(4);
        busy.write(50);
        const Bytes whole = flat(busy.state.encode());
        for (std::size_t size = 0; size < whole.size(); size += 7) {
            StateReader reader;
            const auto taken = reader.take(ByteView(whole).first(size));
            QVERIFY(!taken || !reader.finish());
        }
        StateReader longer;
        QVERIFY(longer.take(whole));
        QVERIFY(longer.take(Bytes{1}));
        QVERIFY(!longer.finish());
    }

    void aStateIsFreedPieceByPiece()
    {
        Busy busy(5);
        busy.write(2000);
        int parts = 1;
        while (busy.state.waste(100))
            ++parts;
        QVERIFY(parts > 5);
        QVERIFY(busy.state.tree().nodes().empty());
    }
};

QTEST_APPLESS_MAIN(TestStateBytes)
#include "test_state_bytes.moc"
