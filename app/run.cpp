#include "app/run.h"

#include <cstdio>

#include "app/commands/serve.h"

namespace hw::app {

namespace {

using Started = std::chrono::steady_clock::time_point;

int runOne(const HelpRequest& help, Started)
{
    std::fputs(help.text.c_str(), stdout);
    return kDone;
}

int runOne(const ServeOptions& options, Started started) { return serve(options, started); }

int noWindow()
{
    std::fputs("highwater: this program was built without the window; highwater serve is allowed\n",
               stderr);
    return kWrongUse;
}

int runOne(const WindowOptions&, Started) { return noWindow(); }

int runOne(const ShotOptions&, Started) { return noWindow(); }

} // namespace

int run(const Invocation& invocation, Started started)
{
    return std::visit([&](const auto& options) { return runOne(options, started); }, invocation);
}

} // namespace hw::app
