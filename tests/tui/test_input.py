"""What a terminal sends, byte for byte, and what key that is: the one that was meant, or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.events import AppBlur, AppFocus, Key, MouseDown, Paste

from herrlof.tui.input import SLOW, Reader
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.terminal import ESCAPE, ESCAPE_LEAVES
from tests.tui.driving import Sitting, at_table, hall, in_play
from tests.tui.test_curtain import DRAWN, TWO

Read = Callable[..., list[Any]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Read pieces of data, and between them let seconds pass; of a key its name is returned."""
    now = 100.0
    monkeypatch.setattr("herrlof.tui.input.monotonic", lambda: now)

    def read(*parts: str | float) -> list[Any]:
        nonlocal now
        reader, found = Reader(lambda: ESCAPE_LEAVES, lambda: False), list[Any]()
        for part in (*parts, 10.0):
            if isinstance(part, str):
                found += reader.feed(part)
            for _ in range(0 if isinstance(part, str) else round(part / 0.05)):
                now += 0.05
                found += reader.tick()
        return [event.key if isinstance(event, Key) else event for event in found]

    return read


MODIFIERS = [f"\x1b[{number};{how}u" for number in range(57441, 57455) for how in (2, "3:1", "1:3")]
NONE = {
    "a shift": "\x1b[57441;2u",
    "an alt": "\x1b[57443;3u",
    "the third level": "\x1b[57453u",
    "louder": "\x1b[57439u",
    "caps lock": "\x1b[57358;65u",
    "NUL": "\x1b[0u",
    "NUL alone": "\x00",
    "every modifier": "".join(MODIFIERS),
    "locks, print, pause, menu": "".join(f"\x1b[{number}u" for number in range(57358, 57364)),
    "media": "".join(f"\x1b[{number};1u" for number in range(57427, 57441)),
    "numbers not given": "".join(f"\x1b[{number};1:1u" for number in (57344, 57357, 57455, 58000, 63743)),
    "a shift of xterm": "\x1b[27;2;65505~\x1b[65505;2u",
    "a lock of xterm": "\x1b[27;1;65509~\x1b[65407u\x1b[65300u",
    "a volume key of xterm": "\x1b[27;1;269025043~",
    "a release": "\x1b[97;1:3;97u\x1b[13;1:3u\x1b[1;1:3A\x1b[5;1:3~\x1b[27;1:3u",
    "the middle of the keypad": "\x1b[E\x1b[G\x1b[1;5E\x1b[57427~\x1bOE",
    "who it is": "\x1b[?64;1;2;6;22c\x1b[>1;10;0c\x1b[=0c\x1bP!|00000000\x1b\\\x1bP>|xterm(388)\x1b\\",
    "how it is": "\x1b[0n\x1b[4;2$y\x1b[?25;1$y\x1b[?1;2S\x1b[?12u\x1b[8;24;80t\x1bP1$r0m\x1b\\\x1bP1+r5463=38\x1b\\",
    "colours": "\x1b]10;rgb:0000/0000/0000\x07\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b]4;1;rgb:cd/00/00\x1b\\",
    "a clipboard, a picture, a title": "\x1b]52;c;cTMN\x07\x1b_Gi=31;OK\x1b\\\x1b^x q\x1b\\\x1bXq\x1b\\\x1b]lq\x1b\\",
    "the same in eight bits": "\x9b?64c\x90>|q\x9c\x9d11;q\x07\x9fGq\x9c\x85\x8d",
    "eight bits that are no UTF-8": "\udc9b?64c\udc90>|q\udc9c",
    "unknown sequences": "\x1b[1;2;3;4x\x1b[>5q\x1b[!p\x1b[ q\x1b[12;5w\x1bOz",
    "numbers too large": "\x1b[1114112;1u\x1b[55296;1u\x1b[" + "9" * 20 + "u\x1b[" + "9" * 9000 + "u\x1b[97;999u",
    "Alt and an arrow": "\x1b\x1b[C\x1b\x1bOD",
    "a broken one, then another": "\x1b[1;\x18\x1b]0;x\x1b[0n",
}
KEYS = {
    "\x1b[57412;129;45u": ["minus"], "\x1b[57412;129u": ["minus"], "\x1b[57413;129;43u": ["plus"],
    "\x1b[57409;129;46u": ["full_stop"], "\x1b[57409;129;44u": ["comma"], "\x1b[57416u": ["comma"],
    "\x1b[57399;129;48u": ["0"], "\x1b[57407;129u": ["8"], "\x1b[57414u": ["enter"], "\x1b[57417u": ["left"],
    "\x1b[57420u": ["down"], "\x1b[57421u": ["pageup"], "\x1b[57423u": ["home"], "\x1b[57424u": ["end"],
    "\x1bOk": ["plus"], "\x1bOm": ["minus"], "\x1bOl": ["comma"], "\x1bOn": ["full_stop"], "\x1bOr": ["2"],
    "\x1bOM": ["enter"], "\x1bOA": ["up"], "\x1b[27;1;65451~": ["plus"], "\x1b[65421u": ["enter"],
    "\x1b[97;1:2;97u": ["a"], "\x1b[97;;97u": ["a"], "\x1b[97;2u": ["A"], "\x1b[97:65;2;65u": ["A"],
    "\x1b[97;65u": ["A"], "\x1b[47:63;2;63u": ["question_mark"], "\x1b[113;7;64u": ["at"], "\x1b[32;2u": ["space"],
    "\x1b[101;;8364u": ["euro_sign"], "\x1b[13;2u": ["enter"], "\x1b[9;2u": ["shift+tab"], "\x1b[Z": ["shift+tab"],
    "\x1b[27;5;113~": ["ctrl+q"], "\x1b[27;5;81~": ["ctrl+q"], "\x1b[27;6;81~": ["ctrl+shift+q"],
    "\x1b[27;2;33~": ["exclamation_mark"], "\x1b[113;69u": ["ctrl+q"],
    "\x1b[1081;5u": ["ctrl+q"], "\x1b[1081::113;5u": ["ctrl+q"], "\x1b[1089;5u": ["ctrl+c"],
    "\x1b[968;5u": ["ctrl+c"], "\x1b[960;5u": ["ctrl+p"], "\x1b[59::113;5u": ["ctrl+q"],
    "\x1b[1513::97;5u": ["ctrl+a"], "\x1b[12610::113;5u": ["ctrl+q"],
    "\x1b[97::113;5u": ["ctrl+a"], "\x1b[39::113;5u": ["ctrl+apostrophe"], "\x1b[233::50;5u": ["ctrl+é"],
    "\x1b[1;3C": ["alt+right"], "\x1b[1;2D": ["shift+left"], "\x1b[5;3~": ["alt+pageup"], "\x1bx": ["alt+x"],
    "\x1b\x1b": ["escape", "escape"], "\x1b[27u": ["escape"], "\x1b[[A": ["f1"], "\x1bOP": ["f1"],
    "\x9b5~": ["pageup"], "\udc9bC": ["right"], "\udcf6": ["replacement_character"], "\udce2\udc9b": 2 * [
        "replacement_character"
    ],
    "\x1b[1;\rq": ["enter", "q"], "\x1b]0;x\x1b[C": ["right"],
    "\x1b[0;1;20013:25991:20013:25991u": ["中文中文"], "\x1b[0;;" + ":".join(["20013"] * 500) + "u": ["中" * 500],
    "\x1b[0;1;128104:8205:128105:8205:128103u": ["👨\u200d👩\u200d👧"], "👨\u200d👩\u200d👧": ["👨\u200d👩\u200d👧"],
    "e\u0301": ["e", "combining_acute_accent"],
}  # fmt: skip


