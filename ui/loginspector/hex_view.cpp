#include "ui/loginspector/hex_view.h"

#include <QFontMetricsF>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/loginspector/log_words.h"

namespace hw::ui {

static constexpr double kLeft = 10;
static constexpr int kAddressChars = 10;
static constexpr int kHexChars = 16 * 3 + 2;

HexBytes::HexBytes(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

int HexBytes::rowHeight() const { return qRound(QFontMetricsF(typeFont(Type::Mono)).height()) + 3; }
double HexBytes::charWidth() const
{
    return QFontMetricsF(typeFont(Type::Mono)).horizontalAdvance(QLatin1Char('0'));
}

void HexBytes::show(const observe::HexView& view)
{
    m_view = view;
    m_size = 0;
    verticalScrollBar()->setValue(0);
    settle();
}

void HexBytes::setOff(std::uint64_t from, std::uint64_t size)
{
    m_from = from;
    m_size = size;
    const int row = static_cast<int>(from / kPerRow);
    const int shown = viewport()->height() / rowHeight();
    if (row < verticalScrollBar()->value() || row >= verticalScrollBar()->value() + shown)
        verticalScrollBar()->setValue(std::max(0, row - shown / 3));
    viewport()->update();
}

void HexBytes::setTheme(const Theme& theme)
{
    m_theme = theme;
    viewport()->update();
}

void HexBytes::settle()
{
    const int rows = static_cast<int>((m_view.bytes.size() + kPerRow - 1) / kPerRow);
    const int shown = std::max(1, viewport()->height() / rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, rows - shown));
    verticalScrollBar()->setPageStep(shown);
    viewport()->update();
}

void HexBytes::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    settle();
}

void HexBytes::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Colors& c = m_theme.colors;
    painter.fillRect(viewport()->rect(), c.card);
    painter.setFont(typeFont(Type::Mono));
    const double unit = charWidth();
    const int height = rowHeight();
    const int first = verticalScrollBar()->value();
    const int rows = viewport()->height() / height + 1;
    const double hexLeft = kLeft + kAddressChars * unit;
    const double textLeft = hexLeft + kHexChars * unit;
    for (int r = 0; r < rows; ++r) {
        const auto start = static_cast<std::size_t>(first + r) * kPerRow;
        if (start >= m_view.bytes.size())
            break;
        const QRectF line(0, 4 + r * height, viewport()->width(), height);
        const auto put = [&](double x, const QString& text, const QColor& ink) {
            painter.setPen(ink);
            painter.drawText(QRectF(x, line.top(), unit * (text.size() + 1), height),
                             Qt::AlignLeft | Qt::AlignVCenter, text);
        };
        put(kLeft, QStringLiteral("%1").arg(m_view.position + start, 8, 16, QLatin1Char('0')),
            c.textSoft);
        for (std::size_t i = start; i < std::min(start + kPerRow, m_view.bytes.size()); ++i) {
            const auto byte = static_cast<unsigned char>(m_view.bytes[i]);
            const bool isOff = m_size > 0 && i >= m_from && i < m_from + m_size;
            const double column = static_cast<double>(i - start);
            const double x = hexLeft + column * 3 * unit + (i - start >= 8 ? unit : 0);
            const double t = textLeft + column * unit;
            if (isOff) {
                painter.fillRect(QRectF(x - unit / 2, line.top(), 3 * unit, height), c.accentSoft);
                painter.fillRect(QRectF(t, line.top(), unit, height), c.accentSoft);
            }
            put(x, QStringLiteral("%1").arg(byte, 2, 16, QLatin1Char('0')),
                byte == 0 && !isOff ? c.offline : c.text);
            const bool isShown = byte >= 0x20 && byte < 0x7f;
            put(t, isShown ? QString(QLatin1Char(static_cast<char>(byte))) : QStringLiteral("·"),
                isShown ? c.text : c.offline);
        }
    }
}

void HexBytes::mousePressEvent(QMouseEvent* event)
{
    const double unit = charWidth();
    const double x = event->position().x() - kLeft - kAddressChars * unit;
    const int row =
        verticalScrollBar()->value() + static_cast<int>((event->position().y() - 4) / rowHeight());
    int column = static_cast<int>((x + unit / 2) / (3 * unit));
    if (column >= 8)
        column = static_cast<int>((x - unit / 2) / (3 * unit));
    if (x >= kHexChars * unit)
        column = static_cast<int>((x - kHexChars * unit) / unit);
    const auto byte = static_cast<quint64>(row) * kPerRow + static_cast<quint64>(column);
    if (x >= 0 && column < kPerRow && byte < m_view.bytes.size())
        emit bytePicked(byte);
}

