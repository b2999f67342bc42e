#include <QRegularExpression>

#include "tests/ui/window_fixture.h"
#include "ui/charts/lag_chart.h"
#include "ui/charts/measure_chart.h"
#include "ui/charts/rate_chart.h"
#include "ui/lanes/lane_window.h"

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

private:
    static bool isChinese(const QString& name)
    {
        return name.contains(QRegularExpression("\\p{Han}")) &&
               !name.contains(QRegularExpression("records|time|lag"));
    }
};

QTEST_MAIN(TestCharts)
#include "test_charts.moc"
