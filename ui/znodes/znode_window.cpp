#include "ui/znodes/znode_window.h"

#include <QCloseEvent>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

static bool isText(const QString& text)
{
    return std::ranges::all_of(text, [](QChar c) {
        return c.isPrint() || c == QLatin1Char('\n') || c == QLatin1Char('\t');
    });
}

/// Where a list ends that holds no list or object; npos if it does.
static qsizetype endOfPlainList(const QString& json, qsizetype from)
{
    bool quoted = false;
    for (qsizetype i = from + 1; i < json.size(); ++i) {
        const QChar c = json[i];
        if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{'))
            return -1;
        else if (!quoted && c == ']')
            return i;
    }
    return -1;
}

/// JSON with line breaks; names stay in their order and numbers in their digits.
static QString indented(const QString& json)
{
    QString out;
    int depth = 0;
    const auto newLine = [&] { out += '\n' + QString(2 * depth, ' '); };
    bool quoted = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const QChar c = json[i];
        if (quoted) {
            out += c;
            if (c == '\\' && i + 1 < json.size())
                out += json[++i];
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
            out += c;
        } else if (c.isSpace()) {
            continue;
        } else if (const qsizetype end = c == '[' ? endOfPlainList(json, i) : -1; end >= 0) {
            out += QString(json.mid(i, end - i + 1)).replace(',', QStringLiteral(", "));
            i = end;
        } else if (c == '{' || c == '[') {
            out += c;
            if (i + 1 < json.size() && (json[i + 1] == '}' || json[i + 1] == ']')) {
                out += json[++i];
                continue;
            }
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            --depth;
            newLine();
            out += c;
        } else {
            out += c;
            if (c == ',')
                newLine();
            else if (c == ':')
                out += ' ';
        }
    }
    return out;
}

QString readable(const observe::Znode& znode)
{
    const QByteArray bytes = QByteArray::fromStdString(znode.data);
    const QString text = QString::fromUtf8(bytes);
    if (!QJsonDocument::fromJson(bytes).isNull())
        return indented(text);
    return isText(text) ? text : QString::fromLatin1(bytes.toHex(' '));
}

ZnodeWindow::ZnodeWindow(Ask ask, QSettings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_ask(std::move(ask))
    , m_settings(settings)
    , m_delegate(new SessionDelegate(this))
    , m_search(new QLineEdit)
    , m_tree(new QTreeView)
    , m_title(new QLabel)
    , m_facts(new QLabel)
    , m_text(new QPlainTextEdit)
    , m_sessionsTitle(new QLabel)
    , m_sessionList(new QListView)
    , m_status(new QLabel)
    , m_across(new QSplitter(Qt::Horizontal))
    , m_down(new QSplitter(Qt::Vertical))
{
    setProperty("role", "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_down->addWidget(buildDetail());
    m_down->addWidget(buildSessions());
    m_down->setChildrenCollapsible(false);
    m_across->addWidget(buildTree());
    m_across->addWidget(m_down);
    m_across->setChildrenCollapsible(false);
    m_across->setSizes({560, 480});
    m_down->setSizes({440, 240});
    column->addWidget(m_across, 1);
    m_status->setProperty("role", "soft");
    m_status->setContentsMargins(14, 5, 14, 6);
    column->addWidget(m_status);
    resize(1060, 720);
    restore();
    retranslate();
}

QWidget* ZnodeWindow::buildTree()
{
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(12, 8, 6, 6);
    column->setSpacing(6);
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::returnPressed, this, &ZnodeWindow::findNext);
    column->addWidget(m_search);
    m_tree->setModel(&m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setIndentation(14);
    m_tree->setMinimumWidth(360);
    const int widths[] = {300, 64, 84, 66};
    for (int i = 0; i < ZnodeModel::ColumnCount; ++i)
        m_tree->setColumnWidth(i, widths[i]);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (const auto* znode = m_model.at(index))
                    choose(znode->path);
            });
    column->addWidget(m_tree, 1);
    return left;
}

