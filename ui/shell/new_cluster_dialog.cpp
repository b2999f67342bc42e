#include "ui/shell/new_cluster_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace hw::ui {

static const char* const kGroup = "newCluster";
/// What a cluster begins with: places in the list.
static constexpr int kDemo = 0, kNothing = 1, kFaults = 2;

NewClusterDialog::NewClusterDialog(int mostBrokers, QSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_texts(*new Texts(this))
    , m_live(new QRadioButton)
    , m_studio(new QRadioButton)
    , m_meaning(new QLabel)
    , m_brokers(new QSpinBox)
    , m_ensemble(new QComboBox)
    , m_preset(new QComboBox)
    , m_content(new QComboBox)
    , m_seed(new QLineEdit)
    , m_consumerProtocol(new QCheckBox)
    , m_error(new QLabel)
    , m_warning(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    m_brokers->setRange(1, mostBrokers);
    for (const int servers : {1, 3, 5})
        m_ensemble->addItem(QString::number(servers), servers);
    m_preset->addItems({QString(), QString()});
    m_content->addItems({QString(), QString(), QString()});
    build();
    ClusterWish last;
    m_settings.beginGroup(QLatin1String(kGroup));
    last.studio = m_settings.value(QStringLiteral("studio"), true).toBool();
    last.brokers = m_settings.value(QStringLiteral("brokers"), last.brokers).toInt();
    last.ensemble = m_settings.value(QStringLiteral("ensemble"), last.ensemble).toInt();
    last.kafkaPreset = m_settings.value(QStringLiteral("kafkaPreset"), false).toBool();
    last.seed = m_settings.value(QStringLiteral("seed"), 1).toULongLong();
    last.demo = m_settings.value(QStringLiteral("demo"), true).toBool();
    last.consumerProtocol = m_settings.value(QStringLiteral("consumerProtocol"), false).toBool();
    last.faults = m_settings.value(QStringLiteral("faults"), false).toBool();
    m_settings.endGroup();
    setWish(last);
    m_texts.add([this] { check(); });
}

void NewClusterDialog::build()
{
    auto* form = new QFormLayout;
    m_texts.addRow(
        form, [] { return tr("Brokers"); }, m_brokers);
    m_texts.addRow(
        form, [] { return tr("ZooKeeper servers"); }, m_ensemble);
    m_texts.addRow(
        form, [] { return tr("Settings"); }, m_preset);
    m_texts.addRow(
        form, [] { return tr("Begins with"); }, m_content);
    m_texts.addRow(
        form, [] { return tr("Seed"); }, m_seed);
    form->addRow(QString(), m_consumerProtocol);
    for (QLabel* text : {m_meaning, m_warning, m_error})
        text->setWordWrap(true);
    m_meaning->setProperty("role", "soft");
    m_warning->setProperty("role", "soft");
    m_error->setProperty("role", "error");
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addWidget(m_live);
    column->addWidget(m_studio);
    column->addWidget(m_meaning);
    column->addLayout(form);
    column->addWidget(m_warning);
    column->addWidget(m_error);
    column->addWidget(m_buttons);
    setMinimumWidth(460);
    m_ok = m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_texts.add([this] { fillCombos(); });

    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::accepted, this, &NewClusterDialog::remember);
    connect(m_studio, &QRadioButton::toggled, this, &NewClusterDialog::check);
    connect(m_seed, &QLineEdit::textChanged, this, &NewClusterDialog::check);
    connect(m_content, &QComboBox::currentIndexChanged, this, &NewClusterDialog::check);
}

void NewClusterDialog::fillCombos()
{
    setWindowTitle(tr("New cluster"));
    m_live->setText(tr("&Live: on real threads and files; your own clients can join"));
    m_studio->setText(tr("&Studio: simulated; time can be stopped, stepped and slowed"));
    m_preset->setItemText(0, tr("classroom: short timeouts, small segments"));
    m_preset->setItemText(1, tr("kafka: Kafka's own defaults"));
    m_content->setItemText(0, tr("the demo: topics, producers and groups of the diagram"));
    m_content->setItemText(1, tr("nothing"));
    m_content->setItemText(2, tr("the simulator's random clients and faults of the seed"));
    m_consumerProtocol->setText(
        tr("Consumer group protocol (KIP-848); not in Kafka's ZooKeeper mode"));
    m_ok->setText(tr("Begin"));
    m_warning->setText(tr("The present cluster ends; what a throw-away one holds is gone."));
}

