"""Turning what is asked into bytes and back, for the clients written in Python."""


def to_bytes(text):
    return None if text is None else text.encode()


def to_text(data):
    return None if data is None else bytes(data).decode()


def to_headers(pairs):
    return [(name, to_bytes(value)) for name, value in pairs or []]


def from_headers(pairs):
    return [[name, to_text(value)] for name, value in pairs or []]
