#pragma once

#include <memory>
#include <utility>

namespace hw::broker {

/// Lets callbacks outlive their owner without touching it: what `guard` wraps does nothing once
/// the lifeline, a member of the owner, is gone. Used on one loop.
class Lifeline
{
public:
    Lifeline() = default;
    Lifeline(const Lifeline&) = delete;
    Lifeline& operator=(const Lifeline&) = delete;

    template <class F> auto guard(F f) const
    {
        return
            [watch = std::weak_ptr<const char>(m_alive), f = std::move(f)](auto&&... args) mutable {
                if (!watch.expired())
                    f(std::forward<decltype(args)>(args)...);
            };
    }

private:
    std::shared_ptr<const char> m_alive = std::make_shared<const char>('\0');
};

} // namespace hw::broker
