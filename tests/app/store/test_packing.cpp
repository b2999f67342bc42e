#include <QTest>

#include <random>

#include "app/store/marks.h"
#include "app/store/squeeze.h"
#include "tests/app/store/seen_demo.h"

using namespace hw;
using namespace hw::store;
using test::packed;

namespace {

/// Fills any plain data with numbers, words and choices.
class Filler
{
public:
    explicit Filler(unsigned seed)
        : m_random(seed)
    {
    }

    template <class T> void fill(T& value)
    {
        if constexpr (std::is_same_v<T, bool>)
            value = draw(2) == 1;
        else if constexpr (std::is_enum_v<T>)
            value = static_cast<T>(draw(enumeratorCount<T>()));
        else if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(m_random());
        else if constexpr (std::is_floating_point_v<T>)
            value = static_cast<T>(m_random()) / 7;
        else if constexpr (std::is_aggregate_v<T> && !std::is_same_v<T, Uuid>)
            fields(value);
        else
            one(value);
    }

private:
    std::size_t draw(std::size_t count) { return static_cast<std::size_t>(m_random() % count); }
    template <class T> void fields(T& value)
    {
        ++m_depth;
        std::apply([&](auto&... field) { (fill(field), ...); }, fieldsOf(value));
        --m_depth;
    }
    template <class Tag, class Rep> void one(Strong<Tag, Rep>& value)
    {
        value = Strong<Tag, Rep>(static_cast<Rep>(m_random()));
    }
    void one(std::string& text)
    {
        text.clear();
        for (std::size_t i = draw(200); i > 0; --i)
            text += static_cast<char>(draw(256));
    }
    void one(Uuid& id) { id.bytes[draw(16)] = static_cast<std::uint8_t>(draw(256)); }
    void one(Duration& value) { value = Duration(static_cast<std::int64_t>(m_random())); }
    void one(Instant& value) { value = Instant(Duration(static_cast<std::int64_t>(m_random()))); }
    void one(WallTime& value) { value = WallTime(static_cast<std::int64_t>(m_random())); }
    template <class T> void one(std::optional<T>& value)
    {
        if (draw(3) > 0)
            fill(value.emplace());
    }
    template <class T> void one(std::shared_ptr<const T>& value)
    {
        auto made = std::make_shared<T>();
        fill(*made);
        value = std::move(made);
    }
    template <class A, class B> void one(std::pair<A, B>& value)
    {
        fill(value.first);
        fill(value.second);
    }
    template <class T> void one(std::vector<T>& list)
    {
        list.resize(m_depth > 4 ? 0 : draw(4));
        for (T& element : list)
            fill(element);
    }
    template <class K, class V> void one(std::map<K, V>& map)
    {
        for (std::size_t i = draw(4); i > 0; --i) {
            std::pair<K, V> entry;
            fill(entry);
            map.insert(entry);
        }
    }
    template <class... Kind> void one(std::variant<Kind...>& value)
    {
        choose(value, draw(sizeof...(Kind)), std::index_sequence_for<Kind...>());
    }

public:
    template <class Variant, std::size_t... I>
    void choose(Variant& value, std::size_t kind, std::index_sequence<I...>)
    {
        static_cast<void>(((kind == I ? (fill(value.template emplace<I>()), true) : false) || ...));
    }

private:
    std::mt19937_64 m_random;
    int m_depth = 0;
};

template <class T> T readBack(const Bytes& bytes, const KindTable& kinds, bool* ok = nullptr)
{
    Unpacker from(bytes, kinds);
    T value{};
    from.get(value);
    if (ok)
        *ok = from.ok() && from.atEnd() && !from.takeUnknown();
    return value;
}

struct Short
{
    std::int32_t number = 7;
    std::string word = "as made";
};
struct Long
{
    std::int32_t number = 7;
    std::string word = "as made";
    std::vector<std::int64_t> more = {1, 2, 3};
    Short nested;
};

/// A producer as recordings held it before they told of its idempotence.
struct FormerProducer
{
    NodeId client;
    std::string name;
    std::vector<std::string> topics;
    std::int32_t acks = -1;
    double targetRate = 0;
    std::string lastError;
    bool running = true;
    observe::Slot slot = 0;
};

/// `text` with the line of one list changed.
std::string withList(std::string text, const std::string& name, const std::string& kinds)
{
    const std::size_t start = text.find("\n" + name + "=") + 1;
    const std::size_t end = text.find('\n', start);
    return text.replace(start, end - start, name + "=" + kinds);
}

} // namespace

