#include "ui/shell/opening_dialog.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace hw::ui {

OpeningDialog::OpeningDialog(const QString& file, QWidget* parent)
    : QProgressDialog(parent)
{
    setWindowTitle(QCoreApplication::applicationName());
    setLabelText(tr("Opening %1").arg(QFileInfo(file).fileName()));
    setCancelButtonText(tr("Cancel"));
    setRange(0, kSteps);
    setWindowModality(Qt::ApplicationModal);
    setMinimumDuration(kPatienceMs);
    setAutoReset(false);
    setAutoClose(false);
    reset(); // it is not shown by a timer of its own
    m_since.start();
    m_lookedAt.start();
}

bool OpeningDialog::advance(double share)
{
    if (m_since.elapsed() < kPatienceMs || m_lookedAt.elapsed() < kPaceMs)
        return !wasCanceled();
    m_lookedAt.restart();
    if (!isVisible())
        show();
    setValue(std::clamp(static_cast<int>(share * kSteps), 0, kSteps)); // lets events pass
    return !wasCanceled();
}

} // namespace hw::ui
