"""Everything that a person reads about How-Ruck!: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Words
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
    ROPE_BREAKS,
    VALUE_OF,
    WEAK_WINS,
    Card,
    Colour,
    action_row,
)
from herrlof.games.how_ruck.observation import REASONS, Observation, Round
from herrlof.games.how_ruck.tug import (
    STARTS,
    Rope,
    after,
    end_reached,
    from_seat,
    half_of,
    moves,
    shows_nessie,
    strengths,
    tops,
)
from herrlof.games.speech import Handler, Voice, line, number_word, secret, silent
from herrlof.messages import (
    N_,
    NN_,
    NP_,
    Message,
    _,
    all_of,
    cached_by_language,
    emphasis,
    listed,
    ngettext,
    paragraph,
    pgettext,
    said,
)
from herrlof.options import Value

# Cards and fields


@cached_by_language
def card_name(card: Card) -> str:
    """Return `red 2`, `red 2 with How-Ruck!`, `white 3`, `Nessie`, or an action's title."""
    return in_form(
        card,
        (_("red {rank}"), _("blue {rank}"), _("green {rank}"), _("white {rank}")),
        (_("red {rank} with How-Ruck!"), _("blue {rank} with How-Ruck!"), _("green {rank} with How-Ruck!")),
    )


def a_card(card: Card) -> str:
    """Return a card's name within a sentence: `a red 2`, `Nessie`."""
    return in_form(
        card,
        (_("a red {rank}"), _("a blue {rank}"), _("a green {rank}"), _("a white {rank}")),
        (_("a red {rank} with How-Ruck!"), _("a blue {rank} with How-Ruck!"), _("a green {rank} with How-Ruck!")),
    )


def a_card_first(card: Card) -> str:
    """Return a card's name at the beginning of a sentence, with its article: `A red 2`, `Nessie`."""
    return in_form(
        card,
        (_("A red {rank}"), _("A blue {rank}"), _("A green {rank}"), _("A white {rank}")),
        (_("A red {rank} with How-Ruck!"), _("A blue {rank} with How-Ruck!"), _("A green {rank} with How-Ruck!")),
    )


def the_card(card: Card) -> str:
    """Return the name of a card that has been spoken of: `the red 2`, `Nessie`."""
    return in_form(
        card,
        (_("the red {rank}"), _("the blue {rank}"), _("the green {rank}"), _("the white {rank}")),
        (_("the red {rank} with How-Ruck!"), _("the blue {rank} with How-Ruck!"), _("the green {rank} with How-Ruck!")),
    )


def the_card_first(card: Card) -> str:
    """Return the name of a card that has been spoken of, at the beginning of a sentence: `The red 2`, `Nessie`."""
    return in_form(
        card,
        (_("The red {rank}"), _("The blue {rank}"), _("The green {rank}"), _("The white {rank}")),
        (_("The red {rank} with How-Ruck!"), _("The blue {rank} with How-Ruck!"), _("The green {rank} with How-Ruck!")),
    )


def in_form(card: Card, plain: Sequence[str], calling: Sequence[str]) -> str:
    """Return a card's name in a form that is given for each colour, without How-Ruck! and with it."""
    if card >= NESSIE:
        return _("Nessie") if card == NESSIE else said(action_row(card).title)
    return (calling if HAS_TEXT[card] else plain)[COLOUR_OF[card]].format(rank=VALUE_OF[card])


def colour_name(colour: Colour) -> str:
    return (_("red"), _("blue"), _("green"), _("white"))[colour]


# Team building


def race_even_text() -> Sentence:
    return Sentence(_("Nobody was faster: the first player is drawn by lot."), "", "K8")


# The ends


def short_reason(reason: str) -> str:
    """Return in short that a round was won, and by what."""
    return {"end": _("won at the end"), "half": _("won in this half"), "monstrous": _("won by Monstrous")}[reason]


def barrels_text(number: int) -> str:
    return ngettext("{n} barrel", "{n} barrels", number) if number else _("no barrel")


# What stands on the table


def to_draw(cards: int) -> str:
    return _("{n} to draw", n=cards)


def won_by(reason: str, fields: int) -> Sentence:
    """Return by what a round was won, and how many fields its winner pulled."""
    match reason:
        case "monstrous":
            text = ngettext("Nessie was on the other side; {n} field pulled in all.",
                            "Nessie was on the other side; {n} fields pulled in all.", fields)  # fmt: skip
        case "half":
            text = ngettext("the barrel was in this half when no cards were left; {n} field pulled in all.",
                            "the barrel was in this half when no cards were left; {n} fields pulled in all.",
                            fields)  # fmt: skip
        case _other:
            text = ngettext("the barrel came to the end; {n} field pulled in all.",
                            "the barrel came to the end; {n} fields pulled in all.", fields)  # fmt: skip
    return Sentence(_("Won:"), text)


