#pragma once

#include "ui/export/drawing.h"
#include "ui/feed/frame.h"
#include "ui/theme/theme.h"

namespace hw::ui {

class Legend;
class MapScene;

/// The map of one moment as a drawing: what and when above it, its legend below. Painted at once
/// or before the next frame, from what the scene shows then; scene and legend outlive it.
Drawing mapPicture(MapScene& scene, const Legend& legend, const Theme& theme, const Frame& frame,
                   const QSizeF& size);

} // namespace hw::ui
