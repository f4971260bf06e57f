"""Everything that a person reads about How-Ruck!: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Value, Words
from herrlof.games.how_ruck import actions, reading
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    DISCARD,
    FIELD_PLAYED,
    HAND_SIZE,
    KEEP,
    MOVE,
    NAME,
    PAIRS,
    PLAY,
    PLAY_ACTION,
    SEATS,
    TEAM_SIZE,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import (
    ADRENALINE,
    CHANGE_SIDES,
    COLOUR_OF,
    COLOURS,
    DIRTY_TRICK,
    FIRST_ACTION,
    GOOD_BYE,
    HAS_TEXT,
    HOW_RUCK,
    MONSTROUS,
    MUCHO_MACHO,
    NESSIE,
    NO_CARD,
    REINFORCEMENTS,
    ROPE_BREAKS,
    VALUE_OF,
    WEAK_WINS,
    WHITE,
    Card,
    Colour,
)
from herrlof.games.how_ruck.observation import REASONS, Observation, Round
from herrlof.games.how_ruck.race import PAIR_SECONDS
from herrlof.games.how_ruck.reading import Pull
from herrlof.games.how_ruck.tug import (
    STARTS,
    Rope,
    after,
    end_reached,
    from_seat,
    moves,
    shows_nessie,
    strengths,
    tops,
)
from herrlof.games.speech import is_reader, name_of, number_of, number_word
from herrlof.messages import N_, Label, _, all_of, emphasis, kept, listed, ngettext, paragraph, pgettext

# Cards and fields


@kept
def action_titles() -> dict[Card, str]:
    """Return the title of each action."""
    return {
        ADRENALINE: _("Adrenaline"),
        DIRTY_TRICK: _("Dirty trick"),
        HOW_RUCK: _("How-Ruck"),
        MUCHO_MACHO: _("Mucho macho"),
        WEAK_WINS: _("Weak wins"),
        ROPE_BREAKS: _("Rope breaks"),
        CHANGE_SIDES: _("Changing sides"),
        GOOD_BYE: _("Good-bye"),
        MONSTROUS: _("Monstrous"),
        REINFORCEMENTS: _("Reinforcements"),
    }


@kept
def action_lines() -> dict[Card, str]:
    """Return what each action does, in a line."""
    return {
        ADRENALINE: _("The barrel moves two fields towards you."),
        DIRTY_TRICK: _("Draw a card blind from the other hand and play it at once."),
        HOW_RUCK: _("Compare the sides: the stronger one pulls the difference."),
        MUCHO_MACHO: _("All ladies on top go, on both sides; Nessie stays."),
        WEAK_WINS: _("Compare the sides: the weaker one pulls the difference."),
        ROPE_BREAKS: _("The barrel goes to your start field."),
        CHANGE_SIDES: _("A card on top of one side goes to the other."),
        GOOD_BYE: _("Name a value: all cards of it on top go, on both sides."),
        MONSTROUS: _("With Nessie on top of the other side you win the round."),
        REINFORCEMENTS: _("Take the top three cards of your pile."),
    }


@kept
def action_short(card: Card) -> str:
    """Return what an action does, as it stands in the list of what a card can do."""
    return {
        ADRENALINE: pgettext("cell:21", "barrel 2 to you"),
        DIRTY_TRICK: pgettext("cell:21", "play a card of theirs"),
        HOW_RUCK: pgettext("cell:21", "both sides pull"),
        MUCHO_MACHO: pgettext("cell:21", "ladies go, not Nessie"),
        WEAK_WINS: pgettext("cell:21", "the weaker side pulls"),
        ROPE_BREAKS: pgettext("cell:21", "barrel to your start"),
        CHANGE_SIDES: pgettext("cell:21", "a card changes sides"),
        GOOD_BYE: pgettext("cell:21", "one number goes"),
        MONSTROUS: pgettext("cell:21", "Nessie opposite: win!"),
        REINFORCEMENTS: pgettext("cell:21", "three cards more"),
    }[card]


@kept
def kinds_of_scots() -> list[tuple[str, str]]:
    """Return each kind of Scots, and where it goes."""
    return [
        (pgettext("cell:8", "0 to 3"), pgettext("cell:27", "a man, field of his colour")),
        (pgettext("cell:8", "Ruck!"), pgettext("cell:27", "then both sides pull")),
        (pgettext("cell:8", "W 0 to 4"), pgettext("cell:27", "a lady, any field")),
        (pgettext("cell:8", "W 6"), pgettext("cell:27", "Nessie, any field")),
    ]


def good_cards() -> list[tuple[str, str]]:
    """Return what a card is good for, while teams are built."""
    return [
        (pgettext("cell:7", "0 to 3"), pgettext("cell:18", "keep the high ones")),
        (pgettext("cell:7", "Ruck!"), pgettext("cell:18", "both pull: keep it")),
        (pgettext("cell:7", "W"), pgettext("cell:18", "on any field: keep")),
        (pgettext("cell:7", "Nessie"), pgettext("cell:18", "6; fear Monstrous")),
        (pgettext("cell:7", "yellow"), pgettext("cell:18", "an action, once")),
        (pgettext("cell:7", "low"), pgettext("cell:18", "give it, or lay it")),
        ("", pgettext("cell:18", "on the other side")),
    ]


def why_hurry(name: str) -> Sentence:
    """Return what the first one to have sorted gets."""
    return Sentence(
        _("You keep a card of each pair; the other one joins the team of {name}.", name=name),
        RaceLabels.first_one,
        "K5",
    )


def action_code(card: Card) -> str:
    """Return the three letters of an action that fit the smallest card."""
    return {
        ADRENALINE: pgettext("cell:3", "Adr"),
        DIRTY_TRICK: pgettext("cell:3", "Dir"),
        HOW_RUCK: pgettext("cell:3", "How"),
        MUCHO_MACHO: pgettext("cell:3", "Mac"),
        WEAK_WINS: pgettext("cell:3", "Wea"),
        ROPE_BREAKS: pgettext("cell:3", "Rop"),
        CHANGE_SIDES: pgettext("cell:3", "Cha"),
        GOOD_BYE: pgettext("cell:3", "Bye"),
        MONSTROUS: pgettext("cell:3", "Mon"),
        REINFORCEMENTS: pgettext("cell:3", "Rei"),
    }[card]


def title_lines(card: Card) -> tuple[str, str]:
    """Return an action's title in two lines, as it stands on the card."""
    return {
        ADRENALINE: (pgettext("cell:7", "Adrena-"), pgettext("cell:7", "line")),
        DIRTY_TRICK: (pgettext("cell:7", "Dirty"), pgettext("cell:7", "trick")),
        HOW_RUCK: (pgettext("cell:7", "How-"), pgettext("cell:7", "Ruck")),
        MUCHO_MACHO: (pgettext("cell:7", "Mucho"), pgettext("cell:7", "macho")),
        WEAK_WINS: (pgettext("cell:7", "Weak"), pgettext("cell:7", "wins")),
        ROPE_BREAKS: (pgettext("cell:7", "Rope"), pgettext("cell:7", "breaks")),
        CHANGE_SIDES: (pgettext("cell:7", "Change"), pgettext("cell:7", "sides")),
        GOOD_BYE: (pgettext("cell:7", "Good-"), pgettext("cell:7", "bye")),
        MONSTROUS: (pgettext("cell:7", "Mon-"), pgettext("cell:7", "strous")),
        REINFORCEMENTS: (pgettext("cell:7", "Rein-"), pgettext("cell:7", "force")),
    }[card]