def _worth_knowing(card: Card) -> str:
    """Return what an action does, or that a man bears the text; nothing for another card."""
    if card >= FIRST_ACTION:
        return said(action_row(card).does)
    return _("When it's played, the sides are compared.") if HAS_TEXT[card] else ""


# What the game says


class RopeVoice(Voice[Observation]):
    """What is said of the rope and the barrel."""

    def field_name(self, field: int) -> str:
        """Return the name of a field of the rope: `your red field`, `the blue field of Freya`."""
        seat, colour = divmod(field, COLOURS)
        return self.tells(
            seat,
            (N_("your red field"), N_("your blue field"), N_("your green field"))[colour],
            (N_("{name}'s red field"), N_("{name}'s blue field"), N_("{name}'s green field"))[colour],
        )

    def strengths_text(self, rope: Rope) -> str:
        """Return `you 8, Freya 6`; the seat that looks comes first."""
        mine = reading.first_named(self.seen)
        return listed(self.number_of(seat, strengths(rope)[seat]) for seat in (mine, 1 - mine))

    def _strengths_first(self, numbers: Sequence[int]) -> str:
        """Return `You 8, Freya 6`, at the beginning of a sentence."""
        mine = reading.first_named(self.seen)
        first = self.tells(mine, N_("You {n}"), N_("{name} {n}"), n=numbers[mine])
        return listed((first, self.number_of(1 - mine, numbers[1 - mine])))

    def half_now(self) -> str:
        """Return who wins the round as the barrel stands, once no cards are left to draw (K14)."""
        if any(self.seen.pile_sizes):
            return ""
        you = N_("No cards are left to draw: as the barrel stands, you win the round.")
        other = N_("No cards are left to draw: as the barrel stands, {name} wins the round.")
        return self.tells(half_of(self.seen.barrel), you, other)

    def pull_now(self) -> str:
        seen = self.seen
        now = reading.barrel_after_how_ruck(seen)
        if now == seen.barrel:
            return _("Both sides are level: a Ruck! now moves nothing.")
        fields, seat = reading.pull(seen.barrel, now)
        you = N_("You're {n} stronger: a Ruck! now pulls {n} your way.")
        other = N_("{name} is {n} stronger: a Ruck! now pulls {n} that way.")
        if end_reached(now) != NOBODY:
            you = N_("You're {n} stronger: a Ruck! now wins you the round.")
            other = N_("{name} is {n} stronger: a Ruck! now wins {name} the round.")
        return self.tells(seat, you, other, n=fields)

    def barrel_text(self, barrel: int) -> str:
        """Return where the barrel stands: `field 4, 3 fields from your end`."""
        if not self.seen.path:
            return _("not on the track yet")
        if (winner := end_reached(barrel)) != NOBODY:
            return self.tells(winner, N_("at your end"), N_("at {name}'s end"))
        left, seat = reading.nearest_end(barrel)
        you = NN_("field {barrel}, {n} field from your end", "field {barrel}, {n} fields from your end")
        other = NN_("field {barrel}, {n} field from {name}'s end", "field {barrel}, {n} fields from {name}'s end")
        return self.tells(seat, you, other, n=left, barrel=barrel)

    def what_becomes(self, action: Action) -> str:
        """Return what a play makes of strengths and barrel: `You 8, Freya 6: the barrel moves 2 fields towards you.`"""
        seen = self.seen
        tug = after(seen.rope, seen.barrel, reading.actor(seen), action)
        card = CARD_PLAYED.get(action, NO_CARD)
        if action < DISCARD and reading.compares(card):
            return self._comparison(strengths(tug.rope), seen.barrel, tug.barrel)
        both = self.strengths_text(tug.rope)
        more, stronger = reading.strength_lead(strengths(tug.rope))
        if not more:
            return _("Then {strengths}: level.", strengths=both)
        you = N_("Then {strengths}: a pull of {n} towards you.")
        other = N_("Then {strengths}: a pull of {n} towards {name}.")
        return self.tells(stronger, you, other, strengths=both, n=more)

    def _comparison(self, numbers: Sequence[int], before: int, now: int) -> str:
        both = self._strengths_first(numbers)
        if before == now:
            return _("{strengths}: the barrel stays.", strengths=both)
        fields, seat = reading.pull(before, now)
        you = NN_(
            "{strengths}: the barrel moves {n} field towards you.",
            "{strengths}: the barrel moves {n} fields towards you.",
        )
        other = NN_(
            "{strengths}: the barrel moves {n} field towards {name}.",
            "{strengths}: the barrel moves {n} fields towards {name}.",
        )
        if end_reached(now) != NOBODY:
            you = NN_(
                "{strengths}: the barrel moves {n} field towards you, to your end.",
                "{strengths}: the barrel moves {n} fields towards you, to your end.",
            )
            other = NN_(
                "{strengths}: the barrel moves {n} field towards {name}, to the end.",
                "{strengths}: the barrel moves {n} fields towards {name}, to the end.",
            )
        return self.tells(seat, you, other, n=fields, strengths=both)

    def _field_of(self, field: int, seat: int) -> str:
        """Return the name of a field where a sentence is about what a seat does there."""
        if field // COLOURS == seat != self.seen.seat:
            return (_("their own red field"), _("their own blue field"), _("their own green field"))[field % COLOURS]
        return self.field_name(field)

    def _barrel_moved(self, before: int, now: int) -> str:
        """Return where an action has taken the barrel."""
        if before == now:
            return _("The barrel stays on field {field}.", field=now)
        fields, seat = reading.pull(before, now)
        if end_reached(now) != NOBODY:
            return self.tells(seat, N_("The barrel moves to your end."), N_("The barrel moves to {name}'s end."))
        you = NN_(
            "The barrel moves {n} field towards you, to field {field}.",
            "The barrel moves {n} fields towards you, to field {field}.",
        )
        other = NN_(
            "The barrel moves {n} field towards {name}, to field {field}.",
            "The barrel moves {n} fields towards {name}, to field {field}.",
        )
        return self.tells(seat, you, other, n=fields, field=now)

    def _back_to_start(self, barrel: int, now: int, start: int) -> str:
        """Return where Rope breaks would take the barrel."""
        if now == barrel:
            return _("It stands there already.")
        fields, seat = reading.pull(barrel, now)
        you = NN_("That's field {field}, {n} field towards you.", "That's field {field}, {n} fields towards you.")
        other = NN_(
            "That's field {field}, {n} field towards {name}.", "That's field {field}, {n} fields towards {name}."
        )
        return self.tells(seat, you, other, n=fields, field=start)


