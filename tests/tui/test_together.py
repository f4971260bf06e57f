"""A match over two screens: the host's page and table, a guest's page and table, and what a guest cannot do."""

from __future__ import annotations

import asyncio
import gc
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import segno
from textual.worker import WorkerFailed

from herrlof import languages
from herrlof.coach.lessons import lessons_of
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.seats.host import CodedDoor
from herrlof.seats.join import Joined, keep_record, table_at
from herrlof.seats.local import LocalDoor, tables_here
from herrlof.seats.protocol import LONGEST
from herrlof.seats.remote import RemoteTable, Streams
from herrlof.seats.seat_store import Doors, Ssh, StoredSeats, Web, save_seats
from herrlof.seats.visit import JoinError
from herrlof.table.commands import Play, ReadClock, Resign, Say, WantEnd, WantStandIn
from herrlof.table.connection import MomentKind, Proof
from herrlof.table.keyboard import Keyboard
from herrlof.table.race import Reading
from herrlof.table.table import Table
from herrlof.table.updates import Said, Troubled
from herrlof.tui.boards.how_ruck.race import RaceScreen
from herrlof.tui.commands import TableCommands
from herrlof.tui.guest import GuestApp
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.guest import GuestScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.join import JoinScreen
from herrlof.tui.screens.learn import LearnScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.review import ReviewScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.screens.waiting import WaitScreen
from herrlof.tui.widgets.fields import Dropdown
from tests.coach.test_review import Here
from tests.disks import FastDisk
from tests.seats.rooms import begun, hosted, play, seated, together, until
from tests.tiers import first, later
from tests.tui.driving import Sitting, at_table, hall, in_play, shown, stands
from tests.tui.test_lessons import give


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go back to a broken line at once."""
    monkeypatch.setattr("herrlof.seats.remote.RETRY_SECONDS", 0.02)


def match_for_two(game: str = "herald", **options: Any) -> NewMatch:
    """Return a match of Anna, who is here, and Ben, who is not."""
    return NewMatch(game, (Seat("Anna"), Seat("Ben", None, ELSEWHERE)), options)


async def come(sitting: Sitting, cut: str = "") -> RemoteTable:
    """Let Ben come in by the door that the page names."""
    await sitting.until(tables_here)
    remote = table_at(tables_here()[0])
    await remote.open()
    remote.sit(cut)
    return remote


# The host's end


@pytest.mark.second
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_the_waiting_page_tells_who_is_here_and_how_to_join(size: tuple[int, int], files: Storage) -> None:
    async with hall(size, storage=files, straight_to=match_for_two()) as sitting:
        await sitting.until(lambda: "herrlof join" in sitting.text())
        assert sitting.showing(WaitScreen)
        for words in ("Waiting for Ben", "You, Anna", "awaited", "HOW BEN JOINS", "without a code", "knows the cards"):
            await sitting.see(words)
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        assert files.count() == 0, "a match that was never dealt is not kept"
        assert tables_here() == []


@pytest.mark.parametrize("size", later([(80, 24), (120, 40), (60, 20)], now=[(60, 20)]))
async def test_the_waiting_page_tells_the_code_and_the_key_of_a_door(size: tuple[int, int], files: Storage) -> None:
    new = replace(match_for_two(), doors=Doors(ssh=Ssh(port=0)))
    async with hall(size, storage=files, straight_to=new) as sitting:
        await sitting.until(lambda: "ssh -p" in sitting.text())
        page = sitting.app.screen
        assert isinstance(page, WaitScreen)
        (door,) = page._coded
        first = door.code(1)
        for words in ("seat@127.0.0.1", first, "on this machine alone", door.key):
            await sitting.see(words)
        await sitting.press("n")
        await sitting.see(door.code(1))
        assert door.code(1) != first
        assert first not in sitting.text()


@pytest.mark.second
async def test_a_small_waiting_page_has_every_way_in(files: Storage) -> None:
    """What a door opens goes before a code, a key or a link does; but not that others on the way can read along."""
    seats = (Seat("Anna"), Seat("Ben", None, ELSEWHERE), Seat("Cleo", None, ELSEWHERE))
    new = NewMatch("herald", seats, {}, doors=Doors(ssh=Ssh(port=0), web=Web(address="127.0.0.2")))
    async with hall((60, 20), storage=files, straight_to=new) as sitting:
        await sitting.until(lambda: "a browser" in sitting.text())
        page = sitting.app.screen
        assert isinstance(page, WaitScreen)
        coded, web = page._coded[0], page.host.doors[-1]
        whole = re.sub(r"\s", "", sitting.text())
        for way in (coded.code(1), coded.key, *(line.split(": ")[1] for line in web.command.splitlines())):
            assert way in whole
        assert web.warns
        assert re.sub(r"\s", "", web.warns) in whole
        await sitting.press("escape")


async def test_how_to_join_is_copied_for_one_seat_and_has_nothing_of_another(files: Storage) -> None:
    """A link is a hand: who is sent the one of somebody else reads its cards."""
    seats = (Seat("Anna"), Seat("Ben", None, ELSEWHERE), Seat("Cleo", None, ELSEWHERE))
    new = NewMatch("herald", seats, {}, doors=Doors(ssh=Ssh(port=0), web=Web()))
    async with hall((80, 24), storage=files, straight_to=new) as sitting:
        await sitting.until(lambda: "a browser" in sitting.text())
        page = sitting.app.screen
        assert isinstance(page, WaitScreen)
        local, ssh, web = page.host.doors
        assert isinstance(ssh, CodedDoor)
        links = [line.split(": ")[1] for line in web.command.splitlines()]
        for key, seat, name in (("", 1, "Ben"), ("down", 2, "Cleo"), ("down", 1, "Ben"), ("up", 2, "Cleo")):
            await sitting.press(*filter(None, [key]), "c")
            await sitting.see(f"for {name} alone")
            other = {"Ben": "Cleo", "Cleo": "Ben"}[name]
            assert sitting.app.clipboard.splitlines() == [
                f"Herald with Anna and {other}: a seat for {name}.",
                local.command,
                ssh.command,
                f"The password, good once: {ssh.code(seat)}",
                f"The key that ssh shows first: {ssh.key}",
                links[seat - 1],
            ]
            assert ssh.code(seat) in sitting.text()
        ben = await come(sitting)
        await sitting.until(lambda: page.host.awaited == [2])
        await sitting.press("c")
        copied = sitting.app.clipboard
        assert all(told in copied for told in (ssh.code(2), links[1]))
        assert links[0] not in copied
        ben.close()
        await sitting.press("escape")


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
@pytest.mark.parametrize("more", [{}, {"ascii_only": True}, {"theme": "terminal"}], ids=str)
async def test_a_link_is_shown_as_a_qr_code(size: tuple[int, int], more: dict[str, Any], files: Storage) -> None:
    """Of the seat that is chosen, until its player is here; what is drawn is the link, with a light rim all around."""
    seats = (Seat("Anna"), Seat("Ben", None, ELSEWHERE), Seat("Cleo", None, ELSEWHERE))
    new = NewMatch("herald", seats, {}, doors=Doors(web=Web(url="https://hall.example.org")))
    async with hall(size, storage=files, straight_to=new, **more) as sitting:
        await sitting.until(lambda: "a browser" in sitting.text())
        page = sitting.app.screen
        assert isinstance(page, WaitScreen)
        await sitting.press("s")
        if "ascii_only" in more and size == (60, 20):
            await sitting.see("make it larger")
        else:
            for seat, name in ((1, "Ben"), (2, "Cleo")):
                await sitting.see(f"For {name} alone.")
                link = page.host.doors[-1].way(seat)
                wanted = [list(row) for row in segno.make_qr(link, error="l", boost_error=False).matrix]
                assert shown_code(sitting, len(wanted)) == wanted
                await sitting.press("down")
            ben = await come(sitting)
            await sitting.until(lambda: page.host.awaited == [2])
            await sitting.see("HOW CLEO JOINS")
            await sitting.press("s")
            await sitting.see("For Cleo alone.")
            ben.close()
        await sitting.press("escape")
        await sitting.see("JOIN")
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))


async def test_a_link_of_this_machine_is_no_qr_code(files: Storage) -> None:
    """No phone could open it."""
    async with hall((80, 24), storage=files, straight_to=replace(match_for_two(), doors=Doors(web=Web()))) as sitting:
        await sitting.until(lambda: "a browser" in sitting.text())
        before = re.sub(r"\d:\d\d", "", sitting.text())  # the clock goes on
        await sitting.press("s")
        assert re.sub(r"\d:\d\d", "", sitting.text()) == before
        await sitting.press("escape")


def shown_code(sitting: Sitting, size: int) -> list[list[int]]:
    """Return the modules that are on the screen, without their rim, 1 for a dark one; the rim is light."""
    cells = sitting.cells()[1:-1]

    def halves(cell: Any) -> tuple[bool, bool]:
        """Whether the upper and the lower half of a cell are light."""
        ground = cell.reverse or cell.ground in ("white", "ivory")
        upper, lower = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}.get(cell.letter, (1, 1))
        return ground and not upper, ground and not lower

    light = [list(row) for line in cells for row in zip(*map(halves, line), strict=True)]
    tall = [row for row in light if any(row)]
    left = min(row.index(True) for row in tall)
    right = max(len(row) - row[::-1].index(True) for row in tall)
    found = [row[left:right] for row in tall]
    if len(found[0]) > 1.5 * size:  # a cell has one module in two columns
        found = [row[::2] for row in found[::2]]
    rim = (len(found[0]) - size) // 2
    assert rim >= 2
    assert all(all(row) for row in (*found[:rim], *found[rim + size :]))
    assert all(all((*row[:rim], *row[rim + size :])) for row in found)
    return [[int(not module) for module in row[rim : rim + size]] for row in found[rim : rim + size]]


@asynccontextmanager
async def form_of(files: Storage) -> AsyncIterator[tuple[Sitting, Any]]:
    """Open the form of a new match of Herald."""
    async with hall(storage=files) as sitting:
        sitting.app.open_page("new", "herald")
        await sitting.see("A new match of")
        yield sitting, sitting.app.screen


@pytest.mark.second
async def test_the_form_opens_a_door_for_ssh(files: Storage) -> None:
    async with form_of(files) as (sitting, form):
        assert not form.query_one("#door").parent.parent.display
        form.query_one("#where2").value = ELSEWHERE
        form.query_one("#door").value = "ssh"
        form.query_one("#address").value = "home"
        await sitting.press("f2")
        await sitting.see("An address is numbers")
        form.query_one("#address").value = "127.0.0.2"
        await sitting.press("f2")
        await sitting.until(lambda: sitting.showing(WaitScreen))
        await sitting.until(lambda: "seat@127.0.0.2" in sitting.text() or "ssh can't wait" in sitting.text())
        await sitting.press("escape")


@pytest.mark.second
async def test_the_form_offers_hints_to_other_screens_only_where_that_is_chosen(files: Storage) -> None:
    async with form_of(files) as (sitting, form):
        assert form.query_one("#coach").value == "hints", "as the settings have it in practice"
        form.query_one("#where2").value = ELSEWHERE
        await sitting.until(lambda: form.query_one("#coach").value == "none")
        form.query_one("#coach").value = "hints"
        form.query_one("#coach").focus()
        await sitting.see("Whoever joins is told")
        await sitting.press("f2")
        await sitting.see("There are hints: whoever joins is told")
        await sitting.press("escape")


@pytest.mark.second
async def test_the_form_opens_a_door_for_browsers(files: Storage) -> None:
    async with form_of(files) as (sitting, form):
        form.query_one("#where2").value = ELSEWHERE
        form.query_one("#door").value = "web"
        await sitting.calm()
        form.query_one("#door").focus()
        await sitting.see("Elsewhere is any browser: after Start you see a link for each seat.")
        form.query_one("#address").focus()
        await sitting.see("Without a proxy nothing that goes to a browser is encrypted.")
        await sitting.press("f2")
        await sitting.see("a browser http://127.0.0.1:")
        await sitting.see("Whoever has a link has its seat, on this machine alone.")


@pytest.mark.second
async def test_the_match_begins_by_itself_and_who_is_away_is_told(files: Storage, monkeypatch: Any) -> None:
    async with hall(storage=files, straight_to=match_for_two("herrlof")) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        playing = asyncio.ensure_future(play(ben, [1], Random(1), most=1))
        await sitting.until(lambda: sitting.match.mover == 0)
        ben.close()
        playing.cancel()
        await sitting.until(lambda: 1 in sitting.table.table.away.since)
        sitting.table._show_away()
        await sitting.see("away for 0:0")
        monkeypatch.setattr("herrlof.table.away.AWAY_SECONDS", 0)
        await sitting.press("plus")
        await sitting.until(lambda: sitting.table.table.away.stand_ins == {1: "rules"})
        await sitting.see("a bot plays, until back")
        again = table_at(tables_here()[0], ben.token)
        await again.open()
        again.sit()
        await sitting.until(lambda: not sitting.table.table.away.stand_ins)
        assert [change.bot for change in sitting.match.seat_changes] == ["rules", None]
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        await until(lambda: again.trouble)
        assert again.trouble == "The host has left the table. Your seat is kept."
        again.close()
        await sitting.press("c")
        await sitting.see("goes on by itself when everybody is seated, or now with Enter")
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(TableScreen))


@pytest.mark.second
async def test_the_place_of_who_is_away_says_so(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two()) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        ben.close()
        await sitting.until(lambda: 1 in sitting.table.table.away.since)
        sitting.table._show_away()
        await sitting.see("away for 0:0")
        assert re.search(r" {3}away( {3}|$)", sitting.text(), re.M), sitting.text()


async def test_a_bot_plays_for_who_does_not_come(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two()) as sitting:
        await sitting.until(tables_here)
        await sitting.press("b")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.bots == [None, "rules"]


async def test_cuts_are_taken_at_both_ends(files: Storage) -> None:
    async with hall(storage=files, settings=Settings(cuts=True), straight_to=match_for_two()) as sitting:
        await sitting.see("Anna")
        assert "Ben" not in sitting.text(), "who cuts elsewhere"
        await sitting.type("oak")
        await sitting.press("enter")
        ben = await come(sitting, "seven")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.cuts == ("oak", "seven")
        ben.close()


@pytest.mark.second
async def test_the_form_offers_a_seat_elsewhere(files: Storage) -> None:
    async with hall(storage=files) as sitting:
        sitting.app.open_page("new", "herald")
        await sitting.see("A new match of")
        sitting.app.screen.query_one("#where2").value = ELSEWHERE
        await sitting.press("f2")
        await sitting.until(lambda: sitting.showing(WaitScreen))
        await sitting.press("escape")
        sitting.app.open_page("new", "herald")
        await sitting.see("A new match of")
        for number in (1, 2):
            sitting.app.screen.query_one(f"#where{number}").value = ELSEWHERE
        await sitting.press("f2")
        await sitting.see("Somebody has to sit at this keyboard.")


# The way there


async def test_home_leads_to_a_table_that_waits(files: Storage) -> None:
    """It lists what waits, and who looks takes no seat; Enter ends the app with the way there."""
    async with hosted(together(files, "herald"), files) as (host, door), hall(storage=files) as sitting:
        await sitting.press("j")
        assert sitting.showing(JoinScreen)
        await sitting.see("Herald, Anna v Ben")
        await sitting.see("Ben's seat is yours.")
        assert host.guests == {}
        await sitting.press("enter")
        await sitting.until(lambda: sitting.app._exit)
        assert sitting.app.joins == door.path


async def test_join_says_in_a_sentence_why_there_is_no_seat(files: Storage) -> None:
    async with hosted(together(files, "herald"), files) as (host, door), hall(storage=files) as sitting:
        ben = await seated(door)
        await until(lambda: not host.awaited)
        await sitting.press("j")
        await sitting.see("Every seat is taken, or kept for its player")
        await sitting.press("enter", "tab")
        await sitting.type("/no/where")
        await sitting.press("enter")
        await sitting.see("There's no table at /no/where.")
        assert sitting.app.joins is None
        assert host.note == "", "nobody is told of who only looks"
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        ben.close()


async def test_a_table_that_was_typed_is_gone_to_and_there_may_be_none(files: Storage) -> None:
    async with hall(storage=files, trouble="The host's machine doesn't answer.") as sitting:
        await sitting.see("The host's machine doesn't answer.")
        await sitting.press("escape", "j")
        await sitting.see("No table is open on this machine.")
        async with hosted(together(files, "herald"), files) as (_host, door):
            await sitting.type(str(door.path))
            await sitting.press("enter")
            await sitting.until(lambda: sitting.app.joins == door.path)


@pytest.mark.second
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning", "error::RuntimeWarning")
async def test_what_is_pressed_twice_at_once_looks_around_once(files: Storage) -> None:
    """What begins anew before it has begun leaves nothing behind that Python would tell of on the screen."""
    async with hosted(together(files, "herald"), files) as (host, door), hall(storage=files) as sitting:
        await sitting.press("g")
        for _ in range(3):
            sitting.app.screen.on_screen_resume()
        await sitting.press("escape", "j")
        path = sitting.app.screen.query_one("#path")
        path.value = str(door.path)
        path.focus()
        await sitting.burst("enter", "enter", "enter")
        await sitting.until(lambda: sitting.app.joins == door.path)
        gc.collect()
        await until(lambda: not host._strangers)


# The guest's end


@asynccontextmanager
async def guest_at(
    files: Storage,
    key: str = "herald",
    agreed: bool = False,
    size: tuple[int, int] = (80, 24),
    watches: bool = False,
    **more: Any,
) -> AsyncIterator[tuple[Sitting, Any]]:
    """Show Ben's page at a table that Anna has opened, or an onlooker's; `agreed`: there are hints."""
    table = together(files, key, hints_agreed=agreed)
    save_seats(files, table.path, StoredSeats(doors=Doors(watch=watches)))
    async with hosted(table, files) as (host, door):
        remote = table_at(door.path, watches=watches)
        await remote.open()
        async with shown(lambda: GuestApp(remote, Settings(pace=0), **more), size) as sitting:
            yield sitting, host
        remote.close()


def asked(sitting: Sitting) -> bool:
    """Whether the table in front waits for a move."""
    table = sitting.app.at_table
    if table is None or table.moment is None or not sitting.showing(TableScreen):
        return False
    return (
        table.moment.kind is MomentKind.ASK and table._waiting is not None and sitting.app.remote.known.stop is not None
    )


@pytest.mark.second
async def test_a_guest_chooses_its_own_language_and_keeps_what_it_typed(files: Storage) -> None:
    try:
        async with guest_at(files) as (sitting, host):
            sitting.app.screen.query_one("#name").value = "Cleo"
            sitting.app.screen.query_one("Dropdown#language").focus()
            await sitting.press("right")
            assert languages.spoken() != languages.ENGLISH
            sits = _("Sit down")
            assert sits != "Sit down"
            assert sits in sitting.text()
            assert "Sit down" not in sitting.text()
            assert sitting.app.focused.id == "language"
            assert sitting.app.screen.query_one("#name").value == "Cleo"
            await sitting.click_text(sits)
            await sitting.until(lambda: 1 in host.guests and host.table.seats[1].name == "Cleo")
    finally:
        languages.use(languages.ENGLISH)


@pytest.mark.second
async def test_a_guest_looks_sits_down_plays_and_comes_back(files: Storage) -> None:
    async with guest_at(files) as (sitting, host):
        assert sitting.showing(GuestScreen)
        for words in ("Anna's table", "this seat is for you", "at the host's keyboard", "knows the cards"):
            assert words in sitting.words()
        for words in ("Look dark", "If your connection breaks, the same command brings you back to this seat."):
            assert words in sitting.words()
        await sitting.press("f1")
        await sitting.see("Herald")
        await sitting.press("escape")
        await sitting.press("f2")
        await until(lambda: not host.awaited)
        assert "the same command brings you back" in sitting.words(), "it stays in sight"
        host.begin()
        anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.until(lambda: host.table._match.mover == 1 and sitting.board.asked)
        moves = len(host.table._match.moves)
        assert sitting.board.view is not None
        assert sitting.board.view.observation == host.table.view(1).observation
        before, left = sitting.table, host.guests[1]
        left._writer.transport.abort()
        await sitting.until(lambda: host.guests.get(1, left) is not left and sitting.app.at_table not in (None, before))
        await sitting.until(lambda: asked(sitting))
        sitting.board.answer(sitting.board.view.legal[0])
        await sitting.until(lambda: len(host.table._match.moves) > moves)
        anna.cancel()
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(GuestScreen))
        await sitting.see("The match waits; your seat is kept.")
        await sitting.see("To the table")
        await sitting.press("f2")
        await sitting.until(lambda: sitting.showing(TableScreen))


@pytest.mark.second
@pytest.mark.parametrize("key", ["herald", "how-ruck"])  # one of them begins with a race
async def test_an_onlooker_sees_the_public_table_and_has_no_key_of_a_seat(key: str, files: Storage) -> None:
    async with guest_at(files, key, watches=True, keep_record=nothing_kept) as (sitting, host):
        for words in ("Anna's table", "but no hand.", "awaited", "You watch", "brings you back."):
            assert words in sitting.words()
        assert not sitting.app.screen.query("#name, #cut")
        await sitting.press("f2")
        ben = await seated(host.doors[0])
        await until(lambda: not host.awaited)
        host.table.measures_time = True
        place = host.table.join([0])
        stop = await place.next()
        host.begin()
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.see("1 watches")
        assert not sitting.table.resigning
        host.table.send(0, WantEnd())
        ben.close()
        await until(lambda: sitting.table.table.away.since and sitting.table.table.end_wanted)
        sitting.table._show_away()
        assert sitting.table._company.row(True, 80) is None
        assert len(sitting.board.scene.notice) == 1, "an onlooker is told of no key"
        if stop.kind is MomentKind.ASK:
            host.table.send(stop.seat, Play(host.table.view(stop.seat).legal[0]))
        seen = sitting.board.view
        assert seen.seat == NOBODY
        assert all(not event.values for event in seen.events if event.visible_to is not None)
        host.table.send(0, Resign())
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert [key for key, _label in sitting.app.screen.choices] == ["wait", "leave"]
        assert "V review" not in sitting.text(), "record and review are for whoever had a seat"
        await sitting.press("v")
        assert sitting.showing(MatchScreen)


async def nothing_kept() -> str:
    """Keep no record."""
    raise AssertionError("an onlooker has none")


async def test_the_host_lets_others_watch_and_its_page_and_its_table_say_how_many_do(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.seats.onlookers.COUNTED_SECONDS", 0.0)
    new = replace(match_for_two(), doors=Doors(ssh=Ssh(port=0)))
    async with hall(storage=files, straight_to=new) as anna:
        await anna.until(tables_here)
        assert "watch" not in anna.text()
        await anna.press("w")
        for way in anna.app.host.ways_to_watch:
            assert way in anna.words()
        await anna.see("To watch: herrlof join --watch")
        assert anna.app.host.ways_to_watch[0] in anna.app.screen._plain_lines()
        eve = table_at(tables_here()[0], watches=True)
        await eve.open()
        await anna.see("1 watches")
        ben = await come(anna)
        await anna.until(lambda: anna.showing(TableScreen))
        await anna.see("1 watches")
        eve.close()
        await anna.until(lambda: "watches" not in anna.text())
        ben.close()


async def test_one_watches_at_a_table_on_this_machine_where_its_host_allows_it(files: Storage) -> None:
    async with hosted(together(files, "herald"), files) as (host, door), hall(storage=files) as sitting:
        ben = await seated(door)
        await until(lambda: not host.awaited)
        await sitting.press("j")
        await sitting.see("Every seat is taken, or kept for its player")
        await sitting.press("w")
        await sitting.see("Nobody may watch here: the host doesn't allow it.")
        host.let_watch(True)
        await sitting.press("w")
        await sitting.until(lambda: sitting.app._exit)
        assert (sitting.app.joins, sitting.app.watches) == (door.path, True)
        ben.close()


@pytest.mark.second
async def test_a_guest_chooses_a_name_that_nobody_else_has(files: Storage) -> None:
    async with guest_at(files) as (sitting, host):
        await sitting.see("change it if you like")
        field = sitting.app.screen.query_one("#name")
        assert field.value == "Ben"
        field.focus()
        await sitting.burst("end", "backspace", "backspace", "i", "l")
        assert field.value == "Bil"
        for wrong, said in (("anna", "Two players are called 'anna'"), (" ", "at least one visible character")):
            field.value = wrong
            await sitting.press("f2")
            await sitting.see(said)
            assert not host.guests[1].sits
        field.value = "Benjamin"
        with pytest.MonkeyPatch.context() as patch:  # as if another guest had just taken it
            patch.setattr(host.table, "name_seat", refusing)
            await sitting.press("f2")
            await sitting.see("Not that name.")
        assert not sitting.app.remote.sits
        await sitting.press("f2")
        await until(lambda: not host.awaited)
        await sitting.see("Benjamin")
        assert "Not that name." not in sitting.words()
        assert field.disabled
        host.begin()
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert [*sitting.board.context.names] == ["Anna", "Benjamin"]


def refusing(seat: int, name: str) -> None:
    """Be no table at which somebody is called so."""
    raise ValueError("Not that name.")


@pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(80, 24)]))
async def test_a_guest_learns_first_and_that_reaches_nothing_of_the_hosts(
    size: tuple[int, int], files: Storage, tmp_path: Path
) -> None:
    files.note_lesson("herfor", 2, None)
    async with guest_at(files, "herfor", size=size) as (sitting, host):
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        sitting.app.screen.query_one("#learn").focus()
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(LearnScreen))
        assert f"0 of {len(lessons_of('herfor'))} lessons done" in sitting.words()
        assert "Herald" not in sitting.text(), "only the game that is played here"
        assert "Esc back" in sitting.words()
        await sitting.press("enter")
        await give(sitting, "place c3")
        sitting.later(1)
        await sitting.press("space", "escape")
        assert "Enter goes on at step 2" in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(GuestScreen)
        assert not host.guests[1].sits
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        known = sitting.app.learnt
        known.note_lesson("herfor", 1, None)
        known.note_lesson("herfor", 1, 1)
        assert known.lessons("herfor") == {1: None}, "done it remains"


@pytest.mark.second
async def test_who_reads_when_the_match_begins_is_told_so(files: Storage) -> None:
    async with guest_at(files) as (sitting, host):
        await sitting.press("f2")
        await until(lambda: not host.awaited)
        sitting.app.screen.action_learn()
        await sitting.until(lambda: sitting.showing(LearnScreen))
        host.begin()
        await sitting.until(lambda: "The match has begun" in str([*sitting.app._notifications]))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(TableScreen))


def noted(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is written to a terminal from now on."""
    written, driver = list[str](), sitting.app._driver
    assert driver is not None
    write = driver.write
    monkeypatch.setattr(driver, "write", lambda data: (written.append(data), write(data)))
    return written


