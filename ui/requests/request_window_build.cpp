#include <QCheckBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/requests/bytes_view.h"
#include "ui/requests/request_window.h"

namespace hw::ui {

RequestWindow::RequestWindow(Decode decode, Sentence sentence, QSettings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_decode(std::move(decode))
    , m_sentence(std::move(sentence))
    , m_settings(settings)
    , m_filter(new RequestFilter(&m_model, this))
    , m_pause(new QToolButton)
    , m_search(new QLineEdit)
    , m_api(new QComboBox)
    , m_client(new QComboBox)
    , m_broker(new QComboBox)
    , m_direction(new QComboBox)
    , m_errors(new QCheckBox)
    , m_leftOutButton(new QToolButton)
    , m_export(new QPushButton)
    , m_list(new QTreeView)
    , m_title(new QLabel)
    , m_facts(new QLabel)
    , m_fault(new QLabel)
    , m_other(new QPushButton)
    , m_find(new QLineEdit)
    , m_tree(new QTreeView)
    , m_bytes(new BytesView)
    , m_across(new QSplitter(Qt::Horizontal))
    , m_down(new QSplitter(Qt::Vertical))
    , m_status(new QLabel)
{
    setProperty("role", "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    m_across->addWidget(buildList());
    m_across->addWidget(buildDetail());
    m_across->setStretchFactor(0, 3);
    m_across->setStretchFactor(1, 2);
    m_across->setChildrenCollapsible(false);
    m_across->setSizes({980, 580});
    column->addWidget(m_across, 1);
    m_status->setProperty("role", "soft");
    m_status->setContentsMargins(14, 5, 14, 6);
    column->addWidget(m_status);
    resize(1560, 860);
    restore();
    retranslate();
}

QWidget* RequestWindow::buildBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    m_pause->setCheckable(true);
    connect(m_pause, &QToolButton::toggled, this, &RequestWindow::setPaused);
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(150);
    connect(m_search, &QLineEdit::textChanged, this, &RequestWindow::applyFilter);
    row->addWidget(m_pause);
    row->addWidget(m_search, 1);
    for (QComboBox* box : {m_api, m_client, m_broker, m_direction}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::currentIndexChanged, this, &RequestWindow::applyFilter);
        row->addWidget(box);
    }
    connect(m_errors, &QCheckBox::toggled, this, &RequestWindow::applyFilter);
    row->addWidget(m_errors);
    m_leftOutButton->setPopupMode(QToolButton::InstantPopup);
    m_leftOutButton->setMenu(new QMenu(m_leftOutButton));
    row->addWidget(m_leftOutButton);
    connect(m_export, &QPushButton::clicked, this, &RequestWindow::saveExport);
    row->addWidget(m_export);
    return bar;
}

QWidget* RequestWindow::buildList()
{
    m_list->setModel(m_filter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setAlternatingRowColors(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setMinimumWidth(420);
    const int widths[] = {100, 176, 176, 88, 136, 66, 84, 190};
    for (int column = 0; column < RequestModel::ColumnCount; ++column)
        m_list->setColumnWidth(column, widths[column]);
    connect(m_list, &QWidget::customContextMenuRequested, this, &RequestWindow::showListMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { choose(index); });
    connect(m_list->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_list->verticalScrollBar();
        m_isFollowing = bar->sliderPosition() >= bar->maximum();
    });
    return m_list;
}

QWidget* RequestWindow::buildDetail()
{
    auto* detail = new QWidget;
    detail->setMinimumWidth(380);
    auto* column = new QVBoxLayout(detail);
    column->setContentsMargins(14, 8, 14, 6);
    column->setSpacing(6);
    auto* top = new QHBoxLayout;
    m_title->setProperty("role", "title");
    top->addWidget(m_title, 1);
    m_other->setEnabled(false);
    connect(m_other, &QPushButton::clicked, this, &RequestWindow::goToOther);
    top->addWidget(m_other);
    column->addLayout(top);
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_facts, &QLabel::linkActivated, this, [this] {
        if (const auto* flight = chosen())
            emit causePicked(flight->cause);
    });
    column->addWidget(m_facts);
    m_fault->setProperty("role", "error");
    m_fault->setWordWrap(true);
    m_fault->hide();
    column->addWidget(m_fault);
    m_find->setClearButtonEnabled(true);
    connect(m_find, &QLineEdit::returnPressed, this, &RequestWindow::findNext);
    connect(m_find, &QLineEdit::textEdited, this, &RequestWindow::findNext);
    column->addWidget(m_find);
    m_tree->setModel(&m_fields);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setIndentation(13);
    const int widths[] = {230, 150, 150, 90};
    for (int i = 0; i < FieldModel::ColumnCount; ++i)
        m_tree->setColumnWidth(i, widths[i]);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &RequestWindow::showTreeMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { showField(index); });
    m_down->addWidget(m_tree);
    m_down->addWidget(m_bytes);
    m_down->setStretchFactor(0, 3);
    m_down->setStretchFactor(1, 1);
    m_down->setChildrenCollapsible(false);
    column->addWidget(m_down, 1);
    return detail;
}

