#include "ui/map/member_colors.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "ui/theme/theme.h"

namespace hw::ui {

/// The same for the same id, in every run of the program.
static std::uint32_t numberOf(const std::string& member)
{
    std::uint32_t sum = 2166136261; // FNV-1a
    for (const char letter : member)
        sum = (sum ^ static_cast<unsigned char>(letter)) * 16777619;
    return sum;
}

std::map<Subject, int> memberColorsIn(const observe::Snapshot& snapshot)
{
    std::vector<std::tuple<bool, std::uint32_t, Subject>> members; // somebody's own ones last
    for (const auto& group : snapshot.groups) {
        for (const auto& member : group->members) {
            const bool isOwn = member.client.kind == NodeId::Kind::Client;
            members.emplace_back(!isOwn,
                                 isOwn ? static_cast<std::uint32_t>(member.client.number)
                                       : numberOf(member.member),
                                 Subject::memberOf(group->name, member.member));
        }
    }
    std::ranges::sort(members); // of two that want one colour, the older client gets it
    std::map<Subject, int> colors;
    std::set<int> taken;
    for (const auto& [isOutside, number, subject] : members) {
        int color = static_cast<int>(number % kMemberColors);
        while (taken.size() < kMemberColors && taken.contains(color))
            color = (color + 1) % kMemberColors;
        taken.insert(color);
        colors[subject] = color;
    }
    return colors;
}

} // namespace hw::ui
