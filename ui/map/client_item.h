#pragma once

#include <memory>
#include <optional>

#include "engine/observe/snapshot.h"
#include "ui/map/map_item.h"
#include "ui/models/last_errors.h"

namespace hw::ui {

/// A card in the left column: an embedded producer.
class ProducerItem : public MapItem
{
    Q_OBJECT
public:
    ProducerItem(const MapContext& context, NodeId client);

    void show(std::shared_ptr<const observe::ProducerPart> part, std::optional<double> perSecond,
              const LastErrors& errors);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    std::shared_ptr<const observe::ProducerPart> m_part;
    QString m_rate;
    QString m_error;        ///< the last one with its time
    bool m_failing = false; ///< and no success since
};

/// A card in the left column: somebody's own program that joined by TCP.
class OutsideItem : public MapItem
{
    Q_OBJECT
public:
    OutsideItem(const MapContext& context, std::string address);

    void show(const observe::OutsidePart& part);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    observe::OutsidePart m_part;
};

/// A server of the ensemble.
class ServerItem : public MapItem
{
    Q_OBJECT
public:
    ServerItem(const MapContext& context, std::int32_t number);

    void show(const observe::EnsembleServerPart& part, bool holdsController);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    observe::EnsembleServerPart m_part;
    bool m_shown = false;
};

/// Who holds `/controller`, and its epoch.
class ControllerNote : public MapItem
{
    Q_OBJECT
public:
    explicit ControllerNote(const MapContext& context);

    void show(const observe::ControllerPart& part);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    bool walkable() const override { return false; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    observe::ControllerPart m_part;
};

/// The name of an area of the map.
class CaptionItem : public MapItem
{
    Q_OBJECT
public:
    enum class Kind : std::uint8_t
    {
        Ensemble,
        Producers,
        Outside,
        Groups,
        Readers ///< outside clients that only read
    };
    CaptionItem(const MapContext& context, Kind kind);

    QString title() const override;
    QString explain(const QPointF& at) const override;
    bool walkable() const override { return false; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    Kind m_kind;
};

} // namespace hw::ui