ClusterWish NewClusterDialog::wish() const
{
    ClusterWish wish;
    wish.studio = m_studio->isChecked();
    wish.brokers = m_brokers->value();
    wish.ensemble = m_ensemble->currentData().toInt();
    wish.kafkaPreset = m_preset->currentIndex() == 1;
    wish.seed = m_seed->text().trimmed().toULongLong();
    wish.demo = m_content->currentIndex() != kNothing;
    wish.consumerProtocol = m_consumerProtocol->isChecked();
    wish.faults = wish.studio && m_content->currentIndex() == kFaults;
    return wish;
}

void NewClusterDialog::setWish(const ClusterWish& wish)
{
    (wish.studio ? m_studio : m_live)->setChecked(true);
    m_brokers->setValue(wish.brokers);
    m_ensemble->setCurrentIndex(std::max(0, m_ensemble->findData(wish.ensemble)));
    m_preset->setCurrentIndex(wish.kafkaPreset ? 1 : 0);
    m_seed->setText(QString::number(wish.seed));
    m_consumerProtocol->setChecked(wish.consumerProtocol);
    m_content->setCurrentIndex(wish.faults ? kFaults : wish.demo ? kDemo : kNothing);
    check();
}

QString NewClusterDialog::problem() const
{
    bool isNumber = false;
    (void)m_seed->text().trimmed().toULongLong(&isNumber);
    if (!m_studio->isChecked() && m_content->currentIndex() == kFaults)
        return tr("The simulator's clients and faults need a simulated cluster.");
    if (m_studio->isChecked() && !isNumber)
        return tr("The seed \"%1\" is not a whole number from 0 to 18446744073709551615.")
            .arg(m_seed->text());
    return {};
}

void NewClusterDialog::check()
{
    const bool studio = m_studio->isChecked();
    const bool faults = m_content->currentIndex() == kFaults;
    m_seed->setEnabled(studio);
    // The seed says all this itself.
    for (QWidget* part :
         {static_cast<QWidget*>(m_brokers), static_cast<QWidget*>(m_ensemble),
          static_cast<QWidget*>(m_preset), static_cast<QWidget*>(m_consumerProtocol)})
        part->setEnabled(!(studio && faults));
    m_meaning->setText(
        studio && faults
            ? tr("What \"highwater simulate\" makes of the seed, paused at the start: random work, "
                 "random faults, healing, and what the checkers find as events and lamps.")
        : studio ? tr("The same program in a world of its own: with the same seed everything "
                      "happens again, event by event. Nobody from outside can join.")
                 : tr("Brokers on threads of their own, logs in a folder that goes when the window "
                      "closes, ports for your own clients."));
    const QString text = problem();
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
    m_ok->setEnabled(text.isEmpty());
}

void NewClusterDialog::remember() const
{
    const ClusterWish chosen = wish();
    m_settings.beginGroup(QLatin1String(kGroup));
    m_settings.setValue(QStringLiteral("studio"), chosen.studio);
    m_settings.setValue(QStringLiteral("brokers"), chosen.brokers);
    m_settings.setValue(QStringLiteral("ensemble"), chosen.ensemble);
    m_settings.setValue(QStringLiteral("kafkaPreset"), chosen.kafkaPreset);
    m_settings.setValue(QStringLiteral("seed"), QVariant::fromValue(chosen.seed));
    m_settings.setValue(QStringLiteral("demo"), chosen.demo);
    m_settings.setValue(QStringLiteral("consumerProtocol"), chosen.consumerProtocol);
    m_settings.setValue(QStringLiteral("faults"), chosen.faults);
    m_settings.endGroup();
}

} // namespace hw::ui
