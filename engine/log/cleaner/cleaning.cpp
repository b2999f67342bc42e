#include "engine/log/cleaner/cleaning.h"

#include <algorithm>

#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

using protocol::Batch;

namespace {

/// Kept batches are written together, about so many bytes at once.
constexpr std::size_t kWriteBytes = 256 << 10;

/// Records of a compressed batch take more time than its bytes tell.
std::uint64_t costOf(const Batch& batch)
{
    constexpr std::uint64_t kUnpacked = 4;
    const bool isPlain = batch.header.compression() == protocol::Compression::None;
    return batch.bytes.size() * (isPlain ? 1 : kUnpacked);
}

void spend(std::uint64_t& budget, std::uint64_t cost) { budget -= std::min(budget, cost); }

} // namespace

/// How far the first pass is.
struct Cleaning::Mapping
{
    std::size_t segment = 0;
    std::optional<SegmentScan> scan;
    CleanedTransactions transactions;
};

/// The group at hand.
struct Cleaning::Rewriting
{
    SegmentGroup group;
    std::size_t segment = 0;
    std::optional<SegmentScan> scan;
    std::unique_ptr<Segment> cleaned;
    Bytes out;                                    ///< kept, not written yet
    std::vector<IncomingBatch> batches;           ///< those in `out`
    std::unique_ptr<PooledFile> transactionIndex; ///< none if it would be empty
};

Cleaning::Cleaning(const Spec& spec)
    : m_spec(spec)
    , m_partition(spec.log.log->partition())
    , m_logIsAlive(spec.log.log->alive())
    , m_cutVersion(spec.log.log->cutVersion())
    , m_disk(spec.log.log->disk())
    , m_map(spec.mapBytes,
            static_cast<std::uint64_t>(spec.log.firstUncleanable - spec.log.firstDirty))
{
    m_report.firstDirty = spec.log.firstDirty;
}

Cleaning::~Cleaning() = default;

bool Cleaning::isStillPossible() const
{
    return *m_logIsAlive && log().cutVersion() == m_cutVersion;
}

Result<Cleaning::Step> Cleaning::step(std::uint64_t byteBudget)
{
    HW_ASSERT(isStillPossible(), "a log that was cut is not cleaned further");
    if (!m_hasBegun) {
        m_hasBegun = true;
        if (auto begun = beginMapping(); !begun)
            return tl::unexpected(begun.error());
    }
    while (byteBudget > 0) {
        Result<void> done;
        if (m_mapping) {
            done = mapOn(byteBudget);
        } else if (m_group + 1 >= m_groupBases.size()) {
            m_report.records = m_filter->counts();
            return Step::Done;
        } else if (!m_rewriting) {
            done = beginGroup();
        } else if (m_rewriting->segment < m_rewriting->group.end) {
            done = rewriteOn(byteBudget);
        } else {
            if (auto ended = endGroup(); !ended)
                return tl::unexpected(ended.error());
            return Step::Sync;
        }
        if (!done)
            return tl::unexpected(done.error());
    }
    return Step::More;
}

// --- first pass ---

/// All of them: the marker of a transaction may lie in a later segment than its data.
Result<void> Cleaning::readAborted()
{
    for (const auto& segment : log().segmentFiles()) {
        const std::string path =
            log().directory() + "/" + segmentFileName(segment->base(), kTransactionIndexSuffix);
        if (!m_disk.exists(path))
            continue;
        const auto bytes = world::readAll(m_disk, path);
        if (!bytes)
            return tl::unexpected(bytes.error());
        const auto entries = parseTransactionIndex(*bytes);
        if (!entries)
            return fail(entries.error().kind, path + ": " + entries.error().message);
        m_aborted.insert(m_aborted.end(), entries->begin(), entries->end());
    }
    return {};
}

Result<void> Cleaning::beginMapping()
{
    if (auto read = readAborted(); !read)
        return read;
    m_mapping = std::make_unique<Mapping>();
    std::vector<AbortedTransaction> dirty;
    std::ranges::copy_if(m_aborted, std::back_inserter(dirty), [this](const auto& transaction) {
        return transaction.last >= m_spec.log.firstDirty;
    });
    m_mapping->transactions.addAborted(dirty);
    m_transactions.addAborted(m_aborted);
    const auto& segments = log().segmentFiles();
    while (m_mapping->segment + 1 < segments.size() &&
           segments[m_mapping->segment + 1]->base() <= m_spec.log.firstDirty)
        ++m_mapping->segment;
    return {};
}

