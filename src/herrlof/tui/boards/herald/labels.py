"""What the board of Herald says besides what every face says of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from herrlof.game import Sentence
from herrlof.games.herald import reading
from herrlof.games.herald.cards import (
    ARMOURED_PAWN,
    COLOUR_LETTERS,
    COLOUR_OF,
    DECK,
    FIGURE_OF,
    FIGURE_ROWS,
    FIGURES,
    HERALD,
    NO_CARD,
    NO_COLOUR,
    POINTS_OF,
    Card,
    Figure,
)
from herrlof.games.herald.scoring import points_in
from herrlof.games.herald.tricks import (
    BETTER_COLOUR,
    HIGHER,
    MAGE_BEATS_HERALD,
    MAGE_BEATS_NOTHING,
    SAME_CARD,
    TOO_HIGH,
    TOO_LOW,
    WORSE_COLOUR,
    story,
)
from herrlof.games.herald.words import (
    HeraldSpeaker,
    beaten_with,
    figure_name,
    number_of_figures,
    outlook_text,
    points_text,
)
from herrlof.games.speech import unseen_beat
from herrlof.messages import N_, Label, _, all_of, listed, ngettext, one_of, pgettext, said
from herrlof.tui.boards.herald.letters import LETTERS

# Cards


def short_name(figure: Figure, columns: int = 6) -> str:
    """Return a figure's name where it has six columns, or eight."""
    if columns > 7 and figure == ARMOURED_PAWN:
        return pgettext("cell:8", "Armoured")
    return said(FIGURE_ROWS[figure].short)


# Who is ahead, and why


def beaters_text(card: Card, led: bool, briefly: bool = False) -> str:
    """Return what beats a card that is ahead: `6, 7, a gold Horse or the Herald`; nothing for a Mage that was led.

    `briefly`: names alone, `Queen, Chest, better King, Herald`.
    """
    if not briefly:
        return beaten_with(card, led)
    found, figure = reading.beaters(card, led), FIGURE_OF[card]
    better = [_("better {figure}", figure=figure_name(figure))] if found.colours else []
    herald = [figure_name(HERALD)] if found.herald else []
    return listed([*map(str, found.points), *map(figure_name, found.figures), *better, *herald])


# The story of a trick


def steps_text(cards: Sequence[Card], briefly: bool = False) -> list[str]:
    """Return what each card of a trick did, in playing order, in eight columns: `3 above`, `too high`, `G over S`.

    `briefly`: in seven.
    """
    return [_step_cell(card, ahead, reason, briefly) for card, ahead, reason in story(cards)]


def _step_cell(card: Card, ahead: Card, reason: int, briefly: bool) -> str:
    if ahead == NO_CARD:
        return pgettext("cell:7", "led")
    letters = [LETTERS.own(COLOUR_LETTERS[COLOUR_OF[one]]) for one in (card, ahead) if COLOUR_OF[one] != NO_COLOUR]
    match reason:
        case x if x == HIGHER:
            text = _("{n} above", n=POINTS_OF[card] - POINTS_OF[ahead])
        case x if x == TOO_HIGH:
            text = pgettext("cell:7", "> +3") if briefly else pgettext("cell:8", "too high")
        case x if x in (TOO_LOW, MAGE_BEATS_NOTHING):
            text = pgettext("cell:7", "too low")
        case x if x == BETTER_COLOUR and not briefly:
            text = pgettext("letters", "{letter} over {other}", letter=letters[0], other=letters[1])
        case x if x == WORSE_COLOUR:
            text = pgettext("letters", "{letter} stays", letter=letters[1])
        case x if x == SAME_CARD:
            text = pgettext("cell:7", "late") if briefly else pgettext("cell:8", "too late")
        case x if x <= MAGE_BEATS_HERALD:
            text = pgettext("cell:7", "beats") if briefly else pgettext("cell:8", "beats it")
        case _other:
            text = pgettext("cell:7", "lost")
    return text


# What beats what


def beaten_by_figures(figure: Figure, briefly: bool = False) -> str:
    """Return the figures that beat a figure ahead, but for what `beating_notes` say: in `Horse, Armour, Archer`."""
    figures = (other for other in reading.beaten(figure, led=False).figures if other != HERALD)
    names = [short_name(other) if briefly else figure_name(other) for other in figures]
    return listed(names) if names else "–"


def beating_notes() -> tuple[str, str, str]:
    """Return the rules behind what beats what."""
    return (
        _("+1 to +3 wins, more is too high"),
        _("the Herald beats all but a Mage led"),
        _("same figure: gold, silver, bronze"),
    )


# What stands on the table


class Labels:
    """Heads and short labels."""

    stock = Label("stock")
    empty = Label("empty")
    the_deal = Label("The cards are dealt")
    nothing_led = Label("nothing has been led yet")
    ahead = Label("ahead", "cell:8")
    won = Label("won", "cell:5")
    no_trick = Label("none yet in this game")
    this_trick = Label("This trick")
    beats_what = Label("what beats what")
    figure_ahead = Label("ahead", "cell:8")
    is_beaten_by = Label("is beaten by")
    sheet = Label("game by game")
    when_level = Label("count only where points are level")
    beaten_by = Label("Beaten by {cards}.")
    unbeaten = Label("No card beats a Mage that was led.")
    safe = Label("No card left beats it.")
    look_at = Label("look at a card")


