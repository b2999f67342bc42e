#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace hw::ui {

/// The language of the whole program's texts: `en`, `zh_CN`, or another one whose translation lies
/// in one of the `folders` as `highwater_de.qm`. Widgets hear of a change by
/// `QEvent::LanguageChange`.
class Language : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    ~Language() override;

    static constexpr qint64 kMostBytes = 16 << 20; ///< of a file; a larger one is none

    /// Codes of all that can be set: English, Chinese, then the others by code.
    static QStringList all();
    /// As its speakers call it.
    static QString nameOf(const QString& code);
    /// Where other translations are looked for: what HIGHWATER_TRANSLATIONS names, `translations`
    /// beside the program and in the person's data directory. The first file of a code counts.
    static QStringList folders();
    /// Whether it could be a code: `de`, `pt_BR`.
    static bool isCode(const QString& text);
    /// The system's language if there is a translation, else English.
    static QString ofSystem();

    /// False, and nothing changes, if there is no such translation.
    bool set(const QString& code);
    const QString& code() const { return m_code; }

signals:
    void changed(const QString& code);

private:
    static QString fileOf(const QString& code);
    void remove();

    QString m_code;        ///< empty until the first `set`
    QTranslator m_english; ///< for what a dropped-in file leaves out: English has plurals, too
    QTranslator m_own;
    QTranslator m_qt; ///< Qt's own dialogs and buttons
};

} // namespace hw::ui
