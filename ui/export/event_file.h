#pragma once

#include <QByteArray>
#include <QCoreApplication>

#include <vector>

#include "engine/observe/event.h"
#include "ui/models/node_names.h"

namespace hw::ui {

/// Events as files for other programs: one row or object each, in order.
class EventFile
{
    Q_DECLARE_TR_FUNCTIONS(EventFile)
public:
    /// RFC 4180: `id,seconds,time,node,kind,subject,cause,text`; names of columns and kinds are the
    /// same in every language, `text` is in the person's.
    static QByteArray csv(const std::vector<observe::Event>& events, const NodeNames& names = {});
    /// An array of objects with the same names; numbers are numbers, no cause is null.
    static QByteArray json(const std::vector<observe::Event>& events, const NodeNames& names = {});
};

} // namespace hw::ui
