#include <QTest>

#include <fmt/format.h>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/frames/message_reader.h"
#include "engine/protocol/messages/all_messages.h"
#include "tests/support/random_message.h"

using namespace hw;
using namespace hw::protocol;
using observe::FieldNode;
using observe::FieldTree;
using world::Random;

static constexpr std::uint64_t kSeed = 20261129;

template <class Function> static void forEachVersion(Function&& function)
{
    forEachMessage([&]<class Message>() {
        for (auto v = Message::kVersions.min; v <= Message::kVersions.max; ++v)
            function.template operator()<Message>(v);
    });
}

static FieldTree treeOf(const char* name, const Bytes& bytes, ApiVersion version, bool& allRead,
                        bool* isGood = nullptr)
{
    FieldTree tree;
    frames::TreeBuilder builder(tree);
    frames::Cursor from(builder, bytes, 0);
    frames::MessageReader(from, *findDescription(name), version).read(tree.root);
    allRead = from.ok() && from.atEnd();
    if (isGood) // whatever is wrong inside its records
        *isGood = from.ok();
    return tree;
}

/// Goes over a message and its tree side by side and notes the first place where they differ.
class Comparer
{
public:
    explicit Comparer(std::int16_t version)
        : m_version(version)
    {
    }
    std::string difference;

    template <class T> void message(const FieldNode& node, const T& value)
    {
        m_nodes.push_back(&node);
        T::visit(value, m_version, *this);
        m_nodes.pop_back();
    }
    /// A tagged field that has its default is not on the wire: then the tree lacks it.
    template <class T> void field(const char* name, const T& value, bool)
    {
        const FieldNode* node = nullptr;
        for (const FieldNode& child : m_nodes.back()->children)
            if (child.name == name)
                node = &child;
        if (node)
            compare(*node, value);
        else
            m_absent.push_back(name);
    }
    const std::vector<std::string>& absent() const { return m_absent; }

private:
    void expect(const FieldNode& node, const std::string& value)
    {
        if (node.value != value && difference.empty())
            difference = fmt::format("{} is '{}', not '{}'", node.name, node.value, value);
    }
    template <class T> void compare(const FieldNode& node, const std::optional<T>& value)
    {
        if (value)
            return compare(node, *value);
        if (node.kind != FieldNode::Kind::Null && difference.empty())
            difference = node.name + " is not null";
    }
    template <class T> void compare(const FieldNode& node, const std::vector<T>& list)
    {
        if (node.children.size() != list.size() && difference.empty())
            difference = node.name + " has another number of elements";
        for (std::size_t i = 0; i < list.size() && difference.empty(); ++i)
            compare(node.children[i], list[i]);
    }
    template <class T> void compare(const FieldNode& node, const T& value)
    {
        if constexpr (requires { T::visit(value, m_version, *this); })
            message(node, value);
        else
            expect(node, fmt::format("{}", value));
    }
    void compare(const FieldNode& node, bool value) { expect(node, value ? "true" : "false"); }
    void compare(const FieldNode& node, ErrorCode value)
    {
        expect(node, std::to_string(static_cast<int>(value)));
    }
    void compare(const FieldNode& node, std::int8_t value) { expect(node, std::to_string(value)); }
    void compare(const FieldNode& node, const Uuid& value) { expect(node, value.text()); }
    void compare(const FieldNode& node, const std::string& value) { expect(node, value); }
    void compare(const FieldNode& node, const Bytes& value)
    {
        expect(node, hw::textOf(ByteView(value)));
    }
    /// Random bytes are no batches; those have tests of their own.
    void compare(const FieldNode& node, const Pieces& value)
    {
        const std::size_t prefix = node.size - value.size();
        if ((prefix < 1 || prefix > 5) && difference.empty())
            difference = node.name + " has another size";
    }

    std::int16_t m_version;
    std::vector<const FieldNode*> m_nodes;
    std::vector<std::string> m_absent;
};

static std::string titleOf(const char* name, ApiVersion version)
{
    return fmt::format("{} v{}, seed {}", name, version, kSeed);
}

/// Whether records in it, which are no batches here, are all that is wrong.
static bool onlyRecordsAreWrong(const FieldTree& tree)
{
    return !tree.fault || tree.fault->field.find("ecords/[") != std::string::npos;
}

class TestMessageTree : public QObject
{
    Q_OBJECT
private slots:
    void everyMessageReadsAtEveryVersion()
    {
        Random random(kSeed);
        int count = 0;
        forEachVersion([&]<class Message>(ApiVersion version) {
            for (int i = 0; i < 5; ++i) {
                const auto message = test::randomMessage<Message>(random, version);
                const Bytes bytes = test::encoded(message, version);
                bool allRead = false;
                const FieldTree tree = treeOf(Message::kName, bytes, version, allRead);
                const std::string title = titleOf(Message::kName, version);
                QVERIFY2(allRead && onlyRecordsAreWrong(tree), title.c_str());
                Comparer comparer(version.value());
                comparer.message(tree.root, message);
                QVERIFY2(comparer.difference.empty(), (title + ": " + comparer.difference).c_str());
                ++count;
            }
        });
        QVERIFY(count > 2000);
    }

