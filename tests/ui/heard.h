#pragma once

#include <QAccessible>

#include <vector>

namespace hw::test {

/// What screen readers are told while this lives. One at a time. Qt tells nothing where none can
/// listen, as offscreen: there `works` is false. On xcb with an accessibility bus and
/// QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 all is heard.
class Heard
{
public:
    Heard()
    {
        s_now = this;
        QAccessible::setActive(true);
        m_before = QAccessible::installUpdateHandler(take);
    }
    ~Heard()
    {
        QAccessible::installUpdateHandler(m_before);
        QAccessible::setActive(false);
        s_now = nullptr;
    }
    Heard(const Heard&) = delete;
    Heard& operator=(const Heard&) = delete;

    static bool works() { return QAccessible::isActive(); }
    /// Those of that kind about `object`, or about anything.
    int count(QAccessible::Event kind, const QObject* object = nullptr) const
    {
        int all = 0;
        for (const One& one : m_all)
            all += one.kind == kind && (!object || one.object == object);
        return all;
    }
    std::vector<QAccessible::Event> about(const QObject* object) const
    {
        std::vector<QAccessible::Event> all;
        for (const One& one : m_all)
            if (one.object == object)
                all.push_back(one.kind);
        return all;
    }
    void forget() { m_all.clear(); }

private:
    struct One
    {
        QAccessible::Event kind;
        const QObject* object; ///< never followed
    };
    static void take(QAccessibleEvent* event)
    {
        s_now->m_all.push_back({event->type(), event->object()});
    }

    static inline Heard* s_now = nullptr;
    QAccessible::UpdateHandler m_before = nullptr;
    std::vector<One> m_all;
};

} // namespace hw::test
