#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/base/mutation.h"

namespace hw::simulate {

/// One rule that a mutation build can break.
struct RuleText
{
    Rule rule = Rule::None;
    std::string_view name;    ///< `hw-waits-for-isr`, on the command line
    std::string_view without; ///< what happens without it
};

/// All of them, in the order of `Rule`.
std::span<const RuleText> rules();
std::optional<Rule> ruleNamed(std::string_view name);
/// Only in a mutation build; elsewhere nothing is broken.
void breakRule(Rule rule);

} // namespace hw::simulate
