#pragma once

#include <string>
#include <string_view>

#include "engine/rebalances/verdicts.h"

namespace hw::rebalances {

/// `going`, `stable`, `empty`, `superseded`, `abandoned`.
std::string_view textOf(Outcome outcome);
/// `session.timeout.ms`, `rebalance timeout`, `max.poll.interval.ms`; empty for none.
std::string_view textOf(Timer timer);
/// `observed`, `observed, the kind by the member's own words`, `inferred`.
std::string_view textOf(Grounds grounds);
/// A sentence: `the handler took 12.0 s, max.poll.interval.ms is 10.0 s: …`; empty for no advice.
std::string textOf(const Advice& advice);
/// One line of `name=value` words, texts in quotes:
/// `group=g generation=3->4 cause=session-expired client=A member=A-5b3f… silent=6003ms …`
/// A generation that it did not come to is `none`. `isCutOff`: whoever watched ended before it was
/// over, which is told as its outcome.
std::string lineOf(const Rebalance& rebalance, bool isCutOff = false);
/// What stands for the outcome of one that was not over when the program ended.
inline constexpr std::string_view kCutOff = "cut-off";
/// For a ticket: some lines of plain English.
std::string paragraphOf(const Rebalance& rebalance);

} // namespace hw::rebalances
