#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/export/export_dialog.h"
#include "ui/models/moment_words.h"

/// The part of the dialog that lays it out and remembers it.
namespace hw::ui {

static constexpr int kLeastSide = 320, kMostSide = 7680;

static QString placed(const char* name) { return QStringLiteral("export/") + QLatin1String(name); }

void ExportDialog::buildRows(QFormLayout* form)
{
    auto* size = new QHBoxLayout(m_size);
    size->setContentsMargins(0, 0, 0, 0);
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(kLeastSide, kMostSide);
        side->setSingleStep(2);
    }
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(m_height);
    size->addStretch();
    auto* file = new QHBoxLayout(m_file);
    file->setContentsMargins(0, 0, 0, 0);
    file->addWidget(m_path, 1);
    file->addWidget(m_browse);
    m_speed->setRange(cluster::kLeastPlaybackSpeed, cluster::kMostPlaybackSpeed);
    m_speed->setDecimals(2);
    m_speed->setSuffix(QStringLiteral(" ×"));
    m_frames->setRange(1, 60);
    m_count->setProperty("role", "soft");
    for (QWidget* row : std::initializer_list<QWidget*>{m_what, m_format, m_size, m_from, m_to,
                                                        m_speed, m_frames, m_count, m_file})
        form->addRow(new QLabel, row);
}

void ExportDialog::build()
{
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_what->addItem(QString(), static_cast<int>(What::Picture));
    if (m_sources.past)
        m_what->addItem(QString(), static_cast<int>(What::Film));
    m_what->addItem(QString(), static_cast<int>(What::Events));
    buildRows(m_form);
    m_said->setWordWrap(true);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->hide();
    m_go->setDefault(true);
    m_stop->setAutoDefault(false);
    m_browse->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_go);
    buttons->addWidget(m_stop);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addLayout(m_form);
    column->addWidget(m_progress);
    column->addWidget(m_said, 1);
    column->addLayout(buttons);
    setMinimumWidth(520);
    connect(m_go, &QPushButton::clicked, this, &ExportDialog::exportNow);
    connect(m_stop, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(m_browse, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::fillFormats);
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        suggestPath();
        check();
    });
    for (QLineEdit* edit : {m_from, m_to, m_path})
        connect(edit, &QLineEdit::textChanged, this, &ExportDialog::check);
    connect(m_frames, &QSpinBox::valueChanged, this, &ExportDialog::check);
    connect(m_speed, &QDoubleSpinBox::valueChanged, this, &ExportDialog::check);
}

void ExportDialog::fillFormats()
{
    const QString before = format();
    {
        const QSignalBlocker quiet(m_format);
        m_format->clear();
        const auto add = [this](const QString& name, const char* key) {
            m_format->addItem(name, QLatin1String(key));
        };
        switch (what()) {
        case What::Picture:
            add(tr("Picture (PNG)"), "png");
            add(tr("Drawing (SVG)"), "svg");
            add(tr("Page (PDF)"), "pdf");
            break;
        case What::Film:
            add(tr("Numbered pictures (PNG)"), "frames");
            add(tr("Film (WebM)"), "webm");
            add(tr("Film (MP4)"), "mp4");
            add(tr("Moving picture (GIF)"), "gif");
            break;
        case What::Events:
            add(tr("Table (CSV)"), "csv");
            add(tr("Objects (JSON)"), "json");
            break;
        }
        const int known = m_format->findData(before);
        const int last = m_format->findData(
            m_settings.value(placed("format") + QString::number(m_what->currentData().toInt()))
                .toString());
        m_format->setCurrentIndex(std::max(0, known >= 0 ? known : last));
    }
    suggestPath();
    check();
}

/// A name for the file, unless somebody has chosen one: then only its ending changes.
void ExportDialog::suggestPath()
{
    const QString now = m_path->text().trimmed();
    const bool isFrames = format() == QLatin1String("frames");
    QString stem;
    if (now.isEmpty() || now == m_suggested) {
        QString moment = momentText(m_sources.now, 1);
        moment.replace(QLatin1Char(':'), QLatin1Char('-'));
        const QString home = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
        stem = QDir(m_settings.value(placed("folder"), home).toString())
                   .filePath(QStringLiteral("highwater-%1").arg(moment));
    } else {
        const QFileInfo chosen(now);
        stem = chosen.dir().filePath(chosen.completeBaseName());
    }
    const QString path =
        isFrames ? stem + QStringLiteral("-frames") : stem + QLatin1Char('.') + format();
    const bool isOurs = now.isEmpty() || now == m_suggested;
    m_path->setText(QDir::toNativeSeparators(path));
    if (isOurs)
        m_suggested = m_path->text();
}

void ExportDialog::restore()
{
    m_width->setValue(m_settings.value(placed("width"), 1920).toInt());
    m_height->setValue(m_settings.value(placed("height"), 1080).toInt());
    m_speed->setValue(m_settings.value(placed("speed"), 1.0).toDouble());
    m_frames->setValue(m_settings.value(placed("framesPerSecond"), 25).toInt());
    const int what = m_settings.value(placed("what"), 0).toInt();
    m_what->setCurrentIndex(std::max(0, m_what->findData(what)));
    fillFormats();
}

void ExportDialog::remember()
{
    m_settings.setValue(placed("what"), m_what->currentData());
    m_settings.setValue(placed("format") + QString::number(m_what->currentData().toInt()),
                        format());
    m_settings.setValue(placed("width"), m_width->value());
    m_settings.setValue(placed("height"), m_height->value());
    m_settings.setValue(placed("speed"), m_speed->value());
    m_settings.setValue(placed("framesPerSecond"), m_frames->value());
    m_settings.setValue(placed("folder"), QFileInfo(m_path->text().trimmed()).absolutePath());
}

void ExportDialog::retranslate()
{
    setWindowTitle(tr("Export"));
    const auto name = [this](What what, const QString& text) {
        const int index = m_what->findData(static_cast<int>(what));
        if (index >= 0)
            m_what->setItemText(index, text);
    };
    name(What::Picture, tr("A picture of this moment, %1").arg(momentText(m_sources.now)));
    name(What::Film, tr("A film of a span"));
    name(What::Events, tr("The events of a span"));
    const auto label = [this](QWidget* row, const QString& text) {
        if (auto* left = qobject_cast<QLabel*>(m_form->labelForField(row)))
            left->setText(text);
        row->setAccessibleName(text);
    };
    label(m_what, tr("What"));
    label(m_format, tr("As"));
    label(m_size, tr("Size in pixels"));
    label(m_from, tr("From"));
    label(m_to, tr("To"));
    label(m_speed, tr("Speed"));
    label(m_frames, tr("Frames a second"));
    label(m_count, QString());
    label(m_file, tr("Into"));
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_path->setAccessibleName(tr("Into"));
    m_speed->setToolTip(tr("Seconds of the cluster in one second of the film"));
    m_browse->setText(tr("Browse…"));
    m_go->setText(tr("Export"));
    m_stop->setText(isWorking() ? tr("Cancel") : tr("Close"));
    fillFormats();
}

} // namespace hw::ui
