#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/store/pack.h"
#include "engine/observe/snapshot.h"

/// Snapshots as what changed from one to the next.
///
/// Within a chunk each distinct part (a broker, a partition, the list of faults …) is written once
/// and numbered from 0; a picture is lists of such numbers, and a frame says which of them differ
/// from the frame before. The first frame of a chunk stands alone: before it all lists are empty.
///
///     frame:  head (differences), parts: count, each kind and bytes,
///             lists: how many; patches: count, each list, its size, count, each place and number
namespace hw::store {

/// What a numbered part is. Numbers are the file's: never change them.
enum class PartKind : std::uint8_t
{
    Names = 0,
    Controller = 1,
    Ensemble = 2,
    Outside = 3,
    Faults = 4,
    Lost = 5,
    Checked = 6,
    Broken = 7,
    Broker = 8,
    Topic = 9, ///< without its partitions
    Group = 10,
    Producer = 11,
    Consumer = 12,
    Partition = 13,
};
inline constexpr std::size_t kSingleParts = 8; ///< those of which a snapshot has one
inline constexpr std::size_t kPartKinds = 14;

/// Which list is which; behind them one for each topic's partitions.
enum ListNumber : std::size_t
{
    kSingles,
    kBrokers,
    kTopics,
    kGroups,
    kProducers,
    kConsumers,
    kFixedLists
};
using NumberLists = std::vector<std::vector<std::uint32_t>>;

struct SnapshotNames
{
    std::string world;
    std::string preset;
    std::string clusterId;
};

/// What differs in every snapshot; as plain numbers, so that differences are short.
struct SnapshotHead
{
    std::uint64_t version = 0;
    std::int64_t at = 0;       ///< ns
    std::int64_t complete = 0; ///< ns
    std::int64_t wall = 0;     ///< ms
    std::int64_t zxid = 0;
    std::uint64_t acked = 0;
};

class PictureWriter
{
public:
    /// The next frame begins a chunk.
    void restart();
    /// Appends a frame. Whether the shape changed: what is in it, not only how it is; then slots
    /// may mean something else.
    bool add(const std::shared_ptr<const observe::Snapshot>& snapshot, Packer& to);

private:
    using Pointers = std::vector<std::vector<const void*>>;

    std::uint32_t number(PartKind kind, Bytes bytes);
    template <class T>
    void takeList(std::size_t list, PartKind kind,
                  const std::vector<std::shared_ptr<const T>>& parts);
    void takeSingles(const observe::Snapshot& snapshot);
    void takeTopics(const observe::Snapshot& snapshot);
    bool writePatches(Packer& to) const;

    std::shared_ptr<const observe::Snapshot> m_last; ///< keeps what m_pointers point to
    SnapshotHead m_head;
    Pointers m_pointers, m_nextPointers; ///< of the parts in m_lists
    NumberLists m_lists, m_nextLists;
    std::map<std::pair<PartKind, Bytes>, std::uint32_t> m_known; ///< of this chunk
    Packer m_fresh;                                              ///< parts that this frame brings
    std::uint32_t m_freshCount = 0;
};

} // namespace hw::store