void RequestWindow::buildLeftOutMenu()
{
    QMenu* menu = m_leftOutButton->menu();
    menu->clear();
    const auto& kinds = m_filter->leftOut();
    for (const MessageKind& kind : kinds) {
        QAction* action = menu->addAction(tr("Show again: %1").arg(kind.text()));
        connect(
            action, &QAction::triggered, this, [this, kind] { showAgain(kind); },
            Qt::QueuedConnection); // the menu is built anew
    }
    if (kinds.empty()) {
        menu->addAction(tr("Nothing is left out. Click a message with the right button to leave "
                           "out ones like it."))
            ->setEnabled(false);
    } else {
        menu->addSeparator();
        connect(
            menu->addAction(tr("Show everything again")), &QAction::triggered, this,
            [this] {
                m_filter->setLeftOut({});
                buildLeftOutMenu();
            },
            Qt::QueuedConnection);
    }
    m_leftOutButton->setText(tr("Left out: %1").arg(kinds.size()));
    QStringList keys;
    for (const MessageKind& kind : kinds)
        keys << kind.key();
    m_settings.setValue(QStringLiteral("requests/leftOut"), keys);
}

/// What repeats all the time and says little is left out until somebody asks for it.
static std::set<MessageKind> usuallyLeftOut()
{
    return {{"Ping", MessageKind::Between::Ensemble}, {"Fetch", MessageKind::Between::Brokers}};
}

void RequestWindow::restore()
{
    const QString key = QStringLiteral("requests/leftOut");
    std::set<MessageKind> kinds;
    for (const QString& each : m_settings.value(key).toStringList()) {
        if (const auto kind = MessageKind::fromKey(each))
            kinds.insert(*kind);
    }
    m_filter->setLeftOut(m_settings.contains(key) ? std::move(kinds) : usuallyLeftOut());
    restoreGeometry(m_settings.value(QStringLiteral("requests/geometry")).toByteArray());
    m_across->restoreState(m_settings.value(QStringLiteral("requests/across")).toByteArray());
    m_down->restoreState(m_settings.value(QStringLiteral("requests/down")).toByteArray());
    m_list->header()->restoreState(
        m_settings.value(QStringLiteral("requests/columns")).toByteArray());
}

void RequestWindow::remember()
{
    m_settings.setValue(QStringLiteral("requests/geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("requests/across"), m_across->saveState());
    m_settings.setValue(QStringLiteral("requests/down"), m_down->saveState());
    if (m_theme.scale == 1) // others are made from these
        m_settings.setValue(QStringLiteral("requests/columns"), m_list->header()->saveState());
}

void RequestWindow::setTheme(const Theme& theme)
{
    const double larger = theme.scale / m_theme.scale;
    m_theme = theme;
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
    for (int column = 0; column < RequestModel::ColumnCount && larger != 1; ++column)
        m_list->setColumnWidth(column, qRound(m_list->columnWidth(column) * larger));
    m_model.setTheme(theme);
    m_fields.setTheme(theme);
    m_bytes->setTheme(theme);
    showFacts();
}

void RequestWindow::retranslate()
{
    setWindowTitle(tr("Requests in flight"));
    m_pause->setText(tr("Pause"));
    m_pause->setToolTip(tr("Stops the list, and keeps the messages that are in it."));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the list of messages"));
    const int direction = std::max(0, m_direction->currentIndex());
    const QSignalBlocker quiet(m_direction);
    m_direction->clear();
    m_direction->addItems({tr("Requests and answers"), tr("Requests"), tr("Answers")});
    m_direction->setCurrentIndex(direction);
    m_api->setAccessibleName(tr("API"));
    m_client->setAccessibleName(tr("Client"));
    m_broker->setAccessibleName(tr("Broker"));
    m_direction->setAccessibleName(tr("Direction"));
    offerChoices();
    m_errors->setText(tr("Errors only"));
    m_leftOutButton->setToolTip(tr("Kinds of messages that are not listed."));
    m_export->setText(tr("Export…"));
    m_find->setPlaceholderText(tr("Find in the fields"));
    m_find->setAccessibleName(tr("Find in the fields"));
    m_list->setAccessibleName(tr("Messages"));
    m_tree->setAccessibleName(tr("Fields of the message"));
    m_bytes->setAccessibleName(tr("Bytes of the message"));
    if (m_chosen == kNoFlight) {
        m_title->setText(tr("No message chosen"));
        m_facts->setText(tr("Click a message in the list, or a dot in flight on the map."));
        m_other->setText(tr("Go to the answer"));
    }
    m_model.retranslate();
    m_fields.retranslate();
    buildLeftOutMenu();
    showFacts();
    showStatus();
}

void RequestWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void RequestWindow::closeEvent(QCloseEvent* event)
{
    remember();
    setPaused(false);
    QWidget::closeEvent(event);
}

} // namespace hw::ui
