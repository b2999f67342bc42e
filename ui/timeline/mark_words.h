#pragma once

#include <QCoreApplication>
#include <QPainter>
#include <QString>

#include <array>

#include "engine/cluster/playback.h"
#include "ui/models/subject.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The kinds of marks on the timeline, in the order of its rows.
inline constexpr std::array kMarkKinds = {cluster::MarkKind::Leader, cluster::MarkKind::Isr,
                                          cluster::MarkKind::Group,  cluster::MarkKind::Fault,
                                          cluster::MarkKind::Broker, cluster::MarkKind::Loss};

/// What marks are called and how each kind is drawn: by shape and row as well as by colour.
class MarkWords
{
    Q_DECLARE_TR_FUNCTIONS(MarkWords)
public:
    static QString row(cluster::MarkKind kind); ///< `Leaders`
    static QString one(cluster::MarkKind kind); ///< `leader change`
    /// `00:12.3  leader change of TopicA-1`
    static QString line(const cluster::Mark& mark);
    static QColor color(cluster::MarkKind kind, const Theme& theme);
    static void paint(QPainter& painter, cluster::MarkKind kind, const QPointF& center,
                      double radius, const QColor& color);
    /// What a mark is about, for whoever selects it.
    static Subject subject(const cluster::Mark& mark);
};

} // namespace hw::ui
