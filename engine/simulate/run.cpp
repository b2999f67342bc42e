#include "engine/simulate/run.h"

#include <charconv>
#include <sstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/cluster/broker_settings.h"

namespace hw::simulate {

using namespace observe;

namespace {

constexpr Duration kStartLimit = 30s;
constexpr Duration kTopicsLimit = 10s;
constexpr Duration kWaitPace = 100ms;
/// Of the disk of who falls last.
constexpr Duration kSlowWrite = 150ms;
/// Numbers of the clients; the cluster's own embedded ones count from 1.
constexpr std::int32_t kFirstClient = 101;
constexpr std::int32_t kAuditorHost = 100;

/// Invariants that the checkers of a run judge.
constexpr std::int32_t kJudged[] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13};

/// Host numbers of a run's clients: half of them share one, half another.
constexpr std::int32_t kClientHosts[] = {98, 99};

world::SimOptions simOptions(const Options& options, const Plan& plan)
{
    world::SimOptions sim;
    sim.seed = options.seed;
    sim.syncLatency = plan.syncLatency;
    sim.powerLoss = plan.tears ? world::PowerLoss::Tears : world::PowerLoss::Drops;
    return sim;
}

world::Endpoint endpointOf(const std::string& text)
{
    const auto colon = text.rfind(':');
    std::uint16_t port = 0;
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
    return {text.substr(0, colon), port};
}

/// Seeds of runs lie side by side; their numbers shall not.
std::uint64_t mixed(std::uint64_t seed) { return seed * 0x9e3779b97f4a7c15ULL + 0x5bd1e995; }

} // namespace

Run::Run(const Options& options, OnEvent onEvent)
    : m_options(options)
    , m_onEvent(std::move(onEvent))
    , m_random(mixed(options.seed))
    , m_plan(draw(options, m_random))
    , m_world(simOptions(options, m_plan))
    , m_book(m_findings)
    , m_excuses(m_plan.isSynced)
    , m_history(m_findings, m_excuses)
    , m_groups(m_findings, m_book, m_excuses)
    , m_eventWatch(m_findings, m_excuses)
    , m_pictureWatch(m_findings, m_plan.hasOnlyAllAcks(), m_plan.lagTimeMax)
    , m_logAudit(m_world, m_findings, m_book, m_excuses)
{
    const auto settings = cluster::brokerSettings(m_plan.spec);
    HW_ASSERT(settings.has_value(), "a plan's settings are right");
    m_cluster = std::make_unique<cluster::EngineCluster>(m_world, m_plan.spec, *settings);
    m_cluster->setWitness([this](const Event& event) { m_events.push_back(event); });
    m_cluster->setJudged({std::begin(kJudged), std::end(kJudged)});
    m_findings.setOnNew(
        [this](const Finding& finding) { m_cluster->judge(finding.invariant, finding.what); });
}

Run::~Run() = default;

Verdict Run::judge()
{
    begin();
    while (const auto next = due()) {
        m_world.runFor(*next - m_world.now());
        act();
    }
    return verdict();
}

Verdict Run::verdict() const
{
    Verdict verdict;
    verdict.seed = m_options.seed;
    verdict.brokers = m_plan.spec.brokers;
    verdict.operations = m_options.operations;
    verdict.findings = m_findings.list();
    verdict.findingsCount = m_findings.count();
    if (m_faults)
        verdict.faults = m_faults->lines();
    verdict.acknowledged = m_history.acknowledgedCount();
    verdict.read = m_history.readCount();
    verdict.excused = m_history.excusedCount();
    verdict.virtualTime = m_isOver ? m_took : m_world.now().sinceStart();
    verdict.fingerprint = m_isOver ? m_fingerprint : fingerprint();
    return verdict;
}

void Run::begin()
{
    m_cluster->start();
    await([this] { return m_cluster->startup() == cluster::EngineCluster::Startup::Ready; },
          kStartLimit,
          [this](bool isReady) {
              if (isReady)
                  return makeHosts();
              m_findings.add(13, "the cluster did not start: " + m_cluster->startupFailure());
              end();
          });
    act();
}

std::uint64_t Run::fingerprint() const { return m_world.fingerprint() ^ m_cluster->fingerprint(); }

void Run::end()
{
    m_isOver = true;
    m_took = m_world.now().sinceStart();
    m_fingerprint = fingerprint();
}

void Run::await(Done done, Duration limit, Then then)
{
    m_wait = Wait{std::move(done), m_world.now() + limit, std::move(then)};
    m_due = m_world.now();
}

void Run::act()
{
    HW_ASSERT(m_isOver || m_world.now() >= m_due, "a run acts when it is due");
    while (!m_isOver && m_due <= m_world.now())
        step();
}

void Run::step()
{
    m_findings.setNow(m_world.now());
    drainEvents();
    if (!m_wait)
        return work();
    const bool isDone = m_wait->done();
    if (!isDone && m_world.now() < m_wait->end) {
        m_due = m_world.now() + kWaitPace;
        return;
    }
    const Then then = std::move(m_wait->then);
    m_wait.reset();
    then(isDone);
}

