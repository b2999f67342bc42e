#include <QCheckBox>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/rebalances/state_machine.h"

namespace hw::ui {

RebalanceWindow::RebalanceWindow(const rebalances::Book& book, Sources sources, Breaks& breaks,
                                 QSettings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_book(book)
    , m_sources(std::move(sources))
    , m_breaks(breaks)
    , m_settings(settings)
    , m_model(book)
    , m_filter(new RebalanceFilter(&m_model, this))
    , m_theme(makeTheme(ThemeName::Light))
    , m_groups(new QComboBox)
    , m_follow(new QCheckBox)
    , m_rate(new QLabel)
    , m_break(new QToolButton)
    , m_export(new QToolButton)
    , m_smaller(new QToolButton)
    , m_larger(new QToolButton)
    , m_copyText(new QAction(this))
    , m_saveText(new QAction(this))
    , m_savePicture(new QAction(this))
    , m_notice(new QLabel)
    , m_flapping(new QLabel)
    , m_list(new QTreeView)
    , m_states(new StateMachine)
    , m_tabs(new QTabWidget)
    , m_cardView(new FlowView)
    , m_diffView(new FlowView)
    , m_cardScroll(new QScrollArea)
    , m_diffScroll(new QScrollArea)
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
    m_across->addWidget(buildHistory());
    m_across->addWidget(buildDetail());
    m_across->setChildrenCollapsible(false);
    m_across->setSizes({850, 690});
    column->addWidget(m_across, 1);
    m_status->setProperty("role", "soft");
    m_status->setContentsMargins(14, 5, 14, 6);
    column->addWidget(m_status);
    resize(1560, 940);
    const auto zoomOn = [this](const QKeySequence& keys, double by) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this,
                [this, by] { setZoom(m_zoom * by); });
    };
    zoomOn(QKeySequence(Qt::CTRL | Qt::Key_Plus), 1.15);
    zoomOn(QKeySequence(Qt::CTRL | Qt::Key_Equal), 1.15);
    zoomOn(QKeySequence(Qt::CTRL | Qt::Key_Minus), 1 / 1.15);
    restore();
    retranslate();
}

RebalanceWindow::~RebalanceWindow() = default;

QWidget* RebalanceWindow::buildBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    m_groups->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_groups->setMinimumWidth(150);
    connect(m_groups, &QComboBox::currentIndexChanged, this, [this] {
        m_filter->setGroup(m_groups->currentData().toString());
        m_chosenMove = -1;
        showNewest();
        showSlow();
    });
    row->addWidget(m_groups);
    connect(m_follow, &QCheckBox::toggled, this, [this](bool on) {
        if (on)
            showNewest();
    });
    row->addWidget(m_follow);
    m_rate->setProperty("role", "soft");
    row->addWidget(m_rate, 1);
    m_break->setPopupMode(QToolButton::InstantPopup);
    m_break->setMenu(m_breaks.menu());
    row->addWidget(m_break);
    buildExport();
    row->addWidget(m_export);
    m_smaller->setText(QStringLiteral("A−"));
    m_larger->setText(QStringLiteral("A+"));
    connect(m_smaller, &QToolButton::clicked, this, [this] { setZoom(m_zoom / 1.15); });
    connect(m_larger, &QToolButton::clicked, this, [this] { setZoom(m_zoom * 1.15); });
    row->addWidget(m_smaller);
    row->addWidget(m_larger);
    return bar;
}

void RebalanceWindow::buildExport()
{
    auto* menu = new QMenu(m_export);
    menu->addActions({m_copyText, m_saveText, m_savePicture});
    m_export->setMenu(menu);
    m_export->setPopupMode(QToolButton::InstantPopup);
    connect(m_copyText, &QAction::triggered, this, [this] {
        QGuiApplication::clipboard()->setText(ticket());
        m_status->setText(tr("The text is on the clipboard."));
        m_saidUntilMs = m_slowMs + kSaidMs;
    });
    connect(m_saveText, &QAction::triggered, this, &RebalanceWindow::askText);
    connect(m_savePicture, &QAction::triggered, this, &RebalanceWindow::askPicture);
}

QWidget* RebalanceWindow::buildHistory()
{
    auto* above = new QWidget;
    auto* column = new QVBoxLayout(above);
    column->setContentsMargins(12, 0, 6, 6);
    column->setSpacing(6);
    m_flapping->setProperty("role", "advice");
    m_notice->setProperty("role", "alarm");
    for (QLabel* label : {m_notice, m_flapping}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setContentsMargins(10, 8, 10, 8);
        label->hide();
        column->addWidget(label);
    }
    m_list->setModel(m_filter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setAlternatingRowColors(true);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(RebalanceModel::Time, Qt::DescendingOrder);
    m_list->setMinimumWidth(380);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (m_choosing || !index.isValid())
                    return;
                const int row = m_filter->mapToSource(index).row();
                m_chosen = m_model.rowAt(row).number;
                m_chosenMove = m_chosen == 0 ? row : -1;
                const QSignalBlocker quiet(m_follow);
                m_follow->setChecked(row + 1 == m_model.rowCount());
                showChosen();
                emit subjectPicked(Subject::group(shownGroup().toStdString()));
            });
    connect(m_list, &QTreeView::clicked, this, // also the row that is current already
            [this] { emit subjectPicked(Subject::group(shownGroup().toStdString())); });
    column->addWidget(m_list, 1);
    m_down->addWidget(above);
    m_down->addWidget(m_states);
    m_down->setChildrenCollapsible(false);
    m_down->setStretchFactor(0, 1);
    m_down->setSizes({560, 270});
    return m_down;
}