QWidget* ZnodeWindow::buildDetail()
{
    auto* detail = new QWidget;
    detail->setMinimumWidth(360);
    auto* column = new QVBoxLayout(detail);
    column->setContentsMargins(8, 8, 12, 4);
    column->setSpacing(6);
    m_title->setProperty("role", "title");
    m_title->setWordWrap(true);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_title);
    m_text->setReadOnly(true);
    m_text->setProperty("role", "mono");
    column->addWidget(m_text, 1);
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_facts);
    return detail;
}

QWidget* ZnodeWindow::buildSessions()
{
    auto* below = new QWidget;
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(8, 4, 12, 4);
    column->setSpacing(4);
    m_sessionsTitle->setProperty("role", "caption");
    column->addWidget(m_sessionsTitle);
    m_sessionList->setModel(&m_sessions);
    m_sessionList->setItemDelegate(m_delegate);
    m_sessionList->setUniformItemSizes(true);
    column->addWidget(m_sessionList, 1);
    return below;
}

void ZnodeWindow::take(std::int64_t nowMs)
{
    if (!isVisible())
        return;
    m_model.setNow(nowMs);
    if (nowMs - m_lookedMs < kLookMs)
        return;
    m_lookedMs = nowMs;
    auto tree = m_ask();
    if (!tree || tree == m_last)
        return;
    m_last = std::move(tree);
    m_model.take(*m_last, nowMs);
    m_sessions.take(m_last->sessions);
    if (!m_isOpened && m_model.count() > 0) {
        m_isOpened = true;
        m_tree->expandRecursively(m_model.index(0, 0), 2);
        open(QString::fromStdString(m_chosen));
    }
    showChosen();
    showStatus();
}

void ZnodeWindow::open(const QString& path)
{
    m_chosen = path.toStdString();
    const QModelIndex index = m_model.indexOf(m_chosen);
    if (!index.isValid())
        return;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    showChosen();
}

void ZnodeWindow::choose(const std::string& path)
{
    m_chosen = path;
    showChosen();
}

QString ZnodeWindow::ownerOf(const observe::Znode& znode) const
{
    if (znode.owner == SessionId())
        return tr("nobody: it stays until it is deleted");
    QString who = sessionText(znode.owner);
    for (const auto& session : m_last->sessions) {
        if (session.id == znode.owner && session.owner.kind != NodeId::Kind::None)
            who = tr("%1 (session %2)").arg(Words::node(session.owner), who);
    }
    return tr("%1: it goes when that session ends").arg(who);
}

QString ZnodeWindow::watchesOf(const observe::Znode& znode) const
{
    if (znode.watches.empty())
        return tr("nobody");
    QStringList all;
    for (const auto& watch : znode.watches) {
        const QString who = Words::node(watch.who);
        all << (watch.below      ? tr("%1 (this and all below, lasting)").arg(who)
                : watch.lasting  ? tr("%1 (lasting)").arg(who)
                : watch.children ? tr("%1 (children)").arg(who)
                                 : tr("%1 (data)").arg(who));
    }
    return all.join(QStringLiteral(", "));
}

