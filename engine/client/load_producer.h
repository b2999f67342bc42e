#pragma once

#include <memory>
#include <optional>

#include "engine/client/producer.h"
#include "engine/observe/command.h"
#include "engine/observe/report.h"

namespace hw::client {

/// Of records a second; 0 makes none by the clock.
inline constexpr double kRateMin = 0.1;
inline constexpr double kRateMax = 1000000;
inline constexpr std::int32_t kRecordBytesMax = 1000000;
/// Keyed load uses the keys `key-0` … `key-99`.
inline constexpr std::int32_t kLoadKeys = 100;
/// Records of one `send`.
inline constexpr std::int32_t kSendMost = 10'000;

/// A producer that makes its own records at a steady rate. Record number i goes to topic i mod n;
/// its value says who made it and its number, filled up to the wanted size.
/// Reports ProducerStarted, ProducerStopped and (through its producer) SendFailed.
///
/// Lives on its host's loop. Destroying it is a crash.
class LoadProducer
{
public:
    /// `load.name` is the client's name; `config.acks` is taken from the load.
    LoadProducer(const ClientContext& context, ProducerConfig config,
                 observe::command::AddProducer load, ProducerInterceptor* interceptor = nullptr);
    ~LoadProducer();
    LoadProducer(const LoadProducer&) = delete;
    LoadProducer& operator=(const LoadProducer&) = delete;

    void start();
    /// Makes no more records and waits for what is buffered; `stopped` runs once, in a later task.
    void stop(Task stopped);
    void setRate(double recordsPerSecond);
    /// Makes no more than so many by the clock; 0: no end.
    void setMost(std::uint64_t records);
    /// Makes so many records at once; without a partition or key they go where the load's go.
    void send(std::int32_t count, std::optional<std::int32_t> partition,
              const std::optional<std::string>& key);

    void report(observe::ProducerReport& into) const;
    const ProducerCounters& counters() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::client
