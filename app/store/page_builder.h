#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/store/gauge_rows.h"
#include "app/store/picture_writer.h"
#include "app/store/recording_format.h"

namespace hw::store {

/// What was seen in one frame.
struct Sight
{
    std::shared_ptr<const observe::Snapshot> snapshot;
    std::shared_ptr<const observe::Gauges> gauges; ///< null: none
    std::vector<observe::Event> events;
    std::uint64_t lost = 0; ///< events before these
};

/// Collects frames into pages and begins chunks.
class PageBuilder
{
public:
    static constexpr Duration kPageSpan = std::chrono::seconds(1);
    static constexpr Duration kChunkSpan = std::chrono::seconds(10);
    static constexpr std::size_t kChunkPages = 64;
    static constexpr std::size_t kPageBytes = 2U << 20; ///< a page ends above that
    /// And a chunk, not counting its first page: a picture that stands alone may be large.
    static constexpr std::size_t kChunkBytes = 8U << 20;
    static constexpr std::size_t kPageEvents = 20'000;

    /// Times of one cluster never fall; where they do, call `restart` before.
    void add(const Sight& sight);
    bool isEmpty() const { return !m_isOpen; }
    bool isFull() const;
    /// The page so far; the next one goes on from it.
    Page close();
    /// Forgets the open page; the next one begins a chunk.
    void restart();
    Instant lastAt() const { return m_lastAt; }

private:
    void open(const Sight& sight);
    void beginChunk();
    void addEvents(const std::vector<observe::Event>& events);

    PictureWriter m_pictures;
    GaugeWriter m_gauges;
    GaugeThinner m_thinner;
    Packer m_pictureBytes, m_gaugeBytes, m_eventBytes;
    Page m_page;
    bool m_isOpen = false;
    bool m_chunkEnds = true;
    bool m_wantsGauges = true; ///< the chunk's first row is missing
    Instant m_chunkFirst;
    std::size_t m_chunkPages = 0, m_chunkBytes = 0;
    Instant m_lastAt;
};

} // namespace hw::store
