#include "ui/shell/keys_help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

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

/// Captions with their keys, in two columns of about the same height.
static QString columnsOf(const QStringList& parts)
{
    const auto linesOf = [](const QString& part) { return part.count(QStringLiteral("<tr>")); };
    qsizetype all = 0;
    for (const QString& part : parts)
        all += linesOf(part);
    QString left, right;
    qsizetype lines = 0;
    for (const QString& part : parts) {
        (lines * 2 < all ? left : right) += part;
        lines += linesOf(part);
    }
    return QStringLiteral("<table><tr><td style='padding:0 36px 0 0'><table>%1</table></td>"
                          "<td><table>%2</table></td></tr></table>")
        .arg(left, right);
}

void showKeys(const QList<QMenu*>& menus, QWidget* over)
{
    QString map = caption(KeyWords::tr("On the map"));
    map +=
        row(KeyWords::tr("Tab, Shift+Tab, arrow keys"), KeyWords::tr("walk from thing to thing"));
    map += row(KeyWords::tr("Ctrl with the wheel"), KeyWords::tr("zooms at the pointer"));
    map += row(QStringLiteral("A, B, C, D"), KeyWords::tr("answers a lesson's question"));
    QStringList parts{map};
    for (const QMenu* menu : menus)
        parts += rowsOf(*menu);
    auto* box = new QDialog(over);
    box->setObjectName(QStringLiteral("keys"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(KeyWords::tr("Keys"));
    auto* text = new QLabel(columnsOf(parts));
    text->setContentsMargins(12, 4, 12, 8);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(text);
    text->setAutoFillBackground(false); // as the dialog around it, in every theme
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setStyleSheet(QStringLiteral("QScrollArea { background: transparent; }"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, box, &QDialog::reject);
    auto* column = new QVBoxLayout(box);
    column->addWidget(scroll, 1);
    column->addWidget(buttons);
    text->ensurePolished(); // the theme has its sizes
    text->adjustSize();
    // As large as the keys need, but never larger than the screen: then they scroll.
    static constexpr QSize kAround(60, 80);
    const QSize wanted = text->sizeHint() + QSize(kAround.width(), kAround.height());
    box->resize(wanted.boundedTo(over->screen()->availableSize() - kAround));
    box->open();
}

} // namespace hw::ui
