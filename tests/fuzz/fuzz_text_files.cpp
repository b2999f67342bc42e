#include "engine/coordination/kafka_znodes.h"
#include "engine/log/checkpoint.h"
#include "tests/fuzz/fuzz.h"

/// Checkpoint files and the JSON of Kafka's znodes: what is read can be written, and reads the
/// same.
namespace hw::fuzz {

namespace {

namespace znodes = coordination::kafka;

template <class Decode, class Encode> void twice(const Bytes& bytes, Decode decode, Encode encode)
{
    const auto value = decode(bytes);
    if (!value)
        return;
    const Bytes once = encode(*value);
    const auto back = decode(once);
    HW_ASSERT(back.has_value(), "what we write we can read");
    HW_ASSERT(encode(*back) == once, "and it says the same");
}

void offsets(ByteView bytes)
{
    if (const auto parsed = log::parseOffsetCheckpoint(textOf(bytes)))
        HW_ASSERT(*log::parseOffsetCheckpoint(log::offsetCheckpointText(*parsed)) == *parsed,
                  "written and read");
}

void epochs(ByteView bytes)
{
    if (const auto parsed = log::parseEpochCheckpoint(textOf(bytes)))
        HW_ASSERT(*log::parseEpochCheckpoint(log::epochCheckpointText(*parsed)) == *parsed,
                  "written and read");
}

} // namespace

void fuzzOne(ByteView all)
{
    Input input(all);
    const std::uint8_t kind = input.byte();
    const ByteView rest = input.rest();
    const Bytes bytes(rest.begin(), rest.end());
    const auto now = [](const auto& node) { return znodes::encode(node, WallTime(1)); };
    const auto plain = [](const auto& node) { return znodes::encode(node); };
    switch (kind % 9) {
    case 0:
        return offsets(rest);
    case 1:
        return epochs(rest);
    case 2:
        return twice(bytes, znodes::decodeBroker, now);
    case 3:
        return twice(bytes, znodes::decodeController, now);
    case 4:
        return twice(bytes, znodes::decodeControllerEpoch, znodes::encodeControllerEpoch);
    case 5:
        return twice(bytes, znodes::decodeTopic, plain);
    case 6:
        return twice(bytes, znodes::decodeState, plain);
    case 7:
        return twice(bytes, znodes::decodeConfig, znodes::encodeConfig);
    default:
        return twice(bytes, znodes::decodeClusterId, znodes::encodeClusterId);
    }
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    const auto add = [&](std::uint8_t kind, ByteView bytes) {
        Bytes seed = {kind};
        seed.insert(seed.end(), bytes.begin(), bytes.end());
        list.push_back(std::move(seed));
    };
    add(0, viewOf("0\n2\nTopicA 0 17\nTopic.B-x 11 0\n"));
    add(1, viewOf("0\n2\n0 0\n3 42\n"));
    add(2, znodes::encode(znodes::BrokerNode{{"localhost", 9092}, "r1"}, WallTime(1)));
    add(3, znodes::encode(znodes::ControllerNode{BrokerId(2)}, WallTime(1)));
    add(4, znodes::encodeControllerEpoch(ControllerEpoch(5)));
    znodes::TopicNode topic;
    topic.partitions = {{0, {BrokerId(1), BrokerId(2)}}, {1, {BrokerId(2)}}};
    add(5, znodes::encode(topic));
    add(6, znodes::encode(znodes::StateNode{
               BrokerId(1), LeaderEpoch(3), ControllerEpoch(1), {BrokerId(1), BrokerId(3)}, true}));
    add(7, znodes::encodeConfig({{"min.insync.replicas", "2"}}));
    add(8, znodes::encodeClusterId("abcdefghijklmnopqrstuv"));
    return list;
}

} // namespace hw::fuzz
