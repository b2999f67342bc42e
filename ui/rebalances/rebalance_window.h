#pragma once

#include <QSettings>
#include <QWidget>

#include "engine/rebalances/verdicts.h"
#include "ui/feed/frame.h"
#include "ui/rebalances/breaks.h"
#include "ui/rebalances/card.h"
#include "ui/rebalances/generation_diff.h"
#include "ui/rebalances/rebalance_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QToolButton;
class QTreeView;

namespace hw::ui {

class FlowView;
class StateMachine;

/// Why did my group rebalance, who caused it, what did it cost: the history on the left with the
/// states of the chosen one's group, its cause card and who has what on the right. Stays open
/// beside the main window; book, breaks and settings must outlive it.
class RebalanceWindow : public QWidget
{
    Q_OBJECT
public:
    /// What the window asks others.
    struct Sources
    {
        std::function<std::vector<CauseStep>(EventId)> chain;
        ColorOf colorOf;
    };
    RebalanceWindow(const rebalances::Book& book, Sources sources, Breaks& breaks,
                    QSettings& settings, QWidget* parent = nullptr);
    ~RebalanceWindow() override;

    void take(const Frame& frame);
    void setTheme(const Theme& theme);
    /// Shows only this group (empty: all) and its newest rebalance.
    void open(const QString& group);
    /// Shows this rebalance among its group's; nothing if it is not kept any more.
    void openAt(std::uint64_t number);
    /// Chooses a rebalance by its number.
    void choose(std::uint64_t number);
    std::uint64_t chosen() const { return m_chosen; } ///< 0: none
    /// A break was met: marks it and says so.
    void tellBreak(const Breaks::Met& met, bool stopped);

    QString ticket() const;
    /// By the name's ending: a drawing (.svg), a page (.pdf) or a picture (.png). Why it cannot be
    /// written, else empty.
    QString savePicture(const QString& path) const;
    QString saveText(const QString& path) const;

    RebalanceModel& model() { return m_model; }
    RebalanceFilter& filter() { return *m_filter; }
    QTreeView* list() const { return m_list; }
    FlowView* cardView() const { return m_cardView; }
    FlowView* diffView() const { return m_diffView; }
    StateMachine* states() const { return m_states; }
    QTabWidget* tabs() const { return m_tabs; }
    QComboBox* groups() const { return m_groups; }
    QLabel* flapping() const { return m_flapping; }
    QLabel* rate() const { return m_rate; }
    QLabel* notice() const { return m_notice; }
    QCheckBox* follow() const { return m_follow; }
    const Card& card() const { return m_card; }
    const GenerationDiff& diff() const { return m_diff; }
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);

signals:
    void eventPicked(hw::EventId event);
    void groupChosen(const QString& group);
    /// Somebody chose a row of the history, by mouse or key.
    void subjectPicked(const hw::ui::Subject& subject);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    static constexpr std::int64_t kSlowMs = 250; ///< of what is not about the newest decision
    static constexpr std::int64_t kSaidMs = 4000;
    static constexpr double kZoomLeast = 0.8, kZoomMost = 2.6, kZoomUsual = 1.25;

    QWidget* buildBar();
    QWidget* buildHistory();
    QWidget* buildDetail();
    void buildExport();
    void retranslate();
    void restore();
    void remember();
    void showNewest();
    void showChosen();
    void showSlow();
    void showFlapping(const std::string& group);
    void showEmpty();
    void applyCard(Card card, GenerationDiff diff);
    void offerGroups();
    QString shownGroup() const;
    void askPicture();
    void askText();
    QString fileStem() const;
    double drawAll(QPainter* painter, double width) const;

    const rebalances::Book& m_book;
    Sources m_sources;
    Breaks& m_breaks;
    QSettings& m_settings;
    RebalanceModel m_model;
    RebalanceFilter* m_filter;
    Theme m_theme;
    Card m_card;
    GenerationDiff m_diff;
    std::uint64_t m_chosen = 0; ///< number of the rebalance; 0: none
    int m_chosenMove = -1;      ///< row of the coordinator move that is shown; -1: none
    bool m_choosing = false;    ///< the window itself moves the current row
    std::uint64_t m_version = ~std::uint64_t(0);
    std::vector<rebalances::Flapping> m_allFlapping;
    std::uint64_t m_flappingVersion = ~std::uint64_t(0);
    Instant m_flappingAt;
    std::int64_t m_saidUntilMs = 0; ///< what the last line says stays so long
    std::int64_t m_slowMs = -kSlowMs;
    Instant m_now;
    double m_zoom = kZoomUsual;

    QComboBox* m_groups;
    QCheckBox* m_follow;
    QLabel* m_rate;
    QToolButton* m_break;
    QToolButton* m_export;
    QToolButton* m_smaller;
    QToolButton* m_larger;
    QAction* m_copyText;
    QAction* m_saveText;
    QAction* m_savePicture;
    QLabel* m_notice;
    QLabel* m_flapping;
    QTreeView* m_list;
    StateMachine* m_states;
    QTabWidget* m_tabs;
    FlowView* m_cardView;
    FlowView* m_diffView;
    QScrollArea* m_cardScroll;
    QScrollArea* m_diffScroll;
    QSplitter* m_across;
    QSplitter* m_down;
    QLabel* m_status;
};

} // namespace hw::ui
