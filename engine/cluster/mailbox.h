#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace hw::cluster {

/// The newest value of one writer, handed to one reader on another thread. What was not taken in
/// time is replaced: a report is only worth its last state.
template <class T> class Mailbox
{
public:
    void put(std::shared_ptr<const T> value)
    {
        const std::scoped_lock lock(m_mutex);
        m_value = std::move(value);
    }
    /// Null before the first `put`.
    std::shared_ptr<const T> peek() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_value;
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
};

/// A value guarded by a lock that is held only for the length of one small function.
template <class T> class Guarded
{
public:
    template <class F> auto with(F&& use)
    {
        const std::scoped_lock lock(m_mutex);
        return use(m_value);
    }
    template <class F> auto with(F&& use) const
    {
        const std::scoped_lock lock(m_mutex);
        return use(m_value);
    }

private:
    mutable std::mutex m_mutex;
    T m_value{};
};

} // namespace hw::cluster
