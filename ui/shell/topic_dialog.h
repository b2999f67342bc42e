#pragma once

#include <QDialog>

#include "engine/observe/command.h"
#include "ui/feed/feed.h"
#include "ui/shell/texts.h"

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace hw::ui {

/// Kafka's rule for a new topic's name: 1 to 249 of a-z A-Z 0-9 . _ -, not "." or "..", and not
/// the same as another one up to '.' and '_' (their metrics would collide). Empty: allowed.
/// Kafka: org.apache.kafka.common.internals.Topic.
QString topicNameProblem(const QString& name, const observe::Snapshot& snapshot);

/// Asks for a new topic and checks it against the living cluster while one types.
class TopicDialog : public QDialog
{
    Q_OBJECT
public:
    static constexpr int kMostPartitions = 1000;

    explicit TopicDialog(Feed& feed, QWidget* parent = nullptr);

    observe::command::CreateTopic command() const;
    QString problem() const;
    QLineEdit* name() const { return m_name; }
    QSpinBox* partitions() const { return m_partitions; }
    QPushButton* ok() const { return m_ok; }
    QSpinBox* replication() const { return m_replication; }

private:
    void check();
    int brokersUp() const;

    Feed& m_feed;
    Texts& m_texts;
    QLineEdit* m_name;
    QSpinBox* m_partitions;
    QSpinBox* m_replication;
    QSpinBox* m_minIsr;
    QLabel* m_error;
    QDialogButtonBox* m_buttons;
    QPushButton* m_ok = nullptr;
};

} // namespace hw::ui