QString ZnodeWindow::factsOf(const observe::Znode& znode) const
{
    const auto row = [](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td style='padding-right:14px'>%1</td><td>%2</td></tr>")
            .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    const auto zxid = [](Zxid id) {
        return QStringLiteral("0x") + QString::number(static_cast<quint64>(id.value()), 16);
    };
    QString all = QStringLiteral("<table>");
    all += row(QStringLiteral("version · cversion"),
               QStringLiteral("%1 · %2").arg(znode.version).arg(znode.cversion));
    all += row(QStringLiteral("czxid"),
               zxid(znode.czxid) + QStringLiteral(" · ") + WallClock::full(znode.ctimeMs));
    all += row(QStringLiteral("mzxid"),
               zxid(znode.mzxid) + QStringLiteral(" · ") + WallClock::full(znode.mtimeMs));
    all += row(QStringLiteral("pzxid"), zxid(znode.pzxid));
    all += row(tr("Bytes"), QString::number(znode.dataBytes));
    all += row(tr("Children"), QString::number(znode.children));
    all += row(tr("Owner"), ownerOf(znode));
    all += row(tr("Watched by"), watchesOf(znode));
    return all + QStringLiteral("</table>");
}

void ZnodeWindow::showChosen()
{
    const observe::Znode* znode = m_model.at(m_model.indexOf(m_chosen));
    m_title->setText(qs(m_chosen));
    QString text;
    QString facts;
    if (!znode) {
        facts = m_last ? tr("This znode is not there (any more).").toHtmlEscaped() : QString();
    } else {
        text = znode->data.empty() ? QString() : readable(*znode);
        if (znode->data.size() < znode->dataBytes)
            text += '\n' + tr("… and %n more byte(s)", nullptr,
                              static_cast<int>(znode->dataBytes - znode->data.size()));
        facts = factsOf(*znode);
    }
    if (m_text->toPlainText() != text)
        m_text->setPlainText(text);
    if (m_facts->text() != facts)
        m_facts->setText(facts);
}

void ZnodeWindow::showStatus()
{
    if (!m_last)
        return;
    QString text = tr("%1 znodes as zookeeper%2 has them · zxid 0x%3")
                       .arg(m_last->nodes.size() + m_last->leftOut)
                       .arg(m_last->server)
                       .arg(QString::number(static_cast<quint64>(m_last->zxid.value()), 16));
    if (m_last->leftOut > 0)
        text += QStringLiteral(" · ") + tr("%1 not shown").arg(m_last->leftOut);
    m_status->setText(text);
}

/// The next znode whose path or data holds the text.
void ZnodeWindow::findNext()
{
    const std::string wanted = m_search->text().toStdString();
    if (!m_last || wanted.empty())
        return;
    const auto& nodes = m_last->nodes;
    const auto here = std::ranges::find(nodes, m_chosen, &observe::Znode::path);
    const std::size_t start =
        here == nodes.end() ? 0 : static_cast<std::size_t>(here - nodes.begin()) + 1;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const auto& znode = nodes[(start + n) % nodes.size()];
        if (znode.path.find(wanted) != std::string::npos ||
            znode.data.find(wanted) != std::string::npos)
            return open(qs(znode.path));
    }
}

void ZnodeWindow::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
    m_model.setTheme(theme);
    m_delegate->setTheme(theme);
    m_sessionList->viewport()->update();
}

void ZnodeWindow::retranslate()
{
    setWindowTitle(tr("Znodes"));
    m_search->setPlaceholderText(tr("Find in paths and data (Enter: the next one)"));
    m_search->setAccessibleName(tr("Find in paths and data"));
    m_tree->setAccessibleName(tr("Znodes"));
    m_text->setAccessibleName(tr("Data of the znode"));
    m_text->setPlaceholderText(tr("no data"));
    m_sessionsTitle->setText(tr("Sessions"));
    m_sessionList->setAccessibleName(tr("Sessions"));
    m_model.retranslate();
    m_sessions.retranslate();
    showChosen();
    showStatus();
}

void ZnodeWindow::restore()
{
    m_chosen = m_settings.value(QStringLiteral("znodes/chosen"), QStringLiteral("/"))
                   .toString()
                   .toStdString();
    restoreGeometry(m_settings.value(QStringLiteral("znodes/geometry")).toByteArray());
    m_across->restoreState(m_settings.value(QStringLiteral("znodes/across")).toByteArray());
    m_down->restoreState(m_settings.value(QStringLiteral("znodes/down")).toByteArray());
    m_tree->header()->restoreState(
        m_settings.value(QStringLiteral("znodes/columns")).toByteArray());
}

void ZnodeWindow::remember()
{
    m_settings.setValue(QStringLiteral("znodes/chosen"), qs(m_chosen));
    m_settings.setValue(QStringLiteral("znodes/geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("znodes/across"), m_across->saveState());
    m_settings.setValue(QStringLiteral("znodes/down"), m_down->saveState());
    m_settings.setValue(QStringLiteral("znodes/columns"), m_tree->header()->saveState());
}

void ZnodeWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ZnodeWindow::closeEvent(QCloseEvent* event)
{
    remember();
    QWidget::closeEvent(event);
}

} // namespace hw::ui
