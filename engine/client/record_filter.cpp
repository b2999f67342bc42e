#include "engine/client/record_filter.h"

namespace hw::client {

static bool has(const std::optional<ByteView>& bytes, const std::string& text)
{
    return bytes && textOf(*bytes).find(text) != std::string::npos;
}

bool RecordFilter::onConsume(const TopicPartition&, const protocol::RecordView& record)
{
    if (!has(record.key, m_text) && !has(record.value, m_text))
        return true;
    ++m_filtered;
    return false;
}

} // namespace hw::client
