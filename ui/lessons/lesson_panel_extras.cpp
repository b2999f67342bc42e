#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/charts/measure_chart.h"
#include "ui/lessons/lesson_panel.h"

namespace hw::ui {

static constexpr int kReadingSize = 14; ///< pixels, at the theme's scale 1
static constexpr int kClassSize = 22; ///< pixels, whatever the theme: read from the back of a room

int LessonPanel::readingSize() const
{
    return m_classMode ? kClassSize : qRound(kReadingSize * m_theme.scale);
}

/// The window's style sheet says how large everything is, so that a font alone would change
/// nothing.
void LessonPanel::setSizes()
{
    const int size = readingSize();
    const QString sheet =
        QStringLiteral(
            "QPushButton, QLabel[role=\"reading\"], QLabel[role=\"error\"] { font-size: %1px; }"
            "QLabel[role=\"title\"] { font-size: %2px; }"
            "QLabel[role=\"caption\"], QLabel[role=\"claim\"]"
            " { font-size: %3px; }"
            "QLabel[role=\"claim\"] { color: %4; }"
            "QLabel[role=\"note\"] { font-size: %1px; background: %5;"
            " border-radius: 6px; padding: 8px; }")
            .arg(size)
            .arg(qRound(size * 1.25))
            .arg(qRound(size * 0.85))
            .arg(m_theme.colors.textSoft.name(), m_theme.colors.accentSoft.name());
    setStyleSheet(sheet);
}

int LessonPanel::lineHeight() const
{
    QFont font = typeFont(Type::Body);
    font.setPixelSize(readingSize());
    return QFontMetrics(font).height();
}

/// Links in the theme's colour; a label has no style sheet of its own for them.
QString LessonPanel::styled(const QString& html) const
{
    return QStringLiteral(
               "<html><head><style>a { color: %1; text-decoration: none; }</style></head>"
               "<body>%2</body></html>")
        .arg(m_theme.colors.accent.name(), html);
}

QLabel* LessonPanel::addPlain(const QString& text, const char* role)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("role", role);
    m_column->addWidget(label);
    return label;
}

/// The lesson's own words for it, which can be typed elsewhere, are told by its tool tip.
void LessonPanel::addClaim(QChar mark, const QString& sentence, const QString& claim)
{
    addPlain(QStringLiteral("%1 %2").arg(mark).arg(sentence), "claim")->setToolTip(claim);
}

void LessonPanel::setGlossary(Glossary glossary)
{
    m_glossary = std::move(glossary);
    tell();
}

void LessonPanel::setLessons(const std::vector<LessonTitle>& lessons)
{
    m_lessons = lessons;
    tell();
}

void LessonPanel::setScoreBook(std::shared_ptr<ScoreBook> book)
{
    m_book = std::move(book);
    tell();
}

void LessonPanel::setClassMode(bool on)
{
    if (m_classMode == on)
        return;
    m_classMode = on;
    m_class->setChecked(on);
    m_save->setVisible(on);
    setSizes();
    tell();
    emit classModeChanged(on);
}

void LessonPanel::showCards(const std::vector<int>& cards)
{
    if (cards == m_shownCards)
        return;
    m_shownCards = cards;
    tell();
}

QString LessonPanel::nameOfLesson(const QString& id) const
{
    const auto found = std::ranges::find(m_lessons, id, &LessonTitle::id);
    return found == m_lessons.end() ? id : found->name.in(m_language);
}

/// `term:isr`, `lesson:broker-dies`, `card:3`.
void LessonPanel::follow(const QString& link)
{
    const QString what = link.section(QLatin1Char(':'), 0, 0);
    const QString name = link.section(QLatin1Char(':'), 1);
    if (what == QLatin1String("term"))
        emit termAsked(name);
    else if (what == QLatin1String("lesson"))
        emit lessonAsked(name);
    else if (what == QLatin1String("card"))
        emit cardAsked(name.toInt());
}

void LessonPanel::addLink(const QString& html)
{
    auto* label = new QLabel(styled(html));
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label->setProperty("role", "reading");
    connect(label, &QLabel::linkActivated, this, &LessonPanel::follow);
    m_column->addWidget(label);
}

/// The notes that were asked for, whole; then the titles of all.
void LessonPanel::tellCards()
{
    if (m_lesson.cards.empty())
        return;
    for (const int number : m_shownCards) {
        const LessonCard& card = m_lesson.cards.at(static_cast<std::size_t>(number));
        addText(card.title.in(m_language))->setProperty("role", "title");
        addText(card.text.in(m_language));
        if (!card.lesson.isEmpty())
            addLink(QStringLiteral("<a href=\"lesson:%1\">%2</a>")
                        .arg(card.lesson,
                             tr("Show me: %1").arg(nameOfLesson(card.lesson)).toHtmlEscaped()));
    }
    addPlain(tr("Notes on the picture"), "caption");
    for (std::size_t i = 0; i < m_lesson.cards.size(); ++i)
        addLink(
            QStringLiteral("<a href=\"card:%1\">%2</a>")
                .arg(QString::number(i), m_lesson.cards[i].title.in(m_language).toHtmlEscaped()));
}

void LessonPanel::tellMeasured()
{
    if (m_state.measured.empty())
        return;
    addPlain(tr("Measured"), "caption");
    m_chart = new MeasureChart;
    m_chart->setTheme(m_theme);
    std::vector<ChartPoint> points;
    for (const LessonPoint& point : m_state.measured)
        points.push_back({point.series.in(m_language), point.unit.in(m_language),
                          point.label.in(m_language), point.at, point.value,
                          point.along.in(m_language)});
    m_chart->setPoints(points);
    m_column->addWidget(m_chart);
}

void LessonPanel::addLogButtons(const LessonStep& step)
{
    for (const QString& point : step.points) {
        const QStringList words = point.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        if (words.value(0) != QLatin1String("log") || words.size() != 3)
            continue;
        auto* look = new QPushButton(tr("Look inside %1 on broker %2").arg(words[1], words[2]));
        connect(look, &QPushButton::clicked, this,
                [this, words] { emit logAsked(words[1], words[2].toInt()); });
        m_column->addWidget(look);
    }
}

void LessonPanel::askSave()
{
    bool named = false;
    const QString name = QInputDialog::getText(window(), tr("Save score"), tr("Whose score is it?"),
                                               QLineEdit::Normal, QString(), &named);
    if (!named)
        return;
    QString kind;
    QString file = QFileDialog::getSaveFileName(window(), tr("Save score"), QString(),
                                                tr("Table (*.csv);;JSON (*.json)"), &kind);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += kind.contains(QStringLiteral("json")) ? QStringLiteral(".json")
                                                      : QStringLiteral(".csv");
    const QString trouble = saveScore(*m_book, name, file);
    if (!trouble.isEmpty())
        QMessageBox::warning(window(), tr("Save score"),
                             tr("%1 could not be written: %2").arg(file, trouble));
}

} // namespace hw::ui
