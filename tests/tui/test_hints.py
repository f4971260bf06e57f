"""The coach at the table: hints, the question before a clear mistake, and moves taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from herrlof.bots.search import Estimate
from herrlof.coach.doubt import REST, Doubts, clearly_worse
from herrlof.coach.judge import WINS, JudgedAction, Judgement, judge
from herrlof.coach.saying import doubt_text, less_of
from herrlof.coach.seated import Coach
from herrlof.game import Action, Game, Observation
from herrlof.games import GAMES
from herrlof.messages import numeral
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_record
from herrlof.seats.begin import NewMatch
from herrlof.table.connection import View
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from herrlof.tui.app import HerrlofApp
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.hint import Hint
from tests.tiers import first, later
from tests.tui.driving import SLOWLY, Sitting, at_table, given_up, hall, in_play, new_match, seats_of
from tests.tui.test_secrecy import Twins, twins
from tests.tui.test_snapshots import FOUR, table, third_to_play

SOLO = ("Anna", "bot:random")
PLAIN = ("B7 G4 R5", "B8 G2 R8")
WORLDS = 12


class Here:
    """A worker that judges in this process, or says what a test wants it to say."""

    trouble: str | None = None
    thinks_on = True
    asked: list[Observation]
    says: Callable[[Sequence[Action]], Judgement] | None = None
    keeps: Callable[[Sequence[Action]], Judgement] | None = None
    waits = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.closed = False

    def start(self) -> None:
        """Nothing is to be started."""

    def cancel(self) -> None:
        """Nothing goes on by itself."""

    def close(self) -> None:
        self.closed = True

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        grown: Callable[[Judgement], object] = lambda _: None,
        *,
        keep: Action | None = None,
        more: int = 0,
    ) -> Judgement | None:
        self.asked.append(seen)
        if Here.says is not None:
            return Here.says(legal) if keep is None else (Here.keeps or Here.says)(legal)
        grown(judge(self.game, seen, legal, Random(1), WORLDS // 2)._replace(planned=WORLDS))
        if Here.waits:
            await asyncio.Event().wait()
        return judge(self.game, seen, legal, Random(1), WORLDS)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> type[Here]:
    """Judge in this process, in few worlds."""
    monkeypatch.setattr("herrlof.coach.seated.Worker", Here)
    Here.asked, Here.says, Here.keeps, Here.waits = [], None, None, False
    return Here


def judged(
    *losses: float, error: float = 0.1, unit: str = "points", worlds: int = WORLDS
) -> Callable[[Sequence[Action]], Judgement]:
    """Return what says of the first action that it is the best, and of the others how much less they bring."""

    def says(legal: Sequence[Action]) -> Judgement:
        choices = []
        for action, loss in zip(legal, (0.0, *losses), strict=False):
            verdict: Any = "best" if not loss else "worse" if loss > 2 * error else "can't tell"
            less = Estimate(loss, error)
            choices.append(
                JudgedAction(action, Estimate(10.0 - loss, 0.1), less, {1: worlds}, 10.0 - loss, worlds, verdict)
            )
        return Judgement(choices, worlds, unit)

    return says


def strip(sitting: Sitting) -> str:
    """Return what the coach says, from where its bar stands."""
    return " ".join(" ".join(line[1:] for line in sitting.lines() if line.startswith("▌")).split())


def match_of(sitting: Sitting) -> Match:
    """Return the match that the table plays."""
    return sitting.table.table._match


# Hints


async def test_a_hint_lists_every_choice_says_what_comes_of_it_and_is_counted_once() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        assert "HINT" not in sitting.text()
        await sitting.press("tab")
        await sitting.see("imagined")
        assert sitting.table.table.help.hints == 1
        assert "HINT" in sitting.text()
        assert strip(sitting)
        listed = [sitting.row_of(chip) for chip in ("7●B", "4■G", "5▲R")]
        assert all("same" in row for row in listed), "with nothing at stake none is the best"
        before = sitting.text()
        await sitting.press("tab")
        assert "HINT" not in sitting.text()
        assert not strip(sitting)
        await sitting.press("tab")
        assert sitting.text() == before, "what was found is not asked again"
        assert len(Here.asked) == 1
        assert sitting.table.table.help.hints == 1, "one decision, one hint"
        assert [line for line in sitting.played() if "play" in line] == []


class Thinks(Here):
    """A worker that thinks on in steps that a test lets it take."""

    steps: list[Judgement]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.stopped = asyncio.Event()
        Thinks.cancelled = 0

    cancelled = 0

    def cancel(self) -> None:
        Thinks.cancelled += 1
        self.stopped.set()

    async def judge(
        self, seen: Observation, legal: Sequence[Action], grown: Callable[[Judgement], object], *, more: int = 0
    ) -> Judgement | None:
        self.stopped.clear()
        if not more:
            return judged(1.0, 5.0, error=3.0)(legal)
        for step in (judged(1.0, 5.0, error=3.0), *Thinks.steps):
            grown(step(legal)._replace(planned=more))
            await asyncio.sleep(0)
        await self.stopped.wait()
        return None


@pytest.mark.second
async def test_who_thinks_on_sees_more_worlds_until_it_is_stopped_or_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.seated.Worker", Thinks)
    unclear = judged(1.0, 5.0, error=3.0, worlds=300)
    clear = judged(1.0, 5.0, error=0.1, worlds=900)
    for steps, worlds, stops in (([unclear], 300, True), ([unclear, clear], 900, False)):
        Thinks.steps = steps
        async with at_table(in_play(*PLAIN), *SOLO, size=(120, 40)) as sitting:
            await sitting.press("asterisk")
            assert Thinks.cancelled == 0, "nothing was asked"
            await sitting.press("tab")
            assert "* think on" in sitting.lines()[-1]
            assert "can't tell" in sitting.text()
            await sitting.press("asterisk")
            if stops:
                await sitting.until(lambda: "* stop" in sitting.lines()[-1])
                await sitting.press("asterisk")
            await sitting.until(lambda: not sitting.table._coach.thinks_on)
            assert f"{worlds} imagined deals" in sitting.words()
            assert ("* think on" in sitting.lines()[-1]) == stops, "what is clear needs no more"
            if not stops:
                await sitting.press("asterisk")
                assert "Nothing here is too close to call: there's no more to think about." in sitting.words()
            assert ("can't tell" in sitting.text()) == stops
            assert Thinks.cancelled == 1
            assert sitting.table.table.help.hints == 1
            await sitting.press("g", "enter")
            (shown,) = match_of(sitting).hints.values()
            assert (shown.worlds, shown.complete) == (worlds, True), "the record keeps what was shown last"


class Ends(Here):
    """A worker that has a last word, and leaves something too close to call."""

    async def judge(
        self, seen: Observation, legal: Sequence[Action], grown: Callable[[Judgement], object], *, more: int = 0
    ) -> Judgement | None:
        return judged(1.0, 5.0, error=3.0, worlds=WORLDS + more)(legal)


async def test_where_no_further_thought_helps_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.seated.Worker", Ends)
    async with at_table(in_play(*PLAIN), *SOLO, size=(120, 40)) as sitting:
        await sitting.press("tab", "asterisk")
        await sitting.until(lambda: not sitting.table._coach.thinks_on)
        assert "* think on" not in sitting.lines()[-1]
        await sitting.press("asterisk")
        assert "It stays too close to call: the coach thinks no further." in sitting.words()


async def test_who_hides_a_hint_or_plays_thinks_on_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.seated.Worker", Thinks)
    Thinks.steps = []
    for keys in (("tab",), ("g", "enter")):
        async with at_table(in_play(*PLAIN), *SOLO) as sitting:
            await sitting.press("tab", "asterisk")
            assert sitting.table._coach.thinks_on
            assert "* stop" in sitting.lines()[-1], "at 80 columns too"
            await sitting.press(*keys)
            await sitting.until(lambda: not sitting.table._coach.thinks_on)
            assert Thinks.cancelled >= 1


async def test_what_is_as_good_as_the_best_shares_a_row(here: type[Here]) -> None:
    """Its numbers are not told apart; each card of it can still be walked to and clicked."""

    def says(legal: Sequence[Action]) -> Judgement:
        verdicts: Any = ["best", "as good", "can't tell", "as good", "worse"]
        rows = zip(sorted(legal), verdicts, (0.0, 0.2, 0.5, 0.3, 3.0), strict=True)
        choices = [
            JudgedAction(
                action, Estimate(10.0 - loss, 0.1), Estimate(loss, 0.1), {1: WORLDS}, 10.0 - loss, WORLDS, verdict
            )
            for action, verdict, loss in rows
        ]
        return Judgement(choices, WORLDS, "points")

    here.says = says
    async with at_table(in_play("R2 R4 R5 R7 R8", "B2 B4 B5 B7 B8"), *SOLO) as sitting:
        await sitting.press("tab")
        await sitting.see("imagined")
        best, shared, unsure, worse = (sitting.row_of(chip) for chip in ("2▲R", "4▲R", "5▲R", "8▲R"))
        assert ("7▲R" in shared, "same" in shared, "best" in best, "±0.2" in unsure, "−3" in worse) == (True,) * 5
        assert not any(number in shared for number in ("9.8", "9.7", "10"))
        assert sitting.text().count("same") == 1
        walked = []
        for _ in range(5):
            await sitting.press("down")
            walked.append(sitting.board.selection.action)
        first, second, third, fourth, fifth = sorted(match_of(sitting).legal())
        assert walked == [first, second, fourth, third, fifth]
        await sitting.press("up", "up")
        assert "▸ 7▲R" in sitting.row_of("4▲R")


async def test_what_a_hint_showed_is_kept_with_the_move() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        await sitting.see("imagined")
        shown = sitting.board.scene.hint
        assert shown is not None
        assert shown.found is not None
        await sitting.press("right", "enter", "enter")
        await sitting.until(lambda: len(sitting.played()) > 1)
        (kept,) = match_of(sitting).hints.values()
        encode = sitting.table.table.game.encode
        rows = [(encode(one.action), *one.value, one.verdict) for one in shown.found.choices]
        assert [tuple(one) for one in kept.choices] == rows[:6]
        assert (kept.by, kept.worlds, kept.complete) == (0, WORLDS, True)


@pytest.mark.second
async def test_of_a_hint_that_is_not_whole_what_it_had_shown_is_kept(here: type[Here]) -> None:
    here.waits = True
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        await sitting.until(lambda: sitting.board.scene.hint is not None and sitting.board.scene.hint.found is not None)
        await sitting.press("right", "enter", "enter")
        await sitting.until(lambda: len(sitting.played()) > 1)
        (kept,) = match_of(sitting).hints.values()
        assert (kept.worlds, kept.complete) == (WORLDS // 2, False)


@pytest.mark.second
@pytest.mark.parametrize("key", ["herrlof", "herald", "how-ruck", "herfor"])
async def test_a_match_that_was_given_up_just_before_the_power_went_ends_when_it_is_taken_up(key: str) -> None:
    """A game's own page is of a match that its rules ended: none is drawn of this one."""
    async with hall(table=lambda storage: Table.resume(storage, given_up(storage, key)), novice=True) as sitting:
        await sitting.see("Random resigned: you win.")
        assert sitting.app.storage.has_won(key)


