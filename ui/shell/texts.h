#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QFormLayout;
class QWidget;

namespace hw::ui {

/// Texts of a window that is open while the language may change: sets each now, and again whenever
/// the language has changed. Lives as long as its window.
class Texts : public QObject
{
public:
    explicit Texts(QWidget* window);

    void add(std::function<void()> set);
    /// A row of a form whose label is said by `label`.
    void addRow(QFormLayout* form, std::function<QString()> label, QWidget* field);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<std::function<void()>> m_all;
};

} // namespace hw::ui
