"""All decisions of a match judged: from what their player knew, the same each time, kept and left and taken up."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from herrlof.bots.search import Estimate
from herrlof.coach import ledger
from herrlof.coach.hard import found_by
from herrlof.coach.judge import ERRORS, Judgement, exactly, judge
from herrlof.coach.review import Review, ReviewRefused, mistakes, positions, review_of
from herrlof.coach.saying import better_in, round_lines
from herrlof.contract.exchange import Sample, TracedMatch, twins
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, NOBODY, Action, Game, Outcome
from herrlof.records.names import HERE, Seat
from herrlof.records.storage import Storage, review_file
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from tests.contract.variants import ALL
from tests.disks import play_on, step
from tests.tiers import first, later

pytestmark = pytest.mark.usefixtures("toys")

SMALL = 12


class Here:
    """Judges in this process, in few worlds, and counts what it is asked."""

    asked = 0
    trouble: str | None = None

    def __init__(self, game: Game) -> None:
        self.game = game

    async def judge(self, seen: Any, legal: Any, grown: Any, keep: Action, more: int) -> Judgement:
        Here.asked += 1
        await asyncio.sleep(0)
        return judge(self.game, seen, legal, Random(1), SMALL + more, [keep])

    async def found_by(self, seen: Any, legal: Any, good: Any) -> dict[str, int] | None:
        return found_by(self.game, seen, legal, good)

    async def luck(self, before: Any, after: Any, rng: Random) -> list[float]:
        Here.asked += 1
        return ledger.luck(self.game, before, after, rng, SMALL)

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)
    Here.asked = 0


def kept_match(
    storage: Storage,
    key: str = "kuhn",
    moves: int = 9999,
    people: int = 1,
    seed: int = 1,
    count: int = 2,
    **options: Any,
) -> Path:
    """Keep a match of random moves; the first seats are people's."""
    game = ALL[key]
    seats = [
        Seat(f"Seat {seat}", None if seat < people else "random", HERE if seat < people else "bot")
        for seat in range(count)
    ]
    journal = storage.new_journal()
    if game.chance:
        options["seed"] = bytes([seed] * 32)
    play_on(Match(game, seats, journal=journal, **options), seed, moves)
    journal.close()
    return journal.path


async def reviewed(path: Path, storage: Storage) -> Review:
    review = review_of(path, storage)
    assert await review.run()
    return review