async def test_a_hint_says_of_an_answer_what_it_does(here: type[Here]) -> None:
    here.says = judged(5.0)
    begun = ["0: play G4", "1: play G8", "1: play H", "0: play B1"]
    async with at_table(in_play("B1 G4 R5 R6", "G8 H R2 R4", moves=begun), *SOLO) as sitting:
        await sitting.press("tab")
        await sitting.see("Best: ")
        told = set()
        for key in ("up", "down"):
            await sitting.press(key)
            told.add(strip(sitting).removeprefix("Best: ").split(".")[0].split(":")[0])
        assert told == {"No, take no trick", "Take one from Random, who has 1"}


async def test_what_the_row_below_the_numbers_counts_stands_apart_from_it(here: type[Here]) -> None:
    here.says = judged(5.0, unit=WINS)
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO, size=(120, 40)) as sitting:
        await sitting.press("tab")
        await sitting.see("the best")
        assert "wins in 100 10.0" in sitting.text()


@pytest.mark.parametrize(
    ("game", "options"),
    [("herrlof", {"first_dealer": 1}), ("herald", {"first_dealer": 1}), ("how-ruck", {"race": "even"})],
)
async def test_how_the_deals_are_proved_is_not_written_over_what_the_coach_says(
    game: str, options: dict[str, str | int]
) -> None:
    async with hall() as sitting:
        sitting.app.start(NewMatch(game, (Seat("Anna"), Seat("Rules", "rules")), options))
        await sitting.settle()
        assert "The deals are settled" in sitting.text()
        for words in range(10, 90, 5):
            said = [(" ".join(["strength"] * words) + " at last.", "text", False)]
            sitting.board.show(replace(sitting.board.scene, said=(said,)))
            await sitting.settle()
            assert strip(sitting).endswith(("at last.", "…")), words


