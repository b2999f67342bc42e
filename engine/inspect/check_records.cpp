#include "engine/inspect/check_records.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::inspect {

using protocol::BatchHeader;
using protocol::RecordView;

namespace {

/// Length of the UTF-8 sequence at the front; 0 if there is none.
std::size_t sequenceAt(ByteView bytes)
{
    const std::uint8_t first = bytes[0];
    const std::size_t size = first < 0x80       ? 1
                             : first >> 5 == 6  ? 2
                             : first >> 4 == 14 ? 3
                             : first >> 3 == 30 ? 4
                                                : 0;
    if (size == 0 || size > bytes.size())
        return 0;
    std::uint32_t code = size == 1 ? first : first & (0x7f >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if (bytes[i] >> 6 != 2)
            return 0;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xd800 && code < 0xe000;
    return code < kLeast[size] || code > 0x10ffff || isSurrogate ? 0 : size;
}

bool isControlByte(std::uint8_t byte)
{
    return (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7f;
}

Row recordRow(const RecordView& record)
{
    Row row{"record", {{"offset", record.offset.value()}, {"timestamp", record.timestamp.ms()}}};
    const auto add = [&](const char* name, const std::optional<ByteView>& bytes) {
        if (bytes)
            row.fields.push_back({name, printable(*bytes)});
    };
    add("key", record.key);
    add("value", record.value);
    std::string headers;
    protocol::HeaderReader reader(record);
    while (const auto header = reader.next())
        headers += (headers.empty() ? "" : ",") + printable(viewOf(header->key)) + "=" +
                   (header->value ? printable(*header->value) : "null");
    if (!headers.empty())
        row.fields.push_back({"headers", headers});
    return row;
}

class RecordsCheck
{
public:
    RecordsCheck(const ScannedBatch& batch, const std::string& file, Findings& findings)
        : m_batch(batch)
        , m_file(file)
        , m_findings(findings)
        , m_least(batch.header.baseOffset)
    {
    }

    void take(const RecordView& record)
    {
        const BatchHeader& header = m_batch.header;
        if (record.offset < m_least || record.offset > header.lastOffset())
            problem(FindingKind::RecordOffsets, fmt::format("{}", record.offset),
                    fmt::format("{} to {}", m_least, header.lastOffset()));
        else
            m_least = record.offset + 1;
        m_newest = std::max(m_newest, record.timestamp.ms());
        m_hasRecords = true;
    }
    void finish()
    {
        const BatchHeader& header = m_batch.header;
        if (m_hasRecords && !header.isLogAppendTime() && header.maxTimestamp.ms() != m_newest)
            problem(FindingKind::RecordTimestamp, std::to_string(header.maxTimestamp.ms()),
                    std::to_string(m_newest));
    }
    void problem(FindingKind kind, std::string found, std::string expected = {})
    {
        m_findings.problem(kind, m_file, m_batch.position, std::move(found), std::move(expected));
    }

private:
    const ScannedBatch& m_batch;
    const std::string& m_file;
    Findings& m_findings;
    Offset m_least;
    std::int64_t m_newest = INT64_MIN;
    bool m_hasRecords = false;
};

} // namespace

bool isPrintable(ByteView bytes)
{
    while (!bytes.empty()) {
        const std::size_t size = sequenceAt(bytes);
        if (size == 0 || isControlByte(bytes[0]))
            return false;
        bytes = bytes.subspan(size);
    }
    return true;
}

std::string printable(ByteView bytes)
{
    return isPrintable(bytes) ? textOf(bytes) : "0x" + toHex(bytes);
}

void checkRecords(const ScannedBatch& batch, const std::string& file, Findings& findings,
                  bool givesRows)
{
    const auto skipped = [&](const std::string& why) {
        findings.remark(FindingKind::NotDecoded, file, batch.position, why);
    };
    if (batch.view.empty()) {
        skipped(
            fmt::format("a batch of {} bytes, the most is {}", batch.bytes, BatchScan::kMostHeld));
        return;
    }
    auto records = protocol::RecordReader::open({batch.header, Slice(nullptr, batch.view)});
    if (!records && records.error().kind == Failure::Unsupported) {
        skipped(records.error().message);
        return;
    }
    RecordsCheck check(batch, file, findings);
    if (!records) {
        check.problem(FindingKind::BadRecords, records.error().message);
        return;
    }
    for (;;) {
        const auto record = records->next();
        if (!record) {
            check.problem(FindingKind::BadRecords, record.error().message);
            return;
        }
        if (!*record)
            break;
        check.take(**record);
        if (givesRows)
            findings.report().row(recordRow(**record));
    }
    check.finish();
}

} // namespace hw::inspect
