#include "ui/lanes/lane_history.h"

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/positions.h"

namespace hw::ui {

using namespace observe;

LaneMark::Kind LaneMark::kindOf(const std::string& api)
{
    if (api == "JoinGroup")
        return Kind::Join;
    if (api == "SyncGroup")
        return Kind::Sync;
    if (api == "Heartbeat" || api == "ConsumerGroupHeartbeat")
        return Kind::Heartbeat;
    if (api == "LeaveGroup")
        return Kind::Leave;
    if (api == "OffsetCommit" || api == "TxnOffsetCommit")
        return Kind::Commit;
    return api == "OffsetFetch" ? Kind::OffsetFetch : Kind::Other;
}

LaneMember* LaneGroup::find(const std::string& member)
{
    const auto it = std::ranges::find(members, member, &LaneMember::id);
    return it == members.end() ? nullptr : &*it;
}

const LaneMember* LaneGroup::find(const std::string& member) const
{
    return const_cast<LaneGroup*>(this)->find(member);
}

const LaneGroup* LaneHistory::find(const std::string& group) const
{
    const auto it = m_groups.find(group);
    return it == m_groups.end() ? nullptr : &it->second;
}

std::vector<std::string> LaneHistory::names() const
{
    std::vector<std::string> all;
    for (const auto& [name, group] : m_groups)
        all.push_back(name);
    return all;
}

const LaneMark* LaneHistory::mark(const std::string& group, const std::string& member,
                                  FlightId id) const
{
    const LaneGroup* lanes = find(group);
    const LaneMember* lane = lanes ? lanes->find(member) : nullptr;
    if (!lane)
        return nullptr;
    const auto it = std::ranges::find_if(
        lane->marks, [&](const LaneMark& mark) { return mark.request == id || mark.answer == id; });
    return it == lane->marks.end() ? nullptr : &*it;
}

LaneGroup& LaneHistory::group(const std::string& name)
{
    LaneGroup& made = m_groups[name];
    made.name = name;
    return made;
}

LaneMember& LaneHistory::member(LaneGroup& group, const std::string& id,
                                const std::string& clientId)
{
    if (LaneMember* known = group.find(id))
        return *known;
    LaneMember made;
    made.id = id;
    made.name = made.clientId = clientId;
    made.gone = m_now; // until the group says otherwise
    group.members.push_back(std::move(made));
    return group.members.back();
}

void LaneHistory::take(const Frame& frame)
{
    if (!frame.snapshot || !frame.gauges)
        return;
    if (frame.anew || frame.gauges->at < m_now)
        *this = LaneHistory();
    for (const Event& event : frame.retold)
        takeEvent(event);
    m_now = frame.gauges->at;
    m_wallOffsetMs = frame.snapshot->wall.ms() - toMs(frame.snapshot->at.sinceStart());
    for (const Event& event : frame.events)
        takeEvent(event);
    if (frame.snapshot != m_snapshot)
        takeParts(*frame.snapshot);
    m_snapshot = frame.snapshot;
    for (const auto& gauges : frame.retoldGauges)
        takeLags(*frame.snapshot, *gauges);
    for (const Flight& flight : frame.flights) {
        if (flight.response)
            takeAnswer(flight);
        else if (!flight.group.empty())
            takeFlight(flight);
    }
    if (m_now - m_sampled >= kSample) {
        m_sampled = m_now;
        takeTimers(*frame.snapshot, *frame.gauges);
    }
    sumLags(*frame.snapshot, *frame.gauges);
    if (m_now - m_trimmed >= 1s) {
        m_trimmed = m_now;
        trim();
    }
}

static LaneMark markOf(const Flight& request)
{
    LaneMark mark;
    mark.kind = LaneMark::kindOf(request.api);
    mark.api = request.api;
    mark.at = request.sentAt;
    mark.request = request.id;
    mark.from = request.from;
    mark.to = request.to;
    mark.apiKey = request.apiKey;
    mark.apiVersion = request.apiVersion;
    mark.correlation = request.correlation;
    mark.bytes = request.bytes;
    return mark;
}

void LaneHistory::add(LaneMember& member, LaneMark mark)
{
    auto place = member.marks.end();
    while (place != member.marks.begin() && std::prev(place)->at > mark.at)
        --place;
    member.marks.insert(place, std::move(mark));
    ++m_marks;
    if (member.marks.size() > kMarksPerMember) {
        member.marks.pop_front();
        --m_marks;
    }
}

void LaneHistory::takeFlight(const Flight& flight)
{
    Open open{flight.group, flight.member, {}};
    LaneGroup& lanes = group(flight.group);
    if (flight.member.empty())
        open.homeless = markOf(flight); // the answer gives it an id
    else
        add(member(lanes, flight.member, flight.clientId), markOf(flight));
    m_open[flight.id] = std::move(open);
    if (m_open.size() > kOpenMax)
        m_open.erase(m_open.begin());
}

void LaneHistory::takeAnswer(const Flight& flight)
{
    const auto known = m_open.find(flight.request);
    const bool wasSeen = flight.request != kNoFlight && known != m_open.end();
    if (!wasSeen && flight.group.empty())
        return;
    Open open = wasSeen ? std::move(known->second) : Open{flight.group, flight.member, {}};
    if (wasSeen)
        m_open.erase(known);
    if (!wasSeen) {
        open.homeless = markOf(flight);
        open.homeless->at = flight.receivedAt;
        open.homeless->request = flight.request;
        std::swap(open.homeless->from, open.homeless->to);
    }
    const std::string& id = open.member.empty() ? flight.member : open.member;
    if (id.empty())
        return; // of no member: a tool that asks
    LaneMember& lane = member(group(open.group), id, flight.clientId);
    if (open.homeless)
        add(lane, std::move(*open.homeless));
    const auto mark = std::find_if(lane.marks.rbegin(), lane.marks.rend(), [&](const LaneMark& m) {
        return m.request == flight.request && !m.answered;
    });
    if (mark == lane.marks.rend())
        return;
    mark->answered = flight.sentAt;
    mark->answer = flight.id;
    mark->parked = flight.parked;
    mark->error = flight.error;
}

void LaneHistory::takeEvent(const Event& event)
{
    const auto note = [&](const std::string& name, LaneEvent::Kind kind) {
        auto& events = group(name).events;
        events.push_back({kind, event.at, event.id});
        if (events.size() > kSpansPerRow)
            events.pop_front();
    };
    using Kind = LaneEvent::Kind;
    if (const auto* state = std::get_if<fact::GroupStateChanged>(&event.fact)) {
        LaneGroup& lanes = group(state->group);
        lanes.states.push_back({event.at, state->to, state->generation, event.id});
        if (lanes.states.size() > kSpansPerRow)
            lanes.states.pop_front();
    } else if (const auto* joined = std::get_if<fact::MemberJoined>(&event.fact)) {
        LaneMember& lane = member(group(joined->group), joined->member, joined->clientId);
        lane.host = joined->host;
        note(joined->group, Kind::Joined);
    } else if (const auto* left = std::get_if<fact::MemberLeft>(&event.fact)) {
        LaneMember& lane = member(group(left->group), left->member, left->clientId);
        lane.there = false;
        lane.gone = event.at;
        note(left->group, left->cause == fact::LeaveCause::Left ? Kind::Left : Kind::Thrown);
    } else if (const auto* formed = std::get_if<fact::GenerationFormed>(&event.fact)) {
        group(formed->group).isCooperative =
            formed->protocol.find("cooperative") != std::string::npos;
        note(formed->group, Kind::Formed);
    } else if (const auto* stored = std::get_if<fact::AssignmentStored>(&event.fact)) {
        if (stored->told)
            for (LaneMember& lane : group(stored->group).members)
                lane.target.clear();
        for (const auto& [id, partitions] : stored->assigned)
            if (LaneMember* lane = group(stored->group).find(id))
                lane->target = partitions;
        note(stored->group, Kind::Stored);
    }
}

void LaneHistory::takeParts(const Snapshot& snapshot)
{
    std::size_t partitions = 0;
    for (const auto& topic : snapshot.topics)
        partitions += topic->partitions.size();
    const bool morePartitions = partitions != m_partitions;
    m_partitions = partitions;
    for (const auto& part : snapshot.groups) {
        auto& known = m_parts[part->name];
        if (known == part && !morePartitions)
            continue;
        known = part;
        takeGroup(*part, snapshot);
    }
    if (m_parts.size() > snapshot.groups.size())
        std::erase_if(m_parts,
                      [&](const auto& entry) { return !findGroup(snapshot, entry.first); });
}

/// What is in the one and not in the other.
static std::vector<TopicPartition> without(std::vector<TopicPartition> all,
                                           const std::vector<TopicPartition>& others)
{
    std::erase_if(all, [&](const TopicPartition& one) {
        return std::ranges::find(others, one) != others.end();
    });
    return all;
}

/// Notes what is owned from now on, if it is something else than before.
static void own(std::deque<OwnedSpan>& spans, const std::vector<TopicPartition>& now, Instant at,
                const std::vector<TopicPartition>& revoking = {})
{
    const bool isNothing = now.empty() && revoking.empty();
    if (spans.empty() ? isNothing
                      : !spans.back().to && spans.back().partitions == now &&
                            spans.back().revoking == revoking)
        return;
    if (!spans.empty() && !spans.back().to)
        spans.back().to = at;
    if (!isNothing)
        spans.push_back({at, {}, now, revoking});
    if (spans.size() > LaneHistory::kSpansPerRow)
        spans.pop_front();
}

static void join(LaneMember& lane, const MemberPart& from, bool isServerSide, Instant at)
{
    lane.name = from.name;
    lane.clientId = from.clientId;
    lane.host = from.host;
    lane.client = from.client;
    lane.there = true;
    lane.gone.reset();
    lane.epoch = isServerSide ? std::optional(from.claimedIn) : std::nullopt;
    own(lane.owned, from.assigned, at,
        isServerSide ? without(from.claimed, from.assigned) : std::vector<TopicPartition>());
}

void LaneHistory::takeGroup(const GroupPart& part, const Snapshot& snapshot)
{
    LaneGroup& lanes = group(part.name);
    lanes.isCooperative = part.protocol.find("cooperative") != std::string::npos ||
                          (part.protocol.empty() && lanes.isCooperative);
    if (!part.members.empty() && !part.protocol.empty())
        lanes.isServerSide = part.leader.empty(); // a classic group with a protocol has a leader
    // Events come first; a state that none told was there before the window looked.
    if (lanes.states.empty())
        lanes.states.push_back({snapshot.at, part.state, part.generation, kNoEvent});
    if (lanes.coordinators.empty() || lanes.coordinators.back().broker != part.coordinator) {
        if (!lanes.coordinators.empty() && part.coordinator != kNoBroker)
            lanes.events.push_back({LaneEvent::Kind::Moved, snapshot.at, part.lastCause.event});
        lanes.coordinators.push_back({snapshot.at, part.coordinator});
        if (lanes.coordinators.size() > kSpansPerRow)
            lanes.coordinators.pop_front();
    }
    std::map<std::string, const MemberPart*> members;
    for (const MemberPart& from : part.members)
        members.emplace(from.member, &from);
    for (LaneMember& lane : lanes.members) {
        if (const auto there = members.find(lane.id); there != members.end()) {
            join(lane, *there->second, lanes.isServerSide, snapshot.at);
            members.erase(there);
            continue;
        }
        if (lane.there)
            lane.gone = snapshot.at;
        lane.there = false;
        own(lane.owned, {}, lane.gone.value_or(snapshot.at));
    }
    for (const auto& [id, from] : members) {
        lanes.members.emplace_back().id = id;
        join(lanes.members.back(), *from, lanes.isServerSide, snapshot.at);
    }
    own(lanes.unowned, unownedOf(part, snapshot), snapshot.at);
    sort(lanes);
}

void LaneHistory::sort(LaneGroup& group)
{
    std::ranges::stable_sort(group.members, [](const LaneMember& a, const LaneMember& b) {
        if (a.there != b.there)
            return a.there;
        if (!a.there && a.gone != b.gone)
            return a.gone > b.gone;
        return std::tie(a.name, a.id) < std::tie(b.name, b.id);
    });
}

} // namespace hw::ui
