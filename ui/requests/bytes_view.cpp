#include "ui/requests/bytes_view.h"

#include <QTextBlock>

#include <algorithm>

namespace hw::ui {

static constexpr int kLine = 16;
static constexpr int kHexAt = 7; ///< columns of the position
static constexpr int kTextAt = kHexAt + kLine * 3 + 1;

BytesView::BytesView(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setProperty("role", "mono");
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::NoFrame);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void BytesView::setTheme(const Theme& theme)
{
    m_theme = theme;
    paintMark();
}

void BytesView::show(const Slice& bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    const ByteView view = bytes.view().first(std::min(bytes.size(), kMost));
    QString text;
    text.reserve(static_cast<qsizetype>(view.size() / kLine + 1) * (kTextAt + kLine + 1));
    for (std::size_t line = 0; line < view.size(); line += kLine) {
        const std::size_t count = std::min<std::size_t>(kLine, view.size() - line);
        text += QStringLiteral("%1  ").arg(line, kHexAt - 2, 16, QLatin1Char('0'));
        for (std::size_t i = 0; i < kLine; ++i) {
            const bool has = i < count;
            text += has ? QLatin1Char(kDigits[view[line + i] >> 4]) : QLatin1Char(' ');
            text += has ? QLatin1Char(kDigits[view[line + i] & 15]) : QLatin1Char(' ');
            text += QLatin1Char(' ');
        }
        text += QLatin1Char(' ');
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint8_t byte = view[line + i];
            text += byte >= 0x20 && byte < 0x7f ? QChar(byte) : QChar(0x00b7);
        }
        text += QLatin1Char('\n');
    }
    m_shown = view.size();
    m_size = 0;
    setPlainText(text);
    paintMark();
}

void BytesView::mark(std::uint32_t position, std::uint32_t size)
{
    m_position = position;
    m_size = size;
    paintMark();
    if (!size || position >= m_shown)
        return;
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(position) / kLine);
    QTextCursor cursor(block);
    cursor.setPosition(block.position());
    setTextCursor(cursor);
    ensureCursorVisible();
}

/// One selection for the digits and one for the text of every line that has marked bytes.
void BytesView::paintMark()
{
    QList<QTextEdit::ExtraSelection> marks;
    const auto end = static_cast<std::uint32_t>(
        std::min<std::size_t>(std::size_t(m_position) + m_size, m_shown));
    const auto add = [&](int from, int to) {
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(m_theme.colors.accentSoft);
        mark.format.setForeground(m_theme.colors.text);
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(from);
        mark.cursor.setPosition(to, QTextCursor::KeepAnchor);
        marks.append(mark);
    };
    for (std::uint32_t at = m_position; at < end;) {
        const std::uint32_t line = at / kLine;
        const std::uint32_t until = std::min(end, (line + 1) * kLine);
        const int start = document()->findBlockByNumber(static_cast<int>(line)).position();
        const int from = static_cast<int>(at % kLine);
        const int count = static_cast<int>(until - at);
        add(start + kHexAt + from * 3, start + kHexAt + (from + count) * 3 - 1);
        add(start + kTextAt + from, start + kTextAt + from + count);
        at = until;
    }
    setExtraSelections(marks);
}

} // namespace hw::ui
