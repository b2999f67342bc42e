#include "engine/coordination/messages.h"
#include "engine/coordination/state.h"
#include "tests/fuzz/fuzz.h"

/// ZooKeeper's frames, and the ensemble's own transactions and snapshots. The first byte chooses.
namespace hw::fuzz {

using namespace coordination;

namespace {

Bytes flat(const Pieces& pieces)
{
    const Slice whole = *pieces.flatten();
    return Bytes(whole.view().begin(), whole.view().end());
}

template <class Decode> void twice(const Slice& bytes, Decode decode)
{
    const auto value = decode(bytes);
    if (!value)
        return;
    const Slice once(flat(encode(*value)));
    const auto back = decode(once);
    HW_ASSERT(back.has_value(), "what we write we can read");
    HW_ASSERT(flat(encode(*back)) == flat(Pieces(once)), "and it says the same");
}

void transactions(const Slice& bytes)
{
    const auto txn = decodeTxn(bytes);
    if (!txn)
        return;
    State state;
    Txn first;
    first.zxid = Zxid(1);
    first.type = OpCode::CreateSession;
    first.session = txn->session;
    first.timeout = 3s;
    state.apply(first);
    Txn second = *txn;
    second.zxid = Zxid(2);
    state.apply(second);
    State copy;
    HW_ASSERT(copy.restore(*state.encode().flatten()).has_value(), "a snapshot can be read back");
    HW_ASSERT(flat(copy.encode()) == flat(state.encode()), "and is the same");
}

} // namespace

void fuzzOne(ByteView all)
{
    Input input(all);
    const std::uint8_t kind = input.byte();
    const auto type = static_cast<OpCode>(static_cast<std::int8_t>(input.byte()));
    const ByteView rest = input.rest();
    const Slice bytes{Bytes(rest.begin(), rest.end())};
    switch (kind % 8) {
    case 0:
        return twice(bytes, decodeConnectRequest);
    case 1:
        return twice(bytes, decodeConnectResponse);
    case 2:
        static_cast<void>(decodeHeader(bytes));
        return twice(bytes, decodeRequest);
    case 3:
        static_cast<void>(decodeReplyHeader(bytes));
        static_cast<void>(decodeResponse(bytes, type));
        return;
    case 4:
        return twice(bytes, decodeWatchEvent);
    case 5:
        return transactions(bytes);
    default:
        State state;
        if (state.restore(bytes))
            HW_ASSERT(State().restore(*state.encode().flatten()).has_value(), "written and read");
    }
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    const auto add = [&](std::uint8_t kind, OpCode type, const Pieces& pieces) {
        Bytes seed = {kind, static_cast<std::uint8_t>(type)};
        const Bytes body = flat(pieces);
        seed.insert(seed.end(), body.begin(), body.end());
        list.push_back(std::move(seed));
    };
    add(0, {}, encode(ConnectRequest{}));
    add(1, {}, encode(ConnectResponse{}));
    Op create;
    create.type = OpCode::Create;
    create.path = "/brokers/ids/1";
    create.data = Bytes{1, 2, 3};
    for (const OpCode type : {OpCode::Create, OpCode::Delete, OpCode::SetData, OpCode::GetData,
                              OpCode::Exists, OpCode::GetChildren, OpCode::Ping, OpCode::Check,
                              OpCode::SetAcl, OpCode::CreateTtl, OpCode::AddWatch, OpCode::Auth,
                              OpCode::SetWatches2, OpCode::GetEphemerals, OpCode::WhoAmI}) {
        Request request;
        request.type = request.op.type = type;
        request.op.path = "/a";
        request.op.data = Bytes{7};
        add(2, type, encode(request));
    }
    Request multi;
    multi.type = OpCode::Multi;
    multi.ops = {create, create};
    add(2, OpCode::Multi, encode(multi));
    multi.type = OpCode::MultiRead;
    for (Op& op : multi.ops)
        op.type = OpCode::GetData;
    add(2, OpCode::MultiRead, encode(multi));
    Response response;
    response.path = "/a";
    response.data = Bytes{9};
    response.children = {"x", "y"};
    for (const OpCode type : {OpCode::Create, OpCode::GetData, OpCode::Exists, OpCode::Multi})
        add(3, type, encode(response, type));
    add(4, {}, encode(WatchEvent{}));
    Txn txn;
    txn.zxid = Zxid(3);
    txn.ops = {create};
    txn.type = OpCode::Create;
    add(5, {}, Pieces(encode(txn)));
    State state;
    state.apply(txn);
    add(6, {}, state.encode());
    return list;
}

} // namespace hw::fuzz
