#include "engine/coordination/jute.h"

namespace hw::coordination::jute {

void putBool(Writer& to, bool value) { to.u8(value ? 1 : 0); }

void putText(Writer& to, std::string_view value) { putBuffer(to, viewOf(value)); }

void putBuffer(Writer& to, ByteView value)
{
    to.i32(static_cast<std::int32_t>(value.size()));
    to.bytes(value);
}

void putTexts(Writer& to, const std::vector<std::string>& values)
{
    to.i32(static_cast<std::int32_t>(values.size()));
    for (const std::string& value : values)
        putText(to, value);
}

void putStat(Writer& to, const Stat& stat)
{
    to.i64(stat.czxid.value());
    to.i64(stat.mzxid.value());
    to.i64(stat.ctime.ms());
    to.i64(stat.mtime.ms());
    to.i32(stat.version);
    to.i32(stat.cversion);
    to.i32(stat.aversion);
    to.i64(stat.ephemeralOwner.value());
    to.i32(stat.dataLength);
    to.i32(stat.numChildren);
    to.i64(stat.pzxid.value());
}

bool getBool(Reader& from) { return from.u8() != 0; }

std::string getText(Reader& from)
{
    const std::int32_t size = from.i32();
    return size == -1 ? std::string() : from.text(size);
}

Bytes getBuffer(Reader& from)
{
    const std::int32_t size = from.i32();
    if (size == -1)
        return {};
    const Slice slice = from.slice(size);
    return Bytes(slice.view().begin(), slice.view().end());
}

std::int32_t getCount(Reader& from, std::size_t least)
{
    const std::int32_t count = from.i32();
    if (count == -1)
        return 0;
    if (count < 0 || count > kMaxVector || static_cast<std::size_t>(count) > from.left() / least) {
        from.setFailed();
        return 0;
    }
    return count;
}

std::vector<std::string> getTexts(Reader& from)
{
    std::vector<std::string> values;
    const std::int32_t count = getCount(from, 4);
    for (std::int32_t i = 0; i < count && from.ok(); ++i)
        values.push_back(getText(from));
    return values;
}

Stat getStat(Reader& from)
{
    Stat stat;
    stat.czxid = Zxid(from.i64());
    stat.mzxid = Zxid(from.i64());
    stat.ctime = WallTime(from.i64());
    stat.mtime = WallTime(from.i64());
    stat.version = from.i32();
    stat.cversion = from.i32();
    stat.aversion = from.i32();
    stat.ephemeralOwner = SessionId(from.i64());
    stat.dataLength = from.i32();
    stat.numChildren = from.i32();
    stat.pzxid = Zxid(from.i64());
    return stat;
}

} // namespace hw::coordination::jute
