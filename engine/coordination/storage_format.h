#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/coordination/state.h"

/// How a server's files begin and how a log goes on; `storage.h` draws them. For those who write
/// and who read them.
namespace hw::coordination {

inline constexpr std::string_view kLogMagic = "HWZL";
inline constexpr std::string_view kSnapshotMagic = "HWZS";
inline constexpr std::size_t kLogHeaderSize = 16;
inline constexpr std::uint64_t kSnapshotCrcAt = 8;
inline constexpr std::size_t kSnapshotHeaderSize = 12;
/// Of an entry before its transaction.
inline constexpr std::size_t kEntryHeaderSize = 8;
inline constexpr const char* kLogPrefix = "log.";
inline constexpr const char* kSnapshotPrefix = "snapshot.";
inline constexpr const char* kUnfinished = ".tmp"; ///< after a snapshot's name while it is written
/// Largest file that is read back; logs are rolled long before.
inline constexpr std::uint64_t kReadLimit = 1ULL << 32;

/// Magic and version.
void putHeader(Writer& to, std::string_view magic);
bool headerMatches(Reader& from, std::string_view magic);
/// The next entry, or nothing if what follows is not a whole, intact one.
std::optional<Txn> nextEntry(Reader& from);

} // namespace hw::coordination
