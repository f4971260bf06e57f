"""What the board of How-Ruck! says besides what every face says of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from herrlof.game import NOBODY, Sentence
from herrlof.games.how_ruck import actions, reading
from herrlof.games.how_ruck.actions import (
    PAIRS,
)
from herrlof.games.how_ruck.cards import (
    COLOUR_OF,
    COLOURS,
    FIRST_ACTION,
    HAS_TEXT,
    NESSIE,
    VALUE_OF,
    WHITE,
    Card,
    action_row,
)
from herrlof.games.how_ruck.race import PAIR_SECONDS
from herrlof.games.how_ruck.reading import Pull
from herrlof.games.how_ruck.words import (
    HowRuckSpeaker,
    a_card,
    card_name,
    colour_name,
    in_form,
    the_card,
    the_card_first,
)
from herrlof.games.speech import number_word
from herrlof.messages import (
    N_,
    NN_,
    NP_,
    Label,
    Letters,
    _,
    cached_by_language,
    emphasis,
    ngettext,
    paragraph,
    pgettext,
    said,
)
from herrlof.table.race import race_anew

LETTERS: Final = Letters("letters: red, blue, green, white, action", "RBGWX")
"""On cards, and the keys that choose them."""

# Cards and fields


@cached_by_language
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
        _("You keep a card of each pair; the other goes to {name}.", name=name),
        RaceLabels.first_one,
        "K5",
    )


def card_word(card: Card) -> str:
    """Return the word at the foot of a card: what an action does, Nessie's name, a man's call; or nothing."""
    if card < NESSIE:
        return pgettext("cell:7", "Ruck!") if HAS_TEXT[card] else ""
    return pgettext("cell:7", "Nessie") if card == NESSIE else said(action_row(card).word)


def card_title(card: Card) -> str:
    """Return a card's name at the beginning of a sentence: `Red 2`."""
    return in_form(
        card,
        (_("Red {rank}"), _("Blue {rank}"), _("Green {rank}"), _("White {rank}")),
        (_("Red {rank} with How-Ruck!"), _("Blue {rank} with How-Ruck!"), _("Green {rank} with How-Ruck!")),
    )


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


def won_briefly(reason: str, fields: int) -> str:
    """Return by what a round was won, and how many fields its winner pulled, in a line of a list."""
    if reason == "monstrous":
        return ngettext("Nessie opposite, {n} field", "Nessie opposite, {n} fields", fields)
    if reason == "half":
        return ngettext("in this half, {n} field", "in this half, {n} fields", fields)
    return ngettext("at the end, {n} field", "at the end, {n} fields", fields)


def in_short(card: Card) -> Sentence:
    """Return what a card is good for, while there is a hurry."""
    title = _("{card}:", card=card_title(card))
    if card >= FIRST_ACTION:
        return Sentence(title, said(action_row(card).does))
    if COLOUR_OF[card] == WHITE:
        return Sentence(title, _("on any field."))
    calling = (_("on red, then both sides pull."), _("on blue, then both sides pull."),
               _("on green, then both sides pull."))  # fmt: skip
    plain = _("on red."), _("on blue."), _("on green.")
    return Sentence(title, (calling if HAS_TEXT[card] else plain)[COLOUR_OF[card]])


def why_keep(kept: Card, given: Card) -> str:
    """Return why one would rather keep a card of a pair than the other one."""
    if HAS_TEXT[kept] > HAS_TEXT[given]:
        return _("You pull with {card} when you're stronger; in the other hand it pulls against you.",
                 card=the_card(kept))  # fmt: skip
    if (kept >= FIRST_ACTION) != (given >= FIRST_ACTION):
        if kept >= FIRST_ACTION:
            return _("{card} works once and adds no strength; {other} goes to your opponent.",
                     card=card_name(kept), other=the_card(given))  # fmt: skip
        return _("{card} stays on a field; {other} works once, for your opponent.",
                 card=the_card_first(kept), other=card_name(given))  # fmt: skip
    if kept >= FIRST_ACTION:
        return said(action_row(kept).does)
    if COLOUR_OF[kept] == WHITE != COLOUR_OF[given]:
        return _("{card} goes on any field, of any colour.", card=the_card_first(kept))
    if VALUE_OF[kept] > VALUE_OF[given]:
        return _("{card} makes your side stronger than {other} would.",
                 card=the_card_first(kept), other=the_card(given))  # fmt: skip
    if VALUE_OF[kept] < VALUE_OF[given]:
        return _("A low card on a field of the other side weakens it.")
    return _("Both have the same value.")


