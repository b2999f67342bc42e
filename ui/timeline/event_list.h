#pragma once

#include <QWidget>

#include <vector>

#include "ui/models/event_model.h"

class QLineEdit;
class QToolButton;
class QTreeView;
class QLabel;

namespace hw::ui {

/// The list of events with their causes: a filter by area and by text; selecting one selects what
/// it is about, activating its cause goes there.
class EventList : public QWidget
{
    Q_OBJECT
public:
    explicit EventList(EventModel* model, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setLost(std::uint64_t lost);
    EventFilter* filter() const { return m_filter; }
    QTreeView* view() const { return m_view; }
    QLineEdit* search() const { return m_search; }
    /// Selects the event that led to the current one; shows it even if it was filtered away.
    void goToCause();
    /// Selects an event, also one that was filtered away; false if it is not in the list any more.
    bool goTo(EventId id);

    /// Whether one can go to an event's moment: the cluster has a past.
    void setMomentsShown(bool on);
    QToolButton* momentButton() const { return m_moment; }

signals:
    /// By mouse or key.
    void picked(const hw::observe::Event& event);
    /// The window should show the moment of an event.
    void momentWanted(const hw::observe::Event& event);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kLeastWidth = 300; ///< what is too long for it is in a menu

    void buildBar();
    void fitBar();
    void fitTimes();
    void fillAreas();
    void buildView();
    void retranslate();
    void followNewest();
    void goToRow(int row);
    void goToMoment();
    void currentChanged(const QModelIndex& index);
    QString areaName(EventArea area) const;

    EventModel* m_model;
    EventFilter* m_filter;
    QTreeView* m_view;
    QLineEdit* m_search;
    QToolButton* m_cause;
    QToolButton* m_moment;
    QLabel* m_lost;
    std::uint64_t m_lostCount = 0;
    std::vector<std::pair<EventArea, QToolButton*>> m_areas;
    QToolButton* m_areasMenu; ///< in their place where they do not fit
    Theme m_theme;
    QWidget* m_bar;
    bool m_areMomentsShown = false;
    bool m_following = true; ///< the newest event stays in sight
    bool m_isLed = false;    ///< somebody else chooses the row
};

} // namespace hw::ui
