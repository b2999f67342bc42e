#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace hw {

/// A callable that is moved, never copied, so that tasks may own what they need.
/// Stands in for std::move_only_function, which C++20 lacks. Empty until assigned.
template <class Signature> class UniqueFunction;

template <class R, class... Args> class UniqueFunction<R(Args...)>
{
public:
    UniqueFunction() = default;
    UniqueFunction(std::nullptr_t) {}

    template <class F>
        requires(!std::is_same_v<std::decay_t<F>, UniqueFunction> &&
                 std::is_invocable_r_v<R, F&, Args...>)
    UniqueFunction(F&& callable)
        : m_target(std::make_unique<Target<std::decay_t<F>>>(std::forward<F>(callable)))
    {
    }

    explicit operator bool() const { return m_target != nullptr; }
    R operator()(Args... args) const { return m_target->call(std::forward<Args>(args)...); }

private:
    struct Base
    {
        virtual ~Base() = default;
        virtual R call(Args... args) = 0;
    };
    template <class F> struct Target final : Base
    {
        explicit Target(F&& f) : callable(std::move(f)) {}
        explicit Target(const F& f) : callable(f) {}
        R call(Args... args) override { return callable(std::forward<Args>(args)...); }
        F callable;
    };
    std::unique_ptr<Base> m_target;
};

/// A piece of work that runs once on some loop.
using Task = UniqueFunction<void()>;

} // namespace hw
