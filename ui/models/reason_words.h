#pragma once

#include <QCoreApplication>
#include <QString>

#include <string>

namespace hw::ui {

/// The reasons that events pass on as the engine wrote them, in the person's language.
///
///     leader 2 ends at 40 already, after an unclean election
///     = leader %1 ends at %2 already, …     with 2 and 40, which go into its translation
///
/// In English every text stays exactly as it is, and so does one that no template fits.
class ReasonWords
{
    Q_DECLARE_TR_FUNCTIONS(ReasonWords)
public:
    static QString of(const std::string& reason);
    /// Some template fits it (reason_templates.h).
    static bool isKnown(const std::string& reason);

private:
    static QString told(const QString& reason);
};

} // namespace hw::ui
