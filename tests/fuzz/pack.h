#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/fuzz/fuzz.h"

/// `corpus/<name>.pack`: the kept inputs of a target one after the other, each with its length
/// before it in four bytes.
namespace hw::fuzz {

inline Bytes contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

inline bool write(const std::filesystem::path& path, const Bytes& content)
{
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(content.data()),
               static_cast<std::streamsize>(content.size()));
    return file.good();
}

/// In order of their names.
inline std::vector<Bytes> filesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::is_directory(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> contents;
    for (const auto& path : paths)
        contents.push_back(contentOf(path));
    return contents;
}

inline Bytes packed(const std::vector<Bytes>& inputs)
{
    Bytes pack;
    for (const Bytes& input : inputs) {
        for (int shift = 24; shift >= 0; shift -= 8)
            pack.push_back(static_cast<std::uint8_t>(input.size() >> shift));
        pack.insert(pack.end(), input.begin(), input.end());
    }
    return pack;
}

/// Nothing of a pack that is not there. A pack that is cut off ends with what is left.
inline std::vector<Bytes> unpacked(const Bytes& pack)
{
    std::vector<Bytes> inputs;
    for (std::size_t at = 0; at + 4 <= pack.size();) {
        std::size_t size = 0;
        for (int i = 0; i < 4; ++i)
            size = size << 8 | pack[at++];
        size = std::min(size, pack.size() - at);
        const auto from = pack.begin() + static_cast<std::ptrdiff_t>(at);
        inputs.emplace_back(from, from + static_cast<std::ptrdiff_t>(size));
        at += size;
    }
    return inputs;
}

} // namespace hw::fuzz
