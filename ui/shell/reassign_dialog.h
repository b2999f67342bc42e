#pragma once

#include <QDialog>

#include <array>
#include <vector>

#include "engine/observe/command.h"
#include "ui/feed/feed.h"
#include "ui/shell/texts.h"

class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;

namespace hw::ui {

/// Moves one partition: brokers are ticked and put in order, the preferred leader first. It stays
/// open and shows how the move goes, and can cancel it.  Kafka: KIP-455.
class ReassignDialog : public QDialog
{
    Q_OBJECT
public:
    ReassignDialog(Feed& feed, TopicPartition partition, QWidget* parent = nullptr);

    /// The brokers that are ticked, in their order.
    std::vector<BrokerId> target() const;
    /// Why it cannot be moved as asked; empty if it can.
    QString problem() const;
    static QString noMove();
    QListWidget* brokers() const { return m_brokers; }
    QPushButton* up() const { return m_up; }
    QPushButton* down() const { return m_down; }
    QPushButton* move() const { return m_move; }
    QPushButton* cancelMove() const { return m_cancel; }
    /// What is shown of the partition now: `AR`, `ISR`, arriving, leaving.
    QString fact(std::size_t row) const;

signals:
    void asked(const hw::observe::Command& command);

private:
    static constexpr std::size_t kFacts = 5;

    void build();
    void buildFacts(QFormLayout& form);
    const observe::PartitionPart* part() const;
    /// New brokers come to the end of the list.
    void fillBrokers();
    void shift(int by);
    void take();
    void check();
    QString arriving(const observe::PartitionPart& part) const;

    Feed& m_feed;
    const TopicPartition m_partition;
    Texts& m_texts;
    std::array<QLabel*, kFacts> m_facts{};
    QListWidget* m_brokers;
    QLabel* m_error;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_move;
    QPushButton* m_cancel;
    QPushButton* m_close;
};

} // namespace hw::ui
