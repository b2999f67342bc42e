#pragma once

#include "app/commands/fault_lines.h"

/// The lines about embedded clients: what joins, what is wrong with it, what its application asks.
/// Each function reads the words after the verb; how many there are was checked.
namespace hw::app {

Result<Line> readConsumer(Words words);
Result<Line> readProducer(Words words);
Result<Line> readSlow(Words words, const Names& names);
Result<Line> readStall(Words words, const Names& names);
Result<Line> readMute(Words words, const Names& names);
Result<Line> readFlap(Words words, const Names& names);
Result<Line> readPause(Words words, const Names& names);
Result<Line> readResume(Words words, const Names& names);
Result<Line> readSeek(Words words, const Names& names);
Result<Line> readSend(Words words, const Names& names);
Result<Line> readCommit(Words words, const Names& names);
Result<Line> readLeave(Words words, const Names& names);
Result<Line> readCrash(Words words, const Names& names);

} // namespace hw::app
