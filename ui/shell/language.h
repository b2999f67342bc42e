#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace hw::ui {

/// The language of the whole program's texts: `en` or `zh_CN`. Widgets hear of a change by
/// `QEvent::LanguageChange`.
class Language : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    ~Language() override;

    static QStringList all() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }
    /// The system's language if there is a translation, else English.
    static QString ofSystem();

    /// False, and nothing changes, if there is no such translation.
    bool set(const QString& code);
    const QString& code() const { return m_code; }

signals:
    void changed(const QString& code);

private:
    void remove();

    QString m_code; ///< empty until the first `set`
    QTranslator m_own;
    QTranslator m_qt; ///< Qt's own dialogs and buttons
};

} // namespace hw::ui
