#include "app/commands/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "engine/cluster/spec.h"

namespace hw::app {

namespace {

constexpr std::string_view kServerPrefix = "zookeeper";
constexpr std::int64_t kMostServers = 5;

/// `readNumber` with the name of what is read in front of its error.
Result<std::int64_t> readNamed(std::string_view name, std::string_view word, std::int64_t least,
                               std::int64_t most)
{
    const Result<std::int64_t> number = readNumber(word, least, most);
    if (!number)
        return fail(number.error().kind,
                    fmt::format("{}: '{}' {}", name, word, number.error().message));
    return number;
}

} // namespace

std::vector<std::string_view> wordsOf(std::string_view line)
{
    constexpr std::string_view kBlanks = " \t\r";
    std::vector<std::string_view> words;
    std::size_t start = line.find_first_not_of(kBlanks);
    while (start != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, start), line.size());
        words.push_back(line.substr(start, end - start));
        start = line.find_first_not_of(kBlanks, end);
    }
    return words;
}

Result<NodeId> readNode(std::string_view word)
{
    if (word.starts_with(kServerPrefix)) {
        const auto number = readNumber(word.substr(kServerPrefix.size()), 0, kMostServers - 1);
        if (number)
            return NodeId::ensemble(static_cast<std::int32_t>(*number));
    } else if (const auto number = readNumber(word, 1, cluster::kMaxBrokers)) {
        return NodeId::broker(BrokerId(static_cast<std::int32_t>(*number)));
    }
    return fail(Failure::Invalid,
                fmt::format("node: '{}' is none; a broker's number from 1 to {} or zookeeper0 to "
                            "zookeeper{} is allowed",
                            word, cluster::kMaxBrokers, kMostServers - 1));
}

Result<BrokerId> readBroker(std::string_view word)
{
    const auto number = readNamed("broker", word, 1, cluster::kMaxBrokers);
    if (!number)
        return tl::unexpected(number.error());
    return BrokerId(static_cast<std::int32_t>(*number));
}

Result<std::vector<BrokerId>> readReplicas(std::string_view word)
{
    std::vector<BrokerId> brokers;
    if (word == "-")
        return brokers;
    for (std::size_t start = 0; start <= word.size();) {
        const std::size_t end = std::min(word.find(',', start), word.size());
        const Result<BrokerId> broker = readBroker(word.substr(start, end - start));
        if (!broker)
            return tl::unexpected(broker.error());
        brokers.push_back(*broker);
        start = end + 1;
    }
    return brokers;
}

Result<std::vector<BrokerId>> readBrokers(std::string_view word)
{
    auto brokers = readReplicas(word);
    if (brokers)
        std::ranges::sort(*brokers);
    return brokers;
}

Result<TopicPartition> readPartition(std::string_view word)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::size_t dash = word.rfind('-');
    if (dash != std::string_view::npos && dash > 0)
        if (const auto number = readNumber(word.substr(dash + 1), 0, kMost))
            return TopicPartition{std::string(word.substr(0, dash)),
                                  static_cast<std::int32_t>(*number)};
    return fail(
        Failure::Invalid,
        fmt::format("partition: '{}' is none; TOPIC-NUMBER is allowed, as in TopicA-0", word));
}

Result<Offset> readOffset(std::string_view word)
{
    const auto number = readNamed("offset", word, 0, std::numeric_limits<std::int64_t>::max());
    if (!number)
        return tl::unexpected(number.error());
    return Offset(*number);
}

Result<Duration> readSeconds(std::string_view word, Duration most)
{
    const auto limit = std::chrono::duration_cast<std::chrono::seconds>(most).count();
    const bool digits = !word.empty() && word.find_first_not_of("0123456789.") == word.npos &&
                        std::ranges::count(word, '.') <= 1 && word != "." && word.size() < 20;
    const double seconds = digits ? std::stod(std::string(word)) : 0;
    if (seconds <= 0 || seconds > static_cast<double>(limit))
        return fail(Failure::Invalid,
                    fmt::format("timeout: '{}' is none; seconds above 0, up to {}, are allowed, "
                                "as in 10 or 0.5",
                                word, limit));
    return fromMs(std::max<std::int64_t>(1, std::llround(seconds * 1000)));
}

} // namespace hw::app
