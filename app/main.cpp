#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "app/run.h"

int main(int argc, char** argv)
{
    const auto started = std::chrono::steady_clock::now();
    // Else the first file that is opened becomes what is printed to.
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(standard, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", O_RDWR));
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto invocation = hw::app::readCommandLine(arguments);
    if (!invocation) {
        std::fprintf(stderr, "highwater: %s\n", invocation.error().message.c_str());
        return hw::app::kWrongUse;
    }
    return hw::app::run(*invocation, started);
}
