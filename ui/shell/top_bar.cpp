#include "ui/shell/top_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

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
    addWidget(brand);
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
    addButton(actions.kill, true);
    addButton(actions.freeze);
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
    addWidget(theme);
    setTexts();
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

void TopBar::retranslate() { setTexts(); }

/// All addresses in little room: `127.0.0.1:9092 · 9093 · 9094`. Copying gives them in full.
static QString shortened(const QString& addresses)
{
    constexpr qsizetype kMost = 4;
    QStringList all = addresses.split(',');
    const QString host = all.front().section(':', 0, 0) + ':';
    const qsizetype more = all.size() - kMost;
    all.resize(std::min(all.size(), kMost));
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
    const int brokers = static_cast<int>(m_brokers);
    m_cluster->setText(m_world == QStringLiteral("studio")
                           ? tr("Simulated cluster · %n broker(s) ▾", nullptr, brokers)
                           : tr("Embedded cluster · %n broker(s) ▾", nullptr, brokers));
    m_cluster->setToolTip(m_actions.newCluster->toolTip());
    m_bootstrap->setText(m_addresses.isEmpty() ? tr("nobody can join") : shortened(m_addresses));
    m_bootstrap->setToolTip(
        m_addresses.isEmpty()
            ? tr("This cluster has no address for outside clients.")
            : tr("Bootstrap address for your own Kafka clients: %1").arg(m_addresses));
}

} // namespace hw::ui