async def test_each_clear_mistake_is_asked_again_however_little_it_cost(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = await reviewed(kept_match(storage, "nim"), storage)
    seats = range(len(review.seats))
    clear = {one.n for one in review.decisions.values() if one.clear}
    assert clear
    monkeypatch.setattr("herrlof.coach.review.SHOWN_COST", 1000.0)
    assert {one.n for one in review.asked_again(seats)} == clear


@pytest.mark.parametrize("key", ["kuhn", "nim"])
async def test_every_decision_is_judged_and_what_is_forced_is_none(key: str, storage: Storage) -> None:
    path = kept_match(storage, key)
    review = await reviewed(path, storage)
    match = replayed(storage_record(path))
    free = {move.n for move in match.moves if move.by != CHANCE and len(match.legal(move.n)) > 1}
    assert {one.n for one in review.decisions.values()} == free
    for one in review.decisions.values():
        move = match.moves[one.n]
        assert (one.seat, review.game.encode(one.played)) == (move.by, move.do)
        assert one.best in match.legal(one.n)
        assert 0 <= one.knowable <= one.worlds == SMALL
        assert (one.verdict == "worse") == (one.played != one.best and one.cost.value > ERRORS * one.cost.error) or (
            one.verdict == "as good"
        )


def storage_record(path: Path) -> Any:
    from herrlof.records.storage import read_record

    return read_record(path)


async def test_the_dearest_stands_first_and_means_are_those_of_the_costs(storage: Storage) -> None:
    review = await reviewed(kept_match(storage), storage)
    found = review.as_json([0, 1])
    costs = [one["cost"] for one in found["decisions"]]
    assert costs == sorted(costs, reverse=True)
    assert len(set(costs)) > 2
    for row in found["means"]:
        mine = [
            one["cost"]
            for one in found["decisions"]
            if one["seat"] == row["seat"] and row["kind"] in ("all", one["kind"])
        ]
        assert row["count"] == len(mine)
        assert row["mean"] == pytest.approx(mean(mine))
        if len(mine) > 1:
            assert row["error"] == pytest.approx(stdev(mine) / len(mine) ** 0.5)
    assert {row["seat"] for row in found["means"]} == {0, 1}


async def test_programs_get_these_fields(storage: Storage) -> None:
    review = await reviewed(kept_match(storage), storage)
    found = json.loads(json.dumps(review.as_json([1])))
    assert list(found) == ["schema", "id", "game", "complete", "decisions", "means", "ledger"]
    assert (found["schema"], found["game"], found["complete"]) == ("herrlof.review/1", "kuhn", True)
    names = ["n", "seat", "round", "kind", "played", "best", "cost", "error", "unit", "verdict", "knowable", "worlds"]
    names += ["exact", "points", "levels", "reason", "hint"]
    assert all(list(one) == names and one["seat"] == 1 for one in found["decisions"])
    assert {one["played"] for one in found["decisions"]} <= {"pass", "bet"}
    assert all(list(one) == ["seat", "kind", "count", "mean", "error"] for one in found["means"])
    assert [list(one) for one in found["ledger"]] == [["seat", "result", "parts"]]


async def test_a_clear_mistake_of_a_person_is_asked_of_the_weaker_levels_and_kept(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept_match(storage, "herald")
    review = await reviewed(path, storage)
    asked = {n for n, one in review.decisions.items() if one.levels}
    assert asked == {n for n, one in review.decisions.items() if one.clear and one.seat == 0}
    assert asked
    assert all(set(review.decisions[n].levels) == {"page", "varlet"} for n in asked)
    again = review_of(path, storage)
    assert {n: one.levels for n, one in again.decisions.items()} == {
        n: one.levels for n, one in review.decisions.items()
    }
    review_file(path).unlink()

    async def fails(*_: object) -> None:
        return None

    monkeypatch.setattr(Here, "found_by", fails)
    monkeypatch.setattr(Here, "trouble", "The coach failed.")
    review = review_of(path, storage)
    assert not await review.run()
    assert review.trouble == "The coach failed."


@pytest.mark.parametrize("key", later(["herrlof", "kuhn"], now=["kuhn"]))
async def test_how_a_round_went_is_told_from_what_was_decided_in_it(key: str, storage: Storage) -> None:
    options = {"goal": 30, "first_dealer": 1} if key == "herrlof" else {"rounds": 9}
    path = kept_match(storage, key, moves=70 if key == "herrlof" else 9999, **options)
    review = review_of(path, storage)
    assert await review.run(alone=1)
    mine = {one.n for one in review.positions if one.seat == 0 and one.round == 1}
    assert set(review.decisions) == mine, "nothing else is judged"
    assert review.last_round > 1
    told = round_lines(review, 1)
    clear = [one for one in review.dearest([0]) if one.clear]
    if key == "kuhn":
        assert told == ["No clear mistake in this round."] or clear
        return
    number = next(one for one in review.decisions.values() if review.game.number(one.played) is not None)
    assert told[0].startswith("You said " if number.verdict not in ("best", "as good") else "The coach would have said")
    costliest = next(one for one in clear if one is not number)
    assert told[1].startswith(f"{review.where(costliest.n)}: "), "as the review's list has it"
    whole = sum(one.cost.value for one in review.decisions.values())
    assert told[-3].startswith(f"Your decisions cost {whole:.1f} points in all. The ")
    rest = float(told[-3].rstrip(".").rpartition(" ")[2].replace("−", "-"))
    named = [number, *[one for one in clear if one is not number][:3]]
    assert sum(one.cost.value for one in named) + rest == pytest.approx(whole, abs=0.06), "nothing is left out"
    assert review.where(costliest.n).startswith("Round 1, trick ")
    assert told[-2].startswith("You were dealt ")
    level = number._replace(verdict="as good")
    review.decisions = {number.n: level}
    assert round_lines(review, 1)[0].startswith("The coach would have said ")
    assert round_lines(review, 1)[1] == "No clear mistake in this round.", "none was told before"
    close = costliest._replace(verdict="can't tell", cost=Estimate(1.1, 0.9))
    review.decisions = {number.n: number._replace(verdict="worse"), close.n: close}
    assert round_lines(review, 1)[1] == "No other clear mistake in this round."
    review.decisions = {number.n: level._replace(cost=Estimate(0.0, 0.1)), close.n: close}
    assert round_lines(review, 1)[2] == "What was close cost 1.1 points in all, as far as one can tell."
    often = costliest._replace(knowable=44, worlds=100)
    assert better_in(review, often).endswith("in the others as well or worse; what counts is the average.")
    assert better_in(review, often._replace(knowable=80)) == "In 80 of 100 imagined deals the best did better."


async def test_rounds_are_counted(storage: Storage) -> None:
    path = kept_match(storage)
    review = await reviewed(path, storage)
    deals, expected = 0, {}
    for move in replayed(storage_record(path)).moves:
        deals += move.by == CHANCE and move.do.startswith("deal")
        expected[move.n] = deals
    assert deals > 1
    assert all(one.round == expected[one.n] for one in review.decisions.values())


# Left, found again, thrown away


async def test_what_was_found_is_kept_for_its_owner_alone_and_not_asked_again(storage: Storage) -> None:
    path = kept_match(storage)
    first = await reviewed(path, storage)
    kept = review_file(path)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    asked = Here.asked
    again = await reviewed(path, storage)
    assert Here.asked == asked
    assert again.as_json([0, 1]) == first.as_json([0, 1])
    kept.unlink()
    anew = await reviewed(path, storage)
    assert Here.asked == 2 * asked
    assert anew.as_json([0, 1]) == first.as_json([0, 1])


async def test_a_review_that_was_left_goes_on_where_it_was(storage: Storage) -> None:
    path = kept_match(storage)
    review = review_of(path, storage)
    task = asyncio.create_task(review.run(lambda: task.cancel() if len(review.decisions) == 3 else None))
    with pytest.raises(asyncio.CancelledError):
        await task
    done = len(review.decisions)
    assert 3 <= done < len(review.positions)
    again = review_of(path, storage)
    assert again.decisions == review.decisions
    assert await again.run()
    assert again.done
    review_file(path).unlink()
    whole = await reviewed(path, storage)
    assert again.as_json([0, 1]) == whole.as_json([0, 1])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"judge": ', '"judge": 1'),
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: '{"schema": "herrlof.kept-review/4"}',
        lambda text: text.replace('"knowable": ', '"knowable": 9'),
        lambda text: text.replace('"cost": [', '"cost": [NaN, 0.1], "cost_before": ['),
        lambda text: text.replace('"cost": [', '"cost": [[], '),
        lambda text: "[" * 100_000,
    ],
)
async def test_another_judge_s_or_a_damaged_one_is_made_anew(storage: Storage, spoil: Callable[[str], str]) -> None:
    path = kept_match(storage, moves=6)
    whole = await reviewed(path, storage)
    asked, kept = Here.asked, review_file(path)
    kept.write_text(spoil(kept.read_text()))
    again = await reviewed(path, storage)
    assert Here.asked > asked
    assert again.decisions == whole.decisions


