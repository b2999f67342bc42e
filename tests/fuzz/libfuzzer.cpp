#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/pack.h"

using namespace hw;

namespace {

int writeSeeds(const std::filesystem::path& folder, const std::filesystem::path& pack)
{
    std::vector<Bytes> inputs = fuzz::seeds();
    const std::size_t seeds = inputs.size();
    for (Bytes& kept : fuzz::unpacked(fuzz::contentOf(pack)))
        inputs.push_back(std::move(kept));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!fuzz::write(folder / ("seed-" + std::to_string(i)), inputs[i]))
            return 1;
    }
    std::printf("%zu seeds, %zu of the corpus\n", seeds, inputs.size() - seeds);
    return 0;
}

int writePack(const std::filesystem::path& folder, const std::filesystem::path& pack)
{
    const std::vector<Bytes> inputs = fuzz::filesIn(folder);
    std::printf("%zu inputs kept\n", inputs.size());
    return fuzz::write(pack, fuzz::packed(inputs)) ? 0 : 1;
}

} // namespace

/// `--write-seeds FOLDER PACK` writes the good inputs and those kept into the folder and ends;
/// `--write-pack FOLDER PACK` keeps what is in the folder.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    if (*argc != 4)
        return 0;
    const std::string what = (*argv)[1];
    if (what == "--write-seeds")
        std::exit(writeSeeds((*argv)[2], (*argv)[3]));
    if (what == "--write-pack")
        std::exit(writePack((*argv)[2], (*argv)[3]));
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::fuzzOne(ByteView(data, size));
    return 0;
}
