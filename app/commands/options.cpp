#include "app/commands/options.h"

#include "app/commands/command_options.h"
#include "engine/base/version.h"

namespace hw::app {

static std::string helpText()
{
    return "Highwater: a real Kafka-compatible cluster in one window.\n"
           "\nhighwater [OPTIONS]: the window\n" +
           windowHelp() +
           "\nhighwater serve [OPTIONS]: the cluster without a window; takes commands, one a "
           "line\n" +
           serveHelp() +
           "\nhighwater shot OUT.png [OPTIONS]: a picture of the window with the demo\n" +
           shotHelp() +
           "\nhighwater inspect PATH [OPTIONS]: what a log directory, a partition, a segment, an "
           "index or\na checkpoint holds, and what is wrong with it; also of Apache Kafka\n" +
           inspectHelp() +
           "\nhighwater simulate [OPTIONS]: random faults in a simulated cluster, and whether all "
           "held\n" +
           simulateHelp() +
           "\nhighwater lesson list | check NAME|FILE|all [OPTIONS]: the lessons, and whether they "
           "come out as\nthey say\n" +
           lessonHelp() +
           "\nhighwater replay FILE [OPTIONS]: a recording that was saved, without its cluster\n" +
           replayHelp() +
           "\nhighwater --version: which one this is\n"
           "\nExit codes: 0 done, 1 the check failed, 2 wrong use.\n";
}

Result<Invocation> readCommandLine(std::span<const std::string> arguments)
{
    for (const std::string& argument : arguments)
        if (argument == "--help" || argument == "-h")
            return HelpRequest{helpText()};
    if (!arguments.empty() && arguments.front() == "--version")
        return HelpRequest{std::string("highwater ") + kVersion + "\n"};
    if (arguments.empty() || arguments.front().starts_with('-'))
        return readWindow(arguments);
    if (arguments.front() == "serve")
        return readServe(arguments.subspan(1));
    if (arguments.front() == "shot")
        return readShot(arguments.subspan(1));
    if (arguments.front() == "inspect")
        return readInspect(arguments.subspan(1));
    if (arguments.front() == "simulate")
        return readSimulate(arguments.subspan(1));
    if (arguments.front() == "lesson")
        return readLesson(arguments.subspan(1));
    if (arguments.front() == "replay")
        return readReplay(arguments.subspan(1));
    if (arguments.front() == "help")
        return HelpRequest{helpText()};
    return readWindow(arguments);
}

} // namespace hw::app
