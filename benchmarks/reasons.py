"""How many hints of a game have a reason: `python benchmarks/reasons.py GAME --hints 200`.

Decisions of matches between bots that think least are judged as a hint does it, with fewer worlds where asked.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from random import Random

from herrlof.bots import bots_of, new_bot
from herrlof.coach.judge import judge, motive_of
from herrlof.coach.saying import reason_text, rival_of
from herrlof.games import GAMES
from herrlof.table.match import Match, Seat


def main() -> None:
    """Count, and print a few."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--hints", type=int, default=200)
    parser.add_argument("--kind", default="", help="only decisions of one kind, such as Herfor's komi")
    parser.add_argument("--worlds", type=int, default=None)
    parser.add_argument("--show", action="store_true", help="print each reason")
    parser.add_argument("--position", action="store_true", help="and what its seat sees, to hold it against")
    asked = parser.parse_args()
    game, rng, counted = GAMES[asked.game], Random(f"reasons {asked.game}"), Counter[str]()
    level = next(key for key, kind in bots_of(game.key).items() if not kind.uses_worker)
    while counted.total() < asked.hints:
        names = ["Anna", "Freya", "Karl", "Dag"][: game.seats[0]]
        match = Match(game, [Seat(name) for name in names], seed=rng.randbytes(32) if game.hidden else None)
        bots = [new_bot(game, level, rng) for _ in names]
        while not match.over and counted.total() < asked.hints:
            if (seat := match.mover) < 0:
                match.advance("race even" if match.measured_kind else None)
                continue
            seen, legal = match.observe(seat), match.legal()
            wanted = not asked.kind or game.decision_kind(seen) == asked.kind
            if wanted and len(legal) > 1 and rng.random() < 0.2:
                found = judge(game, seen, legal, rng, asked.worlds)
                best, rival = found.choices[0].action, rival_of(found)
                motive = motive_of(game, seen, found.choices, rival)
                counted["all alike" if rival is None else "none" if motive is None else motive.name] += 1
                if asked.show and motive is not None:
                    to = game.words.to(seen, names)
                    print(f"{to.whole_name(best)}: {reason_text(game, seen, found.choices, rival, to)}")
                    for row in (*to.standing(), *to.hand()) if asked.position else ():
                        print(f"    {row.title} {' '.join(row.cells)}")
            match.play(seat, game.encode(bots[seat].choose(seen, legal)))
    whole = counted.total()
    told = whole - counted["none"] - counted["all alike"]
    print(f"{asked.game}: {told} of {whole} hints have a reason; {dict(counted)}")


if __name__ == "__main__":
    main()
