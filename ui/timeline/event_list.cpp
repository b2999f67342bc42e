#include "ui/timeline/event_list.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hw::ui {

EventList::EventList(EventModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(new EventFilter(this))
    , m_view(new QTreeView)
    , m_search(new QLineEdit)
    , m_cause(new QToolButton)
    , m_moment(new QToolButton)
    , m_lost(new QLabel)
    , m_areasMenu(new QToolButton)
    , m_theme(makeTheme(ThemeName::Light))
    , m_bar(new QWidget)
{
    m_filter->setSourceModel(model);
    buildBar();
    buildView();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_view, 1);
    retranslate();
}

void EventList::buildBar()
{
    m_bar->setProperty("role", "panel");
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(12, 6, 12, 6);
    row->setSpacing(4);
    for (const EventArea area : {EventArea::Brokers, EventArea::Partitions, EventArea::Groups,
                                 EventArea::Clients, EventArea::Commands, EventArea::Details}) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setProperty("flat", true);
        button->setChecked(m_filter->areaShown(area));
        connect(button, &QToolButton::toggled, this,
                [this, area](bool on) { m_filter->setAreaShown(area, on); });
        m_areas.emplace_back(area, button);
        row->addWidget(button);
    }
    m_areasMenu->setMenu(new QMenu(m_areasMenu));
    m_areasMenu->setPopupMode(QToolButton::InstantPopup);
    m_areasMenu->setProperty("flat", true);
    m_areasMenu->setVisible(false);
    connect(m_areasMenu->menu(), &QMenu::aboutToShow, this, &EventList::fillAreas);
    row->addWidget(m_areasMenu);
    row->addStretch();
    m_lost->setProperty("role", "error");
    row->addWidget(m_lost);
    m_cause->setProperty("flat", true);
    connect(m_cause, &QToolButton::clicked, this, &EventList::goToCause);
    row->addWidget(m_cause);
    m_moment->setProperty("flat", true);
    m_moment->setVisible(false);
    connect(m_moment, &QToolButton::clicked, this, &EventList::goToMoment);
    row->addWidget(m_moment);
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(240);
    m_bar->setMinimumWidth(kLeastWidth);
    connect(m_search, &QLineEdit::textChanged, m_filter, &EventFilter::setText);
    row->addWidget(m_search, 1);
}

void EventList::buildView()
{
    m_view->setModel(m_filter);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setColumnWidth(EventModel::Time, 116);
    m_view->header()->setSectionResizeMode(EventModel::What, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(EventModel::Cause, QHeaderView::Stretch);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { currentChanged(index); });
    // Also the row that is current already: something else may be selected by now.
    connect(m_view, &QTreeView::clicked, this,
            [this](const QModelIndex& index) { currentChanged(index); });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == EventModel::Cause)
            goToCause();
        else if (m_areMomentsShown)
            goToMoment();
    });
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &EventList::followNewest,
            Qt::QueuedConnection);
    // Another moment: the list ends with what led to it.
    connect(
        m_filter, &QAbstractItemModel::modelReset, this,
        [this] {
            m_following = true;
            followNewest();
        },
        Qt::QueuedConnection);
    connect(m_view->verticalScrollBar(), &QScrollBar::sliderMoved, this,
            [this](int value) { m_following = value == m_view->verticalScrollBar()->maximum(); });
}

void EventList::followNewest()
{
    if (m_following && !m_view->currentIndex().isValid() && isVisible())
        m_view->scrollToBottom();
}

void EventList::currentChanged(const QModelIndex& index)
{
    const int row = m_filter->mapToSource(index).row();
    const bool has = row >= 0 && m_model->causeRowOf(row).has_value();
    m_cause->setEnabled(has);
    m_moment->setEnabled(row >= 0);
    if (row >= 0 && !m_isLed)
        emit picked(observe::Event(m_model->eventAt(row)));
}

void EventList::goToCause()
{
    const QModelIndex now = m_filter->mapToSource(m_view->currentIndex());
    if (!now.isValid())
        return;
    if (const auto row = m_model->causeRowOf(now.row()))
        goToRow(*row);
}

void EventList::setMomentsShown(bool on)
{
    m_areMomentsShown = on;
    m_moment->setVisible(on);
    fitBar();
}

void EventList::goToMoment()
{
    const QModelIndex now = m_filter->mapToSource(m_view->currentIndex());
    if (now.isValid())
        emit momentWanted(observe::Event(m_model->eventAt(now.row())));
}

