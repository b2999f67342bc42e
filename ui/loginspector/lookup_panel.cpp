#include "ui/loginspector/lookup_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/loginspector/log_words.h"
#include "ui/models/wall_clock.h"

namespace hw::ui {

using Kind = observe::LookupStep::Kind;

LookupPanel::LookupPanel(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox)
    , m_search(new QLineEdit)
    , m_find(new QPushButton)
    , m_hint(new QLabel)
    , m_steps(new QListWidget)
    , m_next(new QToolButton)
    , m_toggle(new QToolButton)
    , m_all(new QToolButton)
    , m_total(new QLabel)
{
    setProperty("role", "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(8);
    auto* row = new QHBoxLayout;
    row->addWidget(m_kind);
    row->addWidget(m_search, 1);
    row->addWidget(m_find);
    column->addLayout(row);
    m_hint->setWordWrap(true);
    m_hint->setProperty("role", "soft");
    column->addWidget(m_hint);
    m_steps->setWordWrap(true);
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setSpacing(1);
    m_steps->setTextElideMode(Qt::ElideNone);
    // Qt wraps to the full width and forgets the padding.
    m_steps->setStyleSheet(QStringLiteral("QListView::item { padding: 2px 0px; }"));
    m_steps->setResizeMode(QListView::Adjust);
    column->addWidget(m_steps, 1);
    auto* controls = new QHBoxLayout;
    for (QToolButton* button : {m_next, m_toggle, m_all})
        controls->addWidget(button);
    controls->addStretch(1);
    column->addLayout(controls);
    m_total->setWordWrap(true);
    column->addWidget(m_total);
    m_kind->addItems({QString(), QString()});
    m_timer.setInterval(kStepMs);

    connect(m_find, &QPushButton::clicked, this, &LookupPanel::find);
    connect(m_search, &QLineEdit::returnPressed, this, &LookupPanel::find);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] { retitle(); });
    connect(&m_timer, &QTimer::timeout, this, &LookupPanel::showNext);
    connect(m_next, &QToolButton::clicked, this, [this] {
        setPlaying(false);
        showNext();
    });
    connect(m_toggle, &QToolButton::clicked, this, [this] { setPlaying(!m_timer.isActive()); });
    connect(m_all, &QToolButton::clicked, this, &LookupPanel::showAll);
    connect(m_steps, &QListWidget::currentRowChanged, this, &LookupPanel::stepShown);
    retranslate();
}

void LookupPanel::find()
{
    const QString text = m_search->text().trimmed();
    const bool byTime = m_kind->currentIndex() == 1;
    bool isNumber = false;
    const qint64 offset = text.toLongLong(&isNumber);
    const auto time = WallClock::parse(text);
    const bool isGood = byTime ? time.has_value() : isNumber;
    m_search->setProperty("invalid", !isGood);
    m_search->style()->unpolish(m_search);
    m_search->style()->polish(m_search);
    if (!isGood) {
        m_hint->setText(byTime ? tr("A time is wanted: 2026-11-29 15:04:05, or milliseconds since "
                                    "1970.")
                               : tr("An offset is wanted: a whole number."));
        return;
    }
    retitle();
    emit wanted(byTime, byTime ? *time : offset);
}

void LookupPanel::play(const observe::LookupPlay& play)
{
    clear();
    m_play = play;
    setPlaying(true);
    showNext();
}

void LookupPanel::clear()
{
    setPlaying(false);
    m_play = {};
    m_shown = 0;
    m_steps->clear();
    m_total->clear();
    emit stepShown(-1);
}

void LookupPanel::setTrouble(const QString& why)
{
    clear();
    m_hint->setText(why);
}

