"""Everything that a person reads about Herald: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Value, Words
from herrlof.games.herald import actions, reading
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import (
    ARMOURED_PAWN,
    COLOUR_LETTERS,
    COLOUR_OF,
    COLOURLESS,
    COPIES,
    DECK,
    FIGURE_NAMES,
    FIGURE_OF,
    FIGURES,
    HERALD,
    LAST_MAGE,
    NO_CARD,
    NO_COLOUR,
    POINTS_OF,
    Card,
    Colour,
    Figure,
)
from herrlof.games.herald.observation import Observation, unseen
from herrlof.games.herald.reading import Outlook
from herrlof.games.herald.scoring import Verdict, judge, piles_of, points_in
from herrlof.games.herald.tricks import (
    BETTER_COLOUR,
    CIRCLE_BEATS,
    CIRCLE_LOSES,
    HERALD_BEATS,
    HERALD_STAYS,
    HIGHER,
    MAGE_BEATS_HERALD,
    MAGE_BEATS_NOTHING,
    MAGE_LED,
    REASON_RULES,
    SAME_CARD,
    TOO_HIGH,
    TOO_LOW,
    WORSE_COLOUR,
    Trick,
    story,
    why,
)
from herrlof.games.speech import is_reader, name_of, number_of, number_word, unseen_beat
from herrlof.messages import N_, Label, _, all_of, listed, ngettext, one_of, paragraph, pgettext

# Cards


def figure_name(figure: Figure) -> str:
    """Return a figure's name."""
    return {
        "Mage": _("Mage"), "Pawn": _("Pawn"), "Archer": _("Archer"), "Catapult": _("Catapult"), "Horse": _("Horse"),
        "Tower": _("Tower"), "Shield": _("Shield"), "Queen": _("Queen"), "King": _("King"), "Herald": _("Herald"),
        "Chest": _("Chest"), "Armoured Pawn": _("Armoured Pawn"),
    }[FIGURE_NAMES[figure]]  # fmt: skip


def short_name(figure: Figure, columns: int = 6) -> str:
    """Return a figure's name where it has six columns, or eight."""
    if columns > 7 and figure == ARMOURED_PAWN:
        return pgettext("cell:8", "Armoured")
    return {
        "Mage": pgettext("cell:6", "Mage"), "Pawn": pgettext("cell:6", "Pawn"), "Archer": pgettext("cell:6", "Archer"),
        "Catapult": pgettext("cell:6", "Catap."), "Horse": pgettext("cell:6", "Horse"),
        "Tower": pgettext("cell:6", "Tower"), "Shield": pgettext("cell:6", "Shield"),
        "Queen": pgettext("cell:6", "Queen"), "King": pgettext("cell:6", "King"),
        "Herald": pgettext("cell:6", "Herald"), "Chest": pgettext("cell:6", "Chest"),
        "Armoured Pawn": pgettext("cell:6", "Armour"),
    }[FIGURE_NAMES[figure]]  # fmt: skip


def colour_name(colour: Colour) -> str:
    """Return a colour's name within a sentence."""
    return (_("gold"), _("silver"), _("bronze"))[colour]


def colour_first(colour: Colour) -> str:
    """Return a colour's name at the beginning of a sentence."""
    return (_("Gold"), _("Silver"), _("Bronze"))[colour]


def card_name(card: Card) -> str:
    """Return `gold King`, `Herald`."""
    colour = COLOUR_OF[card]
    name = (
        "{figure}" if colour == NO_COLOUR else (_("gold {figure}"), _("silver {figure}"), _("bronze {figure}"))[colour]
    )
    return name.format(figure=figure_name(FIGURE_OF[card]))


def card_first(card: Card) -> str:
    """Return a card's name at the beginning of a sentence: `Gold King`, `Herald`."""
    colour = COLOUR_OF[card]
    name = (
        "{figure}" if colour == NO_COLOUR else (_("Gold {figure}"), _("Silver {figure}"), _("Bronze {figure}"))[colour]
    )
    return name.format(figure=figure_name(FIGURE_OF[card]))


