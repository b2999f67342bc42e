#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/log_files.h"

namespace hw::ui {

/// What lies in logs, in the words of the person's language. Kafka's own terms stay.
class LogWords
{
    Q_DECLARE_TR_FUNCTIONS(LogWords)
public:
    static QString bytes(std::uint64_t bytes); ///< `512 B`, `1.4 MB`
    static QString time(std::int64_t ms);      ///< local, to the millisecond; `–` for none
    /// On one line: text if it is text, else hex; says how much is left out.
    static QString preview(const observe::BytePreview& preview, int most = 200);
    static QString finding(const observe::Finding& finding);
    /// One step of a lookup, explained.
    static QString step(const observe::LookupStep& step, const observe::LookupPlay& play);
};

} // namespace hw::ui
