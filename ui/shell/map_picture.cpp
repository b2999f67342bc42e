#include "ui/shell/map_picture.h"

#include "ui/map/legend.h"
#include "ui/map/map_scene.h"
#include "ui/models/moment_words.h"
#include "ui/models/wall_clock.h"
#include "ui/theme/paint.h"

namespace hw::ui {

namespace {

struct PictureWords
{
    Q_DECLARE_TR_FUNCTIONS(hw::ui::PictureWords)
};

} // namespace

static constexpr double kEdge = 16;

static double headOf(const Theme& theme) { return 24 * theme.scale + 14; }

static double footOf(const Legend& legend, const QSizeF& size)
{
    return legend.drawnHeight(size.width()) + 4;
}

QSizeF mapRoom(const Legend& legend, const Theme& theme, const QSizeF& size)
{
    return {size.width() - 2 * kEdge, size.height() - headOf(theme) - footOf(legend, size)};
}

Drawing mapPicture(MapScene& scene, const Legend& legend, const Theme& theme, const Frame& frame,
                   const QSizeF& size, const std::optional<QRectF>& part)
{
    const observe::Snapshot& s = *frame.snapshot;
    const Instant at = frame.past ? frame.past->now : frame.gauges->at;
    Drawing drawing;
    drawing.size = size;
    drawing.title = PictureWords::tr("Highwater at %1").arg(momentText(at, 3));
    const QString wall = WallClock::full(s.wall.ms());
    drawing.description =
        PictureWords::tr("%1 · %n broker(s)", nullptr, static_cast<int>(s.brokers.size()))
            .arg(wall);
    drawing.paint = [&scene, &legend, theme, size, part, title = momentText(at, 3),
                     more = drawing.description](QPainter& painter) {
        const Colors& c = theme.colors;
        painter.fillRect(QRectF(QPointF(0, 0), size), c.canvas);
        const double head = headOf(theme);
        const double foot = footOf(legend, size);
        const QRectF top(kEdge, 6, size.width() - 2 * kEdge, head - 6);
        paintText(painter, top, Qt::AlignLeft, title, theme.font(Type::Title), c.text);
        paintText(painter, top, Qt::AlignRight, more, theme.font(Type::Body), c.textSoft);
        const QRectF room(QPointF(kEdge, head), mapRoom(legend, theme, size));
        painter.save();
        scene.render(&painter, room, part.value_or(scene.sceneRect()), Qt::KeepAspectRatio);
        painter.restore();
        painter.save();
        painter.translate(0, size.height() - foot);
        legend.draw(painter, size.width());
        painter.restore();
    };
    return drawing;
}

} // namespace hw::ui
