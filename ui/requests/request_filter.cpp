#include "ui/requests/request_filter.h"

#include "ui/models/words.h"
#include "ui/requests/message_words.h"

namespace hw::ui {

MessageKind MessageKind::of(const observe::Flight& flight)
{
    using Kind = NodeId::Kind;
    const auto either = [&](Kind kind) {
        return flight.from.kind == kind || flight.to.kind == kind;
    };
    MessageKind kind{flight.api, Between::Brokers};
    if (either(Kind::Ensemble))
        kind.between = Between::Ensemble;
    else if (either(Kind::Outside))
        kind.between = Between::Outside;
    else if (either(Kind::Client))
        kind.between = Between::Clients;
    return kind;
}

QString MessageKind::text() const
{
    switch (between) {
    case Between::Brokers:
        return tr("%1 between brokers").arg(qs(api));
    case Between::Clients:
        return tr("%1 of this window's clients").arg(qs(api));
    case Between::Outside:
        return tr("%1 of outside clients").arg(qs(api));
    case Between::Ensemble:
        return tr("%1 with ZooKeeper").arg(qs(api));
    }
    return {};
}

QString MessageKind::key() const
{
    return QStringLiteral("%1/%2").arg(qs(api)).arg(static_cast<int>(between));
}

std::optional<MessageKind> MessageKind::fromKey(const QString& key)
{
    bool isNumber = false;
    const int between = key.section('/', 1).toInt(&isNumber);
    if (!isNumber || between < 0 || between > static_cast<int>(Between::Ensemble))
        return std::nullopt;
    return MessageKind{key.section('/', 0, 0).toStdString(), static_cast<Between>(between)};
}

RequestFilter::RequestFilter(RequestModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
}

void RequestFilter::want(Wanted wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = std::move(wanted);
    invalidateFilter();
}

void RequestFilter::setLeftOut(std::set<MessageKind> kinds)
{
    if (kinds == m_leftOut)
        return;
    m_leftOut = std::move(kinds);
    invalidateFilter();
}

bool RequestFilter::accepts(const SeenMessage& message) const
{
    const auto& flight = message.flight;
    if (!m_wanted.api.empty() && flight.api != m_wanted.api)
        return false;
    if (!m_wanted.clientId.empty() && flight.clientId != m_wanted.clientId)
        return false;
    if (m_wanted.broker.kind != NodeId::Kind::None && flight.from != m_wanted.broker &&
        flight.to != m_wanted.broker)
        return false;
    if (m_wanted.direction != Direction::Both &&
        flight.response != (m_wanted.direction == Direction::Answers))
        return false;
    if (m_wanted.errorsOnly && !message.failed())
        return false;
    if (m_leftOut.contains(MessageKind::of(flight)))
        return false;
    if (m_wanted.text.isEmpty())
        return true;
    for (const QString& text : {MessageWords::name(flight), MessageWords::way(flight),
                                qs(flight.clientId), MessageWords::about(flight), qs(flight.error),
                                qs(flight.address), QString::number(flight.correlation)}) {
        if (text.contains(m_wanted.text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

bool RequestFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    return accepts(m_model->at(row));
}

} // namespace hw::ui
