"""Why a group of outside clients rebalanced: what `--watch-groups` says beside what was done."""

import time

from matrix.bench import check, expect, same
from matrix.group_checks import both_own_some, filled

OF_SESSION = 6000  # ms, what every client program here asks for


class Storm:
    """One group whose rebalances are told by the cluster, and who is in it."""

    # What members do by themselves: the second half of a cooperative move, and a leader that saw
    # other metadata.
    OWN = ("partitions-given-up", "leader-rejoined")

    def __init__(self, there):
        self.there = there
        self.name = there.unused("group")
        self.members = set()
        self._seen = 0

    def newcomer(self):
        """The id of the one member that was not there at the last look."""
        group = next(one for one in self.there.cluster.status()["groups"]
                     if one["group"] == self.name)
        now = {one["member"] for one in group["members"]}
        new = now - self.members
        same(len(new), 1, f"members that are new among {sorted(now)}")
        self.members = now
        return new.pop()

    def next(self):
        """The next rebalance of the group, as soon as it has ended."""
        ends = time.monotonic() + 30
        while True:
            told = [one for one in self.there.cluster.rebalances if one["group"] == self.name]
            if len(told) > self._seen:
                self._seen += 1
                return told[self._seen - 1]
            expect(time.monotonic() < ends, f"rebalance {self._seen + 1} is told; so far {told}")
            time.sleep(0.05)

    def is_told(self, cause, member):
        """The next rebalance has this cause and this responsible member."""
        told = self.next()
        while told["cause"] in self.OWN and told["cause"] != cause:
            expect(told["member"] in self.members, f"whose own doing it was: {told}")
            told = self.next()
        same((told["cause"], told.get("member")), (cause, member), f"cause and member of {told}")
        expect(told["clientId"] and told["host"], f"client id and host are named in {told}")
        return told

    def silence_is_told(self, member):
        told = self.is_told("session-expired", member)
        same(told["timer"], "session.timeout.ms", f"timer of {told}")
        expect(OF_SESSION <= told["silentMs"] < 2 * OF_SESSION,
               f"silent for its session timeout: {told}")
        same(told["gone"], [member], f"members that are gone by {told}")
        self.members.discard(member)


@check("causes")
def causes(bench):
    """Members come, go, die and freeze; each time the cause and the member are the true ones."""
    with bench.another_cluster("--watch-groups") as there:
        storm, topic = Storm(there), filled(there)
        first, second = there.client, there.another()
        first.ask("join", group=storm.name, topic=topic)
        first.ask("poll", min=3, max=3, records=60)
        there.cluster.tell(f"await group {storm.name} Stable 1")
        one = storm.newcomer()
        storm.is_told("first-member", one)

        two = joined(there, storm, first, second, topic)
        second.begin("leave")
        first.ask("poll", min=3, max=3)
        second.end()
        same(storm.is_told("left", two)["gone"], [two], "members that are gone")
        storm.members.discard(two)

        third = there.another()
        three = joined(there, storm, first, third, topic)
        third.kill()
        first.ask("poll", min=3, max=3)
        storm.silence_is_told(three)

        fourth = there.another()
        four = joined(there, storm, first, fourth, topic)
        fourth.freeze()
        first.ask("poll", min=3, max=3)
        storm.silence_is_told(four)
        fourth.kill()
        first.ask("leave")


def joined(there, storm, first, newcomer, topic):
    """A second member comes, and takes its share; its id."""
    newcomer.ask("join", group=storm.name, topic=topic)
    same(sorted(both_own_some(first, newcomer)), [0, 1, 2], "partitions of both")
    there.cluster.tell(f"await group {storm.name} Stable 2")
    member = storm.newcomer()
    storm.is_told("joined", member)
    return member
