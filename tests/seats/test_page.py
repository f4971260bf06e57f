"""The page in lines: what a browser is given, what goes over its socket, and how a screen reader has it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files as package_files
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import aiohttp
import pytest

from herrlof import languages
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.plain.typed import word_of
from herrlof.records.storage import Storage
from herrlof.seats.certify import Scenario, other_world
from herrlof.table.commands import Resign
from tests.plain.test_table import QUESTIONS
from tests.seats.chromium import PROGRAM, Chromium
from tests.seats.rooms import begun, play, together, until
from tests.seats.test_host import world_of
from tests.seats.test_lines import gone_on
from tests.seats.test_web import files, hasty
from tests.seats.visitor import served

__all__ = ["files", "hasty"]
CHROMIUM = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine: apt install chromium")
SAID = "[...document.querySelectorAll('#log p')].map((one) => one.textContent).join('\\n')"
COUNTED = """
    window.called = [];
    window.Notification = class {
      static permission = 'granted';
      constructor(_title, { body }) { called.push(body); }
    };
    window.AudioContext = class {
      currentTime = 0;
      createGain() { return { gain: {}, connect() {} }; }
      createOscillator() {
        called.push('bell');
        return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
      }
    };
    Object.defineProperty(document, 'hidden', { value: true });
"""
"""Lets a page tell how it called somebody who looks at another tab."""
FOCUSED = "[document.activeElement.tagName, document.activeElement.textContent]"
CHOICES = "[...document.querySelectorAll('#choices button')].map((one) => one.textContent)"


async def test_a_link_in_lines_is_remembered_until_it_is_asked_for_drawn(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (_host, door), aiohttp.ClientSession() as browser:
        link = door.command

        async def page(query: str = "", cookie: str = "") -> tuple[bool, str]:
            headers = {"Cookie": cookie} if cookie else {}
            async with browser.get(f"{link}{query}", headers=headers) as answer:
                text, told = await answer.text(), answer.headers.get("Set-Cookie", "")
                assert ('role="log"' in text) is not ("textual-terminal" in text)
                return 'role="log"' in text, told

        browser.cookie_jar.clear()
        assert await page() == (False, "")
        in_lines, told = await page("?lines")
        assert in_lines
        assert re.match(r"face=lines; HttpOnly; Max-Age=\d+; Path=/[\w-]+; SameSite=Strict$", told)
        assert told.split("Path=")[1].split(";")[0] == f"/{link.rpartition('/')[2]}", "by this link alone"
        browser.cookie_jar.clear()
        assert await page(cookie="face=lines") == (True, "")
        in_lines, told = await page("?drawn", cookie="face=lines")
        assert (in_lines, told.split(";")[0]) == (False, "face=drawn")
        browser.cookie_jar.clear()
        assert await page("?small") == (True, ""), "this window is too small, another one may not be"


async def test_every_part_of_the_page_is_its_own(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (_host, door), aiohttp.ClientSession() as browser:
        async with browser.get(f"{door.command}?lines") as answer:
            text, policy = await answer.text(), answer.headers["Content-Security-Policy"]
        assert re.findall(r"(?:src|href)=\"([^\"]*)\"", text) == [
            "/static/lines.css",
            "/static/record.js",
            "/static/lines.js",
            "?drawn",
        ]
        assert "script-src 'self'" in policy
        assert '<html lang="en">' in text
        for name in ("lines.css", "lines.js", "record.js"):
            async with browser.get(f"{door.command.rpartition('/')[0]}/static/{name}") as answer:
                assert await answer.text() == (package_files("herrlof.seats") / "page" / name).read_text("utf-8")


class Reader:
    """Somebody at a page in lines, without a browser."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        """Hear nothing yet."""
        self._line = line
        self.said: list[str] = []
        self.choices: list[list[str]] = []
        self.words: list[list[str]] = []
        self.packets = 0

    async def type(self, text: str) -> None:
        """Type a line, or press the button that stands for it."""
        await self._line.send_str(json.dumps(["line", text]))

    async def hear(self, until_said: str = "") -> bool:
        """Take what is said, up to some text; False where the line has ended."""
        async with asyncio.timeout(20):
            while (message := await self._line.receive()).type is aiohttp.WSMsgType.TEXT:
                found = json.loads(message.data)
                self.packets += 1
                self.said += found["said"]
                self.choices = found.get("choices", self.choices)
                self.words = found.get("words", self.words)
                if any(until_said in sentence for sentence in found["said"]):
                    return True
        return False


async def test_a_browser_has_sentences_and_buttons_and_sends_lines(files: Storage) -> None:
    table = together(files, "herald")
    async with served(table, files) as (host, door), aiohttp.ClientSession() as browser:
        origin = {"Origin": door.command.rpartition("/")[0]}
        async with browser.ws_connect(f"{door.command}/socket?lines", headers=origin) as line:
            ben = Reader(line)
            await ben.hear("Enter sits down as Ben; or type another name.")
            assert ben.packets == 1, "all up to a question is said at once"
            assert ben.words == [["again", "again"], ["help", "help"], ["leave", "leave"]]
            await ben.type("  Bo\nhelp ")
            await ben.hear("You're seated.")
            assert host.table.seats[1].name == "Bo help", "it is one line"
            host.begin()
            anna = asyncio.ensure_future(play(table, [0], Random(0)))
            while not ben.choices:
                await ben.hear()
            assert len(ben.choices) == len(table.view(1).legal)
            assert [text for name, text in ben.words if name in ("a comma", "a full stop")] == [",", "."]
            offered, moves = ben.choices, len(table._match.moves)
            await ben.type("hand")
            await ben.hear()
            assert ben.choices == offered, "they stay where they are"
            await ben.type(offered[1][1])
            await until(lambda: len(table._match.moves) > moves)
            await ben.type("leave")
            assert not await ben.hear("no such sentence")
            assert "Your seat is kept. If your connection breaks, this page brings you back." in ben.said
            anna.cancel()


@pytest.mark.parametrize("said", ["no JSON", '["stdin", "1"]', '["line", 1]', '{"line": "1"}', None])
async def test_what_is_no_line_ends_it(said: str | None, files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is there one where the program can't be started."""
    command = ["/nonexistent"] if said is None else ["/bin/sh", "-c", "read line"]
    monkeypatch.setattr("herrlof.seats.guest_process.command_of", lambda module: command)
    async with served(together(files, "herald"), files) as (_host, door), aiohttp.ClientSession() as browser:
        origin = {"Origin": door.command.rpartition("/")[0]}
        async with browser.ws_connect(f"{door.command}/socket?lines", headers=origin) as line:
            if said is not None:
                await line.send_str(said)
            message = await line.receive()
            codes = aiohttp.WSCloseCode
            assert message.data == (codes.INTERNAL_ERROR if said is None else codes.POLICY_VIOLATION)
            assert message.extra


