#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/names.h"
#include "app/scenario/json_object.h"
#include "engine/cluster/spec.h"
#include "engine/observe/command.h"

/// Only the reader of scenario files, in its parts.
namespace hw::app {

/// What the whole file is read with: the first mistake, and the clients' names.
struct Reading
{
    std::optional<Error> mistake;
    std::vector<std::string> clients;

    void wrong(const std::string& place, const std::string& what)
    {
        if (!mistake)
            mistake = Error{Failure::Invalid, place + ": " + what};
    }
    JsonObject open(const JsonObject::Json& json, std::string place)
    {
        return JsonObject(json, std::move(place), mistake);
    }
    Names names() const
    {
        return [this](std::string_view name, NodeId) -> std::optional<NodeId> {
            const auto found = std::ranges::find(clients, name);
            return found == clients.end() ? std::nullopt : std::optional(NodeId::client(0));
        };
    }
};

/// `"1.5s"`; a mistake is noted.
std::optional<Duration> readSpanAt(Reading& reading, JsonObject& object, const char* key);
/// The topics and clients of `workload`, as commands in their order, and the clients' settings.
void readWorkload(Reading& reading, const JsonObject::Json& json,
                  std::vector<observe::Command>& workload, cluster::ClusterSpec& spec);
/// What only the whole tells: names that are taken, brokers and partitions that are not there.
void checkWorkload(Reading& reading, const std::vector<observe::Command>& workload,
                   const cluster::ClusterSpec& spec);
/// A thing of the picture, as `broker 1`.
void checkPoint(Reading& reading, const std::string& place, const std::string& text);
std::vector<Measure> readMeasures(Reading& reading, JsonObject& object);
std::vector<Card> readCards(Reading& reading, JsonObject& object);

} // namespace hw::app
