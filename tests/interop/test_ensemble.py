#!/usr/bin/env python3
"""Raw bytes at the ensemble's port: four-letter words, and input that is broken or hostile."""

import contextlib
import os
import random
import resource
import socket
import struct
import time
import unittest

from serve import PATIENCE, Serve

SEED = 20240607
OPEN = struct.pack(">iqiqi", 0, 0, 3000, 0, 0) + b"\x00"
PING = struct.pack(">ii", -2, 11)
LIMIT = 1024  # connections of other programs at one server


def framed(body):
    return struct.pack(">i", len(body)) + body


def read(connection, size):
    """As many bytes; fewer if it was closed."""
    data = b""
    while len(data) < size:
        try:
            more = connection.recv(size - len(data))
        except ConnectionResetError:
            more = b""
        if not more:
            break
        data += more
    return data


def answer(connection):
    """One answer without its size; b"" when the connection was closed."""
    size = read(connection, 4)
    return read(connection, struct.unpack(">i", size)[0]) if len(size) == 4 else b""


class EnsembleInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Serve()
        host, port = cls.cluster.ready["zookeeper"].split(",")[0].split(":")
        cls.at = host, int(port)

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()

    def tearDown(self):
        """Whatever happened: the ensemble answers, and no broker lost its session."""
        self.assertEqual(self.tell(b"ruok"), b"imok")
        self.assertTrue(all(b["state"] == "running" for b in self.cluster.status()["brokers"]))

    def connect(self):
        return contextlib.closing(socket.create_connection(self.at, timeout=PATIENCE))

    def tell(self, word):
        with self.connect() as connection:
            # One connection too many may be closed before a word is said.
            with contextlib.suppress(ConnectionError):
                connection.sendall(word)
            return read(connection, 1 << 20)

    def expect_closed(self, data):
        with self.connect() as connection:
            connection.sendall(data)
            self.assertEqual(answer(connection), b"")

    @contextlib.contextmanager
    def session(self):
        with self.connect() as connection:
            connection.sendall(framed(OPEN))
            self.assertEqual(len(answer(connection)), 37)
            yield connection

    def test_words(self):
        status = self.cluster.status()["ensemble"][0]
        self.assertEqual(self.tell(b"ruok\n"), b"imok")
        self.assertEqual(self.tell(b"isro"), b"rw")
        state = f"zk_server_state\t{status['state']}\n".encode()
        self.assertIn(state, self.tell(b"mntr"))
        self.assertIn(f"Mode: {status['state']}\n".encode(), self.tell(b"stat"))
        self.assertIn(f"clientPort={self.at[1]}\n".encode(), self.tell(b"conf"))
        self.assertIn(b"/brokers/ids/1", self.tell(b"dump"))
        self.assertEqual(self.tell(b"what"), b"")

    def test_frame_too_large_and_negative(self):
        self.expect_closed(struct.pack(">i", (1 << 20) + 1))
        self.expect_closed(struct.pack(">i", -1))
        self.expect_closed(b"GET / HTTP/1.1\r\n\r\n")

    def test_garbage_before_and_in_a_session(self):
        generator = random.Random(SEED)
        for _ in range(20):
            garbage = generator.randbytes(generator.randint(1, 200))
            with self.connect() as connection:
                connection.sendall(framed(garbage) + framed(garbage))
                connection.shutdown(socket.SHUT_WR)
                read(connection, 1 << 20)
            with self.session() as connection:
                connection.sendall(framed(garbage))
                connection.shutdown(socket.SHUT_WR)
                read(connection, 1 << 20)

    def test_unknown_operation(self):
        with self.session() as connection:
            connection.sendall(framed(struct.pack(">ii", 7, 999)))
            xid, _, error = struct.unpack(">iqi", answer(connection))
            self.assertEqual((xid, error), (7, -6))
            self.assertEqual(answer(connection), b"")

    def test_half_a_frame_then_silence_or_gone(self):
        with self.session() as silent, self.connect() as early:
            silent.sendall(framed(PING)[:-3])
            early.sendall(framed(OPEN)[:-3])
            with self.connect() as gone:
                gone.sendall(framed(OPEN)[:-3])
            with self.session() as other:
                other.sendall(framed(PING))
                self.assertEqual(answer(other)[:4], struct.pack(">i", -2))

    def test_too_many_connections(self):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2 * LIMIT), most))
        with contextlib.ExitStack() as held:
            for _ in range(LIMIT):
                held.enter_context(self.connect())
            with self.connect() as late:
                with contextlib.suppress(ConnectionError):
                    late.sendall(framed(OPEN))
                self.assertEqual(answer(late), b"")
            # The brokers come first: one that starts anew still finds its ensemble.
            self.cluster.tell("stop 3")
            self.cluster.tell("restart 3")
            self.cluster.tell("await broker 3 running")
        # Its end is seen a moment later.
        while self.tell(b"ruok") != b"imok":
            pass


class SessionMoves(unittest.TestCase):
    """Three servers: a session goes on at another one when its own is killed."""

    def setUp(self):
        self.cluster = Serve("--ensemble", "3")
        self.servers = [one.split(":") for one in self.cluster.ready["zookeeper"].split(",")]

    def tearDown(self):
        self.cluster.stop()

    def open(self, server, session=0, password=bytes(16), zxid=0):
        """A connection, and the session it got: (id, password).

        A server that does not follow a leader yet ends it, as ZooKeeper's do; clients try again.
        """
        host, port = self.servers[server]
        ends = time.monotonic() + PATIENCE
        while True:
            connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
            connection.sendall(framed(struct.pack(">iqiqi", 0, zxid, 6000, session, 16) + password +
                                      b"\x00"))
            told = answer(connection)
            if told or time.monotonic() > ends:
                break
            connection.close()
            time.sleep(0.02)
        self.addCleanup(connection.close)
        return connection, struct.unpack(">q", told[8:16])[0], told[20:36]

    def ask(self, connection, xid, operation, body):
        """Its error code and what follows the header."""
        connection.sendall(framed(struct.pack(">ii", xid, operation) + body))
        told = answer(connection)
        self.assertEqual(struct.unpack(">i", told[:4])[0], xid)
        return struct.unpack(">i", told[12:16])[0], told[16:]

    def test_killed_server(self):
        first, session, password = self.open(0)
        path = struct.pack(">i", 5) + b"/mine"
        acl = struct.pack(">ii", 1, 31) + struct.pack(">i", 5) + b"world" + \
            struct.pack(">i", 6) + b"anyone"
        error, _ = self.ask(first, 1, 1, path + struct.pack(">i", 0) + acl + struct.pack(">i", 1))
        self.assertEqual(error, 0)
        self.cluster.tell("kill zookeeper0")
        second, same_session, _ = self.open(1, session, password)
        self.assertEqual(same_session, session)
        error, stat = self.ask(second, 1, 3, path + b"\x00")
        self.assertEqual((error, struct.unpack(">q", stat[44:52])[0]), (0, session))
        # With another password it is nobody's session.
        _, refused, _ = self.open(2, session, b"x" * 16)
        self.assertEqual(refused, 0)
        self.cluster.tell("restart zookeeper0")
        self.assertTrue(all(b["state"] == "running" for b in self.cluster.status()["brokers"]))


if __name__ == "__main__":
    print("pid", os.getpid(), "seed", SEED)
    unittest.main()