def the_card(card: Card) -> str:
    """Return a card's name after an article: `the gold King`, `a gold Pawn`."""
    colour = COLOUR_OF[card]
    if COPIES[card] > 1:
        name = (_("a gold {figure}"), _("a silver {figure}"), _("a bronze {figure}"), _("a {figure}"))[colour]
    else:
        name = (_("the gold {figure}"), _("the silver {figure}"), _("the bronze {figure}"), _("the {figure}"))[colour]
    return name.format(figure=figure_name(FIGURE_OF[card]))


def the_card_first(card: Card) -> str:
    """Return a card's name after an article at the beginning of a sentence."""
    colour = COLOUR_OF[card]
    if COPIES[card] > 1:
        name = (_("A gold {figure}"), _("A silver {figure}"), _("A bronze {figure}"), _("A {figure}"))[colour]
    else:
        name = (_("The gold {figure}"), _("The silver {figure}"), _("The bronze {figure}"), _("The {figure}"))[colour]
    return name.format(figure=figure_name(FIGURE_OF[card]))


def card_title(card: Card) -> str:
    """Return a card and what it is worth: `Gold King, 10 points.`"""
    return ngettext("{card}, {n} point.", "{card}, {n} points.", POINTS_OF[card], card=card_first(card))


def points_text(points: int) -> str:
    """Return a number of points in digits."""
    return ngettext("{n} point", "{n} points", points)


# Who is ahead, and why


def reason_sentence(card: Card, ahead: Card, reason: int) -> str:
    """Return why a card beats the one that is ahead, or why not, as a sentence."""
    mine, other = POINTS_OF[card], POINTS_OF[ahead]
    figures = {"figure": figure_name(FIGURE_OF[card]), "other": figure_name(FIGURE_OF[ahead])}
    match reason:
        case x if x == HIGHER:
            return ngettext(
                "{points} against {others}: one point above.", "{points} against {others}: {number} points above.",
                mine - other, points=mine, others=other, number=number_word(mine - other),
            )  # fmt: skip
        case x if x == TOO_HIGH:
            text = _("{points} against {others}: more than three points above.", points=mine, others=other)
        case x if x == TOO_LOW:
            text = _("{points} against {others}: worth less.", points=mine, others=other)
        case x if x == CIRCLE_BEATS:
            text = _("{figure} beats {other}.", **figures)
        case x if x == CIRCLE_LOSES:
            text = _("{figure} beats {other}.", figure=figures["other"], other=figures["figure"])
        case x if x == SAME_CARD:
            text = _("The same card: the earlier stays ahead.")
        case x if x == HERALD_BEATS:
            text = _("The Herald beats whatever is ahead.")
        case x if x == HERALD_STAYS:
            text = _("A Mage alone beats the Herald.")
        case x if x == MAGE_BEATS_HERALD:
            text = _("The Mage beats the Herald.")
        case x if x == MAGE_BEATS_NOTHING:
            text = _("A Mage beats only the Herald and a lesser Mage.")
        case x if x == MAGE_LED:
            text = _("A Mage was led, and no card beats it.")
        case x if x == BETTER_COLOUR:
            text = _beats_sentence(COLOUR_OF[card], COLOUR_OF[ahead])
        case _other:
            text = _beats_sentence(COLOUR_OF[ahead], COLOUR_OF[card])
    return text


def _beats_sentence(colour: Colour, other: Colour) -> str:
    return pgettext("colours", "{colour} beats {other}.", colour=colour_first(colour), other=colour_name(other))


def outlook_text(card: Card, now: Outlook) -> str:
    """Return what a card would do and why."""
    if now.ahead == NO_CARD:
        return _("Led, it wins the trick.") if now.reason == MAGE_LED else _("Led, it is ahead.")
    return reason_sentence(card, now.ahead, now.reason)


def who_is_ahead(seen: Observation, names: Sequence[str]) -> str:
    """Return whose card is ahead in the trick on the table."""
    seat = (seen.leader + seen.ahead) % seen.seats
    return _("You are ahead.") if is_reader(seat, seen) else _("{name} is ahead.", name=names[seat])


