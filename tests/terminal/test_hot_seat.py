"""Three people at one keyboard: while one looks, nothing of the others is on the screen, in no frame."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from herrlof.table.dealing import deal_code
from herrlof.tui.screens.seated import CURTAIN_GUARD
from tests.terminal.table import (
    AIM,
    Player,
    at_table,
    codes,
    counted,
    curtain,
    hand,
    named,
    own_row,
    question,
)
from tests.terminal.terminal import Terminal

NAMES = ("Anna", "Ben", "Cleo")
PREDICTIONS = (2, 5, 9)
"""A different one for each seat, so that one shown to another is known."""
DECK = -1


class Watch(Player):
    """Plays for three and remembers what each of them has seen; looks at every frame for what they have not."""

    def __init__(self, terminal: Terminal) -> None:
        """Watch from the first frame on."""
        super().__init__(terminal)
        self.predict = lambda seat: PREDICTIONS[seat]
        self.looking: int | None = None
        self.opens = False
        self.hands: dict[int, set[str]] = {}
        self.known: dict[int, set[str]] = {seat: set() for seat in range(3)}
        self.gains: int | None = None
        """Where the next card of the looking player may come from: a seat, the deck, or nowhere."""
        self.leaves: set[str] = set()
        """The card that was chosen last: it may still lie in the hand for a frame."""
        self.frames = 0
        self.counts: Counter[str] = Counter()
        terminal.checks.append(self.watch)

    def watch(self, rows: list[str]) -> None:
        """Fail if a frame shows what nobody at the keyboard may see."""
        if not at_table(rows):
            return
        self.frames += 1
        text = "\n".join(rows)
        shown = counted(rows)
        if curtain(rows) is None:
            self.opens = False
        elif not self.opens:
            self.looking = None
        looking = self.looking
        if looking is None:
            assert not shown, f"a hand that nobody asked for\n{text}"
        else:
            self._gain(looking, shown, text)
        self._others(looking, rows, text)
        for number in AIM.findall(text):
            assert looking is not None, f"a prediction that nobody asked for\n{text}"
            assert int(number) == PREDICTIONS[looking], f"the prediction of another\n{text}"
            assert re.search(rf"You, {NAMES[looking]} .* said {number} ·", text), text

    def _gain(self, looking: int, shown: Counter[str], text: str) -> None:
        """Let the looking player's hand be what it was, and one card more if a power brought one."""
        if looking not in self.hands:
            if not shown:
                return
            assert sum(shown.values()) == 11, text
            self.hands[looking] = {*shown}
        more = {*shown} - self.hands[looking] - self.leaves - {*"VH"}
        if more:
            assert self.gains is not None, f"{more} from nowhere\n{text}"
            assert len(more) == 1, text
            if self.gains != DECK and self.gains in self.hands:
                assert more <= self.hands[self.gains], text
                self.hands[self.gains] -= more
            self.hands[looking] |= more
            self.gains = None
        self.known[looking] |= self.hands[looking]

    def _others(self, looking: int | None, rows: list[str], text: str) -> None:
        """No card of another hand is drawn or named anywhere, but to one who has held it."""
        hidden = {card for seat, held in self.hands.items() if seat != looking for card in held if card not in "VH"}
        hidden -= self.known[looking] if looking is not None else set()
        if re.search(r"Trick (\d+) of \1 ", rows[0]):  # the last cards play themselves
            hidden -= codes("\n".join(rows[: own_row(rows)]))
        told = "\n".join((*rows[:-4], *rows[-2:]))  # between them stand cards that could beat the one in focus
        leaked = hidden & (codes(text) | named(told))
        if looking is not None:
            leaked -= self.hands.get(looking, set())
        assert not leaked, f"{leaked} of another hand\n{text}"

    def opening(self, seat: int) -> None:
        """Expect the hand of this seat from now on."""
        self.looking, self.opens, self.gains, self.leaves = seat, True, None, set()

    def choosing(self, asked: str, code: str) -> None:
        """Move the card out of the hand; a card given back goes to its owner."""
        assert self.looking is not None
        self.counts[asked] += 1
        self.leaves = {code}
        if code not in "VH":  # of these there are several
            self.hands[self.looking] -= self.leaves
        if asked == "return":
            owner = re.search(r"Give (\w+) which card back", question(self.rows))
            assert owner is not None
            self.hands[NAMES.index(owner[1])].add(code)

    def answering(self, asked: str, agreed: bool) -> None:
        """A 3 brings a card of the deck, a 6 one of the first seat that is offered."""
        self.counts["asked"] += 1
        if agreed and "The 3." in asked:
            self.gains = DECK
        elif agreed and "The 6." in asked:
            offered = re.search(r"from (\w+)", self.rows[-4])
            assert offered is not None
            self.gains = NAMES.index(offered[1])


def seated(*names: str) -> list[str]:
    """Return the arguments that seat people."""
    return ["play", *[word for name in names for word in ("--seat", name)]]