HexPanel::HexPanel(QWidget* parent)
    : QWidget(parent)
    , m_head(new QLabel)
    , m_fields(new QTreeWidget)
    , m_bytes(new HexBytes)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head->setProperty("role", "dock");
    column->addWidget(m_head);
    auto* halves = new QSplitter;
    halves->addWidget(m_fields);
    halves->addWidget(m_bytes);
    halves->setSizes({290, 620});
    halves->setStretchFactor(1, 1);
    column->addWidget(halves, 1);
    m_fields->setColumnCount(2);
    m_fields->setColumnWidth(0, 170);
    m_fields->setUniformRowHeights(true);
    m_fields->setAllColumnsShowFocus(true);
    connect(m_fields, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (!item)
            return;
        const auto& field = m_view.fields[item->data(0, Qt::UserRole).toULongLong()];
        m_bytes->setOff(field.from, field.size);
    });
    connect(m_bytes, &HexBytes::bytePicked, this, &HexPanel::chooseAt);
    retranslate();
}

void HexPanel::show(const observe::HexView& view)
{
    m_view = view;
    fill();
}

void HexPanel::setTrouble(const QString& why)
{
    m_view = {};
    fill();
    m_head->setText(why);
}

QString HexPanel::headText() const
{
    if (m_view.bytes.empty())
        return tr("Select a record to see its bytes.");
    const QString file = QString::fromStdString(m_view.file);
    QString text =
        m_view.isDecompressed
            ? tr("%1 · after decompression · %2").arg(file).arg(LogWords::bytes(m_view.wholeBytes))
            : tr("%1 · byte %2 · %3")
                  .arg(file)
                  .arg(m_view.position)
                  .arg(LogWords::bytes(m_view.wholeBytes));
    if (m_view.bytes.size() < m_view.wholeBytes)
        text += QStringLiteral(" · ") +
                tr("the first %1 are shown").arg(LogWords::bytes(m_view.bytes.size()));
    return text;
}

/// `record 3` in the person's language; all other names are Kafka's own.
QString HexPanel::nameOf(const observe::HexField& field)
{
    static const std::string kRecord = "record ";
    return field.name.starts_with(kRecord)
               ? tr("record %1").arg(QString::fromStdString(field.name.substr(kRecord.size())))
               : QString::fromStdString(field.name);
}

/// What is made of fields of its own says how large it is.
QString HexPanel::valueOf(const observe::HexField& field)
{
    return field.value.empty() ? LogWords::bytes(field.size) : QString::fromStdString(field.value);
}

void HexPanel::fill()
{
    m_fields->clear();
    m_head->setText(headText());
    m_bytes->show(m_view);
    QTreeWidgetItem* parent = nullptr;
    for (std::size_t i = 0; i < m_view.fields.size(); ++i) {
        const auto& field = m_view.fields[i];
        if (field.from >= m_view.bytes.size())
            break;
        auto* item = new QTreeWidgetItem({nameOf(field), valueOf(field)});
        item->setData(0, Qt::UserRole, qulonglong(i));
        item->setToolTip(1, item->text(1));
        if (field.depth > 0 && parent) {
            parent->addChild(item);
        } else {
            m_fields->addTopLevelItem(item);
            parent = item;
        }
    }
    // One record alone is opened; of a batch's many only the header is in sight.
    if (m_fields->topLevelItemCount() == 1)
        m_fields->topLevelItem(0)->setExpanded(true);
}

/// The innermost field around a byte.
void HexPanel::chooseAt(std::uint64_t byte)
{
    QTreeWidgetItem* best = nullptr;
    for (QTreeWidgetItemIterator it(m_fields); *it; ++it) {
        const auto& field = m_view.fields[(*it)->data(0, Qt::UserRole).toULongLong()];
        if (byte >= field.from && byte < field.from + field.size)
            best = *it;
    }
    if (best)
        m_fields->setCurrentItem(best);
}

QString HexPanel::hexText() const
{
    const QByteArray bytes = QByteArray::fromStdString(m_view.bytes);
    const QTreeWidgetItem* item = m_fields->currentItem();
    if (!item)
        return QString::fromLatin1(bytes.toHex());
    const auto& field = m_view.fields[item->data(0, Qt::UserRole).toULongLong()];
    return QString::fromLatin1(
        bytes.mid(static_cast<qsizetype>(field.from), static_cast<qsizetype>(field.size)).toHex());
}

void HexPanel::setTheme(const Theme& theme) { m_bytes->setTheme(theme); }

void HexPanel::retranslate()
{
    m_fields->setHeaderLabels({tr("Field"), tr("Value")});
    m_fields->setAccessibleName(tr("Fields"));
    m_bytes->setAccessibleName(tr("Bytes"));
    if (m_view.bytes.empty())
        m_head->setText(headText());
    else
        fill();
}

} // namespace hw::ui
