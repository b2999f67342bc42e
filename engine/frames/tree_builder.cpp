#include "engine/frames/tree_builder.h"

namespace hw::frames {

using namespace observe;

FieldNode* TreeBuilder::add(FieldNode& parent, std::string_view name, std::string_view type,
                            FieldNode::Kind kind)
{
    if (m_nodes >= kFieldNodeLimit) {
        m_tree.shortened = true;
        return nullptr;
    }
    ++m_nodes;
    FieldNode& node = parent.children.emplace_back();
    node.name = name;
    node.type = type;
    node.kind = kind;
    return &node;
}

void TreeBuilder::fault(FrameFault what, std::size_t position)
{
    if (m_tree.fault)
        return;
    std::string path;
    for (const std::string& step : m_path)
        path += (path.empty() ? "" : "/") + step;
    m_tree.fault = {what, static_cast<std::uint32_t>(position), std::move(path)};
}

} // namespace hw::frames
