#include "ui/shell/client_dialogs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

namespace command = observe::command;

ClientDialog::ClientDialog(Feed& feed, QWidget* parent)
    : QDialog(parent)
    , m_feed(feed)
    , m_texts(*new Texts(this))
    , m_topics(new RowsList(2, 6))
    , m_error(new ErrorLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    const auto& snapshot = feed.last().snapshot;
    bool first = true;
    for (std::size_t t = 0; snapshot && t < snapshot->topics.size(); ++t) {
        const auto& topic = *snapshot->topics[t];
        if (topic.internal)
            continue;
        auto* item = new QListWidgetItem(qs(topic.name), m_topics);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(first ? Qt::Checked : Qt::Unchecked);
        first = false;
    }
    connect(m_topics, &QListWidget::itemChanged, this, &ClientDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(420);
}

void ClientDialog::finish(QFormLayout* form)
{
    form->setSpacing(10);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_error);
    column->addWidget(m_buttons);
    m_ok = m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_texts.add([this] {
        m_ok->setText(tr("Add"));
        check();
    });
}

QString ClientDialog::problem() const
{
    if (m_topics->count() == 0)
        return tr("There is no topic yet: make one first.");
    return ticked().empty() ? tr("Tick at least one topic.") : QString();
}

void ClientDialog::check()
{
    const QString text = problem();
    m_error->setText(text);
    m_ok->setEnabled(text.isEmpty());
}

std::vector<std::string> ClientDialog::ticked() const
{
    std::vector<std::string> names;
    for (int row = 0; row < m_topics->count(); ++row) {
        if (m_topics->item(row)->checkState() == Qt::Checked)
            names.push_back(m_topics->item(row)->text().toStdString());
    }
    return names;
}

// ---- producer ----

