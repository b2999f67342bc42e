#include "engine/log/partition_metadata.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::log {

/// Cuts it off the front.
static std::string_view takeLine(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::string partitionMetadataText(const Uuid& topicId)
{
    return fmt::format("version: 0\ntopic_id: {}\n", topicId.text());
}

Result<Uuid> parsePartitionMetadata(std::string_view text)
{
    constexpr std::string_view kVersionLine = "version: 0";
    constexpr std::string_view kIdKey = "topic_id: ";
    const std::string_view first = takeLine(text);
    if (first != kVersionLine)
        return fail(Failure::Corrupt,
                    fmt::format("begins with '{}'; allowed is '{}'", first, kVersionLine));
    const std::string_view second = takeLine(text);
    if (!second.starts_with(kIdKey))
        return fail(Failure::Corrupt,
                    fmt::format("says '{}' in line 2; allowed is '{}<id>'", second, kIdKey));
    const auto id = Uuid::parse(second.substr(kIdKey.size()));
    if (!id)
        return fail(Failure::Corrupt, fmt::format("holds no id: {}", id.error().message));
    if (id->isZero())
        return fail(
            Failure::Corrupt,
            fmt::format("names the id {} of no topic; allowed is a topic's id", id->text()));
    return *id;
}

} // namespace hw::log
