#pragma once

#include <string>
#include <string_view>

#include "engine/rebalances/rebalance.h"

namespace hw::rebalances {

/// `going`, `stable`, `empty`, `superseded`, `abandoned`.
std::string_view textOf(Outcome outcome);
/// One line of `name=value` words, texts in quotes:
/// `group=g generation=3->4 cause=session-expired client=A member=A-5b3f… silent=6003ms …`
std::string lineOf(const Rebalance& rebalance);
/// For a ticket: some lines of plain English.
std::string paragraphOf(const Rebalance& rebalance);

} // namespace hw::rebalances