class TestPacking : public QObject
{
    Q_OBJECT
private slots:
    void everyFactComesBack()
    {
        const KindTable kinds = KindTable::own();
        constexpr std::size_t kCount = std::variant_size_v<observe::Fact>;
        for (std::size_t kind = 0; kind < kCount; ++kind) {
            for (unsigned seed = 1; seed <= 20; ++seed) {
                observe::Event event;
                Filler filler(seed);
                filler.fill(event.id);
                filler.fill(event.at);
                filler.fill(event.cause);
                filler.choose(event.fact, kind, std::make_index_sequence<kCount>());
                const Bytes bytes = packed(event);
                bool ok = false;
                const auto back = readBack<observe::Event>(bytes, kinds, &ok);
                QVERIFY2(ok, observe::nameOf(event.fact).c_str());
                QCOMPARE(back.fact.index(), kind);
                QCOMPARE(observe::nameOf(back.fact), observe::nameOf(event.fact));
                QCOMPARE(packed(back), bytes);
                QCOMPARE(back.at, event.at);
            }
        }
    }

    void factsAreNamedAsEverywhere()
    {
        const std::string text = KindTable::own().text();
        QVERIFY(text.find("Fact=BrokerStarting,BrokerRecovered,") != std::string::npos);
        QVERIFY(text.find("hw::NodeId::Kind=None,Broker,Ensemble,Client,Outside\n") !=
                std::string::npos);
        QVERIFY(text.find("OutcomeArgument=number,real,text,NodeId,") != std::string::npos);
    }

    void partsCompareEqual()
    {
        const KindTable kinds = KindTable::own();
        for (unsigned seed = 1; seed <= 50; ++seed) {
            Filler filler(seed);
            observe::BrokerPart broker;
            filler.fill(broker);
            QVERIFY(readBack<observe::BrokerPart>(packed(broker), kinds) == broker);
            observe::PartitionPart partition;
            filler.fill(partition);
            QVERIFY(readBack<observe::PartitionPart>(packed(partition), kinds) == partition);
            observe::GroupPart group;
            filler.fill(group);
            QVERIFY(readBack<observe::GroupPart>(packed(group), kinds) == group);
            observe::ProducerPart producer;
            filler.fill(producer);
            QVERIFY(readBack<observe::ProducerPart>(packed(producer), kinds) == producer);
            observe::Outcome outcome;
            filler.fill(outcome);
            QVERIFY(readBack<observe::Outcome>(packed(outcome), kinds) == outcome);
            observe::FaultPart fault;
            filler.fill(fault);
            QCOMPARE(packed(readBack<observe::FaultPart>(packed(fault), kinds)), packed(fault));
        }
    }

    void fieldsMayBeAddedAtTheEnd()
    {
        const KindTable kinds = KindTable::own();
        const std::vector<Short> old = {{1, "one"}, {2, "two"}};
        const auto newer = readBack<std::vector<Long>>(packed(old), kinds);
        QCOMPARE(newer.size(), std::size_t(2));
        QCOMPARE(newer[1].word, std::string("two"));
        QCOMPARE(newer[1].more.size(), std::size_t(3));
        const std::vector<Long> recent = {{1, "one", {9}, {}}, {2, "two", {}, {4, "x"}}};
        bool ok = false;
        const auto older = readBack<std::vector<Short>>(packed(recent), kinds, &ok);
        QVERIFY(ok);
        QCOMPARE(older[0].word, std::string("one"));
        QCOMPARE(older[1].number, 2);
    }

    void aProducerOfAnOlderRecordingIsRead()
    {
        const KindTable kinds = KindTable::own();
        const FormerProducer old{NodeId::client(4), "p", {"t"}, 1, 2.5, "why", false, 7};
        bool ok = false;
        const auto now = readBack<observe::ProducerPart>(packed(old), kinds, &ok);
        QVERIFY(ok);
        const observe::ProducerPart expected{
            NodeId::client(4), "p", {"t"}, 1, 2.5, "why", false, 7, false, kNoProducer, {}};
        QVERIFY(now == expected);
        QVERIFY(!now.idempotent && now.producerId == kNoProducer && now.sequences.empty());
        observe::ProducerPart newer = expected;
        newer.idempotent = true;
        newer.sequences = {{{"t", 0}, ProducerEpoch(1), 3}};
        const auto former = readBack<FormerProducer>(packed(newer), kinds, &ok);
        QVERIFY(ok);
        QCOMPARE(former.slot, observe::Slot(7));
    }

