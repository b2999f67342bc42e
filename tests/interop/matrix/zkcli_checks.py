"""zkCli.sh of Apache ZooKeeper at the ensemble: what a person types, and what it prints."""

import json

from matrix.bench import expect, same
from matrix.ensemble import Ensemble

CHECKS = []  # (name, function)


def check(name):
    def keep(function):
        CHECKS.append((name, function))
        return function
    return keep


def has(printed, *words):
    for word in words:
        expect(word in printed, f"{word!r} is printed: {printed}")


def has_not(printed, *words):
    for word in words:
        expect(word not in printed, f"{word!r} is not printed: {printed}")


@check("ls, get, stat of Kafka's znodes")
def look(ensemble: Ensemble):
    topic = ensemble.topic()
    printed = ensemble.zkcli("ls /brokers", "get /controller", "stat /controller",
                             f"get -s /brokers/topics/{topic}/partitions/0/state",
                             "ls -R /brokers/ids", "getAllChildrenNumber /brokers/ids")
    status = ensemble.cluster.status()
    has(printed, "[ids, seqid, topics]", "/brokers/ids/3", "dataVersion = ", "\n3\n",
        "ephemeralOwner = 0x")
    objects = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    same(objects[0]["brokerid"], status["controller"]["broker"], "the controller")
    same(objects[1]["leader"], ensemble.cluster.partition(topic, 0)["leader"], "the leader")


@check("create, set, delete")
def change(ensemble: Ensemble):
    top = ensemble.folder()
    printed = ensemble.zkcli(
        f"create {top} one", f"create {top}/a two", f"create -s {top}/s-", f"get {top}/a",
        f"set {top}/a three", f"get {top}/a", f"set -v 0 {top}/a four", f"delete {top}",
        f"delete {top}/a", f"create -c {top}/container", f"ls {top}", f"sync {top}")
    has(printed, f"Created {top}/a", f"Created {top}/s-0000000001", "two\n", "three\n",
        "version No is not valid", f"Node not empty: {top}", "Unimplemented for",
        "[s-0000000001]", "Sync is OK")
    has_not(ensemble.zkcli(f"deleteall {top}", "ls /"), top[1:])


@check("ephemerals vanish on quit")
def ephemerals(ensemble: Ensemble):
    top = ensemble.folder()
    printed = ensemble.zkcli(f"create {top}", f"create -e {top}/e x", f"create -e -s {top}/q-",
                             f"ls {top}", "getEphemerals")
    has(printed, "[e, q-0000000001]", f"[{top}/e, {top}/q-0000000001]")
    has(ensemble.zkcli(f"ls {top}"), "[]")


@check("watches")
def watches(ensemble: Ensemble):
    top = ensemble.folder()
    printed = ensemble.zkcli(
        f"create {top} x", f"get -w {top}", f"set {top} y",
        f"addWatch -m PERSISTENT_RECURSIVE {top}", f"create {top}/a", f"set {top}/a z",
        f"delete {top}/a", f"removewatches {top}", f"create {top}/b")
    has(printed, f"type:NodeDataChanged path:{top}\n", f"type:NodeCreated path:{top}/a\n",
        f"type:NodeDataChanged path:{top}/a\n", f"type:NodeDeleted path:{top}/a\n")
    has_not(printed, f"type:NodeCreated path:{top}/b")


@check("access lists and identities")
def access(ensemble: Ensemble):
    top = ensemble.folder()
    printed = ensemble.zkcli(
        f"create {top} x", f"getAcl {top}", f"setAcl {top} world:anyone:cdrwa",
        f"setAcl {top} world:anyone:r", "addauth digest user:word", "whoami", f"get {top}")
    has(printed, "'world,'anyone\n: cdrwa", "Acl is not valid", "ip: 127.0.0.1", "digest: user")
