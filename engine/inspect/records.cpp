#include "engine/inspect/records.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "engine/inspect/batch_scan.h"
#include "engine/inspect/check_records.h"
#include "engine/inspect/check_segment.h"
#include "engine/inspect/lookup.h"
#include "engine/protocol/compression.h"

namespace hw::inspect {

using namespace observe;
using What = ScannedBatch::What;

namespace {

BytePreview preview(ByteView bytes)
{
    return {hw::textOf(bytes.first(std::min(bytes.size(), kPreviewBytes))), bytes.size()};
}

std::optional<BytePreview> preview(const std::optional<ByteView>& bytes)
{
    return bytes ? std::optional(preview(*bytes)) : std::nullopt;
}

LogRecord::Kind kindOf(const protocol::BatchHeader& header, const protocol::RecordView& record)
{
    if (!header.isControl())
        return LogRecord::Kind::Data;
    if (!record.key || record.key->size() < 4)
        return LogRecord::Kind::Control;
    const int type = (*record.key)[2] << 8 | (*record.key)[3];
    return type == 0   ? LogRecord::Kind::Abort
           : type == 1 ? LogRecord::Kind::Commit
                       : LogRecord::Kind::Control;
}

/// What all records of a batch share.
LogRecord rowOf(const ScannedBatch& batch, Offset segment)
{
    const LogBatch b = describe(batch);
    LogRecord row;
    row.place = {segment, batch.position, 0};
    row.offset = b.baseOffset;
    row.timestampMs = b.maxTimestampMs;
    row.isLogAppendTime = b.isLogAppendTime;
    row.bytes = batch.bytes;
    row.producerId = b.producerId;
    row.producerEpoch = b.producerEpoch;
    row.isTransactional = b.isTransactional;
    row.leaderEpoch = b.leaderEpoch;
    row.codec = b.codec;
    return row;
}

std::string troubleOf(const ScannedBatch& batch)
{
    switch (batch.what) {
    case What::Batch:
        return batch.crcFits ? std::string()
                             : fmt::format("the bytes give CRC {:08x}, the batch says {:08x}",
                                           batch.computedCrc, batch.header.crc);
    case What::BadHeader:
        return batch.trouble;
    case What::Old:
        return fmt::format("record format (magic) {} is not decoded", batch.header.magic);
    case What::Torn:
        return fmt::format("a batch of {} bytes begins here and only {} are there", batch.claimed,
                           batch.bytes);
    case What::Zeroes:
        return fmt::format("{} zero bytes", batch.bytes);
    case What::BadLength:
        return fmt::format("batch length {} is impossible", batch.header.batchLength);
    case What::BadMagic:
        return fmt::format("record format (magic) {} is unknown", batch.header.magic);
    }
    return {};
}

LogRecord rowOf(const LogRecord& shared, const protocol::BatchHeader& header,
                const protocol::RecordView& record, std::int32_t number, std::uint64_t bytes)
{
    LogRecord row = shared;
    row.place.record = number;
    row.kind = kindOf(header, record);
    row.offset = record.offset;
    row.timestampMs = record.timestamp.ms();
    row.key = preview(record.key);
    row.value = preview(record.value);
    row.headerCount = record.headerCount;
    protocol::HeaderReader headers(record);
    while (const auto one = headers.next()) {
        if (row.headers.size() == static_cast<std::size_t>(kMaxShownHeaders))
            break;
        row.headers.push_back(
            {std::string(one->key.substr(0, kPreviewBytes)), preview(one->value)});
    }
    row.bytes = bytes;
    if (header.baseSequence >= 0) {
        const std::int64_t delta = record.offset - header.baseOffset;
        row.sequence = static_cast<std::int32_t>((header.baseSequence + delta) & INT32_MAX);
    }
    return row;
}

/// `take(row, record)` for each record of a batch from a number on, until it gives false; a batch
/// that cannot be read is one row without a record. Returns whether all were taken.
using Take = std::function<bool(LogRecord, const protocol::RecordView*)>;

bool eachRecord(const ScannedBatch& batch, Offset segment, std::int32_t from, const Take& take)
{
    LogRecord shared = rowOf(batch, segment);
    const auto unreadable = [&](std::string why, std::int32_t number) {
        LogRecord row = shared;
        row.place.record = number;
        row.kind = LogRecord::Kind::Unreadable;
        row.trouble = std::move(why);
        return take(std::move(row), nullptr);
    };
    std::string trouble = troubleOf(batch);
    if (trouble.empty() && batch.view.empty())
        trouble = "the batch is too large to be taken apart";
    if (!trouble.empty())
        return unreadable(std::move(trouble), 0);
    auto records = protocol::RecordReader::open({batch.header, Slice(nullptr, batch.view)});
    if (!records)
        return unreadable(records.error().message, 0);
    for (std::int32_t n = 0;; ++n) {
        const auto record = records->next();
        if (!record)
            return unreadable(record.error().message, n);
        if (!*record)
            return true;
        if (n < from)
            continue;
        const std::size_t content = ((*record)->key ? (*record)->key->size() : 0) +
                                    ((*record)->value ? (*record)->value->size() : 0) +
                                    (*record)->headers.size();
        if (!take(rowOf(shared, batch.header, **record, n, content), &**record))
            return false;
    }
}

/// Goes over records from a place on until `take` gives false or the log ends.
Result<void> walk(LogReader& reader, const RecordPlace& from, const Take& take,
                  const std::function<bool(const RecordPlace&)>& isEnd)
{
    const auto first = reader.find(from.segment);
    if (!first)
        return tl::unexpected(first.error());
    for (std::size_t i = *first; i < reader.segments().size(); ++i) {
        const Offset base = reader.segments()[i].base;
        const auto file = reader.log(i);
        if (!file)
            return tl::unexpected(file.error());
        const std::uint64_t begin = i == *first ? from.position : 0;
        BatchScan scan(**file, begin, (*file)->size());
        for (;;) {
            if (isEnd({base, scan.position(), 0}))
                return {};
            const auto batch = scan.next();
            if (!batch)
                return tl::unexpected(batch.error());
            if (!*batch)
                break;
            const bool isFirst = i == *first && (*batch)->position == begin;
            if (!eachRecord(**batch, base, isFirst ? from.record : 0, take))
                return {};
        }
    }
    return {};
}

/// The place of an index entry some way before a position; the segment's start if there is none.
Result<std::uint64_t> startBefore(LogReader& reader, std::size_t segment, std::uint64_t position,
                                  std::uint32_t entriesBack)
{
    const auto index = reader.index(segment);
    if (!index)
        return tl::unexpected(index.error());
    std::uint32_t low = 0;
    std::uint32_t high = (*index)->count();
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const auto entry = (*index)->entry(middle);
        if (!entry)
            return tl::unexpected(entry.error());
        if (entry->position < position)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < entriesBack)
        return std::uint64_t(0);
    const auto entry = (*index)->entry(low - entriesBack);
    if (!entry)
        return tl::unexpected(entry.error());
    return entry->position < position ? std::uint64_t(entry->position) : 0;
}

std::string quotedJson(ByteView bytes)
{
    std::string text = "\"";
    for (const char c : printable(bytes)) {
        if (c == '"' || c == '\\')
            text += '\\', text += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            text += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else
            text += c;
    }
    return text + '"';
}

std::string quotedCsv(ByteView bytes)
{
    std::string text = "\"";
    for (const char c : printable(bytes)) {
        if (c == '"')
            text += '"';
        text += c;
    }
    return text + '"';
}

std::string jsonLine(const LogRecord& row, const protocol::RecordView& record)
{
    const auto orNull = [](const std::optional<ByteView>& bytes) {
        return bytes ? quotedJson(*bytes) : std::string("null");
    };
    std::string headers;
    protocol::HeaderReader reader(record);
    while (const auto one = reader.next())
        headers += fmt::format("{}[{},{}]", headers.empty() ? "" : ",",
                               quotedJson(viewOf(one->key)), orNull(one->value));
    return fmt::format("{{\"offset\":{},\"timestamp\":{},\"key\":{},\"value\":{},\"headers\":[{}],"
                       "\"producerId\":{},\"producerEpoch\":{},\"sequence\":{}}}\n",
                       row.offset, row.timestampMs, orNull(record.key), orNull(record.value),
                       headers, row.producerId, row.producerEpoch, row.sequence);
}

std::string csvLine(const LogRecord& row, const protocol::RecordView& record)
{
    const auto orNothing = [](const std::optional<ByteView>& bytes) {
        return bytes ? quotedCsv(*bytes) : std::string();
    };
    std::string headers;
    protocol::HeaderReader reader(record);
    while (const auto one = reader.next())
        headers += fmt::format("{}{}={}", headers.empty() ? "" : "; ", printable(viewOf(one->key)),
                               one->value ? printable(*one->value) : "null");
    return fmt::format("{},{},{},{},{},{},{},{}\r\n", row.offset, row.timestampMs,
                       orNothing(record.key), orNothing(record.value), quotedCsv(viewOf(headers)),
                       row.producerId, row.producerEpoch, row.sequence);
}

} // namespace

