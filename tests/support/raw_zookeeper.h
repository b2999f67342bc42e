#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/world/host.h"
#include "tests/support/coordination_bench.h"

namespace hw::test {

/// Another program's connection to a server of the ensemble: frames by hand, in hex.
class RawZookeeper
{
public:
    /// Connects by itself; `host` is some number that no client of the bench has.
    RawZookeeper(CoordinationBench& bench, int host);
    ~RawZookeeper();

    /// Without its size.
    void send(const std::string& hex);
    void sendText(const std::string& text);
    /// Sends, lets the world run for a moment, and gives the frames that came back, in hex.
    std::vector<std::string> ask(const std::string& hex);
    /// What came since the last call.
    std::vector<std::string> take();
    /// Opens a session of 3 s and takes the answer, which is returned.
    std::string openSession();
    /// Lets go of the connection, without a word.
    void vanish();

    bool closed() const { return m_closed; }

private:
    CoordinationBench& m_bench;
    world::Host& m_host;
    std::unique_ptr<world::Channel> m_channel;
    std::vector<std::string> m_frames;
    bool m_closed = false;
};

} // namespace hw::test
