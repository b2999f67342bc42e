#include <fmt/format.h>

#include "engine/observe/command.h"

namespace hw::observe {

namespace {

using namespace command;

std::string joined(const std::vector<std::string>& topics)
{
    std::string text;
    for (const std::string& topic : topics)
        text += (text.empty() ? "" : ",") + topic;
    return text;
}

std::string wordsOf(const Kill& c) { return "kill " + c.node.text(); }
std::string wordsOf(const PowerOff& c) { return "power-off " + c.node.text(); }
std::string wordsOf(const Stop& c) { return "stop " + c.node.text(); }
std::string wordsOf(const Restart& c) { return "restart " + c.node.text(); }
std::string wordsOf(const Freeze& c) { return "freeze " + c.node.text(); }
std::string wordsOf(const Thaw& c) { return "thaw " + c.node.text(); }
std::string wordsOf(const CutLink& c)
{
    return fmt::format("cut {} {} {}", c.from.text(), c.bothWays ? "<->" : "->", c.to.text());
}
std::string wordsOf(const HealAll&) { return "heal"; }
std::string wordsOf(const CreateTopic& c)
{
    return fmt::format("create-topic {} {} {}", c.topic, c.partitions, c.replicationFactor);
}
std::string wordsOf(const DeleteTopic& c) { return "delete-topic " + c.topic; }
std::string wordsOf(const Elect& c) { return "elect " + c.partition.text(); }
std::string wordsOf(const AddProducer& c)
{
    return fmt::format("add {}producer {} to {}, acks {}, {} records/s",
                       c.idempotent ? "idempotent " : "", c.name, joined(c.topics), c.acks, c.rate);
}
std::string wordsOf(const AddConsumer& c)
{
    return fmt::format("add consumer {} of {} on {}", c.name, c.group, joined(c.topics));
}
std::string wordsOf(const StopClient& c)
{
    return fmt::format("{} {}", c.crash ? "crash" : "stop", c.client.text());
}

} // namespace

std::string textOf(const Command& command)
{
    return std::visit([](const auto& c) { return wordsOf(c); }, command);
}

} // namespace hw::observe