async def test_in_the_smallest_window_no_word_above_the_numbers_is_cut(here: type[Here]) -> None:
    here.says = judged(5.0)
    async with at_table(in_play(*PLAIN, predict=None, dealer=1, turned="Y9"), *SOLO, size=(60, 20)) as sitting:
        await sitting.press("tab")
        await sitting.see("how often each comes true, of 100 deals")
        assert "◆ YELLOW " in sitting.text()
        assert "…" not in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_in_the_smallest_window_the_cards_below_a_hint_have_whole_names(
    here: type[Here], ascii_only: bool
) -> None:
    scene = table("herald", *FOUR, until=third_to_play)
    async with scene(size=(60, 20), ascii_only=ascii_only) as sitting:
        await sitting.press("tab")
        await sitting.see("Tab hide")
        named = " ".join(sitting.lines()[11:15]).split()
        assert {"Pawn", "Archer", "King"} <= set(named)


async def test_a_hint_that_failed_can_be_wanted_again(here: type[Here], monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        with monkeypatch.context() as patch:
            patch.setattr(here, "trouble", "Nothing can be judged.")
            patch.setattr(here, "says", lambda legal: None)
            await sitting.press("tab")
            await sitting.see("Nothing can be judged.")
        await sitting.press("tab")
        await sitting.see("imagined")
        assert "HINT" in sitting.text()


@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(60, 20)]))
async def test_who_has_never_won_is_told_what_hands_like_this_one_win_and_that_counts_as_a_hint(
    size: tuple[int, int], here: type[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.tui.screens.coached.START", 0.001)
    even = Estimate(0.0, 0.1)
    here.says = lambda legal: Judgement(
        [JudgedAction(legal[4], even, even, {4: 5, 3: 4, 5: 3}, 0.0, 12, "best")], 12, "points"
    )
    told = "Say 4, and it comes true in 42 of 100 ways to deal the rest."
    async with new_match("herrlof", *SOLO, novice=True, size=size) as sitting:
        await sitting.until(lambda: told in sitting.words())
        assert "HINT" not in sitting.text()
        assert "…" not in sitting.text()
        assert "Most hands" not in sitting.words()
        assert sitting.table.table.help.hints == 1
        await sitting.press("tab")
        await sitting.until(lambda: sitting.board.scene.hint is not None)
        assert (sitting.table.table.help.hints, len(here.asked)) == (1, 1), "it is one hint, judged once"


async def test_unasked_one_choice_alone_is_told_and_kept(here: type[Here], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.tui.screens.coached.START", 0.001)
    here.says = judged(*range(1, 14))
    async with new_match("herrlof", *SOLO, novice=True) as sitting:
        await sitting.until(lambda: sitting.table.table.help.hints == 1)
        await sitting.press("4", "enter")
        await sitting.until(lambda: bool(sitting.played()))
        (kept,) = match_of(sitting).hints.values()
        assert [one.verdict for one in kept.choices] == ["best"]


@pytest.mark.parametrize(("novice", "hints"), first([(True, False), (False, True)]))
async def test_unasked_it_is_told_to_nobody_else(
    novice: bool, hints: bool, here: type[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.tui.screens.coached.START", 0.001)
    settings = Settings(hints=hints)
    async with new_match("herrlof", *SOLO, novice=novice, settings=settings) as sitting:
        await sitting.until(lambda: sitting.board.asked)
        await sitting.press("4", "enter")
        await sitting.until(lambda: bool(sitting.played()) and sitting.board.asked)
        assert (sitting.table.table.help.hints, here.asked) == (0, [])


async def test_the_list_and_the_hand_have_one_focus_and_enter_plays_it(here: type[Here]) -> None:
    here.says = judged(1.5, 3.0)
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab", "down")
        assert "Best: Blue 7." in strip(sitting)
        await sitting.press("down", "down")
        assert "Red 5: 3 points less than the blue 7." in strip(sitting)
        assert sitting.row_of("5▲R").startswith(" ") is True
        await sitting.press("g")
        assert "Green 4: 2 points less" in strip(sitting)
        await sitting.press("enter")
        assert sitting.played()[0] == "0: play G4"
        assert "HINT" not in sitting.text(), "it was for that question"


async def test_of_more_choices_than_rows_five_are_shown_and_how_many_there_are(here: type[Here]) -> None:
    here.says = judged(*range(1, 8))
    hands = ("B2 B4 B5 B7 B8 G2 G4 G5", "R2 R4 R5 R7 R8 Y2 Y4 Y5")
    async with at_table(in_play(*hands), *SOLO) as sitting:
        await sitting.press("tab")
        assert "↓ 3 more" in sitting.row_of("5 of 8 shown")
        assert "12 imagined deals" in sitting.text()
        await sitting.press("end")
        assert "↑ 3 more" in sitting.row_of("5 of 8 shown")
        assert "5■G" in sitting.text()


async def test_near_the_goal_a_hint_says_in_how_many_the_match_is_won(here: type[Here]) -> None:
    here.says = judged(1.5, 3.0, unit="wins")
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab", "down", "down", "down")
        told = strip(sitting)
        assert "Red 5: 3 fewer wins than the blue 7." in told
        assert "7.0 points on average; the match is won in 7 of 100." in told
        assert "ahead of" not in told


async def test_why_a_move_is_refused_is_seen_while_a_hint_stands() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("enter")
        assert "! Choose a card first" in sitting.text()
        await sitting.press("tab")
        await sitting.see("imagined")
        assert "Choose a card first" not in sitting.text(), "the coach has answered"
        assert strip(sitting)
        await sitting.press("right", "asterisk")
        assert "! " in sitting.text()
        await sitting.press("right")
        assert "! " not in sitting.text()
        assert strip(sitting), "the hint is still there"


@pytest.mark.parametrize(
    ("game", "moves", "row"),
    [("herrlof", 1, "say it"), ("herrlof", 3, "play"), ("herfor", 0, "name it"), ("herfor", 4, "place"),
     ("herald", 0, "play"), ("how-ruck", 40, "play")],
)  # fmt: skip
async def test_beside_a_hint_enter_goes_to_the_best_first(game: str, moves: int, row: str, here: type[Here]) -> None:
    here.says = judged(1.0, 3.0)
    options = {"first_dealer": 1} if game == "herrlof" else {"race": "even"} if game == "how-ruck" else {}
    async with new_match(game, *SOLO, moves=moves, options=options) as sitting:
        await sitting.press("tab")
        said, best = strip(sitting), sitting.board.scene.hint and sitting.board.scene.hint.choices[0].action
        assert "est" in said
        assert "Enter the best" in sitting.lines()[-1]
        sitting.later(1)
        played = sitting.played()
        await sitting.press("enter")
        assert sitting.played() == played, "nothing is played yet"
        assert sitting.board.selection.action == best
        assert not sitting.board.scene.warning
        assert f"Enter {row}" in sitting.lines()[-1]
        await sitting.press("enter")
        await sitting.until(lambda: len(sitting.played()) > len(played))


async def test_what_the_coach_asks_takes_the_place_of_a_warning(here: type[Here]) -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("g", "enter")
        await sitting.until(lambda: sitting.board.asked and sitting.played())
        await sitting.press("enter")
        assert "! Choose" in sitting.text()
        await sitting.press("backspace")
        assert "Take back your last decision?" in strip(sitting)


async def test_can_t_tell_is_never_red_and_less_is(here: type[Here]) -> None:
    here.says = judged(0.5, 3.0, error=1.0)
    async with at_table(in_play(*PLAIN), *SOLO, size=(120, 40)) as sitting:
        await sitting.press("tab")
        assert sitting.style_of("can't tell").startswith("dim/")
        assert sitting.style_of("3 points less").startswith("bad/")


async def test_where_all_are_as_good_the_coach_says_only_that(here: type[Here]) -> None:
    def same(legal: Sequence[Action]) -> Judgement:
        found = judged(0.1, 0.1)(legal)
        return found._replace(choices=[one if not n else one._replace(verdict="as good")
                                       for n, one in enumerate(found.choices)])  # fmt: skip

    here.says = same
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        assert strip(sitting) == (
            "All of these are about as good. The most points come with the blue 7: 10.0 on average."
        )
        await sitting.press("g")
        assert strip(sitting).startswith("Green 4: about as good as all others. ")


async def test_where_nothing_decides_the_match_it_is_told_what_keeps_the_own_number(here: type[Here]) -> None:
    """At 98 wins in 100 there was nothing but "All of these are about as good.", and the number came to nothing."""

    def decided(legal: Sequence[Action]) -> Judgement:
        """Return that all win as often, and that the second has the highest number and the most 2s."""
        found = judged(0.1, 0.1)(legal)
        often, wins = ({1: 8, 2: 4}, {1: 3, 2: 9}, {1: WORLDS}), (97.6, 98.4, 97.8)
        choices = [
            one._replace(verdict="as good" if place else "best", outcomes=often[place], value=Estimate(value, 0.1))
            for place, (one, value) in enumerate(zip(found.choices, wins, strict=True))
        ]
        return found._replace(choices=choices, unit=WINS)

    here.says = decided
    async with at_table(in_play(*PLAIN, predict=(2, 1)), *SOLO) as sitting:
        await sitting.press("tab")
        assert strip(sitting) == (
            "All of these are about as good for the match. Your 2 comes true most often with the green 4: in 75 of 100."
        )
        assert "best" not in sitting.text()
        rows = [sitting.find(chip)[1] for chip in ("4■G", "5▲R", "7●B")]
        assert rows == sorted(rows), "by their numbers"


@pytest.mark.parametrize(("lead", "row"), [(-0.5, "−.5"), (0.3, "+.3"), (0.0, "+0"), (1.4, "+1")])
async def test_a_lead_of_less_than_a_point_is_told_in_tenths_in_the_row_too(
    here: type[Here], lead: float, row: str
) -> None:
    """The row had "+0", and the sentence "0.5 behind"."""
    here.says = numbers((2, 6, 12.7, lead, "best"), (1, 4, 11.5, -3.0, "worse"))
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        await sitting.press("tab")
        _, y = sitting.find("You say")
        assert row in sitting.lines()[y - 1].split()


async def test_what_is_too_close_to_call_is_not_called_the_best_without_a_word(here: type[Here]) -> None:
    """Between drawing with a 3 and not drawing there is often nothing to tell."""
    here.says = judged(0.5, 0.4, error=1.0)
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        assert strip(sitting).startswith("Too close to call; if anything, the blue 7.")


async def test_while_it_is_imagined_there_is_no_verdict_and_enter_does_not_wait(here: type[Here]) -> None:
    here.waits = True
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        assert f"{WORLDS // 2} of {WORLDS}" in sitting.text()
        assert "best" not in sitting.text()
        assert "Your card." in sitting.text(), "the question stays"
        await sitting.press("b", "enter")
        assert sitting.played()[0] == "0: play B7"


async def test_the_bars_of_a_number_stand_on_the_numbers() -> None:
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        await sitting.press("2", "tab")
        await sitting.see("how often each comes true")
        assert "2 comes true in" in strip(sitting)
        _, y = sitting.find("You say")
        row = sitting.lines()[y - 1]
        assert row.split()[0] == "ahead"
        assert len(row.split()) == 5, "an average for each of 0 to 3"
        await sitting.press("up")
        assert "3 comes true in" in strip(sitting)


def numbers(*judged: tuple[int, int, float, float, Any]) -> Callable[[Sequence[Action]], Judgement]:
    """Return what says of numbers, the best first: in how many of 12 deals, points, the lead, and a verdict."""

    def says(legal: Sequence[Action]) -> Judgement:
        first = min(legal)
        return Judgement([
            JudgedAction(first + number, Estimate(lead, 0.1), Estimate(judged[0][3] - lead, 0.1), {number: often},
                         points, WORLDS, word)
            for number, often, points, lead, word in judged
        ], WORLDS, "points")  # fmt: skip

    return says


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50)], ids="{0[0]}".format)
async def test_beside_the_bars_of_a_number_no_word_of_who_leads_is_cut(here: type[Here], size: tuple[int, int]) -> None:
    here.says = judged(1.0, 3.0)
    names = "Anna", "Kolbit=bot:random"
    async with at_table(in_play(*PLAIN, predict=None, dealer=0), *names, size=size) as sitting:
        await sitting.press("tab")
        await sitting.see("Kolbit leads")


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids="{0[0]}".format)
@pytest.mark.parametrize("game", ["herald", "how-ruck", "herrlof"])
async def test_what_comes_of_a_card_is_told_in_whole_sentences(
    game: str, size: tuple[int, int], here: type[Here]
) -> None:
    here.says = judged(1.0, 3.0)
    options = {"race": "even"} if game == "how-ruck" else {}
    for seed in range(4):
        moves = (31 if options else 4) + 9 * seed
        async with new_match(game, *SOLO, moves=moves, size=size, options=options) as sitting:
            await sitting.until(lambda: sitting.board.asked)
            await sitting.press("tab", "down")
            for _choice in sitting.board.scene.hint.choices if sitting.board.scene.hint else ():
                assert "…" not in strip(sitting)
                await sitting.press("down")


@pytest.mark.parametrize("size", [(80, 24), pytest.param((60, 20), marks=pytest.mark.second)], ids="{0[0]}".format)
async def test_the_best_number_stands_beside_the_one_in_focus_with_count_and_points(
    here: type[Here], size: tuple[int, int]
) -> None:
    here.says = numbers((2, 6, 12.7, 3.2, "best"), (1, 4, 11.5, 3.0, "as good"), (3, 5, 9.0, -0.5, "can't tell"),
                        (0, 1, 8.0, -1.0, "worse"))  # fmt: skip
    told = {
        "2": "1 to 3: too close to call. 2 comes true most often. 2 comes true in 50 of 100 deals. "
        "12.7 points on average, 3.2 ahead of Random. Your hand is weaker than usual: 0 trumps and 0 of rank 8 or 9, "
        "where 0 and 1 are usual. So rather less than 3.",
        "1": "1 to 3: too close to call. 2 comes true most often. 1 comes true in 33 of 100 deals. "
        "11.5 points on average, 3.0 ahead of Random. 2 in 50: 12.7 points, 3.2 ahead. 12 imagined deals",
        "0": "0 brings 4.2 points less. Better: 1 to 3. 0 comes true in 8 of 100 deals.",
    }
    told = {number: said.replace("1 to 3", "1, 2 or 3").replace("Better: 1, 2 or 3", "Better: 1, 2 and 3")
            for number, said in told.items()}  # fmt: skip
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO, size=size) as sitting:
        await sitting.press("tab")
        for number, said in told.items():
            await sitting.press(number)
            assert strip(sitting).startswith(said)


