#include "engine/broker/handlers/config_alteration.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/broker/core/config_catalogue.h"
#include "engine/broker/core/topic_config.h"
#include "engine/broker/handlers/config_resource.h"

namespace hw::handlers {

using broker::ConfigValues;
using protocol::ErrorCode;

namespace {

bool isTopic(const ConfigAlteration& alteration)
{
    return alteration.type == static_cast<std::int8_t>(ResourceType::Topic);
}

std::vector<std::string> partsOf(const std::string& list)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (end > at)
            parts.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

/// What is wrong with the request itself.  Kafka: ConfigAdminManager.preprocess.
AlteredConfig checkRequest(const std::vector<ConfigAlteration>& all,
                           const ConfigAlteration& alteration)
{
    const auto same = [&](const ConfigAlteration& other) {
        return other.type == alteration.type && other.name == alteration.name;
    };
    if (std::ranges::count_if(all, same) > 1)
        return {ErrorCode::InvalidRequest, "the request names this resource more than once"};
    std::set<std::string> seen;
    for (const ConfigOp& op : alteration.ops) {
        if (!seen.insert(op.name).second)
            return {ErrorCode::InvalidRequest,
                    fmt::format("the request names {} more than once", op.name)};
        if (!op.value && op.kind != ConfigOp::Kind::Delete)
            return {ErrorCode::InvalidRequest, fmt::format("{} has a null value", op.name)};
        if (op.kind < ConfigOp::Kind::Set || op.kind > ConfigOp::Kind::Subtract)
            return {ErrorCode::InvalidRequest,
                    fmt::format("{} is no operation: allowed are 0 (set), 1 (delete), 2 (append) "
                                "and 3 (subtract)",
                                static_cast<int>(op.kind))};
    }
    return {};
}

AlteredConfig changeList(ConfigValues& values, const ConfigAlteration& alteration,
                         const ConfigOp& op)
{
    const auto standard =
        isTopic(alteration) ? broker::defaultList(op.name) : broker::defaultBrokerList(op.name);
    if (!standard)
        return {ErrorCode::InvalidConfig, standard.error().message};
    const auto own = values.find(op.name);
    std::vector<std::string> list = partsOf(own == values.end() ? *standard : own->second);
    for (const std::string& part : partsOf(*op.value)) {
        const bool holds = std::ranges::find(list, part) != list.end();
        if (op.kind == ConfigOp::Kind::Append && !holds)
            list.push_back(part);
        else if (op.kind == ConfigOp::Kind::Subtract)
            std::erase(list, part);
    }
    values[op.name] = fmt::format("{}", fmt::join(list, ","));
    return {};
}

/// Kafka: ConfigAdminManager.prepareIncrementalConfigs.
AlteredConfig apply(ConfigValues& values, const ConfigAlteration& alteration)
{
    if (alteration.replacesAll)
        values.clear();
    for (const ConfigOp& op : alteration.ops) {
        AlteredConfig changed;
        if (op.kind == ConfigOp::Kind::Set)
            values[op.name] = *op.value;
        else if (op.kind == ConfigOp::Kind::Delete)
            values.erase(op.name);
        else
            changed = changeList(values, alteration, op);
        if (changed.error != ErrorCode::None)
            return changed;
    }
    return {};
}

/// Kafka: ZkAdminManager.alterConfigs; a value that no broker may have is an invalid request.
AlteredConfig checkValues(const ConfigValues& values, const ConfigAlteration& alteration)
{
    const auto good =
        isTopic(alteration) ? broker::checkTopicConfigs(values) : broker::checkDynamic(values);
    if (good)
        return {};
    return {isTopic(alteration) ? ErrorCode::InvalidConfig : ErrorCode::InvalidRequest,
            good.error().message};
}

/// One request on its way.
struct Work
{
    std::vector<ConfigAlteration> alterations;
    std::vector<AlteredConfig> results;
    bool validateOnly = false;
    UniqueFunction<void(std::vector<AlteredConfig>)> done;
    std::size_t open = 1;

    void finished()
    {
        if (--open == 0)
            done(std::move(results));
    }
};

void onRead(broker::Services& services, const std::shared_ptr<Work>& work, std::size_t index,
            const std::string& entity, Result<ConfigValues> values)
{
    AlteredConfig& result = work->results[index];
    const ConfigAlteration& alteration = work->alterations[index];
    if (!values)
        result = {ErrorCode::UnknownServerError, values.error().message};
    if (result.error == ErrorCode::None)
        result = apply(*values, alteration);
    if (result.error == ErrorCode::None)
        result = checkValues(*values, alteration);
    if (result.error != ErrorCode::None || work->validateOnly)
        return work->finished();
    services.configStore.write(entity, *values, [work, index](const Result<void>& written) {
        if (!written)
            work->results[index] = {ErrorCode::UnknownServerError, written.error().message};
        work->finished();
    });
}

} // namespace

void alterConfigs(broker::Services& services, std::vector<ConfigAlteration> alterations,
                  bool validateOnly, UniqueFunction<void(std::vector<AlteredConfig>)> done)
{
    auto work = std::make_shared<Work>();
    work->alterations = std::move(alterations);
    work->results.resize(work->alterations.size());
    work->validateOnly = validateOnly;
    work->done = std::move(done);
    for (std::size_t i = 0; i < work->alterations.size(); ++i) {
        const ConfigAlteration& alteration = work->alterations[i];
        AlteredConfig& result = work->results[i];
        result = checkRequest(work->alterations, alteration);
        if (result.error != ErrorCode::None)
            continue;
        const auto entity = entityOf(services, alteration.type, alteration.name);
        if (!entity) {
            result = {entity.error().code, entity.error().message};
            continue;
        }
        ++work->open;
        services.configStore.read(
            *entity, [&services, work, i, entity = *entity](Result<ConfigValues> values) {
                onRead(services, work, i, entity, std::move(values));
            });
    }
    work->finished();
}

} // namespace hw::handlers
