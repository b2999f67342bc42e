#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/snapshot.h"
#include "ui/models/node_names.h"
#include "ui/theme/icons.h"

namespace hw::ui {

/// Faults in the words of the person's language, and their pictures.
class FaultWords
{
    Q_DECLARE_TR_FUNCTIONS(FaultWords)
public:
    /// What acts, in a sentence.
    static QString sentence(const observe::Fault& fault, const NodeNames& names);
    /// The same while it acts. Of a message that was caught: which, whose and for how long, as
    /// `Fetch v13, broker 2 → broker 1, held 3.2 s.`
    static QString sentence(const observe::FaultPart& part, const NodeNames& names, Instant now);
    /// The same in a word or two, for the map: `cut`, `+200 ms`, `Fetch v13 held 3.2 s`. `arrow`:
    /// which way it points on the map from one end of a link to the other.
    static QString word(const observe::FaultPart& part, Instant now, const QString& arrow = {});
    /// It holds a message that has come: its words change with the time.
    static bool isHeld(const observe::FaultPart& part);
    static Glyph glyph(observe::FaultKind kind);
    /// Whether a card or server shows it by itself (it is down, it is frozen).
    static bool isShownByNode(observe::FaultKind kind);
    /// A node by its name in the picture: a client by what it is called.
    static QString nodeName(NodeId node, const observe::Snapshot& snapshot);
};

} // namespace hw::ui