@pytest.mark.parametrize(
    ("best", "other", "why"),
    first(
        [
            ((2, 4, 12.0, 3.2), (1, 6, 11.0, 3.0), "1 comes true more often. But Random would gain more by it."),
            ((2, 6, 12.0, 3.2), (1, 4, 12.4, 3.0), "1 brings more points. But Random would gain more by it."),
            ((2, 6, 12.0, 3.2), (1, 4, 11.0, 3.0), ""),
        ]
    ),
)
async def test_it_is_said_by_what_a_number_is_the_best_where_another_one_looks_better(
    here: type[Here], best: Any, other: Any, why: str
) -> None:
    here.says = numbers((*best, "best"), (*other, "worse"))
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO) as sitting:
        await sitting.press("tab")
        for number in ("1", "2"):
            await sitting.press(number)
            assert (why or "12 imagined deals") in strip(sitting)
            assert ("would gain more" in strip(sitting)) == bool(why)


async def test_where_no_number_wins_the_match_none_is_the_best(here: type[Here]) -> None:
    lost = numbers((0, 0, 8.0, 0.0, "best"), *((number, 4, 9.0, 0.0, "as good") for number in (1, 2, 3)))
    here.says = lambda legal: lost(legal)._replace(unit=WINS)
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO, size=(120, 40)) as sitting:
        await sitting.press("2", "tab")
        assert strip(sitting).startswith(
            "2: about as good as all others. 2 comes true in 33 of 100 deals. "
            "9.0 points on average; the match is won in 0 of 100. 12 imagined deals"
        )
        assert "best" not in sitting.text()
        _, y = sitting.find("You say")
        assert "0" in sitting.lines()[y - 4].split(), "what never comes true is a number too"


