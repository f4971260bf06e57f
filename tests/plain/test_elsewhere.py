"""Seats at other screens, in lines: hosting, joining, waiting, who goes away and comes back."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from herrlof.games import GAMES
from herrlof.plain.guest import Guest
from herrlof.plain.hall import Elsewhere, Hall, Room
from herrlof.plain.home import Begin, visit, visited
from herrlof.records.learnt import UnkeptLessons
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.seats.host import Host
from herrlof.seats.join import table_at
from herrlof.seats.local import table_named
from herrlof.seats.protocol import Present
from herrlof.seats.seat_store import Doors, Web
from tests.plain.typing import FIRST, SHORT, Spoken, Typed, typed
from tests.seats.rooms import until

LEAVE = "leave\n"

Visit: TypeAlias = "asyncio.Task[int]"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go back to a broken line at once, and race in no time."""
    monkeypatch.setattr("herrlof.seats.remote.RETRY_SECONDS", 0.02)
    monkeypatch.setattr("herrlof.games.how_ruck.race.PAIR_SECONDS", 0.0)


@pytest.fixture
def guests(tmp_path: Path) -> Storage:
    """Return the folders of a guest."""
    return Storage(tmp_path / "guest", tmp_path / "guest-settings")


class Talk(Typed):
    """Somebody at a terminal, or at a pipe, who types one line after the other."""

    def __init__(self, plays: bool = False, terminal: bool = True) -> None:
        """Type nothing yet; `plays`: take the first choice of each question of a match."""
        super().__init__("")
        os.close(self._source)
        self._source, self._end = os.pipe()
        self.terminal = terminal
        self._plays = plays

    def say(self, *sentences: str) -> None:
        """Hear what is said."""
        super().say(*sentences)
        if self._plays and any(sentence.endswith("Press Enter when you're ready.") for sentence in sentences):
            self.type("")

    def offer(self, choices: Sequence[tuple[str, str]], words: Sequence[str] | None = None) -> None:
        """Take the first choice of a question of a match; a page has none of its own words."""
        if self._plays and choices and words is not None:
            self.type(choices[0][1])

    def type(self, *lines: str) -> None:
        """Type lines."""
        os.write(self._end, "".join(f"{line}\n" for line in lines).encode())

    async def heard(self, text: str, times: int = 1) -> None:
        """Wait until something was said."""
        await until(lambda: self.text.getvalue().count(text) >= times)


class Clearing(Talk):
    """Somebody at a terminal that can be cleared between two people."""

    async def forgets(self) -> bool:
        """Return that nothing is kept of what was cleared."""
        return True


def waiting(key: str, *others: Seat) -> NewMatch:
    """Return a match of Anna, who hosts, and Ben, who comes from elsewhere."""
    return NewMatch(key, (Seat("Anna"), Seat("Ben", None, ELSEWHERE), *others), dict(SHORT.get(key, {})))


async def opened(folder: Path) -> None:
    """Wait until a table is open."""
    await until(lambda: folder.exists() and any(folder.iterdir()))


@asynccontextmanager
async def at_terminals(
    storage: Storage, guests: Storage, folder: Path
) -> AsyncIterator[tuple[Talk, Talk, Visit, Visit]]:
    """Meet at Herald at two terminals, where matches play themselves; yield who types, and how each visit ends."""
    anna, ben = Talk(plays=True), Talk(plays=True)
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await opened(folder)
    yield anna, ben, here, asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    for talk in (anna, ben):
        talk.close()


async def together(storage: Storage, guests: Storage, key: str, folder: Path, *cuts: str) -> list[Spoken]:
    """Play at two pipes, where the cards may be cut."""
    here = asyncio.create_task(playing(storage, waiting(key), *cuts[:1]))
    await opened(folder)
    return list(await asyncio.gather(here, playing(guests, Elsewhere(None), *cuts[1:])))


async def playing(storage: Storage, begin: Begin, *lines: str) -> Spoken:
    """Type lines at a pipe, and then the first choice of each question of a match."""
    talk = Talk(plays=True, terminal=False)
    talk.type(*lines)
    status = await visit(Hall(talk, storage), begin)
    return Spoken(talk.close(), status)


