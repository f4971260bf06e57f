"""Reasons are facts: they hold by the naive engines, and are the same wherever a seat has seen the same."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from herrlof.bots import GAME_BOTS, reason
from herrlof.bots.how_ruck.motives import motives
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Game, State
from herrlof.games import GAMES
from herrlof.messages import said
from tests.bots.honesty import TABLES, Table, twins
from tests.disks import new_match, step
from tests.games.herald import naive as herald
from tests.games.herfor import naive as herfor
from tests.games.herrlof import naive as herrlof
from tests.tiers import tiers

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


@pytest.mark.second
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


def left_by(moves: list[str], action: str) -> tuple[int, list[int], set[str], list[str], list[str], int]:
    """Return what a move turns, what each answer turns, the stones lost to any, who may place where, what it threatens.

    All of it naively.
    """
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
    own = match.placeable(mine)
    threat = max((len({stone for line in match.invaded(point, mine) for stone in line}) for point in own), default=0)
    return turned, [len(one) for one in answers], set().union(*answers), own, match.placeable(theirs), threat


def turned_there(moves: list[str], point: str) -> int:
    """Return how many stones the side that is not to move would turn on a point now."""
    match = herfor.NaiveMatch(6)
    for move in moves:
        match.do(move)
    theirs = herfor.OTHER[match.turn]
    if point not in match.placeable(theirs):
        return 0
    return len({stone for line in match.invaded(point, theirs) for stone in line})


def on_lines(point: str) -> int:
    """Return how many other points of a board with 6 a side share a line with one."""
    found, points = 0, herfor.all_points(6)
    for rows, numbers in herfor.DIRECTIONS:
        for sign in (1, -1):
            place = herfor.moved(point, sign * rows, sign * numbers)
            while place in points:
                found, place = found + 1, herfor.moved(place, sign * rows, sign * numbers)
    return found


@pytest.mark.second
def test_herfor_counts_stones_and_points_as_the_rules_do() -> None:
    found = set[str]()
    game = GAMES["herfor"]
    for number, (state, moves, best, other) in enumerate(decisions("herfor", 4)):
        motives = told("herfor", state, best, other)
        if state.observation(0).phase != "play":
            continue
        if number % 3:
            continue
        found.update(motives)
        rows = [left_by(moves, game.encode(action)) for action in (best, other)]
        turned, answer = [row[0] for row in rows], [max(row[1], default=0) for row in rows]
        lost, own, theirs = ([len(row[part]) for row in rows] for part in (2, 3, 4))
        alone = [len(set(row[3]) - set(row[4])) for row in rows]
        for name, pair in {"turns": turned, "answer": answer, "alone": alone, "stands": lost, "leaves": theirs,
                           "opens": own, "threat": [row[5] for row in rows]}.items():  # fmt: skip
            if name in motives:
                assert motives[name] == {"n": pair[0], "m": pair[1]}, name
                assert (pair[0] > pair[1]) == (name in ("turns", "alone", "opens", "threat"))
            if name in motives and name in ("alone", "stands", "leaves", "opens"):
                assert 5 * abs(pair[0] - pair[1]) >= max(pair), "15 and not 16 is no reason"
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
        points = [game.encode(action).split()[-1] for action in (best, other)]
        if "forestalls" in motives:
            assert motives["forestalls"] == {"n": turned_there(moves, points[0]), "m": turned_there(moves, points[1])}
        if "stays" in motives:
            assert points[1] in rows[0][3]
            assert points[1] not in rows[0][4]
            assert points[0] in now[4]
        if "both" in motives:
            assert points[1] in rows[0][3]
            assert points[0] not in rows[1][3]
        if "lines" in motives:
            assert motives["lines"] == {"n": on_lines(points[0]), "m": on_lines(points[1])}
        if "waits" in motives:
            assert game.encode(best).split()[1] in now[4]
            assert game.encode(other).split()[1] not in now[4]
    assert {"turns", "answer", "alone", "leaves", "opens", "stands", "exchange", "waits", "takes"} <= found
    assert {"threat", "forestalls", "stays", "both", "lines"} <= found


def first_ahead(points: int, own: int, other: int) -> int:
    """Return with how many stones of a full board a side is ahead, with what each side counts besides."""
    return next(stones for stones in range(points + 1) if stones + own > points - stones + other)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_herfor_counts_what_a_komi_does(size: int) -> None:
    game, points = GAMES["herfor"], len(herfor.all_points(size))
    new, found = game.new_state(2, size=size), set[str]()
    for best, other in itertools.permutations(range(-3, 4), 2):
        motives = told("herfor", new, game.decode(f"komi {best}"), game.decode(f"komi {other}"))
        found.update(motives)
        assert (motives.keys() & {"level", "nearer"} != set()) == (abs(best) < abs(other))
        if "level" in motives:
            assert (best, motives["level"]) == (0, {"n": abs(other)})
        if "nearer" in motives:
            assert motives["nearer"] == {"n": abs(best), "m": abs(other)}
        if "moves second" in motives:
            assert motives["moves second"] == {"n": best}
            assert best > other >= 0
        assert ("twice ahead" in motives) == (best >= 0 > other)
        state = new.clone()
        state.apply(game.decode(f"komi {best}"))
        black, white = game.decode("black"), game.decode("white")
        needs = {black: first_ahead(points, 0, best), white: first_ahead(points, best, 0)}
        for one, two in ((black, white), (white, black)):
            motives = told("herfor", state, one, two)
            found.update(motives)
            assert ("needs less" in motives) == (needs[one] < needs[two])
            if "needs less" in motives:
                assert motives["needs less"] == {"n": needs[one], "m": needs[two]}
            if "moves first" in motives:
                assert one == black
                assert motives["moves first"] == ({"n": best} if best else {})
    assert found == {"level", "nearer", "moves second", "twice ahead", "needs less", "moves first"}


@pytest.mark.second
def test_herrlof_says_who_is_highest_and_what_is_needed_as_the_rules_do() -> None:
    found = set[str]()
    game = GAMES["herrlof"]
    for state, _moves, best, other in decisions("herrlof", 60):
        motives = told("herrlof", state, best, other)
        seen = state.observation(state.current_player())
        found.update(motives)
        check_number_and_draws(game, seen, best, other, motives)
        if seen.phase != "play":
            continue
        check_missing_colours(game, state, best, other)
        check_ends_of_tricks(game, state, best, other, motives)
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
        if motives.keys() & {"safe", "safer", "weaker", "may lose"}:
            gone = [codes[card] for card in seen.turned]
            gone += [codes[which] for who, what, which in seen.history
                     if which is not None and (what == "play" or (what == "discard" and who == seen.seat))]  # fmt: skip
            rest = unseen(state, [codes[card] for card in seen.cards], [*gone, *(codes[card] for card in seen.hand)])
            rest = [card for card in rest if card != "V"]
            beat = [sum(herrlof.winning_card([*lies, card, more], trump) == len(lies) + 1 for more in rest)
                    for card in (one, two)]  # fmt: skip
            [name] = motives.keys() & {"safe", "safer", "weaker", "may lose"}
            n, m = motives[name]["n"], motives[name].get("m")
            assert {"safe": [0, n], "may lose": [n, 0]}.get(name, [n, m]) == beat
            assert beat[0] != beat[1]
            assert (0 in beat) == (name in ("safe", "may lose"))
            assert (beat[0] < beat[1]) == (name in ("safe", "safer")) == (missing != 0)
        if motives.keys() & {"saves", "sheds"}:
            assert first == [False, False]
        if "last trump" in motives:
            assert [codes[card] for card in seen.hand if codes[card][0] == trump] == [two]
        left = seen.hand_size - sum(seen.tricks_won) - seen.destroyed
        if motives.keys() & {"a point", "leads for a point"}:
            assert first == [True, False]
            assert not 0 <= missing <= left
        if "keeps the bonus" in motives:
            assert first == [False, True]
            assert seen.tricks_won[seen.seat] == 5
        if "rids" in motives:
            assert missing == 0
            assert first == [True, True]
        if "keeps a power" in motives:
            assert two[1:] in ("1", "6")
            assert not first[1]
        if "time" in motives:
            assert 0 < motives["time"]["n"] == missing <= left / 2 == motives["time"]["left"] / 2
        if "may exchange" in motives:
            assert one[1:] == "3" != two[1:]
        if "Hagalaz" in motives:
            assert (one, lies) == ("H", [])
        if "keeps a Valknut" in motives:
            assert two == "V" != one
    assert {"takes", "leads", "loses", "low", "safer", "weaker", "saves", "sheds", "last trump", "void"} <= found
    assert {"a point", "cheapest", "destroys", "needed", "enough", "keeps the higher", "gives up the higher"} <= found
    assert {"strong hand", "weak hand", "bonus", "even share", "better likely", "lower likely"} <= found
    assert {"one point more", "better unlikely", "lower unlikely", "Hagalaz", "keeps the bonus"} <= found
    assert {"not followed", "would win", "can be trumped", "rids", "time", "keeps a power", "may exchange"} <= found
    assert {"nobody", "lead", "no lead", "keeps a Valknut", "keeps a point", "spends", "leads for a point"} <= found


CODES = [f"{letter}{rank}" for letter in herrlof.COLOURS for rank in range(1, 10)] + ["V", "H"]


def check_number_and_draws(game: Game, seen: Any, best: Action, other: Action, motives: dict[str, Any]) -> None:
    """What is counted of a hand, and of the cards that may come into it."""
    hand, trump = [CODES[card] for card in seen.hand], herrlof.COLOURS[seen.trump] if seen.trump >= 0 else None
    if motives.keys() & {"strong hand", "weak hand"}:
        told = motives.get("strong hand") or motives["weak hand"]
        trumps, high = sum(card[0] == trump for card in hand), sum(card[1:] in ("8", "9") for card in hand)
        assert told == {"n": trumps, "m": high, "k": 3 if trump else 0, "l": 3}  # of 15 cards
        assert (trumps + high > told["k"] + told["l"]) == ("strong hand" in motives) == (best > other)
        number = int(game.encode(best).split()[1])
        assert number >= 6 if "strong hand" in motives else number <= 6, "lessons begin with six"
    if "bonus" in motives:
        assert game.encode(best) in ("predict 3", "predict 4", "predict 5")
    if motives.keys() & {"better likely", "better unlikely", "lower likely", "lower unlikely"}:
        gone = [CODES[card] for card in seen.turned]
        gone += [CODES[which] for who, what, which in seen.history
                 if which is not None and (what == "play" or (what == "discard" and who == seen.seat))]  # fmt: skip
        rest = unseen(None, [CODES[card] for card in seen.cards], [*gone, *hand])
        [(name, told)] = [one for one in motives.items() if one[0] != "may put back"]

        def height(card: str) -> int:
            return 0 if card in "VH" else int(card[1:]) + (10 if card[0] == trump else 0)

        ends = (min if name.startswith("better") else max)(map(height, hand))
        n = sum(height(card) > ends if name.startswith("better") else height(card) < ends for card in rest)
        assert told == {"n": n, "whole": len(rest)}
        assert (2 * n > len(rest)) == (not name.endswith("unlikely")) == (game.encode(best) != "pass")


def check_missing_colours(game: Game, state: Any, best: Action, other: Action) -> None:
    """Who showed no colour holds none, and was seen to play another one in that trick."""
    seen, motives = state.observation(state.current_player()), GAME_BOTS["herrlof"].motives
    assert motives is not None
    for one in motives(seen, best, other):
        if one.seat < 0 or "colour" not in one.words:
            continue
        held = [CODES[card] for card in state.observation(one.seat).hand]
        colour = one.words["colour"][0].upper()
        assert not any(card[0] == colour for card in held)
        plays = [(who, which) for who, what, which in seen.history if what == "play"]
        trick = plays[2 * (one.numbers["n"] - 1) : 2 * one.numbers["n"]]
        (card,) = [CODES[which] for who, which in trick if who == one.seat]
        assert card not in ("V", "H")
        assert card[0] != colour
        led = {"not followed": best, "would win": other, "can be trumped": other}[one.name]
        assert game.encode(led).split()[1][0] == colour


def check_ends_of_tricks(game: Game, state: Any, best: Action, other: Action, motives: dict[str, Any]) -> None:
    """Who gets a trick and who leads next is what the state says after the card."""
    if not motives.keys() & {"nobody", "lead", "no lead"}:
        return
    ends = []
    for action in (best, other):
        after = state.clone()
        after.apply(action)
        while after.current_player() >= 0 and after.observation(0).phase == "draw":  # a 3 comes before the trick's end
            after.apply(game.decode("pass"))
        ends.append(after.observation(0).last_trick)
    me = state.current_player()
    if "nobody" in motives:
        assert ends[0].winner == NOBODY
        assert ends[1].winner == 1 - me
    if "lead" in motives:
        assert (ends[0].next_leader, ends[1].next_leader) == (me, 1 - me)
    if "no lead" in motives:
        assert (ends[0].next_leader, ends[1].next_leader) == (1 - me, me)


@pytest.mark.second
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


@pytest.mark.parametrize("seeds", tiers(now=range(6), second=range(6, 12)))
def test_every_pair_of_choices_of_how_ruck_makes_an_english_sentence(seeds: range) -> None:
    """What was compared stood where its name read on: "after Weak wins, without effect by less, or not"."""
    game, met = GAMES["how-ruck"], Counter[str]()
    for seed in seeds:
        match, rng = new_match(game=game, seed=seed, race="even"), Random(seed)
        while not match.over:
            if match.mover != CHANCE:
                seen, legal = match.observe(match.mover), match.legal()
                to = game.words.to(seen, ["Anna", "Bruce"])
                names = {action: to.in_sentence(action) for action in legal}
                for best, other in itertools.permutations(legal, 2):
                    assert not re.search("[,.;:]", names[other]), names[other]
                    for found in motives(seen, best, other):
                        text = said(found.text, other="OTHER", **found.numbers)
                        assert "OTHER" not in text or re.search(r"OTHER([.,]| with \d\.)", text), text
                        met[found.name] += 1
            step(match, rng)
    assert {"stronger", "text", "barrel", "threat", "ahead", "level", "behind less", "loses"} <= {*met}
