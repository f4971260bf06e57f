"""Texts for people: every message is extracted, whole, used, and fits where it stands."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import BinaryIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from herrlof import messages
from herrlof.coach.lessons import Lesson
from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, Game
from herrlof.games import GAMES
from herrlof.messages import _, all_of, emphasis, listed, ngettext, one_of, paragraph, pgettext, pieces
from tests.catalogues import key, renew
from tests.pseudo import END, START, Pseudo, outside, spoken

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "herrlof"
KEPT = SOURCE / "locale" / "messages.pot"
KEYWORDS = {
    "_": None,
    "N_": None,
    "NN_": (1, 2),
    "NP_": ((1, "c"), 2),
    "Label": {1: None, 2: (1, (2, "c"))},
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "emphasis": None,
    "Letters": ((1, "c"), 2),
}
WHOLE = [
    SOURCE / "games" / "speech.py",
    *sorted((SOURCE / "games").glob("*/cards.py")),
    *sorted((SOURCE / "games").glob("*/words.py")),
    *sorted((SOURCE / "tui" / "boards").glob("*/labels.py")),
    *sorted((SOURCE / "tui" / "boards").glob("*/letters.py")),
    *sorted((SOURCE / "plain").glob("*.py")),
]
"""Modules in which every text is a message."""
BOARDS = sorted({*(SOURCE / "tui" / "boards").glob("*/*.py")} - {*WHOLE})
"""Modules whose texts stand in the words of their game, or, where one board alone shows them, in its labels."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """Return all messages of the source."""
    found = Catalog()
    methods = [("**.py", "python"), ("lessons/**.toml", "tests.test_messages:sentences")]
    for name, _line, text, _comments, context in extract_from_dir(SOURCE, methods, keywords=KEYWORDS):
        found.add(text, locations=[(name, 0)], context=context)
    return found


def sentences(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield what a lesson says, for Babel."""
    lesson = Lesson.model_validate(tomllib.loads(file.read().decode()))
    found = [lesson.title, lesson.teaches]
    for step in lesson.steps:
        found += [question.wrong for question in (step.race.questions if step.race is not None else ())]
        found += [] if step.round is None else [*step.round.passes.values(), step.round.fails]
        found += [
            step.learned,
            step.so,
            step.todo,
            step.otherwise or "",
            step.illegal or "",
            *step.right.values(),
            *step.wrong.values(),
        ]
    yield from ((0, None, text, []) for text in found if text)


def test_the_kept_template_has_every_message(catalog: Catalog) -> None:
    """`HERRLOF_MESSAGES=renew pytest tests/test_messages.py` writes it anew."""
    if os.environ.get("HERRLOF_MESSAGES") == "renew":
        with KEPT.open("wb") as file:
            write_po(file, catalog, omit_header=True, include_lineno=False, sort_output=True)
    kept = read_po(BytesIO(KEPT.read_bytes()))
    if os.environ.get("HERRLOF_MESSAGES") == "renew":
        for file in KEPT.parent.glob("*/messages.po"):
            renew(file.parent, kept)
    assert {key(message) for message in kept if message.id} == {key(message) for message in catalog if message.id}


@pytest.mark.second
def test_messages_of_a_number_stand_where_they_are_said() -> None:
    """The template is made of what stands in the call: `ngettext(*two, n)` would be in no catalogue."""
    for path in SOURCE.rglob("*.py"):
        if not re.search(r"[np]gettext\(", text := path.read_text("utf-8")):
            continue  # reading what stands there takes long
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("ngettext", "pgettext"):
                assert not any(isinstance(one, ast.Starred) for one in node.args), f"{path}:{node.lineno}"


def texts(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def test_a_message_is_there_once(catalog: Catalog) -> None:
    """Two messages that differ in the names of their arguments alone are one with two wordings."""
    found = defaultdict(set)
    for message in catalog:
        for text in texts(message)[:1]:
            if text:
                wording = re.sub(r"\{(?!n\})\w+\}", "{}", text)  # a number is not a name
                found[message.context, wording].add(text)
    doubled = [sorted(texts) for texts in found.values() if len(texts) > 1]
    assert doubled == []


FIRST_HOUR = (
    "commands",
    "plain",
    "rules",
    "rules-herald",
    "rules-herfor",
    "rules-how-ruck",
    "seats",
    "terminals",
    "tour",
    "trouble",
)
"""Pages that somebody reads who has just begun, and that say what the messages say."""
PLAYERS = {"name", "other", "victim", "loser"}
"""Arguments that are the name of a player, who may have a hand, an end, a pile."""


def test_no_message_says_what_the_glossary_does_not(catalog: Catalog) -> None:
    page = (ROOT / "docs" / "glossary.md").read_text("utf-8").split("## Not said")[1]
    not_said = re.findall(r"^\| `(.+?)` \| .+ \|$", page, re.M)
    assert len(not_said) > 10
    pages = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in FIRST_HOUR)]
    said = [text for message in catalog for text in texts(message)]
    said += [part for page in pages for part in page.read_text("utf-8").split("\n\n")]
    assert [(words, text) for words in not_said for text in said if words in text.casefold()] == []


