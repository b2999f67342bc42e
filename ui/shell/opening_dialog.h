#pragma once

#include <QElapsedTimer>
#include <QProgressDialog>

namespace hw::ui {

/// How far something large is opened, with a way to give it up. Comes into sight only if that
/// takes long; until then nobody sees a dialog flash by. On the window's thread, which opens.
class OpeningDialog : public QProgressDialog
{
    Q_OBJECT
public:
    static constexpr int kPatienceMs = 250; ///< before it comes into sight
    static constexpr int kPaceMs = 30;      ///< between two looks at what the person does

    OpeningDialog(const QString& file, QWidget* parent);

    /// To be called often; 0 … 1. False: the person has given it up.
    bool advance(double share);

private:
    static constexpr int kSteps = 100;

    QElapsedTimer m_since, m_lookedAt;
};

} // namespace hw::ui
