#!/usr/bin/env python3
"""Broken and hostile input closes its own connection and harms nothing else."""

import os
import random
import socket
import struct
import unittest

import kafka
import kafka.admin
import kafka.errors

from serve import PATIENCE, Serve, ServeError, kcat, read_all, values_of

SEED = 20240607


def frame(api, version, correlation, body=b"", client=b"t"):
    head = struct.pack(">hhih", api, version, correlation, len(client)) + client
    return struct.pack(">i", len(head + body)) + head + body


def receive(connection):
    """One answer without its size; b"" when the connection was closed."""
    data = b""
    while len(data) < 4 or len(data) < 4 + struct.unpack(">i", data[:4])[0]:
        try:
            more = connection.recv(65536)
        except ConnectionResetError:
            more = b""
        if not more:
            return b""
        data += more
    return data[4:]


class BadInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Serve()
        cls.cluster.tell("create-topic t 3 3")
        cls.cluster.tell("await settled")
        cls.written = 0

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()

    def tearDown(self):
        """Whatever happened: the cluster is whole, and takes and gives records."""
        kcat("-P", "-b", self.cluster.bootstrap, "-t", "t", "-X", "acks=all", text="alive\n")
        type(self).written += 1
        self.assertEqual(len(values_of(read_all(self.cluster.bootstrap, "t"))), self.written)
        self.assertTrue(all(b["state"] == "running" for b in self.cluster.status()["brokers"]))

    def expect_closed(self, data):
        with self.cluster.connect() as connection:
            connection.sendall(data)
            self.assertEqual(receive(connection), b"")

    def test_garbage_bytes(self):
        generator = random.Random(SEED)
        for _ in range(20):
            garbage = generator.randbytes(generator.randint(64, 4096))
            # A size that waits for more bytes would rightly keep the connection open.
            self.expect_closed(struct.pack(">i", len(garbage) - 4) + garbage[4:])

    def test_frame_too_large_and_negative(self):
        self.expect_closed(struct.pack(">i", 100 * 1024 * 1024 + 1))
        self.expect_closed(struct.pack(">i", -1))

    def test_http_request(self):
        self.expect_closed(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def test_half_a_frame_then_silence_or_gone(self):
        half = frame(3, 1, 7, struct.pack(">i", -1))[:-3]
        with self.cluster.connect() as silent:
            silent.sendall(half)
            with self.cluster.connect() as gone:
                gone.sendall(half)
            with self.cluster.connect() as other:
                other.sendall(frame(18, 0, 8))
                self.assertEqual(struct.unpack(">i", receive(other)[:4])[0], 8)

    def test_client_that_vanishes_mid_request(self):
        for _ in range(20):
            with self.cluster.connect() as connection:
                connection.sendall(frame(3, 1, 7, struct.pack(">i", -1)))
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                      struct.pack("ii", 1, 0))

    def test_unknown_version_of_api_versions_then_a_known_one(self):
        with self.cluster.connect() as connection:
            connection.sendall(frame(18, 99, 5, b"\x01\x02"))
            answer = receive(connection)
            self.assertEqual(answer[:10], struct.pack(">ihi", 5, 35, 1))
            api, _, most = struct.unpack(">hhh", answer[10:])
            self.assertEqual((api, most), (18, 4))
            connection.sendall(frame(18, 3, 6, b"\x00\x02a\x02b\x00"))
            self.assertEqual(receive(connection)[:6], struct.pack(">ih", 6, 0))
            connection.sendall(frame(1, 99, 7))
            self.assertEqual(receive(connection), b"")

    def test_unknown_api(self):
        self.expect_closed(frame(999, 0, 1))

    def test_cut_bodies_of_every_api(self):
        generator = random.Random(SEED)
        for api in (0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 19):
            for version in range(0, 4):
                with self.cluster.connect() as connection:
                    connection.sendall(frame(api, version, 1, generator.randbytes(9)))
                    receive(connection)  # an error or a closed connection, never silence

    def test_topics_that_cannot_be(self):
        admin = kafka.KafkaAdminClient(bootstrap_servers=self.cluster.bootstrap)
        for name, factor, error in (("x", 4, kafka.errors.InvalidReplicationFactorError),
                                    ("a b", 1, kafka.errors.InvalidTopicError),
                                    ("..", 1, kafka.errors.InvalidTopicError),
                                    ("n" * 250, 1, kafka.errors.InvalidTopicError),
                                    ("t", 1, kafka.errors.TopicAlreadyExistsError)):
            with self.subTest(name), self.assertRaises(error):
                admin.create_topics([kafka.admin.NewTopic(name, 1, factor)])
        admin.close()
        for line in ("create-topic x 1 4", "create-topic a/b", "create-topic t"):
            with self.subTest(line), self.assertRaises(ServeError):
                self.cluster.tell(line)
        names = [topic["name"] for topic in self.cluster.status()["topics"]]
        self.assertEqual([n for n in names if not n.startswith("__")], ["t"])

    def test_bad_lines(self):
        for line in ("dance", "kill", "kill 4", "await leader t", "x" * 100_000, "\x00\xff"):
            with self.subTest(line[:20]), self.assertRaises(ServeError):
                self.cluster.tell(line)
        self.cluster.tell("groups")

    def test_corrupt_batch_is_refused(self):
        batch = bytearray(struct.pack(">qiibIhiqqqhii", 0, 49, 0, 2, 0xdeadbeef, 0, 0, 0, 0,
                                      -1, -1, -1, 0))
        body = struct.pack(">hhi", -1, 1, 5000) + struct.pack(">i", 1) + b"\x00\x01t" \
            + struct.pack(">iii", 1, 0, len(batch)) + bytes(batch)
        leader = self.cluster.partition("t", 0)["leader"]
        with self.cluster.connect(leader) as connection:
            connection.settimeout(PATIENCE)
            connection.sendall(frame(0, 3, 9, struct.pack(">h", -1) + body[2:]))
            answer = receive(connection)
        # correlation id, one topic "t", one partition 0, then the error: 2 CORRUPT_MESSAGE or
        # 87 INVALID_RECORD
        self.assertIn(struct.unpack(">h", answer[19:21])[0], (2, 87))


if __name__ == "__main__":
    print("pid", os.getpid(), "seed", SEED)
    unittest.main()