    void onlyTaggedFieldsAreEverAbsent()
    {
        Random random(kSeed + 1);
        forEachVersion([&]<class Message>(ApiVersion version) {
            const auto message = test::randomMessage<Message>(random, version);
            bool allRead = false;
            const FieldTree tree =
                treeOf(Message::kName, test::encoded(message, version), version, allRead);
            Comparer comparer(version.value());
            comparer.message(tree.root, message);
            if (version < Message::kFirstFlexible)
                QVERIFY2(comparer.absent().empty(), titleOf(Message::kName, version).c_str());
        });
    }

    void theTreeHasAFaultExactlyWhereTheCodecRefuses()
    {
        Random random(kSeed + 2);
        int refused = 0;
        forEachVersion([&]<class Message>(ApiVersion version) {
            for (int i = 0; i < 20; ++i) {
                Bytes bytes = test::encoded(test::randomMessage<Message>(random, version), version);
                for (std::uint64_t flips = random.below(3) + 1; flips > 0 && !bytes.empty();
                     --flips) {
                    const std::uint64_t at = random.below(bytes.size());
                    bytes[at] =
                        random.chance(1, 2) ? 0xff : static_cast<std::uint8_t>(random.next());
                }
                Reader reader{ByteView(bytes)};
                const bool good = Message::decode(reader, version).has_value();
                bool allRead = false;
                bool isGood = false;
                const FieldTree tree = treeOf(Message::kName, bytes, version, allRead, &isGood);
                const std::string title =
                    titleOf(Message::kName, version) + ", bytes " + toHex(bytes);
                if (tree.shortened)
                    continue;
                QVERIFY2(good == isGood && (good || tree.fault), title.c_str());
                if (good)
                    QVERIFY2(allRead == reader.atEnd(), title.c_str());
                refused += good ? 0 : 1;
            }
        });
        QVERIFY(refused > 1000);
    }

    void aCutMessageTellsWhereItEnds()
    {
        Random random(kSeed + 3);
        forEachVersion([&]<class Message>(ApiVersion version) {
            const Bytes whole =
                test::encoded(test::randomMessage<Message>(random, version), version);
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const Bytes part(whole.begin(), whole.begin() + static_cast<long>(size));
                bool allRead = false;
                const FieldTree tree = treeOf(Message::kName, part, version, allRead);
                QVERIFY2(tree.fault && !allRead && tree.fault->position <= size,
                         titleOf(Message::kName, version).c_str());
            }
        });
    }

    void aCountThatLiesMakesNoNodes()
    {
        bool allRead = false;
        const FieldTree tree =
            treeOf("MetadataRequest", fromHex("7fffffff 0001"), ApiVersion{0}, allRead);
        QVERIFY(tree.fault);
        QCOMPARE(tree.fault->what, observe::FrameFault::LengthLies);
        QCOMPARE(tree.fault->position, 0u);
        QCOMPARE(tree.fault->field, std::string("Topics"));
        QCOMPARE(tree.root.children.size(), std::size_t(1));
    }

    void aTreeEndsAtItsLimit()
    {
        Writer writer;
        MetadataRequest request;
        request.topics.emplace(30'000);
        request.encode(writer, ApiVersion{1});
        bool allRead = false;
        const FieldTree tree =
            treeOf("MetadataRequest", writer.takeBytes(), ApiVersion{1}, allRead);
        QVERIFY(tree.shortened && !tree.fault);
        QVERIFY(tree.root.children[0].children.size() <= observe::kFieldNodeLimit);
    }

    void unknownTagsAreShownAsBytes()
    {
        // Heartbeat 4: group "g", generation 1, member "m", no instance, tag 5 with two bytes.
        const Bytes bytes = fromHex("0267 00000001 026d 00 01 05 02 abcd");
        bool allRead = false;
        const FieldTree tree = treeOf("HeartbeatRequest", bytes, ApiVersion{4}, allRead);
        QVERIFY(allRead);
        QCOMPARE(observe::textOf(tree), std::string("\n  GroupId: g\n  GenerationId: 1\n"
                                                    "  MemberId: m\n  GroupInstanceId: null\n"
                                                    "  tag 5: abcd\n"));
        QCOMPARE(tree.root.children[2].position, 6u);
        QCOMPARE(tree.root.children[2].size, 2u);
    }
};

QTEST_APPLESS_MAIN(TestMessageTree)
#include "test_message_tree.moc"
