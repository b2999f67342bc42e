#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/snapshot.h"

namespace hw::ui {

/// Null when there is no such server, or the node is none.
const observe::EnsembleServerPart* findServer(const observe::Snapshot& s, NodeId node);

/// The ensemble's servers in the words of the person's language.
class ServerWords
{
    Q_DECLARE_TR_FUNCTIONS(ServerWords)
public:
    static QString state(observe::EnsembleServerPart::State state);
};

} // namespace hw::ui
