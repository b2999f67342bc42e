#include <QApplication>
#include <QSaveFile>

#include "app/commands/console.h"
#include "app/commands/shot.h"
#include "app/session/sim_session.h"
#include "ui/shell/application.h"
#include "ui/shell/shot.h"

namespace hw::app {

namespace {

constexpr Duration kPictureAt = 20s;

/// The offscreen platform remarks on what it lacks; that is no matter of the user's.
void drop(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        LineOutput(2).line(message.toStdString());
}

ui::ShotOptions pictureOf(const ShotOptions& options, SimSession& session)
{
    ui::ShotOptions picture;
    picture.size = QSize(options.width, options.height);
    picture.theme = options.theme == Theme::Dark        ? ui::ThemeName::Dark
                    : options.theme == Theme::Projector ? ui::ThemeName::Projector
                                                        : ui::ThemeName::Light;
    picture.language = QString::fromStdString(options.language);
    // Frames move the time; as the machine's stands still, none is ever too slow.
    session.clock().setMachineTime([] { return Duration(); });
    session.clock().play();
    picture.before = kPictureAt; // all of it: the chart and the list begin with the cluster
    return picture;
}

/// The old file stays whole until the new one is.
bool save(const QImage& image, const QString& path)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit();
}

} // namespace

int shot(const ShotOptions& options)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop);
    int argc = 1;
    char name[] = "highwater";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    ui::prepareApplication(application);

    cluster::ClusterSpec spec;
    spec.demo = true;
    spec.seed = 1;
    const auto session = SimSession::start(spec);
    if (!session)
        return refuse(session.error().message);
    const QImage image = ui::renderWindow((*session)->cluster(), pictureOf(options, **session));
    if (!save(image, QString::fromStdString(options.file)))
        return refuse("shot: '" + options.file +
                      "' cannot be written; a file in a folder of yours is allowed");
    return kDone;
}

} // namespace hw::app
