#pragma once

#include <span>
#include <string_view>

#include "app/commands/line_language.h"

/// The lines about faults. Each function reads the words after the verb; how many there are was
/// checked.
namespace hw::app {

using Words = std::span<const std::string_view>;

Result<Line> readCut(Words words, const Names& names);
Result<Line> readUncut(Words words, const Names& names);
Result<Line> readDelay(Words words, const Names& names);
Result<Line> readClog(Words words, const Names& names);
Result<Line> readReset(Words words, const Names& names);
Result<Line> readHold(Words words, const Names& names);
Result<Line> readRelease(Words words);
Result<Line> readDrop(Words words);
Result<Line> readDisk(Words words);
Result<Line> readFlip(Words words);
Result<Line> readClock(Words words);
Result<Line> readExpire(Words words, const Names& names);
Result<Line> readHeal(Words words);

} // namespace hw::app
