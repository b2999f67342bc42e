#pragma once

#include <QWidget>

#include "ui/loginspector/log_asker.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTabWidget;
class QTableView;

namespace hw::ui {

class HexPanel;
class LookupPanel;
class RecordModel;
class SegmentStrip;

/// Looks inside one log, or one data directory and the log chosen in it. A window of its own; it
/// deletes itself when closed. `asker` outlives it.
class LogWindow : public QWidget
{
    Q_OBJECT
public:
    LogWindow(LogAsker& asker, observe::LogPlace place, const Theme& theme,
              QWidget* parent = nullptr);
    ~LogWindow() override;

    void setTheme(const Theme& theme);
    /// Reads names, sizes and indexes anew and shows the log from its start.
    void reload();
    void runCheck();
    /// Writes the records to a file; asks which, unless it is given.
    void exportTo(const QString& file);

    RecordModel* records() const { return m_records; }
    QTableView* table() const { return m_table; }
    SegmentStrip* strip() const { return m_strip; }
    LookupPanel* lookup() const { return m_lookup; }
    HexPanel* hex() const { return m_hex; }
    QListWidget* partitions() const { return m_partitions; }
    QListWidget* problems() const { return m_problems; }
    QPushButton* checkButton() const { return m_check; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildTop();
    void buildBody();
    void buildKeys();
    void connectAll();
    void retranslate();
    void takeOutline(const observe::LogAnswer& answer);
    void takeDirectory(const observe::DirectoryOutline& outline);
    void takePartition(const observe::PartitionOutline& outline);
    void takeCheck(const observe::LogAnswer& answer);
    void find(bool byTime, std::int64_t target);
    void showSegment(int segment);
    void followRecord();
    void showHex();
    void copyRecords() const;
    void askExport();
    void showTitle();
    void showProblemCount();
    void say(const QString& text);
    void showProgress(bool on);
    QString nameOf(const observe::LogPlace& place) const;

    LogAsker& m_asker;
    const observe::LogPlace m_root; ///< what was opened
    observe::LogPlace m_place;      ///< the partition shown
    Theme m_theme;
    observe::PartitionOutline m_outline;
    observe::DirectoryOutline m_directory;
    observe::LookupPlay m_play;
    std::vector<observe::Finding> m_findings;
    bool m_wasChecked = false;
    observe::LogRequestId m_checking = 0;
    observe::LogRequestId m_hexAsked = 0;

    QLabel* m_title;
    QLabel* m_facts;
    QPushButton* m_check;
    QPushButton* m_export;
    QPushButton* m_reload;
    QPushButton* m_before;
    QComboBox* m_unit; ///< hex of the record, or of its batch
    SegmentStrip* m_strip;
    QListWidget* m_partitions;
    QTabWidget* m_tabs;
    LookupPanel* m_lookup;
    QListWidget* m_problems;
    RecordModel* m_records;
    QTableView* m_table;
    HexPanel* m_hex;
    QLabel* m_status;
    QWidget* m_foot; ///< status and progress; hidden while there is neither
    QProgressBar* m_progress;
};

} // namespace hw::ui
