#pragma once

#include <QDialog>

#include <string>

#include "engine/observe/command.h"
#include "ui/feed/feed.h"
#include "ui/shell/texts.h"

class QLabel;
class QPushButton;
class QSpinBox;

namespace hw::ui {

/// Asks how many partitions a topic shall have, and follows the living topic meanwhile.
class GrowDialog : public QDialog
{
    Q_OBJECT
public:
    static constexpr int kMostPartitions = 10'000; ///< what the controller allows

    GrowDialog(Feed& feed, std::string topic, QWidget* parent = nullptr);

    observe::command::AddPartitions command() const;
    QString problem() const;
    QSpinBox* total() const { return m_total; }
    QPushButton* ok() const { return m_ok; }

private:
    void check();
    int present() const;

    Feed& m_feed;
    const std::string m_topic;
    Texts& m_texts;
    QLabel* m_present;
    QSpinBox* m_total;
    QLabel* m_error;
    QPushButton* m_ok;
};

} // namespace hw::ui
