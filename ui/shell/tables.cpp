#include "ui/shell/tables.h"

#include <QEvent>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTreeView>

#include <utility>

#include "ui/models/causes.h"
#include "ui/models/picked.h"

namespace hw::ui {

Tables::Tables(QWidget* parent)
    : QTabWidget(parent)
    , m_losses([this](EventId id) { return Causes::root(m_events, id); })
    , m_list(new EventList(&m_events))
{
    setDocumentMode(true);
    addTab(m_list, QString());
    connect(m_list, &EventList::picked, this, [this](const observe::Event& event) {
        if (m_snapshot)
            pick(Picked::of(event, *m_snapshot));
    });
    m_tables.emplace_back(&m_partitions, addTable(&m_partitions, {190, 70, 70, 110, 110, 90, 90}));
    m_tables.emplace_back(&m_groups, addTable(&m_groups, {190, 160, 90, 110, 90}));
    m_tables.emplace_back(&m_brokers, addTable(&m_brokers, {80, 210, 150, 90, 80, 80}));
    m_tables.emplace_back(&m_losses, addTable(&m_losses, {190, 120, 120, 150}));
    retranslate();
}

QTreeView* Tables::addTable(SnapshotModel* model, const QList<int>& widths)
{
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setSortRole(SnapshotModel::SortRole);
    auto* view = new QTreeView;
    view->setModel(proxy);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setSortingEnabled(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    for (int column = 0; column < widths.size(); ++column)
        view->setColumnWidth(column, widths[column]);
    const auto pickRow = [this, proxy, model](const QModelIndex& index) {
        const QModelIndex source = proxy->mapToSource(index);
        if (source.isValid() && m_snapshot)
            pick(Picked::existing(model->subjectAt(source.row()), *m_snapshot));
    };
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, pickRow);
    connect(view, &QTreeView::clicked, this, pickRow); // also the row that is current already
    addTab(view, QString());
    return view;
}

/// What is not there at the moment that is shown selects nothing.
void Tables::pick(const Subject& subject)
{
    if (subject)
        emit subjectPicked(subject);
}

void Tables::take(const Frame& frame)
{
    m_snapshot = frame.snapshot;
    if (frame.snapshot)
        m_events.learn(*frame.snapshot);
    if (frame.anew)
        m_events.restart(frame.retold);
    m_events.append(frame.events);
}

void Tables::refresh(const Frame& frame, std::uint64_t eventsLost)
{
    m_list->setLost(eventsLost);
    for (const auto& [model, view] : m_tables) {
        if (view->isVisible())
            model->take(frame.snapshot, frame.gauges);
    }
    std::int64_t lost = 0;
    for (const auto& line : frame.snapshot->lost)
        lost += line.to - line.from + 1;
    if (std::exchange(m_lostRecords, lost) != lost)
        setLossTitle();
}

void Tables::setTheme(const Theme& theme) { m_list->setTheme(theme); }

/// The number stands on the tab, so that nobody has to look for it.
void Tables::setLossTitle()
{
    setTabText(4, m_lostRecords > 0 ? tr("Lost (%1)").arg(m_lostRecords) : tr("Lost"));
    setTabToolTip(4, tr("Records that were acknowledged and then lost."));
}

void Tables::retranslate()
{
    setLossTitle();
    setTabText(0, tr("Events"));
    setTabText(1, tr("Partitions"));
    setTabText(2, tr("Groups"));
    setTabText(3, tr("Brokers"));
    for (const auto& [model, view] : m_tables)
        model->retranslate();
}

void Tables::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QTabWidget::changeEvent(event);
}

} // namespace hw::ui
