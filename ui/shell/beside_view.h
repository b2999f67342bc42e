#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

#include "engine/cluster/cluster.h"
#include "ui/feed/frame.h"
#include "ui/feed/rates.h"
#include "ui/models/differences.h"
#include "ui/theme/theme.h"

class QLabel;
class QListWidget;

namespace hw::ui {

class MapScene;
class MapView;

/// A second cluster beside the first one, on the same clock: its map, to look at only. What the two
/// have otherwise is told at their foot, which goes with this view wherever it was put.
class BesideView : public QWidget
{
    Q_OBJECT
public:
    explicit BesideView(const Theme& theme, QWidget* parent = nullptr);
    ~BesideView() override;

    /// `other` may be another one than at the last frame. Marks in both maps what differs.
    void take(cluster::Cluster& other, const Frame& frame, MapScene& first);
    void setTheme(const Theme& theme);
    void retranslate();
    MapScene* scene() const { return m_scene; }
    MapView* map() const { return m_view; }
    QWidget* foot() const { return m_foot; }
    QListWidget* list() const { return m_list; }
    const std::vector<Difference>& differences() const { return m_differences; }

signals:
    void subjectPicked(const hw::ui::Subject& subject);

private:
    static constexpr std::int64_t kCompareMs = 250;
    static constexpr int kListed = 200;
    static constexpr int kListHeight = 84;

    void compare(const Frame& frame, const Frame& mine, MapScene& first);
    void showCount();

    MapScene* m_scene;
    MapView* m_view;
    QPointer<QWidget> m_foot;
    QLabel* m_count;
    QListWidget* m_list;
    Rates m_rates;
    std::vector<Difference> m_differences;
    const cluster::Cluster* m_other = nullptr;
    std::int64_t m_comparedMs = -kCompareMs;
};

} // namespace hw::ui