@pytest.mark.second
async def test_a_page_speaks_the_language_of_its_browser_whatever_the_host_speaks(files: Storage) -> None:
    async with served(together(files, "herald"), files) as (_host, door), aiohttp.ClientSession() as browser:
        headers = {"Origin": door.command.rpartition("/")[0], "Accept-Language": "nl-NL,nl;q=0.9"}
        async with browser.ws_connect(f"{door.command}/socket?lines", headers=headers) as line:
            ben = Reader(line)
            with languages.speaking("nl"):
                words = [*map(word_of, ("again", "help", "leave"))]
            assert words != [*map(word_of, ("again", "help", "leave"))]
            await ben.hear(words[2])
            assert [text for _name, text in ben.words] == words


async def told_by_page(game: Game, world: Scenario, storage: Storage) -> tuple[list[str], list[list[str]]]:
    """Return what Ben is told by the page, who asks all there is, and the last buttons."""
    async with (
        served(gone_on(game, world, storage), storage) as (host, door),
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{door.command}/socket?lines", headers={"Origin": door.command.rpartition("/")[0]}) as line,
    ):
        ben = Reader(line)
        await until(lambda: not host.awaited)  # who goes on sits at once
        host.begin()
        await ben.hear("The match goes on")
        for question in (*QUESTIONS, "explain 1", "leave"):
            await ben.type(question)
        assert not await ben.hear("no such sentence")
    return [re.sub("commitment begins: [0-9a-f]+", "", sentence) for sentence in ben.said], ben.choices


@pytest.mark.second
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden])
async def test_two_worlds_that_look_alike_are_told_alike_in_the_page(key: str, files: Storage) -> None:
    game, rng, compared = GAMES[key], Random(key), False
    while not compared:
        world = world_of(game, rng)
        other, exchanged = other_world(game, 2, 1, world, rng)
        if exchanged:
            one, two = [await told_by_page(game, found, files) for found in (world, other)]
            assert one == two
            assert len(one[0]) > 20
            compared = True


# In a browser


