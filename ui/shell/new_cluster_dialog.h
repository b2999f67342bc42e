#pragma once

#include <QDialog>
#include <QSettings>

#include "ui/shell/cluster_wish.h"
#include "ui/shell/texts.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace hw::ui {

/// Asks for the cluster that comes in place of the present one. Remembers what was chosen last.
class NewClusterDialog : public QDialog
{
    Q_OBJECT
public:
    NewClusterDialog(int mostBrokers, QSettings& settings, QWidget* parent = nullptr);

    ClusterWish wish() const;
    void setWish(const ClusterWish& wish);
    /// Why it cannot be made as asked; empty if it can.
    QString problem() const;

    QRadioButton* live() const { return m_live; }
    QRadioButton* studio() const { return m_studio; }
    QSpinBox* brokers() const { return m_brokers; }
    QLineEdit* seed() const { return m_seed; }
    QComboBox* content() const { return m_content; }
    QCheckBox* consumerProtocol() const { return m_consumerProtocol; }
    QPushButton* ok() const { return m_ok; }

private:
    void build();
    void fillCombos();
    void check();
    void remember() const;

    QSettings& m_settings;
    Texts& m_texts;
    QRadioButton* m_live;
    QRadioButton* m_studio;
    QLabel* m_meaning;
    QSpinBox* m_brokers;
    QComboBox* m_ensemble;
    QComboBox* m_preset;
    QComboBox* m_content;
    QLineEdit* m_seed;
    QCheckBox* m_consumerProtocol;
    QLabel* m_error;
    QLabel* m_warning;
    QDialogButtonBox* m_buttons;
    QPushButton* m_ok = nullptr;
};

} // namespace hw::ui
