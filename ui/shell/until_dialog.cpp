#include "ui/shell/until_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>

#include <cmath>

#include "ui/models/lookup.h"
#include "ui/models/outline.h"
#include "ui/models/words.h"

namespace hw::ui {

static constexpr double kMostSeconds = 1e6;

UntilDialog::UntilDialog(Feed& feed, cluster::RunControl& run, QSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_feed(feed)
    , m_run(run)
    , m_settings(settings)
    , m_texts(*new Texts(this))
    , m_choice(new QComboBox)
    , m_text(new QLineEdit)
    , m_meaning(new QLabel)
    , m_error(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    for (int n = 0; n < kChoices; ++n)
        m_choice->addItem(QString());
    build();
    m_choice->setCurrentIndex(std::clamp(
        m_settings.value(QStringLiteral("until/choice"), int(Isr)).toInt(), 0, kChoices - 1));
    const QString last = m_settings.value(QStringLiteral("until/text")).toString();
    if (last.isEmpty())
        offer(m_choice->currentIndex());
    else
        m_text->setText(last);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &UntilDialog::offer);
    connect(m_text, &QLineEdit::textChanged, this, &UntilDialog::check);
    connect(this, &QDialog::accepted, this, &UntilDialog::remember);
    check();
}

void UntilDialog::build()
{
    auto* form = new QFormLayout(this);
    m_texts.addRow(
        form, [] { return tr("Runs until"); }, m_choice);
    m_texts.addRow(
        form, [] { return tr("That is"); }, m_text);
    for (QLabel* label : {m_meaning, m_error})
        label->setWordWrap(true);
    m_meaning->setProperty("role", "soft");
    m_error->setProperty("role", "error");
    form->addRow(m_meaning);
    form->addRow(m_error);
    m_ok = m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    form->addRow(m_buttons);
    setMinimumWidth(480);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_texts.add([this] { setTexts(); });
}

void UntilDialog::setTexts()
{
    const QSignalBlocker quiet(m_choice);
    setWindowTitle(tr("Run until"));
    m_choice->setItemText(Time, tr("a time on the cluster's clock, in seconds"));
    m_choice->setItemText(Isr, tr("the ISR of a partition is smaller than a number"));
    m_choice->setItemText(Unstable, tr("a group is no longer Stable"));
    m_choice->setItemText(Committed, tr("records of a partition up to an offset are committed"));
    m_choice->setItemText(Lag, tr("the lag of a group on a partition reaches a number"));
    m_choice->setItemText(Other, tr("another condition, as lessons and await have them"));
    m_meaning->setText(tr("Time runs at its present speed and stops by itself; a condition is "
                          "looked at every %1 ms of the cluster's time. Pause (P) ends it.")
                           .arg(toMs(kEvery)));
    m_ok->setText(tr("Run"));
    check();
}

/// Something that can be said of this very cluster.
QString UntilDialog::example(int choice) const
{
    const auto& snapshot = m_feed.last().snapshot;
    QString partition = QStringLiteral("TopicA-0"), group = QStringLiteral("group-1");
    std::int64_t offset = 1;
    if (snapshot) {
        for (const auto& topic : snapshot->topics) {
            if (topic->internal || topic->partitions.empty())
                continue;
            partition = qs(topic->partitions.front()->id.text());
            offset = std::max<std::int64_t>(
                1, endOf(*topic->partitions.front(), *m_feed.last().gauges) + 10);
            break;
        }
        if (!snapshot->groups.empty())
            group = qs(snapshot->groups.front()->name);
    }
    switch (choice) {
    case Time:
        return QString::number(
            std::ceil(std::chrono::duration<double>(m_run.state().knownTo.sinceStart()).count()) +
            10);
    case Isr:
        return QStringLiteral("isr-below %1 3").arg(partition);
    case Unstable:
        return QStringLiteral("unstable %1").arg(group);
    case Committed:
        return QStringLiteral("hw %1 %2").arg(partition).arg(offset);
    case Lag:
        return QStringLiteral("lag %1 %2 50").arg(group, partition);
    default:
        return QStringLiteral("settled");
    }
}

void UntilDialog::offer(int choice) { m_text->setText(example(choice)); }

void UntilDialog::checkTime()
{
    bool isNumber = false;
    const double seconds = m_text->text().trimmed().toDouble(&isNumber);
    const auto& last = m_feed.last();
    const double now =
        last.time ? std::chrono::duration<double>(last.time->now.sinceStart()).count() : 0;
    if (!isNumber || seconds < 0 || seconds > kMostSeconds)
        m_problem = tr("\"%1\" is not a time; allowed are seconds from %2 to %3, as 12.5.")
                        .arg(m_text->text(), QString::number(now, 'f', 3))
                        .arg(kMostSeconds, 0, 'f', 0);
    else if (seconds <= now)
        m_problem = tr("%1 s is over; the cluster's clock shows %2 s. To go back, use Back.")
                        .arg(m_text->text().trimmed(), QString::number(now, 'f', 3));
    else
        m_at =
            Instant(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)));
}

void UntilDialog::check()
{
    m_problem.clear();
    m_at.reset();
    m_holds = {};
    if (m_choice->currentIndex() == Time)
        checkTime();
    else
        m_problem = qs(m_run.readCondition(m_text->text().trimmed().toStdString(), m_holds));
    m_error->setText(m_problem);
    m_error->setVisible(!m_problem.isEmpty());
    if (m_ok)
        m_ok->setEnabled(m_problem.isEmpty());
}

cluster::TimeControl::Goal UntilDialog::goal() const
{
    cluster::TimeControl::Goal goal;
    goal.at = m_at;
    goal.holds = m_holds;
    if (m_holds)
        goal.every = kEvery;
    return goal;
}

QString UntilDialog::asked() const
{
    return m_at ? tr("%1 s").arg(m_text->text().trimmed()) : m_text->text().trimmed();
}

void UntilDialog::remember() const
{
    m_settings.setValue(QStringLiteral("until/choice"), m_choice->currentIndex());
    m_settings.setValue(QStringLiteral("until/text"), m_text->text());
}

} // namespace hw::ui