def said(sitting: Sitting) -> list[str]:
    """Return what has been shown of what others say."""
    return [note.message for note in sitting.app._notifications]


async def test_ready_words_are_shown_at_the_other_screen_and_the_title_tells_whose_turn_it_is(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herrlof.table.connection.NUDGE_SECONDS", 0.0)
    async with guest_at(files) as (ben, host):
        written = noted(ben, monkeypatch)
        await ben.press("f2")
        await begun(host)
        anna = Keyboard(host.table, [0])

        async def waits() -> None:
            while (moment := await anna.next()).kind not in (MomentKind.ASK, MomentKind.WAIT):
                pass
            if moment.kind is MomentKind.ASK:
                anna.play(moment.view.legal[0])
                await waits()

        await asyncio.gather(waits(), ben.until(lambda: asked(ben)))
        titles = [text for text in written if "]2;" in text]
        assert titles[-1].endswith("\x1b]2;● Your turn – Herrlof\x07")
        anna.send(Say("one moment"))
        await ben.until(lambda: "Anna: One moment." in said(ben))
        anna.nudge()
        await ben.until(lambda: "Anna is waiting for you." in said(ben))
        assert "\x07" in written
        await ben.press("semicolon")
        await ben.see("Well played!")
        assert "N nudge" not in ben.text(), "nobody else is waited for"
        await ben.press("1")
        await ben.until(lambda: "You: Well played!" in said(ben))
        host.table.known.said_at.clear()
        ben.app.remote.known.said_at.clear()
        await ben.press("semicolon", "down", "down", "up", "enter")
        await ben.until(lambda: "You: One moment." in said(ben))
        host.table.known.said_at.clear()
        await ben.press("semicolon")
        await ben.press("m")
        host.table.known.said_at.clear()
        anna.send(Say("again?"))
        await until(lambda: len(ben.app.remote.heard) == 5)
        ben.app.at_table.company.heed()
        assert "Anna: Again?" not in said(ben)
        await ben.press("right", "enter")
        await ben.until(lambda: not asked(ben))
        await ben.until(lambda: [text for text in written if "]2;" in text][-1] == "\x1b]2;Herrlof\x07")
        anna.leave()


@pytest.mark.parametrize(("calls", "sounds"), first([("bell", "\x07"), ("notification", "\x1b]9;"), ("", None)]))
async def test_a_guest_chooses_how_it_is_called(
    calls: str, sounds: str | None, files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guest_at(files) as (sitting, _host):
        told = noted(sitting, monkeypatch)
        sitting.app.screen.query_one("#call", Dropdown).value = calls or "bell"
        await sitting.until(lambda: sitting.app.calls == (calls or "bell"))
        if not calls:
            sitting.app.screen.query_one("#call", Dropdown).value = ""
            await sitting.until(lambda: sitting.app.calls == "")
        told.clear()
        sitting.app.call()
        assert [text.startswith(sounds) for text in told] == ([True] if sounds else [])


async def test_who_comes_back_sits_at_once_and_leaves_for_its_page(files: Storage) -> None:
    async with hosted(together(files, "herald", 2), files) as (host, door):
        ben, cleo = await seated(door), await seated(door)
        await begun(host)
        ben.close()
        await until(lambda: 1 in host.table.away.since)
        again = table_at(door.path, ben.token)
        await again.open()
        async with shown(lambda: GuestApp(again, Settings())) as sitting:
            await sitting.until(lambda: sitting.showing(TableScreen))
            assert not host.table.away.since
            sitting.app.go_home()
            await sitting.see("The match waits; your seat is kept.")
            assert "To the table" in sitting.text()
        again.close()
        cleo.close()


@pytest.mark.parametrize("gone", later([False, True], now=[False]))
async def test_a_page_that_is_made_or_gone_may_be_told_what_the_line_says(gone: bool, files: Storage) -> None:
    async with guest_at(files) as (sitting, _host):
        app = sitting.app
        page = GuestScreen()
        table = app._screen_at(app.remote)
        if gone:
            await app.push_screen(page)
            await app.push_screen(table)
            await app.pop_screen()
            await app.pop_screen()
        app.remote._tell(Troubled("The line is cut."))
        page.heard()
        table._show_trouble()


@pytest.mark.second
@pytest.mark.parametrize("agreed", [True, False])
async def test_a_guest_is_told_of_hints_before_it_sits_down_and_tab_shows_one(agreed: bool, files: Storage) -> None:
    async with guest_at(files, agreed=agreed, suspends=False) as (sitting, host):
        assert ("Whoever sits down agrees." in sitting.words()) == agreed
        await sitting.press("f2")
        await begun(host)
        anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
        await sitting.until(lambda: asked(sitting))
        assert ("Tab hint" in sitting.text()) == agreed
        await sitting.press("tab")
        if agreed:
            await sitting.until(lambda: sitting.board.scene.hint is not None and sitting.board.scene.hint.whole)
            await sitting.see("HINT")
        else:
            await sitting.see("between people there are hints only if all agreed")
        anna.cancel()


async def test_the_host_offers_hints_and_its_page_says_what_a_guest_is_told(files: Storage) -> None:
    new = replace(match_for_two(), hints=True)
    async with hall(storage=files, straight_to=new) as sitting:
        await sitting.see("There are hints: whoever joins is told so, and agrees by sitting down.")
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        bens = asyncio.ensure_future(play(ben, [1], Random(0)))
        await sitting.until(lambda: sitting.board.asked)
        await sitting.press("tab")
        await sitting.see("HINT")
        assert sitting.match.help.hints == 1
        bens.cancel()
        ben.close()


@pytest.mark.second
@pytest.mark.parametrize("choice", ["again", "same", "swapped"])
@pytest.mark.parametrize("agreed", [True, False])
async def test_a_match_after_a_match_begins_with_the_hints_that_were_agreed(
    choice: str, agreed: bool, files: Storage
) -> None:
    first = together(files, "herald", hints_agreed=agreed)
    await asyncio.gather(*(play(first, [seat], Random(seat)) for seat in (0, 1)))
    async with hall(storage=files) as sitting:
        sitting.app.after_match(first, choice)
        await sitting.until(tables_here)
        await sitting.see("herrlof join")
        assert ("There are hints: whoever joins is told so" in sitting.words()) == agreed
        guest = table_at(tables_here()[0])
        await guest.open()
        assert ("Whoever sits down agrees." in guest.hints_told) == agreed
        guest.sit()
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.help.agreed == agreed
        guest.close()


@pytest.mark.second
async def test_guests_come_along_when_the_host_plays_again(files: Storage, tmp_path: Path) -> None:
    """They keep their line and their seat, and look before they sit down; the finished record is still theirs."""
    own = Storage(tmp_path / "guest", tmp_path / "guest-config", FastDisk())
    async with hall(storage=files, straight_to=match_for_two()) as anna:
        await anna.until(tables_here)
        remote = table_at(tables_here()[0])
        await remote.open()
        async with shown(lambda: GuestApp(remote, Settings(pace=0), lambda: keep_record(own, remote))) as ben:
            await ben.press("f2")
            await anna.until(lambda: anna.showing(TableScreen))
            first, host = anna.match, anna.app.host
            await play_both(anna, ben)
            assert "Play again" not in ben.text()
            anna.later(1)
            await anna.press("enter")
            await anna.until(lambda: anna.showing(WaitScreen))
            await anna.see("still looking at the last match")
            await ben.see("Keep the record")
            await ben.see("Play again")
            ben.later(1)
            await ben.press("right", "enter")
            await ben.see("among your matches now")
            await ben.press("escape")
            await ben.see("Anna is playing again and asks you to join in.")
            await ben.press("f2")
            await ben.see("this seat is for you")
            assert "Sit down" in ben.text()
            await anna.see("looks at the table")
            assert anna.showing(WaitScreen)
            await ben.press("f2")
            await anna.until(lambda: anna.showing(TableScreen))
            await ben.until(lambda: ben.showing(TableScreen))
            assert anna.app.host is host
            assert anna.match.game_id not in (first.game_id,)
            assert ben.app.remote.hello.game_id == anna.match.game_id
            await anna.press("escape")
            await ben.until(lambda: remote.trouble == "The host has left the table. Your seat is kept.")
        remote.close()


async def test_who_was_sent_away_in_a_match_is_told_so_at_its_own_page_and_led_to_no_dead_table(files: Storage) -> None:
    async with guest_at(files) as (ben, host):
        await ben.press("f2")
        await begun(host)
        await ben.until(lambda: ben.showing(TableScreen))
        second = table_at(tables_here()[0], host.reservations.token(1))
        await second.open()
        await ben.until(lambda: ben.showing(GuestScreen))
        await ben.see("This seat has been taken at another terminal.")
        for key in ("f2", "enter"):
            assert "To the table" not in ben.text()
            await ben.press(key)
        await ben.until(lambda: not ben.app.is_running)
        second.close()


@pytest.mark.parametrize("asks", later([False, True], now=[False]))
async def test_the_end_page_waits_for_a_rematch_or_asks_for_one(asks: bool, files: Storage) -> None:
    """What Enter takes waits; then one comes along by oneself. Who asks is heard by the host."""
    async with guest_at(files) as (ben, host):
        await ben.press("f2")
        await begun(host)
        await ben.until(lambda: ben.showing(TableScreen))
        host.table.send(0, Resign())
        await ben.until(lambda: isinstance(ben.app.screen, MatchScreen))
        await ben.see("Rematch")
        ben.later(1)
        await ben.press(*(["right"] if asks else []), "enter")
        await ben.see("waiting for Anna")
        if asks:
            await until(lambda: host.table.heard == [Said(1, "again?")])
            assert "Rematch" not in ben.text()
        table = host.table.again(files, 0)
        host.play_on(table)
        await ben.until(lambda: ben.showing(GuestScreen))
        await ben.see("this seat is for you")
        assert not ben.app.waits
        host.close(final=True)
        await ben.until(lambda: ben.app.remote.ended)
        table.close()


async def play_both(anna: Sitting, ben: Sitting) -> None:
    """Play a match by chance at two screens, to the end pages of both."""
    rng = Random(0)
    while not all(isinstance(one.app.screen, MatchScreen) for one in (anna, ben)):
        for one in (anna, ben):
            table = one.app.at_table
            if one.showing(TableScreen) and one.board.asked and table._waiting is not None:
                one.board.answer(rng.choice(one.board.view.legal))
            await one.calm()
            if isinstance(one.app.screen, RoundScreen):
                await one.press("enter")


async def test_a_match_that_is_not_played_again_after_all_is_gone_for_its_guests(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two()) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        sitting.app.stop_waiting(sitting.app.host)
        await until(lambda: ben.ended)
        assert ben.ended == "The host has left the table."


async def test_who_quits_a_table_with_open_doors_is_told_that_the_match_is_kept(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two()) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.press("ctrl+c")
        await sitting.until(lambda: not sitting.app.is_running)
        assert [str(told) for told in sitting.app._exit_renderables] == [
            "The match is kept, with the seats of all: go on with it at home, and the doors open again."
        ]
        assert files.count() == 1
        ben.close()


async def test_a_link_is_called_back_where_there_are_no_codes(files: Storage) -> None:
    async with hall(storage=files, straight_to=replace(match_for_two(), doors=Doors(web=Web()))) as sitting:
        await sitting.see("N new link")
        door = sitting.app.host.doors[1]
        before = door.way(1)
        await sitting.press("n")
        assert door.way(1) != before
        await sitting.see(door.way(1)[-12:])


async def test_during_a_match_the_palette_tells_how_the_others_join(files: Storage) -> None:
    new = replace(match_for_two(), doors=Doors(ssh=Ssh(port=0)))
    async with hall(storage=files, straight_to=new) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        ben.close()
        await sitting.until(lambda: 1 in sitting.table.table.away.since)
        sitting.table._show_away()
        assert "Ctrl+P shows how others join" in str(sitting.board.scene.notice)
        sitting.table.action_doors()
        await sitting.until(lambda: sitting.showing(WaitScreen))
        await sitting.see("N makes a new one")
        (door,) = sitting.app.screen._coded
        await sitting.press("n")
        await sitting.see("for Ben alone")
        assert door.code(1) in sitting.text()
        for key in ("enter", "b"):
            await sitting.press(key)
        assert sitting.showing(WaitScreen)
        assert sitting.match.bots == [None, None]
        with pytest.raises(JoinError):
            await table_at(tables_here()[0], ben.token).open()
        again = table_at(tables_here()[0], sitting.app.host.reservations.token(1))
        await again.open()
        again.sit()
        await sitting.see("each guest has a code to come back")
        await sitting.see("Everybody is here, and the match is on: Esc goes to the table.")
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(TableScreen))
        again.close()


async def test_a_guest_who_is_back_is_shown_that_a_bot_has_played(files: Storage) -> None:
    async with guest_at(files) as (ben, host):
        await ben.press("f2")
        await begun(host)
        await ben.until(lambda: ben.app.at_table is not None)
        for _time in range(2):
            host.table.note_away(1)
            host.table.stand_in(1)
            ben.app._notifications.clear()
            host._come_back(host.guests[1])
            await ben.until(lambda: said(ben) == ["While you were away a bot played for you."])
            await until(lambda: ben.app.remote.away == host.table.away)


async def test_at_a_race_too_who_is_away_is_told_and_a_bot_or_the_doors_are_a_key_away(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(storage=files, straight_to=match_for_two("how-ruck")) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("space")
        await until(lambda: ben.known.at(MomentKind.MEASURE))
        ben.send(1, ReadClock(Reading(ready=True)))
        await sitting.see("Keep one card of each pair")
        race = sitting.app.screen
        ben.close()
        await sitting.until(lambda: sitting.showing(RaceScreen) and sitting.app.screen is not race)
        await sitting.see("Ben is away, and the match waits.")
        await sitting.see("Ctrl+P shows how others join.")
        assert "+ a bot plays" not in sitting.text()
        await sitting.press("slash")
        await sitting.until(lambda: sitting.showing(WaitScreen))
        await sitting.press("escape")
        monkeypatch.setattr("herrlof.table.away.AWAY_SECONDS", 0)
        await sitting.press("space")
        sitting.table._show_away()
        await sitting.see("+ lets a bot play meanwhile, if everybody here wants it.")
        commands = [name for name, _do in TableCommands(sitting.app.screen)._commands()]
        assert {"Let a bot play for whoever is away", "How the others join"} <= {*commands}
        assert "Hint" not in commands
        await sitting.press("plus")
        await sitting.until(lambda: sitting.table.table.away.stand_ins == {1: "rules"})
        await sitting.until(lambda: "Ben is away" not in sitting.text() and sitting.showing(RaceScreen))
        race = sitting.app.screen
        assert not race._race.far
        again = table_at(tables_here()[0], ben.token)
        await again.open()
        again.sit()
        await sitting.until(lambda: sitting.showing(RaceScreen) and sitting.app.screen is not race)
        assert sitting.app.screen._race.far, "who is back races again"
        again.close()


async def test_at_a_race_and_at_the_end_of_a_round_too_it_is_told_what_is_wrong_and_who_wants_to_end(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(storage=files, straight_to=match_for_two("how-ruck")) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await until(lambda: ben.begun)
        ben.send(1, WantEnd())
        await sitting.see("Ben wants to end the match here, with no winner: = answers.")
        monkeypatch.setattr(Table, "trouble", "The disk is full.")
        await sitting.see("The disk is full.")
        ends = "herrlof.tui.boards.how_ruck.ends.HowRuckEnds"
        monkeypatch.setattr(f"{ends}.draw_round", lambda *of: None)
        monkeypatch.setattr(f"{ends}.round_title", lambda ends: "The end of round 1")
        sitting.app.push_screen(RoundScreen(sitting.board))
        await sitting.until(lambda: sitting.showing(RoundScreen))
        ben.close()
        await sitting.see("The end of round 1 · Ben is away.")
        await sitting.press("slash")
        await sitting.until(lambda: sitting.showing(WaitScreen))


async def test_what_others_want_and_who_is_away_stands_above_ones_own_question(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seat("Anna"), Seat("Ben", None, ELSEWHERE), Seat("Cas", None, ELSEWHERE)
    async with hall(storage=files, straight_to=NewMatch("herrlof", seats, {})) as sitting:
        ben = await come(sitting)
        cas = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen) and sitting.board.asked)
        for by in (ben, cas):
            await until(lambda by=by: by.begun)
            by.send(by.seat, WantEnd())
        await sitting.see("Ben and Cas want to end the match here, with no winner: = answers.")
        cas.send(cas.seat, WantEnd(False))
        await sitting.see("Ben wants to end the match here, with no winner: = answers.")
        ben.send(ben.seat, WantEnd(False))
        await until(lambda: not sitting.table.table.end_wanted)
        ben.close()
        await sitting.see("Ben is away.")
        monkeypatch.setattr("herrlof.table.away.AWAY_SECONDS", 0)
        cas.send(cas.seat, WantStandIn(1))
        await sitting.see("Cas wants a bot to play for Ben: + agrees.")
        assert sitting.board.asked
        await sitting.press("plus")
        await sitting.until(lambda: sitting.table.table.away.stand_ins == {1: "rules"})
        await sitting.until(lambda: "+ agrees" not in sitting.text())
        cas.close()
        await sitting.see("Cas is away.")


async def test_a_guest_has_one_seat_and_nothing_else(files: Storage, tmp_path: Path) -> None:
    """No command palette, no matches, no settings, no screenshot, no shell to go back to, and no file is written."""
    async with guest_at(files, suspends=False) as (sitting, host):
        await sitting.press("f2")
        await begun(host)
        await sitting.until(lambda: sitting.showing(TableScreen))
        before = sorted(tmp_path.rglob("*"))
        stack = list(sitting.app.screen_stack)
        for key in ("ctrl+p", "ctrl+backslash", "ctrl+z", "ctrl+s", "ctrl+t", "f12"):
            await sitting.press(key)
            assert sitting.app.screen_stack == stack
        app = sitting.app
        app.open_page("new", "herald")
        app.open_page("quick", "herald")
        for name in ("storage", "start", "resume", "replay", "review", "practise", "host"):
            assert not hasattr(app, name), "what is an owner's a guest's program does not have"
        assert app.owner is None
        app.open_page("matches")
        app.open_page("settings")
        app.open_page("join")
        app.change(app.settings)
        await sitting.calm()
        assert sitting.app.screen_stack == stack
        assert sorted(tmp_path.rglob("*")) == before
        assert not app.ENABLE_COMMAND_PALETTE
        with pytest.raises(ValueError, match="another one's seat"):
            app.remote.view(0)
        assert app.remote.view(NOBODY).seat == 1


@pytest.mark.second
async def test_a_guest_is_offered_the_finished_record_and_it_is_checked(files: Storage, tmp_path: Path) -> None:
    own = Storage(tmp_path / "guest", tmp_path / "guest-config", FastDisk())
    remote: RemoteTable | None = None
    async with guest_at(files, "herrlof", keep_record=lambda: keep_record(own, remote)) as (sitting, host):
        remote = sitting.app.remote
        await sitting.press("f2")
        await begun(host)
        anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
        await sitting.until(lambda: sitting.showing(TableScreen))
        rng = Random(1)
        while not host.table.over:
            await sitting.until(lambda: asked(sitting) or host.table.over or not sitting.showing(TableScreen))
            if not sitting.showing(TableScreen):
                await sitting.press("enter")
            elif asked(sitting):
                number = sitting.app.remote.number
                sitting.board.answer(rng.choice(sitting.board.view.legal))
                await sitting.until(lambda number=number: sitting.app.remote.number > number)
        await anna
        await sitting.see("Keep the record")
        await until(lambda: sitting.app.remote._has_record)
        host.close()
        await until(lambda: sitting.app.remote.ended == "The host has left the table.")
        sitting.later(1)
        await sitting.press("enter")  # nobody is waited for who has left
        await sitting.see("among your matches now")
        await sitting.press("escape")
        await sitting.see("The match is over.")
        assert "waits for you" not in sitting.words()
        assert own.count() == 1
        assert "already" in await keep_record(own, remote)
        told = remote.view(1).events
        hello = remote.hello.model_copy(update={"commitment": "0" * 64})
        for of, name, value, said in (
            (remote.known, "view", remote.view(1)._replace(events=told[:-1]), "a different match"),
            (remote, "hello", hello, "a different match"),
            (remote, "told_cut", "seven", "a cut that isn't yours"),
            (remote, "record", partial(tampered, remote.record), "The record isn't whole"),
        ):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(of, name, value)
                with pytest.raises(ValueError, match=said):
                    await keep_record(own, remote)


@pytest.mark.second
async def test_a_guest_reviews_the_match_from_its_end_page_and_owns_nothing_there(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own decisions first, judged by the host; on the table it looks from its own seat; nothing is begun there."""
    monkeypatch.setattr("herrlof.coach.review.Worker", Here)
    async with guest_at(files, "herrlof") as (ben, host):
        await ben.press("f2")
        await begun(host)
        await ben.until(lambda: ben.showing(TableScreen))
        anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
        for number in range(3):
            await ben.until(lambda: asked(ben))
            ben.board.answer(sorted(ben.board.view.legal)[number])
            await ben.until(lambda stops=ben.app.remote.number: ben.app.remote.number > stops)
        host.table.send(0, Resign())
        await anna
        await ben.until(lambda: isinstance(ben.app.screen, MatchScreen))
        await until(lambda: ben.app.remote._has_record)
        await ben.see("Review")
        await ben.press("v")
        await ben.see("BEN'S DECISIONS")
        await ben.until(lambda: ben.app.screen.review.done)
        await ben.see("all judged")
        for words in ("Find better", "What if", "All my mistakes"):
            assert words not in ben.text()
        for key in ("m", "w", "b"):
            await ben.press(key)
        assert ben.showing(ReviewScreen)
        await ben.press("f")
        await ben.see("ANNA'S DECISIONS")
        await ben.press("f", "enter")
        assert ben.showing(ReplayScreen)
        assert ben.app.screen.board.context.readers == [1]
        await ben.press("v")
        assert ben.showing(ReplayScreen), "the review is below it"
        await ben.press("escape")
        host.play_on(table := host.table.again(files, 0))
        await ben.until(lambda: ben.app.remote.invited)
        await ben.until(lambda: any("asks you to join in" in str(one.message) for one in ben.app._notifications))
        await ben.press("escape")
        await ben.see("Play again")
        table.close()


async def tampered(record: Callable[[], Awaitable[bytes]]) -> bytes:
    """Return a record in which a name is another one."""
    return (await record()).replace(b'"Anna"', b'"Bnna"')


async def test_the_seats_that_were_taken_are_remembered(files: Storage) -> None:
    async with hosted(together(files, "herald"), files) as (host, door):
        joined = Joined(files)
        ben = await seated(door)
        joined.keep(door.path, ben.token)
        await until(lambda: not host.awaited)
        assert Joined(files).token(door.path) == ben.token
        assert Joined(files).token(door.path.parent) is None
        ben.close()


class Liar:
    """A host whose lines are of the protocol, and of no match: numbers, seats, kinds and places are others."""

    def __init__(self, door: LocalDoor, seed: int) -> None:
        self._door, self._rng = door, Random(seed)
        self.lies = 0

    async def connect(self) -> Streams:
        reader, writer = await asyncio.open_unix_connection(str(self._door.path), limit=LONGEST)
        heard = asyncio.StreamReader(limit=LONGEST)

        async def pass_on() -> None:
            while line := await reader.readline():
                heard.feed_data(json.dumps(self._lie(json.loads(line))).encode() + b"\n")
            heard.feed_eof()

        self._task = asyncio.ensure_future(pass_on())
        return heard, writer

    def _lie(self, said: dict[str, Any]) -> dict[str, Any]:
        rng = self._rng
        if said["type"] == "events" and rng.random() < 0.3:
            for event in rng.sample(said["events"], min(2, len(said["events"]))):
                self.lies += 1
                match rng.randrange(4):
                    case 0:
                        event["values"] = [rng.choice([-1, 0, 3, 99, 2**40]) for _ in event["values"]]
                    case 1:
                        event["seat"] = rng.choice([-4, -1, 0, 1, 5])
                    case 2:
                        event["kind"] = rng.choice([other["kind"] for other in said["events"]])
                    case 3:
                        event["values"] = event["values"][: rng.randrange(3)]
        elif "observation" in said and rng.random() < 0.3:
            self.lies += 1
            name = rng.choice([key for key, value in said["observation"].items() if key != "seat"])
            said["observation"][name] = other_than(said["observation"][name], rng)
        return said


def other_than(value: Any, rng: Random) -> Any:
    """Return a value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice([-1, 0, 1, 7, 1000])
    if isinstance(value, list) and value:
        changed = list(value)
        place = rng.randrange(len(value))
        changed[place] = other_than(value[place], rng)
        return rng.choice([changed, value[1:], value * 2, []])
    return value


IDLE = 300
"""Keys that a guest presses before it believes that nothing more comes."""


@pytest.mark.parametrize(
    ("key", "seed"),
    [
        ("herald", 1),
        *(pytest.param(key, seed, marks=pytest.mark.second) for key in GAMES for seed in range(2, 5)),
        *(pytest.param(key, seed, marks=pytest.mark.slow) for key in GAMES for seed in range(5, 12)),
    ],
)
async def test_a_host_that_lies_is_left_with_a_sentence(key: str, seed: int, files: Storage) -> None:
    async with hosted(together(files, key), files) as (host, door):
        liar = Liar(door, seed)
        remote = RemoteTable(liar.connect)
        await remote.open()
        anna: asyncio.Future[Any] | None = None
        try:
            async with shown(lambda: GuestApp(remote, Settings(pace=0))) as sitting:
                await sitting.press("f2")
                await begun(host)
                anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
                rng, idle = Random(seed), 0
                while not remote.ended and idle < IDLE:
                    if asked(sitting):
                        idle = 0
                        number, before = remote.number, sitting.table.moment
                        sitting.board.answer(rng.choice(sitting.board.view.legal))
                        await sitting.until(
                            lambda number=number, before=before: (
                                remote.number > number
                                or remote.ended
                                or (asked(sitting) and sitting.table.moment is not before)  # it was refused
                            )
                        )
                    else:
                        idle += 1
                        await sitting.press("enter")
                assert liar.lies
                if remote.ended:  # else the guest was told that it is never asked again, and waits in peace
                    await sitting.see(f"What the host's program says doesn't fit {GAMES[key].title}.")
        except (WorkerFailed, LookupError) as error:  # what no word of the game speaks of, and its board shows
            sitting.app._exit_renderables.clear()
            sitting.app._exception = error
            sitting.app.panic()
            (told,) = sitting.app._exit_renderables
            assert str(told).startswith("You left the table: what its host sent can't be shown")
        finally:
            remote.close()
            if anna is not None:
                anna.cancel()


async def test_what_cannot_be_shown_ends_a_guest_with_a_sentence(files: Storage) -> None:
    async with guest_at(files) as (sitting, _host):
        sitting.app._exception = KeyError(7)
        sitting.app.panic()
        (told,) = sitting.app._exit_renderables
        assert str(told) == "You left the table: what its host sent can't be shown (KeyError)."
        sitting.app._exception = None


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_the_end_says_why_nothing_proves_its_deals(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    trouble = "The seed doesn't fit the commitment: these deals aren't proved."
    monkeypatch.setattr(Table, "proof", Proof("2R3E", None))
    monkeypatch.setattr(Table, "trouble", trouble)
    async with at_table(in_play("B8", "B2", dealer=0, goal=1), "Anna", "bot:random", size=size) as sitting:
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert "Deal 2R3E" in sitting.text()
        assert stands(sitting.lines(), trouble)
        assert "commitment holds" not in sitting.text()
