#include "ui/requests/request_window.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

#include "ui/models/words.h"
#include "ui/requests/bytes_view.h"
#include "ui/requests/message_words.h"

namespace hw::ui {

/// Rows are added some times a second: more often nobody can read them.
void RequestWindow::take(const Frame& frame)
{
    if (frame.anew) { // those messages are of another run, or still to come
        m_model.clear();
        m_waiting = {};
        m_gathered = m_chosen = kNoFlight;
    }
    m_kept = frame.framesKept;
    m_keptBytes = frame.bytesKept;
    if (m_isPaused)
        return;
    m_waiting.snapshot = frame.snapshot;
    m_waiting.flightsLost += frame.flightsLost;
    m_waiting.flights.insert(m_waiting.flights.end(), frame.flights.begin(), frame.flights.end());
    if (frame.nowMs - m_listedMs < kListMs)
        return;
    m_listedMs = frame.nowMs;
    listWaiting();
}

void RequestWindow::listWaiting()
{
    const bool isNews = !m_waiting.flights.empty();
    m_model.take(std::exchange(m_waiting, {}));
    if (!isVisible())
        return;
    gatherChoices();
    if (m_isFollowing && isNews)
        m_list->scrollToBottom();
    if (chosen() && !chosen()->response && isNews)
        showFacts(); // its answer may have come
    showStatus();
}

/// From the messages that were not looked at for it yet.
void RequestWindow::gatherChoices()
{
    bool isNew = false;
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        const auto& flight = m_model.at(row).flight;
        if (flight.id <= m_gathered)
            break;
        isNew |= m_apis.insert(flight.api).second;
        if (!flight.clientId.empty())
            isNew |= m_clients.insert(flight.clientId).second;
        for (const NodeId node : {flight.from, flight.to})
            if (node.kind == NodeId::Kind::Broker)
                isNew |= m_brokers.insert(node).second;
    }
    if (m_model.rowCount())
        m_gathered = m_model.at(m_model.rowCount() - 1).flight.id;
    if (isNew)
        offerChoices();
}

void RequestWindow::showStatus()
{
    m_status->setText(tr("%1 of %2 shown · %5 left out by sampling · bytes kept of the newest %3 "
                         "messages, also of those left out (%4 MiB)")
                          .arg(m_filter->rowCount())
                          .arg(m_model.rowCount())
                          .arg(m_kept)
                          .arg(static_cast<double>(m_keptBytes) / (1024 * 1024), 0, 'f', 1)
                          .arg(m_model.sampledAway()));
}

const observe::Flight* RequestWindow::chosen() const
{
    const auto row = m_model.rowOf(m_chosen);
    return row ? &m_model.at(*row).flight : nullptr;
}