@pytest.mark.second
@CHROMIUM
@pytest.mark.parametrize("key", GAMES)
async def test_a_page_in_lines_is_played_by_keys_and_read_from_its_tree(
    key: str, files: Storage, tmp_path: Path
) -> None:
    """No finding of axe-core, one tab stop a choice, and nothing wrong in the page."""
    table = together(files, key)
    async with served(table, files) as (host, door), Chromium(tmp_path) as page:
        await page.open(f"{door.command}?lines")

        async def said(text: str) -> None:
            async with asyncio.timeout(20):
                while text not in (await page.ask(SAID) or ""):
                    await asyncio.sleep(0.02)

        await said("Enter sits down as Ben")
        assert await page.ask(FOCUSED) == ["INPUT", ""]
        await page.press("enter")
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        for _move in range(3):
            async with asyncio.timeout(20):
                while not await page.ask(CHOICES):
                    await asyncio.sleep(0.02)
            offered = await page.ask(CHOICES)
            await page.ask("document.querySelector('#line').focus()")
            await page.press("tab")
            assert await page.ask(FOCUSED) == ["BUTTON", "Enter"]
            for name in offered[:3]:
                await page.press("tab")
                assert await page.ask(FOCUSED) == ["BUTTON", name]
            before = await page.ask(SAID)
            await page.press("enter")
            async with asyncio.timeout(20):
                while await page.ask(SAID) == before:
                    await asyncio.sleep(0.02)
        await page.ask("document.querySelector('#words button').focus()")
        await page.press("space")
        tree = await page.read_aloud()
        assert ("log", "") in [part[:2] for part in tree], "the heading before it says what it is"
        assert next(found for role, _name, found in tree if role == "log")["live"] == "polite"
        headings = [(name, found["level"]) for role, name, found in tree if role == "heading"]
        assert headings[:2] == [("Anna's table", 1), ("What's said", 2)]
        assert [level for _name, level in headings[2:]] == [2] * (len(headings) - 2)
        assert all(name for role, name, _found in tree if role in ("button", "link", "textbox"))
        assert await judged(page) == [[], []]
        assert not page.errors
        anna.cancel()


async def judged(page: Chromium) -> Any:
    """Return what axe-core finds wrong, and what it can't tell."""
    axe = (package_files("axe_core_python") / "axe.min.js").read_text("utf-8")
    lists = "axe.run().then((found) => [found.violations, found.incomplete].map((list) => list.map((one) => one.id)))"
    return await page.run(axe, lists)


class Tree(NamedTuple):
    """The page as a screen reader has it: what is said, the buttons below each heading, and where the focus is."""

    said: list[str]
    buttons: dict[str, list[str]]
    focused: tuple[str, str]

    @property
    def choices(self) -> list[str]:
        """What can be chosen."""
        return self.buttons.get("Choices", [])


async def tree_of(page: Chromium) -> Tree:
    """Read the page."""
    said, buttons, heading, focused = list[str](), dict[str, list[str]](), "", ("", "")
    for role, name, found in await page.read_aloud():
        if found.get("focused"):
            focused = role, name
        if role == "heading":
            heading = name
        elif role == "button":
            buttons.setdefault(heading, []).append(name)
        elif role == "StaticText" and heading == "What's said" and not buttons:
            said.append(name)
    return Tree(said, buttons, focused)


async def read_until(page: Chromium, true: Callable[[Tree], object]) -> Tree:
    """Read the page until something is so."""
    tree = await tree_of(page)
    try:
        async with asyncio.timeout(20):
            while not true(tree):
                await asyncio.sleep(0.01)
                tree = await tree_of(page)
    except TimeoutError:
        raise AssertionError(tree) from None
    return tree


@pytest.mark.second
@CHROMIUM
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_round_is_played_from_the_tree_by_keyboard_alone(
    key: str, files: Storage, tmp_path: Path
) -> None:
    """Each question has all its choices, a tab stop each; what a press led to is said."""
    table = together(files, key, **({"race": "even"} if key == "how-ruck" else {}))

    def over(tree: Tree) -> bool:
        return "What now?" in tree.said

    def calls(tree: Tree) -> int:
        return sum("Press Enter when you're ready" in text for text in tree.said)

    async with served(table, files) as (host, door), Chromium(tmp_path) as page:
        await page.open(f"{door.command}?lines")
        await read_until(page, lambda tree: any("Enter sits down as Ben" in text for text in tree.said))
        await page.press("enter")
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        rng, pressed, ready = Random(1), 0, 0
        while not over(
            tree := await read_until(page, lambda tree, n=ready: tree.choices or over(tree) or calls(tree) > n)
        ):
            if not tree.choices:
                ready += 1
                assert tree.focused[0] == "textbox"
                await page.press("enter")
                continue
            assert len({*tree.choices}) == len(tree.choices)
            assert all(tree.choices)
            place = rng.randrange(min(3, len(tree.choices)))
            first = 2 if tree.focused[0] == "textbox" else 1  # a heading stands before its choices
            await page.press(*["tab"] * (first + place))
            assert (await tree_of(page)).focused == ("button", tree.choices[place])
            await page.press("enter" if pressed % 2 else "space")
            pressed, heard = pressed + 1, len(tree.said)
            tree = await read_until(page, lambda tree, n=heard: len(tree.said) > n)
            assert tree.focused[0] in ("heading", "textbox"), "who chose stands where it goes on"
        assert pressed > 5
        assert not page.errors
        anna.cancel()


