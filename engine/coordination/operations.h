#pragma once

#include <vector>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/coordination/types.h"

/// Operations and how they ended, as single requests and a multi's requests and answers carry them.
namespace hw::coordination {

/// Most operations one multi may hold; more make the frame malformed.
inline constexpr std::size_t kMaxOps = 100000;

/// The access list that all nodes have: anyone may do anything (`OPEN_ACL_UNSAFE`); `readOnly`: the
/// one that is for reading has `READ_ACL_UNSAFE`.
void putOpenAcl(Writer& to, bool readOnly = false);
/// Whether the list lets anyone do anything. The whole list is read.
bool getIsOpenAcl(Reader& from);

/// Everything of an operation but its type, which is set already when reading.
void putOpBody(Writer& to, const Op& op);
void getOpBody(Reader& from, Op& op);

/// Operations as a multi's request carries them, end mark included; transactions are logged so too.
void putOps(Writer& to, const std::vector<Op>& ops);
std::vector<Op> getOps(Reader& from);

/// A multi's answer: if one failed, each has only its error.
void putResults(Writer& to, const std::vector<OpResult>& results);
/// A MultiRead's answer: each ended for itself.
void putReadResults(Writer& to, const std::vector<OpResult>& results);
std::vector<OpResult> getResults(Reader& from);

} // namespace hw::coordination
