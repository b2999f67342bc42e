#include "app/session/log_desk.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "app/session/log_place.h"
#include "engine/inspect/reading_room.h"
#include "engine/world/live/read_only_disk.h"

namespace hw::app {

using observe::LogAnswer;
using observe::LogRequest;
using observe::LogRequestId;

namespace {

/// Progress is told at most once for so many bytes.
constexpr std::uint64_t kProgressBytes = 4 << 20;

const observe::LogPlace& placeIn(const LogRequest& request)
{
    return std::visit([](const auto& one) -> const observe::LogPlace& { return one.place; },
                      request);
}

} // namespace

LogDesk::LogDesk(std::filesystem::path dataDirectory)
    : m_dataDirectory(std::move(dataDirectory))
    , m_thread([this] { work(); })
{
}

LogDesk::~LogDesk()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
        m_stop = true;
        m_raised.notify_all();
    }
    m_thread.join();
}

LogRequestId LogDesk::ask(LogRequest request)
{
    const std::scoped_lock lock(m_mutex);
    const LogRequestId id = m_nextId++;
    m_waiting.push_back({id, std::move(request)});
    if (m_waiting.size() > kMaxWaiting) {
        m_ready.push_back({m_waiting.front().id, true,
                           fail(Failure::Busy, "too many requests wait for the disk")});
        m_waiting.pop_front();
    }
    m_raised.notify_all();
    return id;
}

void LogDesk::cancel(LogRequestId id)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_waiting, [id](const Waiting& waiting) { return waiting.id == id; });
    if (m_current == id)
        m_stop = true;
}

std::vector<LogAnswer> LogDesk::takeAnswers()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_ready, {});
}

void LogDesk::put(LogAnswer answer)
{
    const std::scoped_lock lock(m_mutex);
    m_ready.push_back(std::move(answer));
}

void LogDesk::work()
{
    for (;;) {
        Waiting next;
        {
            std::unique_lock lock(m_mutex);
            m_raised.wait(lock, [this] { return m_ending || !m_waiting.empty(); });
            if (m_ending)
                return;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_current = next.id;
            m_stop = false;
        }
        put(answer(next));
    }
}

LogAnswer LogDesk::answer(const Waiting& waiting)
{
    const observe::LogPlace& place = placeIn(waiting.request);
    std::filesystem::path path = place.path;
    if (place.path.empty())
        path = m_dataDirectory / fmt::format("broker-{}", place.broker) / place.partition.text();
    if (place.path.empty() && m_dataDirectory.empty())
        return {waiting.id, true,
                fail(Failure::NotFound, "this cluster keeps its logs in no directory")};
    const DiskPlace where = placeOf(path.string());
    world::ReadOnlyDisk disk(where.root);

    std::ofstream file;
    std::uint64_t told = 0;
    inspect::Desk desk;
    desk.progress = [&](std::uint64_t done, std::uint64_t total) {
        if (done - told >= kProgressBytes) {
            told = done;
            put({waiting.id, false, observe::answer::Progress{done, total}});
        }
        return !m_stop.load();
    };
    desk.write = [&](std::string_view text) -> Result<void> {
        const auto& name = std::get<observe::ask::Export>(waiting.request).file;
        if (!file.is_open())
            file.open(name, std::ios::binary | std::ios::trunc);
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!file)
            return fail(Failure::Io, fmt::format("{} cannot be written", name));
        return {};
    };
    return {waiting.id, true, inspect::answerTo(disk, where.path, waiting.request, desk)};
}

} // namespace hw::app
