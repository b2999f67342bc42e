#include "ui/shell/keys_help.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMessageBox>

namespace hw::ui {

namespace {

struct KeyWords
{
    Q_DECLARE_TR_FUNCTIONS(hw::ui::KeyWords)
};

} // namespace

static QString row(const QString& keys, const QString& what)
{
    return QStringLiteral("<tr><td style='padding:1px 18px 1px 0'><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

static QString caption(const QString& text)
{
    return QStringLiteral("<tr><td colspan='2' style='padding:8px 0 2px 0'>%1</td></tr>")
        .arg(text.toHtmlEscaped());
}

static QString withoutMnemonic(QString text)
{
    const qsizetype bracket = text.indexOf(QStringLiteral("(&"));
    if (bracket >= 0)
        text.truncate(bracket);
    return text.remove(u'&');
}

static QString rowsOf(const QMenu& menu)
{
    QString rows;
    for (const QAction* action : menu.actions()) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts())
            keys += key.toString(QKeySequence::NativeText);
        if (!keys.isEmpty())
            rows += row(keys.join(QStringLiteral(", ")), withoutMnemonic(action->text()));
    }
    return rows.isEmpty() ? rows : caption(withoutMnemonic(menu.title())) + rows;
}

void showKeys(const QList<QMenu*>& menus, QWidget* over)
{
    QString rows = caption(KeyWords::tr("On the map"));
    rows +=
        row(KeyWords::tr("Tab, Shift+Tab, arrow keys"), KeyWords::tr("walk from thing to thing"));
    rows += row(KeyWords::tr("Ctrl with the wheel"), KeyWords::tr("zooms at the pointer"));
    rows += row(QStringLiteral("A, B, C, D"), KeyWords::tr("answers a lesson's question"));
    for (const QMenu* menu : menus)
        rows += rowsOf(*menu);
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, KeyWords::tr("Keys"),
                        QStringLiteral("<table>%1</table>").arg(rows), QMessageBox::Close, over);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace hw::ui
