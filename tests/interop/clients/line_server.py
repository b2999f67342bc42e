"""What the client programs written in Python share: the loop that answers lines."""

import json
import sys
import time

DEADLINE = 40  # seconds one operation may take


class Unsupported(Exception):
    """The library has no such call."""


class Late(Exception):
    """What was waited for did not come."""


def deadline():
    """A function that raises when the time for one operation is over."""
    ends = time.monotonic() + DEADLINE

    def check(what):
        if time.monotonic() > ends:
            raise Late(f"{what}: not within {DEADLINE} s")
    return check


def say(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def answer(client, request):
    method = getattr(client, request.pop("op").replace("-", "_"), None)
    if method is None:
        say(unsupported="its library has no call for it")
        return
    try:
        say(ok=method(**request) or {})
    except Unsupported as missing:
        say(unsupported=str(missing))
    except Exception as failure:  # whatever a library throws is an answer
        say(error=f"{type(failure).__name__}: {failure}")


def serve(make, name):
    """`make` builds the client from the bootstrap addresses."""
    client = make(sys.argv[1])
    say(client=name)
    for line in sys.stdin:
        answer(client, json.loads(line))
    client.close()
