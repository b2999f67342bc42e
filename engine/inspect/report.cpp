#include "engine/inspect/report.h"

namespace hw::inspect {

void Findings::add(const Finding& finding)
{
    if (m_only && finding.file != *m_only)
        return;
    ++(finding.isProblem ? m_problems : m_remarks);
    if (finding.file != m_file) {
        m_file = finding.file;
        m_counts.clear();
    }
    if (++m_counts[finding.kind] > kMostPerFile)
        ++m_leftOut;
    else
        m_report.finding(finding);
}

} // namespace hw::inspect
