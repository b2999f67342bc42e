#include <QApplication>
#include <QProcess>
#include <QTest>

#include "tests/ui/window_fixture.h"
#include "ui/shell/application.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;

/// Case R25, inside one scale factor: the program starts itself once for each.
static int checkScale(int argc, char** argv)
{
    QApplication application(argc, argv);
    prepareApplication(application);
    WindowFixture f;
    f.window->resize(1200, 800);
    QCoreApplication::processEvents();
    f.window->map()->fit();
    const double factor = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble();
    const QImage picture = f.window->grab().toImage();
    if (picture.size() != (QSizeF(f.window->size()) * factor).toSize()) {
        qWarning() << "picture" << picture.size() << "window" << f.window->size();
        return 2;
    }
    // The clickable area is the drawn box: just inside each edge hits it, just outside does not.
    auto* map = f.window->map();
    const auto hit = [&](QPointF view) {
        return map->map()->itemUnder(map->viewportTransform().inverted().map(view));
    };
    for (int id = 1; id <= 3; ++id) {
        const QRectF box = map->viewportTransform().mapRect(f.broker(id)->sceneBox());
        for (const QPointF inside :
             {QPointF(box.left() + 1, box.center().y()), QPointF(box.right() - 1, box.center().y()),
              QPointF(box.center().x(), box.top() + 1),
              QPointF(box.center().x(), box.bottom() - 1)}) {
            if (hit(inside) != f.broker(id))
                return 3;
        }
        for (const QPointF outside : {QPointF(box.left() - 1, box.center().y()),
                                      QPointF(box.center().x(), box.bottom() + 1)}) {
            if (hit(outside) == f.broker(id))
                return 4;
        }
        const auto before = f.cluster.submitted().size();
        f.click(f.broker(id)->powerMark()->sceneBox().center());
        if (f.cluster.submitted().size() != before + 1 ||
            f.brokerOfLast<observe::command::Kill>() != BrokerId{id})
            return 5;
    }
    return 0;
}

class TestScaling : public QObject
{
    Q_OBJECT
private slots:
    void clicksHitWhatIsDrawn_data()
    {
        QTest::addColumn<QString>("factor");
        for (const char* factor : {"1", "1.25", "1.5", "2"})
            QTest::newRow(factor) << QString(factor);
    }
    void clicksHitWhatIsDrawn()
    {
        QFETCH(QString, factor);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_SCALE_FACTOR", factor);
        environment.insert("QT_SCALE_FACTOR_ROUNDING_POLICY", "PassThrough");
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start(QCoreApplication::applicationFilePath(), {"--one-scale"});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 0);
    }
};

int main(int argc, char** argv)
{
    if (argc > 1 && qstrcmp(argv[1], "--one-scale") == 0)
        return checkScale(argc, argv);
    QCoreApplication application(argc, argv);
    TestScaling test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_scaling.moc"