def where_to(card: Card) -> Sentence:
    """Return the second question of Changing sides, for a white card."""
    return Sentence(
        _("On which field does {card} go?", card=the_card(card)),
        _("It changes sides; a white card goes on any field there."),
    )


# Team building


def sorting_text() -> Sentence:
    """Return what is done while pairs are sorted."""
    return Sentence(_("Keep one card of each pair for your team."), _("The other card goes to your opponent."), "K5")


def too_soon_text() -> Sentence:
    """Return why a key does not count for a pair that has only just been opened."""
    return Sentence(_("Too soon: press it again."), "", "K6")


def held_text() -> Sentence:
    """Return why a key that is held does not count."""
    return Sentence(_("Let go of the key first."), "", "K6")


def times_lost_text() -> Sentence:
    """Return why no times count."""
    return Sentence(_("The race broke off while it was being saved, and its times are lost."), "", "K18")


def clock_text(stops: int, restarts: int) -> Sentence:
    """Return how often the clock of a race was stopped, and how often the race began anew; nothing for neither."""
    if not stops and not restarts:
        return Sentence("")
    stopped = ngettext("The clock was stopped once.", "The clock was stopped {n} times.", stops) if stops else ""
    anew = ngettext("The race started over once.", "The race started over {n} times.", restarts) if restarts else ""
    return Sentence(paragraph(stopped, anew), "", "K6")


# What stands on the table


class Labels:
    """Heads and short labels."""

    leads = Label("plays first")
    sorting = Label("The teams are being sorted")
    shuffled = Label("The teams are shuffled")
    way = Label("The barrel's path")
    ways = Label("The barrels' paths")
    last_turn = Label("Last turn")
    the_pull = Label("The pull")
    discards = Label("Discards")
    no_discards = Label("none")
    if_played = Label("If you play it")
    which_field = Label("on which field?")
    can_do = Label("what a card can do")
    level = Label("level")
    you = Label("you")
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


def to_field(field: int) -> str:
    """Return where a play takes the barrel."""
    return _("to {field}", field=field)


def nessie_risk(name: str) -> tuple[str, str]:
    """Return why Nessie is dangerous on the own side, whole and in short."""
    return _("On your side: with Monstrous {name} wins.", name=name), _("On yours: fear Monstrous")


def round_over(number: int) -> str:
    return _("Round {n} is over", n=number)


class Keys:
    """What is said of Enter where nothing is chosen."""

    choose_pair = Label("Choose a card first: ← or →, or keep one at once with A or D.")
    choose_value = Label("Choose a value first: type it, or use ← and →.")
    choose_field = Label("Choose a field first, with ← and →. ↓ goes back to your cards.")
    choose_way = Label("Choose how first, with ↑ and ↓.")
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
        return _("Enter plays it without effect; ↑ goes back.")
    return _("Enter plays it; ↓ and Enter without effect.")


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
    good = Label("What's good?")
    why_hurry = Label("Why hurry")
    barrels = Label("Barrels and last round")
    kept = Label("yours")
    given = Label("theirs")
    separately = Label("sorts separately")
    done = Label("done")
    no_time = Label("no time")
    seconds = Label("seconds")
    your_turn = Label("it's your turn to sort")
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
    seconds_count = Label("{share} of each second counts")


def race_waits(name: str) -> str:
    """Return who is waited for before a race at two screens."""
    return _("You're ready; the race begins when {name} is ready too.", name=name)


def pace_text(seconds: float) -> str:
    """Return how long a bot takes for a pair."""
    return _("{seconds} s for a pair", seconds=f"{seconds:g}")