    void kindsAreFoundByName()
    {
        const std::string own = KindTable::own().text();
        const auto moved = KindTable::parse(
            withList(own, "hw::NodeId::Kind", "Outside,Client,Vanished,Broker,None,Ensemble"));
        QVERIFY(moved);
        bool ok = false;
        // As that program wrote it: Broker is number 3 there.
        Bytes bytes = packed(NodeId{NodeId::Kind::Client, 5});
        QCOMPARE(readBack<NodeId>(bytes, *moved, &ok), NodeId::broker(BrokerId(5)));
        QVERIFY(ok);
        bytes[1] = 2; // what is no more
        readBack<NodeId>(bytes, *moved, &ok);
        QVERIFY(!ok);
    }

    void aKindThatIsNotKnownIsSkipped()
    {
        const std::string own = KindTable::own().text();
        std::string newer = own;
        newer.replace(newer.find("BrokerRecovered"), 15, "BrokerDreamtOf_");
        const auto kinds = KindTable::parse(newer);
        QVERIFY(kinds);
        Packer packer;
        observe::Event event;
        event.fact = observe::fact::BrokerRecovered{BrokerId(1), 3, true, 5ms};
        packer.put(event);
        event.fact = observe::fact::BrokerReady{BrokerId(2)};
        packer.put(event);
        Unpacker from(packer.bytes(), *kinds);
        from.get<observe::Event>();
        QVERIFY(from.ok() && from.takeUnknown());
        const auto second = from.get<observe::Event>();
        QVERIFY(from.ok() && !from.takeUnknown() && from.atEnd());
        QCOMPARE(std::get<observe::fact::BrokerReady>(second.fact).broker, BrokerId(2));
    }

    void noBytesHurt()
    {
        const KindTable kinds = KindTable::own();
        std::mt19937 random(4711);
        SeenDemo demo;
        demo.runFor(3s);
        const auto sight = demo.look();
        Packer packer;
        for (const auto& event : sight.events)
            packer.put(event);
        packer.put(*sight.snapshot);
        const Bytes good = packer.take();
        for (int round = 0; round < 3000; ++round) {
            Bytes bad = good;
            for (int i = 0; i < 1 + round % 5; ++i)
                bad[random() % bad.size()] = static_cast<std::uint8_t>(random());
            if (round % 3 == 0)
                bad.resize(random() % bad.size());
            Unpacker from(bad, kinds);
            for (std::size_t i = 0; i < sight.events.size() && from.ok(); ++i)
                from.get<observe::Event>();
            from.get<observe::Snapshot>();
            QVERIFY(from.left() <= bad.size());
        }
    }

    void aLengthThatLiesAllocatesNothing()
    {
        const KindTable kinds = KindTable::own();
        Packer packer;
        packer.number(std::uint64_t(1) << 60);
        bool ok = true;
        readBack<std::vector<observe::MemberPart>>(packer.bytes(), kinds, &ok);
        QVERIFY(!ok);
        readBack<std::string>(packer.bytes(), kinds, &ok);
        QVERIFY(!ok);
        // As many as there are bytes, but far larger once read.
        Packer zeros;
        zeros.number(8 << 20);
        zeros.raw(Bytes(8 << 20, 0));
        readBack<std::vector<observe::MemberPart>>(zeros.bytes(), kinds, &ok);
        QVERIFY(!ok);
    }

    void blobsAreChecked()
    {
        const Bytes plain(100'000, 42);
        Bytes blob = squeeze(plain);
        QVERIFY(blob.size() < 200);
        QCOMPARE(*unsqueeze(blob), plain);
        for (std::size_t i = 0; i < blob.size(); ++i) {
            Bytes bad = blob;
            bad[i] ^= 0x10;
            QVERIFY(!unsqueeze(bad));
        }
        QVERIFY(!unsqueeze(ByteView(blob).first(3)));
        QVERIFY(unsqueeze({})->empty());
        const Bytes large(kBlobLimit + 1, 0);
        QVERIFY(!unsqueeze(squeeze(large)));
    }

private:
    using SeenDemo = test::SeenDemo;
};

QTEST_GUILESS_MAIN(TestPacking)
#include "test_packing.moc"
