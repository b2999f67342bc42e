"""The outcome of each check with each client, as a table and as JSON."""

import dataclasses
import json

MARKS = {"passed": "ok", "failed": "FAIL", "skipped": "-"}


@dataclasses.dataclass
class Result:
    client: str
    check: str
    outcome: str  # passed, failed, skipped
    reason: str = ""
    seconds: float = 0.0


def count(results):
    return {outcome: sum(one.outcome == outcome for one in results) for outcome in MARKS}


def as_json(results, names):
    return json.dumps({"clients": names, "results": [dataclasses.asdict(one) for one in results],
                       **count(results)}, indent=1)


def as_text(results):
    """A line for each check, a column for each client."""
    clients = list(dict.fromkeys(one.client for one in results))
    checks = list(dict.fromkeys(one.check for one in results))
    found = {(one.client, one.check): MARKS[one.outcome] for one in results}
    first = max(map(len, checks), default=0)
    lines = [" " * first + "  " + " ".join(
        f"{number + 1:>4}" for number in range(len(clients)))]
    for one in checks:
        marks = " ".join(f"{found.get((name, one), ''):>4}"
                         for name in clients)
        lines.append(f"{one:<{first}}  {marks}")
    key = [f"{number + 1:>3} {name}" for number, name in enumerate(clients)]
    return "\n".join([*key, "", *lines])
