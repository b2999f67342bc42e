#pragma once

#include <cstdint>
#include <string>

#include "engine/client/consumer.h"

namespace hw::client {

/// Keeps from the application the records whose key or value has a text in it. They count as read:
/// the position and what is committed go past them.
class RecordFilter final : public ConsumerInterceptor
{
public:
    explicit RecordFilter(std::string text)
        : m_text(std::move(text))
    {
    }

    bool onConsume(const TopicPartition& partition, const protocol::RecordView& record) override;
    /// Records kept back since the start.
    std::uint64_t filtered() const { return m_filtered; }

private:
    const std::string m_text;
    std::uint64_t m_filtered = 0;
};

} // namespace hw::client