Result<answer::Records> recordsFrom(LogReader& reader, const RecordPlace& from, std::int32_t most)
{
    answer::Records page;
    page.next = from;
    page.atEnd = true;
    const auto take = [&](LogRecord row, const protocol::RecordView*) {
        if (static_cast<std::int32_t>(page.rows.size()) == most) {
            page.next = row.place;
            page.atEnd = false;
            return false;
        }
        page.rows.push_back(std::move(row));
        return true;
    };
    if (auto walked = walk(reader, from, take, [](const RecordPlace&) { return false; }); !walked)
        return tl::unexpected(walked.error());
    return page;
}

Result<answer::Records> recordsBefore(LogReader& reader, const RecordPlace& from, std::int32_t most)
{
    const auto found = reader.find(from.segment);
    if (!found)
        return tl::unexpected(found.error());
    std::size_t segment = *found;
    std::uint64_t position = from.position + (from.record > 0 ? 1 : 0);
    std::deque<LogRecord> kept;
    for (std::uint32_t back = 1;; back *= 4) {
        if (position == 0 && segment == 0)
            break;
        if (position == 0) {
            --segment;
            position = reader.segments()[segment].logBytes;
        }
        const auto start = startBefore(reader, segment, position, back);
        if (!start)
            return tl::unexpected(start.error());
        kept.clear();
        const auto take = [&](LogRecord row, const protocol::RecordView*) {
            if (row.place >= from)
                return false;
            kept.push_back(std::move(row));
            if (static_cast<std::int32_t>(kept.size()) > most)
                kept.pop_front();
            return true;
        };
        const auto isEnd = [&](const RecordPlace& at) { return at >= from; };
        const RecordPlace begin{reader.segments()[segment].base, *start, 0};
        if (auto walked = walk(reader, begin, take, isEnd); !walked)
            return tl::unexpected(walked.error());
        if (static_cast<std::int32_t>(kept.size()) == most || (*start == 0 && segment == 0))
            break;
        if (*start == 0)
            position = 0;
    }
    answer::Records page;
    page.rows.assign(std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    page.next = page.rows.empty() ? from : page.rows.front().place;
    page.atEnd = static_cast<std::int32_t>(page.rows.size()) < most;
    return page;
}

Result<std::uint64_t> exportRecords(LogReader& reader, Offset from, Offset to, bool json,
                                    const std::function<Result<void>(std::string_view)>& write,
                                    const std::function<bool(std::uint64_t)>& goOn)
{
    std::uint64_t count = 0;
    Result<void> written;
    if (!json)
        written = write("offset,timestamp,key,value,headers,producerId,producerEpoch,sequence\r\n");
    if (reader.segments().empty() || !written)
        return written ? Result<std::uint64_t>(count) : tl::unexpected(written.error());
    const auto play = lookUpOffset(reader, std::max(from, reader.segments().front().base));
    if (!play)
        return tl::unexpected(play.error());
    if (!play->isFound)
        return count;
    const auto take = [&](LogRecord row, const protocol::RecordView* record) {
        if (row.offset >= to)
            return false;
        if (!record || row.offset < from)
            return true;
        written = write(json ? jsonLine(row, *record) : csvLine(row, *record));
        ++count;
        return written.has_value() && goOn(row.bytes);
    };
    if (auto walked = walk(reader, play->place, take, [](const RecordPlace&) { return false; });
        !walked)
        return tl::unexpected(walked.error());
    return written ? Result<std::uint64_t>(count) : tl::unexpected(written.error());
}

} // namespace hw::inspect