class NewsVoice(RopeVoice):
    """What is said of what has happened."""

    def how_won(self, done: Round) -> Sentence:
        """Return who won a round, and by what."""
        winner, loser, rule = done.winner, 1 - done.winner, "K14"
        parts: dict[str, object] = {"name": self.names[winner], "loser": self.names[loser]}
        match done.reason:
            case "monstrous":
                you = N_("You win the round:| Nessie was on {loser}'s side.")
                to_you = N_("{name} wins the round:| Nessie was on your side.")
                other = N_("{name} wins the round:| Nessie was on {loser}'s side.")
                text, rule = self.pick_of(winner, loser, you, to_you, other), "K13"
            case "half":
                you = N_("You win the round:| no cards are left, and the barrel is in your half, on field {field}.")
                other = N_(
                    "{name} wins the round:| no cards are left, and the barrel is in {name}'s half, on field {field}."
                )
                text, parts["field"] = self.pick(winner, you, other), done.path[-1]
            case _end:
                you = N_("You win the round:| the barrel is at your end.")
                other = N_("{name} wins the round:| the barrel is at {name}'s end.")
                text = self.pick(winner, you, other)
        return Sentence(*emphasis(text, **parts), rule)

    def _raced_text(self, seat: int, placed: int) -> str:
        """Return who was first, and how many pairs the other one had placed."""
        you = NN_(
            "You were first; {slower} had placed one pair.", "You were first; {slower} had placed {number} pairs."
        )
        to_you = NN_("{name} was first; you had placed one pair.", "{name} was first; you had placed {number} pairs.")
        other = NN_(
            "{name} was first; {slower} had placed one pair.", "{name} was first; {slower} had placed {number} pairs."
        )
        parts = {"n": placed, "number": number_word(placed), "slower": self.names[1 - seat]}
        return self.tells_of(seat, 1 - seat, you, to_you, other, **parts)

    def _split_text(self, seat: int, values: Sequence[Card]) -> str:
        """Return that a pair of the other pile was sorted, with its cards, where they are known."""
        if not values:
            you = N_("You sorted a pair from {other}'s pile.")
            to_you = N_("{name} sorted a pair from your pile.")
            return self.tells_of(seat, 1 - seat, you, to_you, N_("{name} sorted a pair from {other}'s pile."))
        kept, given = map(a_card, values)
        messages: tuple[Message, Message, Message] = (
            N_("You kept {kept} from {other}'s pile and gave back {given}."),
            N_("{name} kept {kept} from your pile and gave back {given}."),
            N_("{name} kept {kept} from {other}'s pile and gave back {given}."),
        )
        if HAS_TEXT[values[1]]:
            messages = (
                NP_("ends in How-Ruck!", "You kept {kept} from {other}'s pile and gave back {given}"),
                NP_("ends in How-Ruck!", "{name} kept {kept} from your pile and gave back {given}"),
                NP_("ends in How-Ruck!", "{name} kept {kept} from {other}'s pile and gave back {given}"),
            )
        return self.tells_of(seat, 1 - seat, *messages, kept=kept, given=given)

    def _dealt(self, event: Event) -> str:
        return _("Round {round}: each gets {cards} cards, and 15 are put aside.",
                 round=event.values[0], cards=TEAM_SIZE)  # fmt: skip

    def _raced(self, event: Event) -> str:
        return self._raced_text(event.seat, event.values[0]) if event.seat != NOBODY else race_even_text()

    def _sorted(self, event: Event) -> str:
        you = N_("You kept {kept}; {other} has the rest of your pairs.")
        to_you, other = (
            N_("{name} kept {kept} and gave you {given}."),
            N_("{name} kept {kept} and gave {other} {given}."),
        )
        half = len(event.values) // 2
        kept, given = (all_of(map(card_name, cards)) for cards in (event.values[:half], event.values[half:]))
        return self.tells_of(event.seat, 1 - event.seat, you, to_you, other, kept=kept, given=given)

    def _lots(self, event: Event) -> str:
        mine = reading.first_named(self.seen)
        you = N_("To see who starts, you drew {card}, and {name} drew {other}.")
        other = N_("To see who starts, {first} drew {card}, and {name} drew {other}.")
        parts = {"first": self.names[mine], "name": self.names[1 - mine]}
        own, theirs = a_card(event.values[mine]), a_card(event.values[1 - mine])
        return self.tells(mine, you, other, card=own, other=theirs, **parts)

    def _stacked(self, event: Event) -> str:
        if self.seen.teams == "built":
            return _("Both teams are shuffled; each player draws {n} cards.", n=number_word(HAND_SIZE))
        return _("Each player draws {n} cards.", n=number_word(HAND_SIZE))

    def _drew(self, event: Event) -> str:
        you: Message = N_("You drew {card}.")
        other: Message = N_("{name} drew {card}.")
        if HAS_TEXT[event.values[-1]]:
            you = NP_("ends in How-Ruck!", "You drew {card}")
            other = NP_("ends in How-Ruck!", "{name} drew {card}")
        return self.tells(event.seat, you, other, card=all_of(map(a_card, event.values)))

    def _played(self, event: Event) -> str:
        card, *fields = event.values
        if not fields:
            return self.tells(event.seat, N_("You played {card}."), N_("{name} played {card}."), card=a_card(card))
        you, other = N_("You played {card} on {field}."), N_("{name} played {card} on {field}.")
        return self.tells(event.seat, you, other, card=a_card(card), field=self._field_of(fields[0], event.seat))

    def _pulled(self, event: Event) -> str:
        first, second, before, now = event.values
        text = self._comparison((first, second), before, now)
        weaker = reading.weaker_pulled(first, second, before, now)
        return paragraph(_("The weaker side pulls."), text) if weaker else text

    def _removed(self, event: Event) -> str:
        card, field = event.values
        return _("{card} on {field} is discarded.", card=the_card_first(card), field=self.field_name(field))

    def _switched(self, event: Event) -> str:
        card, _start, field = event.values
        you, other = N_("You moved {card} to {field}."), N_("{name} moved {card} to {field}.")
        return self.tells(event.seat, you, other, card=the_card(card), field=self._field_of(field, event.seat))

    def _stole(self, event: Event) -> str:
        you, to_you = N_("You drew {card} from {other}'s hand."), N_("{name} drew {card} from your hand.")
        other = N_("{name} drew {card} from {other}'s hand.")
        return self.tells_of(event.seat, 1 - event.seat, you, to_you, other, card=a_card(event.values[0]))

    def _won_round(self, event: Event) -> str:
        reason, field = event.values
        return self.how_won(Round(NOBODY, event.seat, REASONS[reason], (field,), (0, 0)))

    EVENTS: ClassVar[Mapping[str, Handler]] = {
        "dealt": _dealt,
        "pair": silent,
        "kept": silent,
        "raced": _raced,
        "sorted": secret(_sorted),
        "split": lambda self, event: self._split_text(event.seat, event.values),
        "lots": _lots,
        "leads": line(
            N_("You play the first card, and the barrel stands on field {field}."),
            N_("{name} plays the first card, and the barrel stands on field {field}."),
            field=int,
        ),
        "stacked": _stacked,
        "drew": secret(_drew),
        "played": _played,
        "discarded": line(
            N_("You played {card} without effect."), N_("{name} played {card} without effect."), card=card_name
        ),
        "pulled": _pulled,
        "barrel": lambda self, event: self._barrel_moved(*event.values),
        "removed": _removed,
        "switched": _switched,
        "named": line(N_("You named {n}."), N_("{name} named {n}."), n=int),
        "stole": _stole,
        "nothing": line(N_("{card} changes nothing."), card=card_name),
        "won-round": _won_round,
        "won": line(N_("You win the match."), N_("{name} wins the match.")),
    }


