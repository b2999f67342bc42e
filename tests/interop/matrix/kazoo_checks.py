"""kazoo, ZooKeeper's client in Python, at the ensemble."""

import contextlib
import json
import logging
import subprocess
import sys
import threading

from matrix.bench import expect, same
from matrix.ensemble import OWNER, Ensemble, has_kazoo, until

CHECKS = []  # (name, function)
MOVES = []  # those that need an ensemble of several servers

if has_kazoo():
    import kazoo.client
    import kazoo.exceptions as errors
    import kazoo.security
    logging.getLogger("kazoo").addHandler(logging.NullHandler())
    logging.getLogger("kazoo").propagate = False


def check(name, among=CHECKS):
    def keep(function):
        among.append((name, function))
        return function
    return keep


@contextlib.contextmanager
def client(ensemble, timeout=3.0):
    one = kazoo.client.KazooClient(hosts=ensemble.hosts, timeout=timeout)
    one.start(timeout=20)
    try:
        yield one
    finally:
        one.stop()
        one.close()


def refused(error, function, *arguments, **more):
    try:
        function(*arguments, **more)
    except error:
        return
    raise AssertionError(f"{function.__name__}{arguments} was not refused with {error.__name__}")


def made_folder(ensemble, zk):
    top = ensemble.folder()
    zk.create(top)
    return top


@check("create, get, set, delete")
def nodes(ensemble: Ensemble):
    with client(ensemble) as zk:
        top = made_folder(ensemble, zk)
        path, stat = zk.create(f"{top}/a", b"one", include_data=True)
        same((path, stat.version, stat.dataLength), (f"{top}/a", 0, 3), "what was created")
        same(zk.get(path)[0], b"one", "its data")
        same(zk.set(path, b"two", version=0).version, 1, "its version once set")
        refused(errors.BadVersionError, zk.set, path, b"three", version=0)
        refused(errors.NodeExistsError, zk.create, path)
        refused(errors.NoNodeError, zk.create, f"{top}/no/b")
        refused(errors.NoNodeError, zk.get, f"{top}/no")
        refused(errors.NotEmptyError, zk.delete, top)
        large = bytes(range(256)) * 3000
        zk.set(path, large)
        same(zk.get(path)[0], large, "750 KiB of data")
        zk.ensure_path(f"{top}/b/c/d")
        children, stat = zk.get_children(top, include_data=True)
        same((sorted(children), stat.numChildren), (["a", "b"], 2), "the children")
        zk.delete(path, version=2)
        same(zk.exists(path), None, "what was deleted")
        same(zk.sync(top), top, "sync")


@check("sequences")
def sequences(ensemble: Ensemble):
    with client(ensemble) as zk:
        top = made_folder(ensemble, zk)
        made = [zk.create(f"{top}/n-", sequence=True) for _ in range(3)]
        same(made, [f"{top}/n-{n:010}" for n in range(3)], "the names given")
        zk.delete(made[-1])
        same(zk.create(f"{top}/n-", sequence=True, ephemeral=True), f"{top}/n-{3:010}",
             "the name after a deletion")


@check("ephemerals end with their session")
def ephemerals(ensemble: Ensemble):
    with client(ensemble) as zk:
        top = made_folder(ensemble, zk)
        gone = threading.Event()
        with client(ensemble) as other:
            other.create(f"{top}/closed", ephemeral=True)
            same(zk.exists(f"{top}/closed").ephemeralOwner, other.client_id[0], "the owner")
            refused(errors.NoChildrenForEphemeralsError, zk.create, f"{top}/closed/child")
            zk.exists(f"{top}/closed", watch=lambda event: gone.set())
        expect(gone.wait(20), "a closed session's node goes, and its watch fires")
        zk.sync(top)
        same(zk.exists(f"{top}/closed"), None, "the node of a closed session")
        # One that dies without a word: its node goes when the session has been silent too long.
        died = threading.Event()
        owner = subprocess.Popen([sys.executable, "-c", OWNER, ensemble.hosts, f"{top}/dead"],
                                 stdout=subprocess.PIPE, text=True)
        same(owner.stdout.readline(), "made\n", "the owner's word")
        owner.kill()
        owner.wait()
        expect(zk.exists(f"{top}/dead", watch=lambda event: died.set()),
               "the node outlives its client")
        expect(died.wait(20), "the node of a dead client goes")


