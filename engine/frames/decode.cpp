#include "engine/frames/decode.h"

#include <fmt/format.h>

#include "engine/coordination/types.h"
#include "engine/frames/ensemble_reader.h"
#include "engine/frames/message_reader.h"
#include "engine/frames/quorum_reader.h"
#include "engine/frames/values.h"
#include "engine/observe/flight.h"
#include "engine/protocol/header.h"

namespace hw::frames {

using namespace observe;
using protocol::ApiVersion;
using protocol::findDescription;
using Kind = FieldNode::Kind;

/// The tagged fields of a header; none are defined.
static const protocol::MessageDescription& emptyMessage()
{
    static constexpr protocol::StructDescription kNothing{"Tags", {}};
    static constexpr protocol::MessageDescription kMessage{
        "Tags", -1, false, {ApiVersion{0}, ApiVersion{0}}, ApiVersion{0}, &kNothing};
    return kMessage;
}

static std::int64_t number(FieldNode& into, Cursor& from, std::string_view name,
                           std::string_view type)
{
    FieldNode* node = from.tree().add(into, name, type, Kind::Number);
    const PathStep step(from.tree(), name);
    Extent extent(*node, from);
    const std::int64_t value = from.number(type == "int16" ? 2 : 4);
    extent.end();
    node->value = std::to_string(value);
    node->meaning = meaningOf(name, value);
    return value;
}

static void clientId(FieldNode& into, Cursor& from)
{
    FieldNode* node = from.tree().add(into, "ClientId", "string", Kind::Text);
    const PathStep step(from.tree(), "ClientId");
    Extent extent(*node, from);
    const std::int64_t size = from.number(2);
    if (size < -1)
        from.fail(FrameFault::NegativeLength, node->position);
    else if (size < 0)
        node->kind = Kind::Null;
    else
        setText(*node, from.take(size));
    extent.end();
}

/// Reads the header; false if nothing can be said of what follows.
static bool readHeader(FieldNode& root, Cursor& from, FrameKind& kind)
{
    FieldNode* header = from.tree().add(root, "Header", "", Kind::Struct);
    const PathStep step(from.tree(), "Header");
    Extent extent(*header, from);
    if (!kind.response) {
        kind.apiKey = static_cast<std::int16_t>(number(*header, from, "ApiKey", "int16"));
        kind.apiVersion = static_cast<std::int16_t>(number(*header, from, "ApiVersion", "int16"));
    }
    number(*header, from, "CorrelationId", "int32");
    const auto key = static_cast<protocol::ApiKey>(kind.apiKey);
    const ApiVersion version(kind.apiVersion);
    const int layout = kind.response ? protocol::responseHeaderVersion(key, version)
                                     : protocol::requestHeaderVersion(key, version);
    header->type = fmt::format("{}Header v{}", kind.response ? "Response" : "Request", layout);
    if (!kind.response && layout >= 1 && from.ok())
        clientId(*header, from);
    const auto* message = findDescription(kind.apiKey, kind.response);
    const bool isKnown = message && message->versions.contains(version);
    if (from.ok() && !isKnown)
        from.fail(message ? FrameFault::UnknownVersion : FrameFault::UnknownApi);
    if (from.ok() && layout >= (kind.response ? 1 : 2))
        MessageReader(from, emptyMessage(), ApiVersion{0}).read(*header);
    extent.end();
    return from.ok();
}

static void readKafkaFrame(FieldNode& root, Cursor& from, FrameKind kind)
{
    if (!readHeader(root, from, kind))
        return;
    const auto& message = *findDescription(kind.apiKey, kind.response);
    FieldNode* body = from.tree().add(root, message.name, "", Kind::Struct);
    body->type = fmt::format("v{}", kind.apiVersion);
    Extent extent(*body, from);
    MessageReader(from, message, ApiVersion(kind.apiVersion)).read(*body);
    extent.end();
    if (from.ok() && !from.atEnd())
        from.fail(FrameFault::LeftOver);
}

FieldTree decode(const FrameKind& kind, const Pieces& frame)
{
    FieldTree tree;
    auto whole = frame.flatten();
    if (!whole) {
        tree.gap = FrameGap::FileGone;
        return tree;
    }
    tree.frame = std::move(*whole);
    TreeBuilder builder(tree);
    Cursor from(builder, tree.frame.view(), 0);
    Extent extent(tree.root, from);
    if (kind.apiKey == observe::kQuorumApi)
        readQuorumFrame(tree.root, from);
    else if (kind.apiKey == -1)
        readEnsembleFrame(tree.root, from, kind);
    else
        readKafkaFrame(tree.root, from, kind);
    extent.end();
    return tree;
}

} // namespace hw::frames