class HowRuckSpeaker(NewsVoice):
    """What How-Ruck! says to one reader."""

    def question(self) -> Sentence:
        seen = self.seen
        other = self.names[1 - reading.actor(seen)]
        match seen.phase:
            case "keep":
                asked = _("Pair {n} of {whole}: which card do you keep?", n=reading.pair_number(seen), whole=PAIRS)
                return Sentence(asked, _("The other goes to {name}.", name=other))
            case "split":
                asked = ngettext("{name}'s last pair: which card do you keep?",
                                 "{n} of {name}'s pairs are left: which card do you keep?",
                                 max(seen.pairs_left), name=other)  # fmt: skip
                return Sentence(asked, _("The other goes to {name}.", name=other))
            case "play":
                return Sentence(_("Your card."), paragraph(self.half_now(), self.pull_now()))
            case "stolen":
                why = _("It's {card} from {name}'s hand, and yours to place.",
                        card=a_card(seen.stolen), name=other)  # fmt: skip
                return Sentence(_("Play the stolen card."), why)
            case "move":
                why = _("A man stays on his colour, a white card goes on any field.")
                return Sentence(_("Which card changes sides?"), why)
            case "name":
                return Sentence(_("Which value goes?"), _("All top cards of this value go, on both sides."))
        return Sentence("")

    def label(self, action: Action) -> str:
        seen = self.seen
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
                     start=self.field_name(start), end=self.field_name(end))  # fmt: skip
        card_played = CARD_PLAYED[action]
        if action >= DISCARD:
            return _("Play {card} without effect", card=card_name(card_played))
        if action >= PLAY_ACTION:
            return _("Play {card}", card=card_name(card_played))
        field = from_seat(FIELD_PLAYED[action], seat)
        return _("Play {card} on {field}", card=a_card(card_played), field=self.field_name(field))

    def name(self, action: Action) -> str:
        """Return a choice by its shortest name: the card first, then where it goes."""
        seen = self.seen
        seat = reading.actor(seen)
        if action < PLAY:
            if not seen.pair:
                return self.label(action)
            place = (action - KEEP) % 2
            card = card_name(seen.pair[place])
            if card != card_name(seen.pair[1 - place]):
                return card
            return _("{card}, right", card=card) if place else _("{card}, left", card=card)
        if action >= NAME:
            return str(action - NAME)
        if action >= MOVE:
            start, end = from_seat(moved_from(action), seat), from_seat(moved_to(action), seat)
            if not seen.rope[start]:
                return self.label(action)
            return _("{card} from {start} to {end}", card=card_name(seen.rope[start][-1]),
                     start=self.field_name(start), end=self.field_name(end))  # fmt: skip
        name = card_name(CARD_PLAYED[action])
        if action >= PLAY_ACTION:
            return _("{card}, without effect", card=name) if action >= DISCARD else name
        return _("{card} on {field}", card=name,
                 field=self.field_name(from_seat(FIELD_PLAYED[action], seat)))  # fmt: skip

    def in_sentence(self, action: Action) -> str:
        """Return a choice with its articles: of a pair the card that is kept, of a man or a lady the field too."""
        if (card := reading.kept(action, self.seen)) != NO_CARD:
            return the_card(card)
        if PLAY <= action < PLAY_ACTION:
            field = from_seat(FIELD_PLAYED[action], reading.actor(self.seen))
            return _("{card} on {field}", card=a_card(CARD_PLAYED[action]), field=self.field_name(field))
        if DISCARD <= action < MOVE:
            return _("{card} without effect", card=card_name(CARD_PLAYED[action]))
        if MOVE <= action < NAME:
            start, end = (
                from_seat(field, reading.actor(self.seen)) for field in (moved_from(action), moved_to(action))
            )
            if pile := self.seen.rope[start]:
                return _("{card} from {start} to {end}", card=the_card(pile[-1]),
                         start=self.field_name(start), end=self.field_name(end))  # fmt: skip
        return super().in_sentence(action)

    def explain(self, action: Action) -> Sentence:
        """Return what a choice does now, or what a card is good for."""
        if action < PLAY:
            return self._explain_pair(action)
        if action >= NAME:
            return self._explain_name(action)
        if action >= MOVE:
            return Sentence(self.what_becomes(action), "", "K13")
        card = CARD_PLAYED[action]
        if action >= DISCARD:
            text = _("{card} without effect: it goes to the discard pile.", card=card_name(card))
            return Sentence(text, "", "K13")
        if action >= PLAY_ACTION:
            return Sentence(said(action_row(card).does), self._explain_action(card, action), "K13")
        pile = self.seen.rope[from_seat(FIELD_PLAYED[action], reading.actor(self.seen))]
        if not pile:
            covers = _("The field is empty and counts 2.")
        elif HAS_TEXT[pile[-1]]:
            covers = pgettext("ends in How-Ruck!", "It covers {card}", card=a_card(pile[-1]))
        else:
            covers = _("It covers {card}.", card=a_card(pile[-1]))
        return Sentence(covers, self.what_becomes(action), "K12" if HAS_TEXT[card] else "K11")

    def refusal(self, action: Action) -> str:
        seen = self.seen
        if seen.phase == "play" and PLAY <= action < MOVE:
            return _("you don't hold {card}", card=a_card(CARD_PLAYED[action]))
        if seen.phase == "stolen" and PLAY <= action < MOVE:
            return _("the stolen {card} has to be played at once (K13)", card=card_name(seen.stolen))
        if seen.phase == "move" and MOVE <= action < NAME:
            return _("that card isn't on top there (K13)")
        return _("{what}, not {action}", what=self._what_now(), action=repr(actions.CODES.encode(action)))

    def standing(self) -> list[Row]:
        public = self.to_all()
        seen = public.seen
        rows = []
        if seen.path:
            rows.append(Row(_("Barrel"), (public.barrel_text(seen.barrel),)))
            for seat in range(SEATS):
                piles = seen.rope[seat * COLOURS : seat * COLOURS + COLOURS]
                cells = [
                    card_name(pile[-1]) if pile else _("{colour} empty", colour=colour_name(colour))
                    for colour, pile in enumerate(piles)
                ]
                strength = _("strength {n}", n=strengths(seen.rope)[seat])
                rows.append(Row(_("{name}'s side", name=public.names[seat]), (*cells, strength)))
            rows.append(Row(_("Pull"), (public.pull_now(),)))
            rows.append(Row(_("Discards"), tuple(map(card_name, seen.discards)) or (_("none"),)))
        if seen.phase in ("keep", "race", "split"):
            left = (_("{name} {n}", name=public.names[seat], n=seen.pairs_left[seat]) for seat in range(SEATS))
            rows.append(Row(_("Pairs left"), tuple(left)))
        rows += [
            Row(public.names[seat], (barrels_text(seen.scores[seat]), *public._cards_left(seat)))
            for seat in range(SEATS)
        ]
        return [*rows, Row(_("Round"), (str(seen.round_number),)), Row(_("Barrels to win"), (str(seen.goal),))]

    def hand(self) -> list[Row]:
        """Return the pair that is being sorted, and the own cards: men colour by colour, white cards, actions.

        While pairs are sorted those are the cards that were kept.
        """
        seen = self.seen
        rows = [Row(_("Pair"), tuple(map(card_name, seen.pair)))] if seen.pair else []
        suits: dict[str, list[str]] = {}
        for card in seen.hand or sorted(seen.kept if seen.pair else ()):
            suit = _("actions") if card >= FIRST_ACTION else colour_name(COLOUR_OF[card])
            if card >= NESSIE:
                name = card_name(card)
            else:
                name = _("{rank} with How-Ruck!", rank=VALUE_OF[card]) if HAS_TEXT[card] else str(VALUE_OF[card])
            suits.setdefault(suit, []).append(name)
        return [*rows, *(Row(suit, tuple(found)) for suit, found in suits.items())]

    def goal(self) -> str:
        return Sentence(
            _("Pull the barrel to your end: that wins a round."),
            ngettext("{n} round wins the match.", "{n} rounds win the match.", self.seen.goal),
        )

    def aim(self) -> str:
        return self.pull_now() if self.seen.path and self.seen.seat != NOBODY else ""

    def sheet(self) -> list[Row]:
        """Return the score sheet: for each round who won it by what, and the fields that each seat pulled."""
        seen = self.seen
        if not seen.rounds:
            return []
        rows = [Row(_("round"), tuple(self.name_of(seat) for seat in range(SEATS)))]
        for number, done in enumerate(seen.rounds, 1):
            cells = [
                _("{how} · pulled {n}", how=short_reason(done.reason) if seat == done.winner else _("lost"), n=fields)
                for seat, fields in enumerate(done.pulled)
            ]
            rows.append(Row(str(number), tuple(cells), self.how_won(done)))
        return [*rows, Row(_("barrels"), tuple(map(str, seen.scores)))]

    def round_end(self) -> list[Sentence]:
        """Return a sentence for each seat about the round that was won last."""
        if not self.seen.rounds:
            return []
        done: Round = self.seen.rounds[-1]
        return [
            won_by(done.reason, fields)
            if seat == done.winner
            else Sentence(_("Lost:"), ngettext("{n} field pulled in all.", "{n} fields pulled in all.", fields))
            for seat, fields in enumerate(done.pulled)
        ]

    def match_end(self) -> list[str]:
        seen = self.seen
        if not seen.winners:
            return []
        winner, number = seen.winners[0], len(seen.rounds)
        won, lost = seen.scores[winner], seen.scores[1 - winner]
        by = ngettext("{barrels} to {lost}, in one round.", "{barrels} to {lost}, in {rounds} rounds.", number,
                      barrels=barrels_text(won), lost=lost or _("none"), rounds=number_word(number))  # fmt: skip
        return [
            self.tells(winner, N_("You win the match."), N_("{name} wins the match.")),
            Sentence(by, rule="K4"),
            self.how_won(seen.rounds[-1]),
        ]

    def rule(self) -> str:
        return reading.rule_of(self.seen)

    def _what_now(self) -> str:
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
        }[self.seen.phase]

    def _cards_left(self, seat: int) -> tuple[str, ...]:
        seen = self.seen
        if seen.phase in reading.TUG:
            return _("{n} in hand", n=seen.hand_sizes[seat]), to_draw(seen.pile_sizes[seat])
        return ()

    def _explain_pair(self, action: Action) -> Sentence:
        seen = self.seen
        if not seen.pair:
            return Sentence("")
        place = (action - KEEP) % 2
        kept, given = seen.pair[place], seen.pair[1 - place]
        text = _("{card} joins your team, {given} goes to {name}.",
                 card=a_card_first(kept), given=a_card(given), name=self.names[1 - reading.actor(seen)])  # fmt: skip
        return Sentence(text, _worth_knowing(kept), "K5")

    def _explain_name(self, action: Action) -> Sentence:
        value = action - NAME
        fields = tops(self.seen.rope, value)
        if not fields:
            return Sentence(_("No {n} is on top: nothing goes.", n=value), "", "K13")
        gone = [
            _("{card} on {field}", card=(the_card if place else the_card_first)(self.seen.rope[field][-1]),
              field=self.field_name(field))
            for place, field in enumerate(fields)
        ]  # fmt: skip
        text = ngettext("{cards} goes.", "{cards} go.", len(gone), cards=all_of(gone))
        return Sentence(text, self.what_becomes(action), "K13")

    def _explain_action(self, card: Card, action: Action) -> str:
        """Return what an action would do now."""
        seen = self.seen
        seat = reading.actor(seen)
        other = self.names[1 - seat]
        tug = after(seen.rope, seen.barrel, seat, action)
        match card:
            case x if x in (HOW_RUCK, WEAK_WINS):
                return self.what_becomes(action)
            case x if x == ADRENALINE:
                if tug.winner == seat:
                    return _("It wins the round now.")
                return _("It would stand on field {field}.", field=tug.barrel)
            case x if x == ROPE_BREAKS:
                return self._back_to_start(seen.barrel, tug.barrel, STARTS[seat])
            case x if x == MUCHO_MACHO:
                if not tug.removed:
                    return _("No lady is on top now.")
                gone = ngettext("{n} lady goes now.", "{n} ladies go now.", len(tug.removed))
                return paragraph(gone, self.what_becomes(action))
            case x if x == MONSTROUS:
                return _("She's there now.") if shows_nessie(seen.rope, 1 - seat) else _("She isn't there now.")
            case x if x == DIRTY_TRICK:
                if not seen.hand_sizes[1 - seat]:
                    return _("{name} has no card left.", name=other)
                return ngettext("{name} holds {n} card, and won't refill.",
                                "{name} holds {n} cards, and won't refill.",
                                seen.hand_sizes[1 - seat], name=other)  # fmt: skip
            case x if x == CHANGE_SIDES:
                if not (ways := len(moves(seen.rope, seat))):
                    return _("No card is there now.")
                return ngettext("There's {n} way.", "There are {n} ways.", ways)
            case x if x == GOOD_BYE:
                return _("You name it next.")
        if not (left := seen.pile_sizes[seat]):
            return _("Your pile is empty.")
        return ngettext("Your pile has {n} card.", "Your pile has {n} cards.", left)


