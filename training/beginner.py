"""How often somebody wins who has just read the lessons: the ruler of the lowest levels.

python training/beginner.py herrlof kolbit --games 200
python training/beginner.py herrlof kolbit --games 200 --folly 0 --edition dutch

The beginner knows what the lessons say and nothing more, and in a share of its moves it plays anything (its folly). It
is made of text codes and common sense alone, and has nothing from the bots that it measures. The same deals are played
once from each seat; the interval holds with 95 % confidence, measured between these pairs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Final

from herrlof.arena.contest import Contest, InProcessExecutor, results
from herrlof.arena.stats import Interval, Ratio
from herrlof.bots import BOTS, bot_kind
from herrlof.bots.kind import BotKind
from herrlof.game import Action, Game, Observation
from herrlof.games import GAMES
from herrlof.games.herald.cards import CARD_CODES as HERALD_CODES
from herrlof.games.herfor.state import HerforState
from herrlof.games.herrlof.cards import CARD_CODES as HERRLOF_CODES
from herrlof.games.herrlof.cards import COLOUR_NAMES
from herrlof.games.how_ruck.cards import CARD_CODES as HOW_RUCK_CODES

KEY: Final = "beginner"
FOLLY: Final = 0.25
GAMES_PLAYED: Final = 200


class Beginner:
    """Plays as the lessons of a game teach, and now and then anything."""

    def __init__(self, game: Game, rng: Random, folly: float) -> None:
        """Take the share of moves in which anything is played."""
        self._game = game
        self._rng = rng
        self._folly = folly
        self._way = WAYS[game.key]

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        if self._rng.random() < self._folly and getattr(seen, "phase", "") not in ("komi", "side"):
            return self._rng.choice(legal)
        words = {action: self._game.encode(action).split() for action in legal}
        return self._way(seen, words, self._rng)


Words = dict[Action, list[str]]
"""The text codes of the legal actions, word by word."""


def herrlof(seen: Any, words: Words, rng: Random) -> Action:
    """Say how many high cards there are; win with high cards until they are made, then give low ones."""
    trump = COLOUR_NAMES[seen.trump][0].upper() if seen.trump >= 0 else ""

    def rank(code: str) -> int:
        return int(code[1]) if len(code) == 2 else -10

    if seen.phase == "predict":
        hand = [HERRLOF_CODES[card] for card in seen.hand]
        sure = sum([0.75 if rank(code) >= 5 else 0.4 for code in hand if code[0] == trump and rank(code) > 0])
        others = sum([{9: 0.6, 8: 0.6, 7: 0.45}.get(rank(code), 0.1) for code in hand if code[0] != trump])
        said = round(sure + others)
        return min(words, key=lambda action: abs(int(words[action][1]) - said))
    wanting = seen.prediction > seen.tricks_won[seen.seat]
    if seen.phase in ("play", "discard", "return"):
        height = {
            action: rank(code) + 10 * (code[0] == trump and rank(code) > 0) for action, (_, code) in words.items()
        }
        high = wanting == (seen.phase == "play")
        return max(height, key=lambda action: height[action] if high else -height[action])
    accepted = seen.phase != "take-trick" or wanting
    return next((action for action, word in words.items() if (word != ["pass"]) == accepted), next(iter(words)))


_POINTS: Final = {
    "HERALD": 25, "CHEST": 11, "ARMOUR": 6, "S": 10, "K": 10, "Q": 10, "A": 7, "H": 5, "C": 4, "T": 3, "P": 1, "M": 0,
}  # fmt: skip
_CIRCLE: Final = {"S": "Q", "Q": "K", "K": "S"}
"""Which of the three figures each of them beats."""


def _figure(code: str) -> str:
    return code if code in _POINTS else code[1]


def _beats(card: str, other: str, led: bool) -> bool:
    """Whether a card beats the one that is ahead, as lessons 1 to 3 tell."""
    mine, theirs = _figure(card), _figure(other)
    if theirs == "M" and led:
        return False
    if "HERALD" in (mine, theirs):
        return mine == "M" if theirs == "HERALD" else True
    if mine == theirs or "M" in (mine, theirs):
        return mine == theirs and "GSB".index(card[0]) < "GSB".index(other[0])
    if mine in _CIRCLE and theirs in _CIRCLE:
        return _CIRCLE[mine] == theirs
    return 0 < _POINTS[mine] - _POINTS[theirs] <= 3


def herald(seen: Any, words: Words, rng: Random) -> Action:
    """Lead low; take a trick that has points in it, and give the cheapest card to any other."""
    worth = {action: _POINTS[_figure(code)] for action, (_, code) in words.items()}
    if not seen.trick:
        return rng.choice([action for action in worth if worth[action] <= 4] or list(worth))
    table = [HERALD_CODES[card] for card in seen.trick]
    best = table[seen.ahead]
    winning = [action for action, (_, code) in words.items() if _beats(code, best, seen.ahead == 0)]
    if winning and sum(_POINTS[_figure(code)] for code in table) >= 4:
        last = len(table) == seen.seats - 1
        return max(winning, key=lambda action: worth[action] % 25 if last else -worth[action])
    return min(worth, key=worth.__getitem__)


def how_ruck(seen: Any, words: Words, rng: Random) -> Action:
    """Keep the stronger card; play strong ones on the own side and weak ones on the other."""

    def strength(code: str) -> float:
        if code[0].islower():
            return 2.5
        return 3.4 if code == "N" else int(code[1]) + 0.7 * code.endswith("!")

    if seen.phase in ("keep", "split"):
        first, second = (strength(HOW_RUCK_CODES[card]) for card in seen.pair)
        return list(words)[0 if first >= second else 1]

    def good(action: Action) -> float:
        kind, *rest = words[action]
        if kind in ("move", "name"):
            return rng.random()
        if kind == "discard":
            return -1
        if len(rest) == 1:
            return {"adrenaline": 2, "reinforcements": 1, "rope-breaks": 0}.get(rest[0], 0.5)
        value = 6 if rest[0] == "N" else int(rest[0][1])
        return (value - 2 if rest[1] == "own" else 2 - value) + 0.3 * rng.random()

    return max(words, key=good)


def herfor(seen: Any, words: Words, rng: Random) -> Action:
    """Name no komi, take the first side, and turn over as many stones as can be."""
    if seen.phase == "komi":
        return next(action for action, word in words.items() if word == ["komi", "0"])
    if seen.phase == "side":
        return next(iter(words))
    before = HerforState.of(seen)

    def turned(action: Action) -> int:
        if words[action][0] != "place":
            return -1
        state = before.clone()
        state.apply(action)
        return state.turned.bit_count()

    found = {action: turned(action) for action in words}
    most = max(found.values())
    return rng.choice([action for action, count in found.items() if count == most])


WAYS: Final = {"herrlof": herrlof, "herald": herald, "how-ruck": how_ruck, "herfor": herfor}


def make(game: Game, rng: Random, folly: float) -> Beginner:
    """Return a beginner."""
    return Beginner(game, rng, folly)


def measured(key: str, bot: str, games: int, folly: float = FOLLY, seed: int = 1, **options: Any) -> Interval | None:
    """Return the share of matches that the beginner wins against a bot."""
    beginner = BotKind(KEY, "Plays as the lessons teach.", partial(make, folly=folly))
    BOTS[key, KEY] = beginner
    contest = Contest(GAMES[key], (beginner, bot_kind(key, bot)), games, seed=seed, options=options)
    wins = Ratio()
    for group in results(contest, InProcessExecutor(), 1):
        won = sum(
            share
            for match in group.matches
            for who, share in zip(match.seating, match.returns, strict=True)
            if who == 0
        )
        wins.add(won, len(group.matches))
    return wins.share()


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(WAYS))
    parser.add_argument("bot")
    parser.add_argument("--games", type=int, default=GAMES_PLAYED)
    parser.add_argument("--folly", type=float, default=FOLLY, help="the share of moves in which it plays anything")
    parser.add_argument("--edition", choices=["english", "dutch"], help="of Herrlof")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    options = {} if chosen.edition is None else {"edition": chosen.edition}
    won = measured(chosen.game, chosen.bot, chosen.games, chosen.folly, chosen.seed, **options)
    assert won is not None
    limits = "" if won.low is None or won.high is None else f" ({100 * won.low:.1f} to {100 * won.high:.1f})"
    print(f"{chosen.bot}: with a folly of {chosen.folly} {100 * won.value:.1f} %{limits} of {chosen.games} are won")


if __name__ == "__main__":
    main()
