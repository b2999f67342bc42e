#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/client/admin.h"
#include "engine/simulate/auditor.h"
#include "engine/simulate/event_watch.h"
#include "engine/simulate/fault_driver.h"
#include "engine/simulate/log_audit.h"
#include "engine/simulate/picture_watch.h"
#include "engine/simulate/verdict.h"

namespace hw::simulate {

/// One seed: a cluster, its clients, its faults, and whether all held.
///
/// The same options give the same run, byte for byte, on any machine.
class Run
{
public:
    /// `onEvent` may be empty; it sees everything that happens, in order, and every line about a
    /// fault.
    using OnEvent = std::function<void(const observe::Event&)>;
    explicit Run(const Options& options, OnEvent onEvent = {});
    ~Run();

    /// Once.
    Verdict judge();

private:
    // run.cpp: work under faults
    bool startUp();
    void makeClients();
    void operate();
    void advance();
    void watch();
    void drainEvents();
    void lookAtPicture();
    void noteUnclean(const observe::fact::LeaderElected& election);
    void produce();
    void churnMembers();
    BrokerId controller() const;

    // run_admin.cpp: topics
    void administer();
    void createTopic(const std::string& name);
    void deleteTopic(const std::string& name);
    void elect(const TopicPartition& partition);

    // run_healing.cpp: what must come back
    void heal();
    bool until(const std::function<bool()>& done, Duration limit);
    std::string whatIsMissing();
    std::string whatIsMissingOf(const observe::PartitionPart& part) const;
    std::string preferredMissing();
    bool producersGetOn();
    void readAll();
    std::string unreadByGroups();
    std::string unreadByGroups(const observe::PartitionPart& part,
                               const TopicBook::Life& life) const;
    void judgeHistories();

    const Options m_options;
    OnEvent m_onEvent;
    world::Random m_random;
    const Plan m_plan;
    world::SimWorld m_world;
    std::unique_ptr<cluster::EngineCluster> m_cluster;
    Findings m_findings;
    TopicBook m_book;
    Excuses m_excuses;
    History m_history;
    GroupWatch m_groups;
    EventWatch m_eventWatch;
    PictureWatch m_pictureWatch;
    LogAudit m_logAudit;
    observe::NullJournal m_journal;
    std::unique_ptr<ClientsContext> m_context;
    std::vector<std::unique_ptr<ProducerDriver>> m_producers;
    std::vector<std::unique_ptr<MemberDriver>> m_members;
    std::unique_ptr<Auditor> m_auditor;
    std::unique_ptr<client::Admin> m_admin;
    std::unique_ptr<FaultDriver> m_faults;
    std::set<std::string> m_adminBusy; ///< topics that somebody is making or deleting
    std::set<std::string> m_mustGo;    ///< topics whose deletion was refused or not answered
    std::shared_ptr<const observe::Snapshot> m_picture;
    Instant m_nextLook;
    Instant m_nextAudit;
    Instant m_nextLogAudit;
};

} // namespace hw::simulate
