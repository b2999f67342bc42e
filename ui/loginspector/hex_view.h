#pragma once

#include <QAbstractScrollArea>
#include <QWidget>

#include "engine/observe/log_files.h"
#include "ui/theme/theme.h"

class QLabel;
class QSplitter;
class QTreeWidget;

namespace hw::ui {

/// Bytes as hex and text, sixteen a row; one field is set off. Click picks the byte's field.
class HexBytes : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit HexBytes(QWidget* parent = nullptr);

    void show(const observe::HexView& view);
    void setOff(std::uint64_t from, std::uint64_t size); ///< and scrolls there
    void setTheme(const Theme& theme);

signals:
    void bytePicked(quint64 byte);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    static constexpr int kPerRow = 16;
    int rowHeight() const;
    double charWidth() const;
    void settle();

    observe::HexView m_view;
    std::uint64_t m_from = 0;
    std::uint64_t m_size = 0;
    Theme m_theme;
};

/// The bytes of a record or batch beside the fields that they are.
class HexPanel : public QWidget
{
    Q_OBJECT
public:
    explicit HexPanel(QWidget* parent = nullptr);

    void show(const observe::HexView& view);
    void setTrouble(const QString& why);
    void setTheme(const Theme& theme);
    void retranslate();
    /// The chosen field's bytes, or all, as hex.
    QString hexText() const;
    QTreeWidget* fields() const { return m_fields; }
    HexBytes* bytes() const { return m_bytes; }

private:
    static QString nameOf(const observe::HexField& field);
    static QString valueOf(const observe::HexField& field);
    void fill();
    void chooseAt(std::uint64_t byte);
    QString headText() const;

    observe::HexView m_view;
    QLabel* m_head;
    QTreeWidget* m_fields;
    HexBytes* m_bytes;
};

} // namespace hw::ui
