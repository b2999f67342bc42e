#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/base/function.h"
#include "engine/world/loop.h"

namespace hw::coordination::quorum {

/// A server's time in one role, as leader or follower: it ends once, for a reason. A member of the
/// role; used on its loop.
class Term
{
public:
    using OnOver = UniqueFunction<void(std::string why)>;

    /// `onOver` may destroy the term and its owner.
    Term(world::Loop& loop, OnOver onOver)
        : m_loop(loop)
        , m_onOver(std::move(onOver))
    {
    }
    Term(const Term&) = delete;
    Term& operator=(const Term&) = delete;

    /// What is wrapped does nothing once the term is gone.
    template <class F> auto guard(F f) const
    {
        return [watch = watch(), f = std::move(f)](auto&&... args) mutable {
            if (!watch.expired())
                f(std::forward<decltype(args)>(args)...);
        };
    }
    /// Nor once it is over.
    template <class F> auto whileOn(F f) const
    {
        return guard([this, f = std::move(f)](auto&&... args) mutable {
            if (!m_over)
                f(std::forward<decltype(args)>(args)...);
        });
    }
    bool isOver() const { return m_over; }
    /// Over at once; `onOver` hears of it in a later task, unless the term is gone by then.
    void giveUp(std::string why)
    {
        if (m_over)
            return;
        m_loop.post(guard([this, why = std::move(why)]() mutable {
            // It ends with being destroyed, the handler with it.
            const auto over = std::move(m_onOver);
            over(std::move(why));
        }));
        m_over = true;
    }
    /// Over without a word: whoever owns it knows.
    void end() { m_over = true; }

    /// Expires with the term: for whoever calls what may end it.
    std::weak_ptr<const bool> watch() const { return m_alive; }

private:
    world::Loop& m_loop;
    OnOver m_onOver;
    bool m_over = false;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace hw::coordination::quorum
