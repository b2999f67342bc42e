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

    /// Of several the `number`th, from 1: static ones get ids that differ.
    observe::command::AddConsumer command(int number = 1) const;
    int count() const;
    QString problem() const override;
    QComboBox* group() const { return m_group; }
    QComboBox* protocol() const { return m_protocol; }
    QLineEdit* instance() const { return m_instance; }
    QSpinBox* howMany() const { return m_count; }
    QSpinBox* session() const { return m_session; }
    QSpinBox* heartbeat() const { return m_heartbeat; }
    QSpinBox* maxPoll() const { return m_maxPoll; }

private:
    void buildMore(QFormLayout* form);

    QComboBox* m_group;
    QSpinBox* m_count;
    QComboBox* m_protocol;
    QComboBox* m_assignor;
    QComboBox* m_start;
    QLineEdit* m_instance;
    QSpinBox *m_session, *m_heartbeat, *m_maxPoll, *m_maxRecords; ///< 0: not said
    QCheckBox* m_autoCommit;
};

} // namespace hw::ui
