#pragma once

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/partition_port.h"
#include "engine/observe/event.h"
#include "engine/world/cause_scope.h"

namespace hw::broker {
class MetadataCache;
}

namespace hw::group {

/// What all parts of one coordinator stand on. Outlives them.
struct Setting
{
    BrokerId self;
    broker::BrokerConfig config;
    world::Loop& loop;
    broker::PartitionPort& port;
    observe::Journal& journal;
    const broker::MetadataCache* metadata = nullptr; ///< null: no topic is known
};

using world::CauseScope;

/// Runs `done` with `answer` in a task of its own: whoever is answered may ask again at once,
/// and must not find a group half changed.
template <class Done, class Answer> void answerLater(world::Loop& loop, Done done, Answer answer)
{
    loop.post([done = std::move(done), answer = std::move(answer)]() mutable {
        done(std::move(answer));
    });
}

} // namespace hw::group