class HowRuckWords(Words[Observation]):
    """The words of How-Ruck!."""

    prefix = "K"

    @property
    def facts(self) -> Mapping[str, str]:
        return {"barrels": _("barrels a round"), "fields": _("fields a round"), "led": _("led %")}

    def statistics(self) -> StatisticsPage:
        points = (
            Statistic(_("barrels won"), "share", "barrels"),
            Statistic(_("sorted faster"), "share", "led"),
            Statistic(_("of these, won"), "both", "led", "barrels"),
        )
        moves = (
            Statistic(_("cards played"), "rate", "play"),
            Statistic(_("sorted afterwards"), "rate", "split"),
            Statistic(_("actions, no effect"), "rate", "discard"),
            Statistic(_("fields won"), "mean", "fields"),
        )
        return StatisticsPage(points, _("In a round"), moves, _("Fields won in a round"), "fields", 2)

    def option(self, name: str) -> str:
        return {
            "race": _("Sorting"),
            "teams": _("Teams"),
            "goal": _("Barrels to win"),
            "apart": _("Sort one after the other"),
            "clock": _("Clock for people"),
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        if name == "goal":
            return Sentence(_("Barrels that win the match, 1 to 5; by the rule book 3."), rule="K4")
        if name == "apart":
            return Sentence(
                _("Two people sort one after the other behind the curtain, each with the whole keyboard."), rule="K6"
            )
        texts: Mapping[str, Mapping[Value | None, str]] = {
            "race": {
                None: Sentence(_("Whether both sort against the clock."), rule="K7"),
                "clock": Sentence(
                    _("Both sort at once; whoever is first sorts what the other has left, and plays the first card."),
                    rule="K5",
                ),
                "even": Sentence(
                    _("Nobody hurries: both sort all their pairs, and the first player is drawn by lot."), rule="K7"
                ),
            },
            "teams": {
                None: Sentence(_("Whether there's any sorting."), rule="K7"),
                "built": Sentence(_("Each sorts a pile into two teams, one for each player."), rule="K5"),
                "dealt": Sentence(_("No sorting: each plays the 20 cards dealt. Good for learning."), rule="K7"),
            },
            "clock": {
                None: _("How much of a person's time counts in the race."),
                "normal": _("A person's time counts in full."),
                "gentle": _("Three quarters of a person's time counts."),
                "slow": _("Half of a person's time counts."),
            },
        }
        return texts[name][value]

    def choice(self, name: str, value: Value | None) -> str:
        texts = {
            "race": {"clock": _("a race"), "even": _("without haste")},
            "teams": {"built": _("built from pairs"), "dealt": _("dealt")},
            "clock": {"normal": _("normal"), "gentle": _("gentle"), "slow": _("slow")},
        }
        return texts.get(name, {}).get(str(value)) or super().choice(name, value)

    def kind(self, kind: str) -> str:
        return {"sort": _("sorting"), "play": pgettext("decision", "play"), "power": _("action")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        """Return the number of a card in the tug of war, or what is decided before it or because of it."""
        return _("card {n}", n=step) if kind == "play" else super().decision(kind, step, seen)

    def outcome(self, outcome: int) -> str:
        return _("the barrel is won") if outcome else _("the barrel is lost")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        if "round" not in progress:
            return ""
        if "card" in progress:
            return _("round {round}, card {card}", **progress)
        return _("round {round}", **progress)

    def target(self, options: Mapping[str, Value]) -> str:
        return ngettext("to {n} barrel", "to {n} barrels", int(options["goal"]))

    def to(self, seen: Observation, names: Sequence[str]) -> HowRuckSpeaker:
        return HowRuckSpeaker(seen, names)
