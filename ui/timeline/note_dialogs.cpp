#include "ui/timeline/note_dialogs.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/moment_words.h"

namespace hw::ui {

NoteDialog::NoteDialog(const cluster::Note& note, QWidget* parent)
    : QDialog(parent)
    , m_at(note.at)
    , m_text(new QPlainTextEdit(QString::fromStdString(note.text)))
    , m_problem(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("Note at %1").arg(momentText(m_at, 3)));
    m_text->setPlaceholderText(tr("What should be seen here?"));
    m_text->setAccessibleName(windowTitle());
    m_text->setTabChangesFocus(true);
    m_problem->setProperty("role", "error");
    m_problem->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_text, 1);
    column->addWidget(m_problem);
    column->addWidget(m_buttons);
    resize(420, 220);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NoteDialog::check);
    if (!note.text.empty()) {
        auto* remove = m_buttons->addButton(tr("Delete"), QDialogButtonBox::DestructiveRole);
        connect(remove, &QPushButton::clicked, this, [this] {
            m_text->clear();
            accept();
        });
    }
    check();
    m_text->setFocus();
}

cluster::Note NoteDialog::note() const
{
    return {m_at, m_text->toPlainText().trimmed().toStdString()};
}

QPushButton* NoteDialog::ok() const { return m_buttons->button(QDialogButtonBox::Ok); }

QString NoteDialog::problem() const { return m_problem->text(); }

void NoteDialog::check()
{
    const std::size_t bytes = note().text.size();
    const std::size_t most = cluster::Playback::kNoteLimit;
    m_problem->setText(
        bytes > most ? tr("A note holds at most %1 bytes; this one has %2.").arg(most).arg(bytes)
                     : QString());
    m_problem->setVisible(bytes > most);
    ok()->setEnabled(bytes <= most);
}

NoteList::NoteList(QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget)
    , m_hint(new QLabel)
    , m_go(new QPushButton)
    , m_change(new QPushButton)
    , m_delete(new QPushButton)
{
    m_hint->setProperty("role", "soft");
    m_hint->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_go);
    row->addWidget(m_change);
    row->addWidget(m_delete);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_list, 1);
    column->addWidget(m_hint);
    column->addLayout(row);
    resize(460, 320);
    connect(m_go, &QPushButton::clicked, this, [this] {
        if (const auto* note = chosen())
            emit momentWanted(note->at);
    });
    connect(m_list, &QListWidget::itemActivated, m_go, &QPushButton::click);
    connect(m_change, &QPushButton::clicked, this, [this] {
        if (const auto* note = chosen())
            emit noteWanted(note->at);
    });
    connect(m_delete, &QPushButton::clicked, this, [this] {
        if (const auto* note = chosen())
            emit noteUnwanted(note->at);
    });
    connect(m_list, &QListWidget::currentRowChanged, this, [this] { retranslate(); });
    retranslate();
}

const cluster::Note* NoteList::chosen() const
{
    const int row = m_list->currentRow();
    return row < 0 || row >= static_cast<int>(m_notes.size())
               ? nullptr
               : &m_notes[static_cast<std::size_t>(row)];
}

void NoteList::show(const std::vector<cluster::Note>& notes)
{
    const int row = m_list->currentRow();
    m_notes = notes;
    m_list->clear();
    for (const cluster::Note& note : notes)
        m_list->addItem(momentText(note.at, 3) + QStringLiteral("   ") +
                        QString::fromStdString(note.text).replace(u'\n', u' '));
    m_list->setCurrentRow(std::min(row < 0 ? 0 : row, m_list->count() - 1));
    retranslate();
}

void NoteList::retranslate()
{
    setWindowTitle(tr("Notes"));
    m_list->setAccessibleName(tr("Notes in order of time"));
    m_hint->setText(m_notes.empty() ? tr("There are none yet. Ctrl+M writes one at the moment "
                                         "that is shown.")
                                    : tr("They go with the recording when it is saved."));
    m_go->setText(tr("Go there"));
    m_change->setText(tr("Change…"));
    m_delete->setText(tr("Delete"));
    for (QPushButton* button : {m_go, m_change, m_delete})
        button->setEnabled(chosen() != nullptr);
}

void NoteList::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace hw::ui
