#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/world/random.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/pack.h"

using namespace hw;

namespace {

constexpr std::uint64_t kSeed = 20240611;

/// Some bytes overwritten, cut out, doubled or put in.
Bytes changed(Bytes input, world::Random& random)
{
    for (std::uint64_t left = random.below(4) + 1; left > 0; --left) {
        if (input.empty())
            input.push_back(0);
        const std::size_t at = random.below(input.size());
        const std::size_t size = std::min<std::size_t>(random.below(16) + 1, input.size() - at);
        const auto from = input.begin() + static_cast<std::ptrdiff_t>(at);
        switch (random.below(5)) {
        case 0:
            *from = static_cast<std::uint8_t>(random.next());
            break;
        case 1:
            *from = random.chance(1, 2) ? 0xff : 0x7f;
            break;
        case 2:
            input.erase(from, from + static_cast<std::ptrdiff_t>(size));
            break;
        case 3: {
            const Bytes again(from, from + static_cast<std::ptrdiff_t>(size));
            input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), again.begin(),
                         again.end());
            break;
        }
        default:
            *from = static_cast<std::uint8_t>(*from ^ (1u << random.below(8)));
        }
    }
    return input;
}

} // namespace

/// replay CORPUS ROUNDS: the seeds, the corpus, then so many random changes of them.
int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s CORPUS-FOLDER ROUNDS\n", argv[0]);
        return 2;
    }
    std::vector<Bytes> inputs = fuzz::seeds();
    const std::size_t seedCount = inputs.size();
    for (auto& kept :
         {fuzz::unpacked(fuzz::contentOf(argv[1] + std::string(".pack"))), fuzz::filesIn(argv[1])})
        inputs.insert(inputs.end(), kept.begin(), kept.end());
    const std::size_t keptCount = inputs.size() - seedCount;
    if (inputs.empty()) {
        std::fprintf(stderr, "nothing to replay\n");
        return 1;
    }
    for (const Bytes& input : inputs)
        fuzz::fuzzOne(input);

    const int rounds = std::atoi(argv[2]);
    std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
    std::fflush(stdout);
    for (int round = 0; round < rounds; ++round) {
        // Each round by its own seed: a failing one can be repeated alone.
        world::Random random(kSeed + static_cast<std::uint64_t>(round));
        fuzz::fuzzOne(changed(inputs[random.below(inputs.size())], random));
    }
    std::printf("%zu seeds, %zu of the corpus, %d changed: all handled\n", seedCount, keptCount,
                rounds);
    return 0;
}
