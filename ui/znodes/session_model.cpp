#include "ui/znodes/session_model.h"

#include <QPainter>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

QString sessionText(SessionId id)
{
    return QStringLiteral("0x") + QString::number(static_cast<quint64>(id.value()), 16);
}

void SessionModel::take(const std::vector<observe::ZnodeSession>& sessions)
{
    const bool same = std::ranges::equal(sessions, m_sessions, {}, &observe::ZnodeSession::id,
                                         &observe::ZnodeSession::id);
    if (!same) {
        beginResetModel();
        m_sessions = sessions;
        endResetModel();
        return;
    }
    m_sessions = sessions;
    if (!m_sessions.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

void SessionModel::retranslate()
{
    if (!m_sessions.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

int SessionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sessions.size());
}

QString SessionModel::title(int row) const
{
    const auto& session = at(row);
    const QString who =
        session.owner.kind == NodeId::Kind::None ? tr("somebody") : Words::node(session.owner);
    return session.connected ? who : tr("%1, connection lost").arg(who);
}

QString SessionModel::detail(int row) const
{
    const auto& session = at(row);
    const QString left =
        tr("%1 of %2 left")
            .arg(Words::seconds(toMs(session.left)), Words::seconds(toMs(session.timeout)));
    const QString has = tr("%n ephemeral znode(s)", nullptr, session.ephemerals);
    const QString watches = tr("%n watch(es)", nullptr, session.watches);
    return tr("%1 · %2 · %3").arg(left, has, watches);
}

QVariant SessionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return tr("%1: %2").arg(title(index.row()), detail(index.row()));
    if (role == Qt::ToolTipRole)
        return tr("Session %1. When nothing is heard of its owner for %2, ZooKeeper ends it and "
                  "removes its ephemeral znodes.")
            .arg(sessionText(at(index.row()).id), Words::seconds(toMs(at(index.row()).timeout)));
    return {};
}

QSize SessionDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {200, 44};
}

void SessionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const auto* model = qobject_cast<const SessionModel*>(index.model());
    if (!model)
        return;
    const Colors& c = m_theme.colors;
    const auto& session = model->at(index.row());
    const double share = session.timeout <= Duration::zero()
                             ? 0
                             : std::clamp(static_cast<double>(session.left.count()) /
                                              static_cast<double>(session.timeout.count()),
                                          0.0, 1.0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, c.accentSoft);
    const QRectF box = option.rect;
    const QRectF ring(box.left() + 10, box.center().y() - 10, 20, 20);
    painter->setPen(QPen(c.barTrack, 4));
    painter->drawEllipse(ring);
    painter->setPen(QPen(share < 0.34 ? c.bad : c.good, 4, Qt::SolidLine, Qt::FlatCap));
    painter->drawArc(ring, 90 * 16, -qRound(360 * 16 * share));
    const QRectF text = box.adjusted(42, 0, -6, 0);
    const QFont strong = typeFont(Type::SmallStrong);
    const QFont small = typeFont(Type::Small);
    paintText(*painter, QRectF(text.left(), box.top() + 4, text.width(), 18), Qt::AlignLeft,
              elided(model->title(index.row()), strong, text.width()), strong, c.text);
    paintText(*painter, QRectF(text.left(), box.top() + 21, text.width(), 18), Qt::AlignLeft,
              elided(model->detail(index.row()), small, text.width()), small, c.textSoft);
    painter->restore();
}

} // namespace hw::ui
