#include "engine/frames/values.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "engine/protocol/api.h"

namespace hw::frames {

using observe::FieldNode;
using observe::kFieldTextLimit;

/// How many bytes of one character begin at `at`; 0 for what is no text.
static std::size_t characterAt(ByteView bytes, std::size_t at)
{
    const std::uint8_t first = bytes[at];
    if (first < 0x80)
        return first >= 0x20 || first == '\n' || first == '\r' || first == '\t' ? 1 : 0;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || size > bytes.size() - at)
        return 0;
    const auto rest = bytes.subspan(at + 1, size - 1);
    const bool good = std::ranges::all_of(rest, [](std::uint8_t b) { return (b & 0xc0) == 0x80; });
    return good ? size : 0;
}

/// How much of the front is text, at most `limit` bytes and whole characters.
static std::size_t textLength(ByteView bytes, std::size_t limit)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t size = characterAt(bytes, at);
        if (size == 0 || at + size > limit)
            break;
        at += size;
    }
    return at;
}

static void setHex(FieldNode& node, ByteView bytes)
{
    node.kind = FieldNode::Kind::Bytes;
    node.value = toHex(bytes.first(std::min(bytes.size(), kFieldTextLimit / 2)));
}

void setText(FieldNode& node, ByteView text)
{
    const std::size_t shown = std::min(text.size(), kFieldTextLimit);
    const std::size_t good = textLength(text, shown);
    if (good + 4 < shown || (good < shown && shown == text.size()))
        return setHex(node, text);
    node.kind = FieldNode::Kind::Text;
    node.value = hw::textOf(text.first(good));
}

void setBytes(FieldNode& node, ByteView bytes)
{
    if (bytes.empty())
        setHex(node, bytes);
    else
        setText(node, bytes);
}

std::string timeText(std::int64_t ms)
{
    constexpr std::int64_t kYear10000 = 253402300800000;
    if (ms < 0 || ms >= kYear10000)
        return {};
    using namespace std::chrono;
    const sys_time<milliseconds> at{milliseconds(ms)};
    const auto day = floor<days>(at);
    const year_month_day date(day);
    const hh_mm_ss time(at - day);
    return fmt::format("{}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count(), time.seconds().count(),
                       time.subseconds().count());
}

std::string meaningOf(std::string_view field, std::int64_t value)
{
    if (field == "ApiKey")
        return std::string(protocol::nameOf(static_cast<protocol::ApiKey>(value)));
    if (field == "IsolationLevel")
        return value == 0 ? "read_uncommitted" : value == 1 ? "read_committed" : "";
    if (field == "Acks")
        return value == -1 ? "all" : "";
    if (field == "Timestamp" && value < 0)
        return value == -1 ? "latest" : value == -2 ? "earliest" : value == -3 ? "max" : "";
    const bool isTime = field.ends_with("Timestamp") || field.ends_with("TimestampMs") ||
                        field == "LogAppendTimeMs" || field == "ctime" || field == "mtime";
    return isTime ? timeText(value) : std::string();
}

} // namespace hw::frames
