#include "ui/loginspector/record_model.h"

#include "ui/loginspector/log_words.h"

namespace hw::ui {

using observe::LogRecord;

RecordModel::RecordModel(LogAsker& asker, QObject* parent)
    : QAbstractTableModel(parent)
    , m_asker(asker)
{
}

void RecordModel::start(const observe::LogPlace& place, const observe::RecordPlace& from)
{
    if (m_asked)
        m_asker.cancel(m_asked);
    m_asked = 0;
    beginResetModel();
    m_place = place;
    m_rows.clear();
    m_next = from;
    m_atEnd = false;
    m_atStart = false;
    endResetModel();
    ask(false);
}

void RecordModel::ask(bool backwards)
{
    if (m_asked)
        return;
    observe::ask::Records request;
    request.place = m_place;
    request.from = backwards ? m_rows.front().place : m_next;
    request.most = kPage;
    request.backwards = backwards;
    m_asked = m_asker.ask(request, this, [this, backwards](const observe::LogAnswer& answer) {
        m_asked = 0;
        if (!answer.what) {
            m_atEnd = true;
            emit failed(QString::fromStdString(answer.what.error().message));
        } else if (const auto* page = std::get_if<observe::answer::Records>(&*answer.what)) {
            take(*page, backwards);
        }
        emit fetched();
    });
}

void RecordModel::take(const observe::answer::Records& page, bool backwards)
{
    if (backwards)
        m_atStart = page.atEnd;
    else
        m_atEnd = page.atEnd;
    if (!backwards)
        m_next = page.next;
    if (page.rows.empty())
        return;
    const int count = static_cast<int>(page.rows.size());
    const int at = backwards ? 0 : rowCount();
    beginInsertRows({}, at, at + count - 1);
    m_rows.insert(m_rows.begin() + at, page.rows.begin(), page.rows.end());
    endInsertRows();
    if (m_rows.size() > kMostRows) // the first ones give way; they can be fetched again
    {
        const int surplus = static_cast<int>(m_rows.size()) - kMostRows;
        beginRemoveRows({}, 0, surplus - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + surplus);
        endRemoveRows();
        m_atStart = false;
    }
}

void RecordModel::fetchBefore()
{
    if (!m_atStart && !m_rows.empty())
        ask(true);
}

bool RecordModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && !m_atEnd && !m_asked;
}

void RecordModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent))
        ask(false);
}

void RecordModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void RecordModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
    setTheme(m_theme);
}

int RecordModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RecordModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString RecordModel::textAt(const LogRecord& record, int column) const
{
    const auto orNone = [](std::int64_t value) {
        return value < 0 ? QStringLiteral("–") : QString::number(value);
    };
    const auto content = [](const std::optional<observe::BytePreview>& bytes) {
        return bytes ? LogWords::preview(*bytes) : QStringLiteral("null");
    };
    const bool isData = record.kind == LogRecord::Kind::Data;
    switch (column) {
    case OffsetColumn:
        return QString::number(record.offset.value());
    case TimeColumn:
        return LogWords::time(record.timestampMs);
    case KeyColumn:
        return isData ? content(record.key) : QString();
    case ValueColumn:
        switch (record.kind) {
        case LogRecord::Kind::Data:
            return content(record.value);
        case LogRecord::Kind::Commit:
            return tr("transaction marker: commit");
        case LogRecord::Kind::Abort:
            return tr("transaction marker: abort");
        case LogRecord::Kind::Control:
            return tr("control record");
        case LogRecord::Kind::Unreadable:
            return tr("✕ cannot be read: %1").arg(QString::fromStdString(record.trouble));
        }
        return {};
    case HeadersColumn: {
        QStringList headers;
        for (const auto& header : record.headers)
            headers << QString::fromStdString(header.key) + QLatin1Char('=') +
                           content(header.value);
        return headers.join(QStringLiteral("; "));
    }
    case SizeColumn:
        return LogWords::bytes(record.bytes);
    case ProducerColumn:
        return orNone(record.producerId.value());
    case EpochColumn:
        return orNone(record.producerEpoch.value());
    case SequenceColumn:
        return orNone(record.sequence);
    default:
        return {};
    }
}

QVariant RecordModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LogRecord& record = recordAt(index.row());
    const int column = index.column();
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        const QString text = textAt(record, column);
        return role == Qt::DisplayRole || text.size() > 24 ? QVariant(text) : QVariant();
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = column == OffsetColumn || column >= SizeColumn;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ForegroundRole) {
        if (record.kind == LogRecord::Kind::Unreadable)
            return m_theme.colors.bad;
        const bool isNull =
            (column == KeyColumn && !record.key) || (column == ValueColumn && !record.value);
        if (record.kind != LogRecord::Kind::Data || isNull)
            return m_theme.colors.textSoft;
    }
    return {};
}

QVariant RecordModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || section >= kColumns)
        return {};
    const bool isNumber = section == OffsetColumn || section >= SizeColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case OffsetColumn:
        return tr("Offset");
    case TimeColumn:
        return tr("Time");
    case KeyColumn:
        return tr("Key");
    case ValueColumn:
        return tr("Value");
    case HeadersColumn:
        return tr("Headers");
    case SizeColumn:
        return tr("Size");
    case ProducerColumn:
        return tr("Producer id");
    case EpochColumn:
        return tr("Epoch");
    default:
        return tr("Sequence");
    }
}

QString RecordModel::textOf(const QList<int>& rows) const
{
    QStringList lines;
    QStringList head;
    for (int column = 0; column < kColumns; ++column)
        head << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    lines << head.join(QLatin1Char('\t'));
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < kColumns; ++column)
            cells << textAt(recordAt(row), column).replace(QLatin1Char('\t'), QLatin1Char(' '));
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace hw::ui
