#include "ui/timeline/past_banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/models/moment_words.h"
#include "ui/theme/spoken.h"

namespace hw::ui {

using Mode = cluster::PlaybackState::Mode;

PastBanner::PastBanner(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel)
    , m_more(new QLabel)
    , m_now(new QPushButton)
{
    setObjectName(QStringLiteral("pastBanner"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 10, 5);
    row->setSpacing(14);
    m_more->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_text);
    row->addWidget(m_more, 1);
    row->addWidget(m_now);
    m_now->setFocusPolicy(Qt::TabFocus);
    setVisible(false);
}

void PastBanner::setTheme(const Theme& theme)
{
    const Colors& c = theme.colors;
    setStyleSheet(QStringLiteral("#pastBanner { background: %1; border: 0; border-bottom: 2px "
                                 "solid %2; } #pastBanner QLabel { color: %3; }")
                      .arg(c.badge.name(), c.badgeBorder.name(), c.badgeText.name()));
    m_text->setFont(theme.font(Type::Heading));
    m_text->setStyleSheet(QStringLiteral("font-size: %1px; font-weight: bold;")
                              .arg(theme.font(Type::Heading).pixelSize()));
    m_now->setStyleSheet(QStringLiteral("background: %1; color: %2; font-weight: bold;")
                             .arg(c.accent.name(), c.onAccent.name()));
}

void PastBanner::show(const cluster::PlaybackState& state)
{
    const bool isOther = state.mode != m_state.mode || state.damage != m_state.damage ||
                         state.hasPresent != m_state.hasPresent ||
                         momentText(state) != momentText(m_state) ||
                         momentText(state.last, 0) != momentText(m_state.last, 0);
    m_state = state;
    const bool past = state.mode != Mode::Present;
    if (isOther && past) // else nobody sees it, and screen readers need not hear of it
        setTexts();
    setVisible(past);
}

QString PastBanner::text() const { return m_text->text(); }

void PastBanner::setTexts()
{
    const QString moment = momentText(m_state);
    if (m_state.hasPresent) {
        m_text->setText(tr("Showing the past: %1").arg(moment));
        m_more->setText(tr("Commands wait until you are back in the present."));
        m_now->setText(tr("Now (End)"));
    } else {
        m_text->setText(tr("Recording: %1 of %2").arg(moment, momentText(m_state.last, 0)));
        m_more->setText(tr("It can be looked at and annotated; commands have no cluster here."));
        m_now->setText(tr("To the end (End)"));
    }
    m_now->setVisible(m_state.hasPresent || m_state.now < m_state.last);
    if (!m_state.damage.empty())
        m_more->setText(QString::fromStdString(m_state.damage));
    m_more->setToolTip(m_more->text());
    setSpokenName(this, m_text->text());
}

void PastBanner::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setTexts();
    QFrame::changeEvent(event);
}

} // namespace hw::ui
