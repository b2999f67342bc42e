#include "engine/client/load_producer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace hw::client {

using observe::command::Keys;

/// At high rates records are made in small lots, so that no task takes long.
static constexpr Duration kTickMin = 2ms;
/// Debts from a time when the loop stood still are forgiven beyond this.
static constexpr double kCatchUpSeconds = 1.0;

class LoadProducer::Impl
{
public:
    Impl(const ClientContext& context, ProducerConfig config, observe::command::AddProducer load,
         ProducerInterceptor* interceptor)
        : m_context(context)
        , m_load(std::move(load))
        , m_producer(context, withAcks(std::move(config), m_load), interceptor)
        , m_tick(context.host.loop())
    {
        HW_ASSERT(!m_load.topics.empty(), "a producer has topics");
    }

    void start();
    void stop(Task stopped);
    void setRate(double rate)
    {
        m_load.rate = rate;
        m_owed = 0;
        if (m_running)
            scheduleTick();
    }
    void setMost(std::uint64_t records) { m_most = records; }
    void send(std::int32_t count, std::optional<std::int32_t> partition,
              const std::optional<std::string>& key)
    {
        for (std::int32_t i = 0; i < count; ++i)
            sendOne(partition, key);
    }
    void report(observe::ProducerReport& into) const;
    const ProducerCounters& counters() const { return m_producer.counters(); }

private:
    static ProducerConfig withAcks(ProducerConfig config, const observe::command::AddProducer& load)
    {
        config.acks = static_cast<std::int16_t>(load.acks);
        config.enableIdempotence = load.idempotent;
        return config;
    }
    bool isEnough() const { return m_most > 0 && m_byClock >= m_most; }
    void scheduleTick();
    void tick();
    void sendOne(std::optional<std::int32_t> partition = {},
                 const std::optional<std::string>& key = {});

    const ClientContext m_context;
    observe::command::AddProducer m_load;
    Producer m_producer;
    bool m_running = false;
    std::uint64_t m_made = 0;
    std::uint64_t m_most = 0;    ///< by the clock; 0: no end
    std::uint64_t m_byClock = 0; ///< of those made
    double m_owed = 0;           ///< records due and not made yet; below 1 after each tick
    Instant m_lastTick;
    world::Timer m_tick;
};

void LoadProducer::Impl::start()
{
    m_running = true;
    m_lastTick = m_context.host.loop().now();
    m_context.journal.report(observe::fact::ProducerStarted{m_context.self, m_load.name});
    scheduleTick();
}

void LoadProducer::Impl::scheduleTick()
{
    m_tick.cancel();
    if (m_load.rate == 0)
        return;
    const double untilNext = (1.0 - m_owed) / m_load.rate;
    const auto delay = Duration(static_cast<std::int64_t>(std::ceil(untilNext * 1e9)));
    m_tick.start(std::max(delay, kTickMin), [this] { tick(); });
}

void LoadProducer::Impl::tick()
{
    // A record is made because its time has come, not because of what started the producer.
    m_context.host.loop().setCause(kNoEvent);
    const Instant now = m_context.host.loop().now();
    const double seconds = static_cast<double>((now - m_lastTick).count()) / 1e9;
    m_lastTick = now;
    m_owed = std::min(m_owed + seconds * m_load.rate, std::max(1.0, m_load.rate * kCatchUpSeconds));
    // Rounding must not make the last of a lot miss its tick.
    const double due = std::floor(m_owed + 1e-6);
    for (double i = 0; i < due && !m_producer.isFull() && !isEnough(); ++i, ++m_byClock)
        sendOne();
    if (isEnough())
        return;
    m_owed = std::max(0.0, m_owed - due);
    scheduleTick();
}

void LoadProducer::Impl::sendOne(std::optional<std::int32_t> partition,
                                 const std::optional<std::string>& key)
{
    const std::uint64_t number = m_made++;
    ProducerRecord record;
    record.topic = m_load.topics[number % m_load.topics.size()];
    record.partition = partition ? partition : m_load.partition;
    if (key) {
        record.key = *key;
    } else if (m_load.keys != Keys::None) {
        const std::uint64_t which = m_load.keys == Keys::Random
                                        ? m_context.host.loop().random().below(kLoadKeys)
                                        : number % kLoadKeys;
        record.key = fmt::format("key-{}", which);
    }
    std::string value = fmt::format("{} #{} ", m_load.name, number);
    value.resize(static_cast<std::size_t>(m_load.recordBytes), '.');
    record.value = std::move(value);
    m_producer.send(std::move(record));
}

void LoadProducer::Impl::stop(Task stopped)
{
    m_running = false;
    m_tick.cancel();
    m_producer.flush([this, stopped = std::move(stopped)]() mutable {
        m_context.journal.report(observe::fact::ProducerStopped{m_context.self, m_load.name});
        m_context.host.loop().post(std::move(stopped)); // it may destroy this producer
    });
}

void LoadProducer::Impl::report(observe::ProducerReport& into) const
{
    const ProducerCounters& counters = m_producer.counters();
    into.client = m_context.self;
    into.name = m_load.name;
    into.topics = m_load.topics;
    into.acks = m_load.acks;
    into.targetRate = m_load.rate;
    into.sent = counters.sent;
    into.acked = counters.acked;
    into.failed = counters.failed;
    into.retried = counters.retried;
    into.bytes = counters.bytes;
    into.buffered = counters.buffered;
    into.lastError = counters.lastError;
    into.running = m_running;
    m_producer.report(into);
}

LoadProducer::LoadProducer(const ClientContext& context, ProducerConfig config,
                           observe::command::AddProducer load, ProducerInterceptor* interceptor)
    : m_impl(std::make_unique<Impl>(context, std::move(config), std::move(load), interceptor))
{
}

LoadProducer::~LoadProducer() = default;

void LoadProducer::start() { m_impl->start(); }
void LoadProducer::stop(Task stopped) { m_impl->stop(std::move(stopped)); }
void LoadProducer::setRate(double rate) { m_impl->setRate(rate); }
void LoadProducer::setMost(std::uint64_t records) { m_impl->setMost(records); }
void LoadProducer::send(std::int32_t count, std::optional<std::int32_t> partition,
                        const std::optional<std::string>& key)
{
    m_impl->send(count, partition, key);
}
void LoadProducer::report(observe::ProducerReport& into) const { m_impl->report(into); }
const ProducerCounters& LoadProducer::counters() const { return m_impl->counters(); }

} // namespace hw::client