def beaters_text(card: Card, led: bool, briefly: bool = False) -> str:
    """Return what beats a card that is ahead: `6 or 7, a gold Horse, the Herald`; nothing for a Mage that was led.

    `briefly`: names alone, `Queen, Chest, better King, Herald`.
    """
    found, figure = reading.beaters(card, led), FIGURE_OF[card]
    if briefly:
        better = [_("better {figure}", figure=figure_name(figure))] if found.colours else []
        herald = [figure_name(HERALD)] if found.herald else []
        return listed([*map(str, found.points), *map(figure_name, found.figures), *better, *herald])
    names = [one_of(found.points)] if found.points else []
    names += [*map(_a_figure, found.figures), *_better_ones(card, found)]
    if found.herald:
        names.append(_a_figure(HERALD))
    return listed(names) if names else ""


def _a_figure(figure: Figure) -> str:
    return (_("the {figure}") if figure in COLOURLESS else _("a {figure}")).format(figure=figure_name(figure))


def why_ahead(seen: Observation) -> Sentence:
    """Return why the card that is ahead is ahead; nothing while no card lies there."""
    if not seen.trick:
        return Sentence("")
    card, now = seen.trick[seen.ahead], reading.card_ahead(seen)
    name = the_card_first(card)
    if now.ahead != NO_CARD:
        return Sentence(_("{name} is ahead.", name=name), reason_sentence(card, now.ahead, now.reason), now.rule)
    if now.reason == MAGE_LED:
        return Sentence(_("{card} was led: it wins the trick whatever follows.", card=name), "", now.rule)
    if len(seen.trick) > 1:
        return Sentence(_("{card} was led, and nothing has beaten it.", card=name), "", now.rule)
    return Sentence(_("{card} was led.", card=name), "", now.rule)


def turn(seen: Observation, brevity: int = 0) -> Sentence:
    """Return what the mover is asked where the table shows the trick: what is ahead, and what beats it.

    At a `brevity` of 1 only what beats it; of 2 without a better one of the same figure, where a row has 57 columns.
    """
    return Sentence(_("Your card."), _turn_text(seen, brevity))


def _turn_text(seen: Observation, brevity: int) -> str:
    if not seen.trick:
        return _("You lead: what you play is ahead.")
    card = seen.trick[seen.ahead]
    cards = _beaten_with(card, seen.ahead == 0, better=brevity < 2)
    if not cards:
        return Labels.unbeaten
    if brevity:
        return _("Beat it: {cards}.", cards=cards)
    return _("{card} is ahead: {cards} beats it.", card=the_card_first(card), cards=cards)


def _beaten_with(card: Card, led: bool, better: bool = True) -> str:
    """Return what beats a card: `5, 6, a gold Catapult or the Herald`; nothing for a Mage led."""
    found = reading.beaters(card, led)
    names = [*map(str, found.points), *map(_a_figure, found.figures), *(_better_ones(card, found) if better else ())]
    names += map(_a_figure, [HERALD] * found.herald)
    return one_of(names) if names else ""


def _better_ones(card: Card, found: reading.Beaters) -> list[str]:
    """Return what of its own figure beats a card, if anything: `a gold Horse`, `a better Horse`."""
    if len(found.colours) == 1:
        return [the_card(card - COLOUR_OF[card])]
    return [_("a better {figure}", figure=figure_name(FIGURE_OF[card]))] if found.colours else []


def hint_text(card: Card, seen: Observation, names: Sequence[str], won: int, points: float | None) -> list[str]:
    """Return what comes of a card: in how many of 100 deals it wins the trick, who may beat it, and the points."""
    now, led = reading.outlook(card, seen), not seen.trick
    after = [names[(seen.seat + turn) % seen.seats] for turn in range(1, reading.players_after(seen) + 1)]
    cards = _beaten_with(card, led) if reading.threats(card, seen, led) else ""
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


def cards_in_hand(seat: int, seen: Observation) -> str:
    """Return how many cards a seat holds."""
    return ngettext("{n} card", "{n} cards", seen.hand_sizes[seat])


def who_plays_after(seen: Observation, names: Sequence[str], briefly: bool = False) -> str:
    """Return who plays to the trick after this seat, `briefly` how many; nothing where that does not matter now."""
    if seen.phase != "play" or reading.has_played(seen.seat, seen) or not (seen.trick or seen.mover == seen.seat):
        return ""
    place = (seen.seat - seen.leader) % seen.seats
    after = [names[(seen.leader + later) % seen.seats] for later in range(place + 1, seen.seats)]
    if not after:
        return _("nobody plays after you")
    if briefly:
        return ngettext("one plays after you", "{n} play after you", len(after))
    return ngettext("{names} plays after you", "{names} play after you", len(after), names=all_of(after))


