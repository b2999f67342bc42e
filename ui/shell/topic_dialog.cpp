#include "ui/shell/topic_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

QString topicNameProblem(const QString& name, const observe::Snapshot& snapshot)
{
    if (name.isEmpty())
        return TopicDialog::tr("Give the topic a name.");
    if (name == QStringLiteral(".") || name == QStringLiteral(".."))
        return TopicDialog::tr("A topic cannot be called \"%1\".").arg(name);
    if (name.size() > 249)
        return TopicDialog::tr("The name has %1 characters; 249 are allowed.").arg(name.size());
    static const QRegularExpression allowed(QStringLiteral("^[a-zA-Z0-9._-]+$"));
    if (!allowed.match(name).hasMatch())
        return TopicDialog::tr(
            "Only the letters a–z and A–Z, digits, '.', '_' and '-' are allowed.");
    QString folded = name;
    folded.replace('.', '_');
    for (const auto& topic : snapshot.topics) {
        const QString other = qs(topic->name);
        if (other == name)
            return TopicDialog::tr("There is a topic %1 already.").arg(name);
        QString otherFolded = other;
        if (otherFolded.replace('.', '_') == folded)
            return TopicDialog::tr("It collides with topic %1: '.' and '_' count as the same.")
                .arg(other);
    }
    return {};
}

TopicDialog::TopicDialog(Feed& feed, QWidget* parent)
    : QDialog(parent)
    , m_feed(feed)
    , m_texts(*new Texts(this))
    , m_name(new QLineEdit)
    , m_partitions(new QSpinBox)
    , m_replication(new QSpinBox)
    , m_minIsr(new QSpinBox)
    , m_error(new ErrorLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    m_texts.add([this] { setWindowTitle(tr("New topic")); });
    const int brokers = std::max(1, brokersUp());
    m_partitions->setRange(1, kMostPartitions);
    m_partitions->setValue(3);
    m_replication->setRange(1, 99);
    m_replication->setValue(std::min(3, brokers));
    m_minIsr->setRange(1, 99);

    auto* form = new QFormLayout;
    form->setSpacing(10);
    m_texts.addRow(
        form, [] { return tr("Name"); }, m_name);
    m_texts.addRow(
        form, [] { return tr("Partitions"); }, m_partitions);
    m_texts.addRow(
        form, [] { return tr("Replication factor"); }, m_replication);
    form->addRow(QStringLiteral("min.insync.replicas"), m_minIsr);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_error);
    column->addWidget(m_buttons);
    setMinimumWidth(420);
    m_ok = m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_texts.add([this] { m_ok->setText(tr("Create")); });

    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_name, &QLineEdit::textChanged, this, &TopicDialog::check);
    for (QSpinBox* box : {m_partitions, m_replication, m_minIsr})
        connect(box, &QSpinBox::valueChanged, this, &TopicDialog::check);
    connect(&feed, &Feed::frameReady, this, &TopicDialog::check);
    m_texts.add([this] { check(); });
}

int TopicDialog::brokersUp() const
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot)
        return 0;
    return static_cast<int>(std::ranges::count_if(snapshot->brokers, [](const auto& broker) {
        return broker->state == observe::BrokerState::Running ||
               broker->state == observe::BrokerState::Frozen;
    }));
}

QString TopicDialog::problem() const
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot)
        return tr("The cluster is not there yet.");
    const QString name = topicNameProblem(m_name->text(), *snapshot);
    if (!name.isEmpty())
        return name;
    if (m_replication->value() > brokersUp())
        return tr("Replication factor %1 needs as many living brokers; there are %2.")
            .arg(m_replication->value())
            .arg(brokersUp());
    if (m_minIsr->value() > m_replication->value())
        return tr("min.insync.replicas %1 is above the replication factor %2: no producer with "
                  "acks=all "
                  "could ever write.")
            .arg(m_minIsr->value())
            .arg(m_replication->value());
    return {};
}

static void setInvalid(QWidget* widget, bool invalid)
{
    if (widget->property("invalid").toBool() == invalid)
        return;
    widget->setProperty("invalid", invalid);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void TopicDialog::check()
{
    const QString text = problem();
    if (text != m_error->text())
        m_error->setText(text);
    m_ok->setEnabled(text.isEmpty());
    const auto& snapshot = m_feed.last().snapshot;
    setInvalid(m_name, snapshot && !m_name->text().isEmpty() &&
                           !topicNameProblem(m_name->text(), *snapshot).isEmpty());
    setInvalid(m_replication, m_replication->value() > brokersUp());
    setInvalid(m_minIsr, m_minIsr->value() > m_replication->value());
}

observe::command::CreateTopic TopicDialog::command() const
{
    observe::command::CreateTopic wanted;
    wanted.topic = m_name->text().toStdString();
    wanted.partitions = m_partitions->value();
    wanted.replicationFactor = m_replication->value();
    if (m_minIsr->value() > 1)
        wanted.configs["min.insync.replicas"] = std::to_string(m_minIsr->value());
    return wanted;
}

} // namespace hw::ui
