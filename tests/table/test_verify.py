"""What a record proves and what it does not, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

from herrlof.games import GAMES
from herrlof.records.errors import Damaged
from herrlof.records.storage import Storage, read_lines, read_record
from herrlof.table.resume import replayed
from herrlof.table.verify import proofs
from tests.disks import kept, rewritten
from tests.records.test_models import KEPT, kept_file, kept_files

pytestmark = pytest.mark.usefixtures("toys")


def proved(name: str) -> str:
    """Return all that a kept record proves and does not."""
    record = read_record(kept_file(name))
    return "\n".join(proofs(record, replayed(record)))


@pytest.mark.parametrize(
    ("name", "chance"),
    [("format-1-two-seats", "4 × deal, 4 × blind"), ("format-2-two-seats", "1 × dealer, 4 × deal, 4 × blind")],
)
def test_a_finished_match_with_cuts_proves_all_but_what_nobody_can(name: str, chance: str) -> None:
    text = proved(name)
    for sentence in (
        ": Herrlof, Anna, Zoë\n",
        "proved: the seed fits the commitment ",
        f"proved: all that chance did ({chance}) follows from the seed and 2 cuts, card for card",
        "each was allowed and leads to the recorded position, and to the score ",
        "proved: the result, and the seed shown at the end",
        "taken up again once",
        "not proved: that this commitment was shown before the first card",
    ):
        assert sentence in text
    assert "wasn't chosen" not in text
    assert ("1 commitment was shown and not played" in text) == (name == "format-2-two-seats")


@pytest.mark.parametrize("number", [1, 2])
def test_a_deal_code_commits_to_nothing(number: int) -> None:
    text = proved(f"format-{number}-three-seats-deal-code")
    assert "follows from the deal code, card for card" in text
    assert "not proved: that nobody knew the deals, since a deal code was used" in text
    assert "commitment" not in text


@pytest.mark.parametrize("number", [1, 2])
def test_an_unfinished_match_keeps_its_seed(number: int) -> None:
    text = proved(f"format-{number}-unfinished")
    assert "not finished: the seed is in the file, but isn't shown before the end" in text
    assert "wasn't chosen, since nobody cut" in text
    assert str(read_record(kept_file(f"format-{number}-unfinished")).header.seed) not in text


def test_a_measured_line_is_told_as_measured_and_not_as_proved() -> None:
    text = proved("format-2-measured")
    assert "not proved: what the clock said (1 × coin): the table measured it, and no seed decides it" in text
    assert "proved: all that chance did (5 × deal) follows from the seed, card for card" in text
    assert "and to the score −1 : 1" in text
    assert "(1 × coin, " not in text
    assert ", 1 × coin" not in text


def test_a_measured_line_that_somebody_changed_is_found_by_what_follows_alone(storage: Storage) -> None:
    """The other side of the coin could have been measured too: here only the hash of the state tells them apart."""
    path = kept(storage.data, game=GAMES["kuhn"], coin="clock")
    coin = read_record(path).moves[0].do
    other = {"coin 0": "coin 1", "coin 1": "coin 0"}[coin]

    def change(lines: list[dict[str, Any]]) -> None:
        lines[2]["do"] = other

    rewritten(path, change)
    assert replayed(read_record(path)).moves[0].do == other
    rewritten(path, lambda lines: lines[2].update(do="coin 2"))
    with pytest.raises(Damaged, match="line 3: This move isn't allowed here"):
        replayed(read_record(path))
    rewritten(path, lambda lines: lines[2].update(do="deal J Q"))
    with pytest.raises(Damaged, match="line 3: This move isn't allowed here"):
        replayed(read_record(path))


def test_a_game_without_chance_has_nothing_to_commit_to() -> None:
    text = proved("format-2-no-chance")
    for word in ("seed", "commitment", "chance", "deal", "score", "clock", "cut"):
        assert word not in text
    assert "proved: 7 moves of players: each was allowed and leads to the recorded position\n" in text
    assert text.endswith("proved: the result")


@pytest.mark.second
@kept_files
def test_every_proof_is_one_printable_line(path: Any) -> None:
    record = read_record(path)
    for line in proofs(record, replayed(record)):
        assert line.isprintable()
        assert line.split(":")[0] in (record.header.id, "proved", "not proved", "noted", "not finished")
    assert len(KEPT) >= 8


def fake_seed(lines: list[dict[str, Any]]) -> None:
    lines[0]["seed"] = "00" * 32


def fake_cut(lines: list[dict[str, Any]]) -> None:
    lines[1]["cuts"] = [" "]


def fake_dealer(lines: list[dict[str, Any]]) -> None:
    lines[2]["do"] = {"dealer 0": "dealer 1", "dealer 1": "dealer 0"}[lines[2]["do"]]


def fake_deal(lines: list[dict[str, Any]]) -> None:
    words = lines[3]["do"].split()
    words[1], words[30] = words[30], words[1]
    lines[3]["do"] = " ".join(words)


def fake_move(lines: list[dict[str, Any]]) -> None:
    lines[6]["do"] = "play H" if lines[6]["do"] != "play H" else "play V"


def fake_score(lines: list[dict[str, Any]]) -> None:
    lines[-1]["scores"][0] += 1


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (fake_seed, 1, "The seed doesn't fit the commitment"),
        (fake_cut, 2, "The cuts aren't as they were mixed in"),
        (fake_dealer, 3, "This deal or draw doesn't follow from the seed and the cuts"),
        (fake_deal, 4, "This deal or draw doesn't follow from the seed and the cuts"),
        (fake_move, 7, "T"),
        (fake_score, None, "The score doesn't follow from the moves"),
    ],
)
def test_any_difference_is_named_by_file_and_line(change: Any, line: int | None, reason: str, storage: Storage) -> None:
    path = kept(storage.data, goal=5)
    last = len(read_lines(path))
    rewritten(path, change)
    with pytest.raises(Damaged) as caught:
        replayed(read_record(path))
    assert str(caught.value).startswith(f"{path}, line {line or last}: {reason}")


def test_a_flipped_bit_is_named_by_file_and_line(storage: Storage) -> None:
    path = kept(storage.data, goal=5)
    last = len(read_lines(path))
    data = bytearray(path.read_bytes())
    data[-30] ^= 1
    path.write_bytes(data)
    with pytest.raises(Damaged, match=f"line {last}: This line isn't as it was written"):
        read_record(path)
