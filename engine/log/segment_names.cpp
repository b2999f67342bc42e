#include "engine/log/segment.h"

namespace hw::log {

void Segment::setEnding(const char* ending)
{
    for (PooledFile* file : files()) {
        const std::string plain = file->path().substr(0, file->path().size() - m_ending.size());
        file->setPath(plain + ending);
    }
    m_ending = ending;
}

Result<void> Segment::changeEnding(const char* ending)
{
    for (PooledFile* file : files()) {
        const std::string plain = file->path().substr(0, file->path().size() - m_ending.size());
        if (auto renamed = m_files.disk().rename(file->path(), plain + ending); !renamed)
            return renamed;
    }
    setEnding(ending);
    return {};
}

} // namespace hw::log