@pytest.mark.second
@CHROMIUM
async def test_a_window_too_small_for_a_drawing_has_lines(files: Storage, tmp_path: Path) -> None:
    async with served(together(files, "herald"), files) as (_host, door), Chromium(tmp_path) as page:
        await page.open("about:blank")

        async def has_log() -> None:
            async with asyncio.timeout(20):
                while True:
                    with suppress(AssertionError):  # asked just while the page goes
                        if await page.ask("!!document.querySelector('#log p')"):
                            return
                    await asyncio.sleep(0.02)

        await page.resize(240, 400)
        await page.open(door.command)
        await has_log()
        assert await page.ask("document.documentElement.scrollWidth <= innerWidth")
        await page.open(f"{door.command}?drawn")
        await page.see("Sit down")
        await page.ask("document.querySelector('.listen').click()")
        await has_log()
        await page.resize(1000, 640)
        await page.open(door.command)
        await has_log()
        assert not page.errors


@pytest.mark.second
@CHROMIUM
async def test_from_what_is_drawn_a_key_that_is_told_goes_back_to_the_link_to_lines(
    files: Storage, tmp_path: Path
) -> None:
    async with served(together(files, "herald"), files) as (_host, door), Chromium(tmp_path) as page:
        await page.open(door.command)
        await page.see("Sit down")
        told = "A drawn table; Shift+Tab goes to the link to the page in lines"
        assert (await tree_of(page)).focused == ("textbox", told)
        assert await judged(page) == [[], []]
        await page.press("shift+tab")
        assert (await tree_of(page)).focused == ("link", "In lines, to listen to")
        await page.press("tab")
        assert (await tree_of(page)).focused == ("textbox", told)
        await page.press("shift+tab", "enter")
        await read_until(page, lambda tree: any("Enter sits down as Ben" in text for text in tree.said))
        assert not page.errors


@pytest.mark.second
@CHROMIUM
@pytest.mark.parametrize("face", ["lines", "drawn"])
async def test_the_tab_says_whose_turn_it_is_and_rings_where_that_was_wanted(
    face: str, files: Storage, tmp_path: Path
) -> None:
    table = together(files, "herald")
    async with served(table, files) as (host, door), Chromium(tmp_path) as page:
        await page.open(f"{door.command}?{face}")

        async def so(expression: str, value: object) -> None:
            async with asyncio.timeout(30):
                while await page.ask(expression) != value:
                    await asyncio.sleep(0.02)

        if face == "lines":
            await so(f"({SAID}).includes('Enter sits down as Ben')", True)
            assert await page.ask("document.title") == "Anna's table"
        else:
            await page.see("Sit down")
            await so("document.title", "Herrlof")
            await page.ask(COUNTED)
            await page.press("up", "right")
            await so("called.join()", "bell")
            await page.press("right")
            await so("called.join()", "bell,It is your turn at the table.")
            await page.press("down")
        await page.press("enter")
        await begun(host)
        anna = asyncio.ensure_future(play(table, [0], Random(0)))
        await so("document.title", "● Your turn – Herrlof")
        if face == "drawn":
            await so("called.length", 3)
        assert not page.errors
        anna.cancel()


@pytest.mark.second
@CHROMIUM
@pytest.mark.parametrize("face", ["lines", "drawn"])
async def test_the_finished_record_is_saved_by_the_browser_though_the_host_has_left(
    face: str, files: Storage, tmp_path: Path
) -> None:
    table = together(files, "herald")
    async with served(table, files) as (host, door), Chromium(tmp_path) as page:
        await page.open(f"{door.command}?{face}")

        async def so(expression: str) -> None:
            async with asyncio.timeout(30):
                while not await page.ask(expression):
                    await asyncio.sleep(0.02)

        if face == "lines":
            await so(f"({SAID}).includes('Enter sits down as Ben')")
        else:
            await page.see("Sit down")
        await page.press("enter")
        await begun(host)
        await until(lambda: table.standing is not None)
        table.send(0, Resign())
        if face == "lines":
            await so(f"({CHOICES}).join().includes('keep the record')")
        else:
            await page.see("Keep the record")
        link = "finishedRecord.link('').then((link) => [link.download, link.href.slice(0, 5)])"
        assert await page.run("", link) == [table.path.name, "blob:"]
        host.close()
        await so("!!document.querySelector('a[download]')")
        text = "fetch(document.querySelector('a[download]').href).then((record) => record.text())"
        kept = f"{text}.catch(() => 'refused')"
        assert await page.ask("document.querySelector('a[download]').textContent") == "Keep the record"
        assert not page.errors
        assert await page.run("", kept) in (table.path.read_text(), "refused"), "the policy lets nothing read it"
