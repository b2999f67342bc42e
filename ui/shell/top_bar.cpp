#include "ui/shell/top_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

#include "ui/models/words.h"

namespace hw::ui {

static QFrame* pill()
{
    auto* frame = new QFrame;
    frame->setProperty("role", "pill");
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(12, 0, 6, 0);
    row->setSpacing(6);
    frame->setFixedHeight(30);
    return frame;
}

TopBar::TopBar(Actions& actions, QWidget* parent)
    : QToolBar(parent)
    , m_actions(actions)
    , m_cluster(new QToolButton)
    , m_bootstrap(new QLabel)
{
    setObjectName(QStringLiteral("topBar"));
    setMovable(false);
    setIconSize(QSize(16, 16));
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto* brand = new QLabel(QStringLiteral("Highwater"));
    brand->setProperty("role", "brand");
    brand->setContentsMargins(4, 0, 10, 0);
    m_brand = addWidget(brand);
    m_cluster->setFocusPolicy(Qt::TabFocus);
    connect(m_cluster, &QToolButton::clicked, actions.newCluster, &QAction::trigger);
    addWidget(m_cluster);
    QFrame* address = pill();
    m_bootstrap->setProperty("role", "mono");
    m_bootstrap->setTextInteractionFlags(Qt::TextSelectableByMouse);
    address->layout()->addWidget(m_bootstrap);
    auto* copy = new QToolButton;
    copy->setDefaultAction(actions.copyBootstrap);
    copy->setToolButtonStyle(Qt::ToolButtonIconOnly);
    copy->setProperty("flat", true);
    copy->setStyleSheet(QStringLiteral("padding: 2px 4px;"));
    address->layout()->addWidget(copy);
    auto* join = new QToolButton;
    join->setDefaultAction(actions.connectHelp);
    join->setToolButtonStyle(Qt::ToolButtonIconOnly);
    join->setProperty("flat", true);
    join->setStyleSheet(QStringLiteral("padding: 2px 4px;"));
    address->layout()->addWidget(join);
    addWidget(address);
    addGap();
    m_kill = addButton(actions.kill, true);
    m_freeze = addButton(actions.freeze);
    connect(actions.kill, &QAction::changed, this, [this] {
        const bool danger = !m_actions.restarts();
        if (m_kill->property("danger").toBool() == danger)
            return;
        m_kill->setProperty("danger", danger);
        m_kill->style()->unpolish(m_kill);
        m_kill->style()->polish(m_kill);
    });
    addButton(actions.healAll)->setToolButtonStyle(Qt::ToolButtonIconOnly);
    addSeparator();
    addButton(actions.newTopic);
    addButton(actions.addProducer);
    addButton(actions.addConsumer);
    addSeparator();
    addButton(actions.requests);
    addGap();
    for (QAction* language : {actions.english, actions.chinese}) {
        auto* button = new QToolButton;
        button->setDefaultAction(language);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setProperty("flat", true);
        addWidget(button);
    }
    auto* theme = new QToolButton;
    theme->setDefaultAction(actions.dark);
    theme->setToolButtonStyle(Qt::ToolButtonIconOnly);
    theme->setProperty("flat", true);
    auto* themes = new QMenu(theme); // a long press
    themes->addActions({actions.dark, actions.projector});
    theme->setMenu(themes);
    theme->setPopupMode(QToolButton::DelayedPopup);
    addWidget(theme);
    // What opens the rest, should even the shortest words be too long.
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setText(QStringLiteral("»"));
        more->setToolButtonStyle(Qt::ToolButtonTextOnly);
        more->setStyleSheet(QStringLiteral("padding: 0px; border: none; font-weight: bold;"));
    }
    setTexts();
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    fitTexts();
}

/// Gives up as many words as it must, and no more.
void TopBar::fitTexts()
{
    constexpr int kPadding = 24; // of the style sheet, which the layout does not count
    if (m_fitting)
        return;
    m_fitting = true;
    for (int step = Full; step <= MostCompact; ++step) {
        setCompactness(step);
        layout()->invalidate();
        if (sizeHint().width() + kPadding <= width())
            break;
    }
    m_fitting = false;
}