void RequestWindow::open(const observe::Flight& flight)
{
    if (!m_isPaused)
        listWaiting();
    const int row = m_model.ensure(flight);
    show();
    raise();
    activateWindow();
    if (!m_filter->accepts(m_model.at(row))) {
        auto kinds = m_filter->leftOut();
        if (kinds.erase(MessageKind::of(flight)))
            m_filter->setLeftOut(std::move(kinds));
        buildLeftOutMenu();
        m_search->clear();
        for (QComboBox* box : {m_api, m_client, m_broker, m_direction})
            box->setCurrentIndex(0);
        m_errors->setChecked(false);
        applyFilter();
    }
    const QModelIndex index = m_filter->mapFromSource(m_model.index(row, 0));
    m_isFollowing = false;
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void RequestWindow::setPaused(bool paused)
{
    if (paused == m_isPaused)
        return;
    if (paused)
        listWaiting();
    m_isPaused = paused;
    m_pause->setChecked(paused);
    emit pausedChanged(paused);
}

void RequestWindow::applyFilter()
{
    RequestFilter::Wanted wanted;
    wanted.text = m_search->text();
    wanted.api = m_api->currentData().toString().toStdString();
    wanted.clientId = m_client->currentData().toString().toStdString();
    if (const int broker = m_broker->currentData().toInt())
        wanted.broker = NodeId::broker(BrokerId{broker});
    wanted.direction = static_cast<RequestFilter::Direction>(m_direction->currentIndex());
    wanted.errorsOnly = m_errors->isChecked();
    m_filter->want(std::move(wanted));
    showStatus();
}

static void refill(QComboBox* box, const QString& all,
                   const std::vector<std::pair<QString, QVariant>>& choices)
{
    const QVariant now = box->currentData();
    const QSignalBlocker quiet(box);
    box->clear();
    box->addItem(all);
    for (const auto& [text, data] : choices)
        box->addItem(text, data);
    box->setCurrentIndex(std::max(0, now.isValid() ? box->findData(now) : 0));
}

void RequestWindow::offerChoices()
{
    std::vector<std::pair<QString, QVariant>> apis, clients, brokers;
    for (const auto& api : m_apis)
        apis.emplace_back(qs(api), qs(api));
    for (const auto& client : m_clients)
        clients.emplace_back(qs(client), qs(client));
    for (const NodeId& broker : m_brokers)
        brokers.emplace_back(Words::node(broker), broker.number);
    refill(m_api, tr("All APIs"), apis);
    refill(m_client, tr("All clients"), clients);
    refill(m_broker, tr("All brokers"), brokers);
}

void RequestWindow::choose(const QModelIndex& index)
{
    const QModelIndex source = m_filter->mapToSource(index);
    if (!source.isValid())
        return;
    m_chosen = m_model.at(source.row()).flight.id;
    m_isFollowing = false;
    showChosen();
}

void RequestWindow::showChosen()
{
    const auto* flight = chosen();
    if (!flight)
        return;
    m_fields.show(m_decode(m_chosen));
    const auto& tree = m_fields.tree();
    m_bytes->show(tree.frame);
    m_tree->expandToDepth(m_fields.rowCount() < 2 || tree.root.size < 400 ? 9 : 1);
    if (tree.root.children.size() > 1)
        m_tree->collapse(m_fields.index(0, 0)); // the header: the facts above say it
    m_tree->resizeColumnToContents(FieldModel::Name);
    m_tree->setColumnWidth(FieldModel::Name,
                           std::clamp(m_tree->columnWidth(FieldModel::Name), 160, 300));
    QStringList wrong;
    if (!tree.isThere())
        wrong << MessageWords::gap(tree.gap);
    if (tree.fault) {
        wrong << MessageWords::fault(*tree.fault);
        m_bytes->mark(tree.fault->position, 1);
    }
    if (tree.shortened)
        wrong << tr("More than %1 fields: the rest is left out.").arg(observe::kFieldNodeLimit);
    m_fault->setText(wrong.join('\n'));
    m_fault->setVisible(!wrong.isEmpty());
    showFacts();
}

/// A line of the table of facts; what is not known is left out.
static QString line(const QString& name, const QString& value)
{
    return value.isEmpty() ? QString()
                           : QStringLiteral("<tr><td style='padding-right:14px'>%1</td>"
                                            "<td><b>%2</b></td></tr>")
                                 .arg(name, value.toHtmlEscaped());
}

void RequestWindow::showFacts()
{
    const auto row = m_model.rowOf(m_chosen);
    if (!row)
        return;
    const SeenMessage& message = m_model.at(*row);
    const auto& flight = message.flight;
    m_title->setText(MessageWords::name(flight));
    const auto sent = flight.response ? message.requestSent : std::optional(flight.sentAt);
    const auto answered = flight.response ? std::optional(flight.sentAt) : message.answered;
    QString left = line(tr("From → to"), MessageWords::way(flight));
    left += line(QStringLiteral("client.id"), qs(flight.clientId));
    left += line(tr("Address"), qs(flight.address));
    left += line(tr("Correlation id"), QString::number(flight.correlation));
    left += line(tr("Size"), tr("%1 bytes").arg(MessageWords::bytes(flight.bytes)));
    left += line(tr("Error"), qs(flight.response ? flight.error : message.answerError));
    QString right = line(tr("Sent"), sent ? m_model.timeOf(*sent) : QString());
    if (flight.response)
        right += line(tr("Received"), m_model.timeOf(flight.receivedAt));
    right += line(tr("Answered"), answered ? m_model.timeOf(*answered) : tr("not seen yet"));
    right += line(tr("Took"), message.lasted ? MessageWords::duration(*message.lasted) : QString());
    if (flight.response)
        right += line(tr("Parked"), MessageWords::duration(flight.parked));
    const QString cause = flight.cause == kNoEvent ? QString() : m_sentence(flight.cause);
    const QString table = QStringLiteral("<table>%1</table>");
    QString text = QStringLiteral("<table width='100%'><tr><td>%1</td><td>%2</td></tr></table>")
                       .arg(table.arg(left), table.arg(right));
    if (!cause.isEmpty())
        text += QStringLiteral("<p>%1 <a href='cause' style='color:%2'>%3</a></p>")
                    .arg(tr("Because of:"), m_theme.colors.accent.name(), cause.toHtmlEscaped());
    m_facts->setText(text);
    const FlightId other = flight.response ? flight.request : message.answer;
    m_other->setText(flight.response ? tr("Go to the request") : tr("Go to the answer"));
    m_other->setEnabled(m_model.rowOf(other).has_value());
}

void RequestWindow::goToOther()
{
    const auto row = m_model.rowOf(m_chosen);
    if (!row)
        return;
    const SeenMessage& message = m_model.at(*row);
    const FlightId other = message.flight.response ? message.flight.request : message.answer;
    if (const auto to = m_model.rowOf(other))
        open(m_model.at(*to).flight);
}

void RequestWindow::showField(const QModelIndex& index)
{
    if (const auto* node = m_fields.nodeAt(index))
        m_bytes->mark(node->position, node->size);
}

void RequestWindow::findNext()
{
    const QModelIndex found = m_fields.find(m_find->text(), m_tree->currentIndex());
    if (!found.isValid())
        return;
    m_tree->setCurrentIndex(found);
    m_tree->scrollTo(found, QAbstractItemView::PositionAtCenter);
}

void RequestWindow::leaveOut(const MessageKind& kind)
{
    auto kinds = m_filter->leftOut();
    kinds.insert(kind);
    m_filter->setLeftOut(std::move(kinds));
    buildLeftOutMenu();
    showStatus();
}

void RequestWindow::showAgain(const MessageKind& kind)
{
    auto kinds = m_filter->leftOut();
    kinds.erase(kind);
    m_filter->setLeftOut(std::move(kinds));
    buildLeftOutMenu();
    showStatus();
}

void RequestWindow::showListMenu(const QPoint& at)
{
    const QModelIndex index = m_filter->mapToSource(m_list->indexAt(at));
    if (!index.isValid())
        return;
    const MessageKind kind = MessageKind::of(m_model.at(index.row()).flight);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Leave out ones like this: %1").arg(kind.text())),
            &QAction::triggered, this, [this, kind] { leaveOut(kind); });
    menu->addSeparator();
    connect(menu->addAction(tr("Copy as text")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(chosenText()); });
    connect(menu->addAction(tr("Copy as JSON")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(chosenJson())); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void RequestWindow::showTreeMenu(const QPoint& at)
{
    const auto* node = m_fields.nodeAt(m_tree->indexAt(at));
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (node && !node->value.empty())
        connect(menu->addAction(tr("Copy the value")), &QAction::triggered, this,
                [value = qs(node->value)] { QGuiApplication::clipboard()->setText(value); });
    connect(menu->addAction(tr("Copy as text")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(chosenText()); });
    connect(menu->addAction(tr("Copy as JSON")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(chosenJson())); });
    menu->addSeparator();
    connect(menu->addAction(tr("Unfold everything")), &QAction::triggered, m_tree,
            &QTreeView::expandAll);
    connect(menu->addAction(tr("Fold everything")), &QAction::triggered, m_tree,
            &QTreeView::collapseAll);
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

QString RequestWindow::chosenText() const
{
    const auto row = m_model.rowOf(m_chosen);
    return row ? MessageWords::asText(m_model.at(*row), m_fields.tree()) : QString();
}

QByteArray RequestWindow::chosenJson() const
{
    const auto row = m_model.rowOf(m_chosen);
    return row ? QJsonDocument(MessageWords::asJson(m_model.at(*row), m_fields.tree())).toJson()
               : QByteArray();
}

QByteArray RequestWindow::exported() const
{
    QJsonArray all;
    const int last = m_filter->rowCount();
    for (int row = std::max(0, last - kExportLimit); row < last; ++row) {
        const auto source = m_filter->mapToSource(m_filter->index(row, 0));
        const SeenMessage& message = m_model.at(source.row());
        all.append(MessageWords::asJson(message, m_decode(message.flight.id)));
    }
    return QJsonDocument(all).toJson();
}

void RequestWindow::saveExport()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export the newest %1 messages that are listed").arg(kExportLimit),
        QStringLiteral("messages.json"), QStringLiteral("JSON (*.json)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(exported()) < 0 || !file.commit())
        QMessageBox::warning(this, tr("Export"),
                             tr("%1 cannot be written: %2").arg(path, file.errorString()));
}

} // namespace hw::ui
