#pragma once

#include <QWidget>

#include <optional>

#include "engine/cluster/playback.h"

class QComboBox;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace hw::ui {

class PastActions;

/// What is looked for in the past: a kind of event, and whom it is about. It only asks.
class MarkSearch : public QWidget
{
    Q_OBJECT
public:
    static constexpr qsizetype kSubjectsMost = 20'000; ///< offered while one types

    explicit MarkSearch(PastActions& actions, QWidget* parent = nullptr);

    cluster::Playback::Search search() const;
    /// `next leader change of TopicA-1`, for the sentence that none was found.
    QString words() const;
    /// Topics' partitions, groups and brokers that there are.
    void offer(const QStringList& subjects);
    /// What came of a search, where it was asked.
    void say(const QString& sentence);
    QComboBox* kind() const { return m_kind; }
    QLineEdit* subject() const { return m_subject; }
    void focusIn();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    PastActions& m_actions;
    QComboBox* m_kind;
    QLineEdit* m_subject;
    QStringListModel* m_subjects;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace hw::ui
