#include <algorithm>

#include "engine/base/writer.h"
#include "engine/broker/group/consumer_records.h"
#include "engine/protocol/consumer_protocol.h"
#include "tests/fuzz/fuzz.h"

/// Keys and values of `__consumer_offsets`, and what consumers put into JoinGroup and SyncGroup.
namespace hw::fuzz {

using namespace group;

void fuzzOne(ByteView all)
{
    Input input(all);
    const std::uint8_t kind = input.byte();
    const ByteView rest = input.rest();
    const Bytes bytes(rest.begin(), rest.end());
    switch (kind % 6) {
    case 0:
        if (const auto key = decodeKey(rest)) {
            if (const auto* offset = std::get_if<OffsetKey>(&*key))
                HW_ASSERT(decodeKey(encodeOffsetKey(offset->group, offset->partition)).has_value(),
                          "written and read");
            if (const auto* consumer = std::get_if<ConsumerKey>(&*key))
                HW_ASSERT(decodeKey(encodeConsumerKey(*consumer)).has_value(), "written and read");
        }
        return;
    case 1:
        if (const auto value = decodeOffsetValue(rest))
            HW_ASSERT(decodeOffsetValue(encodeOffsetValue(*value)).has_value(), "written and read");
        return;
    case 2:
        if (const auto value = decodeGroupValue(rest))
            HW_ASSERT(decodeGroupValue(encodeGroupValue(*value)).has_value(), "written and read");
        return;
    case 3:
        for (const bool sticky : {false, true}) {
            auto told = protocol::decodeSubscription(bytes, sticky);
            if (!told)
                continue;
            std::ranges::sort(told->topics); // as consumers send them
            std::ranges::sort(told->owned);
            const auto again = protocol::encodeSubscription(*told, sticky);
            HW_ASSERT(*protocol::decodeSubscription(again, sticky) == *told, "written and read");
        }
        return;
    case 4: {
        ConsumerContents contents;
        const auto key = static_cast<ConsumerKey::Kind>(3 + (rest.empty() ? 0 : rest.front() % 6));
        static_cast<void>(contents.apply({key, "g", "m"}, rest.subspan(rest.empty() ? 0 : 1)));
        return;
    }
    default:
        if (const auto partitions = protocol::decodeAssignment(bytes))
            HW_ASSERT(*protocol::decodeAssignment(protocol::encodeAssignment(*partitions)) ==
                          *partitions,
                      "written and read");
    }
}

/// Keys and values of a group of the consumer protocol: its epoch, and how far a member is.
static std::vector<std::pair<Bytes, Bytes>> consumerRecords()
{
    const auto written = [](const auto& value) {
        Writer to;
        to.i16(0);
        value.encode(to, protocol::ApiVersion{0});
        return to.takeBytes();
    };
    protocol::ConsumerGroupMetadataValue epoch;
    epoch.epoch = 5;
    protocol::ConsumerGroupCurrentMemberAssignmentValue progress;
    progress.memberEpoch = 5;
    progress.assignedPartitions.push_back({Uuid{}, {0, 3}});
    return {{encodeConsumerKey({ConsumerKey::Kind::Epoch, "g", {}}), written(epoch)},
            {encodeConsumerKey({ConsumerKey::Kind::Progress, "g", "m"}), written(progress)}};
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    const auto add = [&](std::uint8_t kind, ByteView bytes) {
        Bytes seed = {kind};
        seed.insert(seed.end(), bytes.begin(), bytes.end());
        list.push_back(std::move(seed));
    };
    add(0, encodeOffsetKey("g", {"t", 1}));
    add(0, encodeGroupKey("g"));
    add(1, encodeOffsetValue({Offset(7), LeaderEpoch(1), "meta", WallTime(5)}));
    protocol::GroupMetadataValue value;
    value.protocolType = "consumer";
    value.members.emplace_back();
    add(2, encodeGroupValue(value));
    add(3, protocol::encodeSubscription({"a", "b"}));
    for (const bool sticky : {false, true})
        add(3, protocol::encodeSubscription({{"a"}, {{"a", 0}, {"a", 7}}, Generation{5}}, sticky));
    for (const auto& [key, value] : consumerRecords()) {
        add(0, key);
        Bytes both = {static_cast<std::uint8_t>(key[1] - 3)}; // which of the values
        both.insert(both.end(), value.begin(), value.end());
        add(4, both);
    }
    add(5, protocol::encodeAssignment({{"a", 0}, {"b", 3}}));
    return list;
}

} // namespace hw::fuzz
