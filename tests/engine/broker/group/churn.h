#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/broker/group/group_bench.h"

namespace hw::test {

/// Consumers that come, go, fall silent and return at random, as real ones would, over a
/// coordinator whose log sometimes fails and whose partition sometimes moves. Checks on the way:
/// generations rise by one, and no partition has two owners in one generation.
class Churn
{
public:
    explicit Churn(std::uint64_t seed)
        : m_bench(seed)
        , m_random(seed * 7919 + 1)
    {
        m_bench.start();
    }

    void step()
    {
        const std::uint64_t dice = m_random.below(100);
        if (dice < 12 && m_members.size() < 8)
            m_members.push_back({});
        else if (dice < 16)
            leaveSomebody();
        else if (dice < 20)
            vanishSomebody();
        else if (dice < 22)
            moveCoordinator();
        else if (dice < 24)
            m_bench.port.error = ErrorCode::NotEnoughReplicas;
        else
            m_bench.port.error = ErrorCode::None;
        for (std::size_t i = 0; i < m_members.size(); ++i)
            act(m_members[i]);
        m_bench.run(m_random.chance(1, 8) ? Duration(m_random.between(1, 7000) * 1ms)
                                          : Duration(m_random.between(1, 800) * 1ms));
        collect();
    }
    /// Nobody comes or goes any more: the group must become stable with all who live.
    bool settles()
    {
        m_bench.port.error = ErrorCode::None;
        for (int i = 0; i < 300; ++i) {
            for (Member& member : m_members)
                act(member);
            m_bench.run(500ms);
            collect();
            if (isSettled())
                return true;
        }
        return false;
    }
    std::string broken; ///< the last rule that did not hold
    int generationsFormed = 0;

    GroupBench& bench() { return m_bench; }

private:
    struct Member
    {
        std::string id;
        Generation generation{-1};
        bool isLeader = false;
        bool synced = false;
        std::vector<std::string> others; ///< the leader's list
        Answer<group::JoinResult> join;
        Answer<group::SyncResult> sync;
    };

    static constexpr std::int32_t kPartitions = 5;

    void act(Member& member)
    {
        if (member.join || member.sync)
            return;
        if (member.generation < Generation{0}) {
            auto request = GroupBench::joinRequest(member.id);
            request.requireKnownMemberId = true;
            member.join = m_bench.join(std::move(request));
        } else if (!member.synced) {
            member.sync = m_bench.sync(member.id, member.generation,
                                       member.isLeader ? assign(member.others)
                                                       : std::map<std::string, Slice>());
        } else if (const ErrorCode error = m_bench.heartbeat(member.id, member.generation);
                   error != ErrorCode::None) {
            rejoin(member, error);
        }
    }

    void collect()
    {
        checkGenerations();
        for (Member& member : m_members) {
            if (member.join && *member.join)
                takeJoin(member);
            if (member.sync && *member.sync)
                takeSync(member);
        }
    }
    void takeJoin(Member& member)
    {
        const group::JoinResult result = **std::exchange(member.join, nullptr);
        if (result.error != ErrorCode::None) {
            rejoin(member, result.error);
            if (result.error == ErrorCode::MemberIdRequired)
                member.id = result.memberId;
            return;
        }
        member.id = result.memberId;
        member.generation = result.generation;
        member.isLeader = result.leader == member.id;
        member.synced = false;
        member.others.clear();
        for (const auto& other : result.members)
            member.others.push_back(other.memberId);
    }
    void takeSync(Member& member)
    {
        const group::SyncResult result = **std::exchange(member.sync, nullptr);
        if (result.error != ErrorCode::None)
            return rejoin(member, result.error);
        member.synced = true;
        for (const TopicPartition& partition : partitionsOf(result.assignment)) {
            auto& owner = m_owners[member.generation.value()][partition.partition];
            if (!owner.empty() && owner != member.id)
                broken = "two owners of " + partition.text();
            owner = member.id;
        }
    }
    void rejoin(Member& member, ErrorCode error)
    {
        if (error == ErrorCode::UnknownMemberId)
            member.id.clear();
        member.generation = Generation{-1};
        member.synced = false;
    }

