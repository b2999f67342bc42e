#include "engine/inspect/lookup.h"

#include <algorithm>

#include <functional>

#include "engine/log/header_scan.h"
#include "engine/log/segment_search.h"
#include "engine/protocol/record_batch.h"

namespace hw::inspect {

using namespace observe;
using Kind = LookupStep::Kind;

namespace {

constexpr std::size_t kKeptForTheEnd = 16;

class Search
{
public:
    explicit Search(LogReader& reader)
        : m_reader(reader)
    {
    }

    Result<LookupPlay> byOffset(Offset target);
    Result<LookupPlay> byTime(std::int64_t target, Offset logStart);

private:
    void step(LookupStep step);
    Result<std::uint32_t> probeIndex(std::size_t segment, Offset target);
    Result<Offset> probeTimes(std::size_t segment, std::int64_t target);
    /// A step for each entry that was looked at; `add` puts in what the kind of entry has besides.
    template <class Probes, class Add>
    void tellProbes(Kind kind, Offset base, const Probes& probes, Add add);
    /// Whether the search is over: it is at the batch of which `isHere` is true.
    Result<bool> scanFrom(std::size_t segment, std::uint32_t position,
                          const std::function<Result<bool>(const log::PlacedBatch&)>& isHere);
    Result<bool> scanForOffset(std::size_t segment, Offset target);
    Result<bool> scanForTime(std::size_t segment, std::int64_t target, Offset logStart);
    Result<bool> searchRecords(std::size_t segment, const log::PlacedBatch& batch,
                               const std::function<bool(const protocol::RecordView&)>& isIt,
                               bool isStep);
    Result<std::optional<log::PlacedBatch>> scanStep(std::size_t segment, log::HeaderScan& scan);
    void notFound() { step(LookupStep{}); }
    void found(std::size_t segment, std::uint64_t position);

