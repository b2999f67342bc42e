#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <vector>

#include "app/store/journal.h"
#include "app/store/recording.h"
#include "tests/app/store/seen_demo.h"

namespace hw::test {

/// A recording of an eventful demo, and all that was shown live.
struct RecordedDemo
{
    static constexpr Duration kWait = 60s;

    explicit RecordedDemo(Duration length, store::JournalLimits limits = {})
    {
        store::RecordingOrigin origin{"studio", "3 brokers", 5, WallTime(1'700'000'000'000)};
        store::Journal journal(file(), origin, limits);
        SeenDemo demo(5);
        for (int frame = 0; SeenDemo::kFrame * frame < length; ++frame) {
            if (frame == 300)
                demo.submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
            if (frame == 700)
                demo.submit(observe::command::Restart{NodeId::broker(BrokerId(2))});
            store::Sight sight = demo.look();
            for (const observe::Event& event : sight.events)
                events.push_back(event);
            seen.push_back({sight.snapshot, sight.gauges, {}, 0});
            journal.take(std::move(sight));
            if (frame % 100 == 0 && !journal.flush(kWait)) // a test is faster than any window
                qFatal("the journal does not write");
        }
        journal.setNote({Instant(5s), "look at the leader"});
    }
    std::string file() const { return dir.filePath("demo.hwrec").toStdString(); }
    /// The last frame not later than the moment.
    const store::Sight& at(Instant moment) const
    {
        const auto after =
            std::upper_bound(seen.begin(), seen.end(), moment,
                             [](Instant at, const store::Sight& s) { return at < s.snapshot->at; });
        return *std::prev(after);
    }

    QTemporaryDir dir;
    std::vector<store::Sight> seen; ///< without events
    std::vector<observe::Event> events;
};

inline std::unique_ptr<store::Recording> opened(const std::string& file)
{
    auto recording = store::Recording::open(file);
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::move(*recording);
}

/// Runs a statement on the file as any tool could.
inline void tamper(const std::string& file, const char* statement)
{
    auto database = store::Database::open(file, store::Database::Mode::Write);
    if (!database || !(*database)->run(QString::fromLatin1(statement)))
        qFatal("%s", statement);
}

} // namespace hw::test