    std::map<std::string, Slice> assign(const std::vector<std::string>& ids)
    {
        std::map<std::string, std::vector<std::int32_t>> parts;
        for (std::int32_t p = 0; p < kPartitions; ++p)
            parts[ids[static_cast<std::size_t>(p) % ids.size()]].push_back(p);
        std::map<std::string, Slice> assignments;
        for (auto& [id, list] : parts)
            assignments[id] = assignment("t", std::move(list));
        return assignments;
    }
    static std::vector<TopicPartition> partitionsOf(const Slice& bytes)
    {
        std::vector<TopicPartition> list;
        Reader reader(bytes);
        reader.i16();
        const auto message =
            protocol::ConsumerProtocolAssignment::decode(reader, protocol::ApiVersion{0});
        if (message) {
            for (const auto& topic : message->assignedPartitions)
                for (const std::int32_t p : topic.partitions)
                    list.push_back({topic.topic, p});
        }
        return list;
    }

    Member takeOut()
    {
        const std::size_t index = m_random.below(m_members.size());
        Member gone = std::move(m_members[index]);
        m_members.erase(m_members.begin() + static_cast<std::ptrdiff_t>(index));
        return gone;
    }
    void leaveSomebody()
    {
        if (m_members.empty())
            return;
        const Member gone = takeOut();
        if (!gone.id.empty())
            m_bench.leave(gone.id);
    }
    void vanishSomebody()
    {
        if (!m_members.empty())
            takeOut();
    }
    void moveCoordinator()
    {
        const std::int32_t partition = m_bench.coordinator->partitionFor("g");
        m_epoch = m_epoch + 1;
        m_bench.resign(partition, m_epoch);
        m_bench.run(Duration(m_random.between(0, 3000) * 1ms));
        collect();
        m_bench.elect(partition, m_epoch);
    }

    /// The generation rises by one when a rebalance ends (with members or without), else never.
    /// A coordinator that loads goes on from what was stored: a generation whose assignment was
    /// not written is formed again.
    void checkGenerations()
    {
        const auto& entries = m_bench.events.entries;
        for (; m_seen < entries.size(); ++m_seen) {
            const observe::Fact& fact = entries[m_seen].fact;
            if (std::holds_alternative<observe::fact::CoordinatorLoaded>(fact))
                m_last.reset();
            if (const auto* formed = std::get_if<observe::fact::GenerationFormed>(&fact)) {
                m_owners.erase(formed->generation.value());
                ++generationsFormed;
            }
            const auto* change = std::get_if<observe::fact::GroupStateChanged>(&fact);
            if (!change)
                continue;
            const std::int32_t now = change->generation.value();
            const bool ends = change->from == State::PreparingRebalance;
            if (m_last && now != *m_last + (ends ? 1 : 0))
                broken =
                    "generation " + std::to_string(now) + " follows " + std::to_string(*m_last);
            m_last = now;
        }
    }

    bool isSettled()
    {
        const auto described = m_bench.describe();
        if (m_members.empty())
            return described.members.empty();
        if (described.state != "Stable" || described.members.size() != m_members.size())
            return false;
        std::set<std::int32_t> owned;
        for (const auto& member : described.members) {
            for (const TopicPartition& p : partitionsOf(member.assignment)) {
                if (!owned.insert(p.partition).second)
                    broken = "two owners of " + p.text();
            }
        }
        return owned.size() == kPartitions &&
               std::ranges::all_of(m_members, [](const Member& m) { return m.synced; });
    }

    GroupBench m_bench;
    world::Random m_random;
    std::vector<Member> m_members;
    std::map<std::int32_t, std::map<std::int32_t, std::string>> m_owners;
    std::size_t m_seen = 0; ///< events already checked
    std::optional<std::int32_t> m_last;
    LeaderEpoch m_epoch{1};
};

} // namespace hw::test
