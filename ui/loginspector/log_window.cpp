#include "ui/loginspector/log_window.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

#include "ui/loginspector/hex_view.h"
#include "ui/loginspector/log_words.h"
#include "ui/loginspector/lookup_panel.h"
#include "ui/loginspector/record_model.h"
#include "ui/loginspector/segment_strip.h"

namespace hw::ui {

using namespace observe;

LogWindow::LogWindow(LogAsker& asker, LogPlace place, const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_asker(asker)
    , m_root(std::move(place))
    , m_place(m_root)
    , m_theme(theme)
    , m_title(new QLabel)
    , m_facts(new QLabel)
    , m_check(new QPushButton)
    , m_export(new QPushButton)
    , m_reload(new QPushButton)
    , m_before(new QPushButton)
    , m_unit(new QComboBox)
    , m_strip(new SegmentStrip)
    , m_partitions(new QListWidget)
    , m_tabs(nullptr)
    , m_lookup(new LookupPanel)
    , m_problems(new QListWidget)
    , m_records(new RecordModel(asker, this))
    , m_table(new QTableView)
    , m_hex(new HexPanel)
    , m_status(new QLabel)
    , m_progress(new QProgressBar)
    , m_foot(new QWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1400, 880);
    buildTop();
    buildBody();
    buildKeys();
    connectAll();
    setTheme(theme);
    retranslate();
    reload();
}

LogWindow::~LogWindow()
{
    if (m_checking)
        m_asker.cancel(m_checking);
}

void LogWindow::connectAll()
{
    connect(m_reload, &QPushButton::clicked, this, &LogWindow::reload);
    connect(m_check, &QPushButton::clicked, this, &LogWindow::runCheck);
    connect(m_export, &QPushButton::clicked, this, &LogWindow::askExport);
    connect(m_before, &QPushButton::clicked, m_records, &RecordModel::fetchBefore);
    connect(m_lookup, &LookupPanel::wanted, this, &LogWindow::find);
    connect(m_lookup, &LookupPanel::stepShown, this, [this](int step) {
        const bool isStep = step >= 0 && step < static_cast<int>(m_play.steps.size());
        m_strip->mark(isStep ? std::optional(m_play.steps[static_cast<std::size_t>(step)])
                             : std::nullopt);
    });
    connect(m_lookup, &LookupPanel::ended, this, [this] {
        if (m_play.isFound)
            m_records->start(m_place, m_play.place);
    });
    connect(m_strip, &SegmentStrip::segmentChosen, this, &LogWindow::showSegment);
    connect(m_strip, &SegmentStrip::positionPicked, this, [this](int segment, quint64 position) {
        // From the index entry before it: there a batch begins.
        const auto& one = m_outline.segments[static_cast<std::size_t>(segment)];
        RecordPlace from{one.base, 0, 0};
        for (const OffsetPoint& point : one.points)
            if (point.position <= position)
                from.position = point.position;
        m_records->start(m_place, from);
    });
    connect(m_partitions, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row < 0)
            return;
        m_place.path =
            m_root.path + '/' + m_directory.partitions[static_cast<std::size_t>(row)].directory;
        m_asker.ask(ask::Outline{m_place}, this,
                    [this](const LogAnswer& answer) { takeOutline(answer); });
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        followRecord();
        showHex();
    });
    connect(m_unit, &QComboBox::currentIndexChanged, this, &LogWindow::showHex);
    connect(m_records, &RecordModel::failed, this, &LogWindow::say);
    connect(m_records, &RecordModel::fetched, this, [this] {
        m_before->setEnabled(
            m_records->hasBefore() && m_records->rowCount() > 0 && !m_outline.segments.empty() &&
            m_records->recordAt(0).place != RecordPlace{m_outline.segments.front().base, 0, 0});
        if (!m_table->currentIndex().isValid() && m_records->rowCount() > 0)
            m_table->setCurrentIndex(m_records->index(0, 0));
    });
}

void LogWindow::reload()
{
    m_lookup->clear();
    m_asker.ask(ask::Outline{m_root}, this,
                [this](const LogAnswer& answer) { takeOutline(answer); });
}

void LogWindow::takeOutline(const LogAnswer& answer)
{
    if (!answer.what) {
        say(QString::fromStdString(answer.what.error().message));
        return;
    }
    if (const auto* directory = std::get_if<DirectoryOutline>(&*answer.what))
        takeDirectory(*directory);
    else if (const auto* partition = std::get_if<PartitionOutline>(&*answer.what))
        takePartition(*partition);
}

void LogWindow::takeDirectory(const DirectoryOutline& outline)
{
    m_directory = outline;
    const int before = std::max(0, m_partitions->currentRow());
    m_partitions->clear();
    for (const PartitionBrief& brief : outline.partitions) {
        auto* item = new QListWidgetItem(QString::fromStdString(brief.directory), m_partitions);
        item->setToolTip(tr("%n segment(s), %1", nullptr, static_cast<int>(brief.segments))
                             .arg(LogWords::bytes(brief.bytes)));
        if (brief.isLeftover)
            item->setForeground(m_theme.colors.offline);
    }
    m_partitions->show();
    showTitle();
    if (outline.partitions.empty())
        say(tr("There is no partition in this directory."));
    else
        m_partitions->setCurrentRow(std::min(before, m_partitions->count() - 1));
}

