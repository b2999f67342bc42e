#include "engine/inspect/files.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace hw::inspect {

namespace {

constexpr std::size_t kOffsetDigits = 20;
constexpr std::size_t kLongestTopic = 249;

struct Suffix
{
    std::string_view text;
    LogFileKind kind;
};
constexpr Suffix kSuffixes[] = {{".log", LogFileKind::Log},
                                {".index", LogFileKind::OffsetIndex},
                                {".timeindex", LogFileKind::TimeIndex},
                                {".txnindex", LogFileKind::TransactionIndex},
                                {".snapshot", LogFileKind::ProducerSnapshot}};
constexpr std::string_view kLeftovers[] = {".deleted", ".cleaned", ".swap", ".tmp", ".part"};
constexpr std::string_view kDirectoryLeftovers[] = {"-delete", "-stray", "-future"};
constexpr std::string_view kOffsetCheckpoints[] = {
    "recovery-point-offset-checkpoint", "replication-offset-checkpoint",
    "log-start-offset-checkpoint", "cleaner-offset-checkpoint"};

bool isTopic(std::string_view name)
{
    return !name.empty() && name.size() <= kLongestTopic && name != "." && name != ".." &&
           std::ranges::all_of(name, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
           });
}

std::optional<Offset> baseOf(std::string_view stem)
{
    if (stem.size() != kOffsetDigits ||
        !std::ranges::all_of(stem, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    const auto base = numberOf(stem);
    if (!base || Offset(*base) > kLargestBase)
        return std::nullopt;
    return Offset(*base);
}

} // namespace

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || at != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string joined(const std::string& directory, const std::string& name)
{
    return directory.empty() ? name : directory + "/" + name;
}

FileName fileNameOf(std::string_view name)
{
    if (name == "leader-epoch-checkpoint")
        return {LogFileKind::EpochCheckpoint, std::nullopt, {}};
    if (name == "partition.metadata")
        return {LogFileKind::PartitionMetadata, std::nullopt, {}};
    for (const std::string_view suffix : kLeftovers) {
        if (name.ends_with(suffix) && name.size() > suffix.size())
            return {LogFileKind::Leftover, std::nullopt,
                    std::string(name.substr(0, name.size() - suffix.size()))};
    }
    for (const Suffix& suffix : kSuffixes) {
        if (name.ends_with(suffix.text))
            return {suffix.kind, baseOf(name.substr(0, name.size() - suffix.text.size())), {}};
    }
    return {};
}

LogFileKind directoryFileOf(std::string_view name)
{
    if (std::ranges::find(kOffsetCheckpoints, name) != std::end(kOffsetCheckpoints))
        return LogFileKind::OffsetCheckpoint;
    if (name == "meta.properties")
        return LogFileKind::MetaProperties;
    if (name == ".kafka_cleanshutdown")
        return LogFileKind::CleanShutdown;
    if (name == ".lock")
        return LogFileKind::Lock;
    return name.ends_with(".tmp") ? LogFileKind::Leftover : LogFileKind::Other;
}

std::optional<PartitionName> partitionNameOf(std::string_view name)
{
    PartitionName parsed;
    for (const std::string_view suffix : kDirectoryLeftovers) {
        if (!name.ends_with(suffix))
            continue;
        name.remove_suffix(suffix.size());
        const std::size_t dot = name.rfind('.');
        if (dot == std::string_view::npos)
            return std::nullopt;
        name = name.substr(0, dot);
        parsed.isLeftover = true;
        break;
    }
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos || !isTopic(name.substr(0, dash)))
        return std::nullopt;
    const auto number = numberOf(name.substr(dash + 1));
    if (!number || *number < 0 || *number > INT32_MAX ||
        name.substr(dash + 1) != std::to_string(*number))
        return std::nullopt;
    parsed.partition = {std::string(name.substr(0, dash)), static_cast<std::int32_t>(*number)};
    return parsed;
}

} // namespace hw::inspect
