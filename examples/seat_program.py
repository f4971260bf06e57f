#!/usr/bin/env python3
"""A program that takes a seat, with nothing but the standard library.

    herrlof play --seat Anna --seat program:examples/seat_program.py

It reads lines of JSON and writes such: see docs/seats.md. In any game it plays the lowest card that it may, by the last
number in the action's code, and where two are alike what its own generator says, seeded by the table's hello: so in the
same world it does the same, and can be certified:

    herrlof certify 'program:examples/seat_program.py' --game herald
"""

import json
import random
import re
import sys
from typing import Any


def say(**line: Any) -> None:
    """Write a line to the table."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def rank(code: str) -> int:
    """Return the last number in an action's code."""
    numbers = re.findall(r"\d+", code)
    return int(numbers[-1]) if numbers else 99


def main() -> None:
    """Answer, until the match is over or the table is gone."""
    rng = random.Random(0)
    for text in sys.stdin:
        line = json.loads(text)
        if line["type"] == "hello":
            rng.seed(line["seed"])
            say(type="hello", protocol=2, program="seat_program")
        elif line["type"] == "ask":
            lowest = min(rank(code) for code in line["legal"])
            choices = [code for code in line["legal"] if rank(code) == lowest]
            say(type="move", id=line["id"], do=rng.choice(choices))
        elif line["type"] in ("over", "bye"):
            break  # `events`, `refused` and whatever comes with later versions: nothing to do


if __name__ == "__main__":
    main()
