#pragma once

#include <QDialog>

#include <functional>
#include <optional>

#include "engine/observe/command.h"
#include "engine/observe/snapshot.h"
#include "ui/shell/texts.h"

class QCheckBox;
class QComboBox;
class QDateTimeEdit;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace hw::ui {

/// Asks for a span of time, in milliseconds; some may also last until they are healed.
class SpanDialog : public QDialog
{
    Q_OBJECT
public:
    struct Wanted
    {
        std::function<QString()> title, text, label;
        int value = 1000, least = 1, most = 60'000;
        bool canBeEndless = false;
    };
    SpanDialog(Wanted wanted, QWidget* parent);

    /// None: until it is healed.
    std::optional<Duration> span() const;
    QSpinBox* spin() const { return m_spin; }
    QCheckBox* endless() const { return m_endless; }

private:
    Wanted m_wanted;
    QSpinBox* m_spin;
    QCheckBox* m_endless;
};

/// Asks where an embedded consumer reads on: which of its partitions, and to where.
class SeekDialog : public QDialog
{
    Q_OBJECT
public:
    SeekDialog(const observe::ConsumerPart& consumer, QWidget* parent);

    observe::command::SeekConsumer command() const;
    QListWidget* partitions() const { return m_partitions; }
    QComboBox* target() const { return m_to; }
    QLineEdit* offset() const { return m_offset; }
    QDateTimeEdit* time() const { return m_time; }

private:
    void check();
    QString problem() const;
    observe::command::SeekTo wanted() const;

    NodeId m_client;
    std::vector<TopicPartition> m_all;
    QListWidget* m_partitions;
    QComboBox* m_to;
    QLineEdit* m_offset;
    QDateTimeEdit* m_time;
    QLabel* m_error;
    QDialogButtonBox* m_buttons;
};

} // namespace hw::ui
