#include "app/store/picture_reader.h"

#include <algorithm>

namespace hw::store {

namespace {

/// Adds a difference in the way that may wrap.
std::int64_t moved(std::int64_t from, std::int64_t by)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) +
                                     static_cast<std::uint64_t>(by));
}

SnapshotHead readHead(Unpacker& from, const SnapshotHead& last)
{
    SnapshotHead head;
    head.version = last.version + static_cast<std::uint64_t>(from.signedNumber());
    head.at = moved(last.at, from.signedNumber());
    head.complete = moved(last.complete, from.signedNumber());
    head.wall = moved(last.wall, from.signedNumber());
    head.zxid = moved(last.zxid, from.signedNumber());
    head.acked = last.acked + static_cast<std::uint64_t>(from.signedNumber());
    return head;
}

} // namespace

bool PictureReader::resizeList(std::size_t list, std::size_t size)
{
    if (size > kEntriesLimit)
        return false;
    m_growth += size > m_sizes[list] ? size - m_sizes[list] : 0;
    m_entries += size - m_sizes[list];
    m_sizes[list] = size;
    return m_entries <= kEntriesLimit && m_growth <= kGrowthLimit;
}

bool PictureReader::resizeLists(std::size_t lists)
{
    if (lists < kFixedLists || lists > kListsLimit)
        return false;
    for (std::size_t list = lists; list < m_sizes.size(); ++list)
        m_entries -= m_sizes[list];
    m_growth += lists > m_sizes.size() ? lists - m_sizes.size() : 0;
    m_sizes.resize(lists);
    return m_growth <= kGrowthLimit;
}

bool PictureReader::readPatch(Unpacker& from, Frame& frame)
{
    Patch patch;
    patch.list = static_cast<std::size_t>(from.number());
    patch.size = static_cast<std::size_t>(from.number());
    const std::size_t changes = from.count(sizeof(patch.changes[0]));
    if (patch.list >= frame.lists || !resizeList(patch.list, patch.size))
        from.setFailed();
    patch.changes.reserve(from.ok() ? changes : 0);
    for (std::size_t i = 0; i < changes && from.ok(); ++i) {
        const std::uint64_t place = from.number();
        const std::uint64_t number = from.number();
        if (place >= patch.size || number >= m_parts.size())
            from.setFailed();
        patch.changes.emplace_back(static_cast<std::uint32_t>(place),
                                   static_cast<std::uint32_t>(number));
    }
    frame.patches.push_back(std::move(patch));
    return from.ok();
}

bool PictureReader::readFrame(Unpacker& from)
{
    Frame frame;
    frame.head = readHead(from, m_head);
    const std::size_t parts = from.count(sizeof(Part));
    for (std::size_t i = 0; i < parts && from.ok(); ++i) {
        const std::uint64_t kind = from.number();
        const ByteView bytes = from.part();
        if (kind >= kPartKinds)
            from.setFailed();
        m_parts.push_back({static_cast<PartKind>(kind), bytes, nullptr});
    }
    frame.lists = static_cast<std::size_t>(from.number());
    const std::size_t patches = from.count(sizeof(Patch));
    if (!resizeLists(frame.lists))
        from.setFailed();
    for (std::size_t i = 0; i < patches && from.ok(); ++i)
        readPatch(from, frame);
    const std::int64_t earliest = m_frames.empty() ? 0 : m_head.at;
    if (!from.ok() || frame.head.at < earliest || frame.head.at > kMostAt ||
        m_frames.size() >= kFramesLimit)
        return false;
    m_head = frame.head;
    m_frames.push_back(std::move(frame));
    return true;
}

bool PictureReader::addPage(Bytes bytes)
{
    m_pages.push_back(std::move(bytes)); // moving the list keeps the bytes where they are
    Unpacker from(m_pages.back(), m_kinds);
    while (!from.atEnd() && from.ok()) {
        if (!readFrame(from)) {
            m_isDamaged = true;
            return false;
        }
    }
    return from.ok();
}

std::optional<std::size_t> PictureReader::frameAt(Instant moment) const
{
    const auto after = std::ranges::upper_bound(m_frames, moment.sinceStart().count(), {},
                                                [](const Frame& frame) { return frame.head.at; });
    if (after == m_frames.begin())
        return std::nullopt;
    return static_cast<std::size_t>(after - m_frames.begin()) - 1;
}

void PictureReader::apply(const Frame& frame)
{
    m_lists.resize(frame.lists);
    for (const Patch& patch : frame.patches) {
        std::vector<std::uint32_t>& list = m_lists[patch.list];
        list.resize(patch.size);
        for (const auto& [place, number] : patch.changes)
            list[place] = number;
    }
}

