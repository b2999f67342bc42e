#pragma once

#include <QAbstractTableModel>

#include "ui/loginspector/log_asker.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// Records of one log, from a place on: more are fetched, page by page, as the view wants them, and
/// `fetchBefore` puts a page in front. Keeps at most kMostRows; then it starts anew further on.
class RecordModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        OffsetColumn,
        TimeColumn,
        KeyColumn,
        ValueColumn,
        HeadersColumn,
        SizeColumn,
        ProducerColumn,
        EpochColumn,
        SequenceColumn,
        kColumns
    };
    static constexpr int kPage = 200;
    static constexpr int kMostRows = 100'000;

    explicit RecordModel(LogAsker& asker, QObject* parent = nullptr);

    /// Forgets all rows and begins at `from`.
    void start(const observe::LogPlace& place, const observe::RecordPlace& from);
    void fetchBefore();
    bool hasBefore() const { return !m_atStart; }
    void setTheme(const Theme& theme);
    void retranslate();

    const observe::LogRecord& recordAt(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)];
    }
    /// The rows as text, tab separated, with a head.
    QString textOf(const QList<int>& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

signals:
    void fetched();
    void failed(const QString& why);

private:
    void ask(bool backwards);
    void take(const observe::answer::Records& page, bool backwards);
    QString textAt(const observe::LogRecord& record, int column) const;

    LogAsker& m_asker;
    Theme m_theme;
    observe::LogPlace m_place;
    std::vector<observe::LogRecord> m_rows;
    observe::RecordPlace m_next;
    observe::LogRequestId m_asked = 0; ///< 0: nothing is due
    bool m_atEnd = true;
    bool m_atStart = true;
};

} // namespace hw::ui
