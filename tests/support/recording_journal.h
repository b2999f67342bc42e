#pragma once

#include <vector>

#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::test {

/// All events of a test's nodes in one list, numbered from 1.
struct EventList
{
    std::vector<observe::Event> events;

    template <class FactType> std::vector<observe::Event> of() const
    {
        std::vector<observe::Event> found;
        for (const observe::Event& event : events) {
            if (std::holds_alternative<FactType>(event.fact))
                found.push_back(event);
        }
        return found;
    }
    template <class FactType> std::size_t count() const { return of<FactType>().size(); }

    const observe::Event* byId(EventId id) const
    {
        const auto index = static_cast<std::size_t>(id.value());
        return index == 0 || index > events.size() ? nullptr : &events[index - 1];
    }
    /// Whether following causes backwards from `event` meets a fact of this type.
    template <class FactType> bool comesFrom(const observe::Event& event) const
    {
        for (const observe::Event* at = byId(event.cause); at; at = byId(at->cause)) {
            if (std::holds_alternative<FactType>(at->fact))
                return true;
        }
        return false;
    }
};

/// Notes what one node reports in a list that nodes share.
class RecordingJournal final : public observe::Journal
{
public:
    RecordingJournal(world::Host& host, EventList& list)
        : m_host(host)
        , m_list(list)
    {
    }
    EventId report(observe::Fact fact) override
    {
        observe::Event event;
        event.id = EventId(m_list.events.size() + 1);
        event.at = m_host.loop().now();
        event.wall = m_host.loop().wallTime();
        event.node = m_host.node();
        event.cause = m_host.loop().cause();
        event.fact = std::move(fact);
        m_list.events.push_back(std::move(event));
        return m_list.events.back().id;
    }
    bool wantsFlights() const override { return false; }
    FlightId flight(observe::Flight, const Pieces&) override { return kNoFlight; }

private:
    world::Host& m_host;
    EventList& m_list;
};

} // namespace hw::test
