#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/coordination/state.h"
#include "engine/observe/report.h"

namespace hw::coordination {

/// Reads Kafka's znodes for reports, each again only when it has changed.
class KafkaView
{
public:
    void onChanged(const std::string& path);
    /// Everything is to be read again.
    void reset(const Tree& tree);
    /// Fills all but server, time, zxid and sessions.
    void fill(const Tree& tree, observe::EnsembleReport& into);

private:
    void read(const std::string& path, const Znode* node);

    std::set<std::string> m_changed;
    bool m_isStale = false; ///< too much changed since it was read
    std::string m_clusterId;
    BrokerId m_controller = kNoBroker;
    ControllerEpoch m_controllerEpoch;
    std::map<BrokerId, BrokerEpoch> m_registered;
    std::map<std::string, observe::TopicReport> m_topics;
    std::map<std::string, std::map<std::string, std::string>> m_configs;
    std::map<TopicPartition, observe::ZnodeStateReport> m_states;
};

} // namespace hw::coordination
