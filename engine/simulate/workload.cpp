#include "engine/simulate/workload.h"

#include <fmt/format.h>

namespace hw::simulate {

namespace {

client::ConnectionConfig connectionConfig()
{
    client::ConnectionConfig config;
    config.requestTimeout = 2s;
    config.metadataMaxAge = 10s;
    config.allowAutoCreateTopics = false;
    return config;
}

} // namespace

ProducerDriver::ProducerDriver(ClientsContext& context, const ProducerPlan& plan, world::Host& host,
                               std::int32_t number)
    : m_context(context)
    , m_plan(plan)
    , m_host(host)
    , m_node(NodeId::client(number))
{
    start();
}

void ProducerDriver::start()
{
    m_name = fmt::format("{}.{}", m_plan.name, ++m_incarnation);
    m_next = 0;
    client::ProducerConfig config;
    config.connection = connectionConfig();
    config.acks = m_plan.acks;
    config.enableIdempotence = m_plan.isIdempotent;
    config.deliveryTimeout = 15s;
    config.batchSize = 2048;
    m_producer = std::make_unique<client::Producer>(
        client::ClientContext{m_host, m_context.journal, m_node, m_name, m_context.bootstrap},
        config);
}

void ProducerDriver::crash()
{
    m_producer.reset();
    start();
}

void ProducerDriver::send(const std::string& topic, std::int32_t count, std::size_t size,
                          world::Random& random)
{
    const TopicBook::Life* life = m_context.book.steady(topic);
    if (!life)
        return;
    for (std::int32_t i = 0; i < count; ++i) {
        Tag tag{m_name, m_next++, life->number};
        client::ProducerRecord record;
        record.topic = topic;
        record.partition =
            static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(life->partitions)));
        record.value = tag.text();
        if (record.value->size() < size)
            *record.value += " " + std::string(size - record.value->size(), 'x');
        m_producer->send(std::move(record), [this, topic, tag](const client::Delivery& delivery) {
            if (delivery.error != protocol::ErrorCode::None)
                return;
            m_context.catchUp();
            ++m_acked;
            const TopicBook::Life* now = m_context.book.steady(topic);
            if (now && now->number == tag.life)
                m_context.history.acknowledged({tag.life, delivery.partition.partition},
                                               delivery.partition, delivery.offset, tag,
                                               m_plan.acks);
        });
    }
}

MemberDriver::MemberDriver(ClientsContext& context, const GroupPlan& plan, world::Host& host,
                           std::int32_t number)
    : m_context(context)
    , m_plan(plan)
    , m_host(host)
    , m_node(NodeId::client(number))
{
    start();
}

void MemberDriver::start()
{
    if (m_consumer)
        return;
    m_name = fmt::format("{}-C{}.{}", m_plan.name, m_node.number, ++m_incarnation);
    client::ConsumerConfig config;
    config.connection = connectionConfig();
    config.connection.metadataMaxAge = 3s;
    config.group = m_plan.name;
    config.topics = m_plan.topics;
    config.assignor = m_plan.assignor;
    config.sessionTimeout = 2s;
    config.heartbeatInterval = 500ms;
    config.maxPollInterval = 6s;
    config.autoCommitInterval = 700ms;
    config.reset = client::OffsetReset::Earliest;
    m_isLeaving = false;
    m_consumer = std::make_unique<client::Consumer>(
        client::ClientContext{m_host, m_context.journal, m_node, m_name, m_context.bootstrap},
        config, this);
    m_consumer->start();
}

void MemberDriver::stop(bool crash)
{
    if (!isRunning())
        return;
    if (crash) {
        m_consumer.reset();
        return;
    }
    m_isLeaving = true;
    m_consumer->stop([this] { m_consumer.reset(); });
}

void MemberDriver::stall(Duration time)
{
    if (isRunning())
        m_consumer->stall(time);
}

observe::ConsumerReport MemberDriver::report() const
{
    observe::ConsumerReport report;
    if (m_consumer)
        m_consumer->report(report);
    return report;
}

void MemberDriver::onRecord(const TopicPartition& from, const protocol::RecordView& record)
{
    m_context.catchUp();
    const TopicBook::Life* life = m_context.book.steady(from.topic);
    const auto tag = Tag::parse(record.value ? textOf(*record.value) : std::string());
    if (!life)
        return;
    // What was sent for an earlier life may have been fetched in that life.
    if (!tag || tag->life != life->number)
        return m_context.groups.lostTrack(m_name, from);
    const Place place{life->number, from.partition};
    m_context.history.read(place, from, record.offset, *tag, m_name);
    m_context.groups.received(m_plan.name, m_name, from, place, record.offset);
}

void MemberDriver::onAssigned(const std::vector<TopicPartition>& partitions)
{
    m_context.groups.assigned(m_plan.name, m_name, report().generation, partitions);
}

} // namespace hw::simulate
