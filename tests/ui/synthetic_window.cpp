#include <QApplication>
#include <QImage>

#include "tests/support/synthetic_cluster.h"
#include "ui/feed/feed.h"
#include "ui/map/map_view.h"
#include "ui/map/legend.h"

using namespace hw;
using namespace hw::ui;

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    test::SyntheticCluster cluster;
    Feed feed(cluster);
    std::int64_t now = 0;
    feed.setClock([&] { return now; });
    const Theme theme = makeTheme(argc > 2 ? ThemeName::Dark : ThemeName::Light);
    MapScene scene(theme);
    MapView view(&scene);
    view.setTheme(theme);
    view.resize(1330, 700);
    view.show();
    QObject::connect(&feed, &Feed::frameReady, &scene, [&](const Frame& f) { scene.show(f, feed.rates()); });
    cluster.setInterest({true, true});
    auto run = [&](int ms) { for (int t = 0; t < ms; t += 16) { now += 16; cluster.advance(16ms); feed.tick(); } };
    run(3000);
    if (argc > 3) { cluster.submit(observe::command::Kill{NodeId::broker(BrokerId{3})}); run(4200); }
    view.grab().save(argv[1]);
}