def threats_text(card: Card, seen: Observation, led: bool, to_come: int, briefly: bool = False) -> str:
    """Return what could still beat a card that is ahead; `to_come` is how many seats play after it.

    `briefly`: only how many, for a window without room for more.
    """
    if led and card <= LAST_MAGE:
        return _("No card beats it.")
    if not to_come:
        return ""
    found = reading.threats(card, seen, led)
    total, whole = found.total(), len(unseen(seen))
    if briefly or not total:
        return unseen_beat(total, whole)
    names = []
    for figure in range(FIGURES):
        number = sum(found[other] for other in found if FIGURE_OF[other] == figure)
        if number and figure in COLOURLESS:
            names.append(_("the {figure}", figure=figure_name(figure)))
        elif number:
            names.append(_number_of_figures(figure, number, better=figure == FIGURE_OF[card]))
    return ngettext(
        "{n} of {whole} unseen cards beats it: {cards}.", "{n} of {whole} unseen cards beat it: {cards}.", total,
        whole=whole, cards=all_of(names),
    )  # fmt: skip


def _number_of_figures(figure: Figure, number: int, better: bool) -> str:
    """Return a number of figures, of a better colour or of any."""
    name = FIGURE_NAMES[figure]
    if better:
        text = {
            "Mage": ngettext("{n} better Mage", "{n} better Mages", number),
            "Pawn": ngettext("{n} better Pawn", "{n} better Pawns", number),
            "Archer": ngettext("{n} better Archer", "{n} better Archers", number),
            "Catapult": ngettext("{n} better Catapult", "{n} better Catapults", number),
            "Horse": ngettext("{n} better Horse", "{n} better Horses", number),
            "Tower": ngettext("{n} better Tower", "{n} better Towers", number),
            "Shield": ngettext("{n} better Shield", "{n} better Shields", number),
            "Queen": ngettext("{n} better Queen", "{n} better Queens", number),
            "King": ngettext("{n} better King", "{n} better Kings", number),
        }
    else:
        text = {
            "Mage": ngettext("{n} Mage", "{n} Mages", number),
            "Pawn": ngettext("{n} Pawn", "{n} Pawns", number),
            "Archer": ngettext("{n} Archer", "{n} Archers", number),
            "Catapult": ngettext("{n} Catapult", "{n} Catapults", number),
            "Horse": ngettext("{n} Horse", "{n} Horses", number),
            "Tower": ngettext("{n} Tower", "{n} Towers", number),
            "Shield": ngettext("{n} Shield", "{n} Shields", number),
            "Queen": ngettext("{n} Queen", "{n} Queens", number),
            "King": ngettext("{n} King", "{n} Kings", number),
        }
    return text[name]


def threats_now(seen: Observation, briefly: bool = False) -> str:
    """Return what could still beat the card that is ahead now; nothing while no card lies there.

    Cards in the hand of who looks are left out: of each of them `outlook` tells more.
    """
    if not seen.trick:
        return ""
    return threats_text(seen.trick[seen.ahead], seen, seen.ahead == 0, reading.players_to_come(seen), briefly)


class Prospect(NamedTuple):
    """What a card of the own hand would do now, in sentences."""

    title: str
    leads: bool
    """Whether it would be ahead."""
    verdict: str
    """That it would be ahead, win, or be lost; nothing where it would be led."""
    why: str
    threats: str
    """What could still beat it; nothing where it would be lost, or nobody plays after it."""
    rule: str


def prospect(card: Card, seen: Observation, briefly: bool = False) -> Prospect:
    """Return what a card would do in the trick on the table, and what could still beat it.

    `briefly`: in a row of 57 columns.
    """
    now = reading.outlook(card, seen)
    title, why_so = card_title(card), outlook_text(card, now)
    lost, wins, ahead = _("It would be lost."), _("It would win the trick."), _("It would be ahead.")
    if briefly:
        title, why_so = _("{card}, {n}.", card=card_first(card), n=POINTS_OF[card]), _brief_reason(card, now)
        lost, wins, ahead = _("Lost."), _("Wins."), _("Ahead.")
    threats = verdict = ""
    if now.leads:
        threats = threats_text(card, seen, not seen.trick, reading.players_after(seen), briefly)
    if seen.trick:
        verdict = lost if not now.leads else ahead if reading.players_after(seen) else wins
    return Prospect(title, now.leads, verdict, why_so, threats, now.rule)


