#pragma once

#include <QDialog>

#include <string>
#include <vector>

#include "engine/observe/command.h"
#include "ui/feed/feed.h"
#include "ui/shell/texts.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QListWidget;
class QSpinBox;

namespace hw::ui {

/// What both dialogs share: topics to tick, an error, buttons.
class ClientDialog : public QDialog
{
    Q_OBJECT
public:
    ClientDialog(Feed& feed, QWidget* parent);

    QListWidget* topics() const { return m_topics; }
    /// Why it cannot be started as asked; empty if it can.
    virtual QString problem() const;

protected:
    std::vector<std::string> ticked() const;
    void finish(QFormLayout* form);
    void check();
    Feed& m_feed;
    Texts& m_texts;

private:
    QListWidget* m_topics;
    QLabel* m_error;
    QDialogButtonBox* m_buttons;
    QPushButton* m_ok = nullptr;
};

/// Asks for an embedded producer.
class ProducerDialog : public ClientDialog
{
    Q_OBJECT
public:
    explicit ProducerDialog(Feed& feed, QWidget* parent = nullptr);

    observe::command::AddProducer command() const;
    QString problem() const override;
    QLineEdit* name() const { return m_name; }

private:
    QLineEdit* m_name;
    QComboBox* m_acks;
    QDoubleSpinBox* m_rate;
    QSpinBox* m_bytes;
    QComboBox* m_keys;
};

/// Asks for one or several embedded consumers of a group.
class ConsumerDialog : public ClientDialog
{
    Q_OBJECT
public:
    explicit ConsumerDialog(Feed& feed, QWidget* parent = nullptr);

    observe::command::AddConsumer command() const;
    int count() const;
    QString problem() const override;
    QComboBox* group() const { return m_group; }

private:
    QComboBox* m_group;
    QSpinBox* m_count;
    QComboBox* m_assignor;
    QComboBox* m_start;
};

} // namespace hw::ui