@pytest.mark.second
@pytest.mark.parametrize("key", SHORT)
async def test_a_match_is_played_to_its_end_at_two_pipes(
    key: str, storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = await together(storage, guests, key, run_folder)
    assert (anna.status, ben.status) == (0, 0)
    assert [found.state for found in storage.matches()] == ["finished"]
    assert anna.lines[-2:] == ["The table closes once your guests have gone.", "Good-bye."]
    assert ben.lines[-1] == "Good-bye."
    assert "herrlof join" in "\n".join(anna.lines[:4])
    assert any(re.match(r"Ben has sat down, joined as ", line) for line in anna.lines)
    assert ben.lines[1] == "Seats: Anna, Ben. You're Ben."
    noted = "Note how the commitment begins: "
    assert any(line.startswith(noted) for line in ben.lines) == GAMES[key].chance
    for spoken, other in ((anna, "Ben"), (ben, "Anna")):
        assert all(line.isprintable() and line == line.strip() for line in spoken.lines)
        assert any(line.startswith("You ") for line in spoken.lines)
        assert any(line.startswith(f"{other} ") for line in spoken.lines)
        assert any(re.match(r"(Scores|By .*): .*you [-−]?\d", line) for line in spoken.lines), "both hear the scores"
    assert not list(run_folder.iterdir()), "the door is shut"


async def test_in_lines_a_guest_agrees_to_hints_by_sitting_down_and_gets_them(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = Talk(plays=True), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), replace(waiting("herald"), hints=True)))
    await anna.heard("There are hints: whoever joins is told so, and agrees by sitting down.")
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    await ben.heard("Whoever sits down agrees. Enter sits down as Ben; or type another name. leave goes away.")
    assert "You're seated." not in ben.text.getvalue()
    ben.type("")
    await ben.heard("Your card.")
    ben.type("hint")
    await ben.heard("Best: ")
    ben.type("leave")
    await there
    anna.type("leave")
    await here


