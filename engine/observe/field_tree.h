#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/bytes.h"

/// What a message says, field by field, as plain data: whoever shows it needs to know nothing of
/// protocols.
namespace hw::observe {

/// One field, element or part of a message. Names and types are Kafka's own.
struct FieldNode
{
    enum class Kind : std::uint8_t
    {
        Struct, ///< `children` are its fields
        Array,  ///< `children` are its elements, named `[0]`, `[1]` …
        Bool,
        Number, ///< `value` in decimal
        Text,
        Bytes, ///< `value` as hexadecimal digits; what is known of them stands in `children`
        Uuid,
        Null,
        Records, ///< `children` are batches
        Batch,   ///< `children` are its header's fields and its records
        Record,
    };
    std::string name;
    std::string type; ///< `int32`, `[]TopicProduceData`, `varint` …
    Kind kind = Kind::Struct;
    std::string value;    ///< empty for what only has children; at most kFieldTextLimit bytes
    std::string meaning;  ///< what a number stands for: an error's name, a time, a codec
    bool isError = false; ///< an error code other than NONE, or a checksum that does not fit
    /// Where its bytes are in the frame. Without a size: it is not in the frame as it stands
    /// (a record of a compressed batch).
    std::uint32_t position = 0;
    std::uint32_t size = 0;
    std::vector<FieldNode> children;
};

/// Longer values are cut; the node's `size` still tells how long they are.
inline constexpr std::size_t kFieldTextLimit = 4096;

/// Why a frame could not be read to its end.
enum class FrameFault : std::uint8_t
{
    CutShort,       ///< the field goes on behind the frame's end
    NegativeLength, ///< a length or count below -1, or -1 where null is not allowed
    LengthLies,     ///< a length or count says more than there is
    BadVarint,      ///< a number of variable length does not end
    TextTooLong,    ///< above the 32767 bytes that a string may have
    TagOrder,       ///< tagged fields are not in rising order
    TagSize,        ///< a tagged field does not fill its size
    LeftOver,       ///< bytes are left behind the last field
    UnknownApi,
    UnknownVersion,
    BadBatch,     ///< not a record batch, or a header that contradicts itself
    OldFormat,    ///< records in a format before version 2
    BadRecords,   ///< the records in a batch are not what its header says
    NoCodec,      ///< compressed in a way that cannot be undone here
    BadOperation, ///< not an operation of ZooKeeper's
};

/// Why there is no tree at all.
enum class FrameGap : std::uint8_t
{
    None,
    NotKept,  ///< nobody looked when it passed, or newer frames have pushed it out
    TooLarge, ///< above what one frame may take of the space for recent frames
    FileGone, ///< its records lay in a file that cannot be read any more
};

struct FieldTree
{
    FieldNode root; ///< its children: the header, then the body's fields
    FrameGap gap = FrameGap::None;
    struct Fault
    {
        FrameFault what = FrameFault::CutShort;
        std::uint32_t position = 0; ///< first byte that does not fit
        std::string field;          ///< path of the field that was being read: `Topics/[0]/Name`
    };
    std::optional<Fault> fault; ///< what stands before it is in `root` all the same
    bool shortened = false;     ///< more than kFieldNodeLimit nodes: the rest is left out
    Slice frame;                ///< the bytes themselves, shared

    bool isThere() const { return gap == FrameGap::None; }
};

inline constexpr std::size_t kFieldNodeLimit = 20'000;

/// One line a field, indented by two blanks a level: `Topics [1]`, `Name: TopicA`.
std::string textOf(const FieldTree& tree);

} // namespace hw::observe
