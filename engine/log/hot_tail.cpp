#include "engine/log/hot_tail.h"

#include <algorithm>
#include <cstring>

namespace hw::log {

void TailBudget::dropIdle()
{
    // Written last comes first, so the idle ones are at the back.
    while (!m_tails.empty() && !m_tails.back()->m_isFresh)
        m_tails.back()->clear();
    for (HotTail* tail : m_tails)
        tail->m_isFresh = false;
}

std::uint8_t* HotTail::reserve(std::uint32_t bytes)
{
    if (!m_chunk || m_chunk->capacity - m_chunk->used < bytes) {
        const std::uint32_t usual =
            m_chunk ? std::min(m_chunk->capacity * 2, kChunkBytes) : kFirstChunkBytes;
        m_chunk = std::make_shared<Chunk>(std::max(usual, bytes));
    }
    std::uint8_t* at = m_chunk->bytes.get() + m_chunk->used;
    m_chunk->used += bytes;
    return at;
}

StagedBatch HotTail::stage(ByteView front, const Slice& source)
{
    const bool copyAll = source.size() < kCopyBelow;
    StagedBatch staged;
    staged.frontBytes = static_cast<std::uint32_t>(copyAll ? source.size() : front.size());
    std::uint8_t* at = reserve(staged.frontBytes);
    std::memcpy(at, front.data(), front.size());
    if (copyAll)
        std::memcpy(at + front.size(), source.data() + front.size(), source.size() - front.size());
    else
        staged.rest = source.sub(front.size());
    staged.chunk = m_chunk;
    staged.begin = static_cast<std::uint32_t>(at - m_chunk->bytes.get());
    return staged;
}

void HotTail::add(const IncomingBatch& batch, LogPosition position)
{
    std::list<HotTail*>& tails = m_budget.m_tails;
    if (m_batches.empty())
        m_place = tails.insert(tails.begin(), this);
    else
        tails.splice(tails.begin(), tails, m_place);
    m_isFresh = true;
    m_batches.push_back(
        {batch.header.baseOffset, batch.header.lastOffset(), position, batch.staged});
    const std::uint64_t cost = m_batches.back().cost();
    m_cost += cost;
    m_budget.m_used += cost;
    while (m_cost > m_budget.m_limitPerLog && !m_batches.empty())
        dropOldest();
    while (m_budget.m_used > m_budget.m_limit && tails.size() > 1)
        tails.back()->clear();
    while (m_budget.m_used > m_budget.m_limit && !m_batches.empty())
        dropOldest();
}

void HotTail::dropOldest()
{
    const std::uint64_t cost = m_batches.front().cost();
    m_batches.pop_front();
    m_cost -= cost;
    m_budget.m_used -= cost;
    if (m_batches.empty())
        m_budget.m_tails.erase(m_place);
}

void HotTail::dropBelow(Offset offset)
{
    while (!m_batches.empty() && m_batches.front().base < offset)
        dropOldest();
}

void HotTail::clear()
{
    if (!m_batches.empty())
        m_budget.m_tails.erase(m_place);
    m_batches.clear();
    m_budget.m_used -= m_cost;
    m_cost = 0;
    m_chunk.reset();
}

std::deque<HotTail::Kept>::const_iterator HotTail::firstHolding(Offset offset) const
{
    return std::ranges::lower_bound(m_batches, offset, {}, &Kept::last);
}

ReadResult HotTail::read(Offset from, Offset upperBound, std::uint32_t maxBytes,
                         bool minOneBatch) const
{
    ReadResult result;
    result.nextOffset = from;
    auto batch = firstHolding(from);
    if (batch == m_batches.end())
        return result;
    result.position = batch->position;
    // Neighbours in one chunk go out as one piece.
    const Chunk* runChunk = nullptr;
    StagedBatch run;
    const auto endRun = [&] {
        if (runChunk)
            result.records.add(run.front());
        runChunk = nullptr;
    };
    std::size_t total = 0;
    for (; batch != m_batches.end() && batch->last < upperBound; ++batch) {
        const StagedBatch& bytes = batch->bytes;
        const bool fits = total + bytes.size() <= maxBytes || (total == 0 && minOneBatch);
        if (!fits)
            break;
        if (total == 0)
            result.firstBatchOffset = batch->base;
        total += bytes.size();
        result.nextOffset = batch->last + 1;
        if (runChunk == bytes.chunk.get() && run.begin + run.frontBytes == bytes.begin) {
            run.frontBytes += bytes.frontBytes;
        } else {
            endRun();
            run = bytes;
            runChunk = bytes.chunk.get();
        }
        if (!bytes.rest.empty()) {
            endRun();
            result.records.add(bytes.rest);
        }
    }
    endRun();
    return result;
}

std::optional<LogPosition> HotTail::positionOf(Offset offset) const
{
    const auto batch = firstHolding(offset);
    return batch == m_batches.end() ? std::nullopt : std::optional(batch->position);
}

} // namespace hw::log
