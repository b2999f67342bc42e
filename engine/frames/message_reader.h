#pragma once

#include <string>

#include "engine/frames/cursor.h"
#include "engine/protocol/description.h"

namespace hw::frames {

/// Reads one message by the tables of the schemas, whatever its API and version.
class MessageReader
{
public:
    MessageReader(Cursor& from, const protocol::MessageDescription& message,
                  protocol::ApiVersion version)
        : m_from(&from)
        , m_message(message)
        , m_version(version)
        , m_flexible(version >= message.firstFlexible)
    {
    }

    /// Adds the message's fields to `into` and leaves the cursor behind the last.
    void read(observe::FieldNode& into) { fields(into, *m_message.root); }

private:
    void fields(observe::FieldNode& into, const protocol::StructDescription& what);
    void field(observe::FieldNode& into, const protocol::FieldDescription& what);
    void fill(observe::FieldNode& node, const protocol::FieldDescription& what);
    void element(observe::FieldNode& node, const protocol::FieldDescription& what, bool nullable);
    void array(observe::FieldNode& node, const protocol::FieldDescription& what, bool nullable);
    void sized(observe::FieldNode& node, const protocol::FieldDescription& what, bool nullable);
    void tags(observe::FieldNode& into, const protocol::StructDescription& what);
    void taggedField(observe::FieldNode& into, const protocol::StructDescription& what,
                     std::uint32_t tag, Cursor& value);
    void notice(const protocol::FieldDescription& what, const observe::FieldNode& node);
    std::int64_t length(bool isText);

    Cursor* m_from; ///< the message's own, or a tagged field's while that is read
    const protocol::MessageDescription& m_message;
    const protocol::ApiVersion m_version;
    const bool m_flexible;
    std::string m_topic;        ///< the last that was named, for records of internal topics
    std::string m_protocolType; ///< of the group's members, if the message says it
};

} // namespace hw::frames
