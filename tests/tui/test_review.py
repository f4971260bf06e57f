"""The pages of the coach: a review, finding better, and statistics, from the first key to the last."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import stat
from functools import partial
from pathlib import Path

import pytest

from herrlof.bots.search import Estimate
from herrlof.cli.main import main
from herrlof.coach.judge import JudgedAction, Judgement
from herrlof.coach.review import Decision, Review, review_of
from herrlof.coach.saying import better_in, hard_text, reason_text
from herrlof.coach.statistics import Counted, Played, Statistics
from herrlof.games import GAMES
from herrlof.games.herald.words import the_card
from herrlof.messages import numeral
from herrlof.records.names import Seat
from herrlof.records.storage import Storage, read_record
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from herrlof.tui.boards import BOARDS
from herrlof.tui.boards.herrlof.statistics import draw_chart
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.matches import MatchesScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.review import ReviewScreen, signed, tenths
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.charts import smoothed
from herrlof.tui.widgets.hint import Hint, Mark, draw_hint, measure_of
from tests.coach.test_review import Here, kept_match
from tests.disks import FastDisk, play_on
from tests.tiers import first, later
from tests.tui.driving import Sitting, hall, new_match, rows_of

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)
    monkeypatch.setattr("herrlof.coach.better.Worker", Here)


def reviewed(storage: Storage, key: str, **more: object) -> Path:
    """Keep a finished match that was reviewed to its end."""
    path = kept_match(storage, key, **more)  # type: ignore[arg-type]
    assert asyncio.run(review_of(path, storage).run())
    return path


@pytest.fixture
def disk(tmp_path: Path) -> Storage:
    return Storage(disk=FastDisk())


async def shown(sitting: Sitting, path: Path) -> ReviewScreen:
    sitting.app.review(path)
    await sitting.settle()
    screen = sitting.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50)])
def test_what_it_cost_stands_on_the_page_in_every_window(size: tuple[int, int], disk: Storage) -> None:
    path = reviewed(disk, "kuhn", rounds=9)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            screen = await shown(sitting, path)
            review = screen.review
            dearest = review.dearest([0])[0]
            text = sitting.text()
            assert f"{dearest.cost.value:.1f}" in text
            assert f"{dearest.of_100} of 100" in text
            if size == (60, 20):
                await sitting.press("tab")
                text = sitting.text()
            accounts = review.ledger()
            assert accounts is not None
            assert signed(100 * accounts[0].result) in text
            for mean in review.means():
                if mean.seat == 0:
                    assert f"{mean.mean:.2f}" in text

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_while_it_is_judging_it_says_whole_what_is_kept(
    size: tuple[int, int], disk: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(self: Review, told: object = None) -> bool:
        return True

    path = kept_match(disk, "kuhn", rounds=9)
    monkeypatch.setattr(Review, "run", waits)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            await shown(sitting, path)
            assert "Leave whenever you like: what was found is kept." in sitting.words()

    asyncio.run(look())


@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(60, 20)]), ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_keys_are_named_that_have_something_to_do(
    count: int, size: tuple[int, int], disk: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Review.costly
    monkeypatch.setattr(Review, "costly", lambda self, seats=None: found(self, seats)[:count])
    path = reviewed(disk, "herald", moves=24, seed=3)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            screen = await shown(sitting, path)
            row, works = sitting.lines()[-1], screen.active_bindings
            assert len(screen._list.decisions) == count
            assert ("Enter find better" in row) == ("v" in works) == ("On the table" in sitting.text()) == (count > 0)
            assert ("down" in works) == (count > 1)
            assert count > 1 or "decision" not in row
            assert ("No decision cost anything." in sitting.text()) == (not count)
            await sitting.press("enter")
            await sitting.until(lambda: sitting.app.screen is not screen)

    asyncio.run(look())


def test_the_decision_in_focus_names_cards_as_sentences_do_and_is_told_whole(disk: Storage) -> None:
    path = reviewed(disk, "herald", moves=24, seed=3)

    async def look() -> None:
        async with hall((160, 50), storage=disk) as sitting:
            screen = await shown(sitting, path)
            dear = [one for one in screen.review.dearest([0]) if one.verdict not in ("best", "as good")]
            assert dear
            for one in dear:
                played, best = (the_card(action) for action in (one.played, one.best))
                panel = " ".join(" ".join(row[92:].split()) for row in sitting.lines())
                assert f"Played: {played}. The best, {best}, brings" in panel
                assert "COMPARED" in panel
                assert better_in(screen.review, one) in panel
                await sitting.press("down")

    asyncio.run(look())


@pytest.mark.second
def test_in_small_windows_too_it_says_why_and_how_hard_a_decision_was(disk: Storage) -> None:
    path = reviewed(disk, "herald", moves=24, seed=3)

    async def look() -> None:
        async with hall((80, 24), storage=disk) as sitting:
            screen = await shown(sitting, path)
            review, told = screen.review, 0
            for one in review.costly([0]):
                hard, speaker = hard_text(review, one), screen.choices_at(one).speaker
                why = reason_text(review.game, review.position(one.n).seen, one.compared, one.played, speaker)
                for size in ((80, 24), (60, 20)):
                    await sitting.resize(*size)
                    assert hard in sitting.words()
                    assert why in sitting.words()
                told += bool(hard) + bool(why)
                await sitting.press("down")
            assert told

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40), (160, 50)])
def test_in_the_list_no_figure_touches_what_stands_beside_it(
    size: tuple[int, int], disk: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = reviewed(disk, "herald", moves=24, seed=3)
    monkeypatch.setattr(ReviewScreen, "marks", lambda *_: [Mark(" 10▲B ", "brown-ink", "brown")])

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            screen = await shown(sitting, path)
            review = screen.review
            for n, one in review.decisions.items():
                cost = Estimate(44.1, 0.1)
                review.decisions[n] = one._replace(cost=cost, verdict="worse", knowable=one.worlds)
            screen._canvas_widget.redraw()
            await sitting.calm()
            rows = [row for row in sitting.lines() if "44.1" in row and "trick" in row]
            assert rows
            assert all(re.search(r" 10▲B  +44\.1 .* 100 of 100", row) for row in rows), rows

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(60, 20)]))
def test_near_the_goal_a_list_of_points_counts_wins_as_points_the_dearest_first(
    size: tuple[int, int], disk: Storage
) -> None:
    path = reviewed(disk, "herrlof", moves=12, goal=10)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            screen = await shown(sitting, path)
            found = screen._list.decisions
            assert found[0].unit == "wins"
            worth = [one.cost.value * (0.3 if one.unit == "wins" else 1) for one in found]  # a match: 30 points
            assert worth == sorted(worth, reverse=True)
            for one, points in zip(found, worth, strict=True):
                row = next(row for row in sitting.lines() if "▸" in row)
                sure = "clear" if one.clear else "close"
                end = f" .*{sure} +{one.of_100} of 100"
                assert re.search(rf" {points:.1f}{end}", row)
                assert "…" not in row
                if size == (120, 40) and one.unit == "wins":
                    assert f"In the list that's {points:.1f} points: a match is worth 30." in sitting.words()
                await sitting.press("down")

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (-0.4, "in all, an error of the estimates"),
        pytest.param(0.0, "nothing lost", marks=pytest.mark.second),
        pytest.param(0.4, "points in all", marks=pytest.mark.second),
    ],
)
def test_the_list_adds_up_to_the_means_and_what_costs_less_than_nothing_is_no_gain(
    cost: float, said: str, disk: Storage
) -> None:
    """A cost is an estimate, and comes out below nothing where no move was better."""
    path = reviewed(disk, "herrlof", moves=24)

    async def look() -> None:
        async with hall((120, 40), storage=disk) as sitting:
            screen = await shown(sitting, path)
            review = screen.review
            first, *others = review.decisions
            dear = review.decisions[first]._replace(cost=Estimate(3.0, 0.1), verdict="worse", unit="points")
            review.decisions[first] = dear
            for n in others:
                review.decisions[n] = review.decisions[n]._replace(cost=Estimate(cost, 0.1), verdict="best")
            screen._canvas_widget.redraw()
            await sitting.calm()
            told = re.search(r"(\d+) more: (\S+) ", sitting.row_of(said))
            assert told is not None
            rest = 0.0 if cost == 0 else float(told[2].replace("−", "-"))
            mean = next(one for one in review.means() if one.kind == "all" and one.seat == 0)
            assert 3 + rest == pytest.approx(mean.mean * mean.count, abs=0.05)

    asyncio.run(look())


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("herrlof", {"number", *(f"trick {n}" for n in range(1, 16))}),
        ("herald", {f"trick {n}" for n in range(1, 31)}),
        ("how-ruck", {"sorting", *(f"card {n}" for n in range(1, 60))}),
        ("herfor", {"komi", "side", *(f"move {n}" for n in range(1, 70))}),
    ],
)
def test_a_decision_is_named_by_what_its_game_counts(key: str, told: set[str], disk: Storage) -> None:
    options = {"herrlof": {"goal": 1}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}.get(key, {})
    review = review_of(kept_match(disk, key, **options), disk)
    for one in review.positions:
        if one.kind == "power":
            assert re.fullmatch(r"trick \d+, (draw|take|give)|action \d+", review.what(one.n))
        else:
            assert review.what(one.n) in told


@pytest.mark.second
def test_where_nothing_is_hidden_nothing_is_imagined_and_nothing_was_to_be_known(disk: Storage) -> None:
    path = reviewed(disk, "nim")

    async def look() -> None:
        async with hall((160, 50), storage=disk) as sitting:
            screen = await shown(sitting, path)
            assert screen._list.decisions
            assert "better in" in sitting.text()
            panel = " ".join(" ".join(row[92:].split()) for row in sitting.lines())
            assert "games played on from there" in panel
            assert not re.search("knowable|imagin|deals", sitting.text())

    asyncio.run(look())


@pytest.mark.second
def test_a_move_with_a_name_is_not_cut_in_the_list(disk: Storage) -> None:
    path = reviewed(disk, "how-ruck", goal=1, teams="dealt")

    async def look() -> None:
        for size in ((60, 20), (80, 24), (120, 40), (160, 50)):
            async with hall(size, storage=disk) as sitting:
                screen = await shown(sitting, path)
                moves = [
                    screen.marks(one, action) for one in screen._list.decisions[:5] for action in (one.played, one.best)
                ]
                texts = ["".join(mark.text for mark in marks).strip() for marks in moves if len(marks) > 1]
                assert texts, "some card went to a field"
                for text in texts:
                    assert text in sitting.text(), size

    asyncio.run(look())


@pytest.mark.second
def test_the_longest_name_of_a_move_is_not_cut_in_the_list(disk: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    path = reviewed(disk, "how-ruck", goal=1, teams="dealt")
    monkeypatch.setattr(ReviewScreen, "marks", lambda *_: [Mark(" 0R! "), Mark(" "), Mark("other")])

    async def look() -> None:
        for size in ((60, 20), (80, 24), (120, 40), (160, 50)):
            async with hall(size, storage=disk) as sitting:
                await shown(sitting, path)
                assert len(re.findall("0R!  other.*0R!  other", sitting.text())) > 2, size

    asyncio.run(look())


@pytest.mark.second
def test_the_ledger_of_three_has_a_row_for_each_of_the_others(disk: Storage) -> None:
    path = reviewed(disk, "herald", count=3)

    async def look() -> None:
        async with hall((120, 40), storage=disk) as sitting:
            review = (await shown(sitting, path)).review
            costs = [0.0, 0.0, 0.0]
            for one in review.decisions.values():
                assert one.points_lost is not None, "points that a lost match does not count are told too"
                costs[one.seat] += one.points_lost if one.clear else 0.0
            for seat in (1, 2):
                told = sitting.row_of(f"Seat {seat}'s mistakes").split("'s mistakes")[1].split()[0]
                assert float(told.replace("−", "-")) == pytest.approx(costs[seat] / 2, abs=0.16)

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize(("key", "dealt"), [("kuhn", True), ("nim", False)])
def test_the_ledger_tells_of_chance_where_there_is_any(key: str, dealt: bool, disk: Storage) -> None:
    path = reviewed(disk, key)

    async def look() -> None:
        async with hall((80, 24), storage=disk) as sitting:
            await shown(sitting, path)
            assert ("the deal" in sitting.text()) == ("draws and unseen cards" in sitting.text()) == dealt
            assert "not explained" in sitting.text()

    asyncio.run(look())


@pytest.mark.second
def test_it_asks_again_until_something_as_good_is_found(disk: Storage) -> None:
    path = reviewed(disk, "kuhn", rounds=9, seed=8)

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            screen = await shown(sitting, path)
            one = next(one for one in screen._list.decisions if one.clear)
            screen._list.focus(screen._list.decisions.index(one))
            await sitting.press("enter")
            assert "Find better" in sitting.text()
            board = sitting.app.screen.board
            board.selection.choose(one.played)
            await sitting.press("enter", "o")
            assert "Not that one" in sitting.text()
            assert "COMPARED" not in sitting.text()
            assert not sitting.showing(ReplayScreen), "no hand is opened before the answer"
            board.selection.choose(one.best)
            await sitting.press("enter")
            assert "Found" in sitting.text()
            assert f"{one.of_100} of 100" in " ".join(sitting.text().split())
            assert "COMPARED" in sitting.text()
            await sitting.press("o")
            assert sitting.showing(ReplayScreen)
            assert f"{one.n} of" in sitting.text()
            await sitting.press("escape", "escape")
            assert isinstance(sitting.app.screen, ReviewScreen)

    asyncio.run(look())


@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(80, 24)]))
@pytest.mark.parametrize("key", later(list(BOARDS), now=["herrlof"]))
def test_find_better_says_beside_the_table_what_is_asked_and_below_it_what_a_choice_does(
    size: tuple[int, int], key: str, disk: Storage
) -> None:
    review = review_of(kept_match(disk, key, **({"goal": 1} if key in ("herrlof", "how-ruck") else {})), disk)
    one = next(one for one in review.positions if one.kind in ("play", "place"))
    review.decisions[one.n] = Decision(
        one.n, one.seat, one.round, one.kind, one.played, one.legal[0], Estimate(3.2, 0.5), review.unit, "worse", 7, 10
    )

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            sitting.app.find_better([(review, one.n)])
            await sitting.calm()
            board = sitting.app.screen.board
            text = sitting.words().replace("▌ ", "")
            assert "Find better · 1 of 1" in text
            assert f"Find something better than {board.choices.name(one.played)}." in text
            assert "cost 3.2" in text
            board.selection.choose(one.legal[-1])
            board.looked()
            await sitting.calm()
            text = sitting.words().replace("▌ ", "")
            assert board.explained()[0][0] in text
            assert re.search("Enter try it .*Tab (best|show the best) ", text)

    asyncio.run(look())


def test_what_counts_as_wins_says_what_it_is_in_the_list_and_whose_decisions_were_counted(disk: Storage) -> None:
    """The list said "2.6 points", find better "8.7 wins in 100"; "clear" stood beside "better in 10 of 100"."""
    path = reviewed(disk, "herrlof", goal=1)

    async def look(often: int) -> None:
        async with hall((80, 24), storage=disk) as sitting:
            screen = await shown(sitting, path)
            review = screen.review
            one = next(one for one in review.decisions.values() if one.kind == "play" and one.seat == 0)
            dear = one._replace(cost=Estimate(8.7, 0.5), unit="wins", verdict="worse", knowable=often, worlds=100)
            review.decisions = {one.n: dear}
            screen._canvas_widget.redraw()
            await sitting.calm()
            assert ("In 10 of 100 imagined deals the best did better" in sitting.words()) == (often == 10)
            if often == 10:
                assert f"{review.what(one.n)}: " in sitting.words()
            mine = sum(position.seat == 0 for position in review.positions)
            review.decisions = {position.n: dear for position in review.positions}
            screen._canvas_widget.redraw()
            await sitting.calm()
            assert f"Seat 0: {mine} decisions, all judged" in sitting.lines()[0]
            sitting.app.find_better([(review, one.n)])
            await sitting.calm()
            again = sitting.app.screen.board.scene.again
            assert again is not None
            assert again.cost == (
                "It clearly cost 8.7 wins in 100. In the list that's 2.6 points: a match is worth 30."
            )

    for often in (10, 80):
        asyncio.run(look(often))


@pytest.mark.second
@pytest.mark.parametrize("key", later(list(BOARDS), now=["herfor"]))
def test_pages_with_a_board_stay_in_a_window_that_is_too_small_for_one(
    key: str, disk: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judges(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Review, "run", judges)
    monkeypatch.setattr("herrlof.coach.better.judged_again", judges)
    options = {"herrlof": {"goal": 1}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}.get(key, {})
    path = kept_match(disk, key, **options)
    review = review_of(path, disk)

    async def look() -> None:
        async with hall((120, 40), storage=disk) as sitting:
            for open_page in (
                partial(sitting.app.review, path),
                partial(sitting.app.find_better, [(review, one.n) for one in review.positions[-2:]]),
                partial(sitting.app.replay, path, 9),
                partial(sitting.app.resume, path),
            ):
                open_page()
                await sitting.settle()
                for size in ((40, 10), (16, 3), (20, 50), (120, 40)):
                    await sitting.resize(*size)
                assert sitting.lines()[0].split()[0] == review.game.title.upper()
                await sitting.press("escape")

    asyncio.run(look())


def test_find_better_shows_the_answers_of_a_question_without_cards_at_once(disk: Storage) -> None:
    review = review_of(kept_match(disk, "herrlof", goal=1), disk)
    encode = review.game.encode
    n = next(one.n for one in review.positions if "draw" in map(encode, one.legal))

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            sitting.app.find_better([(review, n)])
            await sitting.calm()
            assert re.search("Find better · 1 of 1.*Y  draw    N  no", sitting.text(), re.DOTALL)

    asyncio.run(look())


@pytest.mark.second
def test_the_next_question_may_be_another_games_however_fast_one_turns_pages(disk: Storage) -> None:
    """Keys that come in one read are on their way before the board of the first has been laid."""
    reviews = [
        review_of(kept_match(disk, "herrlof", goal=1), disk),
        review_of(kept_match(disk, "herfor", size=5), disk),
    ]
    questions = [(review, review.positions[number].n) for number in range(-4, 0) for review in reviews]

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            sitting.app.find_better(questions)
            await sitting.calm()
            at = 0
            for number in (2, 3, 4):
                await sitting.burst(*["pagedown"] * number)
                await sitting.settle()
                at = (at + number) % len(questions)
                assert f"Find better · {at + 1} of {len(questions)}" in sitting.text()
                assert questions[at][0].game.title.upper() in sitting.text()
                assert sitting.app.screen.board.context.game is questions[at][0].game

    asyncio.run(look())


def test_what_if_is_a_match_of_its_own_that_says_whence_it_comes(disk: Storage) -> None:
    path = reviewed(disk, "nim")

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            screen = await shown(sitting, path)
            n = screen._list.decisions[0].n
            await sitting.press("w")
            table = sitting.app.table
            assert table is not None
            assert table.path != path
            assert table.help.branch is not None
            assert (table.help.branch.id, table.help.branch.n) == (path.stem, n)

    asyncio.run(look())


@pytest.mark.second
def test_what_if_says_so_leads_back_to_the_review_and_is_kept_if_that_is_wanted(disk: Storage) -> None:
    path = reviewed(disk, "nim")

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            screen = await shown(sitting, path)
            last = screen._list.decisions[-1].n
            for answer in ("", "n", "k"):
                await sitting.press(*["down"] * (len(screen._list.decisions) - 1), "w")
                await sitting.until(lambda: sitting.showing(TableScreen))
                assert "What if · " in sitting.lines()[0]
                table = sitting.app.table
                assert table is not None
                if answer:
                    await sitting.until(lambda: sitting.board.asked)
                    sitting.board.answer(sitting.match.legal()[0])
                    await sitting.settle()
                if sitting.showing(TableScreen):
                    await sitting.press("escape")
                else:
                    sitting.app.screen.take("home")
                    await sitting.settle()
                if answer:
                    await sitting.see("WHAT IF")
                    await sitting.press(answer)
                await sitting.until(lambda: sitting.showing(ReviewScreen))
                screen = sitting.app.screen
                assert screen._list.focused.n == last, "the decision is still in focus"
                assert table.path.exists() == (answer == "k")
            assert "What if" not in sitting.lines()[0]
            await sitting.press("escape")
            assert "is kept" not in sitting.text()

    asyncio.run(look())


@pytest.mark.second
async def test_after_what_if_a_review_leads_back_to_where_it_was_opened(disk: Storage) -> None:
    """At the end of a match to that end, and in the list of all matches to the list."""
    async with new_match("nim", "Anna", "bot:random", storage=disk) as sitting:
        while not sitting.showing(MatchScreen):
            await sitting.until(lambda: sitting.board.asked or sitting.showing(MatchScreen))
            if not sitting.showing(MatchScreen):
                sitting.board.answer(sitting.match.legal()[0])
                await sitting.settle()
        await sitting.press("v")
        for _ in range(2):
            await sitting.until(lambda: sitting.showing(ReviewScreen) and sitting.app.screen.review.done)
            await sitting.press("w")
            await sitting.until(lambda: sitting.showing(TableScreen))
            await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(ReviewScreen))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        sitting.app.screen.take("home")
        await sitting.settle()
        sitting.app.open_page("matches")
        await sitting.until(lambda: sitting.showing(MatchesScreen))
        await sitting.press("v")
        await sitting.until(lambda: sitting.showing(ReviewScreen) and sitting.app.screen.review.done)
        await sitting.press("w")
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(ReviewScreen))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(MatchesScreen))


@pytest.mark.parametrize(
    "parts", [[7.14, -1.34, 12.71, -9.52], [0.04, 0.04, 0.04, 0.04], [-0.05, 0.0, 0.05, 1.0], [33.33, 33.33, 33.34]]
)
def test_rows_of_the_ledger_sum_to_the_tenth(parts: list[float]) -> None:
    found = tenths(parts, sum(parts))
    assert round(10 * sum(found)) == round(10 * sum(parts))
    assert all(abs(one - other) < 0.3 for one, other in zip(found, parts, strict=True))


@pytest.mark.parametrize(
    ("value", "places", "said"), [(-0.014, 2, "−0.01"), (-2.04, 1, "−2.0"), (-0.04, 1, "0.0"), (3.07, 2, "3.07")]
)
def test_a_cost_below_nothing_has_the_minus_of_the_ledger(value: float, places: int, said: str) -> None:
    assert numeral(value, f".{places}f") == said


@pytest.mark.second
def test_nothing_is_left_of_a_panel_on_which_the_question_of_find_better_lies(disk: Storage) -> None:
    path = reviewed(disk, "herrlof", goal=20)

    async def look() -> None:
        async with hall((160, 50), storage=disk) as sitting:
            await shown(sitting, path)
            await sitting.press("enter")
            await sitting.see("FIND BETTER")
            titles = re.findall(r"([A-Z][A-Z ]*[A-Z]) ─", sitting.text())
            assert titles == ["LAST TRICK", "FIND BETTER"]

    asyncio.run(look())


# Statistics


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50)])
def test_statistics_count_what_was_won(size: tuple[int, int], disk: Storage) -> None:
    for seed in range(1, 6):
        kept_match(disk, "kuhn", seed=seed)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            found = Statistics(disk)
            assert list(found.read()) == []
            won = sum(match.won[0] for match in found.matches)
            assert f"{won:g} won of 5" in sitting.text()
            assert f"{100 * won / 5:.0f} %" in sitting.text()

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize(("key", "count"), [("kuhn", "1 match, 3 rounds."), ("herald", "1 match, 2 games.")])
def test_rounds_are_counted_by_the_name_that_the_game_has_for_them(key: str, count: str, disk: Storage) -> None:
    kept_match(disk, key, **{"kuhn": {"rounds": 3}, "herald": {"games": 2}}[key])

    async def look() -> None:
        async with hall((120, 40), storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            assert count in sitting.text()

    asyncio.run(look())


def told(sitting: Sitting) -> str:
    """Return what a page tells beside what is drawn."""
    return " ".join(one.message for one in sitting.app._notifications)


def test_where_all_matches_had_help_these_are_shown(disk: Storage) -> None:
    for key, helped in (("kuhn", False), ("nim", True)):
        journal = disk.new_journal()
        more = {"seed": bytes(32)} if GAMES[key].chance else {}
        match = Match(GAMES[key], [Seat("Anna"), Seat("Freya", "random", "bot")], journal=journal, **more)
        play_on(match, 1, 2)
        if helped:
            match.note_hint(0)
        play_on(match, 1)
        journal.close()

    async def look() -> None:
        async with hall((80, 24), storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            seen = set()
            for _game in range(2):
                assert " of 1 " in sitting.text()
                assert ("with help" in sitting.text()) == ("NIM" in sitting.text())
                seen |= {sitting.lines()[0].split()[0]}
                await sitting.press("up")
            assert seen == {"KUHN", "NIM"}

    asyncio.run(look())


@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (200, 60)], now=[(80, 24)]), ids="{0[0]}x{0[1]}".format)
def test_how_many_matches_had_help_is_told_at_every_size(disk: Storage, size: tuple[int, int]) -> None:
    for helped in (True, True, False):
        journal = disk.new_journal()
        match = Match(GAMES["nim"], [Seat("Anna"), Seat("Freya", "random", "bot")], journal=journal)
        play_on(match, 1, 2)
        if helped:
            match.note_hint(0)
        play_on(match, 1)
        journal.close()

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            assert ("with help: 2 more" in sitting.text()) != ("with hints or take-backs: 2." in sitting.text())

    asyncio.run(look())


def test_they_are_written_to_a_file_as_the_command_prints_them(
    disk: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in (1, 2):
        kept_match(disk, "kuhn", seed=seed, people=seed)
    kept_match(disk, "nim")

    async def look() -> None:
        async with hall((120, 40), storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            await sitting.press("up", "right", "up")
            assert "game Kuhn poker who Seat 1" in sitting.words()
            await sitting.press("e")
            (file,) = (disk.data / "exports").iterdir()
            assert file.name in told(sitting)
            assert stat.S_IMODE(file.stat().st_mode) == 0o600

    asyncio.run(look())
    (file,) = (disk.data / "exports").iterdir()
    assert main(["stats", "--json", "--game", "kuhn", "--player", "Seat 1"]) == 0
    assert file.read_text() == capsys.readouterr().out
    assert json.loads(file.read_text())["matches"]


@pytest.mark.second
@pytest.mark.parametrize(
    ("code", "why"), [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "you may not write there")]
)
def test_a_disk_that_takes_no_export_is_told_of(code: int, why: str) -> None:
    class Refusing(FastDisk):
        def write(self, fd: int, data: bytes) -> int:
            if b"herrlof.stats/1" in data:
                raise OSError(code, "no")
            return super().write(fd, data)

    storage = Storage(disk=Refusing())
    kept_match(storage, "kuhn")

    async def look() -> None:
        async with hall((120, 40), storage=storage) as sitting:
            await sitting.press("s", "e")
            assert f"can't be written: {why}." in told(sitting)
            assert not list((storage.data / "exports").iterdir())

    asyncio.run(look())


def test_enter_lists_the_matches_as_their_old_key_does(disk: Storage) -> None:
    kept_match(disk, "kuhn")

    async def look() -> None:
        async with hall((80, 24), storage=disk) as sitting:
            await sitting.press("s")
            assert "Enter the matches" in sitting.lines()[-1]
            assert "E export" in sitting.lines()[-1]
            for key in ("enter", "g"):
                await sitting.press(key)
                assert sitting.showing(MatchesScreen)
                await sitting.press("escape")

    asyncio.run(look())


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_without_a_match_they_say_how_to_begin(size: tuple[int, int], disk: Storage) -> None:
    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            assert "Finish a match" in sitting.text()
            for nothing in ("filter", "its value", "next page", "export"):
                assert nothing not in sitting.lines()[-1]
            await sitting.press("left", "up", "tab")
            assert "Finish a match" in sitting.text()
            await sitting.press("escape")
            assert "Statistics" in sitting.text()

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(60, 20)]))
@pytest.mark.parametrize("key", list(BOARDS))
def test_each_game_has_its_own_numbers_in_every_window(key: str, size: tuple[int, int], disk: Storage) -> None:
    """Every number is one of the records, and none is left out or cut."""
    options = {"herrlof": {"goal": 1}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}.get(key, {})
    for seed in range(1, 4):
        kept_match(disk, key, seed=seed, **options)

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            await sitting.press("s")
            await sitting.settle()
            found = Statistics(disk)
            assert list(found.read()) == []
            counted = Counted(key, found.chosen(key))
            page = GAMES[key].words.statistics()
            assert page is not None
            text = sitting.text()
            for _page in range(2 * (size == (60, 20))):
                await sitting.press("tab")
                text += sitting.text()
            for one in (*page.points, *page.moves):
                assert re.search(rf"{one.title} +{counted.number(one)}(?!\S)", text)
            now, most = counted.streaks()
            assert re.search(rf"won in a row, most +{most}(?!\S)|won in a row +{now}, most {most}(?!\S)", text)
            assert "…" not in text

    asyncio.run(look())


def test_powers_are_counted_of_how_often_they_could_have_been_used(disk: Storage) -> None:
    path = kept_match(disk, "herrlof", goal=20)
    match = replayed(read_record(path))
    statistics = Statistics(disk)
    assert list(statistics.read())
    counted = Counted("herrlof", statistics.chosen())
    own = [move for move in match.moves if move.by == 0]
    passed = 0
    for kind in ("take-trick", "draw", "steal"):
        could = [move for move in own if any(match.game.encode(one).startswith(kind) for one in match.legal(move.n))]
        times = sum(move.do.startswith(kind) for move in could)
        assert counted.used(kind) == f"{times} of {len(could)}"
        passed += len(could) - times
    assert passed == sum(move.do == "pass" for move in own) > 0
    for kind in ("nine", "valknut", "hagalaz"):
        assert counted.uses()[kind] == match.game.deeds(match.story(), 2)[0][kind] > 0


@pytest.mark.parametrize("rect", [Rect(0, 0, 60, 15), Rect(0, 0, 49, 13), Rect(0, 0, 68, 15), Rect(0, 0, 86, 26)])
@pytest.mark.parametrize("rounds", [5, 30, 500])
def test_every_number_that_was_said_has_its_strokes_in_the_chart(rounds: int, rect: Rect) -> None:
    chosen = []
    for said in range(16):
        made = [[float(turn % 16)] for turn in range(rounds)]
        facts = {"said": [[float(said)]] * rounds, "made": made}
        match = Played("1", "", "herrlof", 1, ["Anna"], [None], [0], False, [1.0], facts, [{}], [{}])
        chosen.append((match, [0]))
    canvas = Canvas(rect.width, rect.height, Look())
    draw_chart(canvas, rect, Counted("herrlof", chosen))
    rows = rows_of(canvas)
    assert not any("…" in row for row in rows)
    strokes = [row for row in rows[2:] if re.search("[╎┃╳]", row)]
    assert sum(int(row.split()[-1]) for row in strokes) == 16 * rounds
    for row in strokes:
        assert re.search(r"[╎┃╳] +\d+ of \d+ *$", row), "a stroke does not touch the number"
        assert sum(map(row.count, "╎┃╳")) <= 40
        if rect.width == 86:
            assert not re.search("[╎┃╳]{6}", row), "in fives"


@pytest.mark.parametrize(
    ("points", "others", "title"),
    [
        (9.0, ["Rules"], "Points ahead of Rules"),
        (3.0, ["Rules", "Karl"], "Points ahead of the others"),
        (3.0, ["Rules"], "Points ahead of Rules"),
    ],
)
def test_the_best_never_stands_with_the_fewer_points(points: float, others: list[str], title: str) -> None:
    best = JudgedAction(1, Estimate(4.0, 1.0), Estimate(0.0, 0.0), {}, points, 200, "best")
    worse = JudgedAction(2, Estimate(-1.0, 1.0), Estimate(5.0, 1.0), {}, 8.0, 200, "worse")
    measure = measure_of(Judgement([best, worse], 200, "points"), True, others)
    assert measure.title == title
    assert measure.count(best) > measure.count(worse)
    canvas = Canvas(40, 12, Look())
    draw_hint(canvas, Rect(0, 0, 40, 12), Hint([1, 2], Judgement([best, worse], 200, "points")), measure,
              lambda action: [Mark(str(action))], 1)  # fmt: skip
    text = " ".join(" ".join(rows_of(canvas)).split())
    assert title in text
    assert "200 imagined deals" in text


def test_a_line_is_smoothed_by_what_came_before() -> None:
    assert smoothed([1.0, 2.0]) == [1.0, 2.0]
    assert smoothed([4.0] * 30) == [4.0] * 30
    assert smoothed([0.0] * 10 + [2.0] * 10)[10:12] == [0.5, 1.0]


@pytest.mark.parametrize(("size", "mark"), first([((60, 20), "with take-backs"), ((80, 24), "with take-backs")]))
def test_the_end_of_a_match_with_take_backs_says_so(size: tuple[int, int], mark: str, disk: Storage) -> None:
    journal = disk.new_journal()
    match = Match(GAMES["herfor"], [Seat("Anna"), Seat("Freya", "random", "bot")], journal=journal, size=5)
    play_on(match, 1, 6)
    match.take_back(4)
    play_on(match, 1)
    journal.close()

    async def look() -> None:
        async with hall(size, storage=disk) as sitting:
            sitting.app.resume(journal.path)
            await sitting.settle()
            assert f"The match is over · {mark}" in sitting.lines()[0]

    asyncio.run(look())


def test_a_bot_can_play_on_for_a_person(disk: Storage) -> None:
    path = reviewed(disk, "nim")

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            await shown(sitting, path)
            await sitting.press("b")
            table = sitting.app.table
            assert table is not None
            assert all(seat.bot is not None for seat in table.seats)
            assert [seat.bot for seat in table.seats] == ["random", "random"], "who played in the match"

    asyncio.run(look())


def test_a_key_that_the_replay_has_for_itself_is_named_otherwise(disk: Storage) -> None:
    path = kept_match(disk, "herfor", size=5)

    async def look() -> None:
        async with hall((160, 50), storage=disk) as sitting:
            sitting.app.replay(path)
            await sitting.settle()
            await sitting.burst(*["right"] * 30)
            keys = sitting.lines()[-1]
            assert "+ - speed" in keys
            assert "+ could turn" not in keys
            assert "T could turn" in keys
            await sitting.press("t")
            assert "WHAT COULD TURN NEXT" in sitting.text()

    asyncio.run(look())


@pytest.mark.second
@pytest.mark.parametrize("fails", [False, True])
def test_at_the_end_of_a_round_the_coach_says_how_it_went(
    fails: bool, disk: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept_match(disk, "kuhn", moves=6, rounds=9)

    async def look() -> None:
        async with hall(storage=disk) as sitting:
            sitting.app.resume(path)
            await sitting.until(lambda: sitting.showing(TableScreen) or sitting.showing(RoundScreen))
            while not sitting.showing(RoundScreen):
                if sitting.board.asked:
                    sitting.board.answer(sitting.match.legal()[0])
                await sitting.settle()
            if fails:
                monkeypatch.setattr(Here, "judge", nothing)
                monkeypatch.setattr(Here, "trouble", "The coach failed.")
            sitting.later(1)
            await sitting.press(*(["c"] if fails else ["right", "right", "enter"]))
            await sitting.see("HOW THE ROUND WENT")
            await sitting.until(lambda: "The coach is judging" not in sitting.words())
            assert ("The coach failed." in sitting.words()) == fails
            assert ("It cost " in sitting.words() or "in this round." in sitting.words()) != fails
            await sitting.press("escape")
            assert sitting.showing(RoundScreen)

    async def nothing(*_: object, **__: object) -> None:
        return None

    asyncio.run(look())
