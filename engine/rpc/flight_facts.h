#pragma once

#include <optional>
#include <string>

#include "engine/base/pieces.h"
#include "engine/observe/flight.h"
#include "engine/protocol/errors.h"

/// What a picture shows of a message, taken from its fields whatever the API: its first partition,
/// its group and how many records it carries. Fields are found by Kafka's names, so that no API
/// needs code of its own.
namespace hw::rpc {

/// Records in the whole batches of `pieces`, as their headers count them; of a range of a file at
/// least those of its first batches.
std::uint32_t countRecords(const Pieces& pieces);

namespace detail {

template <class T> const T* firstOf(const std::vector<T>& list)
{
    return list.empty() ? nullptr : &list.front();
}
template <class T> const T* firstOf(const std::optional<std::vector<T>>& list)
{
    return list ? firstOf(*list) : nullptr;
}

inline std::string textOf(const std::string& name) { return name; }
inline std::string textOf(const std::optional<std::string>& name) { return name.value_or(""); }

template <class Topic> std::string topicName(const Topic& topic)
{
    if constexpr (requires { textOf(topic.topicName); })
        return textOf(topic.topicName);
    else if constexpr (requires { textOf(topic.topic); })
        return textOf(topic.topic);
    else if constexpr (requires { textOf(topic.name); })
        return textOf(topic.name);
    else
        return {};
}

template <class Partition> std::int32_t partitionIndex(const Partition& partition)
{
    if constexpr (requires { partition.partitionIndex; })
        return partition.partitionIndex;
    else if constexpr (requires { partition.partition; })
        return partition.partition;
    else if constexpr (requires { partition.index; })
        return partition.index;
    else if constexpr (std::is_same_v<Partition, std::int32_t>)
        return partition;
    else
        return 0;
}

template <class Topic, class Use> void withPartitions(const Topic& topic, Use&& use)
{
    if constexpr (requires { firstOf(topic.partitions); })
        use(topic.partitions);
    else if constexpr (requires { firstOf(topic.partitionData); })
        use(topic.partitionData);
    else if constexpr (requires { firstOf(topic.partitionResponses); })
        use(topic.partitionResponses);
    else if constexpr (requires { firstOf(topic.partitionStates); })
        use(topic.partitionStates);
}

template <class Message, class Use> void withTopics(const Message& message, Use&& use)
{
    if constexpr (requires { firstOf(message.topicData); })
        use(message.topicData);
    else if constexpr (requires { firstOf(message.topicStates); })
        use(message.topicStates);
    else if constexpr (requires { firstOf(message.topics); })
        use(message.topics);
    else if constexpr (requires { firstOf(message.responses); })
        use(message.responses);
}

template <class Partition> std::uint32_t recordsOf(const Partition& partition)
{
    if constexpr (requires { countRecords(*partition.records); })
        return partition.records ? countRecords(*partition.records) : 0;
    else
        return 0;
}

} // namespace detail

namespace detail {

/// Finds the first error code in a message, wherever it stands.
class ErrorFinder
{
public:
    explicit ErrorFinder(std::int16_t version)
        : m_version(version)
    {
    }
    protocol::ErrorCode found() const { return m_found; }

    template <class T> void field(const char*, const T& value, bool) { look(value); }
    template <class T> void look(const T& value)
    {
        if constexpr (requires { T::visit(value, m_version, *this); }) {
            if (m_found == protocol::ErrorCode::None)
                T::visit(value, m_version, *this);
        }
    }
    void look(protocol::ErrorCode code)
    {
        if (m_found == protocol::ErrorCode::None)
            m_found = code;
    }
    template <class T> void look(const std::optional<T>& value)
    {
        if (value)
            look(*value);
    }
    template <class T> void look(const std::vector<T>& list)
    {
        if constexpr (requires(const T& v) { T::visit(v, m_version, *this); } ||
                      std::is_same_v<T, protocol::ErrorCode>)
            for (const T& element : list)
                look(element);
    }

private:
    std::int16_t m_version;
    protocol::ErrorCode m_found = protocol::ErrorCode::None;
};

} // namespace detail

/// Who it is about; what says nothing of it (many answers) leaves what the request said.
template <class Message> void describeMember(observe::Flight& flight, const Message& message)
{
    std::string member;
    if constexpr (requires { detail::textOf(message.memberId); })
        member = detail::textOf(message.memberId);
    else if constexpr (requires { detail::textOf(message.groups.front().memberId); })
        member = message.groups.empty() ? "" : detail::textOf(message.groups.front().memberId);
    if constexpr (requires {
                      message.groupId;
                      detail::textOf(message.members.front().memberId);
                  })
        if (member.empty() && !message.members.empty())
            member = detail::textOf(message.members.front().memberId);
    if (!member.empty())
        flight.member = std::move(member);
}

template <class Message> void describe(observe::Flight& flight, const Message& message)
{
    describeMember(flight, message);
    if constexpr (requires { flight.group = message.groupId; })
        flight.group = message.groupId;
    if constexpr (requires { flight.group = message.groups.front().groupId; })
        if (flight.group.empty() && !message.groups.empty())
            flight.group = message.groups.front().groupId;
    detail::withTopics(message, [&](const auto& topics) {
        if (const auto* topic = detail::firstOf(topics)) {
            flight.partition.topic = detail::topicName(*topic);
            detail::withPartitions(*topic, [&](const auto& partitions) {
                if (const auto* partition = detail::firstOf(partitions))
                    flight.partition.partition = detail::partitionIndex(*partition);
            });
        }
        if constexpr (requires { topics.begin(); }) {
            for (const auto& topic : topics)
                detail::withPartitions(topic, [&](const auto& partitions) {
                    if constexpr (requires { partitions.begin(); })
                        for (const auto& partition : partitions)
                            flight.records += detail::recordsOf(partition);
                });
        }
    });
}

/// The same for a response, with the first error in it.
template <class Message> void describeAnswer(observe::Flight& flight, const Message& message)
{
    describe(flight, message);
    detail::ErrorFinder finder(flight.apiVersion);
    finder.look(message);
    if (finder.found() != protocol::ErrorCode::None)
        flight.error = protocol::infoOf(finder.found()).name;
}

} // namespace hw::rpc