def card_word(card: Card) -> str:
    """Return the word at the foot of a card: what an action does, Nessie's name, a man's call; or nothing."""
    if card < NESSIE:
        return pgettext("cell:7", "Ruck!") if HAS_TEXT[card] else ""
    return {
        NESSIE: pgettext("cell:7", "Nessie"),
        ADRENALINE: pgettext("cell:7", "pull 2"),
        DIRTY_TRICK: pgettext("cell:7", "steal"),
        HOW_RUCK: pgettext("cell:7", "pull"),
        MUCHO_MACHO: pgettext("cell:7", "no W"),
        WEAK_WINS: pgettext("cell:7", "weaker"),
        ROPE_BREAKS: pgettext("cell:7", "start"),
        CHANGE_SIDES: pgettext("cell:7", "move"),
        GOOD_BYE: pgettext("cell:7", "remove"),
        MONSTROUS: pgettext("cell:7", "Nessie"),
        REINFORCEMENTS: pgettext("cell:7", "draw 3"),
    }[card]


@kept
def card_name(card: Card) -> str:
    """Return `red 2`, `red 2 with How-Ruck!`, `white 3`, `Nessie`, or an action's title."""
    return _in_form(
        card,
        (_("red {rank}"), _("blue {rank}"), _("green {rank}"), _("white {rank}")),
        (_("red {rank} with How-Ruck!"), _("blue {rank} with How-Ruck!"), _("green {rank} with How-Ruck!")),
    )


def card_title(card: Card) -> str:
    """Return a card's name at the beginning of a sentence: `Red 2`."""
    return _in_form(
        card,
        (_("Red {rank}"), _("Blue {rank}"), _("Green {rank}"), _("White {rank}")),
        (_("Red {rank} with How-Ruck!"), _("Blue {rank} with How-Ruck!"), _("Green {rank} with How-Ruck!")),
    )


def a_card(card: Card) -> str:
    """Return a card's name within a sentence: `a red 2`, `Nessie`."""
    return _in_form(
        card,
        (_("a red {rank}"), _("a blue {rank}"), _("a green {rank}"), _("a white {rank}")),
        (_("a red {rank} with How-Ruck!"), _("a blue {rank} with How-Ruck!"), _("a green {rank} with How-Ruck!")),
    )


def a_card_first(card: Card) -> str:
    """Return a card's name at the beginning of a sentence, with its article: `A red 2`, `Nessie`."""
    return _in_form(
        card,
        (_("A red {rank}"), _("A blue {rank}"), _("A green {rank}"), _("A white {rank}")),
        (_("A red {rank} with How-Ruck!"), _("A blue {rank} with How-Ruck!"), _("A green {rank} with How-Ruck!")),
    )


def the_card(card: Card) -> str:
    """Return the name of a card that has been spoken of: `the red 2`, `Nessie`."""
    return _in_form(
        card,
        (_("the red {rank}"), _("the blue {rank}"), _("the green {rank}"), _("the white {rank}")),
        (_("the red {rank} with How-Ruck!"), _("the blue {rank} with How-Ruck!"), _("the green {rank} with How-Ruck!")),
    )


def the_card_first(card: Card) -> str:
    """Return the name of a card that has been spoken of, at the beginning of a sentence: `The red 2`, `Nessie`."""
    return _in_form(
        card,
        (_("The red {rank}"), _("The blue {rank}"), _("The green {rank}"), _("The white {rank}")),
        (_("The red {rank} with How-Ruck!"), _("The blue {rank} with How-Ruck!"), _("The green {rank} with How-Ruck!")),
    )


def _in_form(card: Card, plain: Sequence[str], calling: Sequence[str]) -> str:
    """Return a card's name in a form that is given for each colour, without How-Ruck! and with it."""
    if card >= NESSIE:
        return _("Nessie") if card == NESSIE else action_titles()[card]
    return (calling if HAS_TEXT[card] else plain)[COLOUR_OF[card]].format(rank=VALUE_OF[card])


def colour_name(colour: Colour) -> str:
    """Return a colour's name."""
    return (_("red"), _("blue"), _("green"), _("white"))[colour]


