#include "ui/models/node_names.h"

#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

void NodeNames::learn(NodeId node, const std::string& name)
{
    if (name.empty() || node == NodeId::outside(0))
        return;
    if (m_clients.size() >= kMost && !m_clients.contains(node))
        m_clients.clear();
    m_clients[node] = name;
}

void NodeNames::take(const Snapshot& snapshot)
{
    if (m_version != 0 && snapshot.version == m_version)
        return;
    m_version = snapshot.version;
    for (const auto& producer : snapshot.producers)
        learn(producer->client, producer->name);
    for (const auto& consumer : snapshot.consumers)
        learn(consumer->client, consumer->name);
    for (const auto& program : snapshot.outside) {
        for (const auto& [connection, broker] : program.connections)
            learn(connection, program.clientId);
    }
}

void NodeNames::take(const std::vector<Event>& events)
{
    for (const Event& event : events) {
        std::visit(
            [this]<class F>([[maybe_unused]] const F& f) {
                if constexpr (requires {
                                  f.client;
                                  f.name;
                              })
                    learn(f.client, f.name);
                else if constexpr (requires {
                                       f.client;
                                       f.clientId;
                                   })
                    learn(f.client, f.clientId);
            },
            event.fact);
    }
}

QString NodeNames::of(NodeId node) const
{
    if (node == NodeId::outside(0))
        return tr("outside programs");
    const auto known = m_clients.find(node);
    return known == m_clients.end() ? Words::node(node) : qs(known->second);
}

QString NodeNames::first(NodeId node) const
{
    QString name = of(node);
    const bool isName = node.kind == NodeId::Kind::Ensemble || m_clients.contains(node);
    if (!isName && !name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

} // namespace hw::ui
