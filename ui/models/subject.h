#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "engine/base/ids.h"

namespace hw::ui {

/// What can be pointed at, selected and inspected: a name for a thing in the picture that stays
/// valid while snapshots come and go.
struct Subject
{
    enum class Kind : std::uint8_t
    {
        None,
        Ensemble,  ///< `node`
        Broker,    ///< `node`
        Topic,     ///< `name`
        Partition, ///< `partition`; `node` is the broker whose replica was meant, or none
        Group,     ///< `name`
        Member,    ///< `name` is the group, `member` its id there
        Producer,  ///< `node`
        Outside,   ///< `name` is its address
        Fault,     ///< that acts on a link; `name` is its number
    };
    Kind kind = Kind::None;
    NodeId node;
    TopicPartition partition;
    std::string name;
    std::string member;

    auto operator<=>(const Subject&) const = default;
    explicit operator bool() const { return kind != Kind::None; }

    static Subject ensemble(std::int32_t n)
    {
        return {Kind::Ensemble, NodeId::ensemble(n), {}, {}, {}};
    }
    static Subject broker(BrokerId id) { return {Kind::Broker, NodeId::broker(id), {}, {}, {}}; }
    static Subject topic(std::string name) { return {Kind::Topic, {}, {}, std::move(name), {}}; }
    static Subject of(TopicPartition id) { return {Kind::Partition, {}, std::move(id), {}, {}}; }
    static Subject replica(TopicPartition id, BrokerId on)
    {
        return {Kind::Partition, NodeId::broker(on), std::move(id), {}, {}};
    }
    static Subject group(std::string name) { return {Kind::Group, {}, {}, std::move(name), {}}; }
    static Subject memberOf(std::string group, std::string id)
    {
        return {Kind::Member, {}, {}, std::move(group), std::move(id)};
    }
    static Subject producer(NodeId client) { return {Kind::Producer, client, {}, {}, {}}; }
    static Subject outside(std::string address)
    {
        return {Kind::Outside, {}, {}, std::move(address), {}};
    }
    static Subject fault(EventId id)
    {
        return {Kind::Fault, {}, {}, std::to_string(id.value()), {}};
    }
};

} // namespace hw::ui
