#include "app/commands/line_language.h"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/client_lines.h"
#include "app/commands/condition_words.h"
#include "app/commands/fault_lines.h"
#include "app/commands/words.h"
#include "engine/broker/core/broker_config.h"
#include "engine/cluster/spec.h"

namespace hw::app {

namespace {

using namespace observe;

struct Verb
{
    std::string_view name;
    std::string_view usage;
    std::size_t least; ///< words after the name
    std::size_t most;
    Result<Line> (*read)(Words words);
    Result<Line> (*readNamed)(Words words, const Names& names) = nullptr; ///< instead of `read`
};

constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// The word of the usage that stands where the words end.
std::string_view missingWord(const Verb& verb, std::size_t given)
{
    return wordsOf(verb.usage)[1 + given];
}

/// Whether the first word is another than the usage has as it stands; `consumer remove x`.
bool isWrongFirst(const Verb& verb, Words words)
{
    if (words.empty() || verb.least == 0)
        return false;
    const std::string_view meant = wordsOf(verb.usage)[1];
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    return std::ranges::all_of(meant, isSmall) && words[0] != meant;
}

/// Reads the words after the name, of which there must be `least` to `most`.
Result<Line> readVerb(const Verb& verb, Words words, const Names& names = {})
{
    if (isWrongFirst(verb, words))
        return fail(Failure::Invalid, fmt::format("{}: '{}' is unknown; allowed is: {}", verb.name,
                                                  words[0], verb.usage));
    if (words.size() < verb.least)
        return fail(Failure::Invalid, fmt::format("{}: {} is missing; allowed is: {}", verb.name,
                                                  missingWord(verb, words.size()), verb.usage));
    if (words.size() > verb.most)
        return fail(Failure::Invalid, fmt::format("{}: '{}' is too much; allowed is: {}", verb.name,
                                                  words[verb.most], verb.usage));
    Result<Line> line = verb.readNamed ? verb.readNamed(words, names) : verb.read(words);
    if (!line)
        return fail(line.error().kind, fmt::format("{}: {}", verb.name, line.error().message));
    return line;
}

template <class Fixed> Result<Line> readFixed(Words) { return Line(Fixed{}); }

template <class Fixed> Result<Line> readFixedCommand(Words) { return Line(line::Submit{Fixed{}}); }

template <class NodeCommand> Result<Line> readNodeCommand(Words words)
{
    const Result<NodeId> node = readNode(words[0]);
    if (!node)
        return tl::unexpected(node.error());
    return Line(line::Submit{NodeCommand{*node}});
}

Result<Line> readStatus(Words words)
{
    if (!words.empty() && words[0] != "--json")
        return fail(Failure::Invalid,
                    fmt::format("'{}' is unknown; --json or nothing is allowed", words[0]));
    return Line(line::Status{!words.empty()});
}

Result<Line> readEvents(Words words)
{
    if (words[0] != "on" && words[0] != "off")
        return fail(Failure::Invalid, fmt::format("'{}' is not allowed; on and off are", words[0]));
    return Line(line::Events{words[0] == "on"});
}

/// `1:2:3,2:3:1`: the replicas of each partition, as kafka-topics.sh writes them.
Result<void> takeAssignment(command::CreateTopic& create, std::string_view text)
{
    std::string word(text);
    std::ranges::replace(word, ',', ' ');
    for (const std::string_view partition : wordsOf(word)) {
        std::string list(partition);
        std::ranges::replace(list, ':', ',');
        const auto replicas = readReplicas(list);
        if (!replicas)
            return fail(Failure::Invalid,
                        fmt::format("assignment: {}; as 1:2:3,2:3:1", replicas.error().message));
        create.assignment.push_back(*replicas);
    }
    return {};
}

/// One optional number, or one setting `name=value`.
Result<void> takeTopicWord(command::CreateTopic& create, std::string_view word, std::size_t numbers)
{
    const std::size_t equals = word.find('=');
    if (word.starts_with("assignment="))
        return takeAssignment(create, word.substr(equals + 1));
    if (equals != std::string_view::npos && equals > 0) {
        create.configs[std::string(word.substr(0, equals))] = std::string(word.substr(equals + 1));
        return {};
    }
    if (numbers > 1 || !create.configs.empty())
        return fail(Failure::Invalid,
                    fmt::format("'{}' is one word too many; PARTITIONS and RF, then name=value are "
                                "allowed",
                                word));
    const bool isPartitions = numbers == 0;
    const auto number =
        readNumber(word, 1, isPartitions ? broker::kMaxPartitionsPerTopic : cluster::kMaxBrokers);
    if (!number)
        return fail(Failure::Invalid,
                    fmt::format("{}: '{}' {}, or name=value",
                                isPartitions ? "partitions" : "replication factor", word,
                                number.error().message));
    (isPartitions ? create.partitions : create.replicationFactor) =
        static_cast<std::int32_t>(*number);
    return {};
}

Result<Line> readCreateTopic(Words words)
{
    command::CreateTopic create;
    create.topic = std::string(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i)
        if (const auto taken = takeTopicWord(create, words[i], i - 1); !taken)
            return tl::unexpected(taken.error());
    return Line(line::Submit{std::move(create)});
}

Result<Line> readDeleteTopic(Words words)
{
    return Line(line::Submit{command::DeleteTopic{std::string(words[0])}});
}

Result<Line> readAddPartitions(Words words)
{
    const auto total = readNumber(words[1], 1, broker::kMaxPartitionsPerTopic);
    if (!total)
        return fail(Failure::Invalid,
                    fmt::format("partitions: '{}' {}", words[1], total.error().message));
    return Line(line::Submit{
        command::AddPartitions{std::string(words[0]), static_cast<std::int32_t>(*total)}});
}

Result<Line> readElect(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    command::Elect elect{*partition, command::ElectionType::Preferred};
    if (words.size() > 1 && words[1] == "unclean")
        elect.type = command::ElectionType::Unclean;
    else if (words.size() > 1 && words[1] != "preferred")
        return fail(Failure::Invalid,
                    fmt::format("'{}' is neither preferred nor unclean", words[1]));
    return Line(line::Submit{std::move(elect)});
}

Result<Line> readReassign(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    const Result<std::vector<BrokerId>> replicas = readReplicas(words[1]);
    if (!replicas)
        return tl::unexpected(replicas.error());
    return Line(line::Submit{command::Reassign{*partition, *replicas}});
}

Result<Line> readCancelReassign(Words words)
{
    const Result<TopicPartition> partition = readPartition(words[0]);
    if (!partition)
        return tl::unexpected(partition.error());
    return Line(line::Submit{command::CancelReassignment{*partition}});
}

template <std::size_t N> std::string namesOf(const Verb (&verbs)[N])
{
    std::string names;
    for (const Verb& verb : verbs)
        names += (names.empty() ? "" : ", ") + std::string(verb.name);
    return names;
}

template <std::size_t N> const Verb* find(const Verb (&verbs)[N], std::string_view name)
{
    const auto found = std::ranges::find(verbs, name, &Verb::name);
    return found == std::end(verbs) ? nullptr : &*found;
}

Result<Line> readAwait(Words words)
{
    const Result<TimedCondition> wanted = readTimedCondition(words);
    if (!wanted)
        return tl::unexpected(wanted.error());
    return Line(line::Await{wanted->condition, wanted->timeout.value_or(kDefaultAwait)});
}

constexpr Verb kVerbs[] = {
    {"status", "status [--json]", 0, 1, readStatus},
    {"events", "events on|off", 1, 1, readEvents},
    {"kill", "kill N", 1, 1, readNodeCommand<command::Kill>},
    {"power-off", "power-off N", 1, 1, readNodeCommand<command::PowerOff>},
    {"stop", "stop N", 1, 1, readNodeCommand<command::Stop>},
    {"restart", "restart N", 1, 1, readNodeCommand<command::Restart>},
    {"freeze", "freeze N", 1, 1, readNodeCommand<command::Freeze>},
    {"thaw", "thaw N", 1, 1, readNodeCommand<command::Thaw>},
    {"cut", "cut A B [oneway]", 2, 3, nullptr, readCut},
    {"uncut", "uncut A B", 2, 2, nullptr, readUncut},
    {"delay", "delay A B MS", 3, 3, nullptr, readDelay},
    {"clog", "clog A B BYTES_PER_S", 3, 3, nullptr, readClog},
    {"reset", "reset A B", 2, 2, nullptr, readReset},
    {"hold", "hold A B [API [response]]", 2, 4, nullptr, readHold},
    {"release", "release [FAULT]", 0, 1, readRelease},
    {"drop", "drop [FAULT]", 0, 1, readDrop},
    {"disk", "disk N slow MS|full|write-error|fsync-error|torn|ok", 2, 3, readDisk},
    {"flip", "flip N FILE|T-P [AT]", 2, 3, readFlip},
    {"clock", "clock N +MS|-MS|ok", 2, 2, readClock},
    {"expire", "expire N", 1, 1, nullptr, readExpire},
    {"heal", "heal [FAULT]", 0, 1, readHeal},
    {"faults", "faults", 0, 0, readFixed<line::Faults>},
    {"create-topic", "create-topic T [PARTITIONS [RF]] [assignment=1:2,2:1] [name=value]…", 1,
     kAnyNumber, readCreateTopic},
    {"delete-topic", "delete-topic T", 1, 1, readDeleteTopic},
    {"add-partitions", "add-partitions T TOTAL", 2, 2, readAddPartitions},
    {"elect", "elect T-P [unclean]", 1, 2, readElect},
    {"reassign", "reassign T-P 1,2,3", 2, 2, readReassign},
    {"cancel-reassign", "cancel-reassign T-P", 1, 1, readCancelReassign},
    {"add-broker", "add-broker", 0, 0, readFixedCommand<command::AddBroker>},
    {"consumer", "consumer add GROUP T,T [name=value]…", 3, kAnyNumber, readConsumer},
    {"producer", "producer add T,T [name=value]…", 2, kAnyNumber, readProducer},
    {"slow", "slow C MS|ok", 2, 2, nullptr, readSlow},
    {"stall", "stall C [MS|ok]", 1, 2, nullptr, readStall},
    {"mute", "mute C [MS|ok]", 1, 2, nullptr, readMute},
    {"flap", "flap C MS|ok", 2, 2, nullptr, readFlap},
    {"pause", "pause C [T-P,T-P]", 1, 2, nullptr, readPause},
    {"resume", "resume C [T-P,T-P]", 1, 2, nullptr, readResume},
    {"seek", "seek C [T-P,T-P] OFFSET|time=MS|beginning|end", 2, 3, nullptr, readSeek},
    {"send", "send C RECORDS [partition=N] [key=TEXT]", 2, 4, nullptr, readSend},
    {"commit", "commit C [sync|async]", 1, 2, nullptr, readCommit},
    {"leave", "leave C", 1, 1, nullptr, readLeave},
    {"crash", "crash C", 1, 1, nullptr, readCrash},
    {"topics", "topics", 0, 0, readFixed<line::Topics>},
    {"groups", "groups", 0, 0, readFixed<line::Groups>},
    {"await", "await CONDITION", 1, kAnyNumber, readAwait},
    {"quit", "quit", 0, 0, readFixed<line::Quit>},
    {"help", "help", 0, 0, readFixed<line::Help>},
};

} // namespace

Result<Line> readLine(std::string_view text, const Names& names)
{
    const std::vector<std::string_view> words = wordsOf(text);
    if (words.empty())
        return Line(line::Nothing{});
    const Verb* verb = find(kVerbs, words.front());
    if (!verb)
        return fail(Failure::Invalid, fmt::format("'{}' is no command; allowed are {}",
                                                  words.front(), namesOf(kVerbs)));
    return readVerb(*verb, Words(words).subspan(1), names);
}

std::string lineHelp()
{
    std::string text;
    for (const Verb& verb : kVerbs)
        if (verb.name != "await")
            text += std::string(verb.usage) + "\n";
    text += conditionHelp();
    text +=
        "TIMEOUT_S stands behind all words of a condition; =N is just that number, N at least.\n"
        "N is a broker's number or zookeeper0; T-P is a partition, as in TopicA-0.\n"
        "A and B are such, or clients: a name, clientN, outsideN, or outside for all programs\n"
        "that joined. C is an embedded client: a name or clientN. FAULT is a fault's number, "
        "as `faults` tells; without one all are meant.\n"
        "Lines take effect in order, each when the one before is answered. But a line about\n"
        "faults waits no longer than a second for commands before it: it takes effect then,\n"
        "and is answered before them (never before an await; kill, cut and the like not\n"
        "before a restart, and restart not before another, only a ZooKeeper server's before\n"
        "those of brokers). A restart is answered after a minute at the latest; it goes on.\n";
    return text;
}

} // namespace hw::app
