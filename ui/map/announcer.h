#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

#include "ui/feed/frame.h"
#include "ui/map/map_item.h"
#include "ui/models/node_names.h"

namespace hw::ui {

/// Tells screen readers what changes in the picture: brokers that die and return, new leaders,
/// ISRs, controllers, groups that rebalance; and the name of the thing that has the focus, when its
/// state changes. Does nothing while no screen reader listens. To them it is a notification among
/// the things on the map (map_accessible.h).
///
/// What happens within kEvery is told at once, bad news first, and no more than kMost sentences.
class Announcer : public QObject
{
    Q_OBJECT
public:
    static constexpr std::int64_t kEveryMs = 1500; ///< of the window's clock
    static constexpr int kMost = 4;                ///< sentences; the rest is counted

    /// It speaks for that widget, which is its parent.
    explicit Announcer(QWidget* speaker);

    void take(const Frame& frame, MapItem* focused);
    /// Also while nobody listens: for tests, since not every platform has screen readers.
    void setAlways(bool on) { m_always = on; }
    QWidget* speaker() const { return m_speaker; }
    /// What was told last.
    const QString& said() const { return m_said; }

signals:
    void told(const QString& text);
    /// The thing that has the focus is called otherwise now.
    void renamed(const QString& title);

private:
    void say();
    void watch(MapItem* focused);

    QWidget* m_speaker;
    NodeNames m_names;
    bool m_always = false;
    QStringList m_bad, m_good; ///< not told yet
    std::int64_t m_saidAtMs = -kEveryMs;
    QString m_said;
    QPointer<MapItem> m_focused;
    QString m_focusedTitle;
};

} // namespace hw::ui
