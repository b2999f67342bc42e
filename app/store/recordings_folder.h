#pragma once

#include <QLockFile>

#include <memory>
#include <string>
#include <vector>

namespace hw::store {

/// A new file for a recording, in the person's folder of what can be lost. While this lives, no
/// other program takes the file for one that was left behind. Whoever writes it removes it; after a
/// kill it stays, until there are too many.
class RecordingFile
{
public:
    static constexpr int kKept = 3; ///< that killed programs left; older ones go

    RecordingFile();
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
    std::unique_ptr<QLockFile> m_lock;
};

/// Those that killed programs left, the newest first.
std::vector<std::string> recordingsLeftBehind();

} // namespace hw::store
