#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/client/admin.h"
#include "engine/simulate/auditor.h"
#include "engine/simulate/event_watch.h"
#include "engine/simulate/fault_driver.h"
#include "engine/simulate/impostor.h"
#include "engine/simulate/log_audit.h"
#include "engine/simulate/picture_watch.h"
#include "engine/simulate/verdict.h"
#include "engine/simulate/znode_audit.h"

namespace hw::simulate {

/// One seed: a cluster, its clients, its faults, and whether all held.
///
/// The same options give the same run, byte for byte, on any machine, whoever moves its world:
///
///     world: ..tasks due until then..|        |..tasks due until then..|
///     run:                           | act()  |                        | act()
///                                    due()                             due()
class Run
{
public:
    /// `onEvent` may be empty; it sees everything that happens, in order.
    using OnEvent = std::function<void(const observe::Event&)>;
    explicit Run(const Options& options, OnEvent onEvent = {});
    ~Run();

    /// Once: begins and moves the world to the end.
    Verdict judge();

    // --- instead of `judge`: moved by somebody else ---

    /// Once, before everything else.
    void begin();
    /// When it acts next, always later than now; none when it is over. The world first runs all
    /// that is due until then.
    std::optional<Instant> due() const { return m_isOver ? std::nullopt : std::optional(m_due); }
    /// When the world has come to `due`. Never from inside a task.
    void act();
    /// What is known so far; all once it is over.
    Verdict verdict() const;

    const Plan& plan() const { return m_plan; }
    world::SimWorld& world() { return m_world; }
    cluster::EngineCluster& cluster() { return *m_cluster; }

private:
    using Done = std::function<bool()>;
    using Then = std::function<void(bool isDone)>;
    void await(Done done, Duration limit, Then then);
    void end();
    std::uint64_t fingerprint() const;
    void step();

    // run.cpp: work under faults
    void makeHosts();
    void makeWorkers();
    void work();
    void operate();
    Duration drawPause();
    void produce();
    void chooseVictims(const TopicPartition& partition);
    void churnMembers();
    BrokerId controller() const;

    // run_watch.cpp: what is looked at meanwhile
    void watch();
    void drainEvents();
    void noteEvents();
    void lookAtPicture();
    void noteUnclean(const observe::fact::LeaderElected& election);
    void noteDeleted(const std::string& topic);
    void judgeTopicIds();
    std::optional<Uuid> topicIdOn(BrokerId broker, const std::string& directory);

    // run_admin.cpp: topics, and who is their controller
    void administer();
    void depose();
    void createTopic(const std::string& name);
    void deleteTopic(const std::string& name);
    void elect(const TopicPartition& partition);
    void reassign(const TopicPartition& partition);
    /// In the last picture; null if it is not there.
    const observe::PartitionPart* find(const TopicPartition& id) const;

    // run_healing.cpp: what must come back
    void heal();
    bool isWhole();
    std::vector<std::string> leftoversOn(BrokerId broker);
    void preferLeaders();
    void producersGetOn();
    bool allProducersGotOn(const std::vector<std::uint64_t>& before, Instant& nextSend);
    void healAgain();
    void readAll();
    bool isAllRead();
    void readByGroups();
    std::string whatIsMissing();
    std::string whatIsMissingOfGroups() const;
    std::string whatIsMissingOf(const observe::GroupPart& group) const;
    std::string whatIsMissingOf(const observe::PartitionPart& part) const;
    std::string preferredMissing();
    std::string unreadByGroups();
    std::string unreadByGroups(const observe::PartitionPart& part,
                               const TopicBook::Life& life) const;
    std::string readersOf(const std::string& group, const TopicPartition& partition) const;
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
    std::vector<observe::Event> m_events; ///< since the last look at them
    std::vector<world::Host*> m_clientHosts;
    std::unique_ptr<ClientsContext> m_context;
    std::vector<std::unique_ptr<ProducerDriver>> m_producers;
    std::vector<std::unique_ptr<MemberDriver>> m_members;
    std::unique_ptr<Auditor> m_auditor;
    std::unique_ptr<Impostor> m_impostor;
    std::unique_ptr<ZnodeAudit> m_znodeAudit;
    std::unique_ptr<client::Admin> m_admin;
    std::unique_ptr<FaultDriver> m_faults;
    /// Who is about to lose power, one after the other, before the last has synced what it was just
    /// sent.
    std::vector<BrokerId> m_victims;
    bool m_isFalling = false; ///< the first of them has
    /// Replicas of the topics that there are, or were until events said that they are gone.
    std::map<TopicPartition, std::vector<BrokerId>> m_assigned;
    std::map<std::string, Uuid> m_ids;
    std::set<std::string> m_adminBusy; ///< topics that somebody is making or deleting
    std::set<std::string> m_mustGo;    ///< topics whose deletion was refused or not answered
    std::shared_ptr<const observe::Snapshot> m_picture;
    /// What the run waits for outside its work, and what comes then.
    struct Wait
    {
        Done done;
        Instant end;
        Then then;
    };
    std::optional<Wait> m_wait;
    std::string m_missing; ///< what the last look at a wait did not find
    Instant m_due;
    bool m_isOver = false;
    /// When it was over; the world may go on.
    Duration m_took{};
    std::uint64_t m_fingerprint = 0;
    std::int32_t m_operated = 0;
    Instant m_nextLook;
    Instant m_nextAudit;
    Instant m_nextLogAudit;
};

} // namespace hw::simulate