@pytest.mark.parametrize(("less", "clear"), first([(2.0, False), (-2.0, True)]), ids=["two points", "the win"])
async def test_lists_of_mistakes_name_what_the_review_calls_clear(
    storage: Storage, less: float, clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the end is known, to win by less is none: it was asked again among the mistakes of all matches."""

    async def known(self: Here, seen: Any, legal: Any, grown: Any, keep: Action, more: int) -> Judgement:
        return exactly({action: less if action == keep else 4.0 for action in legal})

    monkeypatch.setattr(Here, "judge", known)
    path = kept_match(storage, "herfor", moves=8)
    review = review_of(path, storage)
    assert await review.run()
    mine = [n for n, one in review.decisions.items() if one.clear]
    assert bool(mine) is clear
    assert sorted(n for found in mistakes(storage) if found is not None for n in [found[1]]) == sorted(mine)
    assert [one.n for one in review.costly(review.people)] == mine, "in wins of 100, as the list counts"


async def test_it_goes_with_its_record(storage: Storage) -> None:
    path = kept_match(storage)
    review = await reviewed(path, storage)
    storage.delete(path)
    assert list(path.parent.iterdir()) == []
    review._save()
    assert list(path.parent.iterdir()) == []


async def test_what_was_taken_back_is_another_decision(storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(Match(ALL["kuhn"], [Seat("A"), Seat("B", "random")], journal=journal, seed=bytes(32)), 1, 5)
    await reviewed(journal.path, storage)
    n = max(move.n for move in match.moves if move.by == 0)
    other = 1 - ALL["kuhn"].decode(match.moves[n].do)
    match.take_back(n)
    match.play(0, other)
    journal.close()
    asked = Here.asked
    review = await reviewed(journal.path, storage)
    assert Here.asked == asked + 1
    assert review.decisions[n].played == other


# Who may know what


def test_of_a_match_between_people_nothing_is_said_before_its_end(storage: Storage) -> None:
    with pytest.raises(ReviewRefused, match="once it's over"):
        review_of(kept_match(storage, moves=5, people=2), storage)
    with pytest.raises(ReviewRefused, match="once it's over"):
        review_of(kept_match(storage, moves=5, people=0), storage)
    assert review_of(kept_match(storage, people=2), storage).complete


async def test_before_the_end_it_is_about_the_one_person(storage: Storage) -> None:
    review = await reviewed(kept_match(storage, moves=5), storage)
    assert not review.complete
    assert {one.seat for one in review.decisions.values()} == {0}
    assert review.as_json([0])["ledger"] is None
    assert review.as_json([1])["decisions"] == []
    kept = review_file(next(iter(storage.matches())).path).read_text()
    assert {one["key"] for one in json.loads(kept)["decisions"]} == {one.key for one in review.positions}


def played_in(world: TracedMatch) -> Match:
    """Return the match of a world, with what chance did in it."""
    game = world.variant.game
    script = [game.encode_chance(what) for _, what in world.done if isinstance(what, Outcome)]
    seats = [Seat(f"Seat {seat}") for seat in range(world.variant.seats)]
    match = Match(game, seats, script=script, **world.variant.options)
    for by, what in world.done:
        if isinstance(what, Outcome):
            match.advance(game.encode_chance(what) if match.measured_kind else None)
        else:
            match.play(by, what)
    return match


def alike(variant: Variant, seeds: int) -> Iterator[tuple[int, TracedMatch, TracedMatch]]:
    """Yield matches in which a seat was told the same, and not all is the same."""
    sample = Sample(exchanges=6, every=6, mixes=2, longest=60)
    for seed in range(seeds):
        for pair in twins(variant, seed, sample):
            for seat in range(variant.seats):
                same = pair.one.told(seat) == pair.other.told(seat)
                if same and pair.one.state.summary() != pair.other.state.summary():
                    yield seat, pair.one.clone(), pair.other.clone()


@pytest.mark.parametrize("key", [key for key, game in ALL.items() if game.hidden])
def test_what_is_judged_is_what_the_seat_was_told(key: str) -> None:
    """Two matches that look the same to a seat ask the judge the same about it."""
    game = ALL[key]
    compared = 0
    for seat, one, other in alike(Variant(game, game.seats[0], {}), 3):
        here, there = (
            [position._replace(key="") for position in positions(played_in(world), [seat])] for world in (one, other)
        )
        assert here == there
        compared += bool(here)
        if compared == 8:
            break
    assert compared


async def test_a_clock_undoes_what_was_not_placed_in_time(storage: Storage) -> None:
    """Of the slower seat's pairs count those that stand; what it chose later, it chose in turn."""
    game = ALL["how-ruck"]
    match = Match(game, [Seat("A"), Seat("B")], seed=bytes(32))
    while not match.measured_kind:
        step(match, Random(1))
    match.advance("race 0 4")
    sorted_by = [one.seat for one in positions(match, [0, 1])]
    assert (sorted_by.count(0), sorted_by.count(1)) == (10, 4)
    assert match.observe(NOBODY).pairs_left[1] == 6


def test_what_was_told_of_a_round_ends_with_it(storage: Storage) -> None:
    review = review_of(kept_match(storage, "herrlof", moves=90), storage)
    story = review.story_of(1)
    assert (story[-1].kind, [event.kind for event in story].count("scored")) == ("scored", 1)
    to = review.game.words.to(review.position(review.positions[0].n).seen, review.names)
    assert any("dealt" in text or "isn't open" in text for text in to.dealt(story))
    assert {event.seat for event in story if event.kind == "hand" and event.values} == {review.people[0]}
