#include <QRegularExpression>

#include "tests/ui/window_fixture.h"
#include "ui/charts/lag_chart.h"
#include "ui/charts/measure_chart.h"
#include "ui/charts/rate_chart.h"
#include "ui/lanes/lane_window.h"
#include "ui/theme/paint.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;

/// Each axis of each chart has a name with its unit, in the language of the window.
class TestCharts : public QObject
{
    Q_OBJECT
private slots:
    void ratesAreRecordsASecondOverMinutes()
    {
        WindowFixture f;
        const auto* chart = f.window->findChild<RateChart*>();
        QVERIFY(chart);
        QCOMPARE(chart->axisNames().first, QString("time since the start (min:s)"));
        QCOMPARE(chart->axisNames().second, QString("records/s"));
        QVERIFY(f.window->setLanguage("zh_CN"));
        QCoreApplication::processEvents(); // widgets hear of it by an event
        for (const QString& name : {chart->axisNames().first, chart->axisNames().second})
            QVERIFY2(isChinese(name), qPrintable(name));
    }

    void lagIsRecordsOverTheTimeOfDay()
    {
        WindowFixture f;
        const LagChart* chart = f.window->lanes()->chart();
        QCOMPARE(chart->axisNames(),
                 QStringList({"lag\n(records)", "LEO − HW\n(records)", "time of day (h:min:s)"}));
        QVERIFY(f.window->setLanguage("zh_CN"));
        QCoreApplication::processEvents(); // widgets hear of it by an event
        for (const QString& name : chart->axisNames())
            QVERIFY2(isChinese(name), qPrintable(name));
    }

    void linesAreNamedByWhatTheyRunAlong()
    {
        MeasureChart chart;
        chart.setPoints({{"scan", "bytes", {}, 100.0, 17000, "records in the log"},
                         {"scan", "bytes", {}, 200.0, 34000, "records in the log"}});
        using Names = std::pair<QString, QString>;
        QCOMPARE(chart.axisNames(), std::vector<Names>({{"records in the log", "bytes"}}));
        chart.setPoints({{"t-0", "replicas", {}, 1.0, 3}, {"t-0", "replicas", {}, 2.0, 2}});
        QCOMPARE(chart.axisNames(), std::vector<Names>({{"seconds of the step", "replicas"}}));
    }

    void barsAreNamedByTheirUnit()
    {
        MeasureChart chart;
        chart.setPoints({{"acks=1", "ms", {}, {}, 2}, {"acks=all", "ms", {}, {}, 5}});
        QCOMPARE(chart.axisNames().at(0).first, QString("ms"));
        QVERIFY(!chart.axisNames().at(0).second.isEmpty());
    }

    void aLongUnitBelowBarsIsBrokenIntoLines()
    {
        const QString bar = "with five in flight";
        for (const QString& unit : {QString("ms to the acknowledgement, on average"),
                                    QString("毫秒，从发送开始直到收到确认为止的平均时延")}) {
            MeasureChart chart;
            chart.setPoints({{bar, unit, {}, {}, 2}, {"one", unit, {}, {}, 5}});
            chart.resize(300, 300);
            chart.show();
            QTRY_VERIFY(chart.namesBelow().at(0).contains('\n'));
            const double room = chart.width() - textWidth(bar, typeFont(Type::Small));
            const QStringList lines = chart.namesBelow().at(0).split('\n');
            for (const QString& line : lines)
                QVERIFY2(textWidth(line, typeFont(Type::SmallStrong)) <= room, qPrintable(line));
            QCOMPARE(lines.join(' ').remove(' '), QString(unit).remove(' ')); // nothing is lost
            const int narrow = chart.minimumSizeHint().height();

            chart.resize(1200, 300);
            QTRY_COMPARE(chart.namesBelow().at(0), unit); // one line again
            QTRY_VERIFY(chart.minimumSizeHint().height() < narrow);
            QCOMPARE(chart.axisNames().at(0).first, unit);
        }
    }

    void aUnitThatNoLinesHaveRoomForIsElided()
    {
        MeasureChart chart;
        chart.setPoints({{"p", QString("word ").repeated(60).trimmed(), {}, {}, 2}});
        chart.resize(300, 300);
        chart.show();
        QTRY_COMPARE(chart.namesBelow().at(0).count('\n'), 2);
        QVERIFY(chart.namesBelow().at(0).endsWith(QStringLiteral("…")));
    }

private:
    static bool isChinese(const QString& name)
    {
        return name.contains(QRegularExpression("\\p{Han}")) &&
               !name.contains(QRegularExpression("records|time|lag"));
    }
};

QTEST_MAIN(TestCharts)
#include "test_charts.moc"