QWidget* RebalanceWindow::buildDetail()
{
    m_tabs->setDocumentMode(true);
    m_tabs->setMinimumWidth(420);
    for (const auto& [scroll, view] :
         {std::pair(m_cardScroll, m_cardView), std::pair(m_diffScroll, m_diffView)}) {
        scroll->setWidget(view);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_tabs->addTab(scroll, QString());
    }
    connect(m_cardView, &FlowView::picked, this, &RebalanceWindow::eventPicked);
    return m_tabs;
}

void RebalanceWindow::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    const auto box = [](const QColor& ground, const QColor& border) {
        return QStringLiteral("background: %1; border: 1px solid %2; border-radius: 7px;")
            .arg(ground.name(), border.name());
    };
    setStyleSheet(theme.styleSheet() +
                  QStringLiteral("QLabel[role=\"advice\"] { %1 } QLabel[role=\"alarm\"] { %2 }")
                      .arg(box(theme.colors.accentSoft, theme.colors.accent),
                           box(theme.colors.badge, theme.colors.badgeBorder)));
    m_model.setTheme(theme);
    m_states->setTheme(theme);
    m_cardView->setGround(theme.colors.panel);
    m_diffView->setGround(theme.colors.panel);
    setZoom(m_zoom);
}

void RebalanceWindow::setZoom(double zoom)
{
    m_zoom = std::clamp(zoom, kZoomLeast, kZoomMost);
    const auto sized = [this](QWidget* widget, Type type, double share) {
        const int pixels = qRound(typeFont(type).pixelSize() * m_zoom * share);
        widget->setStyleSheet(QStringLiteral("font-size: %1px;").arg(pixels));
    };
    sized(m_list, Type::Body, 1);
    sized(m_flapping, Type::Strong, 1);
    sized(m_notice, Type::Strong, 1);
    sized(m_rate, Type::Strong, 1);
    const int widths[] = {140, 88, 108, 150, 108, 76, 72, 92}; // at the usual zoom
    if (!m_settings.contains(QStringLiteral("rebalances/columns")))
        for (int n = 0; n < RebalanceModel::ColumnCount; ++n)
            m_list->setColumnWidth(n, qRound(widths[n] * m_zoom / kZoomUsual));
    m_states->setZoom(m_zoom);
    showChosen();
}

void RebalanceWindow::retranslate()
{
    setWindowTitle(tr("Rebalances"));
    m_follow->setText(tr("Follow the newest"));
    m_break->setText(tr("Break on…"));
    m_break->setToolTip(tr("Stops the time of a simulated cluster, or marks and beeps in a live "
                           "one, when something happens that means something."));
    m_export->setText(tr("Export"));
    m_copyText->setText(tr("Copy as text for a ticket"));
    m_saveText->setText(tr("Save as text…"));
    m_savePicture->setText(tr("Save as picture…"));
    m_smaller->setToolTip(tr("Smaller type (Ctrl+-)"));
    m_larger->setToolTip(tr("Larger type (Ctrl++)"));
    m_smaller->setAccessibleName(tr("Smaller type"));
    m_larger->setAccessibleName(tr("Larger type"));
    m_groups->setAccessibleName(tr("Group"));
    m_list->setAccessibleName(tr("History of rebalances"));
    m_tabs->setTabText(0, tr("Why"));
    m_tabs->setTabText(1, tr("Who has what"));
    m_breaks.retranslate();
    m_model.retranslate();
    m_states->retranslate();
    if (m_groups->count() > 0)
        m_groups->setItemText(0, tr("All groups"));
    offerGroups();
    showChosen();
    showSlow();
}

void RebalanceWindow::restore()
{
    const auto value = [this](const char* key) {
        return m_settings.value(QStringLiteral("rebalances/") + QLatin1String(key));
    };
    m_zoom = value("zoom").isValid() ? value("zoom").toDouble() : kZoomUsual;
    m_follow->setChecked(true);
    restoreGeometry(value("geometry").toByteArray());
    m_across->restoreState(value("across").toByteArray());
    m_down->restoreState(value("down").toByteArray());
    m_list->header()->restoreState(value("columns").toByteArray());
}

void RebalanceWindow::remember()
{
    const auto keep = [this](const char* key, const QVariant& value) {
        m_settings.setValue(QStringLiteral("rebalances/") + QLatin1String(key), value);
    };
    keep("zoom", m_zoom);
    keep("geometry", saveGeometry());
    keep("across", m_across->saveState());
    keep("down", m_down->saveState());
    keep("columns", m_list->header()->saveState());
}

void RebalanceWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void RebalanceWindow::closeEvent(QCloseEvent* event)
{
    remember();
    QWidget::closeEvent(event);
}

} // namespace hw::ui
