#include "app/scenario/scenario.h"

namespace hw::app {

Texts::Texts(std::string english)
{
    if (!english.empty())
        byLanguage.emplace("en", std::move(english));
}

const std::string& Texts::in(std::string_view language) const
{
    static const std::string kNone;
    auto found = byLanguage.find(language);
    if (found == byLanguage.end())
        found = byLanguage.find("en");
    if (found == byLanguage.end())
        found = byLanguage.begin();
    return found == byLanguage.end() ? kNone : found->second;
}

} // namespace hw::app