@check("watches")
def watches(ensemble: Ensemble):
    with client(ensemble) as zk, client(ensemble) as writer:
        top = made_folder(ensemble, zk)
        seen = []
        came = threading.Condition()

        def note(event):
            with came:
                seen.append((event.type, event.path))
                came.notify_all()

        zk.exists(f"{top}/a", watch=note)
        zk.get_children(top, watch=note)
        writer.create(f"{top}/a", b"0")
        zk.sync(top)  # two servers may not have applied the same yet
        zk.get(f"{top}/a", watch=note)
        writer.set(f"{top}/a", b"1")
        writer.set(f"{top}/a", b"2")  # a watch fires once
        zk.sync(top)
        zk.get(f"{top}/a", watch=note)
        writer.delete(f"{top}/a")
        with came:
            expect(came.wait_for(lambda: len(seen) >= 4, 20), f"four watches fire: {seen}")
        same(seen, [("CREATED", f"{top}/a"), ("CHILD", top), ("CHANGED", f"{top}/a"),
                    ("DELETED", f"{top}/a")], "what the watches saw")


@check("transactions")
def transactions(ensemble: Ensemble):
    with client(ensemble) as zk:
        top = made_folder(ensemble, zk)
        good = zk.transaction()
        good.create(f"{top}/a", b"x")
        good.check(f"{top}/a", 0)
        good.set_data(f"{top}/a", b"y")
        good.create(f"{top}/a/b", ephemeral=True)
        results = good.commit()
        same((results[0], results[1], results[2].version, results[3]),
             (f"{top}/a", True, 1, f"{top}/a/b"), "what a transaction gave")
        bad = zk.transaction()
        bad.delete(f"{top}/a/b")
        bad.check(f"{top}/a", 7)
        bad.create(f"{top}/c")
        same([type(one) for one in bad.commit()],
             [errors.RolledBackError, errors.BadVersionError, errors.RuntimeInconsistency],
             "how a transaction failed")
        expect(zk.exists(f"{top}/a/b"), "what a failed transaction deleted is there")


@check("recipes: lock, counter, election")
def recipes(ensemble: Ensemble):
    with client(ensemble) as first, client(ensemble) as second:
        top = made_folder(ensemble, first)
        lock = first.Lock(f"{top}/lock", "first")
        lock.acquire(timeout=20)
        rival = second.Lock(f"{top}/lock", "second")
        expect(not rival.acquire(blocking=False), "a lock is held by one")
        got = threading.Thread(target=rival.acquire)
        got.start()
        until(lambda: lock.contenders() == ["first", "second"], "two contend for the lock")
        lock.release()
        got.join(20)
        expect(rival.is_acquired, "the lock goes to who waited")
        rival.release()
        counter, same_counter = first.Counter(f"{top}/n"), second.Counter(f"{top}/n")
        for _ in range(10):
            counter += 1
            same_counter += 2
        same(counter.value, 30, "the counter")
        won = []
        first.Election(f"{top}/election", "first").run(lambda: won.append("first"))
        second.Election(f"{top}/election", "second").run(lambda: won.append("second"))
        same(won, ["first", "second"], "who was elected")


@check("access lists and identities")
def access(ensemble: Ensemble):
    with client(ensemble) as zk:
        top = made_folder(ensemble, zk)
        acls, stat = zk.get_acls(top)
        same([(acl.perms, acl.id.scheme, acl.id.id) for acl in acls], [(31, "world", "anyone")],
             "the access list")
        same(zk.set_acls(top, acls, version=stat.aversion).czxid, stat.czxid, "setting it again")
        mine = [kazoo.security.make_digest_acl("user", "word", all=True)]
        refused(errors.InvalidACLError, zk.create, f"{top}/mine", acl=mine)
        refused(errors.InvalidACLError, zk.set_acls, top, mine)
        zk.add_auth("digest", "user:word")
        expect(zk.exists(top), "the session goes on after add_auth")


