"""Every screen as it is kept in `snapshots/`: characters and styles.

`HERRLOF_SNAPSHOTS=renew pytest -m 'second or not second' tests/tui/test_snapshots.py` draws all of them anew; look at
the difference before it is committed. A game's board needs one line in SCENES.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest

from herrlof.bots.search import Estimate
from herrlof.coach.judge import JudgedAction, Judgement, Verdict
from herrlof.game import CHANCE, Action, Game, Observation
from herrlof.games import GAMES
from herrlof.games.how_ruck.cards import HAS_TEXT
from herrlof.messages import ANSWER_LETTERS
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.table.match import Match
from herrlof.tui.screens.waiting import WaitScreen
from tests.disks import FastDisk, step
from tests.tiers import later
from tests.tui.driving import SEED, Sitting, at_table, hall, in_play, scripted, seats_of
from tests.tui.picture import FOLDER, compare

Scene: TypeAlias = Callable[..., AbstractAsyncContextManager[Sitting]]
"""Opens a screen; takes what `hall` takes: the size, the theme and so on."""

SOLO, TWO, THREE = ("You", "Freya=bot:random"), ("Anna", "Ben"), ("Anna", "Ben", "Cleo")
FOUR = ("Freya=bot:random", "Karl=bot:random", "You", "Runa=bot:random")
NOON = "2025-11-24T12:00:00Z"
"""When all matches of the pictures were begun, which no home calls today."""


def record(storage: Storage, game: str, names: Sequence[str], until: Callable[[Match], bool], **options: Any) -> Path:
    """Play a match until something holds, at random but for numbers that one might say; return its file."""
    journal = storage.new_journal()
    seed = {"seed": SEED} if GAMES[game].chance else {}
    with patch("herrlof.table.match.now", lambda: NOON):
        match = Match(GAMES[game], seats_of(names), journal=journal, **seed, **options)
    rng = Random(5)
    while not match.over and not until(match):
        if match.mover != CHANCE and "predict 4" in map(match.game.encode, match.legal()):
            match.play(match.mover, f"predict {4 + match.mover}")
        elif match.mover != CHANCE and "komi 2" in map(match.game.encode, match.legal()):
            match.play(match.mover, "komi 2")
        else:
            step(match, rng)
    journal.close()
    return journal.path


def table(game: str, *names: str, until: Callable[[Match], bool], keys: Sequence[str] = (), **options: Any) -> Scene:
    """Return the table of a game at a moment of a match, after some keys."""

    @asynccontextmanager
    async def scene(**more: Any) -> AsyncIterator[Sitting]:
        async with hall(**more) as sitting:
            sitting.app.resume(record(sitting.app.storage, game, names, until, **options))
            await sitting.settle()
            await sitting.press(*keys)
            yield sitting

    return scene


def moves(number: int) -> Callable[[Match], bool]:
    """Return whether a match has come so far."""
    return lambda match: len(match.moves) >= number


def page(*keys: str, empty: bool = False, **settings: Any) -> Scene:
    """Return what keys open from the home screen, with some matches kept unless it is `empty`."""

    @asynccontextmanager
    async def scene(**more: Any) -> AsyncIterator[Sitting]:
        storage = Storage(disk=FastDisk())
        if not empty:
            record(storage, "herrlof", THREE, moves(60))
            record(storage, "herrlof", SOLO, lambda match: match.over, goal=20)
            record(storage, "herrlof", SOLO, moves(50), edition="dutch")
        async with hall(storage=storage, settings=Settings(**settings) if settings else None, **more) as sitting:
            await sitting.press(*keys)
            counts = [worker for worker in sitting.app.workers if worker.group == "statistics"]
            await sitting.until(lambda: all(worker.is_finished for worker in counts))
            yield sitting

    return scene


@asynccontextmanager
async def cut_page(**more: Any) -> AsyncIterator[Sitting]:
    """Show the page on which two people may cut."""
    new = NewMatch("herrlof", (Seat("Anna"), Seat("Ben")))
    async with hall(settings=Settings(cuts=True), straight_to=new, **more) as sitting:
        yield sitting


def prepared(start: Any, *names: str, keys: Sequence[str] = ()) -> Scene:
    """Return the table of Herrlof at a prepared position, after some keys."""

    @asynccontextmanager
    async def scene(**more: Any) -> AsyncIterator[Sitting]:
        async with at_table(start(), *names, **more) as sitting:
            await sitting.press(*(ANSWER_LETTERS.own(key) if key in ("y", "n") else key for key in keys))
            yield sitting

    return scene


def following(match: Match) -> bool:
    """Whether the first seat has a choice and must follow, in the second round."""
    seen = match.observe(0)
    return (
        match.mover == 0 and seen.phase == "play" and len(seen.trick) == seen.seats - 1 and seen.round_number == 2
        and 1 < len(match.legal()) < len(seen.hand) and len(seen.hand) < 11
    )  # fmt: skip


def last_cards(match: Match) -> bool:
    """Whether everybody has one card left: they play themselves, and the round is over."""
    seen = match.observe(0)
    return seen.phase == "play" and set(seen.hand_sizes) == {1}


def third_to_play(match: Match) -> bool:
    """Whether the third seat is asked in Herald, after two others and some tricks."""
    seen = match.observe(2)
    return match.mover == 2 and len(seen.trick) == 2 and len(match.legal()) > 3 and len(seen.tricks) > 4


def at_the_rope(match: Match) -> bool:
    """Whether the first seat of How-Ruck! is asked, with cards on the rope and a man with the text in hand."""
    seen = match.observe(0)
    return match.mover == 0 and seen.phase == "play" and sum(map(bool, seen.rope)) > 3 and HAS_TEXT[seen.hand[0]]


class Told:
    """A coach's process that has judged every choice: the best, one as good, one of which it can't tell, and worse."""

    trouble = None
    thinks_on = True

    def __init__(self, game: Game) -> None:
        pass

    def start(self) -> None:
        pass

    close = cancel = start

    async def judge(self, seen: Observation, legal: Sequence[Action], *rest: Any, more: int = 0) -> Judgement:
        told: list[tuple[float, float, Verdict]] = [
            (0.0, 0.0, "best"), (0.2, 0.3, "as good"), (1.0, 0.8, "can't tell"), (2.6, 0.5, "worse"),
        ]  # fmt: skip
        judged = zip(legal, [*told, *[told[-1]] * len(legal)], strict=False)
        return Judgement(
            [
                JudgedAction(
                    action, Estimate(9.5 - loss, 0.4), Estimate(loss, error), outcomes, 14.2 - loss, 100, word, 9, 57
                )
                for action, (loss, error, word) in judged
                for outcomes in [{3: 20 + round(9 * loss), 4: 61 - round(9 * loss), 5: 19}]
            ],
            100,
            "points",
        )


@asynccontextmanager
async def hinted(**more: Any) -> AsyncIterator[Sitting]:
    """Show a hint, and what it says of one choice."""
    with patch("herrlof.coach.seated.Worker", Told):
        async with table("herrlof", *SOLO, until=following, keys=["tab", "down", "down"])(**more) as sitting:
            yield sitting


class Knocked:
    """A door for ssh as it stands on the waiting page; nobody can come in by it."""

    place, command = "any computer", "ssh -p 8022 seat@192.168.1.7"
    opens = "Port 8022 answers all who can reach it: whoever has the code gets a seat."
    key, warns = "SHA256:q3Zb8vGm1T0nWc5yRk7uJxE2hLpSaDf9iOoVtN4KwYg", ""
    helps = (
        "If ssh ends at once: ssh -o IdentitiesOnly=yes -p 8022 seat@192.168.1.7",
        "If it says the key has changed, and shows this one: ssh-keygen -R '[192.168.1.7]:8022'",
    )

    async def open(self) -> None:
        """Be open."""

    def close(self) -> None:
        """Be shut."""

    async def farewell(self) -> None:
        """Nobody is there."""

    def way(self, seat: int) -> str:
        """It is the same for all."""
        return self.command

    def code(self, seat: int) -> str:
        """It is the same for all."""
        return "raven-oak-seven"

    def renew(self, seat: int) -> None:
        """Keep the code."""


@asynccontextmanager
async def waiting(**more: Any) -> AsyncIterator[Sitting]:
    """Show the page before a match with somebody elsewhere, who may come from this machine or by ssh."""
    new = NewMatch("herrlof", (Seat("Anna"), Seat("Ben", None, "elsewhere"), Seat("Karl", "karl")))
    with patch("herrlof.tui.screens.waiting.monotonic", lambda: 0.0):
        async with hall(straight_to=new, **more) as sitting:
            await sitting.until(lambda: "herrlof join" in sitting.text())
            page = sitting.app.screen
            assert isinstance(page, WaitScreen)
            page.host.doors.append(Knocked())
            page.refresh_bindings()
            page._changed()
            await sitting.calm()
            yield sitting


def robbing() -> Any:
    return scripted(
        in_play("B6 G4 R5 Y3", "H G8 R8 V", moves=["0: play B6", "1: play H"], turned="R9", deck="Y8 G1"), "R8"
    )


def taking() -> Any:
    return in_play("B1 G4 R5 R6", "G8 H R2 R4", moves=["0: play G4", "1: play G8", "1: play H", "0: play B1"])


LOOKS: dict[str, Scene] = {
    "home": page(),
    "predict": table("herrlof", *SOLO, until=lambda match: match.mover == 0, keys=["right", "4"], first_dealer=1),
    "trick": table("herrlof", *SOLO, until=following, keys=["right"]),
    "power": prepared(taking, "You", "Freya=bot:random", keys=["right"]),
    "robbed": prepared(robbing, *TWO, keys=["1", "y", "y", "enter", "space", "2"]),
    "curtain": table("herrlof", *THREE, until=moves(30)),
    "round": table("herrlof", *SOLO, until=last_cards),
    "match": table("herrlof", *SOLO, until=lambda match: match.over, goal=30),
    "three": table("herrlof", *THREE[:1], "Ben=bot:random", "Cleo=bot:random", until=following, keys=["right"]),
    "herald-trick": table("herald", *FOUR, until=third_to_play, keys=["right", "right"]),
    "herald-match": table("herald", *FOUR, until=lambda match: match.over),
    "herfor-board": table("herfor", *TWO, until=moves(51), keys=["e", "8"]),
    "herfor-count": table("herfor", *TWO, until=lambda match: match.over),
    "how-ruck-table": table("how-ruck", *SOLO, until=at_the_rope, keys=["right"], race="even"),
    "how-ruck-pair": table("how-ruck", *SOLO, until=moves(6), keys=["right"], race="even"),
    "how-ruck-match": table("how-ruck", *SOLO, until=lambda match: match.over, race="even"),
    "waiting": waiting,
    "hint": hinted,
    "round-three": table("herrlof", *THREE, until=last_cards),
}
"""The screens that have a target in every size."""
SCENES: dict[str, Scene] = {
    **LOOKS,
    "home-empty": page(empty=True),
    "new-game": page("1"),
    "cut": cut_page,
    "name": page("p", empty=True),
    "games": page("g"),
    "games-empty": page("g", empty=True),
    "replay": page("g", "down", "r", "pagedown", "down", "down"),
    "rules": page("r"),
    "fairness": page("f"),
    "settings": page("o"),
    "join": page("j"),
    "palette": page("ctrl+p"),
    "keys": table("herrlof", *SOLO, until=following, keys=["k"]),
    "scores": table("herrlof", *SOLO, until=following, keys=["s"]),
    "last": table("herrlof", *SOLO, until=following, keys=["l"]),
    "toy-nim": table("nim", *SOLO, until=moves(2), keys=["down"]),
    "toy-kuhn": table("kuhn", *TWO, until=moves(4), keys=["2"]),
}
"""Every screen."""
FIRST = ("trick", "predict", "curtain", "herald-trick", "how-ruck-table", "race", "herfor-board", "match", "home-empty",
         "new-game", "games", "replay", "rules", "palette", "toy-nim")  # fmt: skip
"""A table of each game, and the pages that are most of all looked at."""
VARIANTS: dict[str, dict[str, Any]] = {
    "80x24-light": {"theme": "light"},
    "80x24-16-colours": {"theme": "terminal"},
    "80x24-no-colour": {"environment": {"NO_COLOR": "1"}},
    "80x24-ascii": {"ascii_only": True},
    "80x24-ascii-no-colour": {"ascii_only": True, "environment": {"NO_COLOR": "1"}},
}
"""What else a terminal can be like, seen at the table."""
ON_OTHERS = ("trick", "predict", "robbed", "curtain", "round", "match")
SIZES = ((60, 20), (100, 30), (120, 40), (160, 50))


async def compared(scene: Scene, folder: str, name: str, **more: Any) -> None:
    async with scene(**more) as sitting:
        compare(sitting, folder, name)


@pytest.mark.parametrize("name", later(SCENES, now=FIRST))
async def test_a_screen_is_as_it_is_kept(name: str, request: pytest.FixtureRequest) -> None:
    if name.startswith("toy-"):
        request.getfixturevalue("toys")
    await compared(SCENES[name], "80x24", name)


@pytest.mark.second
@pytest.mark.parametrize("name", SCENES)
async def test_a_screen_is_as_it_is_kept_in_the_smallest_window(name: str, request: pytest.FixtureRequest) -> None:
    if name.startswith("toy-"):
        request.getfixturevalue("toys")
    await compared(SCENES[name], "60x20", name, size=(60, 20))


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES[1:], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", LOOKS)
async def test_a_screen_is_as_it_is_kept_in_larger_windows(name: str, size: tuple[int, int]) -> None:
    await compared(LOOKS[name], f"{size[0]}x{size[1]}", name, size=size)


@pytest.mark.second
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ON_OTHERS)
async def test_the_table_is_as_it_is_kept_on_other_terminals(
    name: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = dict(VARIANTS[variant])
    for variable, value in more.pop("environment", {}).items():
        monkeypatch.setenv(variable, value)
    await compared(LOOKS[name], variant, name, **more)


def test_no_file_is_kept_that_no_screen_is_compared_with() -> None:
    expected = {f"{folder}/{name}" for folder in ("80x24", "60x20") for name in SCENES}
    expected |= {f"{width}x{height}/{name}" for width, height in SIZES[1:] for name in LOOKS}
    expected |= {f"{variant}/{name}" for variant in VARIANTS for name in ON_OTHERS}
    assert {f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*")} == expected
