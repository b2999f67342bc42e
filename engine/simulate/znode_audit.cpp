#include "engine/simulate/znode_audit.h"

#include <fmt/format.h>

#include "engine/coordination/kafka_znodes.h"

namespace hw::simulate {

using namespace coordination;

ZnodeAudit::ZnodeAudit(Findings& findings, world::Host& host, std::vector<world::Endpoint> servers)
    : m_findings(findings)
{
    ClientConfig config;
    config.servers = std::move(servers);
    m_client = std::make_unique<Client>(host, std::move(config));
    m_client->setSessionHandler([this](SessionEvent event) {
        if (event == SessionEvent::Expired)
            m_client->connect();
    });
    m_client->connect();
}

void ZnodeAudit::look(const observe::Snapshot& picture)
{
    if (m_pending > 0)
        return;
    ++m_pending;
    m_client->getData(kafka::kControllerEpoch, [this](const Reply& reply) {
        --m_pending;
        if (const auto epoch = kafka::decodeControllerEpoch(reply.data); reply.ok() && epoch)
            m_since.emplace(*epoch, reply.stat.mzxid);
    });
    for (const auto& topic : picture.topics)
        for (const auto& part : topic->partitions)
            readState(part->id);
}

void ZnodeAudit::readState(const TopicPartition& partition)
{
    ++m_pending;
    m_client->getData(kafka::statePath(partition), [this, partition](const Reply& reply) {
        --m_pending;
        if (reply.ok())
            judge(partition, reply);
    });
}

void ZnodeAudit::judge(const TopicPartition& partition, const Reply& reply)
{
    const auto state = kafka::decodeState(reply.data);
    if (!state) {
        m_findings.add(6, partition.text() + ": its state znode is not what Kafka writes");
        return;
    }
    for (auto later = m_since.upper_bound(state->controllerEpoch); later != m_since.end(); ++later)
        if (later->second < reply.stat.mzxid) {
            m_findings.add(6, fmt::format("{}: a controller of epoch {} wrote its state, though "
                                          "epoch {} had begun",
                                          partition.text(), state->controllerEpoch, later->first));
            return;
        }
}

void ZnodeAudit::depose()
{
    m_client->remove(kafka::kController, kAnyVersion, [](const Reply&) {});
}

} // namespace hw::simulate