void Run::makeHosts()
{
    m_picture = m_cluster->snapshot();
    std::vector<world::Endpoint> endpoints;
    for (const auto& broker : m_picture->brokers)
        endpoints.push_back(endpointOf(broker->endpoint));
    m_context = std::make_unique<ClientsContext>(
        ClientsContext{m_world, m_journal, endpoints, m_plan, m_book, m_history, m_groups,
                       m_eventWatch, [this] { noteEvents(); }});

    // Wrapped like the cluster's own, so that faults of their links act both ways.
    const auto makeHost = [&](std::int32_t number) {
        return &m_cluster->faultTable().wrap(
            m_world.addHost({NodeId::outside(number), fmt::format("clients-{}", number)}));
    };
    for (const std::int32_t number : kClientHosts)
        m_clientHosts.push_back(makeHost(number));
    world::Host& audit = *makeHost(kAuditorHost);
    m_auditor = std::make_unique<Auditor>(*m_context, audit, endpoints);
    m_impostor = std::make_unique<Impostor>(*m_context, m_findings, audit, endpoints);
    std::vector<world::Endpoint> servers;
    std::string server;
    for (std::istringstream all(m_cluster->ensembleConnect()); std::getline(all, server, ',');)
        servers.push_back(endpointOf(server));
    m_znodeAudit = std::make_unique<ZnodeAudit>(m_findings, audit, std::move(servers));
    m_admin = std::make_unique<client::Admin>(audit, m_journal, audit.node(), endpoints);
    for (const std::string& topic : m_plan.topics)
        createTopic(topic);
    await([this] { return m_adminBusy.empty(); }, kTopicsLimit, [this](bool) { makeWorkers(); });
}

void Run::makeWorkers()
{
    lookAtPicture();
    std::int32_t number = kFirstClient;
    std::vector<NodeId> nodes{NodeId::outside(kAuditorHost)};
    const auto nextHost = [&]() -> world::Host& {
        nodes.push_back(NodeId::client(number));
        return *m_clientHosts[static_cast<std::size_t>(number++) % m_clientHosts.size()];
    };
    for (const ProducerPlan& plan : m_plan.producers) {
        world::Host& host = nextHost();
        m_producers.push_back(std::make_unique<ProducerDriver>(*m_context, plan, host, number - 1));
    }
    for (const GroupPlan& plan : m_plan.groups)
        for (std::int32_t i = 0; i < plan.members; ++i) {
            world::Host& host = nextHost();
            m_members.push_back(std::make_unique<MemberDriver>(*m_context, plan, host, number - 1));
        }
    m_faults = std::make_unique<FaultDriver>(m_world, *m_cluster, m_plan, nodes);
    work();
}

/// One operation, and what follows from the last.
void Run::work()
{
    if (m_operated > 0)
        watch();
    if (m_operated == m_options.operations)
        return heal();
    ++m_operated;
    operate();
    m_due = m_world.now() + drawPause();
}

void Run::operate()
{
    if (!m_victims.empty()) {
        const BrokerId victim = m_victims.front();
        m_victims.erase(m_victims.begin());
        const bool isLast = m_isFalling && m_victims.empty();
        m_isFalling = !m_victims.empty();
        return m_faults->losePower(victim, isLast && m_random.chance(1, 2), m_random);
    }
    const std::uint64_t kind = m_random.below(100);
    if (kind < 62)
        produce();
    else if (kind < 78)
        m_faults->strike(controller(), m_random);
    else if (kind < 85)
        churnMembers();
    else if (kind < 87)
        m_producers[m_random.below(m_producers.size())]->crash();
    else if (kind < 94)
        administer();
    else if (kind < 95)
        depose();
    else
        m_auditor->askOffsets(m_plan.groups[m_random.below(m_plan.groups.size())].name, false);
}

void Run::produce()
{
    ProducerDriver& producer = *m_producers[m_random.below(m_producers.size())];
    const std::string& topic = m_plan.topics[m_random.below(m_plan.topics.size())];
    const auto count = static_cast<std::int32_t>(m_random.between(1, 8));
    const std::size_t size = m_random.chance(1, 4) ? 400 : 0;
    if (m_plan.isSynced && m_plan.hasPowerLosses && m_random.chance(1, 7))
        chooseVictims({topic, 0});
    producer.send(topic, count, size, m_random);
}

/// The leader, or all that are in sync: then a follower has a slow disk and falls last.
void Run::chooseVictims(const TopicPartition& partition)
{
    const observe::PartitionPart* part = find(partition);
    if (!part || part->leader == kNoBroker)
        return;
    m_victims = {part->leader};
    if (part->isr.size() < 2 || m_random.chance(1, 3))
        return;
    for (const BrokerId member : part->isr) {
        if (member != part->leader)
            m_victims.push_back(member);
    }
    if (m_victims.size() < 2)
        return; // an ISR that names its leader twice: the picture's watch tells of it
    std::swap(m_victims.back(), m_victims[1 + m_random.below(m_victims.size() - 1)]);
    m_faults->slowDisk(m_victims.back(), kSlowWrite);
}

void Run::churnMembers()
{
    MemberDriver& member = *m_members[m_random.below(m_members.size())];
    const std::uint64_t kind = m_random.below(4);
    if (!member.isRunning())
        member.start();
    else if (kind < 2)
        member.stop(kind == 0);
    else
        member.stall(fromMs(m_random.between(100, 8000)));
}

Duration Run::drawPause()
{
    if (m_isFalling)
        return Duration(m_random.between(1000, 2'000'000));
    // After the slow one has written and before it has synced.
    if (m_victims.size() > 1)
        return kSlowWrite + 2ms + Duration(m_random.between(0, 2 * m_plan.syncLatency.count()));
    // Around the sync of what was sent.
    if (!m_victims.empty())
        return 1ms + Duration(m_random.between(0, 2 * m_plan.syncLatency.count()));
    switch (m_random.below(8)) {
    case 0:
        return fromMs(m_random.between(100, 800));
    case 1:
        return Duration(m_random.between(10'000, 2'000'000));
    default:
        return fromMs(m_random.between(5, 120));
    }
}

BrokerId Run::controller() const { return m_picture ? m_picture->controller.broker : kNoBroker; }

} // namespace hw::simulate
