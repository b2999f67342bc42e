"""Brokers die while the client is at work."""

from matrix.bench import check, expect, same

COUNT = 15_000


def stream_through_a_kill(bench, idempotent):
    """Kills the leader of partition 0 when a quarter is written; the records afterwards."""
    topic = bench.topic(partitions=3)
    leader = bench.cluster.partition(topic, 0)["leader"]
    client = bench.client
    client.begin("stream", topic=topic, idempotent=idempotent, prefix="", count=COUNT)
    client.progress()
    bench.cluster.tell(f"kill {leader}")
    try:
        placed = client.end(120)["placed"]
        bench.cluster.tell(f"await leader {topic}-0 !{leader}")
    finally:
        bench.cluster.tell(f"restart {leader}")
        bench.cluster.tell("await settled")
    logs = {}
    for partition in range(3):
        end = bench.ask("offset", topic=topic, partition=partition, at="latest")["offset"]
        logs[partition] = {one["offset"]: int(one["value"])
                           for one in bench.read(topic, end, partition=partition)}
    return placed, logs


def all_acknowledged_are_there(bench, placed, logs):
    if placed == "all":  # the client answers for all of them, but not where they went
        found = {value for log in logs.values() for value in log.values()}
        same(len(found), COUNT, "records found of those acknowledged")
        return
    same(len(placed), COUNT, "answers")
    for n, place in enumerate(placed):
        if place is not None and place[1] is None:  # acknowledged, but the client lost the place
            expect(n in logs[n % 3].values(), f"record {n} in partition {n % 3}")
        elif place is not None:
            same(logs[place[0]].get(place[1]), n, f"record at {place[0]}:{place[1]}")
    given_up = sum(place is None for place in placed)
    expect(given_up == 0, f"{given_up} records were given up")
    same(bench.cluster.status()["ledger"]["lost"], [], "the ledger's losses")


@check("broker killed")
def killed(bench):
    """Every acknowledged record is found where the client was told it is."""
    all_acknowledged_are_there(bench, *stream_through_a_kill(bench, idempotent=False))


@check("killed, idempotent")
def killed_idempotent(bench):
    """… and exactly once, in order."""
    placed, logs = stream_through_a_kill(bench, idempotent=True)
    all_acknowledged_are_there(bench, placed, logs)
    for partition, log in logs.items():
        values = [log[offset] for offset in sorted(log)]
        same(values, sorted(set(values)), f"values of partition {partition}, once and in order")
    same(sum(map(len, logs.values())), COUNT, "records")


@check("coordinator killed")
def coordinator_killed(bench):
    """A member goes on reading and committing when its group's coordinator dies."""
    topic, name = bench.topic(partitions=3), bench.unused("group")
    bench.fill(topic, [str(n) for n in range(10)], partition=2)
    member = bench.another()
    member.ask("join", group=name, topic=topic)
    read = member.ask("poll", min=3, max=3, records=10)["records"]
    status = next(one for one in bench.cluster.status()["groups"] if one["group"] == name)
    coordinator = status["coordinator"]
    bench.cluster.tell(f"kill {coordinator}")
    try:
        bench.cluster.tell(f"await leader __consumer_offsets-{status['offsetsPartition']} "
                           f"!{coordinator}")
        bench.cluster.tell(f"await leader {topic}-2 !{coordinator}")
        bench.fill(topic, [str(n) for n in range(10, 20)], partition=2)
        while {int(value) for _, _, value in read} != set(range(20)):  # some come again
            read += member.ask("poll", min=3, max=3, records=1)["records"]
        bench.cluster.tell(f"await group {name} Stable 1")
    finally:
        bench.cluster.tell(f"restart {coordinator}")
        bench.cluster.tell("await settled")
    member.ask("leave")
