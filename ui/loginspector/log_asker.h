#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <map>

#include "engine/observe/log_source.h"

namespace hw::ui {

/// Asks for what lies in logs and brings each answer to who asked, on the window's thread. Looks
/// for answers only while some are due.
class LogAsker : public QObject
{
    Q_OBJECT
public:
    using Taker = std::function<void(const observe::LogAnswer&)>;

    explicit LogAsker(observe::LogSource& source, QObject* parent = nullptr);

    /// `take` runs for every answer, progress too, while `forWhom` lives.
    observe::LogRequestId ask(observe::LogRequest request, QObject* forWhom, Taker take);
    void cancel(observe::LogRequestId id);
    bool isBusy() const { return !m_due.empty(); }

private:
    void look();

    struct Due
    {
        QPointer<QObject> forWhom;
        Taker take;
    };
    observe::LogSource& m_source;
    QTimer m_timer;
    std::map<observe::LogRequestId, Due> m_due;
};

} // namespace hw::ui