def whole_pace_text(seconds: float, pairs: int) -> str:
    """Return how long a bot takes for all its pairs."""
    return ngettext("{seconds} s for the one", "{seconds} s for all {n}", pairs, seconds=f"{seconds * pairs:.0f}")


def then_stopped() -> str:
    """Return what stands below the number of pairs that were placed."""
    return _("of {whole} pairs, then stopped", whole=PAIRS)


def how_to_sort(people: Sequence[int], names: Sequence[str], anew: bool = False) -> Sentence:
    """Return which keys sort, and when they count; `anew`: a line broke, and with it the race."""
    if len(people) == 1:
        how = _("A or ← keeps the left card, D or → the right one. Or click.")
    else:
        how = _("{first}: A keeps the left card, D the right one. {second}: ← and →.", first=names[0], second=names[1])
    rest = paragraph(
        _("The other card goes to your opponent."),
        _("A new pair takes no key for {seconds} seconds.", seconds=PAIR_SECONDS),
    )
    return Sentence(race_anew(), paragraph(how, rest), "K6") if anew else Sentence(how, rest, "K6")


def clock_stopped(put_off: bool) -> Sentence:
    """Return how to go on after the clock was stopped, and whether a pair was put off by that (K19)."""
    go_on = _("Space counts down again; Esc leaves, and the race starts over with the same cards.")
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