async def test_a_card_with_which_the_number_comes_true_more_often_is_not_the_best_without_a_word(
    here: type[Here],
) -> None:
    often = {0: {1: 6, 2: 6}, 1: {1: 8, 2: 4}, 2: {2: 12}}

    def says(legal: Sequence[Action]) -> Judgement:
        found = judged(1.0, 2.0)(legal)
        return found._replace(choices=[one._replace(outcomes=often[n]) for n, one in enumerate(found.choices)])

    here.says = says
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        why = "Your 1 comes true more often with the green 4. But Random would gain more by it."
        assert why in strip(sitting)


@pytest.mark.second
@pytest.mark.parametrize(
    ("points", "told"),
    [
        (8.0, "It gives up the 1, to keep Random from making their own number."),
        (12.0, "It gives up the 1: the tricks bring more."),
    ],
)
async def test_a_card_that_gives_the_number_up_is_not_the_best_without_a_word(
    here: type[Here], points: float, told: str
) -> None:
    often = {0: {1: 2, 2: 10}, 1: {1: 8, 2: 4}, 2: {2: 12}}

    def says(legal: Sequence[Action]) -> Judgement:
        first, *others = judged(1.0, 2.0)(legal).choices
        rows = [first._replace(points=points), *others]
        return Judgement([one._replace(outcomes=often[n]) for n, one in enumerate(rows)], WORLDS, "points")

    here.says = says
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("tab")
        assert told in strip(sitting)


async def test_of_what_dropped_out_no_number_is_shown_and_no_row_of_what_was_said_before_stays(
    here: type[Here],
) -> None:
    def says(legal: Sequence[Action]) -> Judgement:
        found = numbers((2, 6, 12.7, 3.2, "best"), (1, 4, 11.5, 3.0, "as good"), (0, 1, 8.0, -1.0, "worse"))(legal)
        dropped = JudgedAction(min(legal) + 3, None, Estimate(3.0, 1.0), {}, None, 4, "worse")
        return found._replace(choices=[*found.choices, dropped])

    here.says = says
    async with at_table(in_play(*PLAIN, predict=None, dealer=1), *SOLO, size=(120, 40)) as sitting:
        await sitting.press("tab", "1")
        _, y = sitting.find("You say")
        assert len(sitting.lines()[y - 3].split()) == 3 + 1, "points of three numbers, and what they are"
        await sitting.press("3")
        assert strip(sitting).startswith("Better than 3: 1 or 2. It fell behind early")
        assert strip(sitting).count("12 imagined deals") == 1


@pytest.mark.parametrize(
    "size",
    [(60, 20), pytest.param((120, 40), marks=pytest.mark.second), pytest.param((160, 50), marks=pytest.mark.second)],
    ids="{0[0]}".format,
)
@pytest.mark.parametrize("game", later(sorted(GAMES), now=["herald"]))
async def test_any_game_has_hints_at_any_size(game: str, size: tuple[int, int]) -> None:
    moves = {"herfor": 4, "how-ruck": 22}.get(game, 3)
    options: dict[str, Any] = {"herrlof": {"first_dealer": 1}}.get(game, {})
    async with new_match(game, *SOLO, moves=moves, size=size, options=options) as sitting:
        if not sitting.board.asked:
            pytest.skip("another one is asked there")
        await sitting.press("tab")
        await sitting.until(lambda: sitting.board.scene.hint is not None and sitting.board.scene.hint.whole)
        assert sitting.table.table.help.hints == 1
        await sitting.press("tab")
        assert sitting.board.scene.hint is None


