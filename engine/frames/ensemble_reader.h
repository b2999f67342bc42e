#pragma once

#include "engine/frames/cursor.h"
#include "engine/frames/decode.h"

namespace hw::frames {

/// Adds what a frame of ZooKeeper's client protocol says to `into`.  ZooKeeper: zookeeper.jute.
void readEnsembleFrame(observe::FieldNode& into, Cursor& from, const FrameKind& kind);

} // namespace hw::frames