def test_a_message_is_whole(catalog: Catalog) -> None:
    for message in catalog:
        for text in texts(message):
            assert text == text.strip(), text
            assert not re.search(r"\{\d*\}", text), f"{text!r} has an argument without a name"
            assert not re.search(r"\}'(?=\w)(?!s\b)", text), f"{text!r} declines a name"
            assert set(re.findall(r"\{(\w+)\}'s\b", text)) <= PLAYERS, f"{text!r} declines what is no player"


CELL = re.compile(r"cell:(\d+)")


def test_a_cell_has_room_for_its_text(catalog: Catalog) -> None:
    cells = 0
    for message in catalog:
        if message.context and (found := CELL.match(message.context)):
            cells += 1
            assert len(texts(message)[0]) <= int(found[1]), message.id
    assert cells


def is_message(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS


def silent(tree: ast.AST) -> set[ast.AST]:
    """Return what nobody reads on the screen: docstrings, cases, what is compared, keys, errors of the program."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.MatchValue):
            found.add(node.value)
        elif isinstance(node, ast.Dict):
            found.update(key for key in node.keys if key is not None)
        elif isinstance(node, ast.Raise | ast.Compare) or (isinstance(node, ast.keyword) and node.arg == "key_display"):
            found.update(ast.walk(node))
    return found


def test_no_text_is_glued() -> None:
    """Outside of messages stands no text: neither a constant with two words in it, nor words put around a value."""
    for path in (*WHOLE, *BOARDS):
        nothing_is_glued(path)


def nothing_is_glued(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert path in WHOLE or not any(map(is_message, ast.walk(tree))), f"{path} has words of its own"
    inside = {part for node in ast.walk(tree) if is_message(node) for part in ast.walk(node)} | silent(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            assert not any(is_message(part) for part in ast.walk(node)), f"{path}:{node.lineno} glues a message"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
            assert not re.search(r"[A-Za-z]{2}.* .*[A-Za-z]{2}", node.value), f"{path}:{node.lineno}: {node.value!r}"
        if isinstance(node, ast.JoinedStr) and node not in inside:
            words = [part.value for part in node.values if isinstance(part, ast.Constant)]
            glued = any(re.search(r"(?<!-)\b[A-Za-z]{2}", str(word)) for word in words)  # `-ink` is a name
            assert not glued, f"{path}:{node.lineno} glues words"


def test_no_text_is_taken_apart() -> None:
    """Who shows the parts of a text in different ways is given them: a player may be called Ann, the Bold.

    Bytes are no text.
    """
    faces = [path for room in ("tui", "plain") for path in (SOURCE / room).rglob("*.py")]
    for path in {*faces, *WHOLE}:
        assert not re.search(r"\.(r?partition|removeprefix|removesuffix)\((?!b\")", path.read_text("utf-8")), path


def test_no_grammar_of_english_stands_in_code() -> None:
    helpers = r"def (possessive_of|plural|in_words|join_words|capitalized|object_of)\b"
    for path in SOURCE.rglob("*.py"):
        assert not re.search(rf"{helpers}|\"an?\" if ", path.read_text("utf-8")), path


@pytest.mark.second
def test_every_function_that_says_something_is_called() -> None:
    """A message that nobody says is none."""
    for path in WHOLE:
        tree = ast.parse(path.read_text("utf-8"))
        names = {name for name in functions_in(tree) if not re.fullmatch("__.*__", name)}
        inside = [node for found in tree.body if isinstance(found, ast.ClassDef) for node in found.body]
        said = [node for node in inside if isinstance(node, ast.Assign) and is_message(node.value)]
        assert names | {ast.unparse(target) for node in said for target in node.targets} <= called(), path


@pytest.mark.second
def test_the_words_of_a_game_are_read_by_more_than_its_board() -> None:
    """What its board alone says stands beside the board, in `labels.py`."""
    for path in sorted((SOURCE / "games").glob("*/words.py")):
        board = SOURCE / "tui" / "boards" / path.parent.name
        elsewhere = called(other for other in SOURCE.rglob("*.py") if board not in other.parents)
        assert functions_in(ast.parse(path.read_text("utf-8"))) <= elsewhere, path


def functions_in(tree: ast.Module) -> set[str]:
    """Return the names of a module's functions and methods."""
    bodies = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
    return {node.name for body in bodies for node in body.body if isinstance(node, ast.FunctionDef)}


def called(paths: Iterable[Path] = tuple(SOURCE.rglob("*.py"))) -> set[str]:
    """Return the names of all that is called, or named, in these modules."""
    return set().union(*map(called_in, paths))


@cache
def called_in(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


# The functions


def test_a_number_below_nothing_has_a_minus_and_no_hyphen(catalog: Catalog) -> None:
    assert messages._("{n:.1f} {whole:+.0f}", n=-0.04, whole=-0.4) == "0.0 +0"
    assert messages._("{n} of {whole:+.1f}", n=-3, whole=-2.25) == "−3 of −2.2"
    assert messages._("{n} {whole}").format(n=-1, whole="A-1") == "−1 A-1"
    assert messages.emphasis("{n}:| {n:g}", n=-0.5) == ("−0.5:", "−0.5")
    assert not [said.id for said in catalog if re.search(r"(?<![\w-])-\d", str(said.id))]


def test_english_needs_no_catalogue() -> None:
    assert _("{name} won.", name="Ann, the Bold") == "Ann, the Bold won."
    assert _("{name} won.", name="{name}") == "{name} won.", "a name is no template"
    assert [ngettext("{n} card", "{n} cards", number) for number in (1, 2)] == ["1 card", "2 cards"]
    assert pgettext("cell:4", "void") == "void"
    assert emphasis("{name} said:| nothing.", name="A|B") == ("A|B said:", "nothing.")
    assert paragraph("One.", "", "Two.") == "One. Two."
    assert pieces("{name} took {card}.") == [("", "name"), (" took ", "card"), (".", "")]


def test_lists_are_messages(pseudo: Pseudo) -> None:
    assert all_of("a").replace(START, "").replace(END, "") == "a"
    messages.use_catalogue(None)
    assert [all_of("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert one_of((3, 4, 5)) == "3, 4 or 5"
    assert listed("abc") == "a, b, c"
    messages.use_catalogue(pseudo)
    assert one_of("ab").startswith(START)


def test_what_is_kept_is_made_once_in_each_language(pseudo: Pseudo) -> None:
    made = []

    @messages.cached_by_language
    def won(card: int) -> str:
        made.append(card)
        return _("You won the trick.")

    for catalogue, before in ((None, ""), (pseudo, START), (None, "")) * 2:
        messages.use_catalogue(catalogue)
        assert [won(1), won(2), won(1)] == [_("You won the trick.")] * 3
        assert won(1).startswith(before)
    assert made == [1, 2, 1, 2]


def test_the_pseudo_locale_keeps_arguments_and_fills_cells(pseudo: Pseudo) -> None:
    assert _("{name} won.", name="Freya") == f"{START}Freya {spoken('won.')}··{END}"
    assert len(pgettext("cell:5", "low")) == 5
    assert f"Freya {spoken('said:')}" in emphasis("{name} said:| nothing at all.", name="Freya")[0]


# The pseudo-locale in the games


def said(game: Game, seed: int) -> Iterator[str]:
    """Yield what is said in a random match."""
    rng, events, names, words = Random(seed), list[Event](), ("Q1", "Q2", "Q3"), game.words
    state = game.new_state(game.seats[0])
    for _ply in range(150):
        mover = state.current_player()
        for seat in (NOBODY, 0):
            said_to = words.to(state.observation(seat), names)
            yield from (said_to.event(event.seen_by(seat)) for event in events)
            for row in (*said_to.standing(), *said_to.hand()):
                yield row.title
            yield said_to.aim()
            yield from (*said_to.round_end(), *said_to.match_end())
        if mover == TERMINAL:
            return
        events.clear()
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
            continue
        seen, legal = state.observation(mover), state.legal_actions()
        said_to = words.to(seen, names)
        yield words.kind(game.decision_kind(seen))
        yield said_to.question()
        for action in legal[:4]:
            yield said_to.label(action)
            yield said_to.explain(action)
            if re.search("[A-Za-z]{3}", name := said_to.name(action)):
                yield name
        state.apply(rng.choice(legal), events)


@pytest.mark.second
@pytest.mark.parametrize("key", GAMES)
def test_all_that_a_game_says_can_be_translated(key: str, pseudo: Pseudo) -> None:
    texts = [text for seed in range(2) for text in said(GAMES[key], seed) if text and text not in ("Q1", "Q2", "Q3")]
    assert len(set(texts)) > 100
    for text in texts:
        assert START in text, text
        assert not re.search(r"[A-Za-z]{3}", outside(text)), text