async def test_without_hints_there_is_no_key_for_them() -> None:
    for names, how in (
        (SOLO, {"settings": Settings(hints=False)}),
        (("Anna", "Ben"), {}),
    ):
        async with at_table(in_play(*PLAIN), *names, **how) as sitting:
            await sitting.come()
            await sitting.press("tab")
            assert "HINT" not in sitting.text()
            assert "Tab hint" not in sitting.text()
            assert sitting.table.table.help.hints == 0


@pytest.mark.second
@pytest.mark.parametrize(("people", "agreed", "there"), [(1, False, False), (2, True, True), (2, None, False)])
async def test_hints_are_left_out_for_one_match_or_agreed_on_by_all(
    people: int, agreed: bool | None, there: bool
) -> None:
    names = ("Anna", "Ben")[:people] + ("bot:random",) * (2 - people)
    async with hall() as sitting:
        sitting.app.start(NewMatch("herrlof", tuple(seats_of(names)), {"first_dealer": 1}, hints=agreed))
        await sitting.settle()
        await sitting.come()
        await sitting.press("tab")
        assert ("HINT" in sitting.text()) == there


@pytest.mark.parametrize("agreed", [True, False])
def test_what_was_agreed_on_holds_when_the_match_goes_on_another_day(storage: Storage, agreed: bool) -> None:
    table = Table.new(storage, GAMES["herfor"], seats_of(("Anna", "Ben")), hints_agreed=agreed)
    table.close()
    again = Table.resume(storage, table.path)
    assert HerrlofApp(storage=storage).board_context(again).hints == agreed
    again.close()


# Sure?


SURE = Settings(sure=True)


async def test_a_clear_mistake_is_asked_about_once_and_what_is_better_is_not_told(here: type[Here]) -> None:
    here.says = judged(1.0, 5.0)
    async with at_table(in_play(*PLAIN), *SOLO, settings=SURE) as sitting:
        await sitting.press("r", "enter")
        assert strip(sitting).startswith("Sure? Red 5 is clearly worse than another choice: 5 points less")
        assert "lue 7" not in strip(sitting)
        assert sitting.played() == []
        assert sitting.table.table.help.hints == 0
        assert "← → choose again  Enter go ahead  Tab why" in sitting.lines()[-1]
        assert "Tab says why, Enter plays it anyway." in strip(sitting)
        await sitting.press("tab")
        assert "← → choose  ↑ ↓ ranking  Enter play  Tab hide hint" in sitting.lines()[-1]
        await sitting.press("tab", "left")
        assert "again" not in sitting.lines()[-1]
        await sitting.press("right", "enter", "enter")
        assert sitting.played()[0] == "0: play R5"


@pytest.mark.second
@pytest.mark.parametrize("loss", [17.0, 0.0])
async def test_a_choice_that_dropped_out_early_is_tried_in_all_worlds_before_it_is_played(
    loss: float, here: type[Here]
) -> None:
    def early(legal: Sequence[Action]) -> Judgement:
        found = judged(1.0, 40.0, error=30.0, unit="wins")(legal)
        return found._replace(
            choices=[*found.choices[:2], found.choices[2]._replace(value=None, outcomes={}, worlds=2)]
        )

    here.says, here.keeps = early, judged(1.0, loss, error=6.1, unit="wins")
    async with at_table(in_play(*PLAIN), *SOLO, settings=SURE) as sitting:
        await sitting.press("r", "enter")
        if loss:
            assert strip(sitting).startswith("Sure? Red 5 is clearly worse than another choice: 17 fewer wins")
            await sitting.press("enter")
        assert sitting.played()[0] == "0: play R5"
        assert sitting.table.table.help.hints == 0


@pytest.mark.second
async def test_the_row_of_keys_names_what_goes_through_a_hint_and_that_a_move_can_be_taken_back(
    here: type[Here],
) -> None:
    here.says = judged(1.0, 5.0)
    for size, novice in (((80, 24), True), ((80, 24), False), ((100, 30), False), ((120, 40), False)):
        async with at_table(in_play(*PLAIN), *SOLO, size=size, novice=novice) as sitting:
            assert "Backspace" not in sitting.lines()[-1], "there is nothing to take back"
            await sitting.press("tab")
            assert "↑ ↓ ranking" in sitting.lines()[-1]
            await sitting.press("tab")
            assert "ranking" not in sitting.lines()[-1]
            await sitting.press("g", "enter")
            await sitting.until(lambda: sitting.board.asked and sitting.played())
            assert ("Backspace take back" in sitting.lines()[-1]) == (size[0] > 80 or novice)


async def test_where_thinking_on_needs_the_room_all_arrows_are_named_together(here: type[Here]) -> None:
    here.says = judged(1.0, 1.5, error=3.0)
    async with at_table(in_play(*PLAIN), *SOLO, size=(80, 24)) as sitting:
        await sitting.press("tab")
        assert "← → ↑ ↓ choose" in sitting.lines()[-1]
        assert "* think on" in sitting.lines()[-1]


@pytest.mark.second
@pytest.mark.parametrize(
    ("game", "moves", "row"),
    [
        ("herrlof", 1, "↑ ↓ number Enter the best Tab hide ? rules Esc leave »"),
        ("herrlof", 3, "← → ↑ ↓ choose Enter the best Tab hide ? rules Esc leave »"),
        ("herfor", 0, "← → ↑ ↓ choose Enter the best Tab hide ? rules Esc leave »"),
    ],
)
async def test_in_the_smallest_window_the_row_names_the_keys_of_a_hint_that_have_room(
    game: str, moves: int, row: str, here: type[Here]
) -> None:
    here.says = judged(1.0, 1.5, error=3.0)
    options = {"first_dealer": 1} if game == "herrlof" else {}
    async with new_match(game, *SOLO, moves=moves, size=(60, 20), options=options) as sitting:
        assert "Tab hint" in sitting.lines()[-1]
        await sitting.press("tab")
        assert sitting.lines()[-1].split() == row.split()
        first = sitting.board.selection.action
        await sitting.press("down")
        assert sitting.board.selection.action != first


