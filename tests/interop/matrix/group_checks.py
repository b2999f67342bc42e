"""Consumer groups: join, share, leave, die, commit."""

from matrix.bench import check, expect, refused, same
from matrix.driver import Unsupported


def filled(bench, partitions=3, each=20):
    topic = bench.topic(partitions=partitions)
    for partition in reversed(range(partitions)):
        bench.fill(topic, [f"{partition}:{n}" for n in range(each)], partition=partition)
    return topic


def all_read(records, partitions=3, each=20):
    found = {(partition, offset): value for partition, offset, value in records}
    wanted = {(p, n): f"{p}:{n}" for p in range(partitions) for n in range(each)}
    same(found, wanted, "records")


def commit(member):
    """Some commit by themselves, at the latest as they leave."""
    try:
        member.ask("commit")
    except Unsupported:
        pass


def committed(bench, group, topic):
    told = bench.ask("committed", group=group, topic=topic)["offsets"]
    return {int(partition): offset for partition, offset in told.items()}


@check("group")
def group(bench):
    """One member gets all partitions, reads everything, commits; its successor goes on there."""
    topic, name = filled(bench), bench.unused("group")
    bench.ask("join", group=name, topic=topic)
    told = bench.ask("poll", min=3, max=3, records=60)
    same(told["owned"], [0, 1, 2], "partitions")
    all_read(told["records"])
    commit(bench)
    bench.ask("leave")
    status = next(one for one in bench.cluster.status()["groups"] if one["group"] == name)
    same({(one["partition"], one["committed"]) for one in status["offsets"]},
         {(0, 20), (1, 20), (2, 20)}, "offsets that the coordinator has")
    bench.fill(topic, ["later"], partition=1)
    bench.ask("join", group=name, topic=topic)
    told = bench.ask("poll", min=3, max=3, records=1)
    bench.ask("leave")
    same(told["records"], [[1, 20, "later"]], "records after the commit")


@check("committed")
def fetch_committed(bench):
    topic, name = filled(bench), bench.unused("group")
    bench.ask("join", group=name, topic=topic)
    bench.ask("poll", min=3, max=3, records=60)
    commit(bench)
    bench.ask("leave")
    same(committed(bench, name, topic), {0: 20, 1: 20, 2: 20}, "committed offsets")


def both_own_some(first, second):
    """The partitions of both. The one that joins is heard first: its failure is the reason."""
    second.begin("poll", min=1, max=2)
    first.begin("poll", min=1, max=2)
    shares = second.end()["owned"]
    return first.end()["owned"] + shares


@check("rebalance")
def rebalance(bench):
    """A second member takes its share; when it leaves, the first has all again."""
    topic, name = filled(bench), bench.unused("group")
    first, second = bench.client, bench.another()
    first.ask("join", group=name, topic=topic)
    first.ask("poll", min=3, max=3, records=60)
    second.ask("join", group=name, topic=topic)
    shares = both_own_some(first, second)
    same(sorted(shares), [0, 1, 2], "partitions of both")
    bench.cluster.tell(f"await group {name} Stable 2")
    second.begin("leave")
    told = first.ask("poll", min=3, max=3)
    second.end()
    same(told["owned"], [0, 1, 2], "partitions after the other left")
    first.ask("leave")


@check("member dies")
def member_dies(bench):
    """Nothing is said to the cluster: its session runs out, the other takes over."""
    topic, name = filled(bench), bench.unused("group")
    first, second = bench.client, bench.another()
    first.ask("join", group=name, topic=topic)
    first.ask("poll", min=3, max=3, records=60)
    second.ask("join", group=name, topic=topic)
    both_own_some(first, second)
    second.kill()
    told = first.ask("poll", min=3, max=3)
    same(told["owned"], [0, 1, 2], "partitions")
    first.ask("leave")


@check("groups")
def list_and_describe(bench):
    topic, name = filled(bench), bench.unused("group")
    bench.ask("groups")
    member = bench.another()
    member.ask("join", group=name, topic=topic)
    member.ask("poll", min=3, max=3, records=60)
    expect(name in bench.ask("groups")["groups"], "listed")
    told = bench.ask("describe-group", group=name)
    same((told["state"].lower(), told["members"]), ("stable", 1), "state and members")
    expect(told["protocol"], "a protocol is named")
    member.ask("leave")
    told = bench.ask("describe-group", group=name)
    same((told["state"].lower(), told["members"]), ("empty", 0), "state and members")


@check("delete group")
def delete_group(bench):
    """Not while it has members."""
    topic, name = filled(bench), bench.unused("group")
    member = bench.another()
    member.ask("join", group=name, topic=topic)
    member.ask("poll", min=3, max=3, records=60)
    refused(bench, "non.?empty.?group|not.?empty", "delete-group", group=name)
    member.ask("leave")
    bench.ask("delete-group", group=name)
    bench.cluster.tell("await settled")
    expect(name not in bench.ask("groups")["groups"], "gone from the list")


@check("delete offsets")
def delete_offsets(bench):
    topic, name = filled(bench, partitions=1), bench.unused("group")
    member = bench.another()
    member.ask("join", group=name, topic=topic)
    member.ask("poll", min=1, max=1, records=20)
    refused(bench, "subscribed.?to.?(topic|it)", "delete-offsets", group=name, topic=topic)
    commit(member)
    member.ask("leave")
    bench.ask("delete-offsets", group=name, topic=topic)
    same(committed(bench, name, topic), {}, "committed offsets")