void LogWindow::takePartition(const PartitionOutline& outline)
{
    m_outline = outline;
    m_lookup->clear();
    m_strip->show(outline);
    showTitle();
    say(QString());
    if (!outline.segments.empty()) {
        m_strip->choose(0);
        m_records->start(m_place, {outline.segments.front().base, 0, 0});
    }
}

void LogWindow::showSegment(int segment)
{
    const auto& one = m_outline.segments[static_cast<std::size_t>(segment)];
    m_records->start(m_place, {one.base, 0, 0});
}

/// The strip shows the segment that holds the record.
void LogWindow::followRecord()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const Offset base = m_records->recordAt(current.row()).place.segment;
    const auto& all = m_outline.segments;
    const auto found = std::ranges::find(all, base, &SegmentOutline::base);
    if (found != all.end())
        m_strip->choose(static_cast<int>(found - all.begin()));
}

void LogWindow::find(bool byTime, std::int64_t target)
{
    m_asker.ask(ask::Lookup{m_place, byTime, target}, this, [this](const LogAnswer& answer) {
        if (!answer.what) {
            m_lookup->setTrouble(QString::fromStdString(answer.what.error().message));
            return;
        }
        m_play = std::get<LookupPlay>(*answer.what);
        m_lookup->play(m_play);
    });
}

void LogWindow::showHex()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const LogRecord& record = m_records->recordAt(current.row());
    const bool ofRecord = m_unit->currentIndex() == 0 && record.kind != LogRecord::Kind::Unreadable;
    if (m_hexAsked)
        m_asker.cancel(m_hexAsked);
    m_hexAsked = m_asker.ask(
        ask::Hex{m_place, record.place, ofRecord}, this, [this](const LogAnswer& answer) {
            m_hexAsked = 0;
            if (answer.what)
                m_hex->show(std::get<HexView>(*answer.what));
            else
                m_hex->setTrouble(QString::fromStdString(answer.what.error().message));
        });
}

void LogWindow::runCheck()
{
    if (m_checking) {
        m_asker.cancel(m_checking);
        m_checking = 0;
        showProgress(false);
        retranslate();
        return;
    }
    m_checking = m_asker.ask(ask::Check{m_root}, this,
                             [this](const LogAnswer& answer) { takeCheck(answer); });
    m_progress->setRange(0, 0);
    showProgress(true);
    retranslate();
}

void LogWindow::takeCheck(const LogAnswer& answer)
{
    if (answer.what && std::holds_alternative<answer::Progress>(*answer.what)) {
        const auto& progress = std::get<answer::Progress>(*answer.what);
        m_progress->setRange(0, 1000);
        m_progress->setValue(
            static_cast<int>(progress.done * 1000 / std::max<std::uint64_t>(progress.total, 1)));
        return;
    }
    m_checking = 0;
    showProgress(false);
    if (!answer.what) {
        retranslate();
        say(QString::fromStdString(answer.what.error().message));
        return;
    }
    const auto& checked = std::get<answer::Checked>(*answer.what);
    m_findings = checked.findings;
    m_wasChecked = true;
    retranslate();
    m_tabs->setCurrentIndex(1);
    say(tr("%1 read and checked.").arg(LogWords::bytes(checked.bytes)));
}

void LogWindow::exportTo(const QString& file)
{
    if (m_outline.segments.empty())
        return;
    const bool json = file.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    const ask::Export request{m_place, m_outline.segments.front().base, m_outline.logEnd, json,
                              file.toStdString()};
    m_progress->setRange(0, 0);
    showProgress(true);
    m_asker.ask(request, this, [this](const LogAnswer& answer) {
        if (!answer.isLast)
            return;
        showProgress(false);
        if (!answer.what)
            say(QString::fromStdString(answer.what.error().message));
        else
            say(tr("%n record(s) written to the file.", nullptr,
                   static_cast<int>(std::get<answer::Exported>(*answer.what).records)));
    });
}

void LogWindow::askExport()
{
    const QString name = nameOf(m_place) + QStringLiteral(".csv");
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export records"), name, tr("CSV (*.csv);;JSON, an object a line (*.json)"));
    if (!file.isEmpty())
        exportTo(file);
}

void LogWindow::copyRecords() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    QGuiApplication::clipboard()->setText(m_records->textOf(rows));
}

void LogWindow::say(const QString& text)
{
    m_status->setText(text);
    m_foot->setVisible(!text.isEmpty() || !m_progress->isHidden());
}

void LogWindow::showProgress(bool on)
{
    m_progress->setVisible(on);
    say(m_status->text());
}

QString LogWindow::nameOf(const LogPlace& place) const
{
    const QString path = QString::fromStdString(place.path);
    return place.path.empty() ? QString::fromStdString(place.partition.text())
                              : path.mid(path.lastIndexOf(QLatin1Char('/')) + 1);
}

void LogWindow::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
    m_strip->setTheme(theme);
    m_lookup->setTheme(theme);
    m_records->setTheme(theme);
    m_hex->setTheme(theme);
    showProblemCount();
}

void LogWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