@pytest.mark.parametrize(
    "deals",
    [
        pytest.param("three at a table", marks=pytest.mark.second),
        *[pytest.param(f"three, again {n:03}", marks=pytest.mark.slow) for n in range(12)],
    ],
)
def test_a_round_for_three(terminal: Terminal, deals: str) -> None:
    """A whole round: each sees the own hand alone, and no prediction of another before its end."""
    terminal.start([*seated(*NAMES), "--deal", deal_code(deals.encode()), "--pace", "0"])
    player = Watch(terminal)
    player.pick = lambda playable: next((card for card in playable if card[1:] in "369"), playable[-1])
    while player.ready() not in ("pad", "end"):
        if player.act() == "curtain" and player.ready() == "play":
            assert player.looking is not None
            assert {*counted(terminal.rows)} - {*"VH"} == player.hands[player.looking] - {*"VH"}
    assert player.frames > 80
    assert player.counts["play"] >= 3 * 9
    for name, number in zip(NAMES, PREDICTIONS, strict=True):
        assert re.search(rf"{name.upper()} ─+ *\n.* said {number} ", terminal.text), terminal.text
    assert not hand(terminal.rows)


@pytest.mark.second
def test_pages_and_covers_in_a_turn_show_no_secret(terminal: Terminal) -> None:
    """What opens over the table, and the curtain that a player pulls down, show nothing of another."""
    terminal.start([*seated(*NAMES), "--pace", "0"])
    player = Watch(terminal)
    for _ in range(4):
        player.act()
    if player.ready() == "curtain":
        player.act()
        player.ready()
    seat = player.looking
    assert hand(terminal.rows)
    for key, page in {"s": "SCORES", "k": "never hurry anything", "?": "Herrlof", "l": "LAST TRICK"}.items():
        terminal.press(key)
        terminal.wait_for(lambda rows, page=page: not at_table(rows) and page in "\n".join(rows))
        terminal.settle()
        terminal.press("escape")
        terminal.wait_for(lambda rows: bool(hand(rows)))
        terminal.settle()
    terminal.press("c")
    terminal.wait_for(lambda rows: curtain(rows) == seat)
    player.act()
    terminal.wait_for(lambda rows: {*counted(rows)} - {*"VH"} == player.hands[seat] - {*"VH"})


@pytest.mark.second
def test_keys_from_before_do_not_open_the_curtain(terminal: Terminal) -> None:
    """A burst of Enter and digits that follows a prediction is dropped; a later, deliberate key opens."""
    terminal.start([*seated("Anna", "Ben"), "--pace", "0.01"])
    player = Player(terminal)
    player.ready()
    first = curtain(terminal.rows)
    assert first is not None
    terminal.settle(1.1 * CURTAIN_GUARD)
    player.act()
    player.ready()
    terminal.press("3")
    terminal.wait_for("Win exactly 3")
    terminal.settle(0.5)
    terminal.child.send("\r\r\r121212\r\r332211 \r")
    terminal.wait_for(lambda rows: curtain(rows) == 1 - first)
    terminal.settle(0.3)
    assert curtain(terminal.rows) == 1 - first
    terminal.settle(1.1 * CURTAIN_GUARD)
    terminal.press(str(first + 1), "enter", "space", "x")
    terminal.wait_for("is next: type")
    terminal.settle(0.1)
    assert curtain(terminal.rows) == 1 - first
    terminal.settle(1.1 * CURTAIN_GUARD)
    player.act()
    assert player.ready() == "predict"
    assert "none yet" in terminal.text, "a number was chosen before its player looked"


@pytest.mark.second
def test_a_window_that_is_left_is_covered(terminal: Terminal) -> None:
    """When the terminal says that another window has the focus, the curtain falls."""
    terminal.start([*seated("Anna", "Ben"), "--pace", "0"])
    player = Player(terminal)
    player.act()
    player.ready()
    terminal.press("\x1b[O")
    terminal.wait_for(lambda rows: curtain(rows) == player.seat)
    terminal.press("\x1b[I")
    terminal.settle()
    assert curtain(terminal.rows) == player.seat


@pytest.mark.second
def test_a_click_opens_the_curtain_only_when_it_is_made_again(terminal: Terminal) -> None:
    """The first click on the curtain asks who it is, wherever it is made; only the second one opens."""
    terminal.start([*seated("Anna", "Ben"), "--pace", "0"])
    player = Player(terminal)
    player.ready()
    y = next(y for y, row in enumerate(terminal.rows) if "when only you can see" in row)
    shown: list[str] = []
    terminal.checks.append(lambda rows: shown.extend(card.code for card in hand(rows)))
    terminal.click(2, 3)
    terminal.settle(0.1)
    terminal.click(40, y - 1)
    terminal.wait_for("Then click once more.")
    terminal.settle(0.1)
    assert curtain(terminal.rows) is not None
    assert not shown
    terminal.click(40, y - 1)
    terminal.wait_for(lambda rows: bool(hand(rows)))