/// The widest of its words, so that nothing moves when they change.
void TopBar::keepRoom(QToolButton* button, const QStringList& words)
{
    button->setMinimumWidth(0);
    if (button->toolButtonStyle() == Qt::ToolButtonIconOnly)
        return;
    button->ensurePolished();
    const QFontMetrics metrics = button->fontMetrics();
    const int around =
        button->sizeHint().width() - metrics.horizontalAdvance(button->defaultAction()->iconText());
    int widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    button->setMinimumWidth(widest + around);
}

QToolButton* TopBar::addButton(QAction* action, bool danger)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setProperty("danger", danger);
    button->setFocusPolicy(Qt::TabFocus);
    addWidget(button);
    return button;
}

void TopBar::addGap()
{
    auto* gap = new QWidget;
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(gap);
}

void TopBar::setCluster(const observe::Snapshot& snapshot, const QString& bootstrap)
{
    const QString world = qs(snapshot.world);
    if (world == m_world && bootstrap == m_addresses && snapshot.brokers.size() == m_brokers)
        return;
    m_world = world;
    m_addresses = bootstrap;
    m_brokers = snapshot.brokers.size();
    setTexts();
}

void TopBar::setRecording(bool on)
{
    if (std::exchange(m_isRecording, on) != on)
        setTexts();
}

void TopBar::retranslate() { setTexts(); }

/// All addresses in little room: `127.0.0.1:9092 · 9093 · 9094`. Copying gives them in full.
static QString shortened(const QString& addresses, qsizetype most)
{
    QStringList all = addresses.split(',');
    const QString host = all.front().section(':', 0, 0) + ':';
    const qsizetype more = all.size() - most;
    all.resize(std::min(all.size(), most));
    for (qsizetype n = 1; n < all.size(); ++n) {
        if (all[n].startsWith(host))
            all[n].remove(0, host.size());
    }
    if (more > 0)
        all << QStringLiteral("+%1").arg(more);
    return all.join(QStringLiteral(" · "));
}

void TopBar::setTexts()
{
    setWindowTitle(tr("Toolbar"));
    m_cluster->setToolTip(m_actions.newCluster->toolTip());
    m_bootstrap->setToolTip(
        m_addresses.isEmpty()
            ? tr("This cluster has no address for outside clients.")
            : tr("Bootstrap address for your own Kafka clients: %1").arg(m_addresses));
    fitTexts();
}

void TopBar::setCompactness(int compactness)
{
    m_compactness = compactness;
    const bool studio = m_world == QStringLiteral("studio");
    const int brokers = static_cast<int>(m_brokers);
    if (m_isRecording)
        m_cluster->setText(tr("Recording · %n broker(s) ▾", nullptr, brokers));
    else if (compactness >= ShortNames)
        m_cluster->setText(studio ? tr("Studio · %n broker(s) ▾", nullptr, brokers)
                                  : tr("Live · %n broker(s) ▾", nullptr, brokers));
    else
        m_cluster->setText(studio ? tr("Simulated cluster · %n broker(s) ▾", nullptr, brokers)
                                  : tr("Embedded cluster · %n broker(s) ▾", nullptr, brokers));
    const qsizetype most = compactness >= ShortNames ? 1 : 4;
    m_bootstrap->setText(m_addresses.isEmpty() ? tr("nobody can join")
                                               : shortened(m_addresses, most));
    m_bootstrap->setVisible(compactness < NoAddress);
    const auto style =
        compactness >= IconsAlone ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    m_kill->setToolButtonStyle(style);
    m_freeze->setToolButtonStyle(style);
    keepRoom(m_kill, m_actions.killWords());
    keepRoom(m_freeze, m_actions.freezeWords());
    m_brand->setVisible(compactness < NoBrand);
}

} // namespace hw::ui
