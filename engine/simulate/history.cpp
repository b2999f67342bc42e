#include "engine/simulate/history.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace hw::simulate {

std::string Tag::text() const { return fmt::format("{}:{}@{}", producer, number, life); }

std::optional<Tag> Tag::parse(std::string_view value)
{
    value = value.substr(0, value.find(' '));
    const std::size_t colon = value.find(':');
    const std::size_t at = value.find('@');
    if (colon == std::string_view::npos || at == std::string_view::npos || at < colon)
        return std::nullopt;
    Tag tag;
    tag.producer = std::string(value.substr(0, colon));
    const std::string_view number = value.substr(colon + 1, at - colon - 1);
    const std::string_view life = value.substr(at + 1);
    const auto first = std::from_chars(number.begin(), number.end(), tag.number);
    const auto second = std::from_chars(life.begin(), life.end(), tag.life);
    if (first.ec != std::errc() || first.ptr != number.end() || second.ec != std::errc() ||
        second.ptr != life.end())
        return std::nullopt;
    return tag;
}

void History::acknowledged(const Place& place, const TopicPartition& name, Offset offset,
                           const Tag& record, std::int16_t acks)
{
    ++m_acknowledged;
    if (acks != -1 || offset == kNoOffset)
        return;
    const auto [at, isNew] = m_stories[place].promised.try_emplace(offset, record);
    if (!isNew)
        m_findings.suspect(1, name,
                           fmt::format("{} offset {} was acknowledged to {} and to {}", name.text(),
                                       offset, at->second.text(), record.text()));
    at->second = record;
}

void History::read(const Place& place, const TopicPartition& name, Offset offset, const Tag& record,
                   const std::string& by)
{
    ++m_read;
    Story& story = m_stories[place];
    const std::string text = record.text();
    const auto [at, isNew] = story.seen.try_emplace(offset, text);
    if (!isNew && at->second != text) {
        m_findings.suspect(2, name,
                           fmt::format("{} offset {}: {} reads {}, before that it was {}",
                                       name.text(), offset, by, text, at->second));
        at->second = text;
    }
    if (m_isLast)
        story.last[offset] = record;
}

void History::watermark(const Place& place, const TopicPartition& name, LeaderEpoch epoch,
                        Offset mark)
{
    Story& story = m_stories[place];
    if (epoch != kNoLeaderEpoch) {
        Offset& known = story.marks.try_emplace(epoch, mark).first->second;
        if (mark < known)
            m_findings.suspect(3, name,
                               fmt::format("{} epoch {}: the watermark fell from {} to {}",
                                           name.text(), epoch, known, mark));
        known = std::max(known, mark);
    }
    story.highest = std::max(story.highest, mark);
}

void History::becameLeader(const Place& place, const observe::fact::BecameLeader& fact, Instant at,
                           Instant startedAnewAt)
{
    // A leader that was told late of an election long over counts for nothing.
    if (fact.epoch < m_excuses.electedEpoch(fact.partition))
        return;
    Story& story = m_stories[place];
    if (fact.epoch == LeaderEpoch(0) && !story.born)
        story.born = at;
    else if (startedAnewAt > story.born.value_or(Instant()))
        story.forgetful.push_back(fact.leo);
    // One that starts anew within its epoch knows its watermark from the checkpoint only.
    story.marks.erase(fact.epoch);
    if (fact.leo < story.highest && !m_excuses.of(fact.partition))
        m_findings.add(3, fmt::format("{}: the leader of epoch {} ends at {}, though a client has "
                                      "seen the watermark {}",
                                      fact.partition.text(), fact.epoch, fact.leo, story.highest));
}

void History::judge(const Place& place, const TopicPartition& name, Offset end,
                    const std::vector<observe::LedgerLine>& lost)
{
    const Story& story = m_stories[place];
    const std::string* excuse = m_excuses.of(name);
    if (end < story.highest && !excuse)
        m_findings.add(3, fmt::format("{} ends with the watermark {}, a client has seen {}",
                                      name.text(), end, story.highest));
    for (Offset offset{0}; offset < end; ++offset)
        if (!story.last.contains(offset))
            m_findings.add(12, fmt::format("{}: nobody can read offset {}, the watermark is {}",
                                           name.text(), offset, end));
    for (const auto& [offset, record] : story.promised) {
        const auto found = story.last.find(offset);
        if (found != story.last.end() && found->second.text() == record.text())
            continue;
        const bool isListed =
            std::ranges::any_of(lost, [&, at = offset](const observe::LedgerLine& line) {
                return line.partition == name && line.from <= at && at <= line.to;
            });
        const std::string there = found == story.last.end() ? "nothing" : found->second.text();
        if (!excuse)
            m_findings.add(1, fmt::format("{} offset {}: {} was acknowledged, {} is there",
                                          name.text(), offset, record.text(), there));
        else if (!isListed && !m_excuses.isFlipped(name))
            m_findings.add(1, fmt::format("{} offset {}: {} was acknowledged, {} is there ({}), "
                                          "and the ledger does not list it",
                                          name.text(), offset, record.text(), there, *excuse));
        ++m_excused;
    }
    judgeOrder(story, name);
}

bool History::mayComeAgain(const Story& story, Offset first, Offset again)
{
    return std::ranges::any_of(story.forgetful,
                               [&](Offset end) { return first < end && end <= again; });
}

void History::judgeOrder(const Story& story, const TopicPartition& name)
{
    std::map<std::string, std::int64_t> newest;
    std::map<std::string, Offset> first;
    for (const auto& [offset, record] : story.last) {
        if (record.producer.front() != kIdempotentMark)
            continue;
        const auto [at, isNew] = newest.try_emplace(record.producer, record.number);
        const Offset there = first.try_emplace(record.text(), offset).first->second;
        if (!isNew && record.number <= at->second && !mayComeAgain(story, there, offset))
            m_findings.add(7, fmt::format("{} offset {}: {}, first at {}, comes after {}:{} of the "
                                          "same idempotent producer",
                                          name.text(), offset, record.text(), there,
                                          record.producer, at->second));
        at->second = std::max(at->second, record.number);
    }
}

} // namespace hw::simulate
