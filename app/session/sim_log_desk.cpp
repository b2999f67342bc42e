#include "app/session/sim_log_desk.h"

#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "engine/inspect/reading_room.h"

namespace hw::app {

using observe::LogAnswer;
using observe::LogPlace;
using observe::LogRequest;
using observe::LogRequestId;

SimLogDesk::SimLogDesk(std::function<SimSession&()> session)
    : m_session(std::move(session))
    , m_paths(std::filesystem::path())
{
}

LogRequestId SimLogDesk::ask(LogRequest request)
{
    const bool isPath =
        std::visit([](const auto& one) { return !one.place.path.empty(); }, request);
    if (isPath)
        return m_paths.ask(std::move(request));
    const LogRequestId id = m_nextId++;
    m_waiting.emplace_back(id, std::move(request));
    if (m_waiting.size() > kMaxWaiting) {
        m_ready.push_back({m_waiting.front().first, true,
                           fail(Failure::Busy, "too many requests wait for the disk")});
        m_waiting.pop_front();
    }
    return id;
}

void SimLogDesk::cancel(LogRequestId id)
{
    std::erase_if(m_waiting, [id](const auto& one) { return one.first == id; });
    m_paths.cancel(id);
}

std::vector<LogAnswer> SimLogDesk::takeAnswers()
{
    for (const auto& [id, request] : std::exchange(m_waiting, {}))
        m_ready.push_back(answer(id, request));
    for (LogAnswer& one : m_paths.takeAnswers())
        m_ready.push_back(std::move(one));
    return std::exchange(m_ready, {});
}

LogAnswer SimLogDesk::answer(LogRequestId id, const LogRequest& request)
{
    const LogPlace& place =
        std::visit([](const auto& one) -> const LogPlace& { return one.place; }, request);
    world::Host* host = m_session().world().find(NodeId::broker(place.broker));
    if (!host)
        return {id, true,
                fail(Failure::NotFound, fmt::format("there is no broker {}", place.broker))};
    std::ofstream file;
    inspect::Desk desk;
    desk.progress = [](std::uint64_t, std::uint64_t) { return true; };
    desk.write = [&](std::string_view text) -> Result<void> {
        const std::string& name = std::get<observe::ask::Export>(request).file;
        if (!file.is_open())
            file.open(name, std::ios::binary | std::ios::trunc);
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!file)
            return fail(Failure::Io, fmt::format("{} cannot be written", name));
        return {};
    };
    return {id, true, inspect::answerTo(host->disk(), place.partition.text(), request, desk)};
}

} // namespace hw::app
