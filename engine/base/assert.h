#pragma once

#include <string_view>

namespace hw {

/// Prints what was broken, where and why, then aborts. Kept on in release: a bug must not go on.
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line,
                                  std::string_view why);

} // namespace hw

/// A condition that only a bug can break. Expected failures are `Result`s, never this.
#define HW_ASSERT(condition, why)                                                                  \
    do {                                                                                           \
        if (!(condition)) [[unlikely]]                                                             \
            ::hw::assertionFailed(#condition, __FILE__, __LINE__, why);                            \
    } while (false)
