#pragma once

#include <string>

#include "engine/frames/cursor.h"
#include "engine/frames/opaque.h"
#include "engine/protocol/record_batch.h"

namespace hw::frames {

/// Reads the batches in a Records field: each header's fields, then its records as they are on the
/// wire.  Kafka: DefaultRecordBatch, DefaultRecord.
class RecordsReader
{
public:
    /// `mayEndEarly`: the last batch may be cut short, as in fetch responses.
    RecordsReader(Cursor& from, std::string_view topic, bool mayEndEarly)
        : m_from(from)
        , m_topic(topic)
        , m_mayEndEarly(mayEndEarly)
    {
    }

    void read(observe::FieldNode& into);

private:
    bool batch(observe::FieldNode& into);
    void header(observe::FieldNode& into, const protocol::BatchHeader& header, ByteView whole);
    void records(observe::FieldNode& into, const protocol::BatchHeader& header, ByteView stored);
    void record(observe::FieldNode& into, const protocol::BatchHeader& header, Cursor& from);
    Opaque keyed(observe::FieldNode& record, Cursor& from);
    void valued(observe::FieldNode& record, Cursor& from, Opaque what);
    void headers(observe::FieldNode& record, Cursor& from);

    Cursor& m_from;
    std::string m_topic;
    bool m_mayEndEarly;
};

} // namespace hw::frames
