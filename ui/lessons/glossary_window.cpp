#include "ui/lessons/glossary_window.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace hw::ui {

GlossaryWindow::GlossaryWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_language(QStringLiteral("en"))
    , m_theme(makeTheme(ThemeName::Light))
    , m_search(new QLineEdit)
    , m_list(new QListWidget)
    , m_text(new QTextBrowser)
    , m_showMe(new QPushButton)
{
    build();
    retranslate();
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryWindow::fill);
    connect(m_list, &QListWidget::currentRowChanged, this, &GlossaryWindow::tell);
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& url) { showTerm(url.path()); });
    connect(m_showMe, &QPushButton::clicked, this, [this] {
        if (const Term* term = current())
            emit lessonAsked(term->lesson);
    });
}

void GlossaryWindow::build()
{
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_list, 1);
    auto* right = new QVBoxLayout;
    right->addWidget(m_text, 1);
    right->addWidget(m_showMe);
    auto* row = new QHBoxLayout(this);
    row->addLayout(left, 2);
    row->addLayout(right, 3);
    setProperty("role", "panel");
    setAttribute(Qt::WA_StyledBackground);
    m_search->setClearButtonEnabled(true);
    m_text->setOpenLinks(false);
    resize(760, 480);
}

void GlossaryWindow::retranslate()
{
    setWindowTitle(tr("Glossary"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the glossary"));
    m_list->setAccessibleName(tr("Terms"));
    m_text->setAccessibleName(tr("What the term means"));
    fill();
}

void GlossaryWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void GlossaryWindow::setGlossary(Glossary glossary)
{
    m_list->clear();
    m_glossary = std::move(glossary);
    fill();
}

void GlossaryWindow::setLanguage(const QString& code)
{
    m_language = code;
    fill();
}

void GlossaryWindow::setLessons(const std::vector<LessonTitle>& lessons)
{
    m_lessons = lessons;
    tell();
}

void GlossaryWindow::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
    tell();
}

const Term* GlossaryWindow::current() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? m_glossary.find(item->data(Qt::UserRole).toString()) : nullptr;
}

void GlossaryWindow::fill()
{
    const Term* before = current();
    const QString kept = before ? before->id : QString();
    m_list->clear();
    int row = 0;
    for (const Term* term : m_glossary.search(m_search->text(), m_language)) {
        auto* item = new QListWidgetItem(term->name.in(m_language), m_list);
        item->setData(Qt::UserRole, term->id);
        if (term->id == kept)
            row = m_list->count() - 1;
    }
    m_list->setCurrentRow(m_list->count() > 0 ? row : -1);
    tell();
}

void GlossaryWindow::tell()
{
    const Term* term = current();
    if (!term) {
        m_text->setPlainText(tr("No term has these words."));
        m_showMe->setVisible(false);
        return;
    }
    m_text->document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none; }")
            .arg(m_theme.colors.accent.name()));
    m_text->setHtml(QStringLiteral("<h3>%1</h3><p style='font-size:15px'>%2</p>")
                        .arg(term->name.in(m_language).toHtmlEscaped(),
                             m_glossary.linked(term->text.in(m_language), m_language)));
    const auto lesson = std::ranges::find(m_lessons, term->lesson, &LessonTitle::id);
    m_showMe->setVisible(lesson != m_lessons.end());
    if (lesson != m_lessons.end())
        m_showMe->setText(tr("Show me: %1").arg(lesson->name.in(m_language)));
}

void GlossaryWindow::showTerm(const QString& id)
{
    if (!m_glossary.find(id))
        return;
    m_search->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == id)
            m_list->setCurrentRow(row);
}

void GlossaryWindow::focusSearch()
{
    m_search->setFocus();
    m_search->selectAll();
}

} // namespace hw::ui
