#pragma once

#include <QDialog>

#include <vector>

#include "engine/cluster/playback.h"

class QDialogButtonBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace hw::ui {

/// Asks for the text of a note at one moment. An empty one deletes it.
class NoteDialog : public QDialog
{
    Q_OBJECT
public:
    NoteDialog(const cluster::Note& note, QWidget* parent);

    cluster::Note note() const;
    QPlainTextEdit* text() const { return m_text; }
    QPushButton* ok() const;
    QString problem() const;

private:
    void check();

    Instant m_at;
    QPlainTextEdit* m_text;
    QLabel* m_problem;
    QDialogButtonBox* m_buttons;
};

/// All notes in order of time; stays open beside the window.
class NoteList : public QDialog
{
    Q_OBJECT
public:
    explicit NoteList(QWidget* parent);

    void show(const std::vector<cluster::Note>& notes);
    QListWidget* list() const { return m_list; }
    QPushButton* changeButton() const { return m_change; }
    QPushButton* deleteButton() const { return m_delete; }

signals:
    void momentWanted(hw::Instant at);
    void noteWanted(hw::Instant at);
    void noteUnwanted(hw::Instant at);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    const cluster::Note* chosen() const;

    std::vector<cluster::Note> m_notes;
    QListWidget* m_list;
    QLabel* m_hint;
    QPushButton* m_go;
    QPushButton* m_change;
    QPushButton* m_delete;
};

} // namespace hw::ui
