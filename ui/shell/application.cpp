#include "ui/shell/application.h"

#include <QApplication>
#include <QProxyStyle>
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

namespace {

/// Fusion, with buttons that say what they do in words alone.
class PlainButtons : public QProxyStyle
{
public:
    PlainButtons()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

void prepareApplication(QApplication& application)
{
    initResources();
    installMapAccessibility();
    QApplication::setStyle(new PlainButtons);
    QApplication::setFont(typeFont(Type::Body));
    application.setOrganizationName(QStringLiteral("Highwater"));
    application.setApplicationName(QStringLiteral("Highwater"));
    application.setApplicationDisplayName(QStringLiteral("Highwater"));
    application.setWindowIcon(applicationIcon());
}

} // namespace hw::ui
