#include "ui/requests/message_words.h"

#include <QJsonArray>
#include <QLocale>

#include "ui/models/words.h"
#include "ui/requests/request_model.h"

namespace hw::ui {

using observe::FieldNode;
using observe::FrameFault;
using observe::FrameGap;

QString MessageWords::name(const observe::Flight& flight)
{
    QString api = qs(flight.api);
    if (api.isEmpty())
        api = flight.apiKey < 0 ? tr("operation %1").arg(flight.operation)
                                : tr("API %1").arg(flight.apiKey);
    if (flight.apiKey >= 0)
        api += QStringLiteral(" v%1").arg(flight.apiVersion);
    return flight.response ? tr("↩ %1, answer").arg(api) : api;
}

QString MessageWords::way(const observe::Flight& flight)
{
    return QStringLiteral("%1 → %2").arg(Words::node(flight.from), Words::node(flight.to));
}

QString MessageWords::about(const observe::Flight& flight)
{
    QString about = qs(flight.group);
    if (!flight.partition.topic.empty())
        about = qs(flight.partition.text());
    if (flight.records > 0)
        return tr("%1, %n record(s)", nullptr, static_cast<int>(flight.records)).arg(about);
    return about;
}

QString MessageWords::bytes(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString MessageWords::duration(Duration lasted)
{
    const double ms = std::chrono::duration<double, std::milli>(lasted).count();
    return ms < 1000 ? tr("%1 ms").arg(ms, 0, 'f',
                                       ms < 10    ? 2
                                       : ms < 100 ? 1
                                                  : 0)
                     : tr("%1 s").arg(ms / 1000, 0, 'f', 2);
}

static QString faultWords(FrameFault what)
{
    switch (what) {
    case FrameFault::CutShort:
        return MessageWords::tr("it goes on behind the end of the message.");
    case FrameFault::NegativeLength:
        return MessageWords::tr("its length is negative.");
    case FrameFault::LengthLies:
        return MessageWords::tr("its length says more than there is.");
    case FrameFault::BadVarint:
        return MessageWords::tr("its number of variable length does not end.");
    case FrameFault::TextTooLong:
        return MessageWords::tr("it is longer than the 32767 bytes a string may have.");
    case FrameFault::TagOrder:
        return MessageWords::tr("tagged fields are not in rising order.");
    case FrameFault::TagSize:
        return MessageWords::tr("a tagged field does not fill its size.");
    case FrameFault::LeftOver:
        return MessageWords::tr("bytes are left over behind the last field.");
    case FrameFault::UnknownApi:
        return MessageWords::tr("no such API is known.");
    case FrameFault::UnknownVersion:
        return MessageWords::tr("this version of the API is not known.");
    case FrameFault::BadBatch:
        return MessageWords::tr("this is no record batch.");
    case FrameFault::OldFormat:
        return MessageWords::tr("the records have a format before version 2.");
    case FrameFault::BadRecords:
        return MessageWords::tr("the records are not what the batch's header says.");
    case FrameFault::NoCodec:
        return MessageWords::tr("the compressed records cannot be read here.");
    case FrameFault::BadOperation:
        return MessageWords::tr("this is no operation of ZooKeeper's.");
    }
    return {};
}

QString MessageWords::fault(const observe::FieldTree::Fault& fault)
{
    const QString field = qs(fault.field);
    return field.isEmpty()
               ? tr("Byte %1: %2").arg(fault.position).arg(faultWords(fault.what))
               : tr("Byte %1, %2: %3").arg(fault.position).arg(field, faultWords(fault.what));
}

QString MessageWords::gap(FrameGap gap)
{
    switch (gap) {
    case FrameGap::None:
        return {};
    case FrameGap::NotKept:
        return tr("The bytes of this message are not kept: newer ones have pushed them out, or "
                  "keeping was paused when it passed.");
    case FrameGap::TooLarge:
        return tr("This message is too large to be kept.");
    case FrameGap::FileGone:
        return tr("Its records lay in a file that cannot be read any more.");
    }
    return {};
}

static const FieldNode* childOf(const FieldNode& node, std::string_view name)
{
    for (const FieldNode& child : node.children)
        if (child.name == name)
            return &child;
    return nullptr;
}

QString MessageWords::summary(const FieldNode& node)
{
    const auto valueOf = [&](std::string_view name) {
        const FieldNode* child = childOf(node, name);
        return child ? qs(child->value) : QString();
    };
    switch (node.kind) {
    case FieldNode::Kind::Array:
    case FieldNode::Kind::Records:
        return QStringLiteral("[%1]").arg(node.children.size());
    case FieldNode::Kind::Null:
        return QStringLiteral("null");
    case FieldNode::Kind::Batch: {
        const QString last = childOf(node, "lastOffsetDelta")
                                 ? qs(childOf(node, "lastOffsetDelta")->meaning)
                                 : QString();
        return last.isEmpty() ? qs(node.meaning)
                              : tr("offsets %1 to %2").arg(valueOf("baseOffset"), last);
    }
    case FieldNode::Kind::Record: {
        const FieldNode* key = childOf(node, "key");
        const QString value = valueOf("value").left(60);
        return key && !key->value.empty() ? qs(key->value).left(30) + QStringLiteral(": ") + value
                                          : value;
    }
    case FieldNode::Kind::Struct:
        for (const FieldNode& child : node.children) {
            if (!child.value.empty())
                return QStringLiteral("%1 = %2").arg(qs(child.name), qs(child.value).left(60));
        }
        return {};
    default:
        return qs(node.value);
    }
}

static QJsonObject factsOf(const SeenMessage& message)
{
    const auto& flight = message.flight;
    QJsonObject json;
    json["api"] = qs(flight.api);
    json["apiKey"] = flight.apiKey;
    json["version"] = flight.apiVersion;
    json["response"] = flight.response;
    json["correlationId"] = flight.correlation;
    json["clientId"] = qs(flight.clientId);
    json["from"] = qs(flight.from.text());
    json["to"] = qs(flight.to.text());
    json["bytes"] = static_cast<qint64>(flight.bytes);
    json["sentMs"] = std::chrono::duration<double, std::milli>(flight.sentAt.sinceStart()).count();
    if (message.lasted)
        json["lastedMs"] = std::chrono::duration<double, std::milli>(*message.lasted).count();
    if (flight.response)
        json["parkedMs"] = std::chrono::duration<double, std::milli>(flight.parked).count();
    if (!flight.address.empty())
        json["address"] = qs(flight.address);
    if (!flight.error.empty())
        json["error"] = qs(flight.error);
    return json;
}

static QJsonValue valueOf(const FieldNode& node)
{
    switch (node.kind) {
    case FieldNode::Kind::Null:
        return QJsonValue::Null;
    case FieldNode::Kind::Bool:
        return node.value == "true";
    case FieldNode::Kind::Number: {
        bool isNumber = false;
        const qlonglong number = qs(node.value).toLongLong(&isNumber);
        return isNumber ? QJsonValue(number) : QJsonValue(qs(node.value));
    }
    case FieldNode::Kind::Array:
    case FieldNode::Kind::Records: {
        QJsonArray list;
        for (const FieldNode& child : node.children)
            list.append(valueOf(child));
        return list;
    }
    default:
        break;
    }
    if (node.children.empty())
        return qs(node.value);
    QJsonObject fields;
    for (const FieldNode& child : node.children)
        fields[qs(child.name)] = valueOf(child);
    return fields;
}

QJsonObject MessageWords::asJson(const SeenMessage& message, const observe::FieldTree& tree)
{
    QJsonObject json = factsOf(message);
    if (tree.isThere())
        json["fields"] = valueOf(tree.root);
    else
        json["gap"] = gap(tree.gap);
    if (tree.fault)
        json["fault"] = fault(*tree.fault);
    return json;
}

QString MessageWords::asText(const SeenMessage& message, const observe::FieldTree& tree)
{
    QString text = name(message.flight) + QStringLiteral("  ") + way(message.flight) + '\n';
    return text + (tree.isThere() ? qs(observe::textOf(tree)) : gap(tree.gap));
}

} // namespace hw::ui
