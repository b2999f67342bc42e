#include "app/run.h"

#include <cstdio>

#include "app/commands/inspect.h"
#include "app/commands/lesson.h"
#include "app/commands/serve.h"
#include "app/commands/simulate.h"
#ifdef HW_WINDOW
#include "app/commands/replay.h"
#include "app/commands/shot.h"
#include "app/commands/window.h"
#endif

namespace hw::app {

namespace {

#ifndef HW_WINDOW
int withoutWindow()
{
    std::fputs("highwater: this program was built without the window; highwater serve is allowed\n",
               stderr);
    return kWrongUse;
}

int window(const WindowOptions&, std::chrono::steady_clock::time_point) { return withoutWindow(); }
int shot(const ShotOptions&) { return withoutWindow(); }
int replay(const ReplayOptions&, std::chrono::steady_clock::time_point) { return withoutWindow(); }
#endif

struct Runner
{
    std::chrono::steady_clock::time_point started;

    int operator()(const WindowOptions& options) const { return window(options, started); }
    int operator()(const ServeOptions& options) const { return serve(options, started); }
    int operator()(const ShotOptions& options) const { return shot(options); }
    int operator()(const InspectOptions& options) const { return inspect(options); }
    int operator()(const SimulateOptions& options) const { return simulate(options); }
    int operator()(const LessonOptions& options) const { return lesson(options); }
    int operator()(const ReplayOptions& options) const { return replay(options, started); }
    int operator()(const HelpRequest& help) const
    {
        std::fputs(help.text.c_str(), stdout);
        return kDone;
    }
};

} // namespace

int run(const Invocation& invocation, std::chrono::steady_clock::time_point started)
{
    return std::visit(Runner{started}, invocation);
}

} // namespace hw::app
