#pragma once

#include <QCoreApplication>
#include <QString>

#include <array>
#include <optional>

#include "engine/observe/snapshot.h"

namespace hw::ui {

/// One of the three timers of a group's member, as it stands at one moment.
struct MemberTimer
{
    enum class Kind : std::uint8_t
    {
        Session,  ///< the coordinator's: out without a heartbeat until then
        Poll,     ///< the client's own: it leaves if the application does not poll until then
        Heartbeat ///< the client's own: the next heartbeat goes out then
    };
    Kind kind = Kind::Session;
    std::optional<Instant> began; ///< when it was started anew last, as far as it is known
    std::optional<Instant> ends;  ///< none: it does not run, or is not known
    Duration whole{};             ///< its span

    bool runs() const { return ends && whole > Duration{}; }
    Duration left(Instant now) const;
    /// What is left of it, 0 … 1.
    double share(Instant now) const;
    bool operator==(const MemberTimer&) const = default;
};
inline constexpr std::size_t kMemberTimers = 3;

/// In the order of the kinds. Those of the client itself are known of embedded consumers only:
/// `consumer` is null for an outside program.
std::array<MemberTimer, kMemberTimers> timersOf(const observe::MemberPart& member,
                                                const observe::ConsumerPart* consumer,
                                                const observe::Gauges& gauges);

class TimerWords
{
    Q_DECLARE_TR_FUNCTIONS(TimerWords)
public:
    /// `session`, `poll`, `heartbeat`.
    static QString name(MemberTimer::Kind kind);
    /// Kafka's setting that is its span.
    static QString setting(MemberTimer::Kind kind);
    /// `4.2 s of 6.0 s left`.
    static QString left(const MemberTimer& timer, Instant now);
    /// What happens at its end, in a sentence.
    static QString meaning(MemberTimer::Kind kind);
};

} // namespace hw::ui
