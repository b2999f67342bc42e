#pragma once

#include <QGraphicsScene>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/rebalances/book.h"
#include "ui/feed/frame.h"
#include "ui/feed/rates.h"
#include "ui/map/anchors.h"
#include "ui/map/flights.h"
#include "ui/map/layout.h"
#include "ui/map/links.h"
#include "ui/map/map_item.h"
#include "ui/models/last_errors.h"
#include "ui/models/node_names.h"

namespace hw::ui {

class BrokerItem;
class CaptionItem;
class ChipItem;
class ControllerNote;
class DifferenceMarks;
class FaultMarks;
class GridItem;
class GroupItem;
class MemberItem;
class OutsideItem;
class ProducerItem;
class ServerItem;

/// The living picture: one item per thing. It is laid out again only when the shape of the cluster
/// changes; otherwise each frame touches only items whose numbers changed.
class MapScene : public QGraphicsScene
{
    Q_OBJECT
public:
    explicit MapScene(const Theme& theme, QObject* parent = nullptr);
    ~MapScene() override;

    void show(const Frame& frame, const Rates& rates);
    /// Badges on the groups that rebalance or have just done so. Cheap when nothing is new.
    void showRebalances(const rebalances::Book& book, Instant now);
    void setTheme(const Theme& theme);
    void retranslate();
    void setFaults(bool possible) { m_faults = possible; }
    /// How much room there is to look at it: with the next frame it is laid out to fill that.
    void setView(const QSizeF& size);
    /// With the next frame it is arranged so whatever the view's size is; none: as fits that.
    void hold(std::optional<Arrangement> arrangement);
    /// So many things that they are drawn small.
    bool dense() const { return m_shape.dense(); }
    void choose(const Subject& subject);
    const Subject& chosen() const { return m_chosen; }
    /// Frames around what another cluster has otherwise: partitions, groups, brokers.
    void markDifferences(const std::vector<Subject>& subjects);
    const DifferenceMarks& differenceMarks() const { return *m_differences; }

    /// What the key walker visits, in reading order.
    std::vector<MapItem*> walk() const;
    /// What screen readers are told of: the same, and the headings and notes between.
    std::vector<MapItem*> spoken() const;
    MapItem* itemOf(const Subject& subject) const;
    MapItem* itemUnder(const QPointF& scenePos) const;
    BrokerItem* brokerItem(BrokerId id) const;
    ChipItem* chipItem(const TopicPartition& id, BrokerId on) const;
    const Layout& layoutNow() const { return m_layout; }
    const Links& links() const { return m_links; }
    const Flights& flights() const { return *m_flights; }
    /// What is told of a message that is pointed at.
    void setFlightWords(std::function<QString(const observe::Flight&)> words)
    {
        m_flightWords = std::move(words);
    }
    const HeldMarks& heldMarks() const { return m_context.heldMarks; }
    const LastErrors& lastErrors() const { return m_lastErrors; }
    const Anchors& anchors() const { return m_anchors; }
    const FaultMarks& faultMarks() const { return *m_faultMarks; }
    /// A member's colour, as an index in the theme; none while groups are drawn small.
    std::optional<int> memberColor(const Subject& member) const
    {
        const auto it = m_memberColors.find(member);
        return it == m_memberColors.end() ? std::nullopt : std::optional(it->second);
    }
    /// How often everything was laid out anew.
    int layouts() const { return m_layouts; }

signals:
    void powerPressed(hw::BrokerId broker);
    void freezePressed(hw::BrokerId broker);
    /// The badge of a group: somebody wants to know why it rebalances.
    void rebalancePicked(const QString& group);
    void faultPicked(hw::EventId fault, const QPoint& screenPos);
    void boundsChanged();

protected:
    void helpEvent(QGraphicsSceneHelpEvent* event) override;

private:
    static constexpr Duration kBadgeFor = 10s;       ///< after a rebalance has ended
    static constexpr Duration kBadgeStep = 500ms;    ///< so often its time is told anew
    static constexpr std::int64_t kLagMs = 250;      ///< a group's lag is summed at most this often
    static constexpr std::size_t kLagOffsets = 4000; ///< and so many of them in one frame

    Layout fitting() const;
    void layOut();
    void placeCards();
    void placeSides();
    void placeGroups();
    void placeCaption(CaptionItem* caption, const QRectF& rect);
    void showParts(const Frame& frame);
    void showNumbers(const Frame& frame, const Rates& rates, bool everything);
    void showGroups(const observe::Gauges& gauges, bool parts);
    void showLags(const Frame& frame);
    void colorMembers(const observe::Snapshot& snapshot);
    void showScars();
    void rebuildLinks();
    void markChosen();

    MapContext m_context;
    Shape m_shape;
    Layout m_layout;
    Anchors m_anchors;
    Links m_links;
    Flights* m_flights;
    std::function<QString(const observe::Flight&)> m_flightWords;
    FaultMarks* m_faultMarks;
    NodeNames m_names;
    LastErrors m_lastErrors;
    DifferenceMarks* m_differences;
    std::shared_ptr<const observe::Snapshot> m_snapshot;
    std::shared_ptr<const observe::Gauges> m_gauges;
    std::vector<observe::LedgerLine> m_scars;
    Subject m_chosen;
    bool m_faults = true;
    QSizeF m_view;
    std::optional<Arrangement> m_held;
    bool m_viewChanged = false;
    int m_layouts = 0;
    std::uint64_t m_bookVersion = 0;
    Instant m_badgesAt;
    std::int64_t m_lagAtMs = -kLagMs;
    std::size_t m_lagNext = 0; ///< index of the group whose lag is summed next

    std::map<BrokerId, BrokerItem*> m_brokers;
    std::map<Subject, ChipItem*> m_chips;
    std::map<Subject, GridItem*> m_grids;
    std::map<Subject, ProducerItem*> m_producers;
    std::map<Subject, OutsideItem*> m_outside;
    std::map<Subject, GroupItem*> m_groups;
    std::map<Subject, MemberItem*> m_members;
    std::map<Subject, ServerItem*> m_servers;
    std::map<Subject, int> m_memberColors;
    ControllerNote* m_note;
    std::vector<CaptionItem*> m_captions; ///< by CaptionItem::Kind
};

} // namespace hw::ui
