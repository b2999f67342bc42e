#include "ui/faults/fault_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/fault_words.h"

namespace hw::ui {

static constexpr int kKinds = 3;        ///< of FaultChoice::Where
static constexpr int kColumns = 2;      ///< of buttons
static constexpr int kLeastWidth = 316; ///< two buttons with the longest words
static constexpr int kLeastActiveHeight = 48;
static constexpr int kActiveHeight = 150; ///< of the list, however long it is: nothing jumps

FaultPanel::FaultPanel(QWidget* parent)
    : QWidget(parent)
    , m_theme(makeTheme(ThemeName::Light))
    , m_nodeLabel(new QLabel)
    , m_node(new QComboBox)
    , m_otherLabel(new QLabel)
    , m_other(new QComboBox)
    , m_activeTitle(new QLabel)
    , m_activeRows(new QVBoxLayout)
    , m_healAll(new QPushButton)
{
    setProperty("role", "panel");
    setMinimumWidth(kLeastWidth);
    setAttribute(Qt::WA_StyledBackground);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget;
    inside->setProperty("role", "panel");
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(13, 4, 13, 10);
    column->setSpacing(6);
    buildForm(column);
    column->addStretch(1);
    scroll->setWidget(inside);
    outer->addWidget(scroll, 1);
    m_form = inside;
    buildActive(outer);
    buildButtons();
    retranslate();
}

void FaultPanel::buildForm(QVBoxLayout* column)
{
    const auto row = [column](QLabel* label, QWidget* field) {
        auto* line = new QHBoxLayout;
        line->addWidget(label);
        line->addWidget(field, 1);
        label->setBuddy(field);
        column->addLayout(line);
    };
    row(m_nodeLabel, m_node);
    for (int kind = 0; kind < kKinds; ++kind) {
        auto* caption = new QLabel;
        caption->setProperty("role", "caption");
        caption->setContentsMargins(0, 6, 0, 0);
        m_captions.push_back(caption);
        column->addWidget(caption);
        if (kind == static_cast<int>(FaultChoice::Where::Link))
            row(m_otherLabel, m_other);
        auto* grid = new QGridLayout;
        grid->setSpacing(6);
        m_grids.push_back(grid);
        column->addLayout(grid);
    }
    for (QComboBox* box : {m_node, m_other}) {
        box->setMinimumContentsLength(8);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(box, &QComboBox::currentIndexChanged, this, &FaultPanel::enable);
    }
}

/// At the foot, in a room of its own: the buttons above stay where they are whatever acts.
void FaultPanel::buildActive(QVBoxLayout* outer)
{
    auto* foot = new QWidget;
    foot->setProperty("role", "panel");
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(13, 6, 13, 10);
    column->setSpacing(6);
    outer->addWidget(foot);
    m_activeTitle->setProperty("role", "caption");
    column->addWidget(m_activeTitle);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedHeight(kActiveHeight);
    m_activeRoom = scroll;
    m_foot = foot;
    auto* inside = new QWidget;
    inside->setProperty("role", "panel");
    auto* rows = new QVBoxLayout(inside);
    rows->setContentsMargins(0, 0, 0, 0);
    m_activeRows->setSpacing(4);
    rows->addLayout(m_activeRows);
    rows->addStretch(1);
    scroll->setWidget(inside);
    column->addWidget(scroll);
    connect(m_healAll, &QPushButton::clicked, this,
            [this] { emit wanted(observe::command::HealAll{}); });
    column->addWidget(m_healAll);
}

/// In a low window the list gives way to the buttons. It does not hang on what acts: nothing jumps.
void FaultPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int around = m_foot->sizeHint().height() - m_activeRoom->minimumHeight();
    const int left = height() - around - m_form->sizeHint().height();
    m_activeRoom->setFixedHeight(std::clamp(left, kLeastActiveHeight, kActiveHeight));
}

void FaultPanel::buildButtons()
{
    m_choices = Faults::choices();
    std::vector<int> placed(kKinds, 0);
    for (std::size_t n = 0; n < m_choices.size(); ++n) {
        auto* button = new QPushButton;
        const auto kind = static_cast<std::size_t>(m_choices[n].where);
        const int at = placed[kind]++;
        m_grids[kind]->addWidget(button, at / kColumns, at % kColumns);
        connect(button, &QPushButton::clicked, this,
                [this, n] { emit wanted(m_choices[n].make(node(), other())); });
        m_buttons.push_back(button);
    }
    enable();
}

NodeId FaultPanel::node() const
{
    const auto at = static_cast<std::size_t>(m_node->currentIndex());
    return at < m_nodes.size() ? m_nodes[at].first : NodeId();
}

NodeId FaultPanel::other() const
{
    const auto at = static_cast<std::size_t>(m_other->currentIndex());
    return at < m_nodes.size() ? m_nodes[at].first : NodeId();
}

void FaultPanel::take(const std::shared_ptr<const observe::Snapshot>& snapshot)
{
    m_snapshot = snapshot;
    if (!snapshot)
        return;
    m_names.take(*snapshot); // also of clients that go before somebody looks
    if (!isVisible())
        return;
    fillNodes();
    enable();
    auto stopped = Faults::stopped(*snapshot);
    if (snapshot->faults != m_listed || stopped != m_stopped) {
        m_listed = snapshot->faults;
        m_stopped = std::move(stopped);
        listActive();
    }
    for (const auto& [text, part] : m_held) // how long it is held now
        text->setText(FaultWords::sentence(part, m_names, snapshot->at));
}

