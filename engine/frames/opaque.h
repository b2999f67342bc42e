#pragma once

#include <string_view>

#include "engine/frames/cursor.h"

/// Bytes that carry a message of their own, which brokers pass on unread: an int16 version and the
/// fields after it.  Kafka: ConsumerProtocol, GroupMetadataManager, TransactionLog.
namespace hw::frames {

enum class Opaque : std::uint8_t
{
    No,
    Subscription, ///< what a consumer says when it joins
    Assignment,   ///< what its group's leader gives it
    OffsetsKey,   ///< of a record of `__consumer_offsets`
    OffsetsValue, ///< of a commit
    GroupValue,   ///< of a group's metadata
    TransactionKey,
    TransactionValue,
};

/// What a bytes field of an API holds; `protocolType` is empty where the message does not say it.
Opaque opaqueIn(std::int16_t apiKey, std::string_view field, std::string_view protocolType);

/// Sets the node's value to the bytes and, if they read as `what` to their end, adds what they say.
/// Takes all that is left in `from`; never a fault, since nobody else looks into them either.
void readOpaque(observe::FieldNode& node, Cursor& from, Opaque what);

} // namespace hw::frames
