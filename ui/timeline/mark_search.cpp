#include "ui/timeline/mark_search.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStringListModel>
#include <QToolButton>
#include <QToolTip>

#include "ui/timeline/mark_words.h"
#include "ui/timeline/past_actions.h"

namespace hw::ui {

static constexpr int kSaidMs = 8000;

static QToolButton* searchArrow(const QString& text, QAction* action)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setProperty("flat", true);
    button->setFocusPolicy(Qt::TabFocus);
    QObject::connect(button, &QToolButton::clicked, action, &QAction::trigger);
    return button;
}

MarkSearch::MarkSearch(PastActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_kind(new QComboBox)
    , m_subject(new QLineEdit)
    , m_subjects(new QStringListModel(this))
    , m_previous(searchArrow(QStringLiteral("◂"), actions.findPrevious))
    , m_next(searchArrow(QStringLiteral("▸"), actions.findNext))
{
    auto* completer = new QCompleter(m_subjects, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_subject->setCompleter(completer);
    m_subject->setClearButtonEnabled(true);
    m_kind->addItem(QString());
    for (const cluster::MarkKind kind : kMarkKinds)
        m_kind->addItem(QString(), static_cast<int>(kind));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_kind);
    row->addWidget(m_subject, 1);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    connect(m_subject, &QLineEdit::returnPressed, actions.findNext, &QAction::trigger);
    retranslate();
}

void MarkSearch::focusIn()
{
    m_subject->setFocus(Qt::ShortcutFocusReason);
    m_subject->selectAll();
}

cluster::Playback::Search MarkSearch::search() const
{
    cluster::Playback::Search search;
    if (m_kind->currentIndex() > 0)
        search.kind = static_cast<cluster::MarkKind>(m_kind->currentData().toInt());
    search.subject = m_subject->text().trimmed().toStdString();
    return search;
}

QString MarkSearch::words() const
{
    const auto asked = search();
    const QString what = asked.kind ? MarkWords::one(*asked.kind) : tr("event");
    return asked.subject.empty() ? what
                                 : tr("%1 of %2").arg(what, QString::fromStdString(asked.subject));
}

/// Right above where it was asked: the eyes are there.
void MarkSearch::say(const QString& sentence)
{
    if (m_subject->isVisible())
        QToolTip::showText(m_subject->mapToGlobal(QPoint(0, -3 * m_subject->height())), sentence,
                           m_subject, QRect(), kSaidMs);
}

void MarkSearch::offer(const QStringList& subjects)
{
    if (subjects != m_subjects->stringList())
        m_subjects->setStringList(subjects);
}

void MarkSearch::retranslate()
{
    m_kind->setItemText(0, tr("Any event"));
    for (int n = 1; n < m_kind->count(); ++n)
        m_kind->setItemText(
            n, MarkWords::row(static_cast<cluster::MarkKind>(m_kind->itemData(n).toInt())));
    m_kind->setAccessibleName(tr("Kind of event to look for"));
    m_subject->setPlaceholderText(tr("of whom, such as TopicA-1"));
    m_subject->setAccessibleName(tr("Whom the event is about"));
    m_subject->setToolTip(tr("A partition, a group or a broker; empty: any of them (Ctrl+F)"));
    m_previous->setToolTip(m_actions.findPrevious->toolTip());
    m_previous->setAccessibleName(m_actions.findPrevious->text());
    m_next->setToolTip(m_actions.findNext->toolTip());
    m_next->setAccessibleName(m_actions.findNext->text());
}

void MarkSearch::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
