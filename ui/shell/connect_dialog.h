#pragma once

#include <QDialog>

class QVBoxLayout;

namespace hw::ui {

/// How somebody's own program joins this cluster, as lines to copy.
class ConnectDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ConnectDialog(const QString& bootstrap, QWidget* parent = nullptr);

private:
    void addLine(QVBoxLayout* column, const QString& what, const QString& line);
};

} // namespace hw::ui
