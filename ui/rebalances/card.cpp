#include "ui/rebalances/card.h"

#include <algorithm>

#include "engine/rebalances/verdicts.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"
#include "ui/rebalances/rebalance_words.h"

namespace hw::ui {

using namespace rebalances;

static std::vector<Card::Bar> stallBars(const Rebalance& one)
{
    std::vector<Stall> all = one.stalls;
    std::ranges::stable_sort(all, std::greater(), &Stall::lasted);
    std::vector<Card::Bar> bars;
    for (const Stall& stall : all) {
        if (bars.size() == Card::kMostLines)
            break;
        const double longest =
            static_cast<double>(std::max<std::int64_t>(1, all.front().lasted.count()));
        bars.push_back(
            {qs(stall.partition.text()),
             CardPainter::tr("%1, %n record(s) waited", nullptr, static_cast<int>(stall.waited))
                 .arg(RebalanceWords::time(stall.lasted)),
             static_cast<double>(stall.lasted.count()) / longest});
    }
    return bars;
}

static std::vector<Card::Bar> parkedBars(const Rebalance& one, const Book& book, Instant now)
{
    std::vector<Card::Bar> bars;
    for (const Parked& parked : book.parked(one.group)) {
        if (bars.size() == Card::kMostLines)
            break;
        bars.push_back({qs(parked.partition.text()),
                        CardPainter::tr("%1, it was with %2")
                            .arg(RebalanceWords::time(now - parked.since),
                                 RebalanceWords::member(parked.from, one)),
                        1});
    }
    return bars;
}

static void fillMember(Card& card, const Rebalance& one)
{
    const auto row = [&](const QString& name, const std::string& value) {
        if (!value.empty())
            card.member.push_back({name, qs(value)});
    };
    row(CardPainter::tr("Client id"), one.clientId);
    row(CardPainter::tr("Host"), one.host);
    row(QStringLiteral("group.instance.id"), one.instance.value_or(""));
    row(CardPainter::tr("Member id"), one.member);
    if (one.member.empty())
        card.member.push_back({CardPainter::tr("Member"), CardPainter::tr("none: it was no "
                                                                          "member's doing")});
}

static void fillCost(Card& card, const Rebalance& one)
{
    if (!one.compared) {
        card.figures = {{QStringLiteral("…"), CardPainter::tr("partitions moved")},
                        {QStringLiteral("…"), CardPainter::tr("stood still, in sum")},
                        {QStringLiteral("…"), CardPainter::tr("records waited")}};
        return;
    }
    card.figures = {
        {QString::number(one.movedCount), CardPainter::tr("partitions moved")},
        {RebalanceWords::time(one.stalled()), CardPainter::tr("stood still, in sum"),
         one.stalled() > Duration{}},
        {QString::number(one.waitedSum), CardPainter::tr("records waited"), one.waitedSum > 0}};
    for (const Moved& moved : one.moved) {
        if (card.moved.size() == Card::kMostLines)
            break;
        card.moved.push_back(
            {qs(moved.partition.text()),
             QStringLiteral("%1 → %2 · %3")
                 .arg(RebalanceWords::member(moved.from, one),
                      RebalanceWords::member(moved.to, one), RebalanceWords::why(moved, one))});
    }
    card.movedMore = one.movedCount - card.moved.size();
    card.stalls = stallBars(one);
    card.stallsMore = one.stalls.size() - card.stalls.size();
}

Card cardOf(const Rebalance& one, const Book& book, std::vector<CauseStep> chain, Instant now)
{
    Card card;
    card.title = RebalanceWords::headline(one);
    card.subtitle =
        CardPainter::tr("%1 · generation %2 · %3")
            .arg(qs(one.group), RebalanceWords::generations(one),
                 WallClock::full(one.beganWall.ms()));
    using Tone = Card::Tone;
    card.pills.push_back({RebalanceWords::grounds(one.grounds),
                          one.grounds == Grounds::Inferred ? Tone::Warn : Tone::Good});
    card.remark = RebalanceWords::groundsMeaning(one.grounds);
    const bool isOver =
        one.outcome == rebalances::Outcome::Stable || one.outcome == rebalances::Outcome::Empty;
    card.pills.push_back({RebalanceWords::outcome(one.outcome), isOver ? Tone::Plain : Tone::Warn});
    if (const QString protocol = RebalanceWords::protocol(one); !protocol.isEmpty())
        card.pills.push_back({protocol, Tone::Plain});
    card.isGoing = one.outcome == rebalances::Outcome::Going;
    const Instant end = one.ended.value_or(now);
    card.phases.push_back({one.serverSide ? CardPainter::tr("assign") : CardPainter::tr("join"),
                           one.formed.value_or(end) - one.began});
    if (one.formed && !one.serverSide)
        card.phases.push_back({CardPainter::tr("assign"), one.stored.value_or(end) - *one.formed});
    if (one.stored)
        card.phases.push_back(
            {one.serverSide ? CardPainter::tr("reconcile") : CardPainter::tr("sync"),
             one.serverSide ? end - *one.stored : one.synced.value_or(end) - *one.stored});
    fillCost(card, one);
    fillMember(card, one);
    for (auto& [name, value] : RebalanceWords::evidence(one))
        card.evidence.push_back({name, value});
    card.chain = std::move(chain);
    if (book.newest(one.group) == &one)
        card.parked = parkedBars(one, book, now);
    card.advice = RebalanceWords::advice(adviceOn(book, one));
    return card;
}

Card cardOf(const CoordinatorMove& move, std::vector<CauseStep> chain)
{
    Card card;
    card.title = CardPainter::tr("Another broker coordinates %1 now.").arg(qs(move.group));
    card.subtitle =
        CardPainter::tr("%1 · generation %2 · %3")
            .arg(qs(move.group), QString::number(move.generation.value()),
                 WallClock::full(move.wall.ms()));
    card.pills = {{CardPainter::tr("no rebalance"), Card::Tone::Good}};
    card.remark = CardPainter::tr("%1 has read the group from __consumer_offsets: its members, "
                                  "their partitions and the generation are as before. Only the "
                                  "session timers start afresh.")
                      .arg(Words::broker(move.coordinator));
    card.chain = std::move(chain);
    return card;
}

} // namespace hw::ui
