"""What the lines of a record come to, in every format, beside the match that is played again from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from herrlof.game import NOBODY
from herrlof.records.fold import Fold
from herrlof.records.format1 import SETTLED
from herrlof.records.formats import Format
from herrlof.records.listing import read_summary
from herrlof.records.storage import read_lines, read_record
from herrlof.table.resume import replayed

DATA = Path(__file__).parents[1] / "data"
pytestmark = pytest.mark.usefixtures("toys")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.herrlof")), ids=lambda path: path.stem)
def test_lines_come_to_what_the_match_is(path: Path) -> None:
    """Listed, counted, and played again: one answer."""
    bodies, record = read_lines(path), read_record(path)
    match, fold = replayed(record), Fold.of(bodies)
    played = [(move.by, move.do) for move in match.moves]
    assert list(fold.played()) == played
    assert [(move.by, move.do) for move in record.moves] == played
    assert len(played) + fold.undone == sum(b',"do":' in body for body in bodies)
    assert (fold.hints, fold.take_backs) == (match.help.hints, match.help.take_backs)
    assert fold.stood_in == bool(match.seat_changes)
    assert fold.ending == match.ending
    assert fold.resumes == sum(b'"event":"resume"' in body for body in bodies)
    assert {name: match.options[name] for name in fold.options} == fold.options
    assert not fold.options.keys() - match.options.keys()
    assert tuple(fold.last()["scores"]) == match.scores
    found = read_summary(path)
    assert found is not None
    assert (found.scores, found.moves, found.ending) == (match.scores, len(match.moves), match.ending)
    assert (found.help, found.stood_in, found.seats) == (match.help, fold.stood_in, match.seats)
    if "next" in fold.last():
        assert found.next == match.mover
        assert found.progress == match.game.progress(match.observe(NOBODY))


def test_lines_are_lowered_to_what_a_format_has() -> None:
    move = {"n": 3, "by": 0, "do": "play B7", "state": "0" * 16, "next": 1, "progress": {"round": 1}, "scores": [2, 0]}
    start = {"event": "start", "cuts": [], "cut_hashes": []}
    options = {"goal": 40, "first_dealer": 1}
    for number in (1, 2, 3, 4):
        form = Format(number)
        lowered = form.lowered(move, options, (2, 0))
        assert lowered is not None
        assert move.keys() - lowered.keys() == ({"next", "progress", "scores"} if number == 1 else set())
        changed = form.lowered(move, options, (1, 0))
        assert changed is not None
        assert "scores" in changed
        begun = form.lowered(start, options, ())
        assert begun is not None
        assert ("cut_hashes" in begun) == (number > 2)
        assert {name: begun.get(name) for name in SETTLED} == dict.fromkeys(SETTLED, 1 if number == 1 else None)
        for event in ("seat", "clock", "name"):
            assert (form.lowered({"event": event}, options, ()) is None) == (number <= 2)
        assert form.lowered({"event": "end"}, options, ()) == {"event": "end"}
        assert (bool(form.help_refusal), bool(form.ending_refusal)) == (number <= 2, number <= 3)
        assert form.keeps_hints == (number >= 4)


@pytest.mark.parametrize("what", [b'{"event":"take-back"}', b'{"event":"take-back","n":-1}'])
def test_a_line_that_is_none_is_refused(what: bytes) -> None:
    with pytest.raises(ValueError, match="belongs here"):
        Fold.of([b"{}", what])
