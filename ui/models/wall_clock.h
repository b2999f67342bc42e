#pragma once

#include <QString>

#include <cstdint>
#include <optional>

/// The calendar's time, everywhere in the window in one zone: the machine's. `ms` counts from
/// 1970-01-01 UTC, as Kafka's timestamps do. The same text whatever the language.
namespace hw::ui::WallClock {

QString clock(std::int64_t ms);   ///< `15:04:05.123`
QString seconds(std::int64_t ms); ///< `15:04:05`
/// `2023-10-29 02:30:00.000 +01:00`: the hour that comes twice in autumn can be told apart.
QString full(std::int64_t ms);
/// For files: `2023-10-29T02:30:00.000+01:00`.
QString iso(std::int64_t ms);
/// What the zone is at present: `UTC+08:00`.
QString zone();
/// Takes what the others give, also without seconds, time or offset, and a number of ms.
std::optional<std::int64_t> parse(const QString& text);

} // namespace hw::ui::WallClock
