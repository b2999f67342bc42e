#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/store/pack.h"
#include "engine/observe/snapshot.h"

/// Rows of gauges as differences from the row before. The first row of a chunk stands alone.
///
///     row:     moment (ns), length in bytes; columns: how many; each its size and its runs
///     column:  one field of `Gauges` (a map is two: keys, values)
///     runs:    how many values are as before, then one difference; until the column is full
namespace hw::store {

class GaugeWriter
{
public:
    void restart() { m_last.clear(); }
    void add(const observe::Gauges& gauges, Packer& to);

private:
    std::vector<std::vector<std::int64_t>> m_last;
};

/// Which rows are kept: some a second, and between them those in which replicas lagged most.
class GaugeThinner
{
public:
    static constexpr Duration kEvery = std::chrono::milliseconds(250);

    using Row = std::shared_ptr<const observe::Gauges>;
    /// The rows to be written now, in order. `must`: this one in any case.
    std::vector<Row> take(Row row, bool must);
    /// At a chunk's end: nothing is kept from before.
    void restart();

private:
    std::optional<Instant> m_keptAt;
    std::int64_t m_keptLag = 0;
    Row m_peak; ///< the highest since then; null: none
    std::int64_t m_peakLag = 0;
};

class GaugeReader
{
public:
    static constexpr std::size_t kColumnLimit = 1'000'000; ///< values
    static constexpr std::size_t kWorkLimit = 100'000'000; ///< values of one chunk that are read
    static constexpr std::size_t kRowsLimit = 200'000;     ///< of a chunk

    /// `kinds` outlive it.
    explicit GaugeReader(const KindTable& kinds)
        : m_kinds(kinds)
    {
    }
    /// False: damaged from somewhere on.
    bool addPage(Bytes bytes);

    std::size_t rowCount() const { return m_rows.size(); }
    Instant at(std::size_t row) const { return m_rows[row].at; }
    /// The last row not later than the moment; none: all are.
    std::optional<std::size_t> rowAt(Instant moment) const;
    /// Null if it cannot be read.
    std::shared_ptr<observe::Gauges> gauges(std::size_t row);
    bool isDamaged() const { return m_isDamaged; }

private:
    struct Row
    {
        Instant at;
        ByteView bytes;
    };
    bool apply(ByteView row);

    const KindTable& m_kinds;
    std::vector<Bytes> m_pages;
    std::vector<Row> m_rows;
    std::optional<std::size_t> m_shown; ///< the row that m_columns stand at
    std::vector<std::vector<std::int64_t>> m_columns;
    std::size_t m_work = 0;
    bool m_isDamaged = false;
};

/// Makes each list long enough for the slots of the snapshot; -1, or 0 for totals, where nothing is
/// known.
void fitTo(const observe::Snapshot& snapshot, observe::Gauges& gauges);

} // namespace hw::store
