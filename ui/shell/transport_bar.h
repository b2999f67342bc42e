#pragma once

#include <QToolBar>

#include <functional>

#include "ui/feed/frame.h"
#include "ui/shell/actions.h"

class QLabel;
class QSlider;

namespace hw::ui {

/// The bar that moves a simulated cluster's time: play, step, speed, its clock, and what the last
/// step brought. Not there for a cluster whose time is everybody's.
class TransportBar : public QToolBar
{
    Q_OBJECT
public:
    /// What an event says, in the person's language; empty if it is no longer known.
    using Sentence = std::function<QString(EventId)>;

    /// `time` outlives it.
    TransportBar(cluster::TimeControl& time, Actions& actions, Sentence sentence,
                 QWidget* parent = nullptr);

    /// Buttons that go back, in front of those that go on.
    void addBack(QAction* back, QAction* backEvent);
    /// Takes what a frame saw.
    void take(const Frame& frame);
    void setTheme(const Theme& theme);
    void retranslate();

    double speed() const;
    void setSpeed(double speed);
    bool flatOut() const { return m_actions.flatOut->isChecked(); }
    void setFlatOut(bool on);
    QSlider* slider() const { return m_slider; }
    QString clockText() const;
    QString stepText() const { return m_stepText; }
    QString paceText() const;

    /// The slider is logarithmic: this many positions for each factor of ten.
    static constexpr int kPerDecade = 20;
    static double speedAt(int position);
    static int positionOf(double speed);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildSpeed();
    void connectActions();
    void togglePlay();
    void takeSpeed();
    void step(cluster::TimeControl::StepTo to);
    void show(const cluster::TimeState& state);
    void setTexts();
    QString sentenceOfStep() const;
    QString messageOfStep() const;
    QString pace() const;
    void elideStep();

    cluster::TimeControl& m_time;
    Actions& m_actions;
    Sentence m_sentence;
    cluster::TimeState m_state;
    std::vector<observe::Flight> m_stepFlights; ///< those of the last step
    QSlider* m_slider;
    QLabel* m_speed;
    QLabel* m_clock;
    QLabel* m_pace;
    QLabel* m_seed;
    QLabel* m_step;
    QString m_stepText;
    QAction* m_playPlace = nullptr;
    EventId m_jumpedTo = kNoEvent; ///< the last event there, if one went to another moment
    QAction *m_back = nullptr, *m_backEvent = nullptr;
    QIcon m_playIcon;
    QIcon m_pauseIcon;
};

} // namespace hw::ui
