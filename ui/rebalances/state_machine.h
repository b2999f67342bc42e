#pragma once

#include <QPainterPath>
#include <QWidget>

#include <map>
#include <optional>

#include "engine/rebalances/book.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// A group's five states with the edges between them: how often each was taken, and the one just
/// taken lit. KIP-848 groups have states of their own. Drawn at any size.
class StateMachine : public QWidget
{
    Q_OBJECT
public:
    using State = observe::fact::GroupState;
    using Edge = rebalances::Walk::Edge;

    explicit StateMachine(QWidget* parent = nullptr);

    /// `lit`: the last edge is fresh. No walk: nothing is known of the group.
    void show(const QString& group, const rebalances::Walk* walk, bool lit);
    void setTheme(const Theme& theme);
    void setZoom(double scale);
    void retranslate();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {300, 190}; }

    static const std::vector<State>& states(bool serverSide);
    /// Edges that can be taken, drawn even if none ever was.
    static const std::vector<Edge>& edges(bool serverSide);
    QRectF placeOf(State state) const;
    /// `Stable → PreparingRebalance`: as it was drawn lit; nothing if none is.
    std::optional<Edge> litEdge() const;
    std::uint64_t countOf(const Edge& edge) const;

    void draw(QPainter& painter, const QRectF& into) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF placeIn(State state, const QRectF& into) const;
    QPainterPath pathOf(const Edge& edge, const QRectF& into) const;
    void drawEdge(QPainter& painter, const Edge& edge, const QRectF& into) const;
    void drawState(QPainter& painter, State state, const QRectF& into) const;
    void describe();

    QString m_group;
    std::optional<rebalances::Walk> m_walk;
    bool m_lit = false;
    double m_scale = 1;
    Theme m_theme;
};

} // namespace hw::ui
