#include "engine/observe/field_tree.h"

#include <string_view>

#include <fmt/format.h>

namespace hw::observe {

static std::string_view wordsFor(FrameFault fault)
{
    switch (fault) {
    case FrameFault::CutShort:
        return "the field goes on behind the frame's end";
    case FrameFault::NegativeLength:
        return "a length is negative";
    case FrameFault::LengthLies:
        return "a length says more than there is";
    case FrameFault::BadVarint:
        return "a varint does not end";
    case FrameFault::TextTooLong:
        return "a string is longer than 32767 bytes";
    case FrameFault::TagOrder:
        return "tagged fields are out of order";
    case FrameFault::TagSize:
        return "a tagged field does not fill its size";
    case FrameFault::LeftOver:
        return "bytes are left over";
    case FrameFault::UnknownApi:
        return "no such API";
    case FrameFault::UnknownVersion:
        return "no such version";
    case FrameFault::BadBatch:
        return "not a record batch";
    case FrameFault::OldFormat:
        return "records in a format before version 2";
    case FrameFault::BadRecords:
        return "the records are not what the batch's header says";
    case FrameFault::NoCodec:
        return "the compressed records cannot be read";
    case FrameFault::BadOperation:
        return "no such operation";
    }
    return "";
}

static void print(const FieldNode& node, std::size_t level, std::string& into)
{
    into.append(level * 2, ' ');
    into += node.name;
    if (node.kind == FieldNode::Kind::Array)
        into += fmt::format(" [{}]", node.children.size());
    else if (node.kind == FieldNode::Kind::Null)
        into += ": null";
    else if (!node.value.empty() || node.kind == FieldNode::Kind::Text)
        into += ": " + node.value;
    if (!node.meaning.empty())
        into += " (" + node.meaning + ")";
    into += '\n';
    for (const FieldNode& child : node.children)
        print(child, level + 1, into);
}

std::string textOf(const FieldTree& tree)
{
    std::string text;
    if (!tree.isThere())
        return text;
    print(tree.root, 0, text);
    if (tree.fault)
        text += fmt::format("! byte {}, {}: {}\n", tree.fault->position, tree.fault->field,
                            wordsFor(tree.fault->what));
    if (tree.shortened)
        text += fmt::format("… more than {} fields\n", kFieldNodeLimit);
    return text;
}

} // namespace hw::observe
