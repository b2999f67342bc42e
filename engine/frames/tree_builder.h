#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/observe/field_tree.h"

namespace hw::frames {

/// Grows a tree node by node: keeps its size within the limit and knows the path to where it is, so
/// that a fault can be named. The first fault is the one that is told.
class TreeBuilder
{
public:
    explicit TreeBuilder(observe::FieldTree& tree)
        : m_tree(tree)
    {
    }

    /// Stops at the limit; then nothing more is to be read.
    bool full() const { return m_tree.shortened; }
    /// The new last child of `parent`; valid until `parent` gets another. Null at the limit.
    observe::FieldNode* add(observe::FieldNode& parent, std::string_view name,
                            std::string_view type, observe::FieldNode::Kind kind);
    /// Nodes that were read on trial and now belong to the tree.
    void count(std::size_t nodes) { m_nodes += nodes; }
    std::size_t nodes() const { return m_nodes; }
    void fault(observe::FrameFault what, std::size_t position);
    bool faulty() const { return m_tree.fault.has_value(); }

    void enter(std::string_view name) { m_path.emplace_back(name); }
    void leave() { m_path.pop_back(); }

private:
    observe::FieldTree& m_tree;
    std::size_t m_nodes = 0;
    std::vector<std::string> m_path;
};

/// Names the field that is being read for as long as it lives.
class PathStep
{
public:
    PathStep(TreeBuilder& tree, std::string_view name)
        : m_tree(tree)
    {
        m_tree.enter(name);
    }
    ~PathStep() { m_tree.leave(); }
    PathStep(const PathStep&) = delete;
    PathStep& operator=(const PathStep&) = delete;

private:
    TreeBuilder& m_tree;
};

} // namespace hw::frames
