#pragma once

#include <QObject>

#include <optional>

#include "engine/base/time.h"

namespace hw::ui {

/// The one moment that is pointed at in a window, in the cluster's time: lanes, the history of
/// rebalances and charts all draw a line there. Hovering points, a click pins; what was pinned
/// comes back when nobody points any more; a double click chooses.
class TimeCursor : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Where to draw the line; none: nowhere.
    std::optional<Instant> at() const { return m_pointed ? m_pointed : m_pinned; }
    std::optional<Instant> pinned() const { return m_pinned; }

    void point(Instant at) { set(m_pointed, at); }
    void leave() { set(m_pointed, std::nullopt); }
    void pin(Instant at) { set(m_pinned, at); }
    void unpin() { set(m_pinned, std::nullopt); }
    /// Somebody wants the whole window to show that moment, if its cluster has a past.
    void choose(Instant at) { emit chosen(at); }

signals:
    /// `at()` or `pinned()` is another one.
    void changed();
    void chosen(hw::Instant at);

private:
    void set(std::optional<Instant>& which, std::optional<Instant> to)
    {
        if (which == to)
            return;
        which = to;
        emit changed();
    }

    std::optional<Instant> m_pointed;
    std::optional<Instant> m_pinned;
};

} // namespace hw::ui
