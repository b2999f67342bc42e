#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scenario/scenario.h"
#include "engine/base/result.h"

namespace hw::app {

/// A word of the program, and what it means.
struct GlossaryTerm
{
    std::string id; ///< `isr`
    Texts name;
    Texts text;
    Texts spellings;    ///< how texts write it, several separated by `|`
    std::string lesson; ///< that shows it; empty: none
};

/// The text of `resources/glossary/glossary.json`.
std::string_view builtInGlossary();

/// `{"terms": [{"id", "name", "text", "spellings", "lesson"}]}`. Mistakes are named with their
/// place, as in a scenario; two terms of one id are one.
Result<std::vector<GlossaryTerm>> readGlossary(std::string_view text);

} // namespace hw::app
