#pragma once

#include <QPlainTextEdit>

#include "engine/observe/field_tree.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// A message's bytes: sixteen a line, position before, text behind; a field's own are marked.
class BytesView : public QPlainTextEdit
{
    Q_OBJECT
public:
    static constexpr std::size_t kMost = 64 * 1024; ///< the rest is not shown

    explicit BytesView(QWidget* parent = nullptr);

    void show(const Slice& bytes);
    /// Marks some bytes and scrolls to them; none: no mark.
    void mark(std::uint32_t position, std::uint32_t size);
    void setTheme(const Theme& theme);
    std::pair<std::uint32_t, std::uint32_t> marked() const { return {m_position, m_size}; }

private:
    void paintMark();

    std::size_t m_shown = 0;
    std::uint32_t m_position = 0, m_size = 0;
    Theme m_theme;
};

} // namespace hw::ui