void PictureReader::goTo(std::size_t frame)
{
    if (m_shown && *m_shown > frame) {
        m_shown.reset();
        m_lists.clear();
    }
    for (std::size_t next = m_shown ? *m_shown + 1 : 0; next <= frame; ++next)
        apply(m_frames[next]);
    m_shown = frame;
}

/// Before a part is read.
bool PictureReader::mayGoOn()
{
    const bool asks = m_goOn && ++m_partsRead % kPartsASlice == 0;
    if (asks && !m_wasStopped)
        m_wasStopped = !m_goOn(m_partsRead, m_parts.size());
    return !m_wasStopped;
}

template <class T> std::shared_ptr<const T> PictureReader::part(std::uint32_t number, PartKind kind)
{
    if (number >= m_parts.size() || m_parts[number].kind != kind) {
        m_isDamaged = true;
        return std::make_shared<const T>();
    }
    Part& part = m_parts[number];
    if (!part.read && !mayGoOn())
        return std::make_shared<const T>();
    if (!part.read) {
        auto made = std::make_shared<T>();
        Unpacker from(part.bytes, m_kinds, m_budget);
        from.get(*made);
        m_budget = from.budgetLeft();
        m_isDamaged = m_isDamaged || !from.ok();
        part.read = from.ok() ? std::move(made) : std::make_shared<T>();
    }
    return std::static_pointer_cast<const T>(part.read);
}

template <class T>
void PictureReader::fill(std::vector<std::shared_ptr<const T>>& parts, std::size_t list,
                         PartKind kind)
{
    parts.reserve(m_lists[list].size());
    for (const std::uint32_t number : m_lists[list])
        parts.push_back(part<T>(number, kind));
}

template <class T> void PictureReader::fillSingle(T& value, PartKind kind)
{
    const std::vector<std::uint32_t>& list = m_lists[kSingles];
    const auto place = static_cast<std::size_t>(kind);
    if (place < list.size())
        value = *part<T>(list[place], kind);
}

void PictureReader::fillSingles(observe::Snapshot& snapshot)
{
    SnapshotNames names;
    fillSingle(names, PartKind::Names);
    snapshot.world = std::move(names.world);
    snapshot.preset = std::move(names.preset);
    snapshot.clusterId = std::move(names.clusterId);
    fillSingle(snapshot.controller, PartKind::Controller);
    fillSingle(snapshot.ensemble, PartKind::Ensemble);
    fillSingle(snapshot.outside, PartKind::Outside);
    fillSingle(snapshot.faults, PartKind::Faults);
    fillSingle(snapshot.lost, PartKind::Lost);
    fillSingle(snapshot.invariantsChecked, PartKind::Checked);
    fillSingle(snapshot.invariantsBroken, PartKind::Broken);
}

void PictureReader::fillTopics(observe::Snapshot& snapshot)
{
    const std::vector<std::uint32_t>& topics = m_lists[kTopics];
    m_topics.resize(topics.size());
    for (std::size_t i = 0; i < topics.size(); ++i) {
        const std::size_t list = kFixedLists + i;
        static const std::vector<std::uint32_t> kNone;
        const auto& partitions = list < m_lists.size() ? m_lists[list] : kNone;
        MadeTopic& made = m_topics[i];
        if (!made.topic || made.number != topics[i] || made.partitions != partitions) {
            auto topic = std::make_shared<observe::TopicPart>(
                *part<observe::TopicPart>(topics[i], PartKind::Topic));
            topic->partitions.clear();
            if (list < m_lists.size())
                fill(topic->partitions, list, PartKind::Partition);
            made = {topics[i], partitions, std::move(topic)};
        }
        snapshot.topics.push_back(made.topic);
    }
}

std::shared_ptr<const observe::Snapshot> PictureReader::snapshot(std::size_t frame)
{
    HW_ASSERT(frame < m_frames.size(), "a frame that was read");
    goTo(frame);
    auto snapshot = std::make_shared<observe::Snapshot>();
    const SnapshotHead& head = m_frames[frame].head;
    snapshot->version = head.version;
    snapshot->at = Instant(Duration(head.at));
    snapshot->complete = Instant(Duration(head.complete));
    snapshot->wall = WallTime(head.wall);
    snapshot->zxid = Zxid(head.zxid);
    snapshot->acked = head.acked;
    fillSingles(*snapshot);
    fill(snapshot->brokers, kBrokers, PartKind::Broker);
    fillTopics(*snapshot);
    fill(snapshot->groups, kGroups, PartKind::Group);
    fill(snapshot->producers, kProducers, PartKind::Producer);
    fill(snapshot->consumers, kConsumers, PartKind::Consumer);
    return snapshot;
}

} // namespace hw::store
