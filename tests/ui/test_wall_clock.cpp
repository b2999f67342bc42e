#include <QTest>

#include <ctime>

#include "ui/models/wall_clock.h"

using namespace hw::ui;

/// The machine's zone for a while.
class Zone
{
public:
    explicit Zone(const char* name)
        : m_before(qgetenv("TZ"))
    {
        qputenv("TZ", name);
        ::tzset();
    }
    ~Zone()
    {
        if (m_before.isEmpty())
            qunsetenv("TZ");
        else
            qputenv("TZ", m_before);
        ::tzset();
    }

private:
    QByteArray m_before;
};

class TestWallClock : public QObject
{
    Q_OBJECT
private slots:
    void midnightIsOfTheRightDay_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::newRow("UTC") << "2023-01-02 08:15:00.792 +00:00";
        QTest::newRow("America/Los_Angeles") << "2023-01-02 00:15:00.792 -08:00";
        QTest::newRow("Europe/Berlin") << "2023-01-02 09:15:00.792 +01:00";
        QTest::newRow("Asia/Kolkata") << "2023-01-02 13:45:00.792 +05:30";
    }
    void midnightIsOfTheRightDay()
    {
        QFETCH(QString, shown);
        const Zone zone(QTest::currentDataTag());
        constexpr std::int64_t kMs = 1672647300792;
        QCOMPARE(WallClock::full(kMs), shown);
        QCOMPARE(WallClock::clock(kMs), shown.mid(11, 12));
        QCOMPARE(WallClock::seconds(kMs), shown.mid(11, 8));
        QCOMPARE(WallClock::iso(kMs), shown.left(10) + "T" + shown.mid(11, 12) + shown.mid(24));
        QCOMPARE(WallClock::parse(shown), std::optional(kMs));
        QCOMPARE(WallClock::parse(WallClock::iso(kMs)), std::optional(kMs));
        QCOMPARE(WallClock::parse(shown.left(23)), std::optional(kMs));
        // "From 00:15", without seconds, is not later than the record.
        QCOMPARE(WallClock::parse(shown.left(16)), std::optional(kMs - 792));
    }

    void theHourThatComesTwiceIsToldApart()
    {
        const Zone zone("Europe/Berlin");
        constexpr std::int64_t kSummer = 1698539400000, kWinter = 1698543000000;
        QCOMPARE(WallClock::full(kSummer), QString("2023-10-29 02:30:00.000 +02:00"));
        QCOMPARE(WallClock::full(kWinter), QString("2023-10-29 02:30:00.000 +01:00"));
        for (const std::int64_t ms : {kSummer, kWinter}) {
            QCOMPARE(WallClock::parse(WallClock::full(ms)), std::optional(ms));
            QCOMPARE(WallClock::parse(WallClock::iso(ms)), std::optional(ms));
        }
    }

    void theZoneHasAName()
    {
        const Zone zone("Asia/Kolkata");
        QCOMPARE(WallClock::zone(), QString("UTC+05:30"));
    }

    void shortTimesAreTakenAndOthersRefused()
    {
        const Zone zone("UTC");
        constexpr std::int64_t kDay = 1672617600000;
        QCOMPARE(WallClock::parse("2023-01-02"), std::optional(kDay));
        QCOMPARE(WallClock::parse(" 2023-01-02 08:15 "), std::optional(kDay + 29'700'000));
        QCOMPARE(WallClock::parse("2023-01-02T08:15:01Z"), std::optional(kDay + 29'701'000));
        QCOMPARE(WallClock::parse("1672617600000"), std::optional(kDay));
        for (const char* wrong : {"", "yesterday", "2023-13-01", "2023-01-02 24:15", "08:15",
                                  "2023-01-02 08:15:00,792", "1.672.617.600.000"})
            QVERIFY2(!WallClock::parse(wrong), wrong);
    }

    /// Languages change words, not times.
    void theLocaleChangesNothing()
    {
        const Zone zone("UTC");
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::Arabic, QLocale::Egypt));
        const QString shown = WallClock::full(1672647300792);
        QLocale::setDefault(before);
        QCOMPARE(shown, QString("2023-01-02 08:15:00.792 +00:00"));
    }
};

QTEST_MAIN(TestWallClock)
#include "test_wall_clock.moc"
