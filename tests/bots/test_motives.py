"""Reasons are facts: they hold by the naive engines, and are the same wherever a seat has seen the same."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from herrlof.bots import GAME_BOTS, reason
from herrlof.game import CHANCE, TERMINAL, Action, State
from herrlof.games import GAMES
from tests.bots.honesty import TABLES, Table, twins
from tests.games.herald import naive as herald
from tests.games.herfor import naive as herfor
from tests.games.herrlof import naive as herrlof

FEW = 12
SEATS = {"herrlof": 2, "herald": 3, "herfor": 2, "how-ruck": 2}


@pytest.mark.parametrize("table", [table for table in TABLES if table.game in SEATS], ids=str)
def test_a_reason_is_the_same_in_twin_worlds(table: Table) -> None:
    game, told = GAMES[table.game], 0
    for pair in twins(table, FEW):
        legal = pair.true.legal_actions()
        for best, other in itertools.pairwise(legal):
            here, there = (reason(game, w.observation(pair.seat), best, other) for w in (pair.true, pair.twin))
            assert here == there
            told += here is not None
    assert told


def decisions(key: str, matches: int) -> Iterator[tuple[State, list[str], Action, Action]]:
    """Yield positions of random matches with two of the choices there, and the moves that led to them."""
    rng = Random(f"motives {key}")
    game = GAMES[key]
    for _ in range(matches):
        state, moves = game.new_state(SEATS[key]), list[str]()
        while (mover := state.current_player()) != TERMINAL and len(moves) < 130:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                best, other = rng.sample(legal, 2)
                yield state, moves, best, other
            action = rng.choice(legal)
            moves.append(game.encode(action))
            state.apply(action)


def told(key: str, state: State, best: Action, other: Action) -> dict[str, Any]:
    """Return all motives that are found, by name."""
    seen = state.observation(state.current_player())
    motives = GAME_BOTS[key].motives
    assert motives is not None
    return {one.name: one.numbers for one in motives(seen, best, other)}


def unseen(state: Any, whole: list[str], known: list[str]) -> list[str]:
    left = Counter(whole)
    left.subtract(known)
    assert min(left.values()) >= 0
    return list(left.elements())


def test_herald_counts_what_beats_a_card_as_the_rules_do() -> None:
    found = set[str]()
    for state, moves, best, other in decisions("herald", 30):
        motives = told("herald", state, best, other)
        found.update(motives)
        seen = state.observation(state.current_player())
        codes = [GAMES["herald"].encode(action).split()[1] for action in (best, other, *seen.hand)]
        one, two, *hand = codes
        lies = [move.split()[1] for move in moves][len(moves) - len(seen.trick) :]
        begun = len(moves) - len(seen.trick) - sum(len(trick.cards) for trick in seen.tricks)
        rest = unseen(state, herald.all_cards(), [*hand, *[move.split()[1] for move in moves[begun:]]])
        ahead, led = "", False
        for place, card in enumerate(lies):
            if not place or herald.wins(card, ahead, led):
                ahead, led = card, not place
        first = [not lies or herald.wins(card, ahead, led) for card in (one, two)]
        last = len(lies) == seen.seats - 1
        beat = [sum(herald.wins(unknown, card, not lies) for unknown in rest) for card in (one, two)]
        if "takes" in motives:
            assert last
            assert first == [True, False]
            assert motives["takes"]["n"] == sum(map(herald.points, [*lies, one]))
        if "ahead" in motives:
            assert not last
            assert first == [True, False]
        if "safe" in motives:
            assert not last
            assert first == [True, True]
            assert beat[0] == 0 < beat[1] == motives["safe"]["n"]
        if "safer" in motives:
            assert not last
            assert first == [True, True]
            assert 0 < beat[0] < beat[1]
            assert motives["safer"] == {"n": beat[0], "m": beat[1], "whole": len(rest)}
        if "gives less" in motives:
            assert first == [False, False]
            assert motives["gives less"]["n"] == herald.points(two) - herald.points(one)
        if "brings" in motives:
            assert last
            assert first[0]
            assert motives["brings"]["n"] == herald.points(one) - herald.points(two)
        if "risks less" in motives:
            assert first == [True, True]
            assert beat[1]
            assert herald.points(one) < herald.points(two)
        if "spare" in motives:
            assert hand.count(one) > 1 == hand.count(two)
        if "keeps a Mage" in motives:
            assert herald.figure(two) == "M"
            assert "HERALD" in rest
        assert ("keeps the Herald" in motives) == (two == "HERALD")
        assert ("keeps the Chest" in motives) == (two == "CHEST")
    assert {"takes", "ahead", "safe", "safer", "gives less", "risks less", "spare", "keeps the Herald"} <= found
    assert {"keeps the Chest", "keeps a Mage"} <= found


def left_by(moves: list[str], action: str) -> tuple[int, list[int], set[str], list[str], list[str]]:
    """Return what a move turns, what each answer turns, the stones lost to any, who may place where, naively."""
    match = herfor.NaiveMatch(6)
    for move in moves:
        match.do(move)
    mine = match.turn
    theirs = herfor.OTHER[mine]
    before = match.count(theirs)
    if action.startswith("place"):
        point = action.split()[1]
        gone = {stone for line in match.invaded(point, mine) for stone in line}
        match.stones |= {point: mine, **dict.fromkeys(gone, mine)}
    turned = before - match.count(theirs)
    answers = [{stone for line in match.invaded(point, theirs) for stone in line} for point in match.placeable(theirs)]
    return turned, [len(one) for one in answers], set().union(*answers), match.placeable(mine), match.placeable(theirs)


def test_herfor_counts_stones_and_points_as_the_rules_do() -> None:
    found = set[str]()
    game = GAMES["herfor"]
    for number, (state, moves, best, other) in enumerate(decisions("herfor", 4)):
        motives = told("herfor", state, best, other)
        if state.observation(0).phase != "play":
            assert not motives
            continue
        if number % 3:
            continue
        found.update(motives)
        rows = [left_by(moves, game.encode(action)) for action in (best, other)]
        turned, answer = [row[0] for row in rows], [max(row[1], default=0) for row in rows]
        lost, own, theirs = ([len(row[part]) for row in rows] for part in (2, 3, 4))
        alone = [len(set(row[3]) - set(row[4])) for row in rows]
        for name, pair in {"turns": turned, "answer": answer, "alone": alone, "stands": lost, "leaves": theirs,
                           "opens": own}.items():  # fmt: skip
            if name in motives:
                assert motives[name] == {"n": pair[0], "m": pair[1]}, name
                assert (pair[0] > pair[1]) == (name in ("turns", "alone", "opens"))
        if "exchange" in motives:
            assert motives["exchange"] == {"n": turned[0], "m": answer[0], "k": turned[1], "l": answer[1]}
            assert turned[0] - answer[0] > turned[1] - answer[1]
        if "no answer" in motives:
            assert answer[0] == 0 < answer[1] == motives["no answer"]["n"]
        if "saves komi" in motives:
            assert game.encode(other) == "spend"
        if "shuts" in motives:
            assert theirs[0] == 0 < theirs[1]
        now = left_by(moves, "nothing")
        if "takes" in motives:
            assert motives["takes"]["n"] == max(now[1])
        if "waits" in motives:
            assert game.encode(best).split()[1] in now[4]
            assert game.encode(other).split()[1] not in now[4]
    assert {"turns", "answer", "alone", "leaves", "opens", "stands", "exchange", "waits", "takes"} <= found


def test_herrlof_says_who_is_highest_and_what_is_needed_as_the_rules_do() -> None:
    found = set[str]()
    game = GAMES["herrlof"]
    for state, _moves, best, other in decisions("herrlof", 60):
        motives = told("herrlof", state, best, other)
        seen = state.observation(state.current_player())
        found.update(motives)
        if seen.phase != "play":
            continue
        one, two = (game.encode(action).split()[1] for action in (best, other))
        codes = [f"{letter}{rank}" for letter in herrlof.COLOURS for rank in range(1, 10)] + ["V", "H"]
        lies = [codes[card] for card in seen.trick]
        trump = herrlof.COLOURS[seen.trump] if seen.trump >= 0 else None
        first = ["V" not in [*lies, card] and herrlof.winning_card([*lies, card], trump) == len(lies)
                 for card in (one, two)]  # fmt: skip
        missing = seen.prediction - seen.tricks_won[seen.seat]
        if motives.keys() & {"takes", "leads"}:
            assert first == [True, False]
            assert missing > 0
            assert ("takes" in motives) == (len(lies) == seen.seats - 1)
        if motives.keys() & {"loses", "low"}:
            assert first == [False, True]
            assert missing == 0
        if motives.keys() & {"safer", "weaker"}:
            gone = [codes[card] for card in seen.turned]
            gone += [codes[which] for who, what, which in seen.history
                     if which is not None and (what == "play" or (what == "discard" and who == seen.seat))]  # fmt: skip
            rest = unseen(state, [codes[card] for card in seen.cards], [*gone, *(codes[card] for card in seen.hand)])
            rest = [card for card in rest if card != "V"]
            beat = [sum(herrlof.winning_card([*lies, card, more], trump) == len(lies) + 1 for more in rest)
                    for card in (one, two)]  # fmt: skip
            [name] = motives.keys() & {"safer", "weaker"}
            assert [motives[name]["n"], motives[name]["m"]] == beat
            assert beat[0] != beat[1]
            assert (beat[0] < beat[1]) == (name == "safer") == (missing > 0)
        if motives.keys() & {"saves", "sheds"}:
            assert first == [False, False]
        if "last trump" in motives:
            assert [codes[card] for card in seen.hand if codes[card][0] == trump] == [two]
        if "a point" in motives:
            assert first == [True, False]
            assert not 0 <= missing <= seen.hand_size - sum(seen.tricks_won) - seen.destroyed
    assert {"takes", "leads", "loses", "low", "safer", "weaker", "saves", "sheds", "last trump", "void"} <= found
    assert {"a point", "cheapest", "destroys", "needed", "enough", "keeps the higher", "gives up the higher"} <= found


def test_how_ruck_says_what_the_barrel_and_the_sides_come_to() -> None:
    found = set[str]()
    game = GAMES["how-ruck"]
    for state, _moves, best, other in decisions("how-ruck", 60):
        motives = told("how-ruck", state, best, other)
        found.update(motives)
        seat = state.current_player()
        seen = state.observation(seat)
        if seen.phase not in ("play", "move", "name"):
            continue
        ends = []
        for action in (best, other):
            after: Any = state.clone()
            after.apply(action)
            ends.append(after)
        rounds = [len(after.rounds) - len(seen.rounds) for after in ends]
        won = [bool(more) and after.rounds[-1].winner == seat for more, after in zip(rounds, ends, strict=True)]
        if "wins" in motives:
            assert won[0]
        if "loses" in motives:
            assert rounds[1]
            assert not won[1]
        if "barrel" in motives and not any(rounds):
            assert motives["barrel"]["n"] == abs(ends[0].barrel - ends[1].barrel)
            assert (ends[0].barrel < ends[1].barrel) == (seat == 0)
        if motives.keys() & {"keeps Nessie", "keeps an action"}:
            code = game.encode(other).split()[1]
            assert code == "N" or code.islower()
    assert {"wins", "barrel", "ahead", "level", "behind less", "danger", "threat", "keeps Nessie", "stronger"} <= found
