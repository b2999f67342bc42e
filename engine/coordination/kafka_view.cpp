#include "engine/coordination/kafka_view.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "engine/coordination/kafka_znodes.h"

namespace hw::coordination {

/// More changes than that are not kept: everything is read again then.
static constexpr std::size_t kMostChanges = 10'000;
static constexpr std::string_view kTops[] = {"/brokers", "/cluster", "/config", "/controller"};

void KafkaView::onChanged(const std::string& path)
{
    const auto holds = [&](std::string_view top) { return path.starts_with(top); };
    if (m_isStale || std::ranges::none_of(kTops, holds))
        return;
    m_changed.insert(path);
    m_isStale = m_changed.size() > kMostChanges;
    if (m_isStale)
        m_changed.clear();
}

void KafkaView::reset(const Tree& tree)
{
    *this = KafkaView();
    const auto& nodes = tree.nodes();
    for (const std::string_view top : kTops) {
        for (auto node = nodes.lower_bound(std::string(top));
             node != nodes.end() && node->first.starts_with(top); ++node)
            m_changed.insert(m_changed.end(), node->first);
    }
}

static observe::TopicReport topicReport(const std::string& name, const kafka::TopicNode& node)
{
    observe::TopicReport report;
    report.topic = name;
    report.id = node.id;
    for (const auto& [number, replicas] : node.partitions) {
        // Numbers run from 0 without a gap; a hole in a hand-made node stays empty.
        if (number < 0 || number > 100000)
            continue;
        if (static_cast<std::size_t>(number) >= report.replicas.size())
            report.replicas.resize(static_cast<std::size_t>(number) + 1);
        report.replicas[static_cast<std::size_t>(number)] = replicas;
    }
    report.adding = node.adding;
    report.removing = node.removing;
    return report;
}

static observe::ZnodeStateReport stateReport(const TopicPartition& partition,
                                             const kafka::StateNode& state, std::int32_t version)
{
    observe::ZnodeStateReport report;
    report.partition = partition;
    report.leader = state.leader;
    report.leaderEpoch = state.leaderEpoch;
    report.partitionEpoch = PartitionEpoch(version);
    report.isr = state.isr;
    report.recovering = state.recovering;
    return report;
}

void KafkaView::read(const std::string& path, const Znode* node)
{
    if (const auto partition = kafka::partitionOfStatePath(path)) {
        m_states.erase(*partition);
        if (const auto state = node ? kafka::decodeState(node->data) : std::nullopt)
            m_states[*partition] = stateReport(*partition, *state, node->version);
        return;
    }
    const std::string parent = path == "/" ? std::string() : parentPath(path);
    const std::string name = nodeName(path);
    if (parent == kafka::kTopics) {
        m_topics.erase(name);
        if (const auto topic = node ? kafka::decodeTopic(node->data) : std::nullopt)
            m_topics[name] = topicReport(name, *topic);
    } else if (parent == kafka::kTopicConfigs) {
        m_configs.erase(name);
        if (auto config = node ? kafka::decodeConfig(node->data) : std::nullopt)
            m_configs[name] = std::move(*config);
    } else if (parent == kafka::kBrokerIds) {
        std::int32_t id = -1;
        std::from_chars(name.data(), name.data() + name.size(), id);
        m_registered.erase(BrokerId(id));
        if (node)
            m_registered[BrokerId(id)] = BrokerEpoch(node->czxid.value());
    } else if (path == kafka::kController) {
        const auto controller = node ? kafka::decodeController(node->data) : std::nullopt;
        m_controller = controller ? controller->broker : kNoBroker;
    } else if (path == kafka::kControllerEpoch) {
        const auto epoch = node ? kafka::decodeControllerEpoch(node->data) : std::nullopt;
        m_controllerEpoch = epoch.value_or(ControllerEpoch());
    } else if (path == kafka::kClusterId) {
        m_clusterId = (node ? kafka::decodeClusterId(node->data) : std::nullopt).value_or("");
    }
}

void KafkaView::fill(const Tree& tree, observe::EnsembleReport& into)
{
    if (m_isStale)
        reset(tree);
    for (const std::string& path : m_changed)
        read(path, tree.find(path));
    m_changed.clear();
    into.clusterId = m_clusterId;
    into.controller = m_controller;
    into.controllerEpoch = m_controllerEpoch;
    into.registered = m_registered;
    into.topics.clear();
    for (const auto& [name, topic] : m_topics) {
        into.topics.push_back(topic);
        const auto config = m_configs.find(name);
        if (config != m_configs.end())
            into.topics.back().configs = config->second;
    }
    into.states.clear();
    for (const auto& [partition, state] : m_states)
        into.states.push_back(state);
}

} // namespace hw::coordination
