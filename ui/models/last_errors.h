#pragma once

#include <QCoreApplication>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"

namespace hw::ui {

/// A client says its last error for ever: this tells when it was, as far as somebody looked, and
/// whether the client has had success since.
class LastErrors
{
    Q_DECLARE_TR_FUNCTIONS(LastErrors)
public:
    /// Another moment is shown, known so far: events and figures before it, oldest first.
    void restart(const std::vector<observe::Event>& before,
                 const std::vector<std::shared_ptr<const observe::Gauges>>& figures);
    void take(const observe::Snapshot& snapshot, const observe::Gauges& gauges,
              const std::vector<observe::Event>& fresh);

    /// Records of the client were acknowledged, or read by it, since then.
    bool isOver(NodeId client) const;
    /// The error with its time, and that it is over if it is: `timed out, at 14:02:31.120`.
    QString words(NodeId client, const std::string& error) const;

private:
    struct Known
    {
        std::string text;
        std::uint64_t failed = 0;           ///< batches, of a producer
        std::uint64_t progress = 0;         ///< records, when it was noticed
        std::optional<std::int64_t> wallMs; ///< when; none: before anybody looked
        bool isOver = false;
    };
    void look(NodeId client, const std::string& error, std::uint64_t failed, std::uint64_t progress,
              std::optional<std::uint64_t> before, std::int64_t wallMs);

    std::map<NodeId, Known> m_known;                 ///< clients that are there and have an error
    std::map<NodeId, std::int64_t> m_failedAt;       ///< as events told
    std::shared_ptr<const observe::Gauges> m_before; ///< figures of a while ago
    bool m_looked = false;
};

} // namespace hw::ui
