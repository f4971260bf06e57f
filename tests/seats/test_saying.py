"""What a line says of a refusal or a reason, each end says in its own language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from herrlof.game import CHANCE, Game, IllegalAction
from herrlof.games import GAMES
from herrlof.messages import _, all_of, listed, ngettext, pgettext, using_catalogue
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.seats.protocol import PROTOCOL, bye, from_table, heard, written
from herrlof.seats.saying import MessageModel, in_own_words, message_of, sentence
from herrlof.table.match import Match
from tests.pseudo import Pseudo
from tests.seats.rooms import SHORT, at, hosted, together, until


def elsewhere(text: str) -> str:
    """Return how an end of another language says what is said here, after it has come over a line."""
    said = from_table(written(bye(text)))
    with using_catalogue(Pseudo()):
        return heard(said)


SAID = {
    "plain": lambda: _("it is not your turn"),
    "arguments": lambda: _("{name} is to move.", name="Ben"),
    "a number": lambda: ngettext("{n} seat", "{n} seats", 3),
    "in a context": lambda: pgettext("word", "watch"),
    "a message in a message": lambda: _("No: {why}.", why=_("it is not your turn")),
    "an error in a message": lambda: _("No: {why}.", why=IllegalAction(_("it is not your turn"))),
    "lists": lambda: _("{name}: {sentence}", name=all_of(["a", "b", "c"]), sentence=listed([_("none"), _("one")])),
}


@pytest.mark.parametrize("say", SAID.values(), ids=SAID)
def test_a_sentence_is_said_in_the_language_of_each_end(say: Callable[[], str]) -> None:
    here = say()
    with using_catalogue(Pseudo()):
        there = say()
    assert elsewhere(here) == there != here


def test_what_is_no_message_is_shown_as_it_is() -> None:
    assert message_of("there is no such line") is None
    assert elsewhere("there is no such line") == "there is no such line"
    assert sentence(ValueError(3)) == "3"
    assert message_of(_("{text}.", text="x" * 5000)) is None, "more than a line has room for"


HOSTILE = [
    {"key": "{n.__class__}", "args": {"n": 1}},
    {"key": "{n[0]}", "args": {"n": "text"}},
    {"key": "{n!r}", "args": {"n": 1}},
    {"key": "{n:>999999999}", "args": {"n": 1}},
    {"key": "{n:{n}}", "args": {"n": 1}},
    {"key": "{0}", "args": {"n": 1}},
    {"key": "{", "args": {}},
    {"key": "{name} is to move.", "args": {}},
    {"key": "{n:d}", "args": {"n": "x"}},
    {"key": "{n} seat", "many": "{n.real} seats", "args": {"n": 1}},
    {"key": "{n} seat", "many": "{n} seats", "args": {}},
]


@pytest.mark.parametrize("message", HOSTILE, ids=lambda one: str(one["key"]))
def test_a_message_asks_for_its_arguments_and_for_nothing_else(message: dict[str, object]) -> None:
    assert in_own_words("The text.", MessageModel.model_validate(message)) == "The text."


def is_encoded(game: Game, action: int) -> bool:
    try:
        return bool(game.encode(action))
    except LookupError:
        return False


def refusals(game: Game, rng: Random) -> Iterator[tuple[Match, int]]:
    """Yield positions of a random match, and an action there that is not allowed."""
    encodable = [action for action in range(game.actions) if is_encoded(game, action)]
    match = Match(game, [Seat("Anna"), Seat("Ben")], **SHORT.get(game.key, {}))
    while not match.over:
        if match.mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
            continue
        legal = match.legal()
        if wrong := [action for action in rng.sample(encodable, 8) if action not in legal]:
            yield match, wrong[0]
        match.play(match.mover, rng.choice(legal))


@pytest.mark.parametrize("key", [*GAMES])
def test_every_refusal_of_a_game_comes_over_a_line_whole(key: str) -> None:
    game, rng = GAMES[key], Random(key)
    for match, action in islice(refusals(game, rng), 40):
        seen, names = match.observe(match.mover), ("Anna", "Ben")
        here = game.words.to(seen, names).refusal(action)
        with using_catalogue(Pseudo()):
            there = game.words.to(seen, names).refusal(action)
        assert elsewhere(here) == there, f"{here!r} lost what it is made of"


async def test_a_guest_is_refused_in_its_own_language_and_a_program_hears_what_the_refusal_is_made_of(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.host.NAMES", 0)
    table = together(storage, "herald")
    async with hosted(table, storage) as (host, door):
        with using_catalogue(Pseudo()):  # of what hears the line, too
            guest = at(door)
            await guest.open()
        guest.sit(name="Benny")
        await until(lambda: guest.refused)
        with using_catalogue(Pseudo()):
            assert guest.refused == _("Your name has changed often enough: sit down as {name}.", name="Ben")
        guest.sit()
        await until(lambda: not host.awaited)
        reader, writer = await asyncio.open_unix_connection(str(door.path), limit=1 << 16)
        writer.write(json.dumps({"type": "hello", "protocol": PROTOCOL, "face": True}).encode() + b"\n")
        said = json.loads(await reader.readline())
        assert said["type"] == "bye"
        assert said["text"] == said["message"]["key"]
        guest.close()
