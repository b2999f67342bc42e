#include "ui/shell/texts.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>

namespace hw::ui {

Texts::Texts(QWidget* window)
    : QObject(window)
{
    window->installEventFilter(this);
}

void Texts::add(std::function<void()> set)
{
    set();
    m_all.push_back(std::move(set));
}

void Texts::addRow(QFormLayout* form, std::function<QString()> label, QWidget* field)
{
    auto* text = new QLabel;
    text->setBuddy(field);
    form->addRow(text, field);
    add([text, field, label = std::move(label)] {
        text->setText(label());
        field->setAccessibleName(label());
    });
}

bool Texts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        for (const auto& set : m_all)
            set();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace hw::ui
