"""What the coach says of kept matches on the command line: notes in an export, and one position judged."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from herrlof.cli.main import main
from herrlof.coach.judge import Judgement, asked
from herrlof.coach.review import review_of
from herrlof.coach.saying import imagined_text, reason_text, rival_of
from herrlof.games import GAMES
from herrlof.records.storage import Storage
from tests.coach.test_review import Here, kept_match
from tests.tiers import later

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge here, and in few worlds."""
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return what a command prints."""
    assert main(list(words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("key", later(["kuhn", "nim", "herald"], now=["kuhn"]))
def test_an_export_with_a_review_says_below_each_mistake_what_it_cost(
    key: str, storage: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept_match(storage, key)
    plain = printed(capsys, "export", str(path)).splitlines()
    noted = printed(capsys, "export", str(path), "--review").splitlines()
    review = review_of(path, storage)
    costly = review.costly(range(len(review.seats)))
    assert costly, "there is something to note"
    notes = [line for line in noted if line.startswith("    ")]
    assert " ".join(line for line in noted if line not in notes).split() == " ".join(plain).split()
    moves = [int(found[1]) for line in notes if (found := re.match(r"    Move (\d+): ", line))]
    assert moves == sorted(one.n + 1 for one in costly), "in the order in which they were made"
    assert sum(line.count("It cost ") for line in notes) <= len(costly)


def test_for_programs_each_move_has_what_was_judged_of_it(storage: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_match(storage, "kuhn")
    found = json.loads(printed(capsys, "export", str(path), "--format", "json", "--review"))
    review = review_of(path, storage)
    judged = {move["n"]: move["review"] for move in found["moves"] if "review" in move}
    assert set(judged) == {position.n for position in review.positions}
    for n, one in judged.items():
        decision = review.decisions[n]
        assert (one["best"], one["cost"]) == (GAMES["kuhn"].encode(decision.best), decision.cost.value)
        assert (one["verdict"], "reason" in one) == (decision.verdict, True)
    assert found["review"]["schema"] == "herrlof.review/1"
    assert {mean["seat"] for mean in found["review"]["means"]} == {0, 1}
    assert "review" not in json.loads(printed(capsys, "export", str(path), "--format", "json"))


def test_what_goes_on_is_exported_without_notes(storage: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_match(storage, "nim", moves=2)
    with pytest.raises(SystemExit) as left:
        main(["export", str(path), "--review"])
    assert left.value.code == 2
    assert "once it's over." in capsys.readouterr().err


@pytest.mark.parametrize("key", ["kuhn", "nim"])
def test_a_position_is_judged_as_a_hint_does_it(key: str, storage: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_match(storage, key)
    review = review_of(path, storage)
    position = review.positions[0]
    found = asked(review.game, position.seen, position.legal, position.played)
    told = printed(capsys, "judge", str(path), str(position.n + 1))
    to = review.game.words.to(position.seen, review.names)
    for choice in found.choices:
        (row,) = [line for line in told.splitlines() if line.startswith(f"{to.label(choice.action)}  ")]
        assert choice.value is not None
        assert f"{choice.value.value:.1f}" in row
    assert re.search(r"\bbest\b", told)
    assert review.names[position.seat] in told
    as_json = json.loads(printed(capsys, "judge", str(path), str(position.n + 1), "--json"))
    assert (as_json["schema"], as_json["n"], as_json["worlds"]) == ("herrlof.judge/1", position.n, found.worlds)
    assert [one["action"] for one in as_json["choices"]] == [review.game.encode(one.action) for one in found.choices]
    longer = json.loads(printed(capsys, "judge", str(path), str(position.n + 1), "--more", "50", "--json"))
    assert longer["worlds"] == as_json["worlds"] + 50


@pytest.mark.parametrize(
    ("words", "told"), [(["0"], "no decision"), (["999"], "no decision"), (["1", "--more", "-1"], "from 0 on")]
)
def test_what_is_no_decision_is_not_judged(
    words: list[str], told: str, storage: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept_match(storage, "nim")
    with pytest.raises(SystemExit) as left:
        main(["judge", str(path), *words])
    assert left.value.code == 2
    assert told in capsys.readouterr().err


def test_of_a_match_between_people_nothing_is_judged_before_its_end(
    storage: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path: Path = kept_match(storage, "kuhn", moves=3, people=2)
    with pytest.raises(SystemExit) as left:
        main(["judge", str(path), "2"])
    assert left.value.code == 2
    assert "once it's over." in capsys.readouterr().err


def test_a_position_is_judged_with_a_reason_where_a_fact_tells_choices_apart(
    storage: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept_match(storage, "herald")
    review = review_of(path, storage)
    for position in review.positions:
        found = asked(review.game, position.seen, position.legal, position.played)
        to, best = review.game.words.to(position.seen, review.names), found.choices[0].action
        if why := reason_text(review.game, position.seen, found.choices, rival_of(found), to):
            break
    told = printed(capsys, "judge", str(path), str(position.n + 1))
    assert why
    assert f"{to.label(best)}: {why}" in told.splitlines()
    motive = json.loads(printed(capsys, "judge", str(path), str(position.n + 1), "--json"))["reason"]
    assert motive["motive"]


@pytest.mark.parametrize(
    ("exact", "hidden", "told"),
    [
        (True, True, "Exact: nothing was imagined."),
        (False, True, "From 200 imagined deals, going by what was seen."),
        (False, False, "From 200 games played on from each choice."),
    ],
)
def test_it_is_said_from_how_much_a_judgement_follows(exact: bool, hidden: bool, told: str) -> None:
    assert imagined_text(Judgement([], 200, "points", exact), hidden) == told


def test_where_judging_ends_early_or_a_record_is_damaged_it_is_said(
    storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        return None

    path = kept_match(storage, "kuhn")
    with monkeypatch.context() as patched:
        patched.setattr(Here, "judge", fails)
        patched.setattr(Here, "trouble", "The coach failed.")
        assert main(["export", str(path), "--review"]) == 1
    assert "The coach failed." in capsys.readouterr().err
    data = path.read_bytes()
    path.write_bytes(data[:300] + b"x" + data[301:])
    assert main(["judge", str(path), "2"]) == 1
    assert capsys.readouterr().err
