#pragma once

#include <optional>
#include <vector>

#include "engine/base/function.h"
#include "engine/cluster/mailbox.h"
#include "engine/observe/outcome.h"

namespace hw::cluster {

/// Several hosts do their part of one command; the last one ends it. Each part may leave a word on
/// what it did. Thread-safe.
class Countdown
{
public:
    /// `last` runs on the loop of whoever is the last.
    using Last = UniqueFunction<void(std::vector<observe::Outcome> words)>;
    Countdown(int parts, Last last)
        : m_last(std::move(last))
    {
        m_state.with([&](State& state) { state.left = parts; });
    }

    void done(std::optional<observe::Outcome> word = {})
    {
        const bool over = m_state.with([&](State& state) {
            if (word)
                state.words.push_back(std::move(*word));
            return --state.left == 0;
        });
        if (over)
            m_last(m_state.with([](State& state) { return std::move(state.words); }));
    }

private:
    struct State
    {
        int left = 0;
        std::vector<observe::Outcome> words;
    };
    Guarded<State> m_state;
    Last m_last;
};

} // namespace hw::cluster
