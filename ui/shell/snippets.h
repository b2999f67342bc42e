#pragma once

#include <QString>

#include <vector>

namespace hw::ui {

/// Code that joins a cluster: writes one record and reads a topic.
struct Snippet
{
    QString name; ///< of the client, as people know it
    QString code;
};

/// Ready to run against these addresses, for a topic that exists. Names and code are in no
/// language of people's.
std::vector<Snippet> snippetsFor(const QString& bootstrap, const QString& topic);

} // namespace hw::ui
