#include "ui/shell/grow_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"
#include "ui/shell/dialog_parts.h"

namespace hw::ui {

GrowDialog::GrowDialog(Feed& feed, std::string topic, QWidget* parent)
    : QDialog(parent)
    , m_feed(feed)
    , m_topic(std::move(topic))
    , m_texts(*new Texts(this))
    , m_present(new QLabel)
    , m_total(new QSpinBox)
    , m_error(new ErrorLabel)
    , m_ok(new QPushButton)
{
    m_total->setRange(std::min(present() + 1, kMostPartitions), kMostPartitions);
    auto* hint = new QLabel;
    hint->setWordWrap(true);
    hint->setProperty("role", "soft");
    m_texts.add([this, hint] {
        setWindowTitle(tr("More partitions for %1").arg(qs(m_topic)));
        m_ok->setText(tr("Add"));
        hint->setText(tr("Records stay in the partitions where they are. But a key's partition is "
                         "its hash modulo their number: many keys go on in another one, and their "
                         "old records have no order with their new ones. A topic never shrinks."));
    });

    auto* form = new QFormLayout;
    form->setSpacing(10);
    m_texts.addRow(
        form, [] { return tr("Partitions now"); }, m_present);
    m_texts.addRow(
        form, [] { return tr("Partitions then"); }, m_total);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_ok, QDialogButtonBox::AcceptRole);
    m_ok->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(hint);
    column->addWidget(m_error);
    column->addWidget(buttons);
    setMinimumWidth(420);

    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&feed, &Feed::frameReady, this, &GrowDialog::check);
    m_texts.add([this] { check(); });
}

int GrowDialog::present() const
{
    const auto& snapshot = m_feed.last().snapshot;
    const auto* topic = snapshot ? findTopic(*snapshot, m_topic) : nullptr;
    return topic ? static_cast<int>(topic->partitions.size()) : 0;
}

QString GrowDialog::problem() const
{
    const auto& snapshot = m_feed.last().snapshot;
    const auto* topic = snapshot ? findTopic(*snapshot, m_topic) : nullptr;
    if (!topic)
        return tr("There is no topic %1 any more.").arg(qs(m_topic));
    if (present() >= kMostPartitions)
        return tr("It has %1 partitions, the most there can be.").arg(present());
    if (std::ranges::any_of(topic->partitions, [](const auto& part) { return isMoving(*part); }))
        return tr("Some of its partitions move to other brokers: it can grow when they are there.");
    return {};
}

void GrowDialog::check()
{
    const auto set = [](QLabel* label, const QString& text) {
        if (label->text() != text)
            label->setText(text);
    };
    const int now = present();
    if (now > 0)
        set(m_present, QString::number(now));
    m_total->setMinimum(std::min(now + 1, kMostPartitions));
    const QString text = problem();
    set(m_error, text);
    m_total->setEnabled(text.isEmpty());
    m_ok->setEnabled(text.isEmpty());
}

observe::command::AddPartitions GrowDialog::command() const { return {m_topic, m_total->value()}; }

} // namespace hw::ui