bool EventList::goTo(EventId id)
{
    const auto row = m_model->rowOf(id);
    const bool before = std::exchange(m_isLed, true); // nobody picked it
    if (row)
        goToRow(*row);
    m_isLed = before;
    return row.has_value();
}

void EventList::goToRow(int row)
{
    const QModelIndex source = m_model->index(row, EventModel::What);
    if (!m_filter->mapFromSource(source).isValid()) { // hidden by the filter
        m_search->clear();
        const EventArea area = areaOf(m_model->eventAt(row).fact);
        for (const auto& [own, button] : m_areas) {
            if (own == area)
                button->setChecked(true);
        }
    }
    const QModelIndex shown = m_filter->mapFromSource(source);
    m_view->setCurrentIndex(shown);
    m_view->scrollTo(shown, QAbstractItemView::PositionAtCenter);
}

void EventList::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_model->setTheme(theme);
    fitTimes();
    fitBar();
}

/// A time is never cut, whatever the size of type.
void EventList::fitTimes()
{
    const QFontMetrics digits(m_theme.font(Type::Mono));
    const QFontMetrics words(m_theme.font(Type::Body));
    const QString head =
        m_model->headerData(EventModel::Time, Qt::Horizontal, Qt::DisplayRole).toString();
    m_view->setColumnWidth(EventModel::Time,
                           std::max(digits.horizontalAdvance(QStringLiteral("00:00:00.000")) + 22,
                                    words.horizontalAdvance(head) + 26));
}

/// Where the areas' buttons do not fit, one that opens a menu of them stands there.
void EventList::fitBar()
{
    constexpr int kLeastSearch = 110;
    const auto wide = [](const QWidget* widget) { return widget->sizeHint().width() + 4; };
    int needed = 24 + kLeastSearch + wide(m_cause) + (m_areMomentsShown ? wide(m_moment) : 0) +
                 (m_lostCount > 0 ? wide(m_lost) : 0);
    for (const auto& [area, button] : m_areas) {
        button->ensurePolished();
        needed += wide(button);
    }
    const bool fits = needed <= width();
    for (const auto& [area, button] : m_areas)
        button->setVisible(fits);
    m_areasMenu->setVisible(!fits);
}

void EventList::fillAreas()
{
    QMenu* menu = m_areasMenu->menu();
    menu->clear();
    for (const auto& [area, button] : m_areas) {
        QAction* action = menu->addAction(button->text());
        action->setCheckable(true);
        action->setChecked(button->isChecked());
        connect(action, &QAction::toggled, button, &QToolButton::setChecked);
    }
}

void EventList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBar();
}

void EventList::setLost(std::uint64_t lost)
{
    if (lost == m_lostCount)
        return;
    m_lostCount = lost;
    m_lost->setText(
        tr("%n event(s) were lost because there were too many.", nullptr, static_cast<int>(lost)));
    fitBar();
}

QString EventList::areaName(EventArea area) const
{
    switch (area) {
    case EventArea::Brokers:
        return tr("Brokers");
    case EventArea::Partitions:
        return tr("Partitions");
    case EventArea::Groups:
        return tr("Groups");
    case EventArea::Clients:
        return tr("Clients");
    case EventArea::Commands:
        return tr("Commands");
    case EventArea::Details:
        return tr("Details");
    }
    return {};
}

void EventList::retranslate()
{
    for (const auto& [area, button] : m_areas) {
        button->setText(areaName(area));
        button->setToolTip(tr("Show or hide these events."));
    }
    m_search->setPlaceholderText(tr("Filter"));
    m_search->setAccessibleName(tr("Filter events by text"));
    m_cause->setText(tr("Go to cause"));
    m_cause->setToolTip(tr("Selects the event that led to this one."));
    m_cause->setEnabled(m_view->currentIndex().isValid());
    m_moment->setText(tr("Go to moment"));
    m_moment->setToolTip(tr("Shows the moment of this event (double click)"));
    m_moment->setEnabled(m_view->currentIndex().isValid());
    m_view->setAccessibleName(tr("Events"));
    m_model->retranslate();
    if (m_lostCount)
        m_lost->setText(tr("%n event(s) were lost because there were too many.", nullptr,
                           static_cast<int>(m_lostCount)));
    m_areasMenu->setText(tr("Which events ▾"));
    fitTimes();
    fitBar();
}

void EventList::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
