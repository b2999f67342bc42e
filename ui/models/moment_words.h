#pragma once

#include <QString>

#include <optional>

#include "engine/base/time.h"
#include "engine/cluster/playback.h"

namespace hw::ui {

/// A moment on the cluster's clock as people read it: `00:12.3`, with hours `1:02:03.4`.
/// `decimals` of the seconds: 0 … 3; cut, not rounded, so that no moment is told too late.
QString momentText(Instant at, int decimals = 1);

/// Of a moment that is shown: to the millisecond while it stands, so that each step is seen.
QString momentText(const cluster::PlaybackState& state);

/// The same read back, with any number of decimals: `12.3`, `00:12.3`, `1:02:03`; none: not one.
std::optional<Instant> momentOf(const QString& text);

} // namespace hw::ui
