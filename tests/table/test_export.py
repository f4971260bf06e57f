"""A record for other eyes: whole when the match is over, and without its secrets before."""

from __future__ import annotations

import json
import re

import pytest

from herrlof.game import CHANCE, NOBODY, Row
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.games.herrlof.words import card_name
from herrlof.records.storage import Storage, read_record
from herrlof.table.export import as_json, as_text, table
from herrlof.table.resume import replayed
from tests.disks import Memory, kept, resumed
from tests.records.test_models import kept_file

pytestmark = pytest.mark.usefixtures("toys")


@pytest.mark.parametrize("name", ["format-1-two-seats", "format-2-two-seats"])
def test_a_finished_match_is_exported_whole(name: str) -> None:
    record = read_record(kept_file(name))
    match = replayed(record)
    found = json.loads(json.dumps(as_json(record, match)))
    assert found["finished"] is True
    assert found["seed"] == record.header.seed
    assert found["moves"] == [{"n": move.n, "by": move.by, "do": move.do} for move in record.moves]
    end = record.lines[-1]
    assert json.dumps([found["scores"], found["returns"]]) == json.dumps([end["scores"], end["returns"]])
    assert not {"state", "opened"} & set(json.dumps(found).replace('"', " ").split())
    memory = Memory()
    replayed(record).again(journal=memory)
    assert memory.lines[0]["deals"] == found["deal_code"]
    lines = list(as_text(record, match))
    text = "\n".join(lines)
    assert text.startswith("Herrlof: Anna, Zoë\n2026-")
    assert lines[-1] == f"deal code {found['deal_code']}"
    rounds = len(match.game.round_facts(match.observe(NOBODY)))
    assert text.count(" dealt.") == text.count("The round brought ") == rounds
    assert re.search(rf"^score +{found['scores'][0]} +{found['scores'][1]}$", text, re.M)
    (winner,) = [name for name, share in zip(("Anna", "Zoë"), found["returns"], strict=True) if share]
    assert f"{winner} wins." in lines
    assert text.count(f"{winner} wins.") == 1
    assert max(map(len, lines)) <= 100
    plays = [line for line in lines if re.match(r"(Anna|Zoë) (led|played) ", line)]
    assert len(plays) == sum(move.do.startswith("play ") for move in match.moves), "a line a card"
    for move in match.moves:
        if move.do.startswith("play "):
            assert card_name(CARD_CODES.index(move.do[5:])) in text


PUBLIC = ("turned", "played", "trick")


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 5, 10, 34, 61, 62, 76])
@pytest.mark.parametrize("seats", [2, 3])
def test_an_unfinished_match_is_exported_without_its_secrets(moves: int, seats: int, storage: Storage) -> None:
    path = kept(storage.data, moves, seats, seed=11)
    record = read_record(path)
    match = replayed(record)
    events = [event for event in match.news(NOBODY) if event.kind in PUBLIC]
    public = {card for event in events for card in event.values[event.kind == "trick" :] if card < len(CARD_CODES)}
    codes = {CARD_CODES[card] for card in public}
    names = {card_name(card) for card in public}
    assert not match.over
    exported = json.dumps(as_json(record, match)), "\n".join(as_text(record, match))
    assert '"finished": false' in exported[0]
    assert "unfinished: only what's public" in exported[1]
    for text in exported:
        assert str(record.header.seed) not in text
        assert "deal_code" not in text
        assert "deal code" not in text
        assert record.header.opened.host not in re.split(r"\W+", text)
        assert not re.search(r"predict \d| said \d", text)
        assert '"state"' not in text
        assert set(re.findall(r"\b(?:[BGRY][1-9]|V|H)\b", text)) <= codes
        assert set(re.findall(r"\b(?:blue|green|red|yellow) \d|Valknut|Hagalaz", text)) <= names


@pytest.mark.parametrize("key", ["kuhn", "nim"])
@pytest.mark.parametrize("moves", [0, 2, 5, 9999])
def test_a_toy_is_exported_by_its_words_alone(key: str, moves: int, storage: Storage) -> None:
    game = GAMES[key]
    path = kept(storage.data, moves, game=game)
    record = read_record(path)
    match = replayed(record)
    found = as_json(record, match)
    lines = list(as_text(record, match))
    assert lines[0] == f"{game.title}: Anna, Zoë"
    assert lines[1].endswith("finished" if match.over else "unfinished: only what's public")
    assert lines[2].startswith({"kuhn": "Rounds: 3, Coin: none", "nim": "Stones: 10, Misere: no"}[key])
    text = " ".join(lines)
    if key == "nim":
        assert found["moves"] == [move._asdict() for move in match.moves]
        assert "seed" not in json.dumps(found) or found["seed"] is None
        assert "deal code" not in text
        assert text.count(" took ") == len(match.moves)
    else:
        deals = [move["do"] for move in found["moves"] if move["by"] == CHANCE]
        assert all(do.startswith("deal ") == match.over for do in deals)
        assert text.count("got the ") == (2 * len(deals) if match.over else 0)
    if match.over:
        assert any("won" in line or "last word" in line for line in lines)
        assert found["returns"] == list(match.returns())


def test_exporting_a_resumed_match_again_tells_the_same(storage: Storage) -> None:
    path = kept(storage.data, 40)
    before = read_record(path)
    resumed(storage, path)[1].close()
    after = read_record(path)
    assert len(after.lines) == len(before.lines) + 1
    assert list(as_text(after, replayed(after))) == list(as_text(before, replayed(before)))


def test_columns_stand_below_each_other_in_cells() -> None:
    rows = [Row("", ("a", "bb")), Row("猫猫", ("1",)), Row("x", ("22", "3"))]
    assert list(table(rows)) == ["        a   bb", "猫猫    1", "x      22    3"]
    assert list(table(rows, left=True)) == ["       a    bb", "猫猫   1", "x      22   3"]
