#pragma once

#include <span>
#include <string>

#include "app/commands/options.h"

/// The options of each command, one file a command: what help says of them, and how they are read.
/// `arguments` begin after the command's name.
namespace hw::app {

std::string windowHelp();
Result<Invocation> readWindow(std::span<const std::string> arguments);

std::string serveHelp();
Result<Invocation> readServe(std::span<const std::string> arguments);

std::string shotHelp();
Result<Invocation> readShot(std::span<const std::string> arguments);

std::string inspectHelp();
Result<Invocation> readInspect(std::span<const std::string> arguments);

std::string simulateHelp();
Result<Invocation> readSimulate(std::span<const std::string> arguments);

std::string replayHelp();
Result<Invocation> readReplay(std::span<const std::string> arguments);

std::string lessonHelp();
Result<Invocation> readLesson(std::span<const std::string> arguments);

} // namespace hw::app
