#include "app/commands/console.h"

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "app/commands/options.h"
#include "engine/base/assert.h"

namespace hw::app {

StopSignals::StopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    m_descriptor = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    HW_ASSERT(m_descriptor >= 0, "the system gives a descriptor for signals");
}

StopSignals::~StopSignals() { ::close(m_descriptor); }

int StopSignals::take()
{
    int count = 0;
    signalfd_siginfo info;
    while (::read(m_descriptor, &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        ++count;
    return count;
}

LineInput::LineInput(int descriptor, std::size_t maxLine)
    : m_descriptor(descriptor)
    , m_maxLine(maxLine)
{
}

int LineInput::descriptor() const
{
    return m_ended || m_lines.size() >= kMaxQueuedLines ? -1 : m_descriptor;
}

void LineInput::read()
{
    char buffer[4096];
    const ssize_t count = ::read(m_descriptor, buffer, sizeof buffer);
    if (count > 0) {
        split({buffer, static_cast<std::size_t>(count)});
        return;
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    m_ended = true;
    if (!m_partial.empty())
        m_lines.push_back(std::move(m_partial));
}

void LineInput::split(std::string_view bytes)
{
    for (const char byte : bytes) {
        if (byte == '\n') {
            m_lines.push_back(std::move(m_partial));
            m_partial.clear();
        } else if (m_partial.size() <= m_maxLine) {
            m_partial += byte;
        }
    }
}

std::optional<std::string> LineInput::next()
{
    if (m_lines.empty())
        return std::nullopt;
    std::string line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

void LineOutput::line(std::string text)
{
    text += '\n';
    lines(text);
}

void LineOutput::lines(std::string_view text)
{
    while (!m_broken && !text.empty()) {
        const ssize_t count = ::write(m_descriptor, text.data(), text.size());
        if (count > 0)
            text.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            m_broken = true;
    }
}

Readable waitFor(const StopSignals& stops, const LineInput& input, Duration most)
{
    pollfd waiting[] = {{stops.descriptor(), POLLIN, 0}, {input.descriptor(), POLLIN, 0}};
    ::poll(waiting, 2, static_cast<int>(toMs(most)));
    return {waiting[0].revents != 0, waiting[1].revents != 0};
}

int refuse(const std::string& message)
{
    LineOutput(STDERR_FILENO).line("highwater: " + message);
    return kWrongUse;
}

} // namespace hw::app
