#pragma once

#include "engine/base/result.h"
#include "engine/client/consumer.h"
#include "engine/client/producer.h"
#include "engine/client/record_filter.h"
#include "engine/cluster/spec.h"

namespace hw::cluster {

/// Settings of a producer by Java's names, over what its command says: `linger.ms`, `batch.size`,
/// `compression.type`, `partitioner.class`, `buffer.memory`, `delivery.timeout.ms`,
/// `retry.backoff.ms`. Errors name the setting, its value and what is allowed.
Result<void> applyTo(client::ProducerConfig& config, const ClientConfigs& settings);
/// The same of a consumer: `fetch.min.bytes`, `fetch.max.wait.ms`, `max.partition.fetch.bytes`, and
/// `interceptor.classes`, of which `filter:TEXT` (ours) is one and the only one: `filterOf`.
Result<void> applyTo(client::ConsumerConfig& config, const ClientConfigs& settings);
/// `highwater.load.records`: a load makes so many records by the clock and no more; 0: no end.
std::uint64_t loadRecords(const ClientConfigs& settings);
/// The filter that a consumer's `interceptor.classes` names, or null.
std::unique_ptr<client::RecordFilter> filterOf(const ClientConfigs& settings);
/// Whether they are settings of a producer, or of a consumer.
Result<void> checkClientConfigs(const ClientConfigs& settings, bool producer);

} // namespace hw::cluster
