#pragma once

#include <QMenu>
#include <QObject>
#include <QSettings>

#include <map>
#include <memory>
#include <set>

#include "ui/feed/frame.h"

namespace hw::ui {

/// Breaks on meaning: what the run stops at (Studio) or what is marked (Live). Remembered in the
/// settings, which must outlive it.
class Breaks : public QObject
{
    Q_OBJECT
public:
    enum class What : std::uint8_t
    {
        LeftStable, ///< a group left Stable
        TwoOwners,  ///< two own one partition
        Lag         ///< a group's lag passed a number
    };
    /// One that was met.
    struct Met
    {
        What what = What::LeftStable;
        std::string group;
        QString sentence;
        EventId event = kNoEvent; ///< of LeftStable
    };
    static constexpr std::int64_t kUsualLag = 1000;
    /// Two are owners only if both think so for longer than a picture needs to be whole.
    static constexpr Duration kDoubleFor = std::chrono::milliseconds(100);

    explicit Breaks(QSettings& settings, QObject* parent = nullptr);
    ~Breaks() override;

    void set(What what, bool on);
    bool isOn(What what) const;
    void setLag(std::int64_t most);
    std::int64_t lag() const { return m_lag; }
    /// Looks at a frame; emits `met` once when a condition begins to hold.
    void take(const Frame& frame);
    /// The test for a simulated cluster's clock, so that it stops at the event itself.
    static bool isLeavingStable(const observe::Event& event);

    QMenu* menu() const { return m_menu.get(); }
    QAction* action(What what) const { return m_actions.at(what); }
    void retranslate();

signals:
    void met(const hw::ui::Breaks::Met& met);
    void changed();

private:
    void askLag();
    void lookForOwners(const observe::Snapshot& snapshot);
    void lookAtLag(const Frame& frame);

    QSettings& m_settings;
    std::unique_ptr<QMenu> m_menu;
    std::map<What, QAction*> m_actions;
    QAction* m_changeLag = nullptr;
    std::int64_t m_lag = kUsualLag;
    struct Double
    {
        Instant since;
        bool isTold = false;
    };
    std::map<std::pair<std::string, TopicPartition>, Double> m_doubles;
    std::set<std::string> m_above; ///< groups whose lag is above the number
};

} // namespace hw::ui
