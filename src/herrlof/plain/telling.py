"""What there is to tell of a match, as lines: pure text, made from a view by a game's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from herrlof.game import NOBODY, Event, Game, Row, Sentence, Speaker
from herrlof.messages import _, listed, numeral, paragraph
from herrlof.records.settings import Settings
from herrlof.table.connection import View
from herrlof.table.telling import sentences


class Verbosity(NamedTuple):
    """How much is said without being asked, by kind; what is left out is told by a word. As in the settings."""

    brief: bool = False
    choices: bool = True
    points: bool = True
    others: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what the settings ask for."""
        return cls(settings.brief, settings.say_choices, settings.say_points, settings.say_others)

    def leaves_out(self, event: Event, game: Game) -> bool:
        """Whether an event is not told: points, or what somebody does unseen."""
        hidden = event.visible_to == ()  # as who looks perceives it
        scored = event.kind == game.round_end_event
        return (hidden and not self.others) or (scored and not self.points)


def rows(found: Iterable[Row]) -> list[str]:
    """Return rows of words, a line each."""
    return [paragraph(_row(row.title, listed(filter(None, row.cells))), without_number(row.note)) for row in found]


def _row(title: str, cells: str) -> str:
    if cells.endswith((".", "!")):  # it is a sentence
        return _("{name}: {sentence}", name=title, sentence=cells)
    return _("{title}: {cells}.", title=title, cells=cells)


def hand(game: Game, view: View, names: Sequence[str]) -> list[str]:
    """Return what who looks has for itself, suit by suit; where that is nothing, what is said of it for all."""
    said = game.words.to(view.observation, names)
    if held := rows(said.hand()):
        return held
    own = [row for row in said.standing() if view.seat != NOBODY and names[view.seat] in (row.title, *row.cells)]
    return [_("You hold nothing."), *rows(own)]


def table(game: Game, view: View, names: Sequence[str]) -> list[str]:
    """Return what is public, and who is out."""
    found = [*game.words.to(view.observation, names).standing()]
    if out := game.seats_out(view.observation):
        found.append(Row(_("Out"), tuple(names[seat] for seat in out)))
    return rows(found) or [_("Nothing lies open.")]


def event_lines(events: Iterable[Event], said: Speaker, brief: bool = False) -> list[str]:
    """Return what has happened, a line each; `brief`: without reasons."""
    return [without_number(text, brief) for text in sentences(said, events)]


def without_number(text: str, brief: bool = False) -> str:
    """Return a sentence without the number of its rule, which is asked for by a word of its own; or its reason too."""
    if not isinstance(text, Sentence):
        return text
    return text.ask if brief else paragraph(text.ask, text.why)


def last(game: Game, view: View, names: Sequence[str]) -> list[str]:
    """Return what the table held last, and what has happened since; where that tells nothing, what came last."""
    held = [place for place, event in enumerate(view.events, 1) if event.kind in game.pause_events]
    first = held[-2] if len(held) > 1 else 0 if held else max(0, len(view.events) - len(names))
    said = game.words.to(view.observation, names)
    found = event_lines(view.events[first:], said) or event_lines(view.events[:first], said)[-1:]
    return found or [_("Nothing has happened yet.")]


def round_end(said: Speaker, view: View, names: Sequence[str]) -> list[str]:
    """Return what the last round brought each seat, a line each; who looks is spoken to."""
    called = [_("You") if seat == view.seat else name for seat, name in enumerate(names)]
    found = zip(called, said.round_end(), strict=False)
    return [_("{name}: {sentence}", name=name, sentence=without_number(sentence)) for name, sentence in found]


def score(points: Sequence[float], view: View, names: Sequence[str], told: Iterable[str] = ()) -> str:
    """Return the scores in a sentence; nothing where none are counted, or a sentence has `told` each of them."""
    if not points:
        return ""
    own = view.seat != NOBODY
    first = [_("you {n}", n=numeral(points[view.seat]))] if own else []
    others = [
        _("{name} {n}", name=name, n=numeral(points[seat])) for seat, name in enumerate(names) if seat != view.seat
    ]
    parts = [*first, *others]
    if any(all(part in sentence for part in parts) for sentence in told):
        return ""
    return _("Scores: {scores}.", scores=listed(parts))


def sheet(said: Speaker) -> list[str]:
    """Return the score sheet: a line for each of its rows, with the heads beside the figures."""
    heads, *lines = said.sheet() or [Row("")]
    told = []
    for line in lines:
        cells = [re.sub(r"\s{2,}|\s*·\s*", ", ", cell.strip()) for cell in line.cells]
        named = [_with_head(head, cell) for head, cell in zip(heads.cells, cells, strict=False)]
        title = _with_head(heads.title, line.title) if line.title[:1].isdecimal() else line.title
        told += rows([Row(title, tuple(named), line.note)])
    return told


def _with_head(head: str, cell: str) -> str:
    return _("{option} {value}", option=head, value=cell) if cell else ""


def in_short(game: str) -> list[str]:
    """Return the first section of the rules: the game in a few lines."""
    from herrlof.doc_pages import rules_text, sections

    first = sections(rules_text(game))[0]
    return [first.title, *spoken(first.text)]


def guide(asked: str) -> list[str]:
    """Return a part of the guide to playing in lines by its number, or else the titles of all."""
    from herrlof.doc_pages import guide_text, sections

    parts = sections(guide_text())
    if asked in map(str, range(1, len(parts) + 1)):
        part = parts[int(asked) - 1]
        return [part.title, *spoken(part.text)]
    return [_("{n} {name}", n=n, name=part.title) for n, part in enumerate(parts, 1)]


def rule(game: str, asked: str) -> list[str]:
    """Return a rule by its number, or the titles of the rules that have some words; one alone is told whole."""
    from herrlof.doc_pages import matching, numbered, rules_text, sections

    numbers = numbered(asked, game)
    parts = [numbers[1]] if numbers is not None else matching(sections(rules_text(game)), asked)
    found = [part for part in parts if part is not None]
    if not found and numbers is None:
        return [_("No rule has the words '{words}'.", words=asked)]
    if not found:
        return [_("There's no rule {asked} here.", asked=asked)]
    if len(found) > 1:
        return [part.title for part in found if part.key]
    return [found[0].title, *spoken(found[0].text)]


def spoken(text: str) -> list[str]:
    """Return the paragraphs of a page as lines without marks: list items and rows of tables are lines of their own.

    What stands between fences is drawn, or for programs: that is said, and no more. In a row with gaps each cell has
    its head beside it.
    """
    left_out = _("Drawings, and what's for programs, are left out.")
    text = re.sub(r"^```.*?^```$", f"\n{left_out}\n", text, flags=re.MULTILINE | re.DOTALL)
    lines, heads = [""], list[str]()
    for line in text.splitlines():
        plain = re.sub(r"[*`]+|^(#+|-) |\[([^]]*)\]\(\S*\)", r"\2", line).strip()
        if not plain or re.fullmatch(r"[|: -]+", plain):
            lines.append("")
        elif plain.startswith("|"):
            title, *cells = (cell.strip() for cell in plain.strip("|").split("|"))
            if heads and not all(cells):
                cells = [_with_head(head, cell) for head, cell in zip(heads, cells, strict=False)]
            heads = heads or cells
            lines += [listed(filter(None, (title, *cells))), ""]
        elif re.match(r"(#+|-|\d+\.) |    \S", line):
            lines.append(" ".join(plain.split()))
        else:
            lines[-1] = paragraph(lines[-1], plain)
        if not plain.startswith("|"):
            heads = []
    return [line for line in lines if line]
