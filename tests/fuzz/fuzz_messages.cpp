#include "engine/base/reader.h"
#include "engine/protocol/header.h"
#include "engine/protocol/messages/all_messages.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/random_message.h"

/// Every request, response and record of the protocol at every version: two bytes choose.
namespace hw::fuzz {

using namespace protocol;

namespace {

struct Codec
{
    ApiVersion version;
    void (*run)(ByteView, ApiVersion);
};

/// What was decoded can be encoded, and that decodes to the same again.
template <class Message> void decodeTwice(ByteView bytes, ApiVersion version)
{
    Reader reader(bytes);
    const auto message = Message::decode(reader, version);
    if (!message)
        return;
    const Bytes once = test::encoded(*message, version);
    Reader again{ByteView(once)};
    const auto back = Message::decode(again, version);
    HW_ASSERT(back.has_value() && again.atEnd(), Message::kName);
    HW_ASSERT(test::encoded(*back, version) == once, Message::kName);
}

const std::vector<Codec>& codecs()
{
    static const std::vector<Codec> all = [] {
        std::vector<Codec> list;
        forEachMessage([&]<class Message>() {
            for (auto v = Message::kVersions.min; v <= Message::kVersions.max; ++v)
                list.push_back({v, decodeTwice<Message>});
        });
        return list;
    }();
    return all;
}

} // namespace

void fuzzOne(ByteView bytes)
{
    Input input(bytes);
    const std::size_t which = input.twoBytes();
    if (which == 0xffff) {
        Reader reader(input.rest());
        static_cast<void>(RequestHeader::decode(reader));
        return;
    }
    const Codec& codec = codecs()[which % codecs().size()];
    codec.run(input.rest(), codec.version);
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    world::Random random(1);
    std::uint16_t which = 0;
    const auto add = [&](std::uint16_t number, const Bytes& body) {
        Bytes seed = {static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
        seed.insert(seed.end(), body.begin(), body.end());
        list.push_back(std::move(seed));
    };
    forEachMessage([&]<class Message>() {
        for (auto v = Message::kVersions.min; v <= Message::kVersions.max; ++v)
            add(which++, test::encoded(test::randomMessage<Message>(random, v), v));
    });
    Writer header;
    RequestHeader{3, ApiVersion(12), CorrelationId(7), "a client"}.encode(header);
    add(0xffff, header.takeBytes());
    return list;
}

} // namespace hw::fuzz
