#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/loginspector/hex_view.h"
#include "ui/loginspector/log_window.h"
#include "ui/loginspector/log_words.h"
#include "ui/loginspector/lookup_panel.h"
#include "ui/loginspector/record_model.h"
#include "ui/loginspector/segment_strip.h"

namespace hw::ui {

using namespace observe;

void LogWindow::buildTop()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QWidget;
    bar->setProperty("role", "panel");
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 10, 16, 10);
    row->setSpacing(8);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    m_title->setProperty("role", "title");
    m_facts->setProperty("role", "soft");
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->addWidget(m_title);
    words->addWidget(m_facts);
    row->addLayout(words, 1);
    for (QPushButton* button : {m_check, m_export, m_reload})
        row->addWidget(button);
    column->addWidget(bar);
    column->addWidget(m_strip);
}

void LogWindow::buildBody()
{
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_lookup, QString());
    m_problems->setWordWrap(true);
    m_problems->setSpacing(2);
    m_problems->setTextElideMode(Qt::ElideNone);
    // Qt wraps to the full width and forgets the padding.
    m_problems->setStyleSheet(QStringLiteral("QListView::item { padding: 2px 0px; }"));
    m_problems->setResizeMode(QListView::Adjust);
    m_problems->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tabs->addTab(m_problems, QString());
    // Lines are wrapped to a width that is known once they are in sight.
    connect(m_tabs, &QTabWidget::currentChanged, m_problems,
            [this] { m_problems->doItemsLayout(); });

    m_table->setModel(m_records);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(22);
    m_table->horizontalHeader()->setHighlightSections(false);
    const int widths[] = {74, 226, 90, 200, 84, 64, 92, 58, 80};
    for (int i = 0; i < RecordModel::kColumns; ++i)
        m_table->setColumnWidth(i, widths[i]);
    m_table->horizontalHeader()->setSectionResizeMode(RecordModel::ValueColumn,
                                                      QHeaderView::Stretch);

    auto* lower = new QWidget;
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 6, 8, 0);
    row->addWidget(m_before);
    row->addStretch(1);
    row->addWidget(m_unit);
    m_unit->addItems({QString(), QString()});
    lowerColumn->addLayout(row);
    lowerColumn->addWidget(m_hex, 1);

    auto* right = new QSplitter(Qt::Vertical);
    right->addWidget(m_table);
    right->addWidget(lower);
    right->setSizes({330, 260});
    auto* body = new QSplitter;
    body->addWidget(m_partitions);
    body->addWidget(m_tabs);
    body->addWidget(right);
    body->setSizes({170, 320, 910});
    body->setStretchFactor(2, 1);
    m_partitions->hide(); // only a data directory has a choice of them
    layout()->addWidget(body);
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(body, 1);

    auto* foot = new QHBoxLayout(m_foot);
    foot->setContentsMargins(16, 5, 16, 5);
    m_status->setProperty("role", "soft");
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setMaximumWidth(220);
    m_progress->setTextVisible(false);
    m_progress->hide();
    foot->addWidget(m_status, 1);
    foot->addWidget(m_progress);
    m_foot->hide(); // until there is something to say
    layout()->addWidget(m_foot);
}

void LogWindow::buildKeys()
{
    const auto key = [this](const QKeySequence& keys, QWidget* where, auto&& what) {
        auto* shortcut = new QShortcut(keys, where);
        shortcut->setContext(where == this ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, std::forward<decltype(what)>(what));
    };
    key(QKeySequence::Find, this, [this] {
        m_tabs->setCurrentIndex(0);
        m_lookup->focusSearch();
    });
    key(QKeySequence::Refresh, this, [this] { reload(); });
    key(QKeySequence(Qt::CTRL | Qt::Key_E), this, [this] { askExport(); });
    key(QKeySequence(Qt::CTRL | Qt::Key_K), this, [this] { runCheck(); });
    key(QKeySequence::Close, this, [this] { close(); });
    key(QKeySequence::Copy, m_table, [this] { copyRecords(); });
    key(QKeySequence::Copy, m_hex,
        [this] { QGuiApplication::clipboard()->setText(m_hex->hexText()); });
    key(QKeySequence::Copy, m_problems, [this] {
        QStringList lines;
        for (int i = 0; i < m_problems->count(); ++i)
            lines << m_problems->item(i)->text();
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    });
}

void LogWindow::showTitle()
{
    const QString name = nameOf(m_place);
    m_title->setText(
        m_place.path.empty() ? tr("%1 on broker %2").arg(name).arg(m_place.broker.value()) : name);
    setWindowTitle(tr("Log of %1").arg(m_title->text()));
    QStringList facts;
    if (!m_place.path.empty())
        facts << QString::fromStdString(m_place.path);
    if (!m_outline.segments.empty()) {
        facts << tr("log start %1").arg(m_outline.logStart.value());
        facts << tr("log end %1").arg(m_outline.logEnd.value());
        if (m_outline.highWatermark)
            facts << tr("HW at the last checkpoint %1").arg(m_outline.highWatermark->value());
    }
    if (m_outline.topicId)
        facts << tr("topic id %1").arg(QString::fromStdString(m_outline.topicId->text()));
    m_facts->setText(facts.join(QStringLiteral(" · ")));
}

void LogWindow::showProblemCount()
{
    if (!m_tabs)
        return;
    m_problems->clear();
    int count = 0;
    for (const Finding& finding : m_findings) {
        QString where = QString::fromStdString(finding.file);
        if (finding.position)
            where += QLatin1Char('@') + QString::number(*finding.position);
        auto* item =
            new QListWidgetItem((finding.isProblem ? QStringLiteral("✕ ") : QStringLiteral("ⓘ ")) +
                                    where + QLatin1Char('\n') + LogWords::finding(finding),
                                m_problems);
        item->setToolTip(item->text());
        item->setForeground(finding.isProblem ? m_theme.colors.bad : m_theme.colors.textSoft);
        count += finding.isProblem;
    }
    if (m_findings.empty()) {
        auto* item = new QListWidgetItem(
            m_wasChecked ? tr("✓ All is well: every batch, index entry and checkpoint fits.")
                         : tr("Nothing was checked yet. Check reads everything and compares it."),
            m_problems);
        item->setForeground(m_wasChecked ? m_theme.colors.good : m_theme.colors.textSoft);
    }
    m_problems->doItemsLayout();
    m_tabs->setTabText(1, count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
}

void LogWindow::retranslate()
{
    m_check->setText(m_checking ? tr("Stop") : tr("Check"));
    m_check->setToolTip(tr("Read everything and tell every inconsistency (Ctrl+K)."));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Write all records to a CSV or JSON file (Ctrl+E)."));
    m_reload->setText(tr("Reload"));
    m_before->setText(tr("Earlier records"));
    m_unit->setItemText(0, tr("Bytes of the record"));
    m_unit->setItemText(1, tr("Bytes of its batch"));
    m_tabs->setTabText(0, tr("Find"));
    m_partitions->setAccessibleName(tr("Partitions"));
    m_problems->setAccessibleName(tr("Problems"));
    m_table->setAccessibleName(tr("Records"));
    m_strip->setAccessibleName(tr("Segments"));
    m_strip->update();
    m_lookup->retranslate();
    m_records->retranslate();
    m_hex->retranslate();
    showTitle();
    showProblemCount();
}

} // namespace hw::ui