class BoardSpeaker(HowRuckSpeaker):
    """What the board says to one reader, besides."""

    def field_label(self, field: int) -> str:
        """Return a field's colour, and whose it is: `red, you`."""
        seat, colour = divmod(field, COLOURS)
        other = NP_("field", "{colour}, {name}")
        return self.tells(seat, N_("{colour}, you"), other, colour=colour_name(colour))

    def whose(self, seat: int) -> str:
        """Return whose a side of the rope is."""
        return self.pick(seat, _("yours"), self.names[seat])

    def about_card(self, card: Card) -> Sentence:
        """Return what a card in hand is good for: the fields of a Scot, what an action does."""
        title, other = card_title(card), self.names[1 - reading.actor(self.seen)]
        if card >= FIRST_ACTION:
            does = self._explain_action(card, actions.PLAYS[card][0])
            text = paragraph(said(action_row(card).does), does)
            return Sentence(*emphasis("{card}:| {text}", card=title, text=text), "K13")
        if card == NESSIE:
            return Sentence(*emphasis("Nessie:| on any field; on yours fear Monstrous."), "K11")
        colour = COLOUR_OF[card]
        if colour == WHITE:
            return Sentence(*emphasis("{card}:| it goes on any of the six fields.", card=title), "K11")
        if HAS_TEXT[card]:
            found = (
                emphasis("{card}:| it goes on a red field, yours or {name}'s; then the sides are compared.",
                         card=title, name=other),
                emphasis("{card}:| it goes on a blue field, yours or {name}'s; then the sides are compared.",
                         card=title, name=other),
                emphasis("{card}:| it goes on a green field, yours or {name}'s; then the sides are compared.",
                         card=title, name=other),
            )[colour]  # fmt: skip
            return Sentence(*found, "K12")
        found = (
            emphasis("{card}:| it goes on a red field, yours or {name}'s.", card=title, name=other),
            emphasis("{card}:| it goes on a blue field, yours or {name}'s.", card=title, name=other),
            emphasis("{card}:| it goes on a green field, yours or {name}'s.", card=title, name=other),
        )[colour]
        return Sentence(*found, "K11")

    def race_text(self) -> Sentence:
        """Return who was first in the sorting, and what that brings; nothing before it is known."""
        seen = self.seen
        if seen.leader == NOBODY or seen.teams == "dealt":
            return Sentence("")
        if seen.lots:
            return self.lots_text()
        leader, slower = seen.leader, 1 - seen.leader
        first = self.tells(leader, N_("You were first."), N_("{name} was first."))
        left, had = PAIRS - seen.placed, number_word(seen.placed)
        if not left:
            return Sentence(first, _("No pairs were left over."), "K5")
        you = NN_(
            "{name} has placed {had}; you sort the pair left.",
            "{name} has placed {had}; you sort the {left} pairs left.",
        )
        to_you = NN_(
            "You have placed {had}; {name} sorts the pair left.",
            "You have placed {had}; {name} sorts the {left} pairs left.",
        )
        other = NN_(
            "{slower} has placed {had}; {name} sorts the pair left.",
            "{slower} has placed {had}; {name} sorts the {left} pairs left.",
        )
        parts = {"had": had, "left": number_word(left), "slower": self.names[slower]}
        name = self.names[self.pick(leader, slower, leader)]
        return Sentence(first, self.tells_of(leader, slower, you, to_you, other, n=left, name=name, **parts), "K5")

    def last_pair_text(self, first: int) -> Sentence:
        """Return who was first while the other one still has a pair in hand."""
        you = N_("You were first!| {slower} places the pair in hand; there's no hurry.")
        to_you = N_("{name} was first!| You place the pair in hand; there's no hurry.")
        other = N_("{name} was first!| {slower} places the pair in hand; there's no hurry.")
        text = self.pick_of(first, 1 - first, you, to_you, other)
        return Sentence(*emphasis(text, name=self.names[first], slower=self.names[1 - first]), "K5")

    def lots_text(self) -> Sentence:
        """Return the lots that decided who leads; nothing where none were drawn."""
        seen, names = self.seen, self.names
        if not seen.lots:
            return Sentence("")
        mine = reading.first_named(seen)
        lots = seen.lots[-1]
        leads = N_("You drew {card}, {name} {other}: you play the first card.")
        you = N_("You drew {card}, {name} {other}: {leader} plays the first card.")
        other = N_("{first} drew {card}, {name} {other}: {leader} plays the first card.")
        text = said(
            self.pick_of(seen.leader, mine, leads, you, other), card=a_card(lots[mine]), other=a_card(lots[1 - mine]),
            first=names[mine], name=names[1 - mine], leader=names[seen.leader],
        )  # fmt: skip
        return Sentence(text, "", "K8")

    def called(self, card: Card, pulled: Sequence[int]) -> Sentence:
        """Return what a How-Ruck! has done, by its card and the values of its event: who pulls how far, and why."""
        first, second, before, now = pulled
        own, other = (first, second) if reading.first_named(self.seen) == 0 else (second, first)
        fields, seat = reading.pull(before, now)
        if not fields:
            text = _("HOW-RUCK! {own} against {other}: the barrel stays.", own=own, other=other)
        else:
            you = NN_(
                "HOW-RUCK! {own} against {other}: your side pulls {n} field.",
                "HOW-RUCK! {own} against {other}: your side pulls {n} fields.",
            )
            others = NN_(
                "HOW-RUCK! {own} against {other}: {name}'s side pulls {n} field.",
                "HOW-RUCK! {own} against {other}: {name}'s side pulls {n} fields.",
            )
            if reading.weaker_pulled(first, second, before, now):
                you = NN_(
                    "HOW-RUCK! {own} against {other}: your side is weaker and pulls {n} field.",
                    "HOW-RUCK! {own} against {other}: your side is weaker and pulls {n} fields.",
                )
                others = NN_(
                    "HOW-RUCK! {own} against {other}: {name} is weaker and pulls {n} field.",
                    "HOW-RUCK! {own} against {other}: {name} is weaker and pulls {n} fields.",
                )
            text = self.tells(seat, you, others, n=fields, own=own, other=other)
        if card >= FIRST_ACTION:
            return Sentence(text, "", "K13")
        return Sentence(text, _("A Ruck! pulls once, when its card is played."), "K12")

    def wins_round(self, winner: int) -> str:
        """Return in short who wins the round."""
        return self.tells(winner, N_("you win the round"), N_("{name} wins the round"))

    def wins_briefly(self, winner: int) -> str:
        """Return the same as briefly as can be to who plays."""
        other = N_("{name} wins the round")
        return self.tells_of(winner, 1 - winner, N_("you win"), N_("you lose"), other)

    def end_label(self, seat: int) -> str:
        """Return whose an end of the track is."""
        return self.pick(seat, _("Your end"), self.names[seat])