/// One segment at most.
Result<void> Cleaning::mapOn(std::uint64_t& byteBudget)
{
    const auto& segments = log().segmentFiles();
    Segment& segment = *segments[m_mapping->segment];
    if (segment.base() >= m_spec.log.firstUncleanable) {
        endMapping();
        return {};
    }
    if (!m_mapping->scan) {
        const auto first = segment.find(m_spec.log.firstDirty);
        if (!first)
            return tl::unexpected(first.error());
        m_mapping->scan.emplace(segment, *first ? (*first)->position : segment.bytes());
    }
    while (byteBudget > 0) {
        const auto batch = m_mapping->scan->next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch) {
            // Offsets that are missing at the segment's end are clean too.
            m_map.setLatest(segments[m_mapping->segment + 1]->base() - 1);
            ++m_mapping->segment;
            m_mapping->scan.reset();
            return {};
        }
        spend(byteBudget, costOf(**batch));
        const auto isFull = mapBatch(**batch);
        if (!isFull)
            return tl::unexpected(isFull.error());
        if (*isFull) {
            endMapping();
            return {};
        }
    }
    return {};
}

/// Returns whether the map is full: nothing behind the last key is mapped then.
Result<bool> Cleaning::mapBatch(const Batch& batch)
{
    CleanedTransactions& transactions = m_mapping->transactions;
    const Offset from = m_spec.log.firstDirty;
    if (batch.header.isControl()) {
        const bool isEmpty = batch.header.recordCount == 0;
        const auto marker = isEmpty ? std::nullopt : protocol::parseControlMarker(batch);
        if (!marker)
            return tl::unexpected(marker.error());
        transactions.onControl(batch.header, *marker, !isEmpty && !*marker);
    } else if (!transactions.onData(batch.header)) {
        auto records = openRecords(batch);
        if (!records)
            return tl::unexpected(records.error());
        for (;;) {
            const auto record = records->next();
            if (!record)
                return tl::unexpected(record.error());
            if (!*record)
                break;
            if (!(*record)->key || (*record)->offset < from)
                continue;
            if (m_map.isFull())
                return true;
            m_map.put(*(*record)->key, (*record)->offset);
        }
    }
    if (batch.header.lastOffset() >= from)
        m_map.setLatest(batch.header.lastOffset());
    return false;
}

void Cleaning::endMapping()
{
    m_mapping.reset();
    m_report.end = m_map.latest() + 1;
    m_report.keys = m_map.size();
    m_filter = std::make_unique<BatchFilter>(
        m_map, m_transactions,
        FilterTerms{m_spec.now, log().config().deleteRetention, m_spec.log.firstUncleanable,
                    [this](const protocol::BatchHeader& batch) {
                        return log().producers().isLastOfItsProducer(batch);
                    }});
    const auto& segments = log().segmentFiles();
    for (const SegmentGroup& group :
         groupSegments(log(), m_report.end, m_spec.log.firstUncleanable)) {
        if (m_groupBases.empty())
            m_groupBases.push_back(segments[group.begin]->base());
        m_groupBases.push_back(segments[group.end]->base());
    }
}

// --- second pass ---

Result<void> Cleaning::beginGroup()
{
    const auto& segments = log().segmentFiles();
    const auto indexOf = [&](Offset base) {
        return static_cast<std::size_t>(
            std::ranges::lower_bound(segments, base, {},
                                     [](const auto& segment) { return segment->base(); }) -
            segments.begin());
    };
    m_rewriting = std::make_unique<Rewriting>();
    m_rewriting->group = {indexOf(m_groupBases[m_group]), indexOf(m_groupBases[m_group + 1])};
    m_rewriting->segment = m_rewriting->group.begin;
    m_rewriting->cleaned = log().newCleanedSegment(m_groupBases[m_group]);
    return m_rewriting->cleaned->create(segments[m_rewriting->group.end - 1]->created());
}