@pytest.mark.parametrize("what", NONE)
def test_what_is_no_key_is_none(read: Read, what: str) -> None:
    assert [event for event in read(NONE[what], 2.0, "x") if isinstance(event, str)] == ["x"]


@pytest.mark.parametrize("data", KEYS, ids=ascii)
def test_a_key_is_what_was_meant(read: Read, data: str) -> None:
    assert read(data) == KEYS[data]


@pytest.mark.parametrize(
    "parts",
    [
        ("\x1b", 0.15, "[C"), ("\x1b", 0.15, "OC"), ("\x1b[", 0.3, "C"), ("\x1b", 0.45, "[", 0.9, "C"),
        ("\x1b", 0.3, "O", 0.3, "C"), ("\x1b[", 0.4, "1", 0.4, ";1", 0.4, "C"),
    ],
)  # fmt: skip
def test_a_step_that_comes_apart_is_one_step(read: Read, parts: tuple[str | float, ...]) -> None:
    assert read(*parts) == ["right"]


@pytest.mark.parametrize("pause", [0.0, 0.1, 0.2, 0.45])
@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("\x1b[<0;5;5M", [MouseDown]), ("\x1b[I", [AppFocus]), ("\x1b[O", [AppBlur]), ("\x1b[5~", ["pageup"]),
        ("\x1b[200~ab\x1b[201~z", [Paste, "z"]), ("\x1b]11;rgb:0/0/0\x1b\\z", ["z"]), ("\x1bP>|xt\x1b\\z", ["z"]),
        ("\x1b[97;5u", ["ctrl+a"]), ("\x1b[?64;1c\x1b[0n", []), ("\x1bOP", ["f1"]),
    ],
)  # fmt: skip
def test_a_report_in_pieces_is_one_report(read: Read, data: str, found: list[Any], pause: float) -> None:
    pieces = [part for letter in data for part in (letter, pause)]
    assert [event if isinstance(event, str) else type(event) for event in read(*pieces)] == found


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (("\x1b", 2.0), ["escape"]), (("\x1b", 0.1, "q"), ["escape", "q"]), (("\x1b", 0.1, "\r"), ["escape", "enter"]),
        (("\x1b", 0.1, "\x1b[C"), ["escape", "right"]), (("\x1b", 0.1, "\x1b"), ["escape", "escape"]),
        (("\x1b", 0.8, "[C"), ["escape"]), (("\x1b", 0.8, "OC"), ["escape"]), (("\x1b", 3.0, "oc"), ["escape", *"oc"]),
        (("\x1b[", 2 * SLOW, "x"), ["x"]), (("\x1b]" + "y" * 99_999, 2 * SLOW, "x"), ["x"]),
        (("\x1b[" + "1;" * 50_000, 2 * SLOW, "x"), ["x"]),
    ],
)  # fmt: skip
def test_an_esc_is_one_once_that_is_sure(read: Read, parts: tuple[str | float, ...], found: list[str]) -> None:
    assert read(*parts) == found


