#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "tests/fuzz/fuzz.h"

/// `--write-seeds DIR` writes the target's good inputs and ends.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    if (*argc != 3 || std::strcmp((*argv)[1], "--write-seeds") != 0)
        return 0;
    int number = 0;
    for (const hw::Bytes& seed : hw::fuzz::seeds()) {
        std::ofstream file(std::string((*argv)[2]) + "/seed-" + std::to_string(number++));
        file.write(reinterpret_cast<const char*>(seed.data()),
                   static_cast<std::streamsize>(seed.size()));
        if (!file)
            std::exit(1);
    }
    std::printf("%d seeds\n", number);
    std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    hw::fuzz::fuzzOne(hw::ByteView(data, size));
    return 0;
}
