"""Produce, consume, seek."""

from matrix.bench import check, expect, refused, same
from matrix.driver import Unsupported
from matrix.log_files import batches

NOON = 1_700_000_000_000  # milliseconds since 1970
HOUR = 3_600_000


def read_back(bench, topic, records):
    found = bench.read(topic, len(records))
    for wanted, got in zip(records, found, strict=True):
        for field in ("key", "value", "headers"):
            same(got[field], wanted[field], f"{field} of offset {got['offset']}")
    same([one["offset"] for one in found], list(range(len(records))), "offsets")


def codec(name):
    @check(f"produce {name}")
    def produce(bench):
        """What is written comes back, and lies on disk in the codec that was asked for."""
        topic = bench.topic()
        records = [{"partition": 0, "key": f"key-{n}", "value": f"value {n} " + "abc" * 50,
                    "headers": []} for n in range(5)]
        placed = bench.produce(topic, records, compression=name)
        same(placed, [[0, n] for n in range(5)], "places")
        read_back(bench, topic, records)
        same({one.codec for one in batches(bench.cluster, topic)}, {name}, "codec on disk")


for one in ("none", "gzip", "snappy", "lz4", "zstd"):
    codec(one)


@check("keys")
def keys(bench):
    """The same key goes to the same partition; null and empty values stay what they are."""
    topic = bench.topic(partitions=3)
    wanted = [("a", "1"), ("b", "2"), ("a", "3"), ("b", "4"), (None, "5"), ("a", "")]
    placed = bench.produce(topic, [{"key": key, "value": value, "headers": []}
                                   for key, value in wanted])
    where = {}
    for (key, _), (partition, _) in zip(wanted, placed, strict=True):
        if key is not None:
            where.setdefault(key, set()).add(partition)
    expect(all(len(partitions) == 1 for partitions in where.values()), f"partitions {where}")
    for (key, value), (partition, offset) in zip(wanted, placed, strict=True):
        got = bench.read(topic, 1, partition=partition, offset=offset)[0]
        same((got["key"], got["value"]), (key, value), f"record {partition}:{offset}")


@check("null value")
def tombstones(bench):
    topic = bench.topic()
    bench.produce(topic, [{"partition": 0, "key": "k", "value": None, "headers": []}])
    same(bench.read(topic, 1)[0]["value"], None, "value")


@check("headers")
def headers(bench):
    """Twice the same name where the library can, an empty value, text outside ASCII."""
    topic = bench.topic()
    record = {"partition": 0, "key": None, "value": "v",
              "headers": [["a", "1"], ["a", "2"], ["b", ""], ["name", "日志"]]}
    try:
        bench.produce(topic, [record])
    except Unsupported:
        record["headers"].pop(0)
        bench.produce(topic, [record])
    same(bench.read(topic, 1)[0]["headers"], record["headers"], "headers")


@check("acks 0 and 1")
def acks(bench):
    topic = bench.topic()
    bench.fill(topic, ["one"], acks="1")
    bench.fill(topic, ["none"], acks="0")
    bench.fill(topic, ["all"], acks="all")
    values = sorted(one["value"] for one in bench.read(topic, 3))
    same(values, ["all", "none", "one"], "values")


@check("idempotent")
def idempotent(bench):
    """Batches carry a producer id and sequences without a gap."""
    topic = bench.topic()
    bench.fill(topic, [f"v{n}" for n in range(20)], idempotent=True)
    found = batches(bench.cluster, topic)
    expect(all(one.producer >= 0 for one in found), f"producer ids {[b.producer for b in found]}")
    following = {}
    for one in found:
        same(one.sequence, following.get(one.producer, 0), "first sequence of a batch")
        following[one.producer] = one.sequence + one.records
    same(len(bench.read(topic, 20)), 20, "records")