def test_nothing_is_given_up_while_more_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a stop of the program, or on a busy machine, the rest may have come long ago."""
    now, more = 100.0, True
    monkeypatch.setattr("herrlof.tui.input.monotonic", lambda: now)
    reader = Reader(lambda: ESCAPE, lambda: more)
    assert list(reader.feed("\x1b")) == []
    now += 15
    assert list(reader.tick()) == []
    assert [event.key for event in reader.feed("[C")] == ["right"]


def test_a_paste_is_bounded_and_whole(read: Read) -> None:
    [pasted] = read("\x1b[200~" + "3\r" * 100_000 + "\x1b[20", 0.1, "1~")
    assert len(pasted.text) == 1 << 14
    assert [event.text for event in read("\x1b[200~a\x1b[C\x00b", "\x1b[2", "01~")] == ["a\x1b[Cb"]


# In the program


async def test_what_is_no_key_hides_nothing_that_was_shown() -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9"), *TWO) as sitting:
        await sitting.press("1", "b", "enter", "y", "g", "enter")
        for sent in NONE.values():
            await sitting.send(sent)
            assert DRAWN in sitting.words()
        await sitting.send("\x1b[13u")
        assert sitting.curtain == "BEN"


async def typed_at_home(sent: str) -> Sitting:
    async with hall() as sitting:
        await sitting.send(sent)
        return sitting


@pytest.mark.parametrize("sent", ["\x1b[1081;5u", "\x1b[1081::113;5u", "\x1b[59::113;5u", "\x1b[968;5u"])
async def test_ctrl_q_of_another_alphabet_quits(sent: str) -> None:
    assert (await typed_at_home(sent)).app._exit


@pytest.mark.second
async def test_letters_of_another_alphabet_are_keys_by_their_place_and_letters_in_a_field() -> None:
    async with hall() as sitting:
        await sitting.send("к")
        assert sitting.showing(RulesScreen)
        await sitting.send("й")
        assert sitting.showing(RulesScreen), "what is typed there is searched for"
        assert sitting.app.screen.query_one("#search").value == "й"
        await sitting.send("\x1b[0;1;20013:25991u👨\u200d👩\u200d👧")
        assert sitting.app.screen.query_one("#search").value == "й中文👨\u200d👩\u200d👧"
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        await sitting.send("\x1b[1081::113;;1081u")
        assert sitting.app._exit
