#pragma once

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <vector>

#include "engine/observe/znodes.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The sessions of the ensemble, each with the time that it has left.
class SessionModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void take(const std::vector<observe::ZnodeSession>& sessions);
    void retranslate();
    const observe::ZnodeSession& at(int row) const
    {
        return m_sessions[static_cast<std::size_t>(row)];
    }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QString title(int row) const;
    QString detail(int row) const;

private:
    std::vector<observe::ZnodeSession> m_sessions;
};

/// Draws a session: an arc that drains until it expires, its owner, and what it has.
class SessionDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme m_theme = makeTheme(ThemeName::Light);
};

/// A session's number as ZooKeeper's tools write it: `0x1000abc00000001`.
QString sessionText(SessionId id);

} // namespace hw::ui
