"""The lines between a table and a seat: what they tell, that they tell nothing else, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from herrlof.coach.judge import Judgement, judge
from herrlof.contract.exchange import Sample, TracedMatch, twins
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, NOBODY, Event, Game, Mover
from herrlof.games import GAMES
from herrlof.games.json import to_json
from herrlof.seats import protocol
from herrlof.seats.codec import update_lines, update_of
from herrlof.seats.protocol import (
    ProtocolError,
    from_seat,
    from_table,
    written,
)
from herrlof.table.known import KnownTable
from herrlof.table.teller import Teller
from herrlof.table.updates import Judged, Stood, Update
from herrlof.table.view import MomentKind, Stop, View
from tests.coach.test_judge import positions
from tests.contract.leaking import Leaking

HIDDEN = [Variant(game, game.seats[0], {}) for game in GAMES.values() if game.hidden]


def view(world: TracedMatch, seat: int) -> View:
    """Return what a seat sees in a match."""
    return View(
        seat, world.state.observation(seat), world.legal(seat), world.told(seat), world.state.current_player()
    )  # fmt: skip


def lines(world: TracedMatch, seat: int) -> list[bytes]:
    """Return all that a seat is sent at a point of a match."""
    shown = view(world, seat)
    asks = [Stood(1, Stop(MomentKind.ASK, seat), shown)] if shown.legal else []
    return in_lines(world.variant.game, [*Teller().news(shown), *asks])


def in_lines(game: Game, told: Iterable[Update]) -> list[bytes]:
    """Return what a seat is told as it is sent."""
    return [written(line) for update in told for line in update_lines(game, update)]


def hear(end: KnownTable, game: Game, seat: int, *sent: bytes) -> None:
    """Let the end of a seat take in what it was sent."""
    for data in sent:
        update = update_of(game, seat, 2, from_table(data))
        assert update is not None
        end.take(update)


def leaks(variant: Variant, seeds: Sequence[int]) -> Iterator[str]:
    """Yield where a seat that was told the same in two matches is sent other lines; the truth is in the events."""
    for seed in seeds:
        for pair in twins(variant, seed, Sample(exchanges=12, every=3, mixes=6)):
            for seat in range(variant.seats):
                same = pair.one.told(seat) == pair.other.told(seat)
                if same and lines(pair.one, seat) != lines(pair.other, seat):
                    yield f"{variant}: seat {seat}"


@pytest.mark.second
@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_lines_tell_a_seat_what_its_events_told_it_and_no_more(variant: Variant) -> None:
    assert next(leaks(variant, [1]), None) is None


def test_a_game_that_leaks_is_noticed_in_the_lines() -> None:
    assert next(leaks(Variant(Leaking(), 2, {}), range(8)), None) is not None


@pytest.mark.second
@pytest.mark.parametrize("key", [*GAMES])
def test_what_is_told_line_by_line_is_what_the_seat_sees(key: str) -> None:
    """A seat's end has the same view as the table after every move, whatever was told in which lines."""
    game, rng = GAMES[key], Random(key)
    world = TracedMatch(Variant(game, game.seats[0], {}))
    tellers, ends = [Teller() for _ in range(2)], [KnownTable() for _ in range(2)]
    for _ in range(60):
        if world.state.current_player() == CHANCE:
            world.chance(rng.getrandbits(32))
        elif legal := world.legal(world.state.current_player()):
            world.play(rng.choice(legal))
        for seat, (teller, end) in enumerate(zip(tellers, ends, strict=True)):
            shown = view(world, seat)
            hear(end, game, seat, *in_lines(game, teller.news(shown)))
            assert end.events == list(shown.events)
            if shown.legal:
                (asked,) = in_lines(game, [Stood(7, Stop(MomentKind.ASK, seat), shown)])
                hear(end, game, seat, asked)
                assert end.view == View(*shown[:2], tuple(shown.legal), tuple(shown.events), shown.mover)
                assert (end.number, end.stop) == (7, Stop(MomentKind.ASK, seat))
                with pytest.raises(ProtocolError, match="another seat"):
                    hear(end, game, 1 - seat, asked)


