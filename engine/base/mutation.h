#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hw {

/// Rules that a mutation build can switch off one at a time, to see that the simulator's checkers
/// notice. Everywhere else asking costs nothing: `mutated` is false at compile time.
enum class Rule : std::uint8_t
{
    None,
    WatermarkWaitsForIsr,
    WatermarkWaitsForMinIsr,
    FollowerWatermarkWithinLog,
    AckWaitsForWatermark,
    MinIsrForAppend,
    FetchFencedByEpoch,
    ConsumerReadsBelowWatermark,
    DivergenceIsTold,
    TruncateByEpoch,
    FollowerAsksOnlyForSynced,
    LeaderCountsOnlySynced,
    IsrShrinksByLag,
    ExpandOnlyWhenCaughtUp,
    EpochRisesAtElection,
    ElectOnlyFromIsr,
    IsrNeverEmptied,
    ControllerEpochChecked,
    LeaderEpochChecked,
    AlterPartitionVersionChecked,
    AlterPartitionEpochChecked,
    ControllerWritesFenced,
    SessionExpiryEndsEphemerals,
    ZnodeWritesSynced,
    SequenceDeduplicated,
    SequenceGapsRefused,
    ProducerEpochFenced,
    ProducerStateRecovered,
    RecoveryCutsBadBatch,
    EpochsCutWithLog,
    TopicIdChecked,
    DeletedLogRemoved,
    CommitFencedByGeneration,
    HeartbeatFencedByGeneration,
    SyncFencedByGeneration,
    SessionTimeoutRemovesMember,
    CommitWaitsForReplicas,
    GenerationRises,
};

#ifdef HW_MUTATIONS
/// Set once, before anything runs.
inline Rule g_brokenRule = Rule::None;
inline bool mutated(Rule rule) { return g_brokenRule == rule; }
inline constexpr bool kHasMutations = true;
#else
constexpr bool mutated(Rule) { return false; }
inline constexpr bool kHasMutations = false;
#endif

} // namespace hw
