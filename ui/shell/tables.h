#pragma once

#include <QTabWidget>

#include "ui/feed/feed.h"
#include "ui/models/event_model.h"
#include "ui/models/snapshot_model.h"
#include "ui/timeline/event_list.h"

class QTreeView;

namespace hw::ui {

/// The tabs below the map: events, and tables of partitions, groups and brokers. Only what is in
/// sight is kept up to date.
class Tables : public QTabWidget
{
    Q_OBJECT
public:
    explicit Tables(QWidget* parent = nullptr);

    void take(const Frame& frame); ///< events, every frame
    void refresh(const Frame& frame, std::uint64_t eventsLost);
    void setTheme(const Theme& theme);
    EventModel& events() { return m_events; }
    EventList* eventList() const { return m_list; }
    LossModel& losses() { return m_losses; }

signals:
    void subjectPicked(const hw::ui::Subject& subject);

protected:
    void changeEvent(QEvent* event) override;

private:
    void pick(const Subject& subject);
    QTreeView* addTable(SnapshotModel* model, const QList<int>& widths);
    void retranslate();
    void setLossTitle();

    std::shared_ptr<const observe::Snapshot> m_snapshot;
    EventModel m_events;
    BrokerModel m_brokers;
    PartitionModel m_partitions;
    GroupModel m_groups;
    LossModel m_losses;
    EventList* m_list;
    std::vector<std::pair<SnapshotModel*, QTreeView*>> m_tables;
    std::int64_t m_lostRecords = 0;
};

} // namespace hw::ui
