#include "engine/coordination/quorum_messages.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/coordination/jute.h"

namespace hw::coordination::quorum {

using namespace jute;

namespace {

void putTxn(Writer& to, const Txn& txn) { putBuffer(to, coordination::encode(txn)); }

void getTxn(Reader& from, Txn& txn)
{
    auto read = decodeTxn(from.slice(from.i32()));
    if (read)
        txn = std::move(*read);
    else
        from.setFailed();
}

void putTag(Writer& to, const RequestTag& tag)
{
    to.i32(tag.server);
    to.i64(static_cast<std::int64_t>(tag.number));
}

std::uint64_t getNumber(Reader& from) { return static_cast<std::uint64_t>(from.i64()); }

struct Put
{
    Writer& to;

    void operator()(const Notification& m) const
    {
        to.u8(static_cast<std::uint8_t>(m.role));
        to.u32(m.vote.epoch);
        to.i64(m.vote.zxid.value());
        to.i32(m.vote.server);
        number(m.round);
    }
    void operator()(const FollowerInfo& m) const { to.u32(m.acceptedEpoch); }
    void operator()(const LeaderInfo& m) const { to.u32(m.epoch); }
    void operator()(const AckEpoch& m) const
    {
        putBool(to, m.promised);
        to.u32(m.currentEpoch);
        to.i64(m.last.value());
        putBool(to, m.wantsSnapshot);
    }
    void operator()(const Truncate& m) const { to.i64(m.last.value()); }
    void operator()(const SnapshotPart& m) const
    {
        number(m.total);
        putBuffer(to, m.bytes.view());
    }
    void operator()(const History& m) const { putTxn(to, m.txn); }
    void operator()(const NewLeader& m) const { to.u32(m.epoch); }
    void operator()(const AckNewLeader& m) const { to.u32(m.epoch); }
    void operator()(const UpToDate&) const {}
    void operator()(const Submit& m) const
    {
        number(m.number);
        putTxn(to, m.txn);
    }
    void operator()(const Refused& m) const
    {
        number(m.number);
        to.i32(static_cast<std::int32_t>(m.error));
    }
    void operator()(const Proposal& m) const
    {
        putTag(to, m.tag);
        putTxn(to, m.txn);
    }
    void operator()(const Ack& m) const { to.i64(m.zxid.value()); }
    void operator()(const Commit& m) const { to.i64(m.zxid.value()); }
    void operator()(const Sync& m) const { number(m.number); }
    void operator()(const Synced& m) const { number(m.number); }
    void operator()(const Revalidate& m) const
    {
        number(m.number);
        to.i64(m.session.value());
        putBuffer(to, m.password);
    }
    void operator()(const Revalidated& m) const
    {
        number(m.number);
        putBool(to, m.valid);
    }
    void operator()(const Ping&) const {}
    void operator()(const Pong& m) const
    {
        to.i32(static_cast<std::int32_t>(m.heard.size()));
        for (const SessionId session : m.heard)
            to.i64(session.value());
    }
    void number(std::uint64_t value) const { to.i64(static_cast<std::int64_t>(value)); }
};

struct Get
{
    Reader& from;