@check("the session outlives the server")
def reconnect(ensemble: Ensemble):
    with client(ensemble, timeout=10.0) as zk:
        top = made_folder(ensemble, zk)
        zk.create(f"{top}/e", b"x", ephemeral=True)
        changed = threading.Event()
        zk.get(f"{top}/e", watch=lambda event: changed.set())
        session = zk.client_id
        ensemble.cluster.tell("kill zookeeper0")
        ensemble.cluster.tell("restart zookeeper0")
        until(lambda: zk.connected and zk.retry(zk.exists, f"{top}/e"), "the client is back")
        same(zk.client_id, session, "the session")
        zk.retry(zk.set, f"{top}/e", b"y")
        expect(changed.wait(20), "a watch outlives the server")
        ensemble.cluster.tell("await settled")


@check("the session moves when its server is killed", MOVES)
def moves(ensemble: Ensemble):
    with client(ensemble, timeout=10.0) as zk, client(ensemble, timeout=10.0) as other:
        top = made_folder(ensemble, zk)
        zk.create(f"{top}/e", b"x", ephemeral=True)
        for round_ in range(3):  # twice, it meets a server that was killed before
            changed = threading.Event()
            zk.get(f"{top}/e", watch=lambda event, changed=changed: changed.set())
            session, server = zk.client_id, ensemble.server_of(zk)
            ensemble.cluster.tell(f"kill zookeeper{server}")
            until(lambda: zk.connected and zk.retry(zk.exists, f"{top}/e"), "it is back elsewhere")
            expect(ensemble.server_of(zk) != server, "at another server")
            same(zk.client_id, session, "the session")
            same(zk.retry(zk.exists, f"{top}/e").ephemeralOwner, session[0], "its node's owner")
            other.retry(other.set, f"{top}/e", str(round_).encode())
            expect(changed.wait(20), "its watch moves with it")
            ensemble.cluster.tell(f"restart zookeeper{server}")
            ensemble.cluster.tell("await settled")


@check("Kafka's own znodes")
def kafka_nodes(ensemble: Ensemble):
    cluster = ensemble.cluster
    topic = ensemble.topic()
    with client(ensemble) as zk:
        def read(path):
            return json.loads(zk.get(path)[0])

        status = cluster.status()
        same(read("/controller")["brokerid"], status["controller"]["broker"], "the controller")
        same(read("/controller_epoch"), status["controller"]["epoch"], "the controller's epoch")
        same(sorted(zk.get_children("/brokers/ids")), ["1", "2", "3"], "the brokers")
        for broker in (1, 2, 3):
            told = read(f"/brokers/ids/{broker}")
            same((told["host"], told["port"]), cluster.address(broker), f"broker {broker}")
        told = read(f"/brokers/topics/{topic}/partitions/0/state")
        known = cluster.partition(topic, 0)
        same((told["leader"], told["leader_epoch"], told["isr"]),
             (known["leader"], known["leaderEpoch"], known["isr"]), "the partition's state")
        same(read(f"/brokers/topics/{topic}")["partitions"]["0"], known["replicas"],
             "the partition's replicas")
        gone = threading.Event()
        leader = known["leader"]
        zk.exists(f"/brokers/ids/{leader}", watch=lambda event: gone.set())
        cluster.tell(f"kill {leader}")
        expect(gone.wait(20), "a dead broker's node goes")
        cluster.tell(f"await leader {topic}-0 !{leader}")
        expect(read(f"/brokers/topics/{topic}/partitions/0/state")["leader"] != leader,
               "another leads")
        cluster.tell(f"restart {leader}")
        cluster.tell("await settled")


@check("four-letter words")
def words(ensemble: Ensemble):
    with client(ensemble) as zk:
        same(zk.command(b"ruok"), "imok", "ruok")
        expect("Mode: " in zk.command(b"stat"), "stat tells the mode")
        expect("zk_server_state\t" in zk.command(b"mntr"), "mntr tells the state")
        same(zk.server_version()[:2], (3, 8), "the version")
