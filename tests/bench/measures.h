#pragma once

#include <QFile>

#include <algorithm>
#include <vector>

namespace hw::bench {

/// What this program has of the machine's memory; 0 where /proc does not tell.
inline double residentMiB()
{
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').front().toDouble() / 1024;
    }
    return 0;
}

/// The one in the middle; there must be one.
inline double middle(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace hw::bench
