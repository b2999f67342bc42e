#pragma once

#include <cstdint>

#include "engine/base/pieces.h"
#include "engine/observe/field_tree.h"

namespace hw::frames {

/// What must be known of a frame besides its bytes: a response does not say what it answers.
struct FrameKind
{
    std::int16_t apiKey = 0; ///< -1: ZooKeeper's protocol, kQuorumApi: between its servers
    std::int16_t apiVersion = 0;
    std::int32_t operation = 0; ///< ZooKeeper's (`ZooDefs.OpCode`)
    bool response = false;
};

/// The frame, without its size prefix, as a tree. Copies the bytes if they lie in several pieces,
/// reads those that lie in a file.
observe::FieldTree decode(const FrameKind& kind, const Pieces& frame);

} // namespace hw::frames