def _brief_reason(card: Card, now: Outlook) -> str:
    """Return why a card would be lost, where room is short; of a Mage that was led the question says it."""
    if now.leads or now.reason == MAGE_LED:
        return ""
    parts = {"points": POINTS_OF[card], "others": POINTS_OF[now.ahead]}
    if now.reason == TOO_HIGH:
        return _("{points} is too high above {others}.", **parts)
    if now.reason in (TOO_LOW, MAGE_BEATS_NOTHING):
        return _("{points} is less than {others}.", **parts)
    if now.reason == SAME_CARD:
        return _("The earlier stays ahead.")
    return outlook_text(card, now)


# The story of a trick


def story_line(cards: Sequence[Card]) -> str:
    """Return how the lead of a trick went over: `gold King, beaten by the silver Queen, beaten by the Herald`."""
    first, *others = [step.card for step in story(cards) if step.leads]
    return _beaten_line(card_name(first), others)


def _beaten_line(text: str, others: Sequence[Card]) -> str:
    for card in others:
        text = _("{cards}, beaten by {card}", cards=text, card=the_card(card))
    return text


def story_text(trick: Trick, seen: Observation, names: Sequence[str]) -> list[Sentence]:
    """Return a sentence for each card of a trick, finished or not, in playing order: what it did, and why."""
    return [
        _step_text((trick.leader + place) % seen.seats, step.card, step.ahead, step.reason, seen, names)
        for place, step in enumerate(story(trick.cards))
    ]


