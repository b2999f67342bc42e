#include "engine/log/checkpoint.h"

#include <charconv>

#include <fmt/format.h>

namespace hw::log {

namespace {

constexpr std::string_view kVersion = "0";

template <class Number> bool parseNumber(std::string_view text, Number& into)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(at), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// The entry lines, after version and count were checked.
Result<std::vector<std::string_view>> entryLines(std::string_view text)
{
    std::vector<std::string_view> lines = split(text, '\n');
    if (lines.size() < 2)
        return fail(Failure::Corrupt,
                    fmt::format("a checkpoint has at least 2 lines, here are {}", lines.size()));
    if (lines[0] != kVersion)
        return fail(Failure::Corrupt,
                    fmt::format("checkpoint version '{}', only 0 is known", lines[0]));
    std::uint64_t count = 0;
    if (!parseNumber(lines[1], count) || count != lines.size() - 2)
        return fail(Failure::Corrupt, fmt::format("a checkpoint says '{}' entries and holds {}",
                                                  lines[1], lines.size() - 2));
    lines.erase(lines.begin(), lines.begin() + 2);
    return lines;
}

tl::unexpected<Error> badLine(std::string_view line, const char* allowed)
{
    return fail(Failure::Corrupt,
                fmt::format("checkpoint line '{}', allowed is '{}'", line, allowed));
}

} // namespace

std::string offsetCheckpointText(const OffsetMap& offsets)
{
    std::string text = fmt::format("{}\n{}\n", kVersion, offsets.size());
    for (const auto& [partition, offset] : offsets)
        fmt::format_to(std::back_inserter(text), "{} {} {}\n", partition.topic, partition.partition,
                       offset);
    return text;
}

Result<OffsetMap> parseOffsetCheckpoint(std::string_view text)
{
    const auto lines = entryLines(text);
    if (!lines)
        return tl::unexpected(lines.error());
    OffsetMap offsets;
    for (const std::string_view line : *lines) {
        const auto fields = split(line, ' ');
        TopicPartition partition;
        std::int64_t offset = 0;
        if (fields.size() != 3 || !parseNumber(fields[1], partition.partition) ||
            !parseNumber(fields[2], offset))
            return badLine(line, "topic partition offset");
        partition.topic = fields[0];
        offsets[partition] = Offset(offset);
    }
    return offsets;
}

std::string epochCheckpointText(std::span<const EpochEntry> entries)
{
    std::string text = fmt::format("{}\n{}\n", kVersion, entries.size());
    for (const EpochEntry& entry : entries)
        fmt::format_to(std::back_inserter(text), "{} {}\n", entry.epoch, entry.start);
    return text;
}

Result<std::vector<EpochEntry>> parseEpochCheckpoint(std::string_view text)
{
    const auto lines = entryLines(text);
    if (!lines)
        return tl::unexpected(lines.error());
    std::vector<EpochEntry> entries;
    for (const std::string_view line : *lines) {
        const auto fields = split(line, ' ');
        std::int32_t epoch = 0;
        std::int64_t start = 0;
        if (fields.size() != 2 || !parseNumber(fields[0], epoch) || !parseNumber(fields[1], start))
            return badLine(line, "epoch startOffset");
        entries.push_back({LeaderEpoch(epoch), Offset(start)});
    }
    return entries;
}

} // namespace hw::log
