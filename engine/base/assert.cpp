#include "engine/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace hw {

void assertionFailed(const char* condition, const char* file, int line, std::string_view why)
{
    std::fprintf(stderr, "%s:%d: broken assumption `%s`: %.*s\n", file, line, condition,
                 static_cast<int>(why.size()), why.data());
    std::abort();
}

} // namespace hw
