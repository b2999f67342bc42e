#pragma once

#include <QObject>

#include "ui/models/subject.h"

namespace hw::ui {

/// The one thing that is selected in a window; map, tables, events and inspector share it.
class Selection : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const Subject& current() const { return m_current; }
    void select(const Subject& subject)
    {
        if (subject == m_current)
            return;
        m_current = subject;
        emit changed(m_current);
    }

signals:
    void changed(const hw::ui::Subject& subject);

private:
    Subject m_current;
};

} // namespace hw::ui
