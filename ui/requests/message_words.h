#pragma once

#include <QCoreApplication>
#include <QJsonObject>
#include <QString>

#include "engine/observe/field_tree.h"
#include "engine/observe/flight.h"

namespace hw::ui {

struct SeenMessage;

/// Messages and their fields in the words of the person's language. Names of APIs, fields and
/// errors stay Kafka's own.
class MessageWords
{
    Q_DECLARE_TR_FUNCTIONS(MessageWords)
public:
    /// `Produce v7`; an answer is marked by an arrow back and by a word.
    static QString name(const observe::Flight& flight);
    /// `broker 1 → broker 2`.
    static QString way(const observe::Flight& flight);
    /// What it is about: partition, records, group.
    static QString about(const observe::Flight& flight);
    static QString bytes(std::uint64_t count);
    static QString duration(Duration lasted);
    static QString fault(const observe::FieldTree::Fault& fault);
    static QString gap(observe::FrameGap gap);
    /// What a collapsed field says in a few words.
    static QString summary(const observe::FieldNode& node);

    static QString asText(const SeenMessage& message, const observe::FieldTree& tree);
    static QJsonObject asJson(const SeenMessage& message, const observe::FieldTree& tree);
};

} // namespace hw::ui
