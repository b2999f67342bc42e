#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/observe/log_files.h"

namespace hw::inspect {

using observe::Finding;
using observe::FindingKind;

/// One line of contents: what it is, and its fields in order, Kafka's own words.
struct Row
{
    struct Field
    {
        const char* name;
        std::variant<std::int64_t, bool, std::string> value;
    };
    const char* type; ///< `batch`, `index-entry`, …
    std::vector<Field> fields;
};

/// Takes what a check finds, as it goes.
class Report
{
public:
    virtual ~Report() = default;
    virtual void row(const Row& row) = 0;
    virtual void finding(const Finding& finding) = 0;
    /// `bytes` more were read. False: stop, nobody wants the rest.
    virtual bool goOn(std::uint64_t bytes) = 0;
};

/// How much of a file's contents becomes rows.
enum class Detail : std::uint8_t
{
    None,
    Summary, ///< one row for a segment or partition
    Entries, ///< every batch and entry
    Records, ///< and every record
};

/// Passes findings on, at most kMostPerFile of each kind and file: a garbled file of 10 MiB would
/// give a million of them.
class Findings
{
public:
    explicit Findings(Report& report)
        : m_report(report)
    {
    }
    static constexpr std::uint32_t kMostPerFile = 1000;

    void problem(FindingKind kind, const std::string& file, std::optional<std::uint64_t> position,
                 std::string found, std::string expected = {})
    {
        add({kind, true, file, position, std::move(found), std::move(expected)});
    }
    void remark(FindingKind kind, const std::string& file, std::optional<std::uint64_t> position,
                std::string found, std::string expected = {})
    {
        add({kind, false, file, position, std::move(found), std::move(expected)});
    }
    void add(const Finding& finding);
    /// From now on all others are dropped: one file was asked for, its neighbours only help.
    void keepOnly(std::string file) { m_only = std::move(file); }

    std::uint64_t problems() const { return m_problems; }
    std::uint64_t remarks() const { return m_remarks; }
    std::uint64_t leftOut() const { return m_leftOut; }
    Report& report() { return m_report; }

private:
    Report& m_report;
    std::uint64_t m_problems = 0; ///< those left out among them
    std::uint64_t m_remarks = 0;
    std::uint64_t m_leftOut = 0;
    std::optional<std::string> m_only;
    std::string m_file; ///< whose counts these are
    std::map<FindingKind, std::uint32_t> m_counts;
};

} // namespace hw::inspect