    LogReader& m_reader;
    LookupPlay m_play;
};

void Search::step(LookupStep step)
{
    m_play.bytesRead += step.bytes;
    if (step.kind == Kind::ScanBatch && m_play.steps.size() >= kMaxSteps - kKeptForTheEnd)
        ++m_play.stepsLeftOut;
    else
        m_play.steps.push_back(step);
}

template <class Probes, class Add>
void Search::tellProbes(Kind kind, Offset base, const Probes& probes, Add add)
{
    for (const auto& probe : probes) {
        LookupStep s{kind, base, probe.number, probe.entry.offset};
        s.bytes = probe.bytesRead;
        add(s, probe.entry);
        step(s);
    }
}

Result<std::uint32_t> Search::probeIndex(std::size_t segment, Offset target)
{
    const Offset base = m_reader.segments()[segment].base;
    const auto index = m_reader.index(segment);
    if (!index)
        return tl::unexpected(index.error());
    std::vector<log::OffsetIndex::Probe> probes;
    const auto entry = (*index)->lookup(target, &probes);
    if (!entry)
        return tl::unexpected(entry.error());
    tellProbes(Kind::ProbeIndex, base, probes, [target](LookupStep& s, const auto& probed) {
        s.position = probed.position;
        s.goesRight = probed.offset <= target;
    });
    LookupStep s{Kind::ChooseIndex, base, 0, entry->offset};
    s.position = entry->position;
    step(s);
    return entry->position;
}

Result<Offset> Search::probeTimes(std::size_t segment, std::int64_t target)
{
    const Offset base = m_reader.segments()[segment].base;
    const auto index = m_reader.timeIndex(segment);
    if (!index)
        return tl::unexpected(index.error());
    std::vector<log::TimeIndex::Probe> probes;
    const auto entry = (*index)->lookup(target, &probes);
    if (!entry)
        return tl::unexpected(entry.error());
    tellProbes(Kind::ProbeTime, base, probes, [target](LookupStep& s, const auto& probed) {
        s.timestampMs = probed.timestampMs;
        s.goesRight = probed.timestampMs <= target;
    });
    LookupStep s{Kind::ChooseTime, base, 0, entry->offset};
    s.timestampMs = entry->timestampMs;
    step(s);
    return entry->offset;
}

/// The next header; tells it, or that nothing whole is there.
Result<std::optional<log::PlacedBatch>> Search::scanStep(std::size_t segment, log::HeaderScan& scan)
{
    const LogReader::Segment& in = m_reader.segments()[segment];
    const std::uint32_t before = scan.bytesRead();
    const auto batch = scan.next();
    if (!batch)
        return batch;
    LookupStep s{Kind::ScanBatch, in.base};
    s.bytes = scan.bytesRead() - before;
    s.position = scan.position();
    if (*batch) {
        s.offset = (*batch)->header.baseOffset;
        s.lastOffset = (*batch)->header.lastOffset();
        s.position = (*batch)->position;
        s.timestampMs = (*batch)->header.maxTimestamp.ms();
        step(s);
    } else if (scan.position() != in.bytes) {
        s.kind = Kind::Broken;
        step(s);
    }
    return batch;
}

void Search::found(std::size_t segment, std::uint64_t position)
{
    const Offset base = m_reader.segments()[segment].base;
    m_play.isFound = true;
    m_play.place.segment = base;
    m_play.place.position = position;
    LookupStep s{Kind::Found, base, 0, m_play.offset};
    s.position = position;
    step(s);
}

/// Goes over a batch's records to the first that `isIt`. One that cannot be taken apart counts as a
/// whole.
Result<bool> Search::searchRecords(std::size_t segment, const log::PlacedBatch& batch,
                                   const std::function<bool(const protocol::RecordView&)>& isIt,
                                   bool isStep)
{
    const auto file = m_reader.log(segment);
    if (!file)
        return tl::unexpected(file.error());
    Bytes bytes(batch.header.size()); // lies wholly in the file: the scan saw to it
    const auto got = (*file)->readAt(batch.position, bytes);
    if (!got)
        return tl::unexpected(got.error());
    bytes.resize(*got);
    if (isStep) {
        LookupStep s{Kind::ScanRecord, m_reader.segments()[segment].base};
        s.offset = batch.header.baseOffset;
        s.lastOffset = batch.header.lastOffset();
        s.position = batch.position;
        s.bytes = static_cast<std::uint32_t>(bytes.size());
        step(s);
    }
    m_play.place.record = 0;
    m_play.offset = batch.header.baseOffset;
    if (bytes.size() != batch.header.size())
        return true;
    auto records = protocol::RecordReader::open({batch.header, Slice(std::move(bytes))});
    if (!records)
        return true;
    for (std::int32_t n = 0;; ++n) {
        const auto record = records->next();
        if (!record)
            return true;
        if (!*record)
            return false;
        if (isIt(**record)) {
            m_play.place.record = n;
            m_play.offset = (*record)->offset;
            return true;
        }
    }
}

Result<bool> Search::scanFrom(std::size_t segment, std::uint32_t position,
                              const std::function<Result<bool>(const log::PlacedBatch&)>& isHere)
{
    const auto file = m_reader.log(segment);
    if (!file)
        return tl::unexpected(file.error());
    const std::uint32_t end = m_reader.segments()[segment].bytes;
    log::HeaderScan scan(**file, position, end);
    for (;;) {
        const auto batch = scanStep(segment, scan);
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            return scan.position() != end; // broken; else a gap: the next segment goes on
        const auto here = isHere(**batch);
        if (!here)
            return here;
        if (!*here)
            continue;
        found(segment, (*batch)->position);
        return true;
    }
}

Result<bool> Search::scanForOffset(std::size_t segment, Offset target)
{
    const auto position = probeIndex(segment, target);
    if (!position)
        return tl::unexpected(position.error());
    return scanFrom(segment, *position, [&](const log::PlacedBatch& batch) -> Result<bool> {
        if (batch.header.lastOffset() < target)
            return false;
        // Which record of the batch it is, is the client's to find: not counted.
        const auto isIt = [target](const protocol::RecordView& r) { return r.offset >= target; };
        const auto searched = searchRecords(segment, batch, isIt, false);
        return searched ? Result<bool>(true) : searched;
    });
}

Result<LookupPlay> Search::byOffset(Offset target)
{
    m_play.target = target.value();
    const auto& segments = m_reader.segments();
    if (segments.empty() || target < segments.front().base) {
        notFound();
        return std::move(m_play);
    }
    std::size_t i = log::segmentHolding(target, segments.size(), [&](std::size_t n) {
        LookupStep s{Kind::CompareName, segments[n].base};
        s.goesRight = segments[n].base <= target;
        step(s);
        return segments[n].base;
    });
    for (; i < segments.size(); ++i) {
        step({Kind::ChooseSegment, segments[i].base});
        const auto isOver = scanForOffset(i, target);
        if (!isOver)
            return tl::unexpected(isOver.error());
        if (*isOver)
            return std::move(m_play);
    }
    notFound();
    return std::move(m_play);
}

Result<bool> Search::scanForTime(std::size_t segment, std::int64_t target, Offset logStart)
{
    const auto time = probeTimes(segment, target);
    if (!time)
        return tl::unexpected(time.error());
    const auto position = probeIndex(segment, std::max(*time, logStart));
    if (!position)
        return tl::unexpected(position.error());
    return scanFrom(segment, *position, [&](const log::PlacedBatch& batch) -> Result<bool> {
        if (batch.header.maxTimestamp.ms() < target || batch.header.lastOffset() < logStart)
            return false;
        const auto isIt = [target, logStart](const protocol::RecordView& record) {
            return record.timestamp.ms() >= target && record.offset >= logStart;
        };
        return searchRecords(segment, batch, isIt, true);
    });
}

Result<LookupPlay> Search::byTime(std::int64_t target, Offset logStart)
{
    m_play.isByTime = true;
    m_play.target = target;
    const auto& segments = m_reader.segments();
    const std::size_t first =
        segments.empty() ? 0 : log::segmentHolding(logStart, segments.size(), [&](std::size_t n) {
            return segments[n].base;
        });
    for (std::size_t i = first; i < segments.size(); ++i) {
        const auto largest = m_reader.largestTimestamp(i);
        if (!largest)
            return tl::unexpected(largest.error());
        LookupStep s{*largest < target ? Kind::SkipSegment : Kind::ChooseSegment, segments[i].base};
        s.timestampMs = *largest;
        step(s);
        if (*largest < target)
            continue;
        const auto isOver = scanForTime(i, target, logStart);
        if (!isOver)
            return tl::unexpected(isOver.error());
        if (*isOver)
            return std::move(m_play);
    }
    notFound();
    return std::move(m_play);
}

} // namespace

Result<LookupPlay> lookUpOffset(LogReader& reader, Offset target)
{
    return Search(reader).byOffset(target);
}

Result<LookupPlay> lookUpTime(LogReader& reader, std::int64_t target, Offset logStart)
{
    return Search(reader).byTime(target, logStart);
}

} // namespace hw::inspect