void LookupPanel::showStep(int step)
{
    const auto& s = m_play.steps[static_cast<std::size_t>(step)];
    QString text = LogWords::step(s, m_play);
    if (s.bytes > 0)
        text += QStringLiteral("  ") + tr("+%n byte(s)", nullptr, static_cast<int>(s.bytes));
    auto* item = new QListWidgetItem(text, m_steps);
    const Colors& c = m_theme.colors;
    item->setForeground(s.kind == Kind::Found                                ? c.good
                        : s.kind == Kind::NotFound || s.kind == Kind::Broken ? c.bad
                                                                             : c.text);
    const bool isResult = s.kind == Kind::ChooseSegment || s.kind == Kind::ChooseIndex ||
                          s.kind == Kind::ChooseTime || s.kind == Kind::Found ||
                          s.kind == Kind::NotFound;
    item->setFont(typeFont(isResult ? Type::Strong : Type::Body));
}

void LookupPanel::showNext()
{
    if (m_shown >= static_cast<int>(m_play.steps.size())) {
        setPlaying(false);
        return;
    }
    showStep(m_shown++);
    std::uint64_t bytes = 0;
    for (int i = 0; i < m_shown; ++i)
        bytes += m_play.steps[static_cast<std::size_t>(i)].bytes;
    const bool isOver = m_shown == static_cast<int>(m_play.steps.size());
    if (isOver)
        bytes = m_play.bytesRead;
    QString total =
        tr("Read from disk so far: %1 bytes").arg(QLocale().toString(qulonglong(bytes)));
    if (m_play.stepsLeftOut > 0 && isOver)
        total += QLatin1Char('\n') + tr("%n step(s) of the scan are not listed.", nullptr,
                                        static_cast<int>(m_play.stepsLeftOut));
    m_total->setText(total);
    m_steps->doItemsLayout(); // wrapped to the width as it is now
    m_steps->setCurrentRow(m_shown - 1);
    m_steps->scrollToBottom();
    if (isOver) {
        setPlaying(false);
        emit ended();
    }
}

void LookupPanel::showAll()
{
    setPlaying(false);
    while (m_shown < static_cast<int>(m_play.steps.size()))
        showNext();
}

void LookupPanel::setPlaying(bool playing)
{
    playing ? m_timer.start() : m_timer.stop();
    m_toggle->setText(playing ? tr("Pause") : tr("Play"));
}

void LookupPanel::focusSearch()
{
    m_search->setFocus();
    m_search->selectAll();
}

void LookupPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (int i = 0; i < m_steps->count(); ++i) {
        const Kind kind = m_play.steps[static_cast<std::size_t>(i)].kind;
        m_steps->item(i)->setForeground(kind == Kind::Found ? theme.colors.good
                                        : kind == Kind::NotFound || kind == Kind::Broken
                                            ? theme.colors.bad
                                            : theme.colors.text);
    }
}

void LookupPanel::retitle()
{
    const bool byTime = m_kind->currentIndex() == 1;
    m_search->setPlaceholderText(byTime ? QStringLiteral("2026-11-29 15:04:05")
                                        : QStringLiteral("503"));
    m_hint->setText(byTime ? tr("Finds the first record that is not older.")
                           : tr("Plays how the broker finds an offset: file names, .index, then "
                                ".log."));
}

void LookupPanel::retranslate()
{
    m_kind->setItemText(0, tr("Offset"));
    m_kind->setItemText(1, tr("Time"));
    m_kind->setAccessibleName(tr("What to find"));
    m_search->setAccessibleName(tr("Offset or time to find"));
    m_steps->setAccessibleName(tr("Steps of the lookup"));
    m_find->setText(tr("Find"));
    m_next->setText(tr("Step"));
    m_all->setText(tr("All steps"));
    m_toggle->setText(m_timer.isActive() ? tr("Pause") : tr("Play"));
    retitle();
    for (int i = 0; i < m_steps->count(); ++i) {
        const auto& s = m_play.steps[static_cast<std::size_t>(i)];
        QString text = LogWords::step(s, m_play);
        if (s.bytes > 0)
            text += QStringLiteral("  ") + tr("+%n byte(s)", nullptr, static_cast<int>(s.bytes));
        m_steps->item(i)->setText(text);
    }
}

} // namespace hw::ui
