#include "engine/inspect/text_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/inspect/files.h"

namespace hw::inspect {

namespace {

constexpr std::size_t kMostQuoted = 80;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        if (end > 0)
            words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

/// Shortened and without bytes that would break a line of output.
std::string quoted(std::string_view text)
{
    std::string shown;
    for (const char c : text.substr(0, kMostQuoted)) {
        const auto byte = static_cast<unsigned char>(c);
        shown += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return text.size() > kMostQuoted ? shown + "…" : shown;
}

/// Calls `take(words, lineNumber)` for each entry of Kafka's checkpoint frame.
template <class Take>
void readCheckpoint(std::string_view text, const std::string& file, Findings& findings, Take take)
{
    const std::vector<std::string_view> lines = linesOf(text);
    // A broker makes the file before it has anything to write.  Kafka: CheckpointReadBuffer.read.
    if (lines.empty())
        return;
    if (lines[0] != "0")
        findings.problem(FindingKind::TextVersion, file, 1, quoted(lines[0]), "0");
    if (lines.size() < 2) {
        findings.problem(FindingKind::TextCount, file, 2, "0", "");
        return;
    }
    const auto count = numberOf(lines[1]);
    if (!count || *count < 0 || static_cast<std::uint64_t>(*count) != lines.size() - 2)
        findings.problem(FindingKind::TextCount, file, 2, std::to_string(lines.size() - 2),
                         quoted(lines[1]));
    for (std::size_t i = 2; i < lines.size(); ++i)
        take(lines[i], wordsOf(lines[i]), i + 1);
}

} // namespace

std::vector<CheckpointLine> readOffsetCheckpoint(std::string_view text, const std::string& file,
                                                 Findings& findings)
{
    std::vector<CheckpointLine> entries;
    readCheckpoint(text, file, findings,
                   [&](std::string_view line, const std::vector<std::string_view>& words,
                       std::uint64_t number) {
                       const auto partition = words.size() == 3 ? numberOf(words[1]) : std::nullopt;
                       const auto offset = words.size() == 3 ? numberOf(words[2]) : std::nullopt;
                       if (!partition || !offset || *partition < 0 || *partition > INT32_MAX) {
                           findings.problem(FindingKind::TextLine, file, number, quoted(line),
                                            "topic partition offset");
                           return;
                       }
                       entries.push_back(
                           {{std::string(words[0]), static_cast<std::int32_t>(*partition)},
                            Offset(*offset),
                            number});
                   });
    return entries;
}

std::vector<EpochLine> readEpochCheckpoint(std::string_view text, const std::string& file,
                                           Findings& findings)
{
    std::vector<EpochLine> entries;
    readCheckpoint(text, file, findings,
                   [&](std::string_view line, const std::vector<std::string_view>& words,
                       std::uint64_t number) {
                       const auto epoch = words.size() == 2 ? numberOf(words[0]) : std::nullopt;
                       const auto start = words.size() == 2 ? numberOf(words[1]) : std::nullopt;
                       if (!epoch || !start || *epoch < 0 || *epoch > INT32_MAX || *start < 0) {
                           findings.problem(FindingKind::TextLine, file, number, quoted(line),
                                            "epoch startOffset");
                           return;
                       }
                       const observe::EpochStart entry{
                           LeaderEpoch(static_cast<std::int32_t>(*epoch)), Offset(*start)};
                       if (!entries.empty()) {
                           const observe::EpochStart& last = entries.back().entry;
                           if (entry.epoch <= last.epoch || entry.start <= last.start)
                               findings.problem(FindingKind::EpochsNotRising, file, number,
                                                fmt::format("({}, {})", entry.epoch, entry.start),
                                                fmt::format("({}, {})", last.epoch, last.start));
                       }
                       entries.push_back({entry, number});
                   });
    return entries;
}

std::optional<Uuid> readPartitionMetadata(std::string_view text, const std::string& file,
                                          Findings& findings)
{
    constexpr std::string_view kId = "topic_id: ";
    const std::vector<std::string_view> lines = linesOf(text);
    if (lines.empty() || lines[0] != "version: 0")
        findings.problem(FindingKind::TextVersion, file, 1,
                         lines.empty() ? std::string() : quoted(lines[0]), "version: 0");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with(kId))
            continue;
        const auto id = Uuid::parse(lines[i].substr(kId.size()));
        if (id)
            return *id;
        findings.problem(FindingKind::TextLine, file, i + 1, quoted(lines[i]), "topic_id: <id>");
        return std::nullopt;
    }
    findings.problem(FindingKind::TextLine, file, 2, "", "topic_id: <id>");
    return std::nullopt;
}

std::map<std::string, std::string> readMetaProperties(std::string_view text,
                                                      const std::string& file, Findings& findings)
{
    std::map<std::string, std::string> properties;
    const std::vector<std::string_view> lines = linesOf(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        if (line.empty() || line.starts_with('#') || line.starts_with('!'))
            continue;
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            findings.problem(FindingKind::TextLine, file, i + 1, quoted(line), "name=value");
            continue;
        }
        properties[std::string(line.substr(0, equals))] = std::string(line.substr(equals + 1));
    }
    const std::string version = properties.contains("version") ? properties["version"] : "";
    if (version != "0" && version != "1")
        findings.problem(FindingKind::TextVersion, file, std::nullopt, quoted(version), "0 or 1");
    const char* id = version == "1" ? "node.id" : "broker.id";
    if (!properties.contains(id) || !numberOf(properties[id]))
        findings.problem(FindingKind::TextLine, file, std::nullopt,
                         properties.contains(id) ? quoted(properties[id]) : std::string(),
                         fmt::format("{}=<number>", id));
    return properties;
}

std::optional<std::int64_t> readCleanShutdown(std::string_view text, const std::string& file,
                                              Findings& findings)
{
    if (text.empty())
        return std::nullopt;
    constexpr std::string_view kKey = "\"brokerEpoch\":";
    const std::size_t at = text.find(kKey);
    if (at != std::string_view::npos) {
        std::string_view rest = text.substr(at + kKey.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const auto number = numberOf(rest.substr(0, rest.find_first_not_of("-0123456789")));
        if (number)
            return number;
    }
    findings.problem(FindingKind::TextLine, file, 1, quoted(text),
                     R"({"version":0,"brokerEpoch":<number>})");
    return std::nullopt;
}

} // namespace hw::inspect