@pytest.mark.second
async def test_in_the_smallest_window_the_rules_have_room_beside_a_hint_on_another_key_too(here: type[Here]) -> None:
    here.says = judged(1.0, 1.5, error=3.0)
    mine, options = Settings(bindings={"rules": "w"}), {"first_dealer": 1}
    async with new_match("herrlof", *SOLO, moves=3, size=(60, 20), options=options, settings=mine) as sitting:
        await sitting.press("tab")
        assert "w rules" in sitting.lines()[-1]


async def test_what_is_chosen_instead_is_played_at_once_where_it_is_no_clear_mistake(here: type[Here]) -> None:
    here.says = judged(1.0, 5.0)
    async with at_table(in_play(*PLAIN), *SOLO, settings=SURE._replace(hints=False)) as sitting:
        await sitting.press("r", "enter")
        assert "Tab" not in strip(sitting), "there are no hints here"
        await sitting.press("g")
        assert not strip(sitting)
        await sitting.press("enter")
        assert sitting.played()[0] == "0: play G4"


async def test_a_key_that_is_held_is_no_second_enter(here: type[Here]) -> None:
    here.says = judged(1.0, 5.0)
    async with at_table(in_play(*PLAIN), *SOLO, settings=SURE, pace=SLOWLY) as sitting:
        sitting.later(ENTER_GUARD)
        await sitting.press("r")
        await sitting.burst(*["enter"] * 10)
        assert sitting.played() == []
        assert strip(sitting).startswith("Sure?")


@pytest.mark.parametrize("how", later(["off", "can't tell", "too early", "two people"], now=["off"]))
async def test_nothing_is_asked_where_it_is_not_wanted_or_not_known(how: str, here: type[Here]) -> None:
    here.says = judged(5.0, 5.0, error=3.0 if how == "can't tell" else 0.1)
    here.waits = how == "too early"
    if here.waits:
        here.says = None
    names = ("Anna", "Ben") if how == "two people" else SOLO
    settings = Settings(sure=how != "off")
    async with at_table(in_play(*PLAIN), *names, settings=settings) as sitting:
        await sitting.come()
        await sitting.press("r", "enter")
        assert sitting.played()[0] == "0: play R5"


def test_asked_about_is_what_a_review_calls_clear_from_two_points_or_six_wins_on() -> None:
    for loss, error, unit, asks in (
        (2.0, 0.1, "points", True), (1.9, 0.1, "points", False), (3.0, 1.6, "points", False),
        (5.0, 0.5, "wins", False), (6.0, 0.5, "wins", True), (17.0, 6.1, "wins", True),
    ):  # fmt: skip
        found = judged(loss, error=error, unit=unit)([0, 1])
        assert clearly_worse(found.choices[1], found) == asks, (loss, error, unit)


@pytest.mark.parametrize(
    ("unit", "best", "other", "loss", "less"),
    [
        ("wins", 67.6, 39.6, 24.5, 28),
        ("wins", 79.6, 55.4, 24.2, 25),
        ("points", 3.4, 1.9, 1.2, 1.5),
        ("points", 12.0, 8.6, 3.0, 3),
    ],
)
def test_a_difference_is_that_of_the_numbers_in_the_list(
    unit: str, best: float, other: float, loss: float, less: float
) -> None:
    found = judged(loss, unit=unit)([0, 1])
    values = [Estimate(value, 0.1) for value in (best, other)]
    choices = [one._replace(value=value) for one, value in zip(found.choices, values, strict=True)]
    found = found._replace(choices=choices)
    assert less_of(found.choices[1], found) == less
    early = found.choices[1]._replace(value=None, loss=Estimate(24.5, 1.0))
    assert less_of(early, found) == 25, "halves are rounded up, as people do"


def test_of_seven_mistakes_running_two_are_asked_about_and_each_that_gives_the_win_away() -> None:
    found, doubts, asked = judged(5.0)([0, 1]), Doubts(), []
    for decision in range(7):
        doubts.new_question()
        if doubts.about(1, found) is not None:
            asked.append(decision)
            assert doubts.about(1, found) is None, "chosen once more it is played"
    assert asked == [0, REST + 1]
    gone = Judgement([found.choices[0], found.choices[1]._replace(value=Estimate(-1.0, 0.0))], 0, "points", exact=True)
    doubts.new_question()
    assert doubts.about(1, gone) is not None
    assert doubts.about(0, gone) is None


@pytest.mark.parametrize(
    ("exact", "hidden", "told"),
    [
        (True, True, "It gives the win away, for certain."),
        (False, True, "5 points less on average, going by what you see."),
        (False, False, "5 points less on average, in games played on from here."),
    ],
)
def test_it_is_said_how_a_mistake_is_known(exact: bool, hidden: bool, told: str) -> None:
    found = judged(5.0)([0, 1])._replace(exact=exact)
    assert doubt_text(found.choices[1], found, hidden) == told


# Take back


async def test_a_move_is_taken_back_after_it_was_asked_once_and_the_match_is_marked() -> None:
    async with new_match("herrlof", *SOLO, moves=1, options={"first_dealer": 1}) as sitting:
        before = sitting.match.observe(0)
        await sitting.press("4", "enter")
        while not sitting.board.asked:
            await sitting.settle()
        await sitting.press("backspace")
        assert strip(sitting).startswith("Take back your last decision?")
        await sitting.press("right")
        assert not strip(sitting), "any other key: no"
        assert sitting.table.table.help.take_backs == 0
        await sitting.press("backspace", "backspace")
        await sitting.see("Taken back")
        assert sitting.match.observe(0) == before
        assert "with take-backs" in sitting.lines()[0]
        await sitting.press("5", "enter", "backspace")
        await sitting.until(lambda: sitting.table.table.help.take_backs == 2)
        assert sitting.match.observe(0) == before, "asked only the first time"
        await sitting.press("backspace")
        assert "No: there's no decision to take back" in sitting.text()


@pytest.mark.second
async def test_a_card_that_was_taken_back_says_so_until_something_else_is_looked_at() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("g", "enter")
        await sitting.until(lambda: sitting.board.asked and len(sitting.played()) > 0)
        await sitting.press("backspace", "backspace")
        await sitting.see("Taken back")
        hand = sitting.board.hand.cards
        assert [card.face.colour for card in hand if card.back] == ["green"]
        assert sum("back " in line for line in sitting.lines()[14:19]) == 1
        await sitting.press("right")
        assert not any(card.back for card in sitting.board.hand.cards)


