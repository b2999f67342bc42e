#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QStandardPaths>

namespace hw::ui {

static QStringList builtIn() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }

Language::~Language() { remove(); }

bool Language::isCode(const QString& text)
{
    static const QRegularExpression kCode(QStringLiteral("^[a-z]{2,3}(_[A-Z]{2})?$"));
    return kCode.match(text).hasMatch();
}

QStringList Language::folders()
{
    const QString name = QStringLiteral("translations");
    QStringList all = qEnvironmentVariable("HIGHWATER_TRANSLATIONS")
                          .split(QDir::listSeparator(), Qt::SkipEmptyParts);
    all += QDir(QCoreApplication::applicationDirPath()).filePath(name);
    all += QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).filePath(name);
    return all;
}

QString Language::fileOf(const QString& code)
{
    const QString name = QStringLiteral("highwater_%1.qm").arg(code);
    if (builtIn().contains(code))
        return QStringLiteral(":/i18n/") + name;
    for (const QString& folder : folders()) {
        const QFileInfo file(QDir(folder), name);
        if (isCode(code) && file.isFile() && file.size() <= kMostBytes)
            return file.filePath();
    }
    return {};
}

QStringList Language::all()
{
    QStringList others;
    for (const QString& folder : folders()) {
        const QStringList names =
            QDir(folder).entryList({QStringLiteral("highwater_*.qm")}, QDir::Files);
        for (const QString& name : names) {
            const QString code = QFileInfo(name).completeBaseName().section(u'_', 1);
            QTranslator read; // what cannot be read is no language
            if (isCode(code) && !builtIn().contains(code) && !others.contains(code) &&
                !fileOf(code).isEmpty() && read.load(fileOf(code)))
                others += code;
        }
    }
    others.sort();
    return builtIn() + others;
}

QString Language::nameOf(const QString& code)
{
    if (code == QLatin1String("en"))
        return QStringLiteral("English");
    if (code == QLatin1String("zh_CN"))
        return QStringLiteral("中文");
    const QString name = QLocale(code).nativeLanguageName();
    return name.isEmpty() ? code : QStringLiteral("%1 (%2)").arg(name, code);
}

QString Language::ofSystem()
{
    if (QLocale::system().language() == QLocale::Chinese)
        return QStringLiteral("zh_CN");
    const QString code = QLocale::system().name(); // `de_AT`
    for (const QString& known : all())
        if (known == code || known == code.section(u'_', 0, 0))
            return known;
    return QStringLiteral("en");
}

void Language::remove()
{
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_english);
}

bool Language::set(const QString& code)
{
    if (code == m_code)
        return true;
    const QString file = fileOf(code);
    QTranslator read; // first, so that nothing changes if it is none
    if (file.isEmpty() || !read.load(file))
        return false;
    remove();
    // English has one too, for its plurals.
    if (!m_own.load(file))
        return false;
    if (!builtIn().contains(code) && m_english.load(fileOf(QStringLiteral("en"))))
        QCoreApplication::installTranslator(&m_english);
    if (m_qt.load(QStringLiteral("qtbase_%1").arg(code),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    QCoreApplication::installTranslator(&m_own);
    m_code = code;
    emit changed(code);
    return true;
}

} // namespace hw::ui