void FaultPanel::fillNodes()
{
    std::vector<std::pair<NodeId, QString>> nodes;
    for (const NodeId node : Faults::nodes(*m_snapshot))
        nodes.emplace_back(node, m_names.first(node));
    if (nodes == m_nodes)
        return;
    const NodeId chosen = node();
    const NodeId chosenOther = other();
    const bool isFirst = m_nodes.empty();
    m_nodes = std::move(nodes);
    const QSignalBlocker quiet(m_node);
    const QSignalBlocker quietToo(m_other);
    m_node->clear();
    m_other->clear();
    for (const auto& [id, name] : m_nodes) {
        m_node->addItem(name);
        m_other->addItem(name);
    }
    const auto select = [this](QComboBox* box, NodeId wanted, int otherwise) {
        for (std::size_t n = 0; n < m_nodes.size(); ++n) {
            if (m_nodes[n].first == wanted)
                return box->setCurrentIndex(static_cast<int>(n));
        }
        box->setCurrentIndex(otherwise);
    };
    select(m_node, m_pointed.value_or(chosen), 0);
    m_pointed.reset();
    select(m_other, chosenOther, isFirst && m_nodes.size() > 1 ? 1 : 0);
    enable();
}

void FaultPanel::point(NodeId node, const TopicPartition& partition)
{
    m_replica = partition.topic.empty() ? FaultReplica() : FaultReplica{node, partition};
    m_choices = Faults::choices({}, m_replica);
    m_pointed = node;
    choose(node);
}

void FaultPanel::choose(NodeId node)
{
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        if (m_nodes[n].first == node)
            m_node->setCurrentIndex(static_cast<int>(n));
    }
    enable();
}

void FaultPanel::setPossible(bool possible, const QString& why)
{
    m_isPossible = possible;
    m_why = why;
    retranslate();
    enable();
}

void FaultPanel::enable()
{
    for (std::size_t n = 0; n < m_buttons.size(); ++n)
        m_buttons[n]->setEnabled(
            m_isPossible && m_choices[n].fits(node(), other()) &&
            (!m_snapshot || Faults::isPossible(m_choices[n].make(node(), other()), *m_snapshot)));
}

QStringList FaultPanel::active() const
{
    QStringList lines;
    for (const auto& part : m_listed)
        lines << FaultWords::sentence(part, m_names, m_snapshot->at);
    return lines;
}

QLabel* FaultPanel::addActive(QVBoxLayout* rows, Glyph glyph, const QString& sentence,
                              const QString& word, const observe::Command& end)
{
    auto* line = new QHBoxLayout;
    auto* icon = new QLabel;
    icon->setPixmap(makeIcon(glyph, m_theme.colors.bad, m_theme.colors.border).pixmap(16, 16));
    line->addWidget(icon, 0, Qt::AlignTop);
    auto* text = new QLabel(sentence);
    text->setWordWrap(true);
    line->addWidget(text, 1);
    auto* button = new QPushButton(word);
    button->setEnabled(m_isPossible);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(word, sentence));
    button->setToolTip(m_isPossible ? button->accessibleName() : m_why);
    connect(button, &QPushButton::clicked, this, [this, end] { emit wanted(end); });
    line->addWidget(button, 0, Qt::AlignTop);
    m_undo.push_back(button);
    rows->addLayout(line);
    return text;
}

/// Built anew: it changes when somebody does something or a message is caught, never by itself.
void FaultPanel::listActive()
{
    delete m_rows;
    m_undo.clear();
    m_rows = new QWidget;
    auto* rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    m_held.clear();
    for (const auto& part : m_listed) {
        QLabel* text =
            addActive(rows, FaultWords::glyph(part.fault.kind),
                      FaultWords::sentence(part, m_names, m_snapshot->at), tr("Undo"), part.undo);
        if (FaultWords::isHeld(part))
            m_held.emplace_back(text, part);
    }
    for (const auto& [node, isFrozen, isHealed] : m_stopped) {
        const QString name = m_names.first(node);
        if (isFrozen)
            addActive(rows, Glyph::Snowflake, tr("%1 is frozen.").arg(name), tr("Thaw"),
                      observe::command::Thaw{node});
        else
            addActive(rows, Glyph::Power, tr("%1 is down.").arg(name), tr("Start"),
                      observe::command::Restart{node});
    }
    if (m_listed.empty() && m_stopped.empty()) {
        auto* nothing = new QLabel(tr("Nothing is wrong now."));
        nothing->setProperty("role", "soft");
        rows->addWidget(nothing);
    }
    m_activeRows->addWidget(m_rows);
    const bool isAny = !m_listed.empty() || std::ranges::any_of(m_stopped, &StoppedNode::isHealed);
    m_healAll->setEnabled(m_isPossible && isAny);
    m_healAll->setDefault(isAny);
}

void FaultPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    listActive();
}

void FaultPanel::retranslate()
{
    m_nodeLabel->setText(tr("Where"));
    m_otherLabel->setText(tr("The link to"));
    m_node->setAccessibleName(tr("Where"));
    m_other->setAccessibleName(tr("The link to"));
    m_activeTitle->setText(tr("Wrong now"));
    m_captions[static_cast<std::size_t>(FaultChoice::Where::Process)]->setText(tr("Process"));
    m_captions[static_cast<std::size_t>(FaultChoice::Where::Disk)]->setText(tr("Disk"));
    m_captions[static_cast<std::size_t>(FaultChoice::Where::Link)]->setText(tr("Link"));
    m_healAll->setText(tr("Heal all"));
    m_healAll->setToolTip(m_isPossible
                              ? tr("Ends all that is wrong, and starts every node that is down (H)")
                              : m_why);
    m_choices = Faults::choices({}, m_replica);
    for (std::size_t n = 0; n < m_buttons.size(); ++n) {
        m_buttons[n]->setText(m_choices[n].name);
        m_buttons[n]->setToolTip(m_isPossible ? m_choices[n].meaning : m_why);
    }
    listActive();
}

void FaultPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
