"""Record batches as they lie on disk: what a client's settings really did to the bytes."""

import dataclasses
import pathlib
import struct

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
HEADER = struct.Struct(">qiibIhiqqqhii")  # format v2, up to and with the number of records
SIZE_AND_OFFSET = 12


@dataclasses.dataclass
class Batch:
    base: int
    size: int
    codec: str
    log_append_time: bool
    transactional: bool
    control: bool
    producer: int
    epoch: int
    sequence: int
    records: int


def batches_of(directory):
    """All batches of a partition's directory, in order."""
    for log in sorted(pathlib.Path(directory).glob("*.log")):
        data, at = log.read_bytes(), 0
        while at + HEADER.size <= len(data):
            (base, length, _, magic, _, attributes, _, _, _, producer, epoch, sequence,
             records) = HEADER.unpack_from(data, at)
            if length <= 0 or magic != 2:
                break
            yield Batch(base, length + SIZE_AND_OFFSET, CODECS[attributes & 7],
                        bool(attributes & 8), bool(attributes & 16), bool(attributes & 32),
                        producer, epoch, sequence, records)
            at += length + SIZE_AND_OFFSET


def batches(cluster, topic, partition=0):
    """As the partition's leader has them."""
    status = cluster.status()
    placed = next(one for one in status["topics"] if one["name"] == topic)
    leader = placed["partitions"][partition]["leader"]
    directory = next(one["dir"] for one in status["brokers"] if one["id"] == leader)
    return list(batches_of(pathlib.Path(directory) / f"{topic}-{partition}"))