def header_parts(number: int, games: int, trick: int, tricks: int) -> list[str]:
    """Return which game it is, where there are several, and which of its tricks, if any."""
    parts = [_("Game {n} of {whole}", n=number, whole=games)] if games > 1 else []
    return [*parts, _("Trick {n} of {whole}", n=trick, whole=tricks)] if trick else parts


def trick_heading(number: int) -> str:
    """Return the heading of a trick that is told."""
    return _("Trick {n}", n=number)


def points_in_all() -> str:
    """Return what all cards are worth together."""
    return ngettext("{n} point in all", "{n} points in all", points_in(DECK))


class Won(NamedTuple):
    """Cards of a pile that are told together."""

    figure: Figure | None
    """None: they are of several figures."""
    name: str
    points: int
    cards: int


def figures_won(pile: Sequence[Card], most: int = FIGURES) -> list[Won]:
    """Return the figures in a pile, most points first: `2 Horses`, and what they are worth together.

    Only so many of them are told at `most`, and the others as one: `7 more`.
    """
    found = []
    for figure in reversed(range(FIGURES)):
        cards = [card for card in pile if FIGURE_OF[card] == figure]
        if cards:
            name = figure_name(figure) if len(cards) == 1 else number_of_figures(figure, len(cards), better=False)
            found.append(Won(figure, name, points_in(cards), len(cards)))
    told, rest = found[:most], found[most:]
    if rest:
        number = sum(won.cards for won in rest)
        name = ngettext("{n} more", "{n} more", number)
        told.append(Won(None, name, sum(won.points for won in rest), number))
    return told


def points_added(before: int, points: int) -> str:
    """Return the points of earlier games, of this one, and their sum."""
    return _("{before} + {points} = {sum}", before=before, points=points, sum=before + points)


def round_over(number: int) -> str:
    return _("Game {n} is over", n=number)


def next_game() -> tuple[str, str]:
    """Return what leads to the next game: its button, and what Enter does."""
    return _("Next game"), _("next game")


class Keys:
    """What is said of Enter where nothing is chosen."""

    on_table = Label("That card is on the table: go down to your hand.")
    choose_card = Label("Choose a card first, with the arrows, one of its letters or its points.")


def enter_label(asked: bool) -> str:
    return _("play") if asked else _("go on")


class KeyHelp:
    """What the table pauses after, and what its own keys are for, on the page of all keys."""

    step = N_("trick")
    letters = N_("choose by the letter of a colour or of a figure")
    digits = N_("choose by points: the first digit of what a card is worth")


class BoardSpeaker(HeraldSpeaker):
    """What the board says to one reader, besides."""

    def who_is_ahead(self) -> str:
        """Return whose card is ahead in the trick on the table."""
        seen = self.seen
        seat = (seen.leader + seen.ahead) % seen.seats
        return self.tells(seat, N_("You're ahead."), N_("{name} is ahead."))

    def turn(self, brevity: int = 0) -> Sentence:
        """Return what the mover is asked where the table shows the trick: what is ahead, and what beats it.

        At a `brevity` of 1 only what beats it; of 2 without a better one of the same figure, in 57 columns.
        """
        return Sentence(_("Your card."), self._turn_text(brevity))

    def hint_text(self, card: Card, won: int, points: float | None) -> list[str]:
        """Return what comes of a card: in how many of 100 deals it wins the trick, who may beat it, and the points."""
        seen = self.seen
        now, led = reading.outlook(card, seen), not seen.trick
        after = [self.names[(seen.seat + turn) % seen.seats] for turn in range(1, reading.players_after(seen) + 1)]
        cards = beaten_with(card, led, left=reading.threats(card, seen, led))
        if not now.leads:
            texts = [_("It would be lost."), outlook_text(card, now)]
        elif not after:
            texts = [_("It would win the trick.")]
        elif not cards:
            texts = [unseen_beat(0, 0)]
        else:
            texts = [_("Wins this trick in {n} of 100 deals.", n=won)]
            texts.append(_("{names} can beat it with {cards}.", names=one_of(after), cards=cards))
        if points is not None:
            texts.append(_("On average you end with {points}.", points=points_text(round(points))))
        return texts

    def cards_in_hand(self, seat: int) -> str:
        """Return how many cards a seat holds."""
        return ngettext("{n} card", "{n} cards", self.seen.hand_sizes[seat])

    def who_plays_after(self, briefly: bool = False) -> str:
        """Return who plays to the trick after this seat, `briefly` how many; nothing where that does not matter now."""
        seen = self.seen
        if seen.phase != "play" or reading.has_played(seen.seat, seen) or not (seen.trick or seen.mover == seen.seat):
            return ""
        place = (seen.seat - seen.leader) % seen.seats
        after = [self.names[(seen.leader + later) % seen.seats] for later in range(place + 1, seen.seats)]
        if not after:
            return _("nobody plays after you")
        if briefly:
            return ngettext("one plays after you", "{n} play after you", len(after))
        return ngettext("{names} plays after you", "{names} play after you", len(after), names=all_of(after))

    def threats_now(self, briefly: bool = False) -> str:
        """Return what could still beat the card that is ahead now; nothing while no card lies there.

        Cards in the hand of who looks are left out: of each of them `outlook` tells more.
        """
        seen = self.seen
        if not seen.trick:
            return ""
        return self.threats_text(seen.trick[seen.ahead], seen.ahead == 0, reading.players_to_come(seen), briefly)
