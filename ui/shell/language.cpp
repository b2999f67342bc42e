#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace hw::ui {

Language::~Language() { remove(); }

QString Language::ofSystem()
{
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN")
                                                            : QStringLiteral("en");
}

void Language::remove()
{
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
}

bool Language::set(const QString& code)
{
    if (!all().contains(code))
        return false;
    if (code == m_code)
        return true;
    remove();
    // English has one too, for its plurals.
    if (!m_own.load(QStringLiteral(":/i18n/highwater_%1.qm").arg(code)))
        return false;
    if (m_qt.load(QStringLiteral("qtbase_%1").arg(code),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    QCoreApplication::installTranslator(&m_own);
    m_code = code;
    emit changed(code);
    return true;
}

} // namespace hw::ui