@check("too large")
def too_large(bench):
    """Just below the topic's limit is taken; above it, Kafka's error."""
    topic = bench.topic(max_message_bytes=200_000)
    bench.fill(topic, ["x" * 150_000])
    same(len(bench.read(topic, 1)[0]["value"]), 150_000, "size")
    refused(bench, "message.*(too|size).?large|too large|RecordTooLarge|larger than", "produce",
            topic=topic, acks="all", compression="none", idempotent=False,
            records=[{"partition": 0, "key": None, "value": "x" * 300_000, "headers": []}])


@check("many batches")
def many(bench):
    """Several segments and fetches long; every record, in order."""
    topic = bench.topic(segment_bytes=300_000)
    for first in range(0, 400, 100):
        bench.fill(topic, [f"{n} " + "x" * 1000 for n in range(first, first + 100)])
    found = bench.read(topic, 400)
    same([int(one["value"].split()[0]) for one in found], list(range(400)), "values")


@check("seek by offset")
def seek_offset(bench):
    topic = bench.topic()
    bench.fill(topic, [str(n) for n in range(30)])
    for start in (0, 17, 29):
        found = bench.read(topic, 1, offset=start)[0]
        same((found["offset"], found["value"]), (start, str(start)), "record")
    same(bench.ask("offset", topic=topic, partition=0, at="earliest")["offset"], 0, "earliest")
    same(bench.ask("offset", topic=topic, partition=0, at="latest")["offset"], 30, "latest")


@check("seek by time")
def seek_time(bench):
    """Records an hour apart: the first at or after the time asked for, or none."""
    topic = bench.topic(retention_ms=-1, message_timestamp_before_max_ms=2**63 - 1)
    records = [{"partition": 0, "key": None, "value": str(n), "headers": [],
                "timestamp": NOON + n * HOUR} for n in range(7)]
    try:
        bench.produce(topic, records)
    except Unsupported:
        seek_by_clock(bench, topic)
        return
    for asked, wanted in ((NOON - 1, 0), (NOON + 3 * HOUR, 3), (NOON + 3 * HOUR + 1, 4)):
        found = bench.read(topic, 1, time=asked)[0]
        same((found["offset"], found["timestamp"]), (wanted, NOON + wanted * HOUR), "record")
        same(bench.ask("offset", topic=topic, partition=0, at=asked)["offset"], wanted, "offset")
    late = bench.ask("offset", topic=topic, partition=0, at=NOON + 10 * HOUR)["offset"]
    expect(late in (-1, 7), f"after the last record there is none (or the end), found {late}")


def seek_by_clock(bench, topic):
    """For clients that cannot set timestamps: by those that the clock gave."""
    bench.fill(topic, [str(n) for n in range(7)])
    for one in bench.read(topic, 7):
        at = bench.ask("offset", topic=topic, partition=0, at=one["timestamp"])["offset"]
        expect(at <= one["offset"], f"offset {at} for the time of {one['offset']}")
        got = bench.read(topic, 1, time=one["timestamp"])[0]
        same(got["timestamp"], one["timestamp"], "timestamp")


@check("log append time")
def append_time(bench):
    """The broker's clock replaces what the producer said."""
    topic = bench.topic(message_timestamp_type="LogAppendTime")
    try:
        bench.produce(topic, [{"partition": 0, "key": None, "value": "v", "headers": [],
                               "timestamp": NOON}])
    except Unsupported:
        bench.fill(topic, ["v"])
    found = bench.read(topic, 1)[0]
    expect(abs(found["timestamp"] - bench.cluster.status()["wallMs"]) < 600_000,
           f"timestamp {found['timestamp']}")
    expect(batches(bench.cluster, topic)[0].log_append_time, "timestamp type on disk")


@check("unknown topic")
def unknown(bench):
    """A name that Kafka forbids is refused, and the client goes on."""
    words = "(invalid|illegal).?topic|topic.*(invalid|illegal)|update metadata|not match any"
    refused(bench, words, "produce", topic="no/slash", acks="all",
            compression="none", idempotent=False,
            records=[{"key": None, "value": "v", "headers": []}])
    topic = bench.topic()
    bench.fill(topic, ["v"])