def test_events_that_were_undone_are_told_anew() -> None:
    game = GAMES["herrlof"]
    teller, end = Teller(), KnownTable()
    told = [Event("draw", 0, (number,)) for number in range(450)]
    for events in (told[:3], told, told[:2], [*told[:2], Event("draw", 1)], told[:3], []):
        for line in in_lines(game, teller.news(View(0, game.new_state(2).observation(0), (), events, NOBODY))):
            assert len(line) <= protocol.LONGEST
            hear(end, game, 0, line)
        assert end.events == events


# What is refused


LONG = b'{"type":"move","id":1,"do":"' + b"x" * protocol.LONGEST + b'"}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "no line of JSON"),
        (b"[" * 60_000, "no line of JSON"),
        (b'{"type":"move","id":1,"do":"\xff"}', "no line of JSON"),
        (b"{}", "no such line"),
        (b"[]", "no such line"),
        (b'{"type":"sudo"}', "no such line"),
        (b'{"type":"ask"}', "no such line"),
        (b'{"type":"move","id":true,"do":"V"}', "move.id is not as"),
        (b'{"type":"move","id":1e99,"do":"V"}', "move.id is not as"),
        (b'{"type":"move","id":1}', "move.do is not as"),
        (b'{"type":"hello","protocol":2,"token":"../../etc/passwd"}', "hello.token is not as"),
        (LONG, "at most 65536 bytes"),
    ],
)
def test_what_is_no_line_is_refused_in_a_sentence(line: bytes, said: str) -> None:
    with pytest.raises(ProtocolError, match=said):
        from_seat(line)


def good_lines() -> list[bytes]:
    """Return one line of each kind that a seat sends."""
    values: dict[str, Any] = {
        "SeatHello": {"protocol": 2, "rules": {"herrlof": 1}, "face": True},
        "Move": {"id": 3, "do": "play B7"}, "Values": {"id": 3, "values": {"play B7": (0.5, 0.1)}}, "Ready": {"n": 1},
        "Choose": {"do": "keep 1"}, "Clock": {"times": [1.5], "order": [1], "over": False},
        "HintWanted": {"id": 3, "more": 100},
        "Sit": {"cut_hash": "0" * 64}, "Cut": {"cut": "seven"}, "Wants": {"seat": 1, "bot": True},
        "WantsEnd": {"wanted": True}, "Say": {"word": "sorry"},
    }  # fmt: skip
    return [written(model(**values.get(model.__name__, {}))) for model in protocol.FROM_SEAT]


