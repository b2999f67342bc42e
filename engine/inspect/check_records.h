#pragma once

#include <string>

#include "engine/inspect/batch_scan.h"
#include "engine/inspect/report.h"

namespace hw::inspect {

/// Takes the records of a batch with a good CRC apart: lengths, offsets rising within the batch,
/// the largest timestamp. With `givesRows` each record becomes a row.
void checkRecords(const ScannedBatch& batch, const std::string& file, Findings& findings,
                  bool givesRows);

/// A key or value for people: as it is if it is printable UTF-8, else `0x…`.
std::string printable(ByteView bytes);
bool isPrintable(ByteView bytes);

} // namespace hw::inspect
