"""The colours of the look, counted from its own table; and what of them a terminal is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from herrlof.games.how_ruck.cards import CARD_CODES
from herrlof.tui.boards.herald import faces as herald
from herrlof.tui.boards.herrlof import faces as herrlof
from herrlof.tui.boards.how_ruck import faces as how_ruck
from herrlof.tui.screens.settings import SettingsScreen
from herrlof.tui.terminal_colours import Answers, Colours, colours_of, questions
from herrlof.tui.theme import Look, css_colour
from herrlof.tui.widgets.canvas import Canvas
from herrlof.tui.widgets.cards import LOW, XL, Face, L, M, S, Size, draw_card
from tests.looks import SLOTS, contrast, rgb
from tests.tiers import later
from tests.tui.driving import at_table, hall, in_play

GROUNDS = ("bg", "surface", "raised", "felt", "off")
"""On what sentences stand."""
FACES = ("blue", "green", "red", "yellow", "white", "grey", "brown", "ivory")
THEMES = pytest.mark.parametrize("theme", SLOTS)


@THEMES
def test_every_name_has_its_slot_and_none_of_the_sixteen(theme: str) -> None:
    look = Look(f"{theme}-256")
    for name, slot in SLOTS[theme].items():
        assert 16 <= slot <= 255
        style = look.style(name, name)
        assert (style.color.number, style.bgcolor.number) == (slot, slot), name  # type: ignore[union-attr]
        assert css_colour(look.theme, name) == "#{:02x}{:02x}{:02x}".format(*rgb(slot))
    grounds = [SLOTS[theme][name] for name in (*GROUNDS, "shadow")]
    assert len(set(grounds)) == len(grounds)


@THEMES
def test_what_is_written_can_be_read(theme: str) -> None:
    slots = SLOTS[theme]
    pairs = [(ink, ground) for ink in ("text", "dim", "accent", "good", "bad") for ground in GROUNDS]
    pairs += [("on", "accent"), ("on", "bad"), ("black", "board")]
    pairs += [
        pair for face in FACES for pair in ((f"{face}-ink", face), (f"{face}-tint", "off"), (f"{face}-tint", "felt"))
    ]
    pairs += [(f"{sign}-on-{stone}", ground) for sign in ("mark", "risk") for stone, ground in
              (("black", "black"), ("white", "stone"))]  # fmt: skip
    low = {pair: contrast(slots[pair[0]], slots[pair[1]]) for pair in pairs}
    assert min(low.values()) >= 4.5, min(low, key=low.__getitem__)
    assert contrast(slots["stone"], slots["board"]) >= 3
    assert contrast(slots["stone"], slots["black"]) >= 15


# What a terminal shows

KINDS: list[tuple[dict[str, str], Colours]] = [
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Colours.ALL),
    ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, Colours.ALL),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Colours.NONE),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""}, Colours.ALL),
    ({"TERM": "xterm-256color", "FORCE_COLOR": "3", "CLICOLOR_FORCE": "1"}, Colours.MANY),
    ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, Colours.MANY),
    ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, Colours.ALL),
    ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, Colours.ALL),
    ({"TERM": "xterm-256color", "VTE_VERSION": "7200"}, Colours.ALL),
    ({"TERM": "xterm"}, Colours.SIXTEEN),
    ({"TERM": "xterm-color"}, Colours.SIXTEEN),
    *(({"TERM": name}, Colours.ALL) for name in (
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "wezterm", "xterm-direct", "tmux-direct",
        "xterm-direct256",
    )),
    *(({"TERM": name}, Colours.MANY) for name in (
        "screen-256color", "tmux-256color", "tmux", "putty-256color", "rxvt-unicode-256color", "screen.xterm-256color",
    )),
    *(({"TERM": name}, Colours.SIXTEEN) for name in ("linux", "screen", "rxvt", "putty", "cygwin", "nobody-knows-it")),
    *(({"TERM": name}, Colours.NONE) for name in ("dumb", "vt100", "vt220", "xterm-mono", "linux-m")),
    ({"TERM": "linux", "COLORTERM": "truecolor"}, Colours.SIXTEEN),
    ({"TERM": "screen", "TMUX": "/tmp/tmux-0/default,1,0"}, Colours.MANY),
    ({"TERM": "tmux-256color", "TMUX": "x", "COLORTERM": "truecolor"}, Colours.MANY),
    ({"TERM": "tmux-direct", "TMUX": "x", "COLORTERM": "truecolor"}, Colours.ALL),
    ({"TERM": "tmux-256color", "TMUX": "x", "VTE_VERSION": "7200"}, Colours.MANY),
    ({"TERM": "screen-256color", "STY": "1.pts", "COLORTERM": "truecolor"}, Colours.MANY),
    ({"TERM": "screen", "STY": "1.pts", "COLORTERM": "truecolor", "TERM_PROGRAM": "iTerm.app"}, Colours.SIXTEEN),
]  # fmt: skip


@pytest.mark.parametrize(("environment", "colours"), KINDS, ids=lambda found: str(found))
def test_a_terminal_is_known_by_what_is_said_of_it(environment: dict[str, str], colours: Colours) -> None:
    assert colours_of(environment, lambda _environment: False) is colours


@pytest.mark.parametrize(
    ("says", "colours"), [("256,bpaste,RGB,title", Colours.ALL), ("256,bpaste,title", Colours.MANY), ("", Colours.MANY)]
)
def test_tmux_is_asked_whether_it_hands_all_colours_on(says: str, colours: Colours, tmp_path: Path) -> None:
    """What an outer terminal said of itself stands in the environment, and tmux rounds what it cannot hand on."""
    (tmp_path / "tmux").write_text(f"#!/bin/sh\necho '{says}'\n")
    (tmp_path / "tmux").chmod(0o755)
    within = {"TERM": "tmux-256color", "TMUX": "x", "COLORTERM": "truecolor", "PATH": str(tmp_path)}
    assert colours_of(within) is colours
    assert colours_of({**within, "PATH": "/nowhere"}) is Colours.MANY


@pytest.mark.parametrize(
    ("environment", "asked"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, False),
        ({"TERM": "tmux-256color", "TMUX": "x"}, False),
        ({"TERM": "xterm-256color", "STY": "x"}, False),
        ({"TERM": "linux"}, False),
    ],
)
def test_only_who_may_show_more_is_asked_for_it(environment: dict[str, str], asked: bool) -> None:
    assert ("\x1bP$qm" in questions(environment, colours_of(environment), width=False)) is asked


@pytest.mark.parametrize(
    ("data", "colours", "wide"),
    [
        ("\x1bP1$r48:2:1:2:3m\x1b\\", True, False),
        ("\x1bP1$r0;48:2::1:2:3m\x1b\\", True, False),
        ("a\x1bP1$r48;2;1;2;3m\x1b\\b", True, False),
        ("\x1bP1$r48;5;16m\x1b\\", False, False),
        ("\x1bP0$r\x1b\\", False, False),
        ("\x1bP1$r48:2:1:2:35m\x1b\\", False, False),
        ("\x1b[2;2R", False, False),
        ("\x1b[2;3R", False, True),
        ("\x1b[1;3R", False, False),
        ("x" * 5000, False, False),
    ],
)
def test_answers_are_understood_in_one_piece_and_in_many(data: str, colours: bool, wide: bool) -> None:
    for pieces in ([data], list(data)):
        answers = Answers()
        news = [answers.hear(piece) for piece in pieces]
        assert (answers.colours, answers.wide) == (colours, wide)
        assert any(news) is (colours or wide)


# What it is given


@pytest.mark.second
@pytest.mark.parametrize("term", later(["xterm", "xterm-256color"], now=["xterm"]))
async def test_the_settings_say_where_a_theme_makes_no_difference(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("TERM", term)
    async with hall() as sitting:
        few = term == "xterm"
        assert ("dark or light" in sitting.lines()[-1]) is not few, "there is no key for what does nothing"
        await sitting.press("o")
        assert sitting.showing(SettingsScreen)
        await sitting.press("down")
        assert ("This terminal shows your own sixteen colours" in sitting.words()) is few


@pytest.mark.second
async def test_an_empty_wish_for_no_colours_is_none_on_pages_too(monkeypatch: pytest.MonkeyPatch) -> None:
    screens = []
    for value in (None, ""):
        if value is not None:
            monkeypatch.setenv("NO_COLOR", value)
        async with hall() as sitting:
            await sitting.press("r")
            screens.append(sitting.cells())
    assert screens[0] == screens[1]


async def test_sixteen_colours_stand_at_the_left_of_cards_and_nothing_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(
        in_play("B7 G4 R5 Y2 V H", "B8 G2 R8 Y3 Y4 Y5"), "Anna", "bot:random", theme="terminal"
    ) as sitting:
        await sitting.press("home")
        cells = sitting.cells()
        striped = {cell.ground for row in cells for cell in row} - {"default"}
        assert striped == {"blue", "green", "red", "brown", "cyan"}, "brown is what pyte calls yellow"
        for row in cells:
            for cell in row:
                assert cell.ground == "default" or (cell.letter == " " and not cell.reverse)
                assert cell.ink in ("-", "default")


@pytest.mark.parametrize("size", [S, M, L, XL, LOW], ids=lambda size: size.name)
def test_a_stripe_takes_no_letter_and_no_picture_of_a_card(size: Size) -> None:
    """What a card shows without colours it shows beside its stripe too; and it has one."""
    faces: list[Face] = [
        *map(herrlof.face_of, range(len(herrlof.FACES))),
        *map(herald.face_of, range(len(herald.FACES))),
    ]
    faces += map(how_ruck.face_of, range(len(CARD_CODES)))
    for face in faces:
        striped, plain = (Canvas(size.width, size.height, Look(theme)) for theme in ("terminal", "none"))
        for canvas in (striped, plain):
            draw_card(canvas, 0, 0, face, size)
        for y in range(size.height):
            assert striped.cells(y)[0] == plain.cells(y)[0]
        assert any(striped.cells(y)[1][0].bgcolor for y in range(size.height)) is (
            face.colour not in ("white", "ivory")
        )
