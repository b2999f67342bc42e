#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "app/run.h"

int main(int argc, char** argv)
{
    const auto started = std::chrono::steady_clock::now();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto invocation = hw::app::readCommandLine(arguments);
    if (!invocation) {
        std::fprintf(stderr, "highwater: %s\n", invocation.error().message.c_str());
        return hw::app::kWrongUse;
    }
    return hw::app::run(*invocation, started);
}
