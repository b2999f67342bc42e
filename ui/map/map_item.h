#pragma once

#include <QGraphicsObject>
#include <QString>

#include "ui/models/held_marks.h"
#include "ui/models/subject.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// What all things on one map share. Owned by the scene, which outlives them.
struct MapContext
{
    Theme theme;
    /// What leaders said about high watermarks that stand still.
    HeldMarks heldMarks = {};
    /// Below this scale things are plain blocks without words.
    static constexpr double kPlainBelow = 0.25;
};

/// One thing drawn on the map. Can be focused, selected, and asked to explain itself in words.
class MapItem : public QGraphicsObject
{
    Q_OBJECT
public:
    MapItem(const MapContext& context, Subject subject, QGraphicsItem* parent = nullptr);

    const Subject& subject() const { return m_subject; }
    /// What is meant at a place inside, for items that stand for many things.
    virtual Subject subjectAt(const QPointF&) const { return m_subject; }

    /// Moves and resizes; does nothing if it is there already.
    void place(const QRectF& rect);
    QSizeF size() const { return m_size; }
    QRectF box() const { return {QPointF(0, 0), m_size}; }
    QRectF sceneBox() const { return {scenePos(), m_size}; }

    QRectF boundingRect() const override { return box().adjusted(-4, -4, 4, 4); }
    /// Exactly what is drawn, so that a click hits what one sees.
    QPainterPath shape() const override;

    /// Its name in a few words, for screen readers: `Broker 1, running`.
    virtual QString title() const = 0;
    /// Whole sentences, for tooltips and screen readers. Rich text.
    virtual QString explain(const QPointF& at) const = 0;
    /// Whether the key walker stops here.
    virtual bool walkable() const { return true; }
    /// Return or space on it.
    virtual void activate() {}

    void setChosen(bool chosen);
    bool chosen() const { return m_chosen; }
    virtual void themeChanged() { update(); }
    virtual void languageChanged() { update(); }

protected:
    const Theme& theme() const { return m_context.theme; }
    const Colors& colors() const { return m_context.theme.colors; }
    /// A line's width, stronger where the theme wants it so.
    double stroke(double width) const { return width * m_context.theme.stroke; }
    const HeldMarks& heldMarks() const { return m_context.heldMarks; }
    static bool plain(const QPainter& painter);
    /// The ring around what is focused or selected.
    void paintRing(QPainter& painter, double radius) const;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    const MapContext& m_context;
    Subject m_subject;
    QSizeF m_size;
    bool m_chosen = false;
    bool m_walkedTo = false; ///< has the focus by key
};

} // namespace hw::ui