@pytest.mark.second
async def test_what_was_undone_is_told_once_and_where_the_key_goes_next() -> None:
    async with at_table(in_play("B7 B4 B5 G4", "B8 B2 G2 G8"), *SOLO) as sitting:
        for taken, keys in ((1, ["backspace", "backspace"]), (2, ["backspace"])):
            while sum(line.startswith("0: play") for line in sitting.played()) < taken:
                await sitting.until(lambda: sitting.board.asked)
                sitting.board.answer(sitting.match.legal()[-1])
                await sitting.settle()
            await sitting.until(lambda: sitting.board.asked)
            await sitting.press(*keys)
            await sitting.until(lambda taken=taken: sitting.table.table.help.take_backs == taken)
            await sitting.see("TAKEN BACK")
            first = sitting.board.scene.undone.told[0]
            assert sitting.words().count(first) == 1, "the strip has said it"
            panel = " ".join(" ".join(line[52:] for line in sitting.lines()[2:11]).split())
            assert ("Backspace again: back to Play the " in panel) == (taken == 2)
            assert ("further back" in sitting.lines()[-1]) == (taken == 2)
            await sitting.resize(120, 40)
            await sitting.see("LAST TRICK")  # what stands there else has the room that is left
            await sitting.resize(80, 24)
            sitting.board.answer(sitting.match.legal()[-1])
            await sitting.settle()


async def test_nothing_is_taken_back_between_people() -> None:
    async with at_table(in_play(*PLAIN), "Anna", "Ben") as sitting:
        await sitting.press("1", "b", "enter", "space", "2", "backspace", "backspace")
        assert sitting.table.table.help.take_backs == 0
        assert not strip(sitting)


@pytest.mark.second
@pytest.mark.parametrize("seed", later([1, 2, 3], now=[1]))
async def test_hints_and_take_backs_leave_no_trace_but_the_mark(seed: int) -> None:
    """After any of it observation, hint and the bot's moves are those of a match that never went there."""
    rng = Random(seed)
    async with new_match("herrlof", *SOLO, moves=1, options={"first_dealer": 1}) as sitting:
        for _ in range(14):
            await sitting.until(lambda: sitting.board.asked or not sitting.showing(TableScreen))
            if not sitting.showing(TableScreen):
                break
            do = rng.choice(["play", "play", "hint", "back"])
            if do == "hint":
                await sitting.press("tab")
            elif do == "back":
                await sitting.press("backspace", "backspace")
            else:
                sitting.board.answer(rng.choice(sitting.match.legal()))
            await sitting.settle()
        match = sitting.match
        straight = Match(match.game, match.seats, seed=bytes(range(32)), **dict(match.options))
        kind = sitting.table.table._automatic.kinds[1]
        while len(straight.moves) < len(match.moves):
            n, mover = len(straight.moves), straight.mover
            if mover < 0:
                straight.advance()
            elif mover == 1:
                bot = kind.make(straight.game, straight.bot_rng(1, n))
                straight.play(1, bot.choose(straight.observe(1), straight.legal()))
            else:
                straight.play(0, match.moves[n].do)
        assert [move.do for move in straight.moves] == [move.do for move in match.moves]
        assert straight.observe(0) == match.observe(0)
        again = replayed(read_record(sitting.table.table.path))
        assert again.observe(0) == match.observe(0)
        if match.mover == 0 and len(match.legal()) > 1:
            found = []
            for one in (match, straight):
                coach = Coach(sitting.table.table)
                coach.ask(View(0, one.observe(0), one.legal(), (), 0))
                await sitting.until(lambda coach=coach: coach.whole)
                found.append(coach.found)
            assert found[0] == found[1]


# Twins


@pytest.mark.second
@pytest.mark.parametrize("key", later([key for key, game in GAMES.items() if game.hidden], now=["herrlof"]))
async def test_every_cell_of_a_hint_and_a_check_is_the_same_for_twins(key: str) -> None:
    """The coach knows what its seat sees: worlds that look the same to it get the same hint and the same question."""
    game, different = GAMES[key], 0
    seats = game.seats[0]
    names = ("Anna", *[f"Bot{n}=bot:random" for n in range(1, seats)])
    async with new_match(key, *names, settings=SURE) as sitting:
        table = sitting.table
        for pair in twins(game, seats, seed=7, wanted=5 if key == "how-ruck" else 8):
            if pair.seat != 0 or pair.true.current_player() != 0:
                continue
            frames = [await advised(sitting, table, game, world, pair) for world in (pair.true, pair.twin)]
            assert frames[0] == frames[1], pair.true.summary()
            different += pair.differ
    assert different


async def advised(sitting: Sitting, table: TableScreen, game: Game, world: Any, pair: Twins) -> list[Any]:
    """Return the screens of a hint, and of the question before each move, in a world."""
    view = View(0, world.observation(0), world.legal_actions(), pair.events, 0)
    moment = table.moment
    assert moment is not None
    table._show(replace_moment(moment, view))
    table._coach.ask(view)
    await sitting.until(lambda: table._coach.whole)
    table.board.show(table.board.scene.coached(Hint(view.legal, table._coach.found)))
    await sitting.calm()
    found: list[Any] = [sitting.cells(), table._coach.found]
    for action in view.legal:
        table._coach._doubts = Doubts()
        found.append(await table._asks_before(action))
        await sitting.calm()
        found.append(sitting.cells())
    return found


def replace_moment(moment: Any, view: View) -> Any:
    from herrlof.table.connection import MomentKind

    return moment._replace(kind=MomentKind.ASK, view=view, new_events=0, told=(), reason="")


@pytest.mark.second
@pytest.mark.parametrize(
    ("keys", "hints", "sure"),
    [
        pytest.param([], True, False, marks=pytest.mark.second),
        (["right"], True, True),
        pytest.param(["left"], False, False, marks=pytest.mark.second),
    ],
)
async def test_the_form_says_what_the_coach_does_in_this_match(keys: list[str], hints: bool, sure: bool) -> None:
    async with hall(settings=Settings(name="Anna")) as sitting:
        sitting.app.open_page("new", "herrlof")
        await sitting.settle()
        sitting.app.screen.query_one("#coach").focus()
        await sitting.press(*keys, "f2")
        await sitting.settle()
        assert (sitting.board.context.hints, sitting.board.context.sure) == (hints, sure)
        assert sitting.app.settings.hints
        assert not sitting.app.settings.sure, "it is for this match"


def test_nothing_is_never_below_nothing() -> None:
    assert [numeral(value, ".1f") for value in (-0.04, 0.04, -0.06, 12.34)] == ["0.0", "0.0", "−0.1", "12.3"]
    assert [numeral(value, "+.0f") for value in (-0.4, 0.4, -0.6, 2.5)] == ["+0", "+0", "−1", "+2"]