    void operator()(Notification& m) const
    {
        const std::uint8_t role = from.u8();
        if (role > static_cast<std::uint8_t>(Role::Leading))
            from.setFailed();
        m.role = static_cast<Role>(role);
        m.vote.epoch = from.u32();
        m.vote.zxid = Zxid(from.i64());
        m.vote.server = from.i32();
        m.round = getNumber(from);
    }
    void operator()(FollowerInfo& m) const { m.acceptedEpoch = from.u32(); }
    void operator()(LeaderInfo& m) const { m.epoch = from.u32(); }
    void operator()(AckEpoch& m) const
    {
        m.promised = getBool(from);
        m.currentEpoch = from.u32();
        m.last = Zxid(from.i64());
        m.wantsSnapshot = getBool(from);
    }
    void operator()(Truncate& m) const { m.last = Zxid(from.i64()); }
    void operator()(SnapshotPart& m) const
    {
        m.total = getNumber(from);
        m.bytes = from.slice(from.i32());
        if (m.total > kMaxSnapshot || m.bytes.size() > kSnapshotPartSize)
            from.setFailed();
    }
    void operator()(History& m) const { getTxn(from, m.txn); }
    void operator()(NewLeader& m) const { m.epoch = from.u32(); }
    void operator()(AckNewLeader& m) const { m.epoch = from.u32(); }
    void operator()(UpToDate&) const {}
    void operator()(Submit& m) const
    {
        m.number = getNumber(from);
        getTxn(from, m.txn);
    }
    void operator()(Refused& m) const
    {
        m.number = getNumber(from);
        m.error = static_cast<ZkError>(from.i32());
    }
    void operator()(Proposal& m) const
    {
        m.tag.server = from.i32();
        m.tag.number = getNumber(from);
        getTxn(from, m.txn);
    }
    void operator()(Ack& m) const { m.zxid = Zxid(from.i64()); }
    void operator()(Commit& m) const { m.zxid = Zxid(from.i64()); }
    void operator()(Sync& m) const { m.number = getNumber(from); }
    void operator()(Synced& m) const { m.number = getNumber(from); }
    void operator()(Revalidate& m) const
    {
        m.number = getNumber(from);
        m.session = SessionId(from.i64());
        m.password = getBuffer(from);
    }
    void operator()(Revalidated& m) const
    {
        m.number = getNumber(from);
        m.valid = getBool(from);
    }
    void operator()(Ping&) const {}
    void operator()(Pong& m) const
    {
        const std::int32_t count = from.i32();
        if (count < 0 || count > kMaxHeardSessions ||
            static_cast<std::size_t>(count) > from.left() / 8) {
            from.setFailed();
            return;
        }
        m.heard.reserve(static_cast<std::size_t>(count));
        for (std::int32_t i = 0; i < count; ++i)
            m.heard.emplace_back(from.i64());
    }
};

template <std::size_t... Index>
bool makeEmpty(Message& message, std::size_t kind, std::index_sequence<Index...>)
{
    return ((kind == Index && (message.emplace<Index>(), true)) || ...);
}

constexpr std::array<const char*, std::variant_size_v<Message>> kNames = {
    "Notification", "FollowerInfo", "LeaderInfo",   "AckEpoch", "Truncate", "SnapshotPart",
    "History",      "NewLeader",    "AckNewLeader", "UpToDate", "Submit",   "Refused",
    "Proposal",     "Ack",          "Commit",       "Sync",     "Synced",   "Revalidate",
    "Revalidated",  "Ping",         "Pong"};

} // namespace

Pieces encode(const Message& message)
{
    Writer to;
    to.u8(static_cast<std::uint8_t>(message.index()));
    std::visit(Put{to}, message);
    return to.take();
}

Result<Message> decodeMessage(const Slice& frame)
{
    if (frame.size() > kMaxMessage)
        return fail(Failure::Invalid,
                    fmt::format("a message of {} bytes between servers, at most {} are allowed",
                                frame.size(), kMaxMessage));
    Reader from(frame);
    const std::uint8_t kind = from.u8();
    auto empty = emptyMessage(kind);
    if (!from.ok() || !empty)
        return fail(Failure::Invalid, fmt::format("a message of unknown kind {} between servers",
                                                  static_cast<int>(kind)));
    Message message = std::move(*empty);
    std::visit(Get{from}, message);
    if (!from.ok() || !from.atEnd())
        return fail(Failure::Invalid,
                    fmt::format("a malformed {} between servers", nameOf(message)));
    return message;
}

std::optional<Message> emptyMessage(std::size_t kind)
{
    Message message;
    constexpr auto kinds = std::make_index_sequence<std::variant_size_v<Message>>();
    return makeEmpty(message, kind, kinds) ? std::optional(std::move(message)) : std::nullopt;
}

const char* nameOf(const Message& message) { return kNames[message.index()]; }

} // namespace hw::coordination::quorum
