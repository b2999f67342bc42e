#include "engine/broker/broker_impl.h"

namespace hw::broker {

namespace fact = observe::fact;

log::CleanerConfig Broker::Impl::cleanerConfig() const
{
    log::CleanerConfig cleaner;
    cleaner.isEnabled = m_config.logCleaner;
    cleaner.backoff = m_config.logCleanerBackoff;
    cleaner.dedupeBufferBytes = static_cast<std::uint64_t>(m_config.logCleanerDedupeBuffer);
    return cleaner;
}

/// Every replica cleans its own log, whoever leads. One that serves nobody, or that the controller
/// has not spoken of yet, is left as it is: nobody knows how far it is committed.
log::CleanerHooks Broker::Impl::cleanerHooks()
{
    log::CleanerHooks hooks;
    hooks.lastStable = [this](const TopicPartition& id) -> std::optional<Offset> {
        const auto partition = m_replicas.find(id);
        if (!partition || (*partition)->isOffline())
            return std::nullopt;
        return (*partition)->lastStable();
    };
    hooks.onCleaned = [this](const TopicPartition& id, const log::CleaningReport& report) {
        m_journal.report(fact::LogCleaned{id, report.firstDirty, report.end, report.bytesBefore,
                                          report.bytesAfter, report.records.recordsRead,
                                          report.records.recordsKept, report.records.tombstonesKept,
                                          report.records.tombstonesDropped});
    };
    hooks.onUncleanable = [this](const TopicPartition& id, const Error& error) {
        m_journal.report(fact::LogUncleanable{id, error.message});
    };
    hooks.onStorageFailed = [this](const TopicPartition& id, const Error& error) {
        storageFailed(id, error);
    };
    return hooks;
}

void Broker::Impl::logTruncated(const TopicPartition& partition, Offset, Offset)
{
    m_cleaner.logTruncated(partition);
}

} // namespace hw::broker
