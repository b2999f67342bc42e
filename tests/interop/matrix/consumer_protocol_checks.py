"""The consumer group protocol of KIP-848, at clusters that serve it."""

from matrix.bench import check, expect, same
from matrix.group_checks import all_read, both_own_some, commit, committed, filled

SETTINGS = ("--config", "group.coordinator.rebalance.protocols=classic,consumer",
            "--config", "group.consumer.heartbeat.interval.ms=500")
# A static member is away for as long as another program takes to start.
LONG_SESSION = ("--config", "group.consumer.session.timeout.ms=45000")


@check("consumer protocol")
def consumer_protocol(bench):
    """Two members share; what did not move is read on; the one that stays gets all again."""
    with bench.another_cluster(*SETTINGS) as there:
        first, second = there.client, there.another()
        name = there.unused("group")
        topic = filled_by(there)
        first.ask("join-consumer-protocol", group=name, topic=topic)
        told = first.ask("poll", min=3, max=3, records=60)
        all_read(told["records"])
        commit(first)
        same(committed(there, name, topic), {0: 20, 1: 20, 2: 20}, "committed offsets")
        second.ask("join-consumer-protocol", group=name, topic=topic)
        same(sorted(both_own_some(first, second)), [0, 1, 2], "partitions of both")
        there.cluster.tell(f"await group {name} Stable 2")
        second.begin("leave")
        told = first.ask("poll", min=3, max=3)
        second.end()
        same(told["records"], [], "records read again")
        first.ask("leave")
        there.cluster.tell(f"await group {name} Empty")


@check("consumer protocol, member dies")
def consumer_protocol_member_dies(bench):
    """Its session runs out; the coordinator gives what it had to the other."""
    with bench.another_cluster(*SETTINGS) as there:
        first, second = there.client, there.another()
        name = there.unused("group")
        topic = filled_by(there)
        first.ask("join-consumer-protocol", group=name, topic=topic)
        first.ask("poll", min=3, max=3, records=60)
        second.ask("join-consumer-protocol", group=name, topic=topic)
        both_own_some(first, second)
        second.kill()
        told = first.ask("poll", min=3, max=3)
        same(told["owned"], [0, 1, 2], "partitions")
        first.ask("leave")


@check("consumer protocol, static member")
def consumer_protocol_static_member(bench):
    """It goes for a while and comes back to what it had; nobody else is concerned."""
    with bench.another_cluster(*SETTINGS, *LONG_SESSION) as there:
        first, second = there.client, there.another()
        name = there.unused("group")
        topic = filled_by(there)
        first.ask("join-consumer-protocol", group=name, topic=topic, instance="i1")
        first.ask("poll", min=3, max=3, records=60)
        commit(first)
        second.ask("join-consumer-protocol", group=name, topic=topic, instance="i2")
        both_own_some(first, second)
        there.cluster.tell(f"await group {name} Stable 2")
        before = group_of(there, name)
        second.ask("leave")
        same(group_of(there, name)["generation"], before["generation"], "group epoch")
        back = there.another()
        back.ask("join-consumer-protocol", group=name, topic=topic, instance="i2")
        told = back.ask("poll", min=1, max=2)
        after = group_of(there, name)
        same(after["generation"], before["generation"], "group epoch after it came back")
        same(shares_of(after), shares_of(before), "who has what")
        expect(told["owned"], "partitions of the one that came back")
        back.ask("leave")
        first.ask("leave")


def group_of(there, name):
    return next(one for one in there.cluster.status()["groups"] if one["group"] == name)


def shares_of(group):
    """Sorted, as the member that came back has another id."""
    return sorted(sorted(map(str, member["assigned"])) for member in group["members"])


@check("consumer protocol, described")
def consumer_protocol_described(bench):
    """By ConsumerGroupDescribe, and listed among the others."""
    with bench.another_cluster(*SETTINGS) as there:
        member, name = there.another(), there.unused("group")
        topic = filled_by(there)
        member.ask("join-consumer-protocol", group=name, topic=topic)
        member.ask("poll", min=3, max=3, records=60)
        told = there.ask("describe-consumer-group", group=name)
        same((told["state"].lower(), told["members"], told["protocol"]),
             ("stable", 1, "uniform"), "state, members, assignor")
        expect(name in there.ask("groups")["groups"], "listed")
        member.ask("leave")


def filled_by(there):
    """What has no such call is skipped before anything is written."""
    there.ask("knows-consumer-protocol")
    return filled(there)
