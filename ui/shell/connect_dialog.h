#pragma once

#include <QDialog>

class QLineEdit;
class QTabWidget;

namespace hw::ui {

class Texts;

/// How somebody's own program joins this cluster: addresses and code to copy.
class ConnectDialog : public QDialog
{
    Q_OBJECT
public:
    /// `topic` exists; empty if there is none yet.
    ConnectDialog(const QString& bootstrap, const QString& topic, QWidget* parent = nullptr);

    QLineEdit* addresses() const { return m_addresses; }
    QTabWidget* tabs() const { return m_tabs; }

private:
    void buildAddresses(const QString& bootstrap);
    void buildSnippets(const QString& bootstrap, const QString& topic);

    Texts& m_texts;
    QLineEdit* m_addresses;
    QTabWidget* m_tabs;
};

} // namespace hw::ui
