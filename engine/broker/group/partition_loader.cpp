#include "engine/broker/group/partition_loader.h"

#include <algorithm>

#include "engine/broker/group/offsets_records.h"

namespace hw::group {

namespace {

/// Decoding so many bytes of small records stays well under a loop's 5 ms per task.
constexpr std::uint32_t kSliceBytesMax = 256 * 1024;
constexpr Duration kRetryAfter = 1s;

std::optional<Bytes> copyOf(std::optional<ByteView> view)
{
    if (!view)
        return std::nullopt;
    return Bytes(view->begin(), view->end());
}

} // namespace

PartitionLoader::PartitionLoader(Setting& setting, TopicPartition from,
                                 UniqueFunction<void(Contents)> done)
    : m_setting(setting)
    , m_from(std::move(from))
    , m_done(std::move(done))
    , m_timer(setting.loop)
{
    m_timer.start(0ms, [this] { readSlice(); });
}

void PartitionLoader::readSlice()
{
    const auto bounds = m_setting.port.leads(m_from);
    if (!bounds)
        return retryLater();
    if (!m_next)
        m_next = bounds->logStart;

    const auto limit =
        std::min(static_cast<std::uint32_t>(std::max(m_setting.config.offsetsLoadBufferSize, 1)),
                 kSliceBytesMax);
    Slice bytes;
    if (*m_next < bounds->logEnd) {
        Result<Slice> read = m_setting.port.read(m_from, *m_next, bounds->logEnd, limit);
        if (!read)
            return retryLater();
        bytes = std::move(*read);
    }
    if (bytes.empty()) {
        UniqueFunction<void(Contents)> done = std::move(m_done);
        return done(std::move(m_contents));
    }

    protocol::BatchWalker walker(std::move(bytes));
    for (auto batch = walker.next();; batch = walker.next()) {
        if (!batch)
            return retryLater();
        if (!*batch)
            break;
        // A record that cannot be read must not keep a whole partition of groups from its clients.
        static_cast<void>(take(**batch));
        m_next = (*batch)->header.nextOffset();
    }
    m_timer.start(0ms, [this] { readSlice(); });
}

void PartitionLoader::retryLater()
{
    m_timer.start(kRetryAfter, [this] { readSlice(); });
}

Result<void> PartitionLoader::take(const protocol::Batch& batch)
{
    if (batch.header.isControl()) {
        takeMarker(batch);
        return {};
    }
    auto reader = protocol::RecordReader::open(batch);
    if (!reader)
        return tl::unexpected(reader.error());
    for (;;) {
        const auto record = reader->next();
        if (!record)
            return tl::unexpected(record.error());
        if (!*record)
            return {};
        const protocol::RecordView& view = **record;
        if (!view.key)
            continue;
        if (batch.header.isTransactional()) {
            m_open[batch.header.producerId].push_back(
                {view.offset, Bytes(view.key->begin(), view.key->end()), copyOf(view.value)});
        } else {
            static_cast<void>(apply(view.offset, *view.key, view.value));
        }
    }
}

void PartitionLoader::takeMarker(const protocol::Batch& batch)
{
    const auto marker = protocol::parseControlMarker(batch);
    auto open = m_open.extract(batch.header.producerId);
    if (open.empty() || !marker || !*marker || !(*marker)->commit)
        return;
    for (const Entry& entry : open.mapped()) {
        const auto value = entry.value ? std::optional<ByteView>(*entry.value) : std::nullopt;
        static_cast<void>(apply(entry.at, entry.key, value));
    }
}

Result<void> PartitionLoader::apply(Offset at, ByteView keyBytes, std::optional<ByteView> bytes)
{
    const Result<RecordKey> key = decodeKey(keyBytes);
    if (!key)
        return tl::unexpected(key.error());
    if (const auto* group = std::get_if<GroupKey>(&*key)) {
        if (!bytes) {
            m_contents.groups.erase(group->group);
            return {};
        }
        auto value = decodeGroupValue(*bytes);
        if (!value)
            return tl::unexpected(value.error());
        m_contents.groups[group->group] = std::move(*value);
    }
    if (const auto* consumer = std::get_if<ConsumerKey>(&*key))
        return m_contents.consumers[consumer->group].apply(*consumer, bytes);
    if (const auto* offset = std::get_if<OffsetKey>(&*key)) {
        auto& stored = m_contents.offsets[offset->group];
        if (!bytes) {
            stored.erase(offset->partition);
            return {};
        }
        auto value = decodeOffsetValue(*bytes);
        if (!value)
            return tl::unexpected(value.error());
        StoredOffset& entry = stored[offset->partition];
        // A transaction's commit is applied late: an ordinary one after it has won already.
        if (entry.recordAt <= at)
            entry = {std::move(*value), at};
    }
    return {};
}

} // namespace hw::group