/// One segment at most.
Result<void> Cleaning::rewriteOn(std::uint64_t& byteBudget)
{
    Rewriting& state = *m_rewriting;
    Segment& segment = *log().segmentFiles()[state.segment];
    if (!state.scan)
        state.scan.emplace(segment, 0);
    while (byteBudget > 0) {
        const auto batch = state.scan->next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch) {
            m_report.bytesBefore += segment.bytes();
            ++m_report.segmentsBefore;
            ++state.segment;
            state.scan.reset();
            return writeOut();
        }
        spend(byteBudget, costOf(**batch));
        const auto left = m_filter->filter(**batch);
        if (!left)
            return tl::unexpected(left.error());
        if (!*left)
            continue;
        const ByteView kept = (*left)->bytes.view();
        state.out.insert(state.out.end(), kept.begin(), kept.end());
        state.batches.push_back({(*left)->header, 0, {}});
        if (state.out.size() < kWriteBytes)
            continue;
        if (auto written = writeOut(); !written)
            return written;
    }
    return {};
}

Result<void> Cleaning::writeOut()
{
    Rewriting& state = *m_rewriting;
    if (state.batches.empty())
        return {};
    const Slice bytes(std::move(state.out));
    state.out = {};
    const auto batches = std::exchange(state.batches, {});
    return state.cleaned->append(Pieces(bytes), batches);
}

Result<void> Cleaning::endGroup()
{
    Rewriting& state = *m_rewriting;
    if (auto sealed = state.cleaned->seal(); !sealed)
        return sealed;
    m_report.bytesAfter += state.cleaned->bytes();
    ++m_report.segmentsAfter;
    const std::vector<AbortedTransaction> aborted = m_transactions.takeKept();
    if (aborted.empty())
        return {};
    state.transactionIndex = log().newCleanedFile(m_groupBases[m_group], kTransactionIndexSuffix);
    auto file = state.transactionIndex->open(world::OpenMode::Truncate);
    return file ? (*file)->writeAt(0, transactionIndexBytes(aborted))
                : tl::unexpected(file.error());
}

namespace {

/// Joins the syncs of several files.
struct Syncs
{
    std::size_t pending = 0;
    Result<void> result;
    world::SyncDone done;

    void oneEnded(Result<void> synced)
    {
        if (!synced && result)
            result = std::move(synced);
        if (--pending == 0)
            done(std::move(result));
    }
};

} // namespace

void Cleaning::sync(world::SyncDone done)
{
    auto syncs = std::make_shared<Syncs>();
    syncs->done = std::move(done);
    std::vector<PooledFile*> files = m_rewriting->cleaned->filesToSync();
    if (m_rewriting->transactionIndex)
        files.push_back(m_rewriting->transactionIndex.get());
    syncs->pending = files.size() + 1;
    for (PooledFile* pooled : files) {
        auto file = pooled->open();
        if (!file) {
            syncs->result = tl::unexpected(file.error());
            --syncs->pending;
            continue;
        }
        (*file)->sync(
            [syncs, kept = *file](Result<void> synced) { syncs->oneEnded(std::move(synced)); });
    }
    m_disk.syncDirectory(log().directory(),
                         [syncs](Result<void> synced) { syncs->oneEnded(std::move(synced)); });
}

Offset Cleaning::groupEnd() const { return m_groupBases[m_group + 1]; }

Result<void> Cleaning::swap()
{
    HW_ASSERT(isStillPossible(), "a log that was cut keeps its segments");
    const bool hasTransactions = m_rewriting->transactionIndex != nullptr;
    m_rewriting->transactionIndex.reset();
    auto replaced =
        log().replaceSegments(std::move(m_rewriting->cleaned), groupEnd(), hasTransactions);
    m_rewriting.reset();
    ++m_group;
    m_cutVersion = log().cutVersion();
    return replaced;
}

void Cleaning::abandon()
{
    if (!m_rewriting || !m_rewriting->cleaned)
        return;
    // What cannot be removed now goes when the log is opened the next time.
    (void)m_rewriting->cleaned->removeFiles();
    if (m_rewriting->transactionIndex) {
        m_rewriting->transactionIndex->close();
        (void)m_disk.remove(m_rewriting->transactionIndex->path());
    }
    m_rewriting.reset();
}

} // namespace hw::log
