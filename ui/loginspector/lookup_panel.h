#pragma once

#include <QTimer>
#include <QWidget>

#include "engine/observe/log_files.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QToolButton;

namespace hw::ui {

/// Asks for an offset or a time and plays how it is found, step by step, with the bytes that each
/// step reads.
class LookupPanel : public QWidget
{
    Q_OBJECT
public:
    static constexpr int kStepMs = 700;

    explicit LookupPanel(QWidget* parent = nullptr);

    /// Begins to play. The first step is shown at once.
    void play(const observe::LookupPlay& play);
    void clear();
    void setTrouble(const QString& why);
    void setTheme(const Theme& theme);
    void retranslate();
    void focusSearch();

    QLineEdit* search() const { return m_search; }
    QComboBox* kind() const { return m_kind; }
    QListWidget* steps() const { return m_steps; }
    int shownSteps() const { return m_shown; }
    void showAll();
    void showNext();


signals:
    void wanted(bool byTime, qint64 target);
    /// The step that is looked at; -1: none.
    void stepShown(int step);
    /// All steps have been shown.
    void ended();

private:
    void find();
    void setPlaying(bool playing);
    void showStep(int step);
    void retitle();

    observe::LookupPlay m_play;
    int m_shown = 0;
    Theme m_theme;
    QComboBox* m_kind;
    QLineEdit* m_search;
    QPushButton* m_find;
    QLabel* m_hint;
    QListWidget* m_steps;
    QToolButton* m_next;
    QToolButton* m_toggle;
    QToolButton* m_all;
    QLabel* m_total;
    QTimer m_timer;
};

} // namespace hw::ui
