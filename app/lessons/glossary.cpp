#include "app/lessons/glossary.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/scenario/json_object.h"

namespace hw::app {

Result<std::vector<GlossaryTerm>> readGlossary(std::string_view text)
{
    using Json = JsonObject::Json;
    constexpr std::size_t kMost = 1000;
    const Json json = Json::parse(text, nullptr, false, true);
    if (json.is_discarded())
        return fail(Failure::Invalid, "the glossary is no JSON");
    std::optional<Error> mistake;
    JsonObject whole(json, "", mistake);
    std::vector<GlossaryTerm> terms;
    if (const Json* all = whole.array("terms", kMost))
        for (const Json& one : *all) {
            JsonObject object(one, fmt::format("terms[{}]", terms.size()), mistake);
            GlossaryTerm term{object.text("id").value_or(""), object.translated("name"),
                              object.translated("text"), object.translated("spellings"),
                              object.text("lesson").value_or("")};
            if (std::ranges::find(terms, term.id, &GlossaryTerm::id) != terms.end())
                object.wrong("id", "each term needs one of its own");
            object.finish();
            terms.push_back(std::move(term));
        }
    whole.finish();
    if (mistake)
        return tl::unexpected(*mistake);
    return terms;
}

} // namespace hw::app
