#include "engine/frames/quorum_reader.h"

#include <fmt/format.h>

#include "engine/coordination/quorum_messages.h"
#include "engine/frames/values.h"

namespace hw::frames {

using namespace observe;
using namespace coordination;
using Kind = FieldNode::Kind;

namespace {

/// Visits an empty message of the kind that the frame says and reads its fields.
class QuorumReader
{
public:
    QuorumReader(FieldNode& into, Cursor& from)
        : m_into(into)
        , m_from(from)
    {
    }

    void operator()(const quorum::Notification&)
    {
        number("role", 1);
        number("peerEpoch", 4);
        zxid("zxid");
        number("leader", 4);
        number("electionEpoch", 8);
    }
    void operator()(const quorum::FollowerInfo&) { number("acceptedEpoch", 4); }
    void operator()(const quorum::LeaderInfo&) { number("epoch", 4); }
    void operator()(const quorum::AckEpoch&)
    {
        number("promised", 1);
        number("currentEpoch", 4);
        zxid("lastZxid");
        number("wantsSnapshot", 1);
    }
    void operator()(const quorum::Truncate&) { zxid("zxid"); }
    void operator()(const quorum::SnapshotPart&)
    {
        number("total", 8);
        buffer("part");
    }
    void operator()(const quorum::History&) { transaction(); }
    void operator()(const quorum::NewLeader&) { number("epoch", 4); }
    void operator()(const quorum::AckNewLeader&) { number("epoch", 4); }
    void operator()(const quorum::UpToDate&) {}
    void operator()(const quorum::Submit&)
    {
        number("request", 8);
        transaction();
    }
    void operator()(const quorum::Refused&)
    {
        number("request", 8);
        const std::int64_t code = number("err", 4);
        if (m_from.ok())
            m_into.children.back().meaning = nameOf(static_cast<ZkError>(code));
    }
    void operator()(const quorum::Proposal&)
    {
        number("server", 4);
        number("request", 8);
        transaction();
    }
    void operator()(const quorum::Ack&) { zxid("zxid"); }
    void operator()(const quorum::Commit&) { zxid("zxid"); }
    void operator()(const quorum::Sync&) { number("request", 8); }
    void operator()(const quorum::Synced&) { number("request", 8); }
    void operator()(const quorum::Revalidate&)
    {
        number("request", 8);
        zxid("sessionId");
        buffer("passwd");
    }
    void operator()(const quorum::Revalidated&)
    {
        number("request", 8);
        number("valid", 1);
    }
    void operator()(const quorum::Ping&) {}
    void operator()(const quorum::Pong&)
    {
        const std::int64_t count = number("sessions", 4);
        for (std::int64_t i = 0; i < count && m_from.ok(); ++i)
            zxid("sessionId");
    }

private:
    std::int64_t number(std::string_view name, int bytes)
    {
        if (!m_from.ok())
            return 0;
        FieldNode* node =
            m_from.tree().add(m_into, name, bytes == 8 ? "long" : "int", Kind::Number);
        if (!node)
            return 0;
        Extent extent(*node, m_from);
        const std::int64_t value = m_from.number(bytes);
        extent.end();
        node->value = std::to_string(value);
        return value;
    }
    /// Numbers that people know in hexadecimal digits.
    void zxid(std::string_view name)
    {
        const std::int64_t value = number(name, 8);
        if (m_from.ok())
            m_into.children.back().value = fmt::format("0x{:x}", static_cast<std::uint64_t>(value));
    }
    void buffer(std::string_view name)
    {
        const std::int64_t size = number("size", 4);
        FieldNode* node =
            m_from.ok() ? m_from.tree().add(m_into, name, "buffer", Kind::Text) : nullptr;
        if (!node)
            return;
        Extent extent(*node, m_from);
        const ByteView bytes = m_from.take(size);
        if (name == "passwd") // as good as a key to the session
            node->value = std::string(bytes.size(), '*');
        else
            setBytes(*node, bytes);
        extent.end();
    }
    /// As it is logged: who, when and what; the operations stay bytes.
    void transaction()
    {
        number("size", 4);
        zxid("zxid");
        number("time", 8);
        zxid("sessionId");
        const std::int64_t type = number("type", 4);
        if (!m_from.ok())
            return;
        m_into.children.back().meaning = nameOf(static_cast<OpCode>(type));
        FieldNode* node = m_from.tree().add(m_into, "operations", "buffer", Kind::Text);
        if (!node)
            return;
        Extent extent(*node, m_from);
        setBytes(*node, m_from.take(static_cast<std::int64_t>(m_from.left())));
        extent.end();
    }

    FieldNode& m_into;
    Cursor& m_from;
};

} // namespace

void readQuorumFrame(FieldNode& into, Cursor& from)
{
    const std::size_t start = from.at();
    const std::int64_t kind = from.number(1);
    const auto message = quorum::emptyMessage(static_cast<std::size_t>(kind));
    if (!from.ok() || !message) {
        from.fail(FrameFault::BadOperation, start);
        return;
    }
    into.meaning = quorum::nameOf(*message);
    std::visit(QuorumReader(into, from), *message);
    if (from.ok() && !from.atEnd())
        from.fail(FrameFault::LeftOver);
}

} // namespace hw::frames
