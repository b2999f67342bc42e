#include <algorithm>

#include "engine/broker/group/offsets_records.h"
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
    switch (kind % 5) {
    case 0:
        if (const auto key = decodeKey(rest)) {
            if (const auto* offset = std::get_if<OffsetKey>(&*key))
                HW_ASSERT(decodeKey(encodeOffsetKey(offset->group, offset->partition)).has_value(),
                          "written and read");
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
    default:
        if (const auto partitions = protocol::decodeAssignment(bytes))
            HW_ASSERT(*protocol::decodeAssignment(protocol::encodeAssignment(*partitions)) ==
                          *partitions,
                      "written and read");
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
    add(4, protocol::encodeAssignment({{"a", 0}, {"b", 3}}));
    return list;
}

} // namespace hw::fuzz
