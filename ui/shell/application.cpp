#include "ui/shell/application.h"

#include <QApplication>
#include <QStyleFactory>

#include "ui/map/map_accessible.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

static void initResources() // from a static library
{
    Q_INIT_RESOURCE(highwater_i18n);
    Q_INIT_RESOURCE(highwater_icons);
}

namespace hw::ui {

void prepareApplication(QApplication& application)
{
    initResources();
    installMapAccessibility();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(typeFont(Type::Body));
    application.setApplicationDisplayName(QStringLiteral("Highwater"));
    application.setWindowIcon(applicationIcon());
}

} // namespace hw::ui