def spoiled(line: bytes, rng: Random) -> bytes:
    """Return a line with something in it made worse."""
    data = bytearray(line)
    for _ in range(rng.randrange(1, 6)):
        place, kind = rng.randrange(len(data) or 1), rng.randrange(5)
        if kind == 0:
            data[place : place + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del data[place : place + rng.randrange(1, 9)]
        elif kind == 2:
            data[place:place] = rng.choice(
                [b"null", b'"', b"{", b"[[[[", b"1e999", b"-0", b"\\ud800", b"\x00", b"9" * 400, b"NaN", b'"type":1,']
            )
        elif kind == 3:
            data[place:place] = data[: rng.randrange(len(data) + 1)]
        else:
            data[place : place + 4] = rng.randbytes(4)
    return bytes(data)


def test_thousands_of_damaged_lines_are_refused_or_read_and_nothing_else_happens() -> None:
    """A line that is read is one: written again it is read as the same."""
    rng, lines, refused, said = Random(31), good_lines(), 0, set[str]()
    for number in range(10_000):
        line = spoiled(lines[number % len(lines)], rng)
        for read in (from_seat, from_table):
            try:
                found = read(line)
            except ProtocolError as error:
                said.add(str(error))
                refused += 1
            else:
                assert read(written(found)) == found
    assert 15_000 < refused < 20_000
    assert all(sentence.isprintable() for sentence in said)


@pytest.mark.parametrize("key", [*GAMES])
def test_an_observation_from_a_host_that_lies_is_refused(key: str) -> None:
    """Whatever stands where something else belongs: a view is made, or a sentence says that none can be."""
    game, rng = GAMES[key], Random(key)
    world = TracedMatch(Variant(game, game.seats[0], {}))
    while not (world.state.current_player() == 0 and len(world.legal(0)) > 1):
        if world.state.current_player() == CHANCE:
            world.chance(rng.getrandbits(32))
        else:
            world.play(rng.choice(world.legal(world.state.current_player())))
    (asked,) = update_lines(game, Stood(1, Stop(MomentKind.ASK, 0), view(world, 0)))
    assert isinstance(asked, protocol.Ask)
    told = json.loads(written(asked))["observation"]
    lies: list[Any] = [None, True, -5, 10**400, 1.5, "", "B0", [], [[]], {}, {"a": 1}, ["B1", 3], [[0, "predict"]] * 3]
    refused = 0
    for name in told:
        for lie in lies:
            try:
                update_of(game, 0, 2, asked.model_copy(update={"observation": {**told, name: lie}}))
            except ProtocolError:
                refused += 1
    assert refused > 7 * len(told)


def test_a_hint_in_a_line_is_the_judgement_and_a_lie_is_refused() -> None:
    game = GAMES["herald"]
    (seen, legal), *_ = positions("herald", 1)
    found = judge(game, seen, legal, Random(1), 6)
    end = KnownTable()
    end.take(Stood(3, Stop(MomentKind.ASK, seen.seat), View(seen.seat, seen, legal, (), Mover(seen.seat))))
    (sent,) = in_lines(game, [Judged(3, found)])
    hear(end, game, seen.seat, sent)
    again = end.judged
    assert isinstance(again, Judgement)
    assert again._replace(choices=[*again.choices]) == found._replace(choices=[*found.choices])
    said = from_table(sent)
    first, *others = said.choices
    second = others[0].model_copy(update={"verdict": "best"})
    unasked = next(action for action in range(game.actions) if action not in legal)
    another = first.model_copy(update={"do": game.encode(unasked)})
    for choices in ([first, first], others, [first, second], [another, *others]):
        with pytest.raises(ValueError, match="another question"):
            hear(end, game, seen.seat, written(said.model_copy(update={"choices": choices})))
    with pytest.raises(ProtocolError):
        update_of(game, seen.seat, 2, said.model_copy(update={"choices": [first.model_copy(update={"do": "play B9"})]}))
    reason = protocol.ReasonModel(name="motive", other="play B9", text="")
    with pytest.raises(ProtocolError):
        update_of(game, seen.seat, 2, said.model_copy(update={"reason": reason}))
    hear(end, game, seen.seat, written(said.model_copy(update={"id": 2, "choices": [another]})))
    assert end.judged is again, "what is told of a question that is not asked any more is no lie"


@pytest.mark.second
@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_a_hint_tells_nothing_that_the_events_did_not_tell(variant: Variant) -> None:
    """Worlds that a seat cannot tell apart bring it the same line."""
    told = 0
    for pair in twins(variant, 1, Sample(exchanges=6, every=3, mixes=3)):
        for seat in range(variant.seats):
            one, other = (view(world, seat) for world in (pair.one, pair.other))
            if len(one.legal) > 1 and pair.one.told(seat) == pair.other.told(seat):
                hints = [
                    in_lines(
                        variant.game,
                        [Judged(1, judge(variant.game, seen.observation, seen.legal, of_seen(seen), 2))],
                    )
                    for seen in (one, other)
                ]
                assert hints[0] == hints[1]
                told += 1
                if told == 4:
                    return
    assert told


def of_seen(seen: View) -> Random:
    """Return the chance of a judgement, as the host takes it."""
    return Random(repr(seen.observation))


def test_versions_that_do_not_fit_are_told_in_a_sentence() -> None:
    protocol.greeted(written(protocol.SeatHello(protocol=protocol.PROTOCOL)), "Ben's program")
    with pytest.raises(ProtocolError, match=r"^Ben's program speaks version 3 .* version 2: this program is the older"):
        protocol.greeted(b'{"type":"hello","protocol":3,"hat":"red"}', "Ben's program")


def test_the_schema_tells_each_line_by_its_type_and_each_game() -> None:
    schema = protocol.protocol_schema(GAMES)
    definitions = schema["$defs"]
    for side, models in (("FromTable", protocol.FROM_TABLE), ("FromSeat", protocol.FROM_SEAT)):
        kinds = [reference["$ref"].rpartition("/")[2] for reference in definitions[side]["oneOf"]]
        types = [definitions[kind]["properties"]["type"]["const"] for kind in kinds]
        assert kinds == [model.__name__ for model in models]
        assert len(set(types)) == len(types)
        assert all("type" in definitions[kind]["required"] for kind in kinds)
    for key, game in GAMES.items():
        described = definitions[key]["$defs"]["observation"]["properties"]
        assert set(described) == set(to_json(game, game.new_state(game.seats[0]).observation(NOBODY)))
