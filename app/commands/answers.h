#pragma once

#include <string>
#include <string_view>

#include "app/commands/console.h"
#include "engine/cluster/cluster.h"
#include "engine/cluster/status.h"

namespace hw::app {

/// How `serve` speaks: plain lines (`ok kill 2`), or with `json` one object a line with a `type`
/// (`{"type":"ok","command":"kill 2"}`).
class Answers
{
public:
    Answers(LineOutput& output, bool json)
        : m_output(output)
        , m_json(json)
    {
    }

    /// `remark`: what users of this cluster should know, often nothing.
    void ready(const std::string& bootstrap, const std::string& zookeeper, std::int64_t ms,
               const std::string& remark = {});
    /// `line` is what was asked; `remark` what the engine said to it, often nothing.
    void ok(std::string_view line, std::string_view remark = {});
    void error(std::string_view line, std::string_view why);
    void event(const observe::Event& event);
    void eventsLost(std::uint64_t count);
    void help(const std::string& text);

    /// Printouts of the picture. In text they are followed by an `ok` line, in JSON they are the
    /// answer.
    void status(std::string_view line, const observe::Snapshot& snapshot,
                const observe::Gauges& gauges, const cluster::Losses& losses, bool asJson);
    void topics(std::string_view line, const observe::Snapshot& snapshot,
                const observe::Gauges& gauges);
    void faults(std::string_view line, const observe::Snapshot& snapshot);
    /// What a scenario does; `kind` is one of `textOf(ScenarioNews::Kind)`.
    void scenario(std::string_view kind, Duration at, std::string_view text);
    void groups(std::string_view line, const observe::Snapshot& snapshot,
                const observe::Gauges& gauges);

private:
    LineOutput& m_output;
    const bool m_json;
};

} // namespace hw::app
