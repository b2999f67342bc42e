#include "ui/shell/consumer_dialogs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

using observe::command::SeekTo;

SpanDialog::SpanDialog(Wanted wanted, QWidget* parent)
    : QDialog(parent)
    , m_wanted(std::move(wanted))
    , m_spin(new QSpinBox)
    , m_endless(new QCheckBox)
{
    auto& texts = *new Texts(this);
    auto* text = new QLabel;
    text->setWordWrap(true);
    m_spin->setRange(m_wanted.least, m_wanted.most);
    m_spin->setValue(m_wanted.value);
    m_spin->setSuffix(QStringLiteral(" ms"));
    m_spin->setGroupSeparatorShown(true);
    m_endless->setVisible(m_wanted.canBeEndless);
    connect(m_endless, &QCheckBox::toggled, m_spin, &QSpinBox::setDisabled);
    auto* form = new QFormLayout;
    form->setSpacing(10);
    texts.addRow(form, m_wanted.label, m_spin);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel | QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addWidget(text);
    column->addLayout(form);
    column->addWidget(m_endless);
    column->addWidget(buttons);
    setMinimumWidth(400);
    texts.add([this, text, buttons] {
        setWindowTitle(m_wanted.title());
        text->setText(m_wanted.text());
        m_endless->setText(tr("until it is healed"));
        buttons->button(QDialogButtonBox::Ok)->setText(tr("Do it"));
        buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    });
}

std::optional<Duration> SpanDialog::span() const
{
    if (m_endless->isChecked())
        return std::nullopt;
    return fromMs(m_spin->value());
}

// ---- seek ----

SeekDialog::SeekDialog(const observe::ConsumerPart& consumer, QWidget* parent)
    : QDialog(parent)
    , m_client(consumer.client)
    , m_all(consumer.assigned)
    , m_partitions(new RowsList(2, 8))
    , m_to(new QComboBox)
    , m_offset(new QLineEdit(QStringLiteral("0")))
    , m_time(new QDateTimeEdit(QDateTime::currentDateTime()))
    , m_error(new ErrorLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel | QDialogButtonBox::Ok))
{
    for (const TopicPartition& id : m_all) {
        auto* item = new QListWidgetItem(qs(id.text()), m_partitions);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    for (const SeekTo to : {SeekTo::Beginning, SeekTo::End, SeekTo::Offset, SeekTo::Time})
        m_to->addItem(QString(), static_cast<int>(to));
    m_time->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    connect(m_partitions, &QListWidget::itemChanged, this, &SeekDialog::check);
    connect(m_to, &QComboBox::currentIndexChanged, this, &SeekDialog::check);
    connect(m_offset, &QLineEdit::textChanged, this, &SeekDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto& texts = *new Texts(this);
    auto* form = new QFormLayout;
    form->setSpacing(10);
    texts.addRow(
        form, [] { return tr("Partitions"); }, m_partitions);
    texts.addRow(
        form, [] { return tr("Read on at"); }, m_to);
    texts.addRow(
        form, [] { return tr("Offset"); }, m_offset);
    texts.addRow(
        form, [] { return tr("Time"); }, m_time);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_error);
    column->addWidget(m_buttons);
    setMinimumWidth(420);
    texts.add([this, name = qs(consumer.name)] {
        setWindowTitle(tr("Seek %1").arg(name));
        m_to->setItemText(0, tr("the beginning"));
        m_to->setItemText(1, tr("the end"));
        m_to->setItemText(2, tr("an offset"));
        m_to->setItemText(3, tr("a time: the first record that is not older"));
        m_buttons->button(QDialogButtonBox::Ok)->setText(tr("Seek"));
        m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
        check();
    });
}

SeekTo SeekDialog::wanted() const { return static_cast<SeekTo>(m_to->currentData().toInt()); }

QString SeekDialog::problem() const
{
    bool isTicked = false;
    for (int row = 0; row < m_partitions->count(); ++row)
        isTicked |= m_partitions->item(row)->checkState() == Qt::Checked;
    if (!isTicked)
        return tr("Tick at least one partition.");
    bool isNumber = false;
    const qint64 offset = m_offset->text().toLongLong(&isNumber);
    if (wanted() == SeekTo::Offset && (!isNumber || offset < 0))
        return tr("\"%1\" is no offset: a whole number from 0 on.").arg(m_offset->text());
    return {};
}

void SeekDialog::check()
{
    const QString text = problem();
    m_error->setText(text);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(text.isEmpty());
    m_offset->setEnabled(wanted() == SeekTo::Offset);
    m_time->setEnabled(wanted() == SeekTo::Time);
}

observe::command::SeekConsumer SeekDialog::command() const
{
    observe::command::SeekConsumer made;
    made.client = m_client;
    made.to = wanted();
    for (int row = 0; row < m_partitions->count(); ++row) {
        if (m_partitions->item(row)->checkState() == Qt::Checked)
            made.partitions.push_back(m_all[static_cast<std::size_t>(row)]);
    }
    if (made.partitions.size() == m_all.size())
        made.partitions.clear(); // all it owns
    if (made.to == SeekTo::Offset)
        made.value = m_offset->text().toLongLong();
    else if (made.to == SeekTo::Time)
        made.value = m_time->dateTime().toMSecsSinceEpoch();
    return made;
}

} // namespace hw::ui
