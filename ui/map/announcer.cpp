#include "ui/map/announcer.h"

#include <QAccessible>
#include <QWidget>

#include <type_traits>

#include "ui/models/event_text.h"

namespace hw::ui {

namespace {

template <class F, class... Any> constexpr bool kIsAny = (std::is_same_v<F, Any> || ...);

/// Whether somebody who does not see the picture has to hear of it. Details are too many.
bool isWorthSaying(const observe::Fact& fact)
{
    if (areaOf(fact) == EventArea::Details)
        return false;
    return std::visit(
        []<class F>(const F& f) {
            using namespace observe::fact;
            if constexpr (std::is_same_v<F, GroupStateChanged>)
                return f.to == GroupState::Stable || f.to == GroupState::PreparingRebalance ||
                       f.to == GroupState::Assigning;
            else
                return kIsAny<F, BrokerReady, BrokerStopped, BrokerThawed, ControllerElected,
                              LeaderElected, IsrShrunk, IsrExpanded, IsrReduced,
                              ReassignmentCompleted, EnsembleLeaderElected, QuorumRegained,
                              FaultStarted, FaultEnded>;
        },
        fact);
}

} // namespace

Announcer::Announcer(QWidget* speaker)
    : QObject(speaker)
    , m_speaker(speaker)
{
}

void Announcer::take(const Frame& frame, MapItem* focused)
{
    if (!m_always && !QAccessible::isActive())
        return;
    if (frame.anew) { // another moment: what waited did not follow from it
        m_bad.clear();
        m_good.clear();
    }
    m_names.take(frame.events);
    if (frame.snapshot)
        m_names.take(*frame.snapshot);
    for (const observe::Event& event : frame.events) {
        if (isBad(event.fact))
            m_bad += sentenceOf(event.fact, m_names);
        else if (isWorthSaying(event.fact))
            m_good += sentenceOf(event.fact, m_names);
    }
    watch(focused);
    if (frame.nowMs - m_saidAtMs < kEveryMs || (m_bad.isEmpty() && m_good.isEmpty()))
        return;
    m_saidAtMs = frame.nowMs;
    say();
}

void Announcer::say()
{
    QStringList all = m_bad + m_good;
    m_bad.clear();
    m_good.clear();
    const int more = static_cast<int>(all.size()) - kMost;
    if (more > 0) {
        all = all.mid(0, kMost);
        all += tr("And %n more event(s).", nullptr, more);
    }
    m_said = all.join(QLatin1Char(' '));
    m_speaker->setAccessibleDescription(m_said); // tells that it changed
    QAccessibleEvent alert(m_speaker, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    // Orca hears no alert of Qt's; it reads a notification when it is shown.
    for (const auto kind :
         {QAccessible::NameChanged, QAccessible::ObjectHide, QAccessible::ObjectShow}) {
        QAccessibleEvent event(this, kind);
        QAccessible::updateAccessibility(&event);
    }
    emit told(m_said);
}

void Announcer::watch(MapItem* focused)
{
    const QString title = focused ? focused->title() : QString();
    const bool changed = focused && focused == m_focused && title != m_focusedTitle;
    m_focused = focused;
    m_focusedTitle = title;
    if (!changed)
        return;
    QAccessibleEvent event(focused, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
    emit renamed(title);
}

} // namespace hw::ui
