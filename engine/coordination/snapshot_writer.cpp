#include "engine/coordination/snapshot_writer.h"

namespace hw::coordination {

void SnapshotWriter::start(const State& state, world::SyncDone done)
{
    giveUp();
    m_job = std::make_shared<Job>(Job{state, state.image(), nullptr, std::move(done)});
    auto file = m_storage.beginSnapshot(m_job->image->zxid());
    auto written = file ? Result<void>() : tl::unexpected(file.error());
    if (file) {
        m_job->file = std::move(*file);
        written = write();
    }
    // Not from within the caller, who may not expect it yet.
    if (!written)
        m_loop.post(whilePresent([this, written] { end(written); }));
}

Result<void> SnapshotWriter::write()
{
    Job& job = *m_job;
    if (auto added = job.file->add(job.image->next(job.state)); !added)
        return added;
    if (!job.image->atEnd()) {
        m_loop.post(whilePresent([this] { orEnd(write()); }));
        return {};
    }
    job.image.reset();
    return job.file->sync(whilePresent(
        [this](const Result<void>& synced) { orEnd(synced ? putInPlace() : synced); }));
}

Result<void> SnapshotWriter::putInPlace()
{
    auto placed =
        m_job->file->putInPlace(whilePresent([this](const Result<void>& synced) { end(synced); }));
    m_job->inPlace = placed.has_value();
    return placed;
}

void SnapshotWriter::orEnd(const Result<void>& result)
{
    if (!result)
        end(result);
}

void SnapshotWriter::end(const Result<void>& result)
{
    const auto job = std::move(m_job);
    if (!result && !job->inPlace && job->file)
        job->file->giveUp();
    if (job->done)
        job->done(result);
}

void SnapshotWriter::giveUp()
{
    if (m_job && !m_job->inPlace && m_job->file)
        m_job->file->giveUp();
    m_job.reset();
}

} // namespace hw::coordination
