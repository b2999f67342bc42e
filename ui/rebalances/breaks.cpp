#include "ui/rebalances/breaks.h"

#include <QApplication>
#include <QInputDialog>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

static QString keyOf(Breaks::What what)
{
    using What = Breaks::What;
    switch (what) {
    case What::LeftStable:
        return QStringLiteral("breaks/leftStable");
    case What::TwoOwners:
        return QStringLiteral("breaks/twoOwners");
    case What::Lag:
        return QStringLiteral("breaks/lag");
    }
    return {};
}

Breaks::Breaks(QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_menu(std::make_unique<QMenu>())
{
    m_lag = m_settings.value(QStringLiteral("breaks/lagMost"), qlonglong(kUsualLag)).toLongLong();
    for (const What what : {What::LeftStable, What::TwoOwners, What::Lag}) {
        QAction* action = m_menu->addAction(QString());
        action->setCheckable(true);
        action->setChecked(m_settings.value(keyOf(what), false).toBool());
        connect(action, &QAction::toggled, this, [this, what](bool on) {
            m_settings.setValue(keyOf(what), on);
            m_doubles.clear();
            m_above.clear();
            emit changed();
        });
        m_actions[what] = action;
    }
    m_menu->addSeparator();
    m_changeLag = m_menu->addAction(QString());
    connect(m_changeLag, &QAction::triggered, this, &Breaks::askLag);
    retranslate();
}

Breaks::~Breaks() = default;

void Breaks::set(What what, bool on) { action(what)->setChecked(on); }

bool Breaks::isOn(What what) const { return action(what)->isChecked(); }

void Breaks::setLag(std::int64_t most)
{
    m_lag = most;
    m_settings.setValue(QStringLiteral("breaks/lagMost"), qlonglong(most));
    m_above.clear();
    retranslate();
}

void Breaks::askLag()
{
    auto* dialog = new QInputDialog(QApplication::activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(0, 1'000'000'000);
    dialog->setIntValue(static_cast<int>(m_lag));
    dialog->setWindowTitle(tr("Break on lag"));
    dialog->setLabelText(tr("Break when the lag of a group passes (records):"));
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int most) {
        setLag(most);
        set(What::Lag, true);
    });
    dialog->open();
}

void Breaks::retranslate()
{
    m_menu->setTitle(tr("Break on…"));
    action(What::LeftStable)->setText(tr("A group leaves Stable"));
    action(What::TwoOwners)->setText(tr("Two members own one partition"));
    action(What::Lag)->setText(tr("The lag of a group passes %1").arg(m_lag));
    m_changeLag->setText(tr("Another number…"));
}

bool Breaks::isLeavingStable(const observe::Event& event)
{
    using observe::fact::GroupState;
    const auto* change = std::get_if<observe::fact::GroupStateChanged>(&event.fact);
    return change && change->from == GroupState::Stable && change->to != GroupState::Stable;
}

void Breaks::take(const Frame& frame)
{
    if (frame.anew) {
        m_doubles.clear();
        m_above.clear();
    }
    if (isOn(What::LeftStable)) {
        for (const auto& event : frame.events) {
            if (!isLeavingStable(event))
                continue;
            const auto& change = std::get<observe::fact::GroupStateChanged>(event.fact);
            emit met({What::LeftStable, change.group, tr("%1 left Stable.").arg(qs(change.group)),
                      event.id});
        }
    }
    if (isOn(What::TwoOwners) && frame.snapshot)
        lookForOwners(*frame.snapshot);
    if (isOn(What::Lag) && frame.snapshot && frame.gauges)
        lookAtLag(frame);
}

/// The coordinator's view beside what the members themselves think: one that was thrown out and has
/// not noticed still reads.
void Breaks::lookForOwners(const observe::Snapshot& snapshot)
{
    using Owner = std::pair<NodeId, std::string>; // embedded: the node; else the member's id
    std::map<std::pair<std::string, TopicPartition>, std::set<Owner>> owners;
    for (const auto& group : snapshot.groups)
        for (const auto& member : group->members)
            for (const TopicPartition& partition : member.assigned) {
                const bool isOurs = member.client.kind == NodeId::Kind::Client;
                owners[{group->name, partition}].insert(isOurs ? Owner{member.client, {}}
                                                               : Owner{{}, member.member});
            }
    for (const auto& consumer : snapshot.consumers)
        if (consumer->running)
            for (const TopicPartition& partition : consumer->assigned)
                owners[{consumer->group, partition}].insert({consumer->client, {}});
    std::erase_if(owners, [](const auto& one) { return one.second.size() < 2; });
    std::erase_if(m_doubles, [&](const auto& one) { return !owners.contains(one.first); });
    for (const auto& [what, who] : owners) {
        Double& known = m_doubles.try_emplace(what, Double{snapshot.at, false}).first->second;
        if (known.isTold || snapshot.at - known.since < kDoubleFor)
            continue;
        known.isTold = true;
        emit met({What::TwoOwners, what.first,
                  tr("%1: %n members own %2.", nullptr, static_cast<int>(who.size()))
                      .arg(qs(what.first), qs(what.second.text())),
                  kNoEvent});
    }
}

void Breaks::lookAtLag(const Frame& frame)
{
    for (const auto& group : frame.snapshot->groups) {
        const Lag lag = lagOf(*group, *frame.snapshot, *frame.gauges);
        if (lag.records <= m_lag) {
            m_above.erase(group->name);
            continue;
        }
        if (m_above.insert(group->name).second)
            emit met({What::Lag, group->name,
                      tr("The lag of %1 is %2 and passed %3.")
                          .arg(qs(group->name))
                          .arg(lag.records)
                          .arg(m_lag),
                      kNoEvent});
    }
}

} // namespace hw::ui
