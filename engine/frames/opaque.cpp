#include "engine/frames/opaque.h"

#include <algorithm>

#include "engine/frames/message_reader.h"
#include "engine/frames/values.h"

namespace hw::frames {

using namespace observe;
using protocol::ApiKey;
using protocol::ApiVersion;
using protocol::findDescription;

Opaque opaqueIn(std::int16_t apiKey, std::string_view field, std::string_view protocolType)
{
    const auto key = static_cast<ApiKey>(apiKey);
    const bool group = key == ApiKey::JoinGroup || key == ApiKey::SyncGroup ||
                       key == ApiKey::DescribeGroups || field == "subscription" ||
                       field == "assignment";
    if (!group || (!protocolType.empty() && protocolType != "consumer"))
        return Opaque::No;
    if (field == "Metadata" || field == "MemberMetadata" || field == "subscription")
        return Opaque::Subscription;
    if (field == "Assignment" || field == "MemberAssignment" || field == "assignment")
        return Opaque::Assignment;
    return Opaque::No;
}

static const protocol::MessageDescription* messageFor(Opaque what, std::int64_t version)
{
    switch (what) {
    case Opaque::No:
        return nullptr;
    case Opaque::Subscription:
        return findDescription("ConsumerProtocolSubscription");
    case Opaque::Assignment:
        return findDescription("ConsumerProtocolAssignment");
    case Opaque::OffsetsKey: // versions 0 and 1 are commits, 2 a group
        return findDescription(version < 2 ? "OffsetCommitKey" : "GroupMetadataKey");
    case Opaque::OffsetsValue:
        return findDescription("OffsetCommitValue");
    case Opaque::GroupValue:
        return findDescription("GroupMetadataValue");
    case Opaque::TransactionKey:
        return findDescription("TransactionLogKey");
    case Opaque::TransactionValue:
        return findDescription("TransactionLogValue");
    }
    return nullptr;
}

/// The fields, read on trial: what does not fit is nobody's fault.
static std::optional<FieldNode> readOnTrial(ByteView bytes, Cursor& at, Opaque what)
{
    FieldTree trial;
    TreeBuilder tree(trial);
    const auto cursorAt = [&](std::size_t base) {
        return at.inFrame() ? Cursor(tree, bytes, base) : Cursor::outside(tree, bytes, base);
    };
    Cursor from = cursorAt(at.at());
    FieldNode* node = tree.add(trial.root, "version", "int16", FieldNode::Kind::Number);
    Extent extent(*node, from);
    const std::int64_t said = from.number(2);
    extent.end();
    node->value = std::to_string(said);
    const auto* message = messageFor(what, said);
    if (!message || said < message->versions.min.value())
        return std::nullopt;
    // Consumers' newer versions only append fields; what is stored changes its layout with each.
    const bool appends = what == Opaque::Subscription || what == Opaque::Assignment;
    const bool isNewer = said > message->versions.max.value();
    if (isNewer && !appends)
        return std::nullopt;
    const ApiVersion version =
        std::min(ApiVersion(static_cast<std::int16_t>(said)), message->versions.max);
    MessageReader(from, *message, version).read(trial.root);
    if (trial.fault || trial.shortened || (!from.atEnd() && !isNewer))
        return std::nullopt;
    at.tree().count(tree.nodes());
    trial.root.name = message->name;
    trial.root.type = message->name;
    return std::move(trial.root);
}

void readOpaque(FieldNode& node, Cursor& from, Opaque what)
{
    Cursor start = from;
    const ByteView bytes = from.take(static_cast<std::int64_t>(from.left()));
    setBytes(node, bytes);
    if (what == Opaque::No || bytes.empty())
        return;
    if (auto inside = readOnTrial(bytes, start, what)) {
        node.kind = FieldNode::Kind::Bytes;
        node.value = toHex(bytes.first(std::min(bytes.size(), kFieldTextLimit / 2)));
        inside->position = static_cast<std::uint32_t>(start.at());
        inside->size = start.inFrame() ? static_cast<std::uint32_t>(bytes.size()) : 0;
        node.children.push_back(std::move(*inside));
    }
}

} // namespace hw::frames
