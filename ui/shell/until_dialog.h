#pragma once

#include <QDialog>
#include <QSettings>

#include <functional>
#include <optional>

#include "engine/cluster/run_control.h"
#include "ui/feed/feed.h"
#include "ui/shell/texts.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace hw::ui {

/// Asks until when a simulated cluster shall run: a time, or a condition as lessons have it.
/// Remembers what was asked for last.
class UntilDialog : public QDialog
{
    Q_OBJECT
public:
    /// All outlive it.
    UntilDialog(Feed& feed, cluster::RunControl& run, QSettings& settings,
                QWidget* parent = nullptr);

    /// What was asked for; `problem` is empty.
    cluster::TimeControl::Goal goal() const;
    QString asked() const;
    /// Why it cannot be done as asked; empty if it can.
    QString problem() const { return m_problem; }

    QComboBox* choice() const { return m_choice; }
    QLineEdit* text() const { return m_text; }
    QPushButton* ok() const { return m_ok; }

    /// A condition is looked at so often, in the cluster's time.
    static constexpr Duration kEvery = 5ms;

private:
    enum Choice
    {
        Time,
        Isr,
        Unstable,
        Committed,
        Lag,
        Other,
        kChoices
    };
    void build();
    void setTexts();
    void offer(int choice);
    QString example(int choice) const;
    void check();
    void checkTime();
    void remember() const;

    Feed& m_feed;
    cluster::RunControl& m_run;
    QSettings& m_settings;
    Texts& m_texts;
    QComboBox* m_choice;
    QLineEdit* m_text;
    QLabel* m_meaning;
    QLabel* m_error;
    QDialogButtonBox* m_buttons;
    QPushButton* m_ok = nullptr;
    QString m_problem;
    std::optional<Instant> m_at;
    std::function<bool()> m_holds;
};

} // namespace hw::ui
