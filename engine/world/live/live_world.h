#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/world/host.h"

namespace hw::world {

class LiveHost;
class Switchboard;
struct LiveClock;

struct LiveOptions
{
    /// Where the hosts' folders are; made if it is not there. Must be given.
    std::string dataDirectory;
    std::optional<std::uint64_t> seed; ///< of the hosts' random numbers; none: from the system
};

/// The real world: a thread per host, real files, loopback TCP for outside programs and frames in
/// memory between hosts. Raises the limit of open files as far as the system allows.
///
/// Owned by one thread, which adds hosts and ends the world. Destroy what runs on the hosts (in
/// `control` tasks, or after `stop()` on the owner's thread) before the world itself.
class LiveWorld final : public World
{
public:
    explicit LiveWorld(LiveOptions options);
    ~LiveWorld() override;

    Host& addHost(const HostSpec& spec) override;
    Instant now() const override;
    WallTime wallTime() const override;
    bool isVirtual() const override { return false; }
    bool saturated() const override;

    /// Runs what is in the control queues, then nothing more, and joins all threads. May be called
    /// again; a control task given later never runs.
    void stop();

private:
    const LiveOptions m_options;
    const std::uint64_t m_seed;
    const std::unique_ptr<LiveClock> m_clock;
    const std::unique_ptr<Switchboard> m_switchboard;
    std::vector<std::unique_ptr<LiveHost>> m_hosts;
};

} // namespace hw::world
