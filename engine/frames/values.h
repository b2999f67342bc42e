#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/observe/field_tree.h"

namespace hw::frames {

/// Text as it is, other bytes as hexadecimal digits, both cut at the limit; says which by the
/// node's kind.
void setBytes(observe::FieldNode& node, ByteView bytes);
void setText(observe::FieldNode& node, ByteView text);

/// `2024-06-11 09:00:00.123Z` for milliseconds since 1970; empty outside the years 1970 to 9999.
std::string timeText(std::int64_t ms);

/// What a number stands for, by Kafka's name of the field: a time, an API, an isolation level.
std::string meaningOf(std::string_view field, std::int64_t value);

} // namespace hw::frames
