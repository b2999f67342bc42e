#pragma once

#include <optional>

#include "ui/export/drawing.h"
#include "ui/feed/frame.h"
#include "ui/theme/theme.h"

namespace hw::ui {

class Legend;
class MapScene;

/// The map of one moment as a drawing: what and when above it, its legend below. Painted at once
/// or before the next frame, from what the scene shows then; scene and legend outlive it.
/// `part`: of the scene; none: all that is in it now.
Drawing mapPicture(MapScene& scene, const Legend& legend, const Theme& theme, const Frame& frame,
                   const QSizeF& size, const std::optional<QRectF>& part = {});
/// How much of such a picture is the map's.
QSizeF mapRoom(const Legend& legend, const Theme& theme, const QSizeF& size);

} // namespace hw::ui
