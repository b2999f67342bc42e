#include "engine/simulate/rules.h"

namespace hw::simulate {

namespace {

constexpr RuleText kRules[] = {
    {Rule::WatermarkWaitsForIsr, "hw-waits-for-isr", "the HW follows the leader's log end alone"},
    {Rule::WatermarkWaitsForMinIsr, "hw-waits-for-min-isr",
     "the HW rises under min.insync.replicas"},
    {Rule::FollowerWatermarkWithinLog, "follower-hw-within-log",
     "a follower takes the leader's HW beyond its own log end"},
    {Rule::AckWaitsForWatermark, "ack-waits-for-hw", "acks=all is answered after the local append"},
    {Rule::MinIsrForAppend, "min-isr-for-append", "acks=all is taken under min.insync.replicas"},
    {Rule::FetchFencedByEpoch, "fetch-fenced-by-epoch", "fetches with another epoch are served"},
    {Rule::ConsumerReadsBelowWatermark, "consumer-below-hw", "consumers read up to the log end"},
    {Rule::DivergenceIsTold, "divergence-is-told", "leaders do not compare epochs on fetch"},
    {Rule::TruncateByEpoch, "truncate-by-epoch", "new followers cut to their HW (KIP-101)"},
    {Rule::FollowerAsksOnlyForSynced, "follower-syncs-first",
     "with flush.messages a follower claims what it has not synced"},
    {Rule::LeaderCountsOnlySynced, "leader-syncs-first",
     "with flush.messages a leader counts what it has not synced"},
    {Rule::IsrShrinksByLag, "isr-shrinks-by-lag", "followers that lag stay in the ISR"},
    {Rule::ExpandOnlyWhenCaughtUp, "isr-expands-when-caught-up",
     "followers join the ISR before they have caught up"},
    {Rule::EpochRisesAtElection, "epoch-rises", "elections keep the leader epoch"},
    {Rule::ElectOnlyFromIsr, "elect-only-from-isr", "unclean elections are made unasked"},
    {Rule::IsrNeverEmptied, "isr-never-emptied", "the last dead member leaves the ISR"},
    {Rule::ControllerEpochChecked, "controller-epoch-checked",
     "brokers obey controllers of older epochs"},
    {Rule::LeaderEpochChecked, "leader-epoch-checked", "brokers obey older LeaderAndIsr"},
    {Rule::AlterPartitionVersionChecked, "alter-partition-version",
     "ISR changes on an old partition epoch are taken"},
    {Rule::AlterPartitionEpochChecked, "alter-partition-epoch",
     "ISR changes by a leader of an old epoch are taken"},
    {Rule::ControllerWritesFenced, "controller-writes-fenced",
     "writes of older controllers succeed"},
    {Rule::SessionExpiryEndsEphemerals, "session-ends-ephemerals",
     "ephemeral nodes outlive their session"},
    {Rule::ZnodeWritesSynced, "znode-writes-synced", "znode writes are answered before the sync"},
    {Rule::SequenceDeduplicated, "sequence-deduplicated", "repeated batches are not recognised"},
    {Rule::SequenceGapsRefused, "sequence-gaps-refused", "gaps in sequences are taken"},
    {Rule::ProducerEpochFenced, "producer-epoch-fenced", "older producer epochs are taken"},
    {Rule::ProducerStateRecovered, "producer-state-recovered",
     "a broker that starts anew knows no producers"},
    {Rule::RecoveryCutsBadBatch, "recovery-cuts-bad-batch", "recovery keeps torn batches"},
    {Rule::EpochsCutWithLog, "epochs-cut-with-log", "the epoch cache outlives a truncation"},
    {Rule::TopicIdChecked, "topic-id-checked", "a replica of a deleted topic takes its successor"},
    {Rule::DeletedLogRemoved, "deleted-log-removed", "brokers keep replicas of deleted topics"},
    {Rule::CommitFencedByGeneration, "commit-fenced", "commits of older generations are taken"},
    {Rule::HeartbeatFencedByGeneration, "heartbeat-fenced", "members of older generations live on"},
    {Rule::SyncFencedByGeneration, "sync-fenced", "members of older generations get assignments"},
    {Rule::SessionTimeoutRemovesMember, "member-session-expires", "silent members stay for good"},
    {Rule::CommitWaitsForReplicas, "commit-waits-for-replicas",
     "group records are answered after the local append"},
    {Rule::GenerationRises, "generation-rises", "rebalances keep the generation"},
};

} // namespace

std::span<const RuleText> rules() { return kRules; }

std::optional<Rule> ruleNamed(std::string_view name)
{
    for (const RuleText& rule : kRules)
        if (rule.name == name)
            return rule.rule;
    return std::nullopt;
}

void breakRule([[maybe_unused]] Rule rule)
{
#ifdef HW_MUTATIONS
    g_brokenRule = rule;
#endif
}

} // namespace hw::simulate