ProducerDialog::ProducerDialog(Feed& feed, QWidget* parent)
    : ClientDialog(feed, parent)
    , m_name(new QLineEdit)
    , m_acks(new QComboBox)
    , m_rate(new QDoubleSpinBox)
    , m_bytes(new QSpinBox)
    , m_keys(new QComboBox)
{
    for (const int acks : {-1, 1, 0})
        m_acks->addItem(QString(), acks);
    m_rate->setRange(0.1, 1'000'000);
    m_rate->setDecimals(1);
    m_rate->setValue(20);
    m_bytes->setRange(1, 900'000);
    m_bytes->setValue(100);
    for (const auto keys : {command::Keys::None, command::Keys::RoundRobin, command::Keys::Random})
        m_keys->addItem(QString(), static_cast<int>(keys));
    m_texts.add([this] {
        setWindowTitle(tr("Add producer"));
        m_name->setPlaceholderText(tr("the next free name"));
        m_acks->setItemText(0, tr("all: every in-sync replica has it"));
        m_acks->setItemText(1, tr("1: the leader has it"));
        m_acks->setItemText(2, tr("0: do not wait"));
        m_keys->setItemText(0, tr("none: partitions in turn"));
        m_keys->setItemText(1, tr("a few keys in turn"));
        m_keys->setItemText(2, tr("random keys"));
    });
    auto* form = new QFormLayout;
    m_texts.addRow(
        form, [] { return tr("Name"); }, m_name);
    m_texts.addRow(
        form, [] { return tr("Topics"); }, topics());
    m_texts.addRow(
        form, [] { return QStringLiteral("acks"); }, m_acks);
    m_texts.addRow(
        form, [] { return tr("Records per second"); }, m_rate);
    m_texts.addRow(
        form, [] { return tr("Bytes per record"); }, m_bytes);
    m_texts.addRow(
        form, [] { return tr("Keys"); }, m_keys);
    connect(m_name, &QLineEdit::textChanged, this, &ProducerDialog::check);
    finish(form);
}

QString ProducerDialog::problem() const
{
    const QString name = m_name->text().trimmed();
    const auto& snapshot = m_feed.last().snapshot;
    for (std::size_t p = 0; snapshot && p < snapshot->producers.size(); ++p) {
        if (!name.isEmpty() && qs(snapshot->producers[p]->name) == name)
            return tr("There is a producer %1 already.").arg(name);
    }
    return ClientDialog::problem();
}

command::AddProducer ProducerDialog::command() const
{
    command::AddProducer wanted;
    wanted.name = m_name->text().trimmed().toStdString();
    wanted.topics = ticked();
    wanted.acks = m_acks->currentData().toInt();
    wanted.rate = m_rate->value();
    wanted.recordBytes = m_bytes->value();
    wanted.keys = static_cast<command::Keys>(m_keys->currentData().toInt());
    return wanted;
}

// ---- consumer ----

ConsumerDialog::ConsumerDialog(Feed& feed, QWidget* parent)
    : ClientDialog(feed, parent)
    , m_group(new QComboBox)
    , m_count(new QSpinBox)
    , m_protocol(new QComboBox)
    , m_assignor(new QComboBox)
    , m_start(new QComboBox)
    , m_instance(new QLineEdit)
    , m_session(new QSpinBox)
    , m_heartbeat(new QSpinBox)
    , m_maxPoll(new QSpinBox)
    , m_maxRecords(new QSpinBox)
    , m_autoCommit(new QCheckBox)
{
    m_group->setEditable(true);
    const auto& snapshot = feed.last().snapshot;
    for (std::size_t g = 0; snapshot && g < snapshot->groups.size(); ++g)
        m_group->addItem(qs(snapshot->groups[g]->name));
    if (m_group->count() == 0)
        m_group->setEditText(QStringLiteral("group-1"));
    m_count->setRange(1, 20);
    m_assignor->addItem(QStringLiteral("range"), static_cast<int>(command::Assignor::Range));
    m_assignor->addItem(QStringLiteral("roundrobin"),
                        static_cast<int>(command::Assignor::RoundRobin));
    m_assignor->addItem(QStringLiteral("sticky"), static_cast<int>(command::Assignor::Sticky));
    m_assignor->addItem(QStringLiteral("cooperative-sticky"),
                        static_cast<int>(command::Assignor::CooperativeSticky));
    using Reset = command::OffsetReset;
    for (const Reset reset : {Reset::Earliest, Reset::Latest, Reset::None})
        m_start->addItem(QString(), static_cast<int>(reset));
    m_texts.add([this] {
        setWindowTitle(tr("Add consumer"));
        m_start->setItemText(0, tr("earliest: from the beginning"));
        m_start->setItemText(1, tr("latest: only what comes now"));
        m_start->setItemText(2, tr("none: an error without a commit"));
    });
    auto* form = new QFormLayout;
    m_texts.addRow(
        form, [] { return tr("Group"); }, m_group);
    m_texts.addRow(
        form, [] { return tr("Topics"); }, topics());
    m_texts.addRow(
        form, [] { return tr("How many"); }, m_count);
    m_texts.addRow(
        form, [] { return tr("Assignor"); }, m_assignor);
    m_texts.addRow(
        form, [] { return QStringLiteral("auto.offset.reset"); }, m_start);
    buildMore(form);
    connect(m_group, &QComboBox::editTextChanged, this, &ConsumerDialog::check);
    finish(form);
}

/// The protocol, a static id and the timers: what is not said is as the preset or Java has it.
void ConsumerDialog::buildMore(QFormLayout* form)
{
    using Protocol = command::GroupProtocol;
    for (const Protocol protocol : {Protocol::Classic, Protocol::Consumer})
        m_protocol->addItem(QString(), static_cast<int>(protocol));
    for (QSpinBox* spin : {m_session, m_heartbeat, m_maxPoll}) {
        spin->setRange(0, 3'600'000);
        spin->setSingleStep(500);
        spin->setGroupSeparatorShown(true);
        spin->setSuffix(QStringLiteral(" ms"));
    }
    m_maxRecords->setRange(0, 100'000);
    for (QSpinBox* spin : {m_session, m_heartbeat, m_maxPoll, m_maxRecords})
        connect(spin, &QSpinBox::valueChanged, this, &ConsumerDialog::check);
    m_autoCommit->setChecked(true);
    m_texts.add([this] {
        m_protocol->setItemText(0, tr("classic: a member assigns"));
        m_protocol->setItemText(
            1, tr("consumer (KIP-848): the coordinator assigns; not in Kafka's ZooKeeper mode"));
        m_instance->setPlaceholderText(tr("empty: a dynamic member"));
        for (QSpinBox* spin : {m_session, m_heartbeat, m_maxPoll, m_maxRecords})
            spin->setSpecialValueText(tr("as usual"));
        m_autoCommit->setText(tr("commits by itself"));
    });
    const auto row = [&](const char* setting, QWidget* field) {
        m_texts.addRow(
            form, [name = QString::fromLatin1(setting)] { return name; }, field);
    };
    row("group.protocol", m_protocol);
    row("group.instance.id", m_instance);
    row("session.timeout.ms", m_session);
    row("heartbeat.interval.ms", m_heartbeat);
    row("max.poll.interval.ms", m_maxPoll);
    row("max.poll.records", m_maxRecords);
    row("enable.auto.commit", m_autoCommit);
    connect(m_protocol, &QComboBox::currentIndexChanged, this, [this](int index) {
        for (QWidget* field : std::initializer_list<QWidget*>{m_assignor, m_session, m_heartbeat})
            field->setEnabled(index == 0); // with KIP-848 the coordinator decides on these
    });
}

QString ConsumerDialog::problem() const
{
    const QString group = m_group->currentText().trimmed();
    if (group.isEmpty())
        return tr("Give the group a name.");
    if (group.size() > 255)
        return tr("The name has %1 characters; 255 are allowed.").arg(group.size());
    if (m_session->value() > 0 && m_heartbeat->value() >= m_session->value())
        return tr("heartbeat.interval.ms is %1, but must be below session.timeout.ms, %2.")
            .arg(m_heartbeat->value())
            .arg(m_session->value());
    return ClientDialog::problem();
}

int ConsumerDialog::count() const { return m_count->value(); }

static std::optional<Duration> said(const QSpinBox* spin)
{
    return spin->isEnabled() && spin->value() > 0 ? std::optional(fromMs(spin->value()))
                                                  : std::nullopt;
}

command::AddConsumer ConsumerDialog::command(int number) const
{
    command::AddConsumer wanted;
    wanted.group = m_group->currentText().trimmed().toStdString();
    wanted.topics = ticked();
    wanted.assignor = static_cast<command::Assignor>(m_assignor->currentData().toInt());
    wanted.reset = static_cast<command::OffsetReset>(m_start->currentData().toInt());
    wanted.protocol = static_cast<command::GroupProtocol>(m_protocol->currentData().toInt());
    if (const QString id = m_instance->text().trimmed(); !id.isEmpty())
        wanted.instance =
            (count() > 1 ? QStringLiteral("%1-%2").arg(id).arg(number) : id).toStdString();
    wanted.sessionTimeout = said(m_session);
    wanted.heartbeatInterval = said(m_heartbeat);
    wanted.maxPollInterval = said(m_maxPoll);
    if (m_maxRecords->value() > 0)
        wanted.maxPollRecords = m_maxRecords->value();
    wanted.autoCommit = m_autoCommit->isChecked();
    return wanted;
}

} // namespace hw::ui
