#pragma once

#include "engine/frames/cursor.h"

namespace hw::frames {

/// Adds what a frame between two servers of the ensemble says to `into`; its first byte tells which
/// message it is. The layouts are those of `coordination/quorum_messages.h`.
void readQuorumFrame(observe::FieldNode& into, Cursor& from);

} // namespace hw::frames
