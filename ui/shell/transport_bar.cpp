#include "ui/shell/transport_bar.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

#include "ui/models/words.h"
#include "ui/requests/message_words.h"
#include "ui/theme/spoken.h"

namespace hw::ui {

using Mode = cluster::TimeState::Mode;

double TransportBar::speedAt(int position)
{
    return std::pow(10.0, static_cast<double>(position) / kPerDecade);
}

int TransportBar::positionOf(double speed)
{
    return static_cast<int>(std::lround(std::log10(speed) * kPerDecade));
}

/// `1×`, `0.02×`, `250×`: two digits that count.
static QString speedText(double speed)
{
    return QStringLiteral("%1×").arg(speed >= 100 ? QString::number(speed, 'f', 0)
                                                  : QString::number(speed, 'g', 2));
}

/// `00:01:02.345 678`: microseconds, since that is how far apart messages are.
static QString clockOf(Instant at)
{
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(at.sinceStart()).count();
    const auto two = [](std::int64_t number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    const auto three = [](std::int64_t number) {
        return QStringLiteral("%1").arg(number, 3, 10, QLatin1Char('0'));
    };
    const std::int64_t s = us / 1'000'000;
    return QStringLiteral("%1:%2:%3.%4 %5")
        .arg(two(s / 3600), two(s / 60 % 60), two(s % 60), three(us / 1000 % 1000),
             three(us % 1000));
}

static QToolButton* button(QAction* action)
{
    auto* made = new QToolButton;
    made->setDefaultAction(action);
    made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    made->setFocusPolicy(Qt::TabFocus);
    return made;
}

TransportBar::TransportBar(cluster::TimeControl& time, Actions& actions, Sentence sentence,
                           QWidget* parent)
    : QToolBar(parent)
    , m_time(time)
    , m_actions(actions)
    , m_sentence(std::move(sentence))
    , m_state(time.state())
    , m_slider(new QSlider(Qt::Horizontal))
    , m_speed(new QLabel)
    , m_clock(new QLabel)
    , m_pace(new QLabel)
    , m_seed(new QLabel)
    , m_step(new QLabel)
{
    setObjectName(QStringLiteral("transportBar"));
    setMovable(false);
    setIconSize(QSize(14, 14));
    setContextMenuPolicy(Qt::PreventContextMenu);
    m_clock->setProperty("role", "clock");
    m_clock->setContentsMargins(4, 0, 8, 0);
    addWidget(m_clock);
    m_playPlace = addWidget(button(actions.play));
    addWidget(button(actions.step));
    addWidget(button(actions.stepEvent));
    addSeparator();
    buildSpeed();
    addSeparator();
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_step->setProperty("role", "soft");
    addWidget(m_step);
    m_seed->setProperty("role", "soft");
    addWidget(m_seed);
    connectActions();
    setTexts();
}

void TransportBar::addBack(QAction* back, QAction* backEvent)
{
    m_back = back;
    m_backEvent = backEvent;
    for (QAction* action : {backEvent, back}) {
        QToolButton* made = button(action);
        made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        insertWidget(m_playPlace, made);
    }
}

void TransportBar::buildSpeed()
{
    m_slider->setRange(positionOf(cluster::kLeastSpeed), positionOf(cluster::kMostSpeed));
    m_slider->setValue(positionOf(m_state.speed));
    m_slider->setSingleStep(1);
    m_slider->setPageStep(kPerDecade);
    m_slider->setMinimumWidth(170);
    m_slider->setMaximumWidth(220);
    m_slider->setFocusPolicy(Qt::TabFocus);
    const auto end = [this](double speed) {
        auto* label = new QLabel(speedText(speed));
        label->setProperty("role", "soft");
        addWidget(label);
    };
    end(cluster::kLeastSpeed);
    addWidget(m_slider);
    end(cluster::kMostSpeed);
    addWidget(m_speed);
    addWidget(button(m_actions.flatOut));
    m_pace->setProperty("role", "soft");
    addWidget(m_pace);
    // As wide as the widest text, so that nothing jumps while one drags.
    m_speed->setAlignment(Qt::AlignCenter);
    m_speed->setMinimumWidth(m_speed->fontMetrics().horizontalAdvance(speedText(0.0088)) + 14);
    m_pace->setMinimumWidth(
        m_pace->fontMetrics().horizontalAdvance(QStringLiteral("0000000000000")));
}

void TransportBar::connectActions()
{
    connect(m_actions.play, &QAction::triggered, this, &TransportBar::togglePlay);
    using StepTo = cluster::TimeControl::StepTo;
    connect(m_actions.step, &QAction::triggered, this, [this] { step(StepTo::Anything); });
    connect(m_actions.stepEvent, &QAction::triggered, this, [this] { step(StepTo::Event); });
    connect(m_actions.flatOut, &QAction::toggled, this, [this](bool on) {
        m_time.setFlatOut(on);
        show(m_time.state());
    });
    connect(m_slider, &QSlider::valueChanged, this, &TransportBar::takeSpeed);
    connect(m_actions.slower, &QAction::triggered, m_slider,
            [this] { m_slider->setValue(m_slider->value() - kPerDecade / 2); });
    connect(m_actions.faster, &QAction::triggered, m_slider,
            [this] { m_slider->setValue(m_slider->value() + kPerDecade / 2); });
}

void TransportBar::togglePlay()
{
    if (m_state.mode == Mode::Paused)
        m_time.play();
    else
        m_time.pause();
    show(m_time.state());
}

void TransportBar::step(cluster::TimeControl::StepTo to)
{
    m_stepFlights.clear();
    m_time.step(to);
    show(m_time.state());
}

void TransportBar::take(const Frame& frame)
{
    if (!frame.time)
        return;
    if (frame.anew) {
        m_stepFlights.clear();
        m_jumpedTo = frame.retold.empty() ? kNoEvent : frame.retold.back().id;
    } else if (frame.time->lastStep || frame.time->mode != Mode::Paused) {
        m_jumpedTo = kNoEvent;
    }
    if (const auto& step = frame.time->lastStep) {
        for (const auto& flight : frame.flights) {
            if (flight.id > step->flightAfter && flight.id <= step->flightLast)
                m_stepFlights.push_back(flight);
        }
    }
    show(*frame.time);
}

void TransportBar::takeSpeed()
{
    m_time.setSpeed(speedAt(m_slider->value()));
    if (m_actions.flatOut->isChecked())
        m_actions.flatOut->setChecked(false); // who drags the slider wants that speed
    show(m_time.state());
}

double TransportBar::speed() const { return speedAt(m_slider->value()); }

void TransportBar::setSpeed(double speed) { m_slider->setValue(positionOf(speed)); }

void TransportBar::setFlatOut(bool on) { m_actions.flatOut->setChecked(on); }

void TransportBar::setTheme(const Theme& theme)
{
    const auto icon = [&theme](Glyph glyph) {
        return makeIcon(glyph, theme.colors.accent, theme.colors.border);
    };
    m_playIcon = icon(Glyph::Play);
    m_pauseIcon = icon(Glyph::Pause);
    m_actions.play->setIcon(m_state.mode == Mode::Paused ? m_playIcon : m_pauseIcon);
    m_actions.step->setIcon(icon(Glyph::Step));
    m_actions.stepEvent->setIcon(icon(Glyph::Skip));
    m_actions.flatOut->setIcon(icon(Glyph::Fast));
    if (m_back) {
        const auto mirrored = [&icon](Glyph glyph) {
            return QIcon(icon(glyph).pixmap(28, 28).transformed(QTransform::fromScale(-1, 1)));
        };
        m_back->setIcon(mirrored(Glyph::Step));
        m_backEvent->setIcon(mirrored(Glyph::Skip));
    }
}

void TransportBar::retranslate() { setTexts(); }

void TransportBar::show(const cluster::TimeState& state)
{
    const bool wasPaused = m_state.mode == Mode::Paused;
    m_state = state;
    if (wasPaused != (state.mode == Mode::Paused))
        m_actions.play->setIcon(state.mode == Mode::Paused ? m_playIcon : m_pauseIcon);
    setTexts();
}

QString TransportBar::clockText() const { return m_clock->text(); }
QString TransportBar::paceText() const { return m_pace->text(); }

/// How fast it really goes, where that is not what was asked for.
QString TransportBar::pace() const
{
    if (m_state.mode != Mode::Playing || m_state.reached <= 0)
        return {};
    if (m_state.flatOut)
        return speedText(m_state.reached);
    return m_state.behind ? tr("only %1").arg(speedText(m_state.reached)) : QString();
}

QString TransportBar::sentenceOfStep() const
{
    if (m_state.mode == Mode::Stepping)
        return tr("On its way to the next event…");
    if (m_jumpedTo != kNoEvent)
        return tr("Before this moment: %1").arg(m_sentence(m_jumpedTo));
    if (!m_state.lastStep)
        return m_state.mode == Mode::Paused ? tr("Time stands still.") : QString();
    const auto& step = *m_state.lastStep;
    if (step.empty)
        return tr("Nothing happened in %1.").arg(Words::seconds(toMs(step.took)));
    const double ms = std::chrono::duration<double, std::milli>(step.took).count();
    const QString took = tr("+%1 ms").arg(ms, 0, 'f', 3);
    const int events = static_cast<int>(step.last.value() - step.after.value());
    const QString what = events > 0 ? m_sentence(EventId(step.after.value() + 1)) : messageOfStep();
    if (events > 1)
        return tr("%1: %2 (and %n more event(s) at once)", nullptr, events - 1).arg(took, what);
    return tr("%1: %2").arg(took, what);
}

QString TransportBar::messageOfStep() const
{
    if (m_stepFlights.empty())
        return {};
    const auto& flight = m_stepFlights.front();
    const QString about = MessageWords::about(flight);
    if (about.isEmpty())
        return tr("%1, %2").arg(MessageWords::name(flight), MessageWords::way(flight));
    return tr("%1, %2, %3").arg(MessageWords::name(flight), MessageWords::way(flight), about);
}

static void setText(QLabel* label, const QString& text)
{
    if (label->text() != text)
        label->setText(text);
}

void TransportBar::setTexts()
{
    setWindowTitle(tr("Time"));
    const bool paused = m_state.mode == Mode::Paused;
    m_actions.play->setText(paused ? tr("Play") : tr("Pause"));
    m_actions.play->setToolTip(paused ? tr("Lets time run (P)") : tr("Stops time (P)"));
    setText(m_clock, clockOf(m_state.now));
    // Time that runs is noise to those who listen; time that stands is told.
    setSpokenName(m_clock, tr("Time of the simulated cluster"));
    setSpokenDescription(m_clock, paused ? clockOf(m_state.now) : QString());
    m_clock->setToolTip(tr("The cluster's own time since it began: hours, minutes, seconds, "
                           "milliseconds, microseconds"));
    setText(m_speed, speedText(speed()));
    m_speed->setEnabled(!m_state.flatOut);
    setSpokenName(m_slider, tr("Speed"));
    m_slider->setToolTip(tr("How fast the cluster's time runs against yours ([ and ])"));
    setText(m_pace, pace());
    m_pace->setToolTip(m_state.behind ? tr("This machine cannot go faster: time is given up, so "
                                           "that the window stays smooth.")
                                      : QString());
    setText(m_seed, tr("seed %1").arg(m_state.seed));
    m_seed->setToolTip(
        tr("The same seed and the same commands give the same run, event by event."));
    const QString step = sentenceOfStep();
    if (step == m_stepText)
        return;
    m_stepText = step;
    m_step->setToolTip(step);
    elideStep();
}

void TransportBar::elideStep()
{
    m_step->setText(m_step->fontMetrics().elidedText(m_stepText, Qt::ElideRight, m_step->width()));
}

void TransportBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    elideStep();
}

} // namespace hw::ui
