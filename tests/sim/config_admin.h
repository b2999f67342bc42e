#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/protocol/messages/alter_configs.h"
#include "engine/protocol/messages/describe_configs.h"
#include "engine/protocol/messages/incremental_alter_configs.h"
#include "tests/support/sim_client.h"

namespace hw::test {

using protocol::AlterConfigsRequest;
using protocol::DescribeConfigsRequest;
using protocol::DescribeConfigsResponse;
using protocol::ErrorCode;
using protocol::IncrementalAlterConfigsRequest;
using protocol::IncrementalAlterConfigsResponse;

constexpr std::int8_t kTopic = 2;
constexpr std::int8_t kBroker = 4;
enum Op : std::int8_t
{
    Set,
    Delete,
    Append,
    Subtract
};
enum Source : std::int8_t
{
    OfTopic = 1,
    DynamicBroker,
    DynamicDefault,
    Static,
    Default
};

using Described = DescribeConfigsResponse::DescribeConfigsResult;
using Entry = DescribeConfigsResponse::DescribeConfigsResourceResult;

/// Asks brokers about settings and for changes of them, by hand.
class Admin
{
public:
    explicit Admin(SimCluster& cluster)
        : client(cluster, 1)
    {
    }

    Described describe(std::int8_t type, const std::string& name, int version = 4,
                       std::optional<std::vector<std::string>> keys = {}, BrokerId at = BrokerId(1))
    {
        DescribeConfigsRequest request;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        resource.configurationKeys = std::move(keys);
        request.includeSynonyms = version >= 1;
        request.includeDocumentation = version >= 3;
        const auto answer = client.call(at, request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->results.at(0);
    }

    struct Change
    {
        std::string name;
        std::int8_t op;
        std::optional<std::string> value;
    };
    IncrementalAlterConfigsResponse::AlterConfigsResourceResponse
    alter(std::int8_t type, const std::string& name, std::vector<Change> changes,
          bool validateOnly = false, int version = 1, BrokerId at = BrokerId(1))
    {
        IncrementalAlterConfigsRequest request;
        request.validateOnly = validateOnly;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        for (Change& change : changes)
            resource.configs.push_back({change.name, change.op, change.value});
        const auto answer = client.call(at, request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->responses.at(0);
    }

    protocol::AlterConfigsResponse::AlterConfigsResourceResponse
    replace(std::int8_t type, const std::string& name,
            std::vector<std::pair<std::string, std::optional<std::string>>> configs, int version)
    {
        AlterConfigsRequest request;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        for (auto& [config, value] : configs)
            resource.configs.push_back({config, value});
        const auto answer = client.call(BrokerId(1), request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->responses.at(0);
    }

    SimClient client;
};

inline const Entry& entry(const Described& described, const std::string& name)
{
    for (const Entry& one : described.configs)
        if (one.name == name)
            return one;
    HW_ASSERT(false, "there is no setting " + name);
    return described.configs.front();
}

inline std::string placesOf(const Entry& entry)
{
    std::string text;
    for (const auto& place : entry.synonyms)
        text += fmt::format("{}={}@{} ", place.name, place.value.value_or("null"), place.source);
    return text;
}

inline cluster::ClusterSpec kafkaPreset(int brokers = 1)
{
    cluster::ClusterSpec spec;
    spec.brokers = brokers;
    spec.preset = cluster::Preset::Kafka;
    return spec;
}

} // namespace hw::test
