#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/coordination/types.h"

/// ZooKeeper's encoding: big-endian numbers, one-byte booleans; strings, buffers and vectors begin
/// with an int32 length, -1 for null (which we read as empty).
namespace hw::coordination::jute {

/// Most entries a vector from outside may announce.
inline constexpr std::int32_t kMaxVector = 100000;

void putBool(Writer& to, bool value);
void putText(Writer& to, std::string_view value);
void putBuffer(Writer& to, ByteView value);
void putTexts(Writer& to, const std::vector<std::string>& values);
void putStat(Writer& to, const Stat& stat);

bool getBool(Reader& from);
std::string getText(Reader& from);
Bytes getBuffer(Reader& from);
std::vector<std::string> getTexts(Reader& from);
Stat getStat(Reader& from);
/// A vector's length, checked against kMaxVector and the bytes that are left (`least` bytes each).
std::int32_t getCount(Reader& from, std::size_t least);

} // namespace hw::coordination::jute
