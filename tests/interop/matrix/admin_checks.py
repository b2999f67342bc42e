"""Topics, configs, partitions, records and log directories through the clients' admin calls."""

from matrix.bench import check, expect, refused, same

BAD_CONFIG = "invalid.?(config|request)|configuration is invalid|unknown topic config|malformed|" \
    "invalid value"


@check("cluster")
def cluster(bench):
    """Ids and addresses are those that serve announced."""
    told = bench.ask("cluster")
    wanted = {one["id"]: one["endpoint"] for one in bench.cluster.status()["brokers"]}
    found = {one["id"]: f"{one['host']}:{one['port']}" for one in told["brokers"]}
    same(found, wanted, "brokers")
    expect(told["controller"] in (None, *wanted), f"controller {told['controller']}")
    if told["id"] is not None:
        same(told["id"], bench.cluster.status()["clusterId"], "cluster id")


@check("topics")
def topics(bench):
    """Create, list, describe; what exists or cannot be is refused."""
    name = bench.unused("made")
    bench.ask("create-topic", topic=name, partitions=3, replication=3,
              configs={"retention.ms": "86400000"})
    bench.cluster.tell("await settled")
    expect(name in bench.ask("topics")["topics"], "listed")
    told = bench.ask("describe-topic", topic=name)["partitions"]
    same(sorted(one["partition"] for one in told), [0, 1, 2], "partitions")
    expect(all(sorted(one["replicas"]) == [1, 2, 3] and sorted(one["isr"]) == [1, 2, 3] and
               one["leader"] in (1, 2, 3) for one in told), f"replicas {told}")
    refused(bench, "exists", "create-topic", topic=name,
            partitions=1, replication=1, configs={})
    refused(bench, "replication.?factor", "create-topic", topic=name + "x", partitions=1,
            replication=4, configs={})
    refused(bench, BAD_CONFIG, "create-topic", topic=name + "y", partitions=1,
            replication=1, configs={"retention.ms": "soon"})


@check("delete topic")
def delete_topic(bench):
    name = bench.unused("made")
    bench.ask("create-topic", topic=name, partitions=2, replication=3, configs={})
    bench.cluster.tell("await settled")
    bench.fill(name, ["v"])
    bench.ask("delete-topic", topic=name)
    bench.cluster.tell("await settled")
    expect(name not in bench.ask("topics")["topics"], "gone from the list")
    refused(bench, "unknown.?topic|does not (exist|host)", "delete-topic", topic=name)
    bench.ask("create-topic", topic=name, partitions=1, replication=3, configs={})
    bench.cluster.tell("await settled")
    same(bench.fill(name, ["again"]), [[0, 0]], "places in a topic made anew")


@check("partitions")
def partitions(bench):
    """More, never fewer; and what is new can be written to."""
    topic = bench.topic(partitions=1)
    bench.ask("create-partitions", topic=topic, count=3)
    bench.cluster.tell("await settled")
    same(len(bench.ask("describe-topic", topic=topic)["partitions"]), 3, "partitions")
    bench.fill(topic, ["v"], partition=2)
    same(bench.read(topic, 1, partition=2)[0]["value"], "v", "value")
    words = r"invalid.?partitions|partitions is invalid|has \d+ partitions|not.*increase"
    refused(bench, words, "create-partitions", topic=topic, count=2)


@check("describe configs")
def describe_configs(bench):
    topic = bench.topic(retention_ms=123456)
    told = bench.ask("describe-configs", topic=topic)["configs"]
    same(told.get("retention.ms"), "123456", "retention.ms")
    same(told.get("cleanup.policy"), "delete", "cleanup.policy")
    told = bench.ask("describe-configs", broker=1)["configs"]
    same(told.get("broker.id"), "1", "broker.id")


@check("alter configs")
def alter_configs(bench):
    topic = bench.topic()
    bench.ask("alter-configs", topic=topic, set={"max.message.bytes": "5000"})
    bench.cluster.tell("await settled")
    told = bench.ask("describe-configs", topic=topic)["configs"]
    same(told["max.message.bytes"], "5000", "max.message.bytes")
    bench.until_refused("too.?large|larger than", "produce", topic=topic, acks="all",
                        compression="none", idempotent=False,
                        records=[{"partition": 0, "key": None, "value": "x" * 6000,
                                  "headers": []}])
    refused(bench, BAD_CONFIG, "alter-configs", topic=topic, set={"retention.ms": "soon"})


@check("delete records")
def delete_records(bench):
    """What is below the mark is gone for readers."""
    topic = bench.topic()
    bench.fill(topic, [str(n) for n in range(10)])
    same(bench.ask("delete-records", topic=topic, partition=0, before=4)["low"], 4, "low mark")
    same(bench.ask("offset", topic=topic, partition=0, at="earliest")["offset"], 4, "earliest")
    same(bench.read(topic, 1, offset=4)[0]["value"], "4", "first value")
    refused(bench, "out.?of.?range|outside the range", "delete-records", topic=topic,
            partition=0, before=11)


@check("log dirs")
def log_dirs(bench):
    topic = bench.topic()
    bench.fill(topic, ["x" * 5000])
    sizes = bench.ask("log-dirs", broker=1)["sizes"]
    expect(sizes.get(f"{topic}-0", 0) > 5000, f"size {sizes.get(f'{topic}-0')}")


@check("producers")
def producers(bench):
    topic = bench.topic()
    bench.fill(topic, ["1", "2", "3"], idempotent=True)
    told = bench.ask("producers", topic=topic, partition=0)["producers"]
    same(len(told), 1, "producers")
    same((told[0]["epoch"], told[0]["sequence"]), (0, 2), "epoch and last sequence")