@pytest.mark.second
async def test_a_guest_whose_input_ends_goes_on_where_it_was(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    there = asyncio.create_task(playing(storage, waiting("herald")))
    await opened(run_folder)
    first = await typed(guests, "1\nhand\n", Elsewhere(None))
    assert first.status == 3
    again = await playing(guests, Elsewhere(None))
    assert again.status == 0
    assert any(line.startswith("The match goes on: trick ") for line in again.lines)
    anna = await there
    assert anna.status == 0
    assert "Ben is away, and the match waits. The same command brings Ben back." in anna.lines
    assert "Ben is back." in anna.lines


async def test_at_a_pipe_too_who_plays_with_others_elsewhere_is_answered_at_once(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    """What comes too early is told so and plays nothing, and nothing waits behind it."""
    anna, ben = Talk(terminal=False), Talk(terminal=False)
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herrlof")))
    await opened(run_folder)
    anna.type("3", "watch")
    await anna.heard("3? I don't know that")
    await anna.heard("To watch: ")
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    await ben.heard("Type a number")
    assert "Anna has" not in ben.text.getvalue(), "Anna hasn't chosen yet"
    ben.type("4")
    await ben.heard("Waiting until everybody has chosen.")
    ben.type("2", "", "number")
    await ben.heard("You aren't asked now: others are.", times=2)
    await ben.heard("You said 4")
    anna.type("1")
    await anna.heard("You said 1.")
    ben.type("leave")
    anna.type("leave")
    await asyncio.gather(here, there)
    for talk in (anna, ben):
        talk.close()


async def test_questions_are_answered_while_another_one_is_waited_for(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    """At a terminal what is no question comes too early and plays nothing; leaving keeps the match and the seat."""
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herfor")))
    await anna.heard("closes the table")
    anna.type("gibberish", "help")
    await anna.heard("gibberish? I don't know that")
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await anna.heard("Ben has sat down")
    await until(lambda: any("Type a number" in talk.text.getvalue() for talk in (anna, ben)))
    first, second = (anna, ben) if "Type a number" in anna.text.getvalue() else (ben, anna)
    await first.heard("Type a number")
    await second.heard("is to move.")
    second.type("3", "turn", "back", "hint", "stand-in", "help")
    await second.heard("end: end the match here")
    said = second.text.getvalue()
    for word in ("hint", "think", "back", "stand-in"):
        assert f"\n{word}: " not in said, "help names what can be done here and now"
    assert "You said 3" not in said
    assert said.count("is to move.") == 3, "at first, for what came too early, and for the question"
    assert "Nobody is away." in said
    assert "No: between people there are hints only if all agreed at the start." in said
    assert "only one person against bots may take moves back" in said.lower()
    first.type("0")
    await second.heard("\n1 ")
    ben.type("leave")
    assert await there == 0
    assert "Your seat is kept; the same command brings you back." in ben.text.getvalue()
    await anna.heard("Ben is away, and the match waits.")
    anna.type("stand-in")
    await anna.heard("A bot plays until Ben is back.")
    back = Talk()
    there = asyncio.create_task(visit(Hall(back, guests, 0), Elsewhere(None)))
    await anna.heard("Ben is back.")
    await back.heard("The match goes on")
    anna.type("leave")
    assert await here == 0
    await back.heard("The host has left the table. Your seat is kept.")
    back.type("leave")
    assert await there == 0
    assert [found.state for found in storage.matches()] == ["unfinished"]
    for one in (anna, ben, back):
        one.close()


async def test_ready_words_and_a_nudge_are_heard_at_the_other_terminal_unless_they_are_muted(
    storage: Storage, guests: Storage, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.table.connection.NUDGE_SECONDS", 0.0)
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herfor")))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await until(lambda: any("Type a number" in talk.text.getvalue() for talk in (anna, ben)))
    (first, one), (second, other) = (
        ((anna, "Anna"), (ben, "Ben")) if "Type a number" in anna.text.getvalue() else ((ben, "Ben"), (anna, "Anna"))
    )
    second.type("say")
    await second.heard("Type say and a number: 1 Well played!; 2 One moment.; 3 Sorry.; 4 Again?")
    second.type("say sor")
    await first.heard(f"{other}: Sorry.")
    await second.heard("You: Sorry.")
    second.type("say 1")
    await second.heard("No: one word at a time.")
    assert "\a" not in first.text.getvalue()
    second.type("nudge")
    await first.heard(f"{other} is waiting for you.")
    assert "\a" in first.text.getvalue()
    first.type("mute")
    await first.heard("Muted.")
    second.type("nudge")
    await second.heard("Whoever is waited for has been reminded.", times=2)
    first.type("mute", "say 2", "bell", "bell", "leave")
    await second.heard(f"{one}: One moment.")
    await first.heard("The bell rings when it's your turn.")
    await first.heard("No bell.")
    assert first.text.getvalue().count("is waiting for you.") == 1
    second.type("leave")
    await asyncio.wait([here, there], return_when=asyncio.FIRST_COMPLETED)
    for talk in (anna, ben):
        talk.type("leave")
        talk.close()
    await asyncio.gather(here, there)


async def test_a_guest_without_files_has_settings_of_its_visit_at_the_door_and_at_the_table(
    storage: Storage, run_folder: Path
) -> None:
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await opened(run_folder)
    remote, room = table_at(table_named(None), None), Room(ben, Settings(), UnkeptLessons())
    await remote.open()
    there = asyncio.create_task(visited(room, Guest(room, remote).visit))
    ben.type("settings", "brief", "yes", "leave", "")
    await ben.heard("Brief: leave reasons out: yes")
    await anna.heard("Your card.")
    assert "your name" not in ben.text.getvalue(), "the name is asked for at the door, and nothing is kept"
    ben.type("brief")
    await ben.heard("Reasons are told again.")
    ben.type("settings", "brief", "no", "ring", "yes", "leave", "brief", "bell", "leave")
    await ben.heard("Brief: no reasons; last tells them.")
    await ben.heard("No bell.")
    assert await there == 0
    anna.type("leave")
    await here
    for talk in (anna, ben):
        talk.close()


async def test_a_number_in_secret_is_asked_of_both_at_once(storage: Storage, guests: Storage, run_folder: Path) -> None:
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herrlof")))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    for talk in (anna, ben):
        await talk.heard("tricks will you win?")
    ben.type("2")
    await ben.heard("Waiting until everybody has chosen.")
    ben.type("turn")
    await ben.heard("You aren't asked now: others are.")
    anna.type("1")
    await until(lambda: any("Your card" in talk.text.getvalue() for talk in (anna, ben)))
    for talk, task in ((anna, here), (ben, there)):
        talk.type("leave")
        await task
        talk.close()


async def test_a_line_that_breaks_while_somebody_is_asked_asks_again(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(hall := Hall(anna, storage, 0), waiting("herald")))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await until(lambda: "Your card." in anna.text.getvalue() + ben.text.getvalue())
    if "Your card." in anna.text.getvalue():
        anna.type("1")
    await ben.heard("Your card.")
    assert hall.doors.host is not None
    hall.doors.host.guests[1]._writer.close()
    await ben.heard("That's over; the match goes on.")
    await ben.heard("Your card.", 2)
    ben.type("1")
    await anna.heard("Ben is back.")
    await ben.heard("You ", 3)
    ben.type("leave")
    anna.type("leave")
    assert [await here, await there] == [0, 0]
    anna.close()
    ben.close()


async def test_who_is_back_is_told_that_a_bot_has_played_before_what_it_played(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben, again = Talk(), Talk(), Talk(terminal=False)
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await anna.heard("Ben has sat down")
    ben.type("leave")
    await there
    await anna.heard("Ben is away")
    anna.type("stand-in")
    await anna.heard("A bot plays until Ben is back.")
    if "Your card." in anna.text.getvalue():
        anna.type("1")
    await anna.heard("Ben ", 4)
    await anna.heard("Your card.")
    back = asyncio.create_task(visit(Hall(again, guests, 0), Elsewhere(None)))
    await again.heard("While you were away a bot played for you.")
    await anna.heard("Ben is back.")
    await again.heard("The match goes on: ")
    heard = again.text.getvalue()
    assert heard.index("a bot played for you") < heard.index("The match goes on: ")
    assert not any(told in heard for told in ("Ben is back", "until Ben is back"))
    for talk, task in ((again, back), (anna, here)):
        talk.type("leave")
        await task
        talk.close()
    ben.close()


async def test_a_race_waits_for_who_is_away_and_a_bot_is_answered_at_once(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = Talk(), Talk()
    here = asyncio.create_task(visit(hall := Hall(anna, storage, 0), waiting("how-ruck")))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    for talk in (anna, ben):
        await talk.heard("Press Enter when you're ready.")
        talk.type("")
    await anna.heard("Pair 1 of 10")
    anna.type("1")
    await anna.heard("Pair 2 of 10")
    ben.type("leave")
    await there
    await anna.heard("Ben is away, and the match waits. The same command brings Ben back.")
    await anna.heard("The race begins anew, with the same cards.")
    await anna.heard("Press Enter when you're ready.", 2)
    for n in (1, 2):
        anna.type("doors")
        await anna.heard("herrlof join", 1 + n)
        anna.type("" if n == 2 else "turn")
        await anna.heard("Press Enter when you're ready.", 3)
    anna.type("stand-in")
    await anna.heard("A bot plays until Ben is back.")
    await anna.heard("Pair 1 of 10", 2)
    assert hall.doors.host is not None
    assert not hall.doors.host.table.apart
    anna.type("leave")
    await here
    anna.close()
    ben.close()


async def test_a_host_that_lies_is_left_with_a_sentence(
    storage: Storage, guests: Storage, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Talk()
    here = asyncio.create_task(visit(hall := Hall(anna, storage, 0), waiting("herald")))
    await opened(run_folder)
    with monkeypatch.context() as patch:
        patch.setattr("herrlof.seats.host.Host._tell_present", lambda host: host.guests[1].send(Present(seats=[99])))
        ben = await typed(guests, "", Elsewhere(None))
    assert ben.lines[-1] == "What the host's program says doesn't fit Herald."
    await until(lambda: hall.doors.host is None or not hall.doors.host.guests)
    monkeypatch.setattr("herrlof.plain.guest.Guest._wait", lambda guest: {}[7])
    with pytest.raises(ValueError, match=r"You left the table: what its host sent can't be shown \(KeyError\)\."):
        await typed(guests, "", Elsewhere(None))
    anna.type("leave")
    assert await here == 0
    anna.close()


async def test_a_table_that_is_closed_before_the_match_begins_is_not_kept(storage: Storage, run_folder: Path) -> None:
    left = await typed(storage, LEAVE, waiting("herald"))
    assert left.status == 0
    gone = await typed(storage, "", waiting("herald"))
    assert gone.status == 0
    assert storage.matches() == []
    assert not list(run_folder.iterdir())


async def test_bots_play_for_who_has_not_come(storage: Storage) -> None:
    spoken = await typed(storage, f"stand-in\n{FIRST}", waiting("herald"))
    assert spoken.status == 0
    assert "A bot plays until Ben is back." in spoken.lines
    assert [found.state for found in storage.matches()] == ["finished"]


async def test_of_several_tables_one_is_chosen(storage: Storage, guests: Storage, run_folder: Path) -> None:
    hosts = [Talk(), Talk()]
    here = [
        asyncio.create_task(visit(Hall(host, storage, 0), waiting(key)))
        for host, key in zip(hosts, ("herald", "herfor"), strict=True)
    ]
    for host in hosts:
        await host.heard("closes the table")
    spoken = await typed(guests, f"join\nherfor\n{LEAVE}{LEAVE}")
    assert {line[2:] for line in spoken.after("Which table?")[:2]} == {"Herald, Anna, Ben", "Herfor, Anna, Ben"}
    assert any(line.startswith("Anna's table. Herfor") for line in spoken.lines)
    for host in hosts:
        host.type("leave")
    assert [await one for one in here] == [0, 0]
    for host in hosts:
        host.close()


@pytest.mark.second
async def test_the_cards_are_cut_at_both_ends(storage: Storage, guests: Storage, run_folder: Path) -> None:
    storage.settings.save(Settings(cuts=True))
    anna, ben = await together(storage, guests, "herald", run_folder, "oak", "ash")
    assert (anna.status, ben.status) == (0, 0)
    (found,) = storage.matches()
    assert '"cuts":["oak","ash"]' in found.path.read_text("utf-8").replace(" ", "")


@pytest.mark.second
async def test_the_form_offers_a_seat_elsewhere_and_home_the_way_to_one(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    none = await typed(guests, f"join\n{LEAVE}")
    assert "No table is open on this machine: herrlof host opens one." in none.lines
    there = asyncio.create_task(playing(storage, None, "new game", "herald", "2", "Anna", "elsewhere", "Ben", "", ""))
    await opened(run_folder)
    ben = await playing(guests, None, "join")
    anna = await there
    assert anna.status == ben.status == 0, anna.lines
    assert "elsewhere: somebody who joins from another screen." not in anna.lines
    assert [seat.how for seat in storage.matches()[0].seats] == ["here", ELSEWHERE]


@pytest.mark.second
async def test_a_guest_at_a_terminal_may_keep_the_finished_record(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    async with at_terminals(storage, guests, run_folder) as (anna, ben, here, there):
        ben.type("")
        await anna.heard("What now?")
        await ben.heard("What now?")
        ben.type("keep")
        await ben.heard("Checked, and among")
        ben.type("ask")
        await anna.heard("Ben: Again?")
        await ben.heard("Waiting for Anna to play again; leave goes away.")
        ben.type("leave")
        await there
        assert "Checked, and among your matches now" in ben.text.getvalue()
        assert [found.state for found in guests.matches()] == ["finished"]
        anna.type("home", "leave", "leave")
        assert await here == 0


@pytest.mark.second
async def test_home_after_a_match_is_home_and_a_guest_is_told_then_that_the_host_has_gone(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    async with at_terminals(storage, guests, run_folder) as (anna, ben, here, there):
        ben.type("")
        await anna.heard("What now?")
        await ben.heard("What now?")
        anna.type("home")
        await anna.heard("Home. Type help for the words")
        await there
        assert ben.text.getvalue().endswith("The host has left the table.\n")
        anna.type("leave", "leave")
        assert await here == 0


@pytest.mark.parametrize("key", ["herald", "herrlof"])
async def test_an_onlooker_who_comes_late_is_told_what_lies_open_and_that_it_plays_nothing(
    key: str, storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben, eve = Talk(), Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting(key)))
    await anna.heard("watch lets others watch.")
    anna.type("watch")
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await anna.heard("Ben has sat down")
    await until(lambda: any("Your card" in talk.text.getvalue() or "Type a number" in talk.text.getvalue()
                            for talk in (anna, ben)))  # fmt: skip
    if key == "herrlof":
        for talk in (anna, ben):
            talk.type("1")
        await until(lambda: any("Your card" in talk.text.getvalue() for talk in (anna, ben)))
    watches = asyncio.create_task(visit(Hall(eve, guests, 0), Elsewhere(None, watches=True)))
    await eve.heard("is to move.")
    assert "Nothing has happened yet." not in eve.text.getvalue()
    assert ("Trump: " if key == "herrlof" else "Stock: 50.") in eve.text.getvalue()
    for n, text in enumerate(("resign", "say 1", "play B1"), 1):
        eve.type(text)
        await eve.heard("You watch, and play nothing; help says what you can type.", n)
    anna.type("leave")
    await here
    await eve.heard("The host has left the table.")
    assert "seat is kept" not in eve.text.getvalue()
    await ben.heard("The host has left the table. Your seat is kept.")
    for talk, task in ((ben, there), (eve, watches)):
        talk.type("leave")
        await task
        talk.close()
    anna.close()


@pytest.mark.second
async def test_a_guest_at_a_terminal_chooses_a_name_and_comes_along_to_another_match(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    async with at_terminals(storage, guests, run_folder) as (anna, ben, here, there):
        await ben.heard("Enter sits down as Ben; or type another name. leave goes away.")
        ben.type("anna")
        await ben.heard("Two players are called 'anna'")
        ben.type("Benjamin")
        await anna.heard("Benjamin has sat down")
        await anna.heard("What now?")
        await ben.heard("What now?")
        ben.type("play again")
        await ben.heard("Waiting for Anna to play again; leave goes away.")
        anna.type("play again")
        await anna.heard("Waiting for Benjamin.")
        await ben.heard("Enter sits down as Benjamin;")
        ben.type("")
        await anna.heard("What now?", times=2)
        await ben.heard("What now?", times=2)
        anna.type("play again")
        await anna.heard("Waiting for Benjamin.", times=2)
        ben.type("keep")
        await ben.heard("Checked, and among your matches now")
        ben.type("go away")
        assert await there == 0
        anna.type("leave", "leave", "leave")
        assert await here == 0
        assert [[seat.name for seat in found.seats] for found in storage.matches()] == [["Anna", "Benjamin"]] * 2


async def test_in_lines_the_host_lets_others_watch_and_an_onlooker_hears_what_is_public(
    storage: Storage, guests: Storage, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.onlookers.COUNTED_SECONDS", 0.0)
    anna, ben, eve = Talk(plays=True), Talk(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await anna.heard("watch lets others watch.")
    anna.type("watch", "watch", "watch")
    await anna.heard("Nobody may watch.")
    await anna.heard("To watch: herrlof join --watch", times=2)
    watches = asyncio.create_task(visit(Hall(eve, guests, 0), Elsewhere(None, watches=True)))
    await eve.heard("You watch, and hear what everybody may know.")
    eve.type("what now")
    await eve.heard("The match begins when everybody is seated. leave goes away.", times=2)
    await anna.heard("1 person is watching.")
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    await ben.heard("Enter sits down as Ben")
    ben.type("")
    await ben.heard("1 person is watching.")
    await eve.heard("is to move.")
    eve.type("help")
    await eve.heard("last: ")
    assert not any(f"\n{word}: " in eve.text.getvalue() for word in ("resign", "end", "stand-in"))
    ben._plays = True
    ben.type("1")
    await anna.heard("What now?")
    await eve.heard("What now?")
    assert "keep the record" not in eve.text.getvalue()
    assert "You hold" not in eve.text.getvalue()
    eve.type("play again")
    await eve.heard("Waiting for Anna to play again; leave goes away.")
    anna.type("play again")
    await anna.heard("Waiting for Ben.", times=2)
    await eve.heard("You watch, and hear", times=2)
    eve.type("leave")
    assert await watches == 0
    await anna.heard("Nobody is watching now.")
    ben.type("go away")
    assert await there == 0
    anna.type("leave", "leave", "leave")
    assert await here == 0
    for talk in (anna, ben, eve):
        talk.close()


async def test_during_a_match_the_doors_are_told_and_a_new_code_is_made(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, anna = Coded(), Talk()
    monkeypatch.setattr("herrlof.seats.doors.doors_of", lambda host, storage: [door])
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await anna.heard("closes the table")
    anna.type("stand-in")
    await anna.heard("The deals are settled")
    anna.type("doors")
    await anna.heard("From far away: knock once", times=2)
    anna.type("code")
    await anna.heard("The code for Ben alone, good once: fir-yew-box.")
    anna.type("leave", "leave")
    assert await here == 0
    anna.close()


class Coded:
    """A door with a code, and two ways in."""

    place, command, opens = "far away", "knock once\nknock twice", "Who has the code gets a seat."
    key, warns, helps = "SHA256:abc", "", ()

    def __init__(self) -> None:
        """Have codes for two."""
        self.codes = {1: "oak-ash-elm", 2: "yew-yew-yew"}

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
        """One each."""
        return self.codes.get(seat, "")

    def renew(self, seat: int) -> None:
        """Make another code."""
        self.codes[seat] = "fir-yew-box"


async def test_a_code_is_said_and_said_again_when_it_is_another_one(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, anna = Coded(), Talk()
    monkeypatch.setattr("herrlof.seats.doors.doors_of", lambda host, storage: hosts.append(host) or [door])
    hosts: list[Host] = []
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald")))
    await anna.heard("closes the table")
    told = anna.text.getvalue()
    for line in ("From far away: knock once", "From far away: knock twice", "This machine's key: SHA256:abc."):
        assert f"{line}\n" in told
    assert told.count("The code for Ben alone, good once: oak-ash-elm.") == 1
    anna.type("code")
    await anna.heard("The code for Ben alone, good once: fir-yew-box.")
    del door.codes[1]
    hosts[0].changed()
    await anna.heard("Every seat at this table is taken.")
    anna.type("leave")
    assert await here == 0
    anna.close()


async def test_a_code_is_said_for_each_player_and_made_anew_by_its_name(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, anna = Coded(), Talk()
    monkeypatch.setattr("herrlof.seats.doors.doors_of", lambda host, storage: [door])
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herald", Seat("Cleo", None, ELSEWHERE))))
    await anna.heard("closes the table")
    await anna.heard("The code for Ben alone, good once: oak-ash-elm.")
    await anna.heard("The code for Cleo alone, good once: yew-yew-yew.")
    anna.type("code")
    await anna.heard("Whose code? Type code and a name, as in: code Ben.")
    anna.type("code cleo")
    await anna.heard("The code for Cleo alone, good once: fir-yew-box.")
    assert anna.text.getvalue().count("The code for Ben alone") == 1
    anna.type("leave")
    assert await here == 0
    anna.close()


async def test_a_link_is_called_back_where_there_are_no_codes(storage: Storage, run_folder: Path) -> None:
    anna = Talk()
    hall = Hall(anna, storage, 0)
    here = asyncio.create_task(visit(hall, replace(waiting("herald"), doors=Doors(web=Web()))))
    await anna.heard("code makes another link; the one before counts no more.")
    assert hall.doors.host is not None
    before = hall.doors.host.doors[1].way(1)
    anna.type("code")
    await anna.heard("From a browser: http", times=2)
    after = hall.doors.host.doors[1].way(1)
    assert after != before
    assert anna.text.getvalue().count(f"From a browser: {after}\n") == 1
    anna.type("leave")
    assert await here == 0
    anna.close()


async def test_at_a_curtain_it_is_said_at_once_that_another_one_elsewhere_gives_up(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = Clearing(), Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), waiting("herrlof", Seat("Cleo"))))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    await ben.heard("sits down as Ben")
    ben.type("")
    await anna.heard("nobody else is listening.")
    ben.type("resign")
    await ben.heard("Type resign once more to do it.")
    ben.type("resign")
    await anna.heard("Ben resigned: ")
    await ben.heard("What now?")
    assert anna.text.getvalue().count("nobody else is listening.") == 1
    here.cancel()
    there.cancel()
    await asyncio.wait([here, there])
    anna.close()
    ben.close()


async def test_at_a_curtain_too_a_bot_is_asked_for_and_the_doors_are_told(
    storage: Storage, guests: Storage, run_folder: Path
) -> None:
    anna, ben = Clearing(), Talk()
    here = asyncio.create_task(visit(hall := Hall(anna, storage, 0), waiting("herrlof", Seat("Cleo"))))
    await opened(run_folder)
    there = asyncio.create_task(visit(Hall(ben, guests, 0), Elsewhere(None)))
    ben.type("")
    await anna.heard("nobody else is listening.")
    ben.type("leave")
    await there
    await anna.heard("Ben is away, and the match waits.")
    anna.type("doors")
    await anna.heard("Waiting for Ben.", 2)
    anna.type("hand")
    await anna.heard(" is next: type ")
    anna.type("stand-in")
    await anna.heard("A bot plays until Ben is back.")
    assert hall.doors.host is not None
    assert hall.doors.host.table.away.stand_ins == {1: "rules"}
    assert anna.text.getvalue().count("nobody else is listening.") == 1
    here.cancel()
    await asyncio.wait([here])
    anna.close()
    ben.close()
