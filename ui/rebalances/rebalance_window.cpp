#include "ui/rebalances/rebalance_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

#include "engine/rebalances/verdicts.h"
#include "ui/models/words.h"
#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/rebalances/state_machine.h"

namespace hw::ui {

using rebalances::Rebalance;

void RebalanceWindow::take(const Frame& frame)
{
    if (frame.anew)
        m_model.restart();
    if (!isVisible() || !frame.snapshot)
        return;
    m_now = frame.snapshot->at;
    const bool isNew = m_version != m_book.version();
    if (isNew) {
        m_version = m_book.version();
        m_model.refresh();
        if (m_follow->isChecked())
            showNewest();
        else
            showChosen();
    }
    if (frame.nowMs - m_slowMs < kSlowMs)
        return;
    m_slowMs = frame.nowMs;
    const Rebalance* one = m_book.find(m_chosen);
    if (!isNew && one && (one->outcome == rebalances::Outcome::Going || !m_card.parked.empty()))
        showChosen(); // its time goes on
    showSlow();
}

void RebalanceWindow::open(const QString& group)
{
    show();
    raise();
    activateWindow();
    m_model.refresh();
    offerGroups();
    const int at = m_groups->findData(group);
    m_groups->setCurrentIndex(std::max(0, at));
    m_chosenMove = -1;
    m_follow->setChecked(true);
    showNewest();
    showSlow();
}

void RebalanceWindow::openAt(std::uint64_t number)
{
    const Rebalance* rebalance = m_book.find(number);
    if (!rebalance)
        return;
    open(qs(rebalance->group));
    m_follow->setChecked(false);
    choose(number);
}

void RebalanceWindow::choose(std::uint64_t number)
{
    m_model.refresh();
    const QModelIndex row = m_filter->mapFromSource(m_model.indexOf(number));
    if (!row.isValid())
        return;
    m_list->setCurrentIndex(row);
    m_list->scrollTo(row);
}

/// The newest rebalance of what the filter lets through.
void RebalanceWindow::showNewest()
{
    const QString group = m_filter->group();
    const auto& all = m_book.all();
    const Rebalance* newest = group.isEmpty() ? (all.empty() ? nullptr : &all.back())
                                              : m_book.newest(group.toStdString());
    m_chosen = newest ? newest->number : 0;
    m_chosenMove = -1;
    const QModelIndex row = m_filter->mapFromSource(m_model.indexOf(m_chosen));
    m_choosing = true;
    if (row.isValid() && row != m_list->currentIndex()) {
        m_list->setCurrentIndex(row);
        m_list->scrollTo(row);
    }
    m_choosing = false;
    showChosen();
}

QString RebalanceWindow::shownGroup() const
{
    if (const Rebalance* one = m_book.find(m_chosen))
        return qs(one->group);
    if (m_chosenMove >= 0 && m_chosenMove < m_model.rowCount())
        return qs(m_model.rowAt(m_chosenMove).move.group);
    return m_filter->group();
}

void RebalanceWindow::showChosen()
{
    const QString group = shownGroup();
    m_states->show(group, m_book.walk(group.toStdString()), true);
    if (const Rebalance* one = m_book.find(m_chosen))
        return applyCard(cardOf(*one, m_book, m_sources.chain(one->event), m_now),
                         diffOf(*one, m_sources.colorOf));
    if (m_chosenMove >= 0 && m_chosenMove < m_model.rowCount()) {
        const auto& move = m_model.rowAt(m_chosenMove).move;
        GenerationDiff diff;
        diff.empty = tr("Nothing changed hands.");
        return applyCard(cardOf(move, m_sources.chain(move.event)), std::move(diff));
    }
    showEmpty();
}

void RebalanceWindow::showEmpty()
{
    Card card;
    GenerationDiff diff;
    card.title = tr("No rebalance yet");
    card.remark = m_filter->group().isEmpty()
                      ? tr("Stop a consumer to see one: select it on the map and press Delete. Or "
                           "add one with Ctrl+G, or let your own client join a group.")
                      : tr("No rebalance of %1 is known so far. Stop one of its consumers to see "
                           "one: select it on the map and press Delete.")
                            .arg(m_filter->group());
    diff.empty = card.remark;
    applyCard(std::move(card), std::move(diff));
}

void RebalanceWindow::applyCard(Card card, GenerationDiff diff)
{
    m_card = std::move(card);
    m_diff = std::move(diff);
    m_cardView->setFlow([this](QPainter* painter, double width, CardPainter::Links* links) {
        return CardPainter(painter, m_theme, 0, width, m_zoom, links).draw(m_card, 0);
    });
    m_diffView->setFlow([this](QPainter* painter, double width, CardPainter::Links*) {
        return m_diff.draw(painter, m_theme, 0, 0, width, m_zoom);
    });
    m_cardView->setSpoken(m_card.title, m_card.subtitle + QStringLiteral(". ") + m_card.remark);
    m_diffView->setSpoken(tr("Who has what"), m_diff.verdict);
    const bool isThere = m_book.find(m_chosen) != nullptr;
    m_export->setEnabled(isThere);
}

void RebalanceWindow::offerGroups()
{
    QStringList names;
    for (const auto& [name, walk] : m_book.walks())
        names << qs(name);
    bool equal = names.size() + 1 == m_groups->count();
    for (int n = 0; equal && n < names.size(); ++n)
        equal = m_groups->itemData(n + 1).toString() == names[n];
    if (equal)
        return;
    const QString chosen = m_groups->currentData().toString();
    const QSignalBlocker quiet(m_groups);
    m_groups->clear();
    m_groups->addItem(tr("All groups"), QString());
    for (const QString& name : names)
        m_groups->addItem(name, name);
    m_groups->setCurrentIndex(std::max(0, m_groups->findData(chosen)));
    m_filter->setGroup(m_groups->currentData().toString());
}

/// Rate, who falls out again and again, the list of groups: a person reads these slowly.
void RebalanceWindow::showSlow()
{
    offerGroups();
    const std::string group = m_filter->group().toStdString();
    m_rate->setText(tr("%n rebalance(s) in the last minute", nullptr,
                       rebalances::ratePerMinute(m_book, group, m_now)));
    showFlapping(group);
    const QString all = tr("%n rebalance(s) known so far", nullptr,
                           static_cast<int>(m_book.dropped() + m_book.all().size()));
    if (m_slowMs < m_saidUntilMs)
        return;
    m_status->setText(
        m_book.dropped() == 0
            ? all
            : QStringLiteral("%1 · %2").arg(
                  all, tr("the oldest %1 are no longer listed").arg(m_book.dropped())));
}

/// Looked for when something is new, and now and then since the old ones are forgiven.
void RebalanceWindow::showFlapping(const std::string& group)
{
    const bool isOld = m_now - m_flappingAt > 5s || m_now < m_flappingAt;
    if (m_flappingVersion != m_book.version() || isOld) {
        m_flappingVersion = m_book.version();
        m_flappingAt = m_now;
        m_allFlapping = rebalances::flapping(m_book, m_now);
    }
    QStringList lines;
    constexpr qsizetype kMost = 3;
    for (const auto& one : m_allFlapping)
        if ((group.empty() || one.group == group) && lines.size() < kMost)
            lines << RebalanceWords::flapping(one);
    m_flapping->setText(lines.join('\n'));
    m_flapping->setVisible(!lines.isEmpty());
}

void RebalanceWindow::tellBreak(const Breaks::Met& met, bool stopped)
{
    m_model.refresh();
    if (const Rebalance* newest = m_book.newest(met.group);
        newest && met.what == Breaks::What::LeftStable)
        m_model.mark(newest->number);
    m_notice->setText(stopped ? tr("◆ Stopped: %1 Press P to go on.").arg(met.sentence)
                              : tr("◆ %1").arg(met.sentence));
    m_notice->show();
}

} // namespace hw::ui
