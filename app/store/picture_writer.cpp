#include "app/store/picture_writer.h"

namespace hw::store {

namespace {

template <class T> Bytes packed(const T& value)
{
    Packer packer;
    packer.put(value);
    return packer.take();
}

SnapshotHead headOf(const observe::Snapshot& snapshot)
{
    return {snapshot.version,
            snapshot.at.sinceStart().count(),
            snapshot.complete.sinceStart().count(),
            snapshot.wall.ms(),
            snapshot.zxid.value(),
            snapshot.acked};
}

void writeHead(const SnapshotHead& head, const SnapshotHead& last, Packer& to)
{
    to.signedNumber(static_cast<std::int64_t>(head.version - last.version));
    to.signedNumber(head.at - last.at);
    to.signedNumber(head.complete - last.complete);
    to.signedNumber(head.wall - last.wall);
    to.signedNumber(head.zxid - last.zxid);
    to.signedNumber(static_cast<std::int64_t>(head.acked - last.acked));
}

bool contains(const std::vector<const void*>& pointers, std::size_t i, const void* one)
{
    return i < pointers.size() && pointers[i] == one;
}

} // namespace

void PictureWriter::restart()
{
    m_last.reset();
    m_head = {};
    m_pointers.clear();
    m_lists.clear();
    m_known.clear();
}

std::uint32_t PictureWriter::number(PartKind kind, Bytes bytes)
{
    const auto next = static_cast<std::uint32_t>(m_known.size());
    const auto [at, isNew] = m_known.try_emplace({kind, std::move(bytes)}, next);
    if (isNew) {
        m_fresh.number(static_cast<std::uint64_t>(kind));
        m_fresh.part(at->first.second);
        ++m_freshCount;
    }
    return at->second;
}

template <class T>
void PictureWriter::takeList(std::size_t list, PartKind kind,
                             const std::vector<std::shared_ptr<const T>>& parts)
{
    static const std::vector<const void*> kNone;
    const auto& before = list < m_pointers.size() ? m_pointers[list] : kNone;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool same = contains(before, i, parts[i].get());
        m_nextPointers[list].push_back(parts[i].get());
        m_nextLists[list].push_back(same ? m_lists[list][i] : number(kind, packed(*parts[i])));
    }
}

void PictureWriter::takeSingles(const observe::Snapshot& snapshot)
{
    std::vector<std::uint32_t>& list = m_nextLists[kSingles];
    list.push_back(number(PartKind::Names, packed(SnapshotNames{snapshot.world, snapshot.preset,
                                                                snapshot.clusterId})));
    list.push_back(number(PartKind::Controller, packed(snapshot.controller)));
    list.push_back(number(PartKind::Ensemble, packed(snapshot.ensemble)));
    list.push_back(number(PartKind::Outside, packed(snapshot.outside)));
    list.push_back(number(PartKind::Faults, packed(snapshot.faults)));
    list.push_back(number(PartKind::Lost, packed(snapshot.lost)));
    list.push_back(number(PartKind::Checked, packed(snapshot.invariantsChecked)));
    list.push_back(number(PartKind::Broken, packed(snapshot.invariantsBroken)));
}

void PictureWriter::takeTopics(const observe::Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.topics.size(); ++i) {
        const observe::TopicPart& topic = *snapshot.topics[i];
        const std::size_t list = kFixedLists + i;
        m_nextPointers[kTopics].push_back(&topic);
        if (kTopics < m_pointers.size() && contains(m_pointers[kTopics], i, &topic)) {
            m_nextLists[kTopics].push_back(m_lists[kTopics][i]);
            m_nextLists[list] = m_lists[list];
            m_nextPointers[list] = m_pointers[list];
            continue;
        }
        const observe::TopicPart alone{topic.name, topic.id, topic.internal, topic.configs, {}};
        m_nextLists[kTopics].push_back(number(PartKind::Topic, packed(alone)));
        takeList(list, PartKind::Partition, topic.partitions);
    }
}

bool PictureWriter::writePatches(Packer& to) const
{
    Packer patches;
    std::uint64_t count = 0;
    bool shape = m_lists.size() != m_nextLists.size();
    for (std::size_t list = 0; list < m_nextLists.size(); ++list) {
        const std::vector<std::uint32_t> before =
            list < m_lists.size() ? m_lists[list] : std::vector<std::uint32_t>();
        const std::vector<std::uint32_t>& now = m_nextLists[list];
        if (before == now)
            continue;
        // A partition or a broker that changes keeps its place; the slots are in the others.
        shape = shape || before.size() != now.size() || (list >= kTopics && list < kFixedLists);
        Packer changes;
        std::uint64_t changed = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (i < before.size() && before[i] == now[i])
                continue;
            changes.number(i);
            changes.number(now[i]);
            ++changed;
        }
        patches.number(list);
        patches.number(now.size());
        patches.number(changed);
        patches.raw(changes.bytes());
        ++count;
    }
    to.number(m_nextLists.size());
    to.number(count);
    to.raw(patches.bytes());
    return shape;
}

bool PictureWriter::add(const std::shared_ptr<const observe::Snapshot>& snapshot, Packer& to)
{
    const std::size_t lists = kFixedLists + snapshot->topics.size();
    m_nextLists.assign(lists, {});
    m_nextPointers.assign(lists, {});
    m_freshCount = 0;
    takeSingles(*snapshot);
    takeList(kBrokers, PartKind::Broker, snapshot->brokers);
    takeTopics(*snapshot);
    takeList(kGroups, PartKind::Group, snapshot->groups);
    takeList(kProducers, PartKind::Producer, snapshot->producers);
    takeList(kConsumers, PartKind::Consumer, snapshot->consumers);

    const SnapshotHead head = headOf(*snapshot);
    writeHead(head, m_head, to);
    to.number(m_freshCount);
    to.raw(m_fresh.take());
    const bool shape = writePatches(to);
    m_head = head;
    m_lists.swap(m_nextLists);
    m_pointers.swap(m_nextPointers);
    m_last = snapshot;
    return shape;
}

} // namespace hw::store