def field_name(field: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the name of a field of the rope: `your red field`, `the blue field of Freya`."""
    seat, colour = divmod(field, COLOURS)
    if is_reader(seat, seen):
        return (_("your red field"), _("your blue field"), _("your green field"))[colour]
    text = (_("the red field of {name}"), _("the blue field of {name}"), _("the green field of {name}"))[colour]
    return text.format(name=names[seat])


def field_label(field: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a field's colour, and whose it is: `red, you`."""
    seat, colour = divmod(field, COLOURS)
    if is_reader(seat, seen):
        return _("{colour}, you", colour=colour_name(colour))
    return pgettext("field", "{colour}, {name}", colour=colour_name(colour), name=names[seat])


def whose(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return whose a side of the rope is."""
    return _("yours") if is_reader(seat, seen) else names[seat]


def side_in_short(field: int, any_colour: bool) -> str:
    """Return a field, seen from the mover, in short: whose, and where that is not plain of which colour."""
    side, colour = divmod(field, COLOURS)
    if not any_colour:
        return (pgettext("cell:5", "yours"), pgettext("cell:5", "other"))[side]
    return (
        (pgettext("cell:5", "own R"), pgettext("cell:5", "own B"), pgettext("cell:5", "own G")),
        (pgettext("cell:5", "oth R"), pgettext("cell:5", "oth B"), pgettext("cell:5", "oth G")),
    )[side][colour]


# Strengths and the barrel


def strengths_text(rope: Rope, seen: Observation, names: Sequence[str]) -> str:
    """Return `you 8, Freya 6`; the seat that looks comes first."""
    mine = reading.first_named(seen)
    return listed(number_of(seat, seen, names, strengths(rope)[seat]) for seat in (mine, 1 - mine))


def _strengths_first(numbers: Sequence[int], seen: Observation, names: Sequence[str]) -> str:
    """Return `You 8, Freya 6`, at the beginning of a sentence."""
    mine = reading.first_named(seen)
    first = number_of(mine, seen, names, numbers[mine])
    if is_reader(mine, seen):
        first = _("You {n}", n=numbers[mine])
    return listed((first, number_of(1 - mine, seen, names, numbers[1 - mine])))


def pull_now(seen: Observation, names: Sequence[str]) -> str:
    """Return what a How-Ruck! would do now."""
    now = reading.barrel_after_how_ruck(seen)
    if now == seen.barrel:
        return _("Both sides are level: a Ruck! now moves nothing.")
    fields, seat = reading.pull(seen.barrel, now)
    if end_reached(now) != NOBODY:
        if is_reader(seat, seen):
            return _("You are {n} stronger: a Ruck! now wins you the round.", n=fields)
        return _("{name} is {n} stronger: a Ruck! now wins {name} the round.", n=fields, name=names[seat])
    if is_reader(seat, seen):
        return _("You are {n} stronger: a Ruck! now pulls {n} your way.", n=fields)
    return _("{name} is {n} stronger: a Ruck! now pulls {n} that way.", n=fields, name=names[seat])


def barrel_text(barrel: int, seen: Observation, names: Sequence[str]) -> str:
    """Return where the barrel stands: `field 4, 3 fields from your end`."""
    if not seen.path:
        return _("not on the track yet")
    if (winner := end_reached(barrel)) != NOBODY:
        return _("at your end") if is_reader(winner, seen) else _("at the end of {name}", name=names[winner])
    left, seat = reading.nearest_end(barrel)
    if is_reader(seat, seen):
        return ngettext(
            "field {barrel}, {n} field from your end", "field {barrel}, {n} fields from your end", left, barrel=barrel
        )
    return ngettext(
        "field {barrel}, {n} field from the end of {name}",
        "field {barrel}, {n} fields from the end of {name}",
        left,
        barrel=barrel,
        name=names[seat],
    )


def what_becomes(action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return what a play makes of strengths and barrel: `You 8, Freya 6: the barrel moves 2 fields towards you.`"""
    tug = after(seen.rope, seen.barrel, reading.actor(seen), action)
    card = CARD_PLAYED.get(action, NO_CARD)
    if action < DISCARD and reading.compares(card):
        return _comparison(strengths(tug.rope), seen.barrel, tug.barrel, seen, names)
    both = strengths_text(tug.rope, seen, names)
    more, stronger = reading.strength_lead(strengths(tug.rope))
    if not more:
        return _("Then {strengths}: level.", strengths=both)
    if is_reader(stronger, seen):
        return _("Then {strengths}: a pull of {n} towards you.", strengths=both, n=more)
    return _("Then {strengths}: a pull of {n} towards {name}.", strengths=both, n=more, name=names[stronger])


def _comparison(numbers: Sequence[int], before: int, now: int, seen: Observation, names: Sequence[str]) -> str:
    both = _strengths_first(numbers, seen, names)
    if before == now:
        return _("{strengths}: the barrel stays.", strengths=both)
    fields, seat = reading.pull(before, now)
    if end_reached(now) != NOBODY:
        if is_reader(seat, seen):
            return ngettext(
                "{strengths}: the barrel moves {n} field towards you, to your end.",
                "{strengths}: the barrel moves {n} fields towards you, to your end.",
                fields,
                strengths=both,
            )
        return ngettext(
            "{strengths}: the barrel moves {n} field towards {name}, to the end.",
            "{strengths}: the barrel moves {n} fields towards {name}, to the end.",
            fields,
            strengths=both,
            name=names[seat],
        )
    if is_reader(seat, seen):
        return ngettext(
            "{strengths}: the barrel moves {n} field towards you.",
            "{strengths}: the barrel moves {n} fields towards you.",
            fields,
            strengths=both,
        )
    return ngettext(
        "{strengths}: the barrel moves {n} field towards {name}.",
        "{strengths}: the barrel moves {n} fields towards {name}.",
        fields,
        strengths=both,
        name=names[seat],
    )


def about_card(card: Card, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a card in hand is good for: the fields of a Scot, what an action does."""
    title, other = card_title(card), names[1 - reading.actor(seen)]
    if card >= FIRST_ACTION:
        does = _explain_action(card, actions.PLAYS[card][0], seen, names)
        text = paragraph(action_lines()[card], does)
        return Sentence(*emphasis("{card}:| {text}", card=title, text=text), "K13")
    if card == NESSIE:
        return Sentence(*emphasis("Nessie:| on any field; on yours fear Monstrous."), "K11")
    colour = COLOUR_OF[card]
    if colour == WHITE:
        return Sentence(*emphasis("{card}:| it goes on any of the six fields.", card=title), "K11")
    if HAS_TEXT[card]:
        found = (
            emphasis("{card}:| it goes on a red field, yours or that of {name}; then the sides are compared.",
                     card=title, name=other),
            emphasis("{card}:| it goes on a blue field, yours or that of {name}; then the sides are compared.",
                     card=title, name=other),
            emphasis("{card}:| it goes on a green field, yours or that of {name}; then the sides are compared.",
                     card=title, name=other),
        )[colour]  # fmt: skip
        return Sentence(*found, "K12")
    found = (
        emphasis("{card}:| it goes on a red field, yours or that of {name}.", card=title, name=other),
        emphasis("{card}:| it goes on a blue field, yours or that of {name}.", card=title, name=other),
        emphasis("{card}:| it goes on a green field, yours or that of {name}.", card=title, name=other),
    )[colour]
    return Sentence(*found, "K11")


def in_short(card: Card) -> Sentence:
    """Return what a card is good for, while there is a hurry."""
    title = _("{card}:", card=card_title(card))
    if card >= FIRST_ACTION:
        return Sentence(title, action_lines()[card])
    if COLOUR_OF[card] == WHITE:
        return Sentence(title, _("on any field."))
    calling = (_("on red, then both sides pull."), _("on blue, then both sides pull."),
               _("on green, then both sides pull."))  # fmt: skip
    plain = _("on red."), _("on blue."), _("on green.")
    return Sentence(title, (calling if HAS_TEXT[card] else plain)[COLOUR_OF[card]])


def why_keep(kept: Card, given: Card) -> str:
    """Return why one would rather keep a card of a pair than the other one."""
    if HAS_TEXT[kept] > HAS_TEXT[given]:
        return _("You pull with {card} when you are the stronger one; in the other hand it pulls against you.",
                 card=the_card(kept))  # fmt: skip
    if (kept >= FIRST_ACTION) != (given >= FIRST_ACTION):
        if kept >= FIRST_ACTION:
            return _("{card} works once and leaves no strength; {other} goes to the other team.",
                     card=card_name(kept), other=the_card(given))  # fmt: skip
        return _("{card} stays on a field; {other} works once, for the other team.",
                 card=the_card_first(kept), other=card_name(given))  # fmt: skip
    if kept >= FIRST_ACTION:
        return action_lines()[kept]
    if COLOUR_OF[kept] == WHITE != COLOUR_OF[given]:
        return _("{card} goes on any field, and is not bound to a colour.", card=the_card_first(kept))
    if VALUE_OF[kept] > VALUE_OF[given]:
        return _("{card} makes your side stronger than {other} would.",
                 card=the_card_first(kept), other=the_card(given))  # fmt: skip
    if VALUE_OF[kept] < VALUE_OF[given]:
        return _("A low card weakens a field of the other side, when you lay it there.")
    return _("Both have the same value.")


def where_to(card: Card) -> Sentence:
    """Return the second question of Changing sides, for a white card."""
    return Sentence(
        _("On which field does {card} go?", card=the_card(card)),
        _("It changes sides, and a white card takes any field there."),
    )


# Team building


def sorting_text() -> Sentence:
    """Return what is done while pairs are sorted."""
    return Sentence(_("Keep one card of each pair for your team."), _("The other one goes to the other team."), "K5")


def too_soon_text() -> Sentence:
    """Return why a key does not count for a pair that has only just been opened."""
    return Sentence(_("Too soon: press it again."), "", "K6")


def held_text() -> Sentence:
    """Return why a key that is held does not count."""
    return Sentence(_("Let the key go first."), "", "K6")


def race_even_text() -> Sentence:
    """Return that nobody was first."""
    return Sentence(_("Both finished at the same time: lots decide who plays the first card."), "", "K8")


def times_lost_text() -> Sentence:
    """Return why no times count."""
    return Sentence(_("The race was broken off while it was being written down, and its times are lost."), "", "K18")


def clock_text(stops: int, restarts: int) -> Sentence:
    """Return how often the clock of a race was stopped, and how often the race began anew; nothing for neither."""
    if not stops and not restarts:
        return Sentence("")
    stopped = ngettext("The clock was stopped once.", "The clock was stopped {n} times.", stops) if stops else ""
    anew = ngettext("The race began anew once.", "The race began anew {n} times.", restarts) if restarts else ""
    return Sentence(paragraph(stopped, anew), "", "K6")


def race_text(seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who was first in the sorting, and what that brings; nothing before it is known."""
    if seen.leader == NOBODY or seen.teams == "dealt":
        return Sentence("")
    if seen.lots:
        return lots_text(seen, names)
    own, leader, slower = is_reader(seen.leader, seen), names[seen.leader], names[1 - seen.leader]
    first = _("You were first.") if own else _("{name} was first.", name=leader)
    left, had = PAIRS - seen.placed, number_word(seen.placed)
    if not left:
        return Sentence(first, _("No pair was left to be sorted."), "K5")
    if own:
        text = ngettext("{name} has placed {had}; you sort the pair left.",
                        "{name} has placed {had}; you sort the {left} pairs left.",
                        left, name=slower, had=had, left=number_word(left))  # fmt: skip
    elif is_reader(1 - seen.leader, seen):
        text = ngettext("You have placed {had}; {name} sorts the pair left.",
                        "You have placed {had}; {name} sorts the {left} pairs left.",
                        left, name=leader, had=had, left=number_word(left))  # fmt: skip
    else:
        text = ngettext("{slower} has placed {had}; {name} sorts the pair left.",
                        "{slower} has placed {had}; {name} sorts the {left} pairs left.",
                        left, name=leader, slower=slower, had=had, left=number_word(left))  # fmt: skip
    return Sentence(first, text, "K5")


def last_pair_text(first: int, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who was first while the other one still has a pair in hand."""
    name, slower = names[first], names[1 - first]
    if is_reader(first, seen):
        text = emphasis("You were first!| {slower} places the pair in hand; there is no hurry.", slower=slower)
    elif is_reader(1 - first, seen):
        text = emphasis("{name} was first!| You place the pair in hand; there is no hurry.", name=name)
    else:
        text = emphasis(
            "{name} was first!| {slower} places the pair in hand; there is no hurry.", name=name, slower=slower
        )
    return Sentence(*text, "K5")


def lots_text(seen: Observation, names: Sequence[str]) -> Sentence:
    """Return the lots that decided who leads; nothing where none were drawn."""
    if not seen.lots:
        return Sentence("")
    mine = reading.first_named(seen)
    lots = seen.lots[-1]
    card, other, name, leader = a_card(lots[mine]), a_card(lots[1 - mine]), names[1 - mine], names[seen.leader]
    if is_reader(seen.leader, seen):
        text = _("You drew {card}, {name} {other}: you play the first card.", card=card, name=name, other=other)
    elif is_reader(mine, seen):
        text = _("You drew {card}, {name} {other}: {leader} plays the first card.",
                 card=card, name=name, other=other, leader=leader)  # fmt: skip
    else:
        text = _("{first} drew {card}, {name} {other}: {leader} plays the first card.",
                 first=names[mine], card=card, name=name, other=other, leader=leader)  # fmt: skip
    return Sentence(text, "", "K8")


# The ends


def how_won(done: Round, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who won a round, and by what."""
    own, name, loser = is_reader(done.winner, seen), names[done.winner], names[1 - done.winner]
    match done.reason:
        case "monstrous":
            if own:
                text = emphasis("You win the round:| Nessie lay on the side of {loser}.", loser=loser)
            elif is_reader(1 - done.winner, seen):
                text = emphasis("{name} wins the round:| Nessie lay on your side.", name=name)
            else:
                text = emphasis("{name} wins the round:| Nessie lay on the side of {loser}.", name=name, loser=loser)
            return Sentence(*text, "K13")
        case "half":
            field = done.path[-1]
            text = (
                emphasis("You win the round:| no cards are left, and the barrel stands on field {field}, "
                         "in your half.", field=field)
                if own
                else emphasis("{name} wins the round:| no cards are left, and the barrel stands on field {field}, "
                              "in the half of {name}.", name=name, field=field)
            )  # fmt: skip
            return Sentence(*text, "K14")
    if own:
        return Sentence(*emphasis("You win the round:| the barrel is at your end."), "K14")
    return Sentence(*emphasis("{name} wins the round:| the barrel is at the end of {name}.", name=name), "K14")


def short_reason(reason: str) -> str:
    """Return in short that a round was won, and by what."""
    return {"end": _("won at the end"), "half": _("won in this half"), "monstrous": _("won by Monstrous")}[reason]


def played_on(action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return a card with its article, and the field on which it would be played."""
    field = from_seat(FIELD_PLAYED[action], reading.actor(seen))
    return _("{card} on {field}", card=a_card(CARD_PLAYED[action]), field=field_name(field, seen, names))


def barrels_text(number: int) -> str:
    """Return a number of barrels won."""
    return ngettext("{n} barrel", "{n} barrels", number) if number else _("no barrel")


# What stands on the table


class Labels:
    """Heads and short labels."""

    leads = Label("plays first")
    sorting = Label("The teams are being sorted")
    shuffled = Label("The teams are shuffled")
    way = Label("The barrel's way")
    ways = Label("The barrels' ways")
    last_turn = Label("Last turn")
    the_pull = Label("The pull")
    if_played = Label("If you play it")
    which_field = Label("on which field?")
    can_do = Label("what a card can do")
    level = Label("level")
    barrel = Label("the barrel")
    then = Label("then")
    any_field = Label("any field")
    sorted = Label("Sorted so far")
    play_it = Label("play it")
    without = Label("without effect")
    goes = Label("goes")
    moves_from = Label("from")
    new = Label("new")
    rounds = Label("Round by round")
    idle = Label("idle", "cell:5")
    down_key = Label("hand")
    look_key = Label("look at a card")


def header_text(number: int, card: int = 0, sorting: bool = False, narrow: bool = False) -> str:
    """Return which round it is, and which of its cards or that teams are built, if any."""
    if narrow:
        if card:
            return _("R{round} · card {card}", round=number, card=card)
        return _("R{round} · teams", round=number) if sorting else _("R{round}", round=number)
    if card:
        return _("Round {round} · card {card}", round=number, card=card)
    return _("Round {round} · Team building", round=number) if sorting else _("Round {round}", round=number)


def sorting_header(number: int) -> str:
    """Return which round it is while both sort."""
    return _("Round {round} · both sort their pile", round=number)


def seconds_text(seconds: int) -> str:
    """Return what a clock shows."""
    return _("{seconds} s", seconds=seconds)


def pairs_left(number: int) -> str:
    """Return how many pairs are yet to be sorted."""
    return ngettext("{n} pair left", "{n} pairs left", number) if number else _("all sorted")


def pair_title(number: int) -> str:
    """Return the head of a pair: which one it is."""
    return _("PAIR {n} OF {whole}", n=number, whole=PAIRS)


def pairs_title(left: int) -> str:
    """Return the head of a pair that was left over: how many there are."""
    return ngettext("THE LAST PAIR", "{n} PAIRS LEFT", left)


def to_draw(cards: int) -> str:
    """Return how many cards a pile has."""
    return _("{n} to draw", n=cards)


def keeps(key: str) -> str:
    """Return that a key keeps the card above it."""
    return _("{key} keep", key=key)


def pull_label(pull: Pull) -> str:
    """Return what a How-Ruck! would pull, and to which side."""
    if not pull.fields:
        return _("level")
    return _("pull {n} →", n=pull.fields) if pull.seat else _("← pull {n}", n=pull.fields)


def first_to(barrels: int) -> str:
    """Return how many barrels win the match."""
    return ngettext("first to {n} barrel", "first to {n} barrels", barrels)


def both_names(first: str, second: str) -> str:
    """Return whose strengths stand in a column, in their order."""
    return _("{first}:{second}", first=first, second=second)


def called(card: Card, pulled: Sequence[int], seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a How-Ruck! has just done, by its card and the values of its event: who pulls how far, and why."""
    first, second, before, now = pulled
    own, other = (first, second) if reading.first_named(seen) == 0 else (second, first)
    fields, seat = reading.pull(before, now)
    if not fields:
        text = _("HOW-RUCK! {own} against {other}: the barrel stays.", own=own, other=other)
    elif reading.weaker_pulled(first, second, before, now):
        if is_reader(seat, seen):
            text = ngettext("HOW-RUCK! {own} against {other}: your side is weaker and pulls the difference, {n} field.",
                            "HOW-RUCK! {own} against {other}: your side is weaker and pulls the difference, "
                            "{n} fields.", fields, own=own, other=other)  # fmt: skip
        else:
            text = ngettext("HOW-RUCK! {own} against {other}: {name} is weaker and pulls the difference, {n} field.",
                            "HOW-RUCK! {own} against {other}: {name} is weaker and pulls the difference, {n} fields.",
                            fields, own=own, other=other, name=names[seat])  # fmt: skip
    elif is_reader(seat, seen):
        text = ngettext("HOW-RUCK! {own} against {other}: your side pulls the difference, {n} field.",
                        "HOW-RUCK! {own} against {other}: your side pulls the difference, {n} fields.",
                        fields, own=own, other=other)  # fmt: skip
    else:
        text = ngettext("HOW-RUCK! {own} against {other}: the side of {name} pulls the difference, {n} field.",
                        "HOW-RUCK! {own} against {other}: the side of {name} pulls the difference, {n} fields.",
                        fields, own=own, other=other, name=names[seat])  # fmt: skip
    if card >= FIRST_ACTION:
        return Sentence(text, "", "K13")
    return Sentence(text, _("The text of a man works once, when he is played."), "K12")


def to_field(field: int) -> str:
    """Return where a play takes the barrel."""
    return _("to {field}", field=field)


def wins_round(winner: int, seen: Observation, names: Sequence[str]) -> str:
    """Return in short who wins the round."""
    return _("you win the round") if is_reader(winner, seen) else _("{name} wins the round", name=names[winner])


def wins_briefly(winner: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the same as briefly as can be to who plays."""
    if is_reader(winner, seen):
        return _("you win")
    return _("you lose") if is_reader(1 - winner, seen) else wins_round(winner, seen, names)


def nessie_risk(name: str) -> tuple[str, str]:
    """Return why Nessie is dangerous on the own side, whole and in short."""
    return _("On your side: with Monstrous {name} wins.", name=name), _("On yours: fear Monstrous")


def end_label(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return whose an end of the track is."""
    return _("Your end") if is_reader(seat, seen) else names[seat]


def round_over(number: int) -> str:
    """Return which round is over."""
    return _("Round {n} is over", n=number)


class Keys:
    """What is said of Enter where nothing is chosen."""

    choose_pair = Label("Choose a card first: ← or →, or keep one at once with A or D.")
    choose_value = Label("Choose a value first: type it, or use ← and →.")
    choose_field = Label("Choose a field first, with ← and →. ↓ goes back to your cards.")
    choose_way = Label("Choose a way first, with ↑ and ↓.")
    choose_card = Label("Choose a card first, with the arrows, its letter or its number.")


def letter_keeps() -> str:
    """Return which keys keep a card of a pair."""
    return _("A or D keeps a card at once, or the arrows and Enter.")


def card_then_field() -> str:
    """Return which keys choose a card and then where it goes, if it goes anywhere."""
    return _("Choose a card, then Enter; and its field, if any.")


def effect_or_not(thrown: bool) -> str:
    """Return which keys play an action or throw it away; `thrown`: that is chosen now."""
    if thrown:
        return _("Enter throws it away, without effect; ↑ goes back.")
    return _("Enter plays it; ↓ and Enter throw it away.")


def enter_label(phase: str, to_field: bool) -> str:
    """Return what Enter does now; `to_field`: it goes on to the fields."""
    match phase:
        case "":
            return _("go on")
        case "keep" | "split":
            return _("keep")
        case "name":
            return _("say it")
    if to_field:
        return _("field")
    return _("move it") if phase == "move" else _("play")


# The race


class RaceLabels:
    """Short labels of the race, and what its keys do."""

    your_pile = Label("Your pile")
    good = Label("What is good?")
    why_hurry = Label("Why hurry")
    barrels = Label("Barrels and last round")
    kept = Label("yours")
    given = Label("theirs")
    separately = Label("sorts separately")
    done = Label("done")
    no_time = Label("no time")
    seconds = Label("seconds")
    your_turn = Label("it is your turn to sort")
    start = Label("start")
    go_on = Label("go on")
    stop = Label("stop the clock")
    leave = Label("leave")
    keep = Label("keep")
    deals = Label("deals {code}")
    first_one = Label(
        "Whoever sorts ten pairs first plays the first card, has the barrel start on their side, and sorts what the "
        "other has left."
    )
    seconds_count = Label("of each second counts {share}")


def race_waits(name: str) -> str:
    """Return who is waited for before a race at two screens."""
    return _("You are ready; the race begins when {name} is ready too.", name=name)


def pace_text(seconds: float) -> str:
    """Return how long a bot takes for a pair."""
    return _("{seconds} s for a pair", seconds=f"{seconds:g}")


def whole_pace_text(seconds: float, pairs: int) -> str:
    """Return how long a bot takes for all its pairs."""
    return ngettext("{seconds} s for the one", "{seconds} s for all {n}", pairs, seconds=f"{seconds * pairs:.0f}")


def then_stopped() -> str:
    """Return what stands below the number of pairs that were placed."""
    return _("of {whole} pairs, then stopped", whole=PAIRS)


def how_to_sort(people: Sequence[int], names: Sequence[str]) -> Sentence:
    """Return which keys sort, and when they count."""
    if len(people) == 1:
        how = _("A or ← keeps the left card of a pair, D or → the right one.")
    else:
        how = _("{first}: A keeps the left card, D the right one. {second}: ← and →.", first=names[0], second=names[1])
    rest = paragraph(
        _("The other card goes to the other team."),
        _("A pair takes no key in its first {seconds} seconds.", seconds=PAIR_SECONDS),
    )
    return Sentence(how, rest, "K6")


def clock_stopped(put_off: bool) -> Sentence:
    """Return how to go on after the clock was stopped, and whether a pair was put off by that (K19)."""
    go_on = _("Space counts down again; Esc leaves, and the race starts anew with the same cards.")
    if put_off:
        return Sentence(_("The clock stands still."), paragraph(_("The pair that was open comes last."), go_on), "K19")
    return Sentence(_("The clock stands still."), go_on)


class KeyHelp:
    """What the table pauses after, and what its own keys are for, on the page of all keys."""

    step = N_("turn")
    up = N_("a field, or how to play an action")
    keep = N_("keep")
    pair = N_("keep left, keep right")
    letters = N_("choose a card by its colour, or an action")
    digits = N_("choose a card by its value, or say the value that goes")
    start = N_("start")
    rules = N_("rules")
    leave = N_("leave")


# What the game says


class HowRuckWords(Words[Observation]):
    """The words of How-Ruck!."""

    prefix = "K"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of a round that are worth an average, and the heading of each."""
        return {"barrels": _("barrels a round"), "fields": _("fields a round"), "led": _("led %")}

    def statistics(self) -> StatisticsPage:
        """Return what the page of statistics tells."""
        points = (
            Statistic(_("barrels won"), "share", "barrels"),
            Statistic(_("sorted faster"), "share", "led"),
            Statistic(_("of these, won"), "both", "led", "barrels"),
        )
        moves = (
            Statistic(_("cards played"), "rate", "play"),
            Statistic(_("sorted afterwards"), "rate", "split"),
            Statistic(_("actions thrown away"), "rate", "discard"),
            Statistic(_("fields won"), "mean", "fields"),
        )
        return StatisticsPage(points, _("In a round"), moves, _("Fields won in a round"), "fields", 2)

    def option(self, name: str) -> str:
        """Return the label of an option or a preference."""
        return {
            "race": _("Sorting"),
            "teams": _("Teams"),
            "goal": _("Barrels to win"),
            "apart": _("Sort one after the other"),
            "clock": _("Clock for people"),
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option or a preference, or a choice of it, means."""
        if name == "goal":
            return Sentence(_("Barrels that win the match, 1 to 5; by the rule book 3."), rule="K4")
        if name == "apart":
            return Sentence(
                _("Two people sort one after the other behind the curtain, each with the whole keyboard."), rule="K6"
            )
        texts: Mapping[Value | None, str] = {
            "race": {
                None: Sentence(_("Whether both sort against the clock."), rule="K7"),
                "clock": Sentence(
                    _("Both sort at once; who is first sorts what the other has left, and plays the first card."),
                    rule="K5",
                ),
                "even": Sentence(
                    _("Nobody hurries: both sort all their pairs, and lots decide who plays the first card."), rule="K7"
                ),
            },
            "teams": {
                None: Sentence(_("Whether there is any sorting."), rule="K7"),
                "built": Sentence(_("Each sorts a pile into two teams, one for each side."), rule="K5"),
                "dealt": Sentence(_("No sorting: each plays the 20 cards dealt, to learn the game."), rule="K7"),
            },
            "clock": {
                None: _("What part of a person's time counts in the race."),
                "normal": _("A person's seconds count in full."),
                "gentle": _("Of a person's seconds three quarters count."),
                "slow": _("Of a person's seconds half count."),
            },
        }[name]  # type: ignore[assignment]
        return texts[value]

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        texts = {
            "race": {"clock": _("a race"), "even": _("without haste")},
            "teams": {"built": _("built from pairs"), "dealt": _("dealt")},
            "clock": {"normal": _("normal"), "gentle": _("gentle"), "slow": _("slow")},
        }
        return texts.get(name, {}).get(str(value)) or super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"sort": _("sorting"), "play": _("play"), "power": _("action")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        """Return the number of a card in the tug of war, or what is decided before it or because of it."""
        return _("card {n}", n=step) if kind == "play" else super().decision(kind, step, seen)

    def outcome(self, outcome: int) -> str:
        """Return whether the barrel is won."""
        return _("the barrel is won") if outcome else _("the barrel is lost")

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        other = names[1 - reading.actor(seen)]
        match seen.phase:
            case "keep":
                asked = _("Pair {n} of {whole}: keep which card?", n=reading.pair_number(seen), whole=PAIRS)
                return Sentence(asked, _("The other one goes to the team of {name}.", name=other))
            case "split":
                asked = ngettext("The last pair: keep which card of the pile of {name}?",
                                 "{n} pairs are left: keep which card of the pile of {name}?",
                                 max(seen.pairs_left), name=other)  # fmt: skip
                return Sentence(asked, _("The other one goes to the team of {name}.", name=other))
            case "play":
                return Sentence(_("Your card."), pull_now(seen, names))
            case "stolen":
                why = _("It is {card} from the hand of {name}, and yours to place.",
                        card=a_card(seen.stolen), name=other)  # fmt: skip
                return Sentence(_("Play the stolen card."), why)
            case "move":
                why = _("A man stays on his colour, a white card goes on any field.")
                return Sentence(_("Which card changes sides?"), why)
            case "name":
                return Sentence(_("Which value says good-bye?"), _("All cards of it on top go, on both sides."))
        return Sentence("")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        seat = reading.actor(seen)
        if action < PLAY:
            place = (action - KEEP) % 2
            if not seen.pair:
                return _("Keep the right card") if place else _("Keep the left card")
            text = _("Keep the right card, {card}") if place else _("Keep the left card, {card}")
            return text.format(card=a_card(seen.pair[place]))
        if action >= NAME:
            return _("Name {n}", n=action - NAME)
        if action >= MOVE:
            start, end = from_seat(moved_from(action), seat), from_seat(moved_to(action), seat)
            card = the_card(seen.rope[start][-1]) if seen.rope[start] else _("the card")
            return _("Move {card} from {start} to {end}", card=card,
                     start=field_name(start, seen, names), end=field_name(end, seen, names))  # fmt: skip
        card_played = CARD_PLAYED[action]
        if action >= DISCARD:
            return _("Play {card} without effect", card=card_name(card_played))
        if action >= PLAY_ACTION:
            return _("Play {card}", card=card_name(card_played))
        field = from_seat(FIELD_PLAYED[action], seat)
        return _("Play {card} on {field}", card=a_card(card_played), field=field_name(field, seen, names))

    def name(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice by its shortest name: the card first, then where it goes."""
        seat = reading.actor(seen)
        if action < PLAY:
            if not seen.pair:
                return self.label(action, seen, names)
            place = (action - KEEP) % 2
            text = _("right {card}") if place else _("left {card}")
            return text.format(card=card_name(seen.pair[place]))
        if action >= NAME:
            return str(action - NAME)
        if action >= MOVE:
            start, end = from_seat(moved_from(action), seat), from_seat(moved_to(action), seat)
            if not seen.rope[start]:
                return self.label(action, seen, names)
            return _("{card} from {start} to {end}", card=card_name(seen.rope[start][-1]),
                     start=field_name(start, seen, names), end=field_name(end, seen, names))  # fmt: skip
        name = card_name(CARD_PLAYED[action])
        if action >= PLAY_ACTION:
            return _("{card}, without effect", card=name) if action >= DISCARD else name
        return _("{card} on {field}", card=name,
                 field=field_name(from_seat(FIELD_PLAYED[action], seat), seen, names))  # fmt: skip

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what a choice does now, or what a card is good for."""
        if action < PLAY:
            return _explain_pair(action, seen, names)
        if action >= NAME:
            return _explain_name(action, seen, names)
        if action >= MOVE:
            return Sentence(what_becomes(action, seen, names), "", "K13")
        card = CARD_PLAYED[action]
        if action >= DISCARD:
            text = _("{card} without effect: it goes to the discard pile.", card=card_name(card))
            return Sentence(text, "", "K13")
        if action >= PLAY_ACTION:
            return Sentence(action_lines()[card], _explain_action(card, action, seen, names), "K13")
        pile = seen.rope[from_seat(FIELD_PLAYED[action], reading.actor(seen))]
        if not pile:
            covers = _("The field is empty and counts 2.")
        elif HAS_TEXT[pile[-1]]:
            covers = pgettext("ends in How-Ruck!", "It covers {card}", card=a_card(pile[-1]))
        else:
            covers = _("It covers {card}.", card=a_card(pile[-1]))
        return Sentence(covers, what_becomes(action, seen, names), "K12" if HAS_TEXT[card] else "K11")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "play" and PLAY <= action < MOVE:
            return _("you do not hold {card}", card=a_card(CARD_PLAYED[action]))
        if seen.phase == "stolen" and PLAY <= action < MOVE:
            return _("the stolen {card} has to be played at once (K13)", card=card_name(seen.stolen))
        if seen.phase == "move" and MOVE <= action < NAME:
            return _("no such card lies on top there (K13)")
        return _("{what}, not {action}", what=_what_now(seen), action=repr(actions.encode(action)))

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        kind, seat, values = event.kind, event.seat, event.values
        own, to_me = is_reader(seat, seen), seat >= 0 and is_reader(1 - seat, seen)
        name, other = names[seat], names[1 - seat] if seat >= 0 else ""
        match kind:
            case "dealt":
                return _("Round {round}: each gets {cards} cards, and 15 are put aside.",
                         round=values[0], cards=TEAM_SIZE)  # fmt: skip
            case "pair" | "kept":
                return ""
            case "raced":
                return _raced_text(seat, values[0], seen, names) if seat != NOBODY else race_even_text()
            case "sorted":
                if not values:
                    return ""
                half = len(values) // 2
                text = _("{name} kept {kept} and gave {other} {given}.")
                if own:
                    text = _("You kept {kept}; {other} has the rest of your pairs.")
                elif to_me:
                    text = _("{name} kept {kept} and gave you {given}.")
                kept, given = (all_of(map(card_name, cards)) for cards in (values[:half], values[half:]))
                return text.format(name=name, other=other, kept=kept, given=given)
            case "split":
                return _split_text(seat, values, seen, names)
            case "lots":
                mine = reading.first_named(seen)
                text = _("Who plays first? {first} drew {card}, {name} {other}.")
                if is_reader(mine, seen):
                    text = _("Who plays first? You drew {card}, {name} {other}.")
                return text.format(
                    first=names[mine], card=a_card(values[mine]), name=names[1 - mine], other=a_card(values[1 - mine])
                )
            case "leads":
                text = _("{name} plays the first card, and the barrel stands on field {field}.")
                if own:
                    text = _("You play the first card, and the barrel stands on field {field}.")
                return text.format(name=name, field=values[0])
            case "stacked":
                if seen.teams == "built":
                    return _("Both teams are shuffled; each takes {n} cards in hand.", n=number_word(HAND_SIZE))
                return _("Each takes {n} cards in hand.", n=number_word(HAND_SIZE))
            case "drew":
                if not values:
                    return ""
                if HAS_TEXT[values[-1]]:
                    text = pgettext("ends in How-Ruck!", "You drew {card}")
                    if not own:
                        text = pgettext("ends in How-Ruck!", "{name} drew {card}")
                else:
                    text = _("You drew {card}.") if own else _("{name} drew {card}.")
                return text.format(name=name, card=all_of(map(a_card, values)))
            case "played":
                card = a_card(values[0])
                if len(values) == 1:
                    return (
                        _("You played {card}.", card=card) if own else _("{name} played {card}.", name=name, card=card)
                    )
                text = _("You played {card} on {field}.") if own else _("{name} played {card} on {field}.")
                return text.format(name=name, card=card, field=_field_of(values[1], seat, seen, names))
            case "discarded":
                text = _("You played {card} without effect.") if own else _("{name} played {card} without effect.")
                return text.format(name=name, card=card_name(values[0]))
            case "pulled":
                first, second, before, now = values
                text = _comparison((first, second), before, now, seen, names)
                weaker = reading.weaker_pulled(first, second, before, now)
                return paragraph(_("The weaker side pulls."), text) if weaker else text
            case "barrel":
                before, now = values
                return _barrel_moved(before, now, seen, names)
            case "removed":
                card = the_card_first(values[0])
                return _("{card} on {field} is discarded.", card=card, field=field_name(values[1], seen, names))
            case "switched":
                text = _("You moved {card} to {field}.") if own else _("{name} moved {card} to {field}.")
                field = _field_of(values[2], seat, seen, names)
                return text.format(name=name, card=the_card(values[0]), field=field)
            case "named":
                return _("You named {n}.", n=values[0]) if own else _("{name} named {n}.", name=name, n=values[0])
            case "stole":
                text = _("{name} drew {card} from the hand of {other}.")
                if own:
                    text = _("You drew {card} from the hand of {other}.")
                elif to_me:
                    text = _("{name} drew {card} from your hand.")
                return text.format(name=name, card=a_card(values[0]), other=other)
            case "nothing":
                return _("{card} finds nothing to do.", card=card_name(values[0]))
            case "won-round":
                return how_won(Round(NOBODY, seat, REASONS[values[0]], (values[1],), (0, 0)), seen, names)
            case "won":
                return _("You win the match.") if own else _("{name} wins the match.", name=name)
        raise ValueError(f"nothing is known of {kind!r}")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return the round, and in the tug of war the card."""
        if "round" not in progress:
            return ""
        if "card" in progress:
            return _("round {round}, card {card}", **progress)
        return _("round {round}", **progress)

    def target(self, options: Mapping[str, Value]) -> str:
        """Return how many barrels win."""
        return ngettext("to {n} barrel", "to {n} barrels", int(options["goal"]))

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now."""
        seen = replace(seen, seat=NOBODY)
        rows = [Row(_("Round"), (str(seen.round_number),)), Row(_("Barrels to win"), (str(seen.goal),))]
        rows += [Row(names[seat], (barrels_text(seen.scores[seat]), *_cards_left(seat, seen))) for seat in range(SEATS)]
        if seen.phase in ("keep", "race", "split"):
            rows.append(Row(_("Pairs left"), tuple(map(str, seen.pairs_left))))
        if seen.path:
            rows.append(Row(_("Barrel"), (barrel_text(seen.barrel, seen, names),)))
            for seat in range(SEATS):
                piles = seen.rope[seat * COLOURS : seat * COLOURS + COLOURS]
                cells = [
                    card_name(pile[-1]) if pile else _("{colour} empty", colour=colour_name(colour))
                    for colour, pile in enumerate(piles)
                ]
                strength = _("strength {n}", n=strengths(seen.rope)[seat])
                rows.append(Row(_("Side of {name}", name=names[seat]), (*cells, strength)))
            rows.append(Row(_("Pull"), (pull_now(seen, names),)))
            rows.append(Row(_("Discards"), tuple(map(card_name, seen.discards)) or (_("none"),)))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the pair that is being sorted, and the own cards: men colour by colour, white cards, actions."""
        rows = [Row(_("Pair"), tuple(map(card_name, seen.pair)))] if seen.pair else []
        suits: dict[str, list[str]] = {}
        for card in seen.hand:
            suit = _("actions") if card >= FIRST_ACTION else colour_name(COLOUR_OF[card])
            if card >= NESSIE:
                name = card_name(card)
            else:
                name = _("{rank} with How-Ruck!", rank=VALUE_OF[card]) if HAS_TEXT[card] else str(VALUE_OF[card])
            suits.setdefault(suit, []).append(name)
        return [*rows, *(Row(suit, tuple(found)) for suit, found in suits.items())]

    def goal(self, seen: Observation, names: Sequence[str]) -> str:
        """Return whither the barrel has to go."""
        return Sentence(
            _("Pull the barrel to your end: that wins a round."),
            ngettext("{n} round wins the match.", "{n} rounds win the match.", seen.goal),
        )

    def aim(self, seen: Observation, names: Sequence[str]) -> str:
        """Return what a How-Ruck! would do now."""
        return pull_now(seen, names) if seen.path and seen.seat != NOBODY else ""

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each round who won it by what, and the fields that each seat pulled."""
        if not seen.rounds:
            return []
        rows = [Row(_("round"), tuple(name_of(seat, seen, names) for seat in range(SEATS)))]
        for number, done in enumerate(seen.rounds, 1):
            cells = [
                _("{how} · pulled {n}", how=short_reason(done.reason) if seat == done.winner else _("lost"), n=fields)
                for seat, fields in enumerate(done.pulled)
            ]
            rows.append(Row(str(number), tuple(cells), how_won(done, seen, names)))
        return [*rows, Row(_("barrels"), tuple(map(str, seen.scores)))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[Sentence]:
        """Return a sentence for each seat about the round that was won last."""
        if not seen.rounds:
            return []
        done: Round = seen.rounds[-1]
        return [
            won_by(done.reason, fields)
            if seat == done.winner
            else Sentence(_("Lost:"), ngettext("{n} field pulled in all.", "{n} fields pulled in all.", fields))
            for seat, fields in enumerate(done.pulled)
        ]

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        winner, number = seen.winners[0], len(seen.rounds)
        won, lost = seen.scores[winner], seen.scores[1 - winner]
        by = ngettext("{barrels} to {lost}, in one round.", "{barrels} to {lost}, in {rounds} rounds.", number,
                      barrels=barrels_text(won), lost=lost or _("none"), rounds=number_word(number))  # fmt: skip
        return [
            _("You win the match.") if is_reader(winner, seen) else _("{name} wins the match.", name=names[winner]),
            Sentence(by, rule="K4"),
            how_won(seen.rounds[-1], seen, names),
        ]

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)


def _what_now(seen: Observation) -> str:
    """Return what is to be done now, as a part of a refusal."""
    return {
        "deal": _("the cards have yet to be dealt"),
        "keep": _("keep one card of the pair (K5)"),
        "race": _("the clock has yet to decide (K6)"),
        "split": _("keep one card of the pair that was left (K5)"),
        "stacks": _("the teams have yet to be shuffled (K9)"),
        "play": _("play a card (K10)"),
        "blind": _("a card is being drawn (K13)"),
        "stolen": _("play the stolen card (K13)"),
        "move": _("choose the card that changes sides (K13)"),
        "name": _("name a value from 0 to 6 (K13)"),
        "over": _("the match is over (K4)"),
    }[seen.phase]


def _field_of(field: int, seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the name of a field where a sentence is about what a seat does there."""
    if field // COLOURS == seat != seen.seat:
        return (_("their own red field"), _("their own blue field"), _("their own green field"))[field % COLOURS]
    return field_name(field, seen, names)


def _cards_left(seat: int, seen: Observation) -> tuple[str, ...]:
    if seen.phase in reading.TUG:
        return _("{n} in hand", n=seen.hand_sizes[seat]), to_draw(seen.pile_sizes[seat])
    return ()


def _raced_text(seat: int, placed: int, seen: Observation, names: Sequence[str]) -> str:
    """Return who was first, and how many pairs the other one had placed."""
    name, slower, number = names[seat], names[1 - seat], number_word(placed)
    if is_reader(seat, seen):
        return ngettext("You were first; {slower} had placed one pair.",
                        "You were first; {slower} had placed {number} pairs.",
                        placed, slower=slower, number=number)  # fmt: skip
    if is_reader(1 - seat, seen):
        return ngettext("{name} was first; you had placed one pair.",
                        "{name} was first; you had placed {number} pairs.",
                        placed, name=name, number=number)  # fmt: skip
    return ngettext("{name} was first; {slower} had placed one pair.",
                    "{name} was first; {slower} had placed {number} pairs.",
                    placed, name=name, slower=slower, number=number)  # fmt: skip


def _split_text(seat: int, values: Sequence[Card], seen: Observation, names: Sequence[str]) -> str:
    """Return that a pair of the other pile was sorted, with its cards, where they are known."""
    own, to_me = is_reader(seat, seen), is_reader(1 - seat, seen)
    if not values:
        text = _("{name} sorted a pair of the pile of {other}.")
        if own:
            text = _("You sorted a pair of the pile of {other}.")
        elif to_me:
            text = _("{name} sorted a pair of your pile.")
        return text.format(name=names[seat], other=names[1 - seat])
    if HAS_TEXT[values[1]]:
        text = pgettext("ends in How-Ruck!", "{name} kept {kept} of the pile of {other} and gave back {given}")
        if own:
            text = pgettext("ends in How-Ruck!", "You kept {kept} of the pile of {other} and gave back {given}")
        elif to_me:
            text = pgettext("ends in How-Ruck!", "{name} kept {kept} of your pile and gave back {given}")
    else:
        text = _("{name} kept {kept} of the pile of {other} and gave back {given}.")
        if own:
            text = _("You kept {kept} of the pile of {other} and gave back {given}.")
        elif to_me:
            text = _("{name} kept {kept} of your pile and gave back {given}.")
    kept, given = map(a_card, values)
    return text.format(name=names[seat], other=names[1 - seat], kept=kept, given=given)


def _barrel_moved(before: int, now: int, seen: Observation, names: Sequence[str]) -> str:
    """Return where an action has taken the barrel."""
    if before == now:
        return _("The barrel stays on field {field}.", field=now)
    fields, seat = reading.pull(before, now)
    if end_reached(now) != NOBODY:
        if is_reader(seat, seen):
            return _("The barrel moves to your end.")
        return _("The barrel moves to the end of {name}.", name=names[seat])
    if is_reader(seat, seen):
        return ngettext("The barrel moves {n} field towards you, to field {field}.",
                        "The barrel moves {n} fields towards you, to field {field}.", fields, field=now)  # fmt: skip
    return ngettext("The barrel moves {n} field towards {name}, to field {field}.",
                    "The barrel moves {n} fields towards {name}, to field {field}.",
                    fields, name=names[seat], field=now)  # fmt: skip


def won_by(reason: str, fields: int) -> Sentence:
    """Return by what a round was won, and how many fields its winner pulled."""
    match reason:
        case "monstrous":
            text = ngettext("Nessie lay on the other side; {n} field pulled in all.",
                            "Nessie lay on the other side; {n} fields pulled in all.", fields)  # fmt: skip
        case "half":
            text = ngettext("the barrel stood in this half when no cards were left; {n} field pulled in all.",
                            "the barrel stood in this half when no cards were left; {n} fields pulled in all.",
                            fields)  # fmt: skip
        case _other:
            text = ngettext("the barrel came to the end; {n} field pulled in all.",
                            "the barrel came to the end; {n} fields pulled in all.", fields)  # fmt: skip
    return Sentence(_("Won:"), text)


def _explain_pair(action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    if not seen.pair:
        return Sentence("")
    place = (action - KEEP) % 2
    kept, given = seen.pair[place], seen.pair[1 - place]
    text = _("{card} joins your team, {given} goes to that of {name}.",
             card=a_card_first(kept), given=a_card(given), name=names[1 - reading.actor(seen)])  # fmt: skip
    return Sentence(text, _worth_knowing(kept), "K5")


def _worth_knowing(card: Card) -> str:
    """Return what an action does, or that a man bears the text; nothing for another card."""
    if card >= FIRST_ACTION:
        return action_lines()[card]
    return _("When it is played, the sides are compared.") if HAS_TEXT[card] else ""


def _explain_name(action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    value = action - NAME
    fields = tops(seen.rope, value)
    if not fields:
        return Sentence(_("No card of value {n} lies on top: nothing goes.", n=value), "", "K13")
    gone = [
        _("{card} on {field}", card=(the_card if place else the_card_first)(seen.rope[field][-1]),
          field=field_name(field, seen, names))
        for place, field in enumerate(fields)
    ]  # fmt: skip
    text = ngettext("{cards} goes.", "{cards} go.", len(gone), cards=all_of(gone))
    return Sentence(text, what_becomes(action, seen, names), "K13")


def _explain_action(card: Card, action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return what an action would do now."""
    seat = reading.actor(seen)
    other = names[1 - seat]
    tug = after(seen.rope, seen.barrel, seat, action)
    match card:
        case x if x in (HOW_RUCK, WEAK_WINS):
            return what_becomes(action, seen, names)
        case x if x == ADRENALINE:
            if tug.winner == seat:
                return _("It wins the round now.")
            return _("It would stand on field {field}.", field=tug.barrel)
        case x if x == ROPE_BREAKS:
            return _back_to_start(seen.barrel, tug.barrel, STARTS[seat], seen, names)
        case x if x == MUCHO_MACHO:
            if not tug.removed:
                return _("Now no lady lies on top.")
            gone = ngettext("Now {n} lady goes.", "Now {n} ladies go.", len(tug.removed))
            return paragraph(gone, what_becomes(action, seen, names))
        case x if x == MONSTROUS:
            return _("Now she lies there.") if shows_nessie(seen.rope, 1 - seat) else _("Now she does not lie there.")
        case x if x == DIRTY_TRICK:
            if not seen.hand_sizes[1 - seat]:
                return _("{name} has no card left.", name=other)
            return ngettext("{name} holds {n} card, and does not refill.",
                            "{name} holds {n} cards, and does not refill.",
                            seen.hand_sizes[1 - seat], name=other)  # fmt: skip
        case x if x == CHANGE_SIDES:
            if not (ways := len(moves(seen.rope, seat))):
                return _("Now no card lies there.")
            return ngettext("There is {n} way.", "There are {n} ways.", ways)
        case x if x == GOOD_BYE:
            return _("You name it next.")
    if not (left := seen.pile_sizes[seat]):
        return _("Your pile is empty.")
    return ngettext("Your pile has {n} card.", "Your pile has {n} cards.", left)


def _back_to_start(barrel: int, now: int, start: int, seen: Observation, names: Sequence[str]) -> str:
    """Return where Rope breaks would take the barrel."""
    if now == barrel:
        return _("It stands there already.")
    fields, seat = reading.pull(barrel, now)
    if is_reader(seat, seen):
        return ngettext("That is field {field}, {n} field towards you.",
                        "That is field {field}, {n} fields towards you.",
                        fields, field=start)  # fmt: skip
    return ngettext("That is field {field}, {n} field towards {name}.",
                    "That is field {field}, {n} fields towards {name}.",
                    fields, field=start, name=names[seat])  # fmt: skip
