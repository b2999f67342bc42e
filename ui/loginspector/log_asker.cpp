#include "ui/loginspector/log_asker.h"

namespace hw::ui {

static constexpr int kLookMs = 8;

LogAsker::LogAsker(observe::LogSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &LogAsker::look);
}

observe::LogRequestId LogAsker::ask(observe::LogRequest request, QObject* forWhom, Taker take)
{
    const auto id = m_source.ask(std::move(request));
    m_due[id] = {forWhom, std::move(take)};
    m_timer.start();
    return id;
}

void LogAsker::cancel(observe::LogRequestId id)
{
    m_source.cancel(id);
    m_due.erase(id);
}

void LogAsker::look()
{
    for (const observe::LogAnswer& answer : m_source.takeAnswers()) {
        const auto due = m_due.find(answer.id);
        if (due == m_due.end())
            continue;
        const Due one = due->second; // the taker may ask again
        if (answer.isLast)
            m_due.erase(due);
        if (one.forWhom)
            one.take(answer);
    }
    if (m_due.empty())
        m_timer.stop();
}

} // namespace hw::ui
