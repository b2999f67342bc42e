#pragma once

#include <QCoreApplication>
#include <QSortFilterProxyModel>

#include <compare>
#include <optional>
#include <set>

#include "ui/requests/request_model.h"

namespace hw::ui {

/// Messages that are like one another: an API between the same sorts of nodes, both directions.
struct MessageKind
{
    Q_DECLARE_TR_FUNCTIONS(MessageKind)
public:
    enum class Between : std::uint8_t
    {
        Brokers,
        Clients, ///< of this window
        Outside,
        Ensemble,
    };
    std::string api;
    Between between = Between::Brokers;

    auto operator<=>(const MessageKind&) const = default;
    static MessageKind of(const observe::Flight& flight);
    /// `Fetch between brokers`.
    QString text() const;
    /// For settings: `Fetch/0`.
    QString key() const;
    static std::optional<MessageKind> fromKey(const QString& key);
};

/// What of the list is shown. Everything that is set must hold.
class RequestFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum class Direction
    {
        Both,
        Requests,
        Answers,
    };
    struct Wanted
    {
        std::string api;      ///< empty: all
        std::string clientId; ///< empty: all
        NodeId broker;        ///< None: all
        Direction direction = Direction::Both;
        bool errorsOnly = false;
        QString text;
        bool operator==(const Wanted&) const = default;
    };

    explicit RequestFilter(RequestModel* model, QObject* parent = nullptr);

    const Wanted& wanted() const { return m_wanted; }
    void want(Wanted wanted);
    const std::set<MessageKind>& leftOut() const { return m_leftOut; }
    void setLeftOut(std::set<MessageKind> kinds);
    bool accepts(const SeenMessage& message) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    RequestModel* m_model;
    Wanted m_wanted;
    std::set<MessageKind> m_leftOut;
};

} // namespace hw::ui