def step_explained(place: int, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what the card at a place of the trick on the table did."""
    step = story_text(Trick(seen.leader, seen.trick, NOBODY), seen, names)[place]
    return Sentence(card_title(seen.trick[place]), paragraph(step.ask, step.why), step.rule)


def steps_text(cards: Sequence[Card], briefly: bool = False) -> list[str]:
    """Return what each card of a trick did, in playing order, in eight columns: `3 above`, `too high`, `G over S`.

    `briefly`: in seven.
    """
    return [_step_cell(card, ahead, reason, briefly) for card, ahead, reason in story(cards)]


def _step_cell(card: Card, ahead: Card, reason: int, briefly: bool) -> str:
    if ahead == NO_CARD:
        return pgettext("cell:7", "led")
    letters = [COLOUR_LETTERS[COLOUR_OF[one]] for one in (card, ahead) if COLOUR_OF[one] != NO_COLOUR]
    match reason:
        case x if x == HIGHER:
            text = _("{n} above", n=POINTS_OF[card] - POINTS_OF[ahead])
        case x if x == TOO_HIGH:
            text = pgettext("cell:7", "high") if briefly else pgettext("cell:8", "too high")
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


def why_won(trick: Trick, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who won a trick, and with what."""
    place = (trick.winner - trick.leader) % len(trick.cards)
    step = story(trick.cards)[place]
    if step.reason == MAGE_LED:
        text, rule = _("No card beats a Mage that was led."), "H10"
    elif not place:
        text, rule = _("It was led, and nothing beat it."), "H5"
    else:
        text, rule = reason_sentence(step.card, step.ahead, step.reason), REASON_RULES[step.reason]
    return Sentence(won_with(trick, seen, names), text, rule)


def won_with(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return who won a trick, and with what, without the reason."""
    card = the_card(trick.cards[(trick.winner - trick.leader) % len(trick.cards)])
    if is_reader(trick.winner, seen):
        return _("You won with {card}.", card=card)
    return _("{name} won with {card}.", name=names[trick.winner], card=card)


def _step_text(seat: int, card: Card, ahead: Card, reason: int, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a card did when it was played; `reason` is one of a `Step`."""
    own, parts = is_reader(seat, seen), {"name": names[seat], "card": the_card(card)}
    if ahead == NO_CARD:
        led = (_("You led {card}.") if own else _("{name} led {card}.")).format(**parts)
        return Sentence(led, _("No card beats it."), "H10") if reason == MAGE_LED else Sentence(led)
    if reason <= MAGE_BEATS_HERALD:
        text = _("You played {card} and are ahead.") if own else _("{name} played {card} and is ahead.")
    else:
        text = _("You played {card}, and it is lost.") if own else _("{name} played {card}, and it is lost.")
    return Sentence(text.format(**parts), reason_sentence(card, ahead, reason), REASON_RULES[reason])


# What beats what


def beaten_by_text(figure: Figure, led: bool) -> str:
    """Return the figures that beat a figure when it is ahead: `Tower, Catapult, Herald, a better colour`."""
    figures, better_colour = reading.beaten(figure, led)
    names = [figure_name(other) for other in figures]
    if better_colour:
        names.append(_("a better colour"))
    return listed(names) if names else _("nothing")


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


# The end


def verdict_text(verdict: Verdict, seen: Observation, names: Sequence[str]) -> list[str]:
    """Return who has won the match, by what, and what decided between level seats (H11 to H13)."""
    title = winners_text(verdict.winners, seen, names)
    points, games = points_text(max(seen.scores)), number_word(seen.games)
    several = seen.games > 1
    if len(verdict.winners) > 1:
        if several:
            text = _(
                "With {points} each over {games} games, and as many gold, silver and bronze cards; "
                "none of them has won the Herald.",
                points=points, games=games,
            )  # fmt: skip
        else:
            text = _(
                "With {points} each, and as many gold, silver and bronze cards; none of them has won the Herald.",
                points=points,
            )
        return [title, Sentence(text, rule="H12")]
    if verdict.decided == "points":
        by = points_text(max(seen.scores) - sorted(seen.scores)[-2])
        order = sorted(range(seen.seats), key=lambda seat: -seen.scores[seat])
        scores = listed(number_of(seat, seen, names, seen.scores[seat]) for seat in order)
        text = _("By {points}: {scores}.", points=by, scores=scores)
        if several:
            text = _("By {points} over {games} games: {scores}.", points=by, games=games, scores=scores)
        return [title, Sentence(text, rule="H11")]
    who = all_of(name_of(seat, seen, names) for seat in verdict.level)
    level = _("{names} have {points} each.", names=who, points=points)
    if several:
        level = _("{names} have {points} each over {games} games.", names=who, points=points, games=games)
    winner = verdict.winners[0]
    own, name = is_reader(winner, seen), names[winner]
    if verdict.decided == "herald":
        why_so = _("You have won the Herald.") if own else _("{name} has won the Herald.", name=name)
        return [title, Sentence(level, why_so, "H12")]
    metal = {"gold": _("gold"), "silver": _("silver"), "bronze": _("bronze")}[verdict.decided]
    if several:
        text = _("You have won the most {metal} cards of the last game.")
        if not own:
            text = _("{name} has won the most {metal} cards of the last game.")
    else:
        text = _("You have won the most {metal} cards.")
        if not own:
            text = _("{name} has won the most {metal} cards.")
    return [title, Sentence(level, text.format(name=name, metal=metal), "H12")]


def winners_text(winners: Sequence[int], seen: Observation, names: Sequence[str]) -> str:
    """Return who won the match."""
    if len(winners) > 1:
        return _("{names} share the win.", names=all_of(name_of(seat, seen, names) for seat in winners))
    return _("You win.") if is_reader(winners[0], seen) else _("{name} wins.", name=names[winners[0]])


def cards_won_text(seat: int, seen: Observation) -> str:
    """Return how many cards a seat has won in this game, in words."""
    won = reading.cards_won(seat, seen)
    return ngettext("{n} card won", "{n} cards won", won) if won else _("no card won")


# What stands on the table


class Labels:
    """Heads and short labels."""

    stock = Label("stock")
    gone = Label("gone")
    the_deal = Label("The cards are dealt")
    nothing_led = Label("nothing is led yet")
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


def tricks_text(tricks: int) -> str:
    """Return a number of tricks."""
    return ngettext("{n} trick", "{n} tricks", tricks) if tricks else _("no trick")


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
            name = figure_name(figure) if len(cards) == 1 else _number_of_figures(figure, len(cards), better=False)
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
    """Return which game is over."""
    return _("Game {n} is over", n=number)


def next_game() -> tuple[str, str]:
    """Return what leads to the next game: its button, and what Enter does."""
    return _("Next game"), _("next game")


class Keys:
    """What is said of Enter where nothing is chosen."""

    on_table = Label("This card lies on the table: go down to your hand.")
    choose_card = Label("Choose a card first, with the arrows, one of its letters or its points.")


def enter_label(asked: bool) -> str:
    """Return what Enter does now."""
    return _("play") if asked else _("go on")


class KeyHelp:
    """What the table pauses after, and what its own keys are for, on the page of all keys."""

    step = N_("trick")
    letters = N_("choose by the letter of a colour or of a figure")
    digits = N_("choose by points: the first digit of what a card is worth")


# What the game says


class HeraldWords(Words[Observation]):
    """The words of Herald."""

    prefix = "H"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of a game that are worth an average, and the heading of each."""
        return {"points": _("points a game"), "tricks": _("tricks a game"), "herald": _("Herald %")}

    def statistics(self) -> StatisticsPage:
        """Return what the page of statistics tells."""
        points = Statistic(_("points a game"), "mean", "points"), Statistic(_("against you"), "against", "points")
        tricks = Statistic(_("tricks a game"), "mean", "tricks"), Statistic(_("against you"), "against", "tricks")
        moves = (*tricks, Statistic(_("won the Herald"), "share", "herald"))
        return StatisticsPage(points, _("Tricks"), moves, _("Points of a game"), "points", 20)

    def rounds(self, n: int) -> str:
        """Return so many rounds: here they are games."""
        return ngettext("{n} game", "{n} games", n)

    def option(self, name: str) -> str:
        """Return the label of an option."""
        return {"games": _("Games"), "first_dealer": _("First dealer")}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option means."""
        if name == "games":
            return Sentence(_("Games in a match, 1 to 9; their points are added up."), rule="H13")
        return Sentence(_("The seat that deals first, counted from 0; left out, chance decides."), rule="H3")

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"play": _("play")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        """Return the trick for which a card was chosen."""
        return _("trick {trick}", trick=step)

    def outcome(self, outcome: int) -> str:
        """Return whether the trick on the table is won."""
        return _("the trick is won") if outcome else _("the trick is lost")

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        if seen.phase != "play":
            return Sentence("")
        text = _turn_text(seen, brevity=len(seen.trick) == 1)  # what was led is told before
        return Sentence(_("Your card."), text, why_ahead(seen).rule or "H4")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        return _("Play {card}", card=the_card(action))

    def name(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a card's name."""
        return card_name(action)

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what a card would do now, what it did in the trick, or what beats it."""
        if action in seen.hand and reading.may_foresee(seen):
            now = prospect(action, seen)
            return Sentence(now.title, paragraph(now.verdict, now.why, now.threats), now.rule)
        if action in seen.trick and action not in seen.hand:
            return step_explained(seen.trick.index(action), seen, names)
        beaten = beaten_by_text(FIGURE_OF[action], led=False)
        text = _("Ahead, it is beaten by: {figures}.", figures=beaten)
        return Sentence(card_title(action), text, reading.RULE_OF[action])

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "play":
            return _("you do not hold {card}", card=the_card(action))
        now = {
            "dealer": _("the first dealer has yet to be named (H3)"),
            "deal": _("the cards have yet to be dealt (H3)"),
            "over": _("the match is over (H11)"),
        }[seen.phase]
        return _("{what}, not {action}", what=now, action=repr(actions.encode(action)))

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        kind, seat, values = event.kind, event.seat, event.values
        own, name = is_reader(seat, seen), names[seat]
        match kind:
            case "dealer":
                if own:
                    return _("You deal first: it was drawn at random.")
                return _("Chance has it that {name} deals first.", name=name)
            case "dealt":
                if seen.games > 1:
                    text = _("Game {game}: You dealt five cards each.")
                    if not own:
                        text = _("Game {game}: {name} dealt five cards each.")
                    return text.format(game=values[0], name=name)
                return _("You dealt five cards each.") if own else _("{name} dealt five cards each.", name=name)
            case "hand":
                if not values:
                    return ""
                cards = all_of(map(the_card, values))
                return (
                    _("Your hand: {cards}.", cards=cards) if own else _("{name} has {cards}.", name=name, cards=cards)
                )
            case "played":
                card, _code, best, before = values
                if best == NO_CARD:
                    (step,) = story([card])
                    return _step_text(seat, card, best, step.reason, seen, names)
                return _step_text(seat, card, best, why(card, best, led=before == 0), seen, names)
            case "trick":
                return _("You won the trick.") if own else _("{name} won the trick.", name=name)
            case "drew":
                if not values:
                    return ""
                card_text = the_card(values[0])
                return (
                    _("You drew {card}.", card=card_text)
                    if own
                    else _("{name} drew {card}.", name=name, card=card_text)
                )
            case "stock-gone":
                return _("The stock is gone: {number} tricks are left.", number=number_word(HAND_SIZE))
            case "scored":
                points = all_of(number_of(player, seen, names, value) for player, value in enumerate(values))
                return _("The game brought {points}.", points=points)
            case "won":
                return winners_text(values, seen, names)
        raise ValueError(f"nothing is known of {kind!r}")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return the game, where there are several, and within one the trick."""
        if "game" in progress and "trick" in progress:
            return _("game {game}, trick {trick}", **progress)
        if "game" in progress:
            return _("game {game}", **progress)
        return _("trick {trick}", **progress) if "trick" in progress else ""

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now. What was won is told in cards, not in points (H11)."""
        seen = replace(seen, seat=NOBODY)
        rows = []
        if seen.games > 1:
            rows.append(Row(_("Game"), (_("{n} of {whole}", n=seen.game_number, whole=seen.games),)))
        if seen.phase == "play":
            trick = _("{n} of {whole}", n=reading.trick_number(seen), whole=reading.tricks_in_game(seen.seats))
            rows += [Row(_("Trick"), (trick,)), Row(_("Stock"), (str(seen.stock_size),))]
        if seen.trick:
            rows.append(Row(_("Played"), tuple(card_name(card) for card in seen.trick)))
            rows.append(Row(_("Ahead"), (card_name(seen.trick[seen.ahead]),), why_ahead(seen)))
        if (last := seen.last_trick) is not None:
            rows.append(Row(_("Last trick"), (story_line(last.cards),), why_won(last, seen, names)))
        for seat in range(seen.seats):
            cells = [cards_won_text(seat, seen)]
            if seen.rounds:
                cells.append(points_text(seen.scores[seat]))
            rows.append(Row(names[seat], tuple(cells)))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the own cards, colour by colour; those without one come last."""
        colours: dict[int, list[str]] = {}
        for card in sorted(seen.hand, key=COLOUR_OF.__getitem__):
            colours.setdefault(COLOUR_OF[card], []).append(figure_name(FIGURE_OF[card]))
        return [
            Row(_("without colour") if colour == NO_COLOUR else colour_name(colour), tuple(figures))
            for colour, figures in colours.items()
        ]

    def goal(self, seen: Observation, names: Sequence[str]) -> str:
        """Return that points win."""
        return Sentence(
            _("Win cards worth many points: the most of 240 points win."),
            _("A card beats another that is worth up to three points less."),
        )

    def aim(self, seen: Observation, names: Sequence[str]) -> str:
        """Return what the own pile holds."""
        if seen.seat == NOBODY:
            return ""
        return _("You have {cards}.", cards=cards_won_text(seen.seat, seen))

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each game the points, and who won the Herald."""
        if not seen.rounds:
            return []
        rows = [Row(_("game"), tuple(name_of(seat, seen, names) for seat in range(seen.seats)))]
        for number, done in enumerate(seen.rounds, 1):
            herald = _("You won the Herald.")
            if not is_reader(done.herald, seen):
                herald = _("{name} won the Herald.", name=names[done.herald])
            rows.append(Row(str(number), tuple(map(str, done.points)), herald))
        return [*rows, Row(_("points"), tuple(map(str, seen.scores)))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return a sentence for each seat about the game that was counted last."""
        if not seen.rounds:
            return []
        done = seen.rounds[-1]
        found = []
        for seat in range(seen.seats):
            text = _("{points} from {tricks}.")
            if seat == done.herald:
                text = _("{points} from {tricks}, the Herald among them.")
            found.append(text.format(points=points_text(done.points[seat]), tricks=tricks_text(done.tricks[seat])))
        return found

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        return verdict_text(judge(seen.scores, piles_of(seen.tricks, seen.seats)), seen, names)

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)
