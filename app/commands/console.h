#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/time.h"

/// Standard input, standard output and the signals that end the program, for one thread.
namespace hw::app {

/// SIGINT, SIGTERM and SIGHUP as something to ask for. Make it before the first thread, so that all
/// threads leave these signals to it. A broken pipe is no signal any more but a failed write.
class StopSignals
{
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    int descriptor() const { return m_descriptor; }
    /// How many came since the last call.
    int take();

private:
    int m_descriptor = -1;
};

/// Lines from a descriptor, without ever waiting for one. Takes no more than kMaxQueuedLines.
class LineInput
{
public:
    static constexpr std::size_t kMaxQueuedLines = 256;

    /// Does not own the descriptor. A line longer than `maxLine` comes out cut to `maxLine` + 1.
    LineInput(int descriptor, std::size_t maxLine);

    /// -1 when there is nothing to wait for: at the end, or while the queue is full.
    int descriptor() const;
    /// Reads what is there. Call when `descriptor` is readable.
    void read();
    /// The next line, without its end. An unfinished last line counts.
    std::optional<std::string> next();

private:
    void split(std::string_view bytes);

    const int m_descriptor;
    const std::size_t m_maxLine;
    bool m_ended = false;
    std::string m_partial;
    std::deque<std::string> m_lines;
};

/// Writes text at once. After the reader has gone, does nothing.
class LineOutput
{
public:
    explicit LineOutput(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    void line(std::string text);
    /// Several lines, each ended.
    void lines(std::string_view text);

private:
    const int m_descriptor;
    bool m_broken = false;
};

/// Waits until one of the two descriptors (-1: none) is readable or the time is over.
struct Readable
{
    bool signal = false;
    bool input = false;
};
Readable waitFor(const StopSignals& stops, const LineInput& input, Duration most);

/// Says on standard error what was wrong; gives the exit code for wrong use.
int refuse(const std::string& message);

} // namespace hw::app
