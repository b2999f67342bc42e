#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/snapshot.h"
#include "ui/theme/icons.h"

namespace hw::ui {

/// Faults in the words of the person's language, and their pictures.
class FaultWords
{
    Q_DECLARE_TR_FUNCTIONS(FaultWords)
public:
    /// What acts, in a sentence.
    static QString sentence(const observe::Fault& fault);
    /// The same in a word or two, for the map: `cut`, `+200 ms`. `caught`: the message has come.
    /// `arrow`: which way it points on the map from one end of a link to the other.
    static QString word(const observe::Fault& fault, bool caught, const QString& arrow = {});
    static Glyph glyph(observe::FaultKind kind);
    /// Whether a card or server shows it by itself (it is down, it is frozen).
    static bool isShownByNode(observe::FaultKind kind);
    /// A node by its name in the picture: a client by what it is called.
    static QString nodeName(NodeId node, const observe::Snapshot& snapshot);
};

} // namespace hw::ui
