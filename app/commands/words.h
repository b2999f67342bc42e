#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/observe/text.h"

/// The single words of a line, read into ids. All errors name the word and what is allowed.
namespace hw::app {

/// Split at blanks and tabs.
std::vector<std::string_view> wordsOf(std::string_view line);

/// `1` … `9` or `zookeeper0` ….
Result<NodeId> readNode(std::string_view word);
Result<BrokerId> readBroker(std::string_view word);
/// `1,2,3`, as they stand there; `-`: none.
Result<std::vector<BrokerId>> readReplicas(std::string_view word);
/// The same, sorted.
Result<std::vector<BrokerId>> readBrokers(std::string_view word);
/// `TopicA-0`; the topic itself may hold dashes.
Result<TopicPartition> readPartition(std::string_view word);
Result<Offset> readOffset(std::string_view word);
/// Seconds, whole or with a decimal point, above 0.
Result<Duration> readSeconds(std::string_view word, Duration most);

/// One of the words that `observe::textOf` prints for an enumeration's values, given in `all`.
template <class Enum, std::size_t N>
Result<Enum> readState(std::string_view word, const Enum (&all)[N])
{
    std::string allowed;
    for (const Enum state : all) {
        if (observe::textOf(state) == word)
            return state;
        allowed += (allowed.empty() ? "" : ", ") + std::string(observe::textOf(state));
    }
    return fail(Failure::Invalid,
                "state: '" + std::string(word) + "' is not one; allowed are " + allowed);
}

} // namespace hw::app
