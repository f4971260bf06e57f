"""Every sentence about How-Ruck! that a person reads: pure text, from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Value, Words, join_words
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
    CARD_CODES,
    CHANGE_SIDES,
    COLOUR_NAMES,
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
)
from herrlof.games.how_ruck.observation import REASONS, Observation, Round
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
from herrlof.games.speech import capitalized, name_of, number_word, object_of, plural, possessive_of, sentence_about
from herrlof.messages import paragraph

ACTION_TITLES: Final[dict[Card, str]] = {
    ADRENALINE: "Adrenaline",
    DIRTY_TRICK: "Dirty trick",
    HOW_RUCK: "How-Ruck",
    MUCHO_MACHO: "Mucho macho",
    WEAK_WINS: "Weak wins",
    ROPE_BREAKS: "Rope breaks",
    CHANGE_SIDES: "Changing sides",
    GOOD_BYE: "Good-bye",
    MONSTROUS: "Monstrous",
    REINFORCEMENTS: "Reinforcements",
}
ACTION_LINES: Final[dict[Card, str]] = {
    ADRENALINE: "The barrel moves two fields towards you.",
    DIRTY_TRICK: "Draw a card blind from the other hand and play it at once.",
    HOW_RUCK: "Compare the sides: the stronger one pulls the difference.",
    MUCHO_MACHO: "All ladies on top go, on both sides; Nessie stays.",
    WEAK_WINS: "Compare the sides: the weaker one pulls the difference.",
    ROPE_BREAKS: "The barrel goes to your start field.",
    CHANGE_SIDES: "A card on top of one side goes to the other.",
    GOOD_BYE: "Name a value: all cards of it on top go, on both sides.",
    MONSTROUS: "With Nessie on top of the other side you win the round.",
    REINFORCEMENTS: "Take the top three cards of your pile.",
}
"""What each action does, in a line."""


# Cards and fields


def card_name(card: Card) -> str:
    """Return `red 2`, `red 2 with How-Ruck!`, `white 3`, `Nessie`, or an action's title."""
    if card >= FIRST_ACTION:
        return ACTION_TITLES[card]
    if card == NESSIE:
        return "Nessie"
    return f"{COLOUR_NAMES[COLOUR_OF[card]]} {VALUE_OF[card]}{' with How-Ruck!' if HAS_TEXT[card] else ''}"


def a_card(card: Card) -> str:
    """Return a card's name within a sentence: `a red 2`, `Nessie`."""
    return card_name(card) if card >= NESSIE else f"a {card_name(card)}"


def the_card(card: Card) -> str:
    """Return the name of a card that has been spoken of: `the red 2`, `Nessie`."""
    return card_name(card) if card >= NESSIE else f"the {card_name(card)}"


def field_name(field: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the name of a field of the rope: `your red field`, `Freya's blue field`."""
    return f"{possessive_of(field // COLOURS, seen, names)} {COLOUR_NAMES[field % COLOURS]} field"


# Strengths and the barrel


def strengths_text(rope: Rope, seen: Observation, names: Sequence[str]) -> str:
    """Return `you 8, Freya 6`; the seat that looks comes first."""
    return _both(strengths(rope), seen, names)


def _both(numbers: Sequence[int], seen: Observation, names: Sequence[str]) -> str:
    mine = reading.first_named(seen)
    return f"{object_of(mine, seen, names)} {numbers[mine]}, {names[1 - mine]} {numbers[1 - mine]}"


def pull_text(before: int, now: int, seen: Observation, names: Sequence[str]) -> str:
    """Return how the barrel goes from one field to another one: `2 fields towards you`."""
    fields, seat = reading.pull(before, now)
    return f"{plural(fields, '1 field', '{} fields')} towards {object_of(seat, seen, names)}"


def pull_now(seen: Observation, names: Sequence[str]) -> str:
    """Return what a How-Ruck! would do now."""
    now = reading.barrel_after_how_ruck(seen)
    if now == seen.barrel:
        return "Both sides are level: a How-Ruck! now moves nothing."
    text = f"A How-Ruck! now pulls the barrel {pull_text(seen.barrel, now, seen, names)}"
    winner = end_reached(now)
    return f"{text}, to the end." if winner != NOBODY else f"{text}."


def barrel_text(barrel: int, seen: Observation, names: Sequence[str]) -> str:
    """Return where the barrel stands: `field 4, 3 fields from your end`."""
    if not seen.path:
        return "not on the track yet"
    if (winner := end_reached(barrel)) != NOBODY:
        return f"at {possessive_of(winner, seen, names)} end"
    left, seat = reading.nearest_end(barrel)
    return f"field {barrel}, {plural(left, '1 field', '{} fields')} from {possessive_of(seat, seen, names)} end"


def what_becomes(action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return what a play makes of strengths and barrel: `You 8, Freya 6: the barrel moves 2 fields towards you.`"""
    seat = reading.actor(seen)
    tug = after(seen.rope, seen.barrel, seat, action)
    text = strengths_text(tug.rope, seen, names)
    card = CARD_PLAYED.get(action, NO_CARD)
    if action < DISCARD and reading.compares(card):
        return _comparison(text, seen.barrel, tug.barrel, seen, names)
    more, stronger = reading.strength_lead(strengths(tug.rope))
    if not more:
        return f"Then {text}: level."
    return f"Then {text}: a pull of {more} towards {object_of(stronger, seen, names)}."


def _comparison(text: str, before: int, now: int, seen: Observation, names: Sequence[str]) -> str:
    if before == now:
        return f"{capitalized(text)}: the barrel stays."
    end = f", to {possessive_of(end_reached(now), seen, names)} end" if end_reached(now) != NOBODY else ""
    return f"{capitalized(text)}: the barrel moves {pull_text(before, now, seen, names)}{end}."


def about_card(card: Card, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a card in hand is good for: the fields of a Scot, what an action does."""
    if card >= FIRST_ACTION:
        does = _explain_action(card, actions.PLAYS[card][0], seen, names)
        return Sentence(f"{card_name(card)}:", paragraph(ACTION_LINES[card], does), "K13")
    name = f"{capitalized(card_name(card))}:"
    if COLOUR_OF[card] == WHITE:
        return Sentence(name, "it goes on any of the six fields.", "K11")
    other = possessive_of(1 - reading.actor(seen), seen, names)
    where = f"it goes on a {COLOUR_NAMES[COLOUR_OF[card]]} field, yours or {other}"
    if HAS_TEXT[card]:
        return Sentence(name, f"{where}; then the sides are compared.", "K12")
    return Sentence(name, f"{where}.", "K11")


def where_to(card: Card) -> Sentence:
    """Return the second question of Changing sides, for a white card."""
    return Sentence(
        f"On which field does {the_card(card)} go?", "It changes sides, and a white card takes any field there."
    )


# Team building

SORTING_TEXT: Final = Sentence(
    "Keep one card of each pair for your team.", "The other one goes to the other team.", "K5"
)
TOO_SOON_TEXT: Final = Sentence("Too soon: press it again.", "", "K6")
HELD_TEXT: Final = Sentence("Let the key go first.", "", "K6")
RACE_EVEN_TEXT: Final = Sentence("Both finished at the same time: lots decide who leads.", "", "K8")
TIMES_LOST_TEXT: Final = Sentence(
    "The race was broken off while it was being written down, and its times are lost.", "", "K18"
)


def clock_text(stops: int, restarts: int) -> Sentence:
    """Return how often the clock of a race was stopped, and how often the race began anew; nothing for neither."""
    stopped = plural(stops, "The clock was stopped once.", "The clock was stopped {} times.")
    anew = plural(restarts, "The race began anew once.", "The race began anew {} times.")
    told = [text for text, number in ((stopped, stops), (anew, restarts)) if number]
    return Sentence(" ".join(told), "", "K6") if told else Sentence("")


def race_text(seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who was first in the sorting, and what that brings; nothing before it is known."""
    if seen.leader == NOBODY or seen.teams == "dealt":
        return Sentence("")
    if seen.lots:
        return lots_text(seen, names)
    slower = 1 - seen.leader
    first = sentence_about(seen.leader, seen, names, "You were first.", "{name} was first.")
    if seen.placed == PAIRS:
        return Sentence(first, "No pair was left to be sorted.", "K5")
    left = plural(PAIRS - seen.placed, "pair", f"{number_word(PAIRS - seen.placed)} pairs")
    had = sentence_about(
        slower, seen, names, "You have placed {n}", "{name} has placed {n}", n=number_word(seen.placed)
    )
    rest = sentence_about(seen.leader, seen, names, "you sort", "{name} sorts")
    return Sentence(first, f"{had}; {rest} the {left} left.", "K5")


def last_pair_text(first: int, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who was first while the other one still has a pair in hand."""
    was = sentence_about(first, seen, names, "You were first!", "{name} was first!")
    places = sentence_about(1 - first, seen, names, "You place", "{name} places")
    return Sentence(was, f"{places} the pair in hand; there is no hurry.", "K5")


def lots_text(seen: Observation, names: Sequence[str]) -> Sentence:
    """Return the lots that decided who leads; nothing where none were drawn."""
    if not seen.lots:
        return Sentence("")
    leads = sentence_about(seen.leader, seen, names, "you lead", "{name} leads")
    return Sentence(f"{_drew_lots(seen.lots[-1], seen, names)}: {leads}.", "", "K8")


def _drew_lots(cards: Sequence[Card], seen: Observation, names: Sequence[str]) -> str:
    mine = reading.first_named(seen)
    return f"{name_of(mine, seen, names)} drew {a_card(cards[mine])}, {names[1 - mine]} {a_card(cards[1 - mine])}"


# The ends


def how_won(done: Round, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who won a round, and by what."""
    who = sentence_about(done.winner, seen, names, "You win the round:", "{name} wins the round:")
    match done.reason:
        case "monstrous":
            return Sentence(who, f"Nessie lay on {possessive_of(1 - done.winner, seen, names)} side.", "K13")
        case "half":
            half = possessive_of(done.winner, seen, names)
            text = f"no cards are left, and the barrel stands on field {done.path[-1]}, in {half} half."
            return Sentence(who, text, "K14")
    return Sentence(who, f"the barrel is at {possessive_of(done.winner, seen, names)} end.", "K14")


def barrels_text(number: int) -> str:
    """Return a number of barrels won."""
    return "no barrel" if not number else plural(number, "1 barrel", "{} barrels")


class HowRuckWords(Words[Observation]):
    """The words of How-Ruck!."""

    prefix = "K"
    facts: Mapping[str, str] = {"barrels": "barrels a round", "fields": "fields a round", "led": "led %"}

    def option(self, name: str) -> str:
        """Return the label of an option or a preference."""
        return {
            "race": "Sorting",
            "teams": "Teams",
            "goal": "Barrels to win",
            "apart": "Sort one after the other",
            "clock": "Clock for people",
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option or a preference, or a choice of it, means."""
        if name == "goal":
            return "Barrels that win the match, 1 to 5; by the rule book 3. K4"
        if name == "apart":
            return "Two people sort one after the other behind the curtain, each with the whole keyboard. K6"
        texts: Mapping[Value | None, str] = {
            "race": {
                None: "Whether both sort against the clock. K7",
                "clock": "Both sort at once; who is first leads, and sorts what the other has left. K5",
                "even": "Nobody hurries: both sort all their pairs, and lots decide who leads. K7",
            },
            "teams": {
                None: "Whether there is any sorting. K7",
                "built": "Each sorts a pile into two teams, one for each side. K5",
                "dealt": "No sorting: each plays the 20 cards dealt, to learn the game. K7",
            },
            "clock": {
                None: "What part of a person's time counts in the race.",
                "normal": "A person's seconds count in full.",
                "gentle": "Of a person's seconds three quarters count.",
                "slow": "Of a person's seconds half count.",
            },
        }[name]  # type: ignore[assignment]
        return texts[value]

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        texts = {"clock": "a race", "even": "without haste", "built": "built from pairs", "dealt": "dealt"}
        return texts.get(str(value)) or super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"sort": "sorting", "play": "play", "power": "action"}[kind]

    def outcome(self, outcome: int) -> str:
        """Return whether the barrel is won."""
        return "the barrel is won" if outcome else "the barrel is lost"

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        match seen.phase:
            case "keep":
                other = possessive_of(1 - reading.actor(seen), seen, names)
                number = reading.pair_number(seen)
                why = f"The other one goes to {other} team. Pair {number} of {PAIRS}."
                return Sentence("Keep which card?", why)
            case "split":
                other = possessive_of(1 - reading.actor(seen), seen, names)
                left = plural(max(seen.pairs_left), "This is the last pair", "{} pairs are left")
                return Sentence(f"Keep which card of {other} pile?", f"The other one goes to {other} team. {left}.")
            case "play":
                return Sentence("Your card.", pull_now(seen, names))
            case "stolen":
                owner = possessive_of(1 - reading.actor(seen), seen, names)
                why = f"It is {a_card(seen.stolen)} from {owner} hand, and yours to place."
                return Sentence("Play the stolen card.", why)
            case "move":
                why = "A man stays on his colour, a white card goes on any field."
                return Sentence("Which card changes sides?", why)
            case "name":
                return Sentence("Which value says good-bye?", "All cards of it on top go, on both sides.")
        return Sentence("")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        seat = reading.actor(seen)
        if action < PLAY:
            place = (action - KEEP) % 2
            side = ("left", "right")[place]
            return f"Keep the {side} card, {a_card(seen.pair[place])}" if seen.pair else f"Keep the {side} card"
        if action >= NAME:
            return f"Name {action - NAME}"
        if action >= MOVE:
            start, end = from_seat(moved_from(action), seat), from_seat(moved_to(action), seat)
            card = the_card(seen.rope[start][-1]) if seen.rope[start] else "the card"
            return f"Move {card} from {field_name(start, seen, names)} to {field_name(end, seen, names)}"
        card_played = CARD_PLAYED[action]
        if action >= DISCARD:
            return f"Play {card_name(card_played)} without effect"
        if action >= PLAY_ACTION:
            return f"Play {card_name(card_played)}"
        field = from_seat(FIELD_PLAYED[action], seat)
        return f"Play {a_card(card_played)} on {field_name(field, seen, names)}"

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return what a choice does now, or what a card is good for."""
        if action < PLAY:
            return _explain_pair(action, seen, names)
        if action >= NAME:
            return _explain_name(action, seen, names)
        if action >= MOVE:
            return Sentence(what_becomes(action, seen, names), "", "K13")
        card = CARD_PLAYED[action]
        if action >= DISCARD:
            return Sentence(f"{card_name(card)} without effect: it goes to the discard pile.", "", "K13")
        if action >= PLAY_ACTION:
            return Sentence(ACTION_LINES[card], _explain_action(card, action, seen, names), "K13")
        pile = seen.rope[from_seat(FIELD_PLAYED[action], reading.actor(seen))]
        covers = _sentence(f"It covers {a_card(pile[-1])}") if pile else "The field is empty and counts 2."
        return Sentence(covers, what_becomes(action, seen, names), "K12" if HAS_TEXT[card] else "K11")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "play" and PLAY <= action < MOVE:
            return f"you do not hold {CARD_CODES[CARD_PLAYED[action]]}"
        if seen.phase == "stolen" and PLAY <= action < MOVE:
            return f"the stolen {CARD_CODES[seen.stolen]} has to be played at once (K13)"
        if seen.phase == "move" and MOVE <= action < NAME:
            return "no such card lies on top there (K13)"
        return f"{_NOW[seen.phase]}, not {actions.encode(action)!r}"

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        kind, seat, values = event.kind, event.seat, event.values

        def says(you: str, other: str, **parts: object) -> str:
            return sentence_about(seat, seen, names, you, other, **parts)

        match kind:
            case "dealt":
                return f"Round {values[0]}: each gets {TEAM_SIZE} cards, and 15 are put aside."
            case "pair" | "kept":
                return ""
            case "raced":
                if seat == NOBODY:
                    return RACE_EVEN_TEXT
                placed = plural(values[0], "one pair", f"{number_word(values[0])} pairs")
                had = sentence_about(1 - seat, seen, names, "you had placed", "{name} had placed")
                return says(
                    "You were first; {had} {placed}.", "{name} was first; {had} {placed}.", had=had, placed=placed
                )
            case "sorted":
                if not values:
                    return ""
                kept, given = (" ".join(CARD_CODES[card] for card in half) for half in _halves(values))
                text = "kept {kept} and gave {whom} {given}."
                return says(
                    f"You {text}", f"{{name}} {text}", kept=kept, whom=object_of(1 - seat, seen, names), given=given
                )
            case "split":
                pile = f"{possessive_of(1 - seat, seen, names)} pile"
                if not values:
                    return says("You sorted a pair of {pile}.", "{name} sorted a pair of {pile}.", pile=pile)
                text = "kept {kept} of {pile} and gave back {given}"
                kept, given = map(a_card, values)
                return _sentence(says(f"You {text}", f"{{name}} {text}", kept=kept, pile=pile, given=given))
            case "lots":
                return f"{_drew_lots(values, seen, names)}."
            case "leads":
                text = "and the barrel stands on field {field}."
                return says(f"You lead, {text}", f"{{name}} leads, {text}", field=values[0])
            case "stacked":
                shuffled = "Both teams are shuffled; each" if seen.teams == "built" else "Each"
                return f"{shuffled} takes {number_word(HAND_SIZE)} cards in hand."
            case "drew":
                if not values:
                    return ""
                cards = join_words(list(map(a_card, values)))
                return _sentence(says("You drew {cards}", "{name} drew {cards}", cards=cards))
            case "played":
                card = a_card(values[0])
                if len(values) == 1:
                    return says("You played {card}.", "{name} played {card}.", card=card)
                field = _field_of(values[1], seat, seen, names)
                return says("You played {card} on {field}.", "{name} played {card} on {field}.", card=card, field=field)
            case "discarded":
                text = "played {card} without effect."
                return says(f"You {text}", f"{{name}} {text}", card=card_name(values[0]))
            case "pulled":
                return _pull_sentence(values, seen, names)
            case "barrel":
                before, now = values
                if before == now:
                    return f"The barrel stays on field {now}."
                if end_reached(now) != NOBODY:
                    return f"The barrel moves to {possessive_of(end_reached(now), seen, names)} end."
                return f"The barrel moves {pull_text(before, now, seen, names)}, to field {now}."
            case "removed":
                return f"{capitalized(the_card(values[0]))} on {field_name(values[1], seen, names)} is discarded."
            case "switched":
                card, field = the_card(values[0]), _field_of(values[2], seat, seen, names)
                return says("You moved {card} to {field}.", "{name} moved {card} to {field}.", card=card, field=field)
            case "named":
                return says("You named {value}.", "{name} named {value}.", value=values[0])
            case "stole":
                owner = possessive_of(1 - seat, seen, names)
                text = "drew {card} from {owner} hand."
                return says(f"You {text}", f"{{name}} {text}", card=a_card(values[0]), owner=owner)
            case "nothing":
                return f"{card_name(values[0])} finds nothing to do."
            case "won-round":
                return _round_sentence(seat, REASONS[values[0]], values[1], seen, names)
            case "won":
                return says("You win the match.", "{name} wins the match.")
        raise ValueError(f"nothing is known of {kind!r}")

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now."""
        seen = replace(seen, seat=NOBODY)
        rows = [Row("Round", (str(seen.round_number),)), Row("Barrels to win", (str(seen.goal),))]
        rows += [
            Row(name_of(seat, seen, names), (barrels_text(seen.scores[seat]), *_seat_text(seat, seen)))
            for seat in range(SEATS)
        ]
        if seen.phase in ("keep", "race", "split"):
            rows.append(Row("Pairs left", tuple(map(str, seen.pairs_left))))
        if seen.path:
            rows.append(Row("Barrel", (barrel_text(seen.barrel, seen, names),)))
            for seat in range(SEATS):
                piles = seen.rope[seat * COLOURS : seat * COLOURS + COLOURS]
                cells = tuple(CARD_CODES[pile[-1]] if pile else "-" for pile in piles)
                title = capitalized(f"{possessive_of(seat, seen, names)} side")
                rows.append(Row(title, (*cells, f"= {strengths(seen.rope)[seat]}")))
            rows.append(Row("Pull", (pull_now(seen, names),)))
            rows.append(Row("Discards", (" ".join(CARD_CODES[card] for card in seen.discards) or "none",)))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the own cards: the pair that is being sorted, the hand."""
        cards = {"Pair": seen.pair, "Your hand": seen.hand}
        return [Row(title, (" ".join(CARD_CODES[card] for card in found),)) for title, found in cards.items() if found]

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each round who won it by what, and the fields that each seat pulled."""
        if not seen.rounds:
            return []
        rows = [Row("round", tuple(name_of(seat, seen, names) for seat in range(SEATS)))]
        for number, done in enumerate(seen.rounds, 1):
            cells = [
                f"{SHORT_REASONS[done.reason] if seat == done.winner else '-'} · {done.pulled[seat]}"
                for seat in range(SEATS)
            ]
            rows.append(Row(str(number), tuple(cells), how_won(done, seen, names)))
        return [*rows, Row("barrels", tuple(map(str, seen.scores)))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[Sentence]:
        """Return a sentence for each seat about the round that was won last."""
        if not seen.rounds:
            return []
        done: Round = seen.rounds[-1]
        found = []
        for seat, fields in enumerate(done.pulled):
            pulled = f"{plural(fields, '1 field', '{} fields')} pulled in all."
            if seat == done.winner:
                found.append(Sentence("Won:", f"{LONG_REASONS[done.reason]}; {pulled}"))
            else:
                found.append(Sentence(f"Lost; {pulled}"))
        return found

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        winner = seen.winners[0]
        rounds = plural(len(seen.rounds), "in one round", f"in {number_word(len(seen.rounds))} rounds")
        won, lost = seen.scores[winner], seen.scores[1 - winner]
        return [
            sentence_about(winner, seen, names, "You win.", "{name} wins."),
            f"{capitalized(barrels_text(won))} to {lost or 'none'}, {rounds}. K4",
            how_won(seen.rounds[-1], seen, names),
        ]

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)


SHORT_REASONS: Final = {"end": "end", "half": "half", "monstrous": "Nessie"}
"""What won a round, in a word."""
LONG_REASONS: Final = {
    "end": "the barrel came to the end",
    "half": "the barrel stood in this half when no cards were left",
    "monstrous": "Nessie lay on the other side",
}
_NOW: Final = {
    "deal": "the cards have yet to be dealt",
    "keep": "keep one card of the pair (K5)",
    "race": "the clock has yet to decide (K6)",
    "split": "keep one card of the pair that was left (K5)",
    "stacks": "the teams have yet to be shuffled (K9)",
    "play": "play a card (K10)",
    "blind": "a card is being drawn (K13)",
    "stolen": "play the stolen card (K13)",
    "move": "choose the card that changes sides (K13)",
    "name": "name a value from 0 to 6 (K13)",
    "over": "the match is over (K4)",
}


def _sentence(text: str) -> str:
    """Return a text with a stop at its end; a card's "How-Ruck!" is one."""
    return text if text.endswith("!") else f"{text}."


def _field_of(field: int, seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the name of a field where a sentence is about what a seat does there."""
    if field // COLOURS == seat != seen.seat:
        return f"their own {COLOUR_NAMES[field % COLOURS]} field"
    return field_name(field, seen, names)


def _halves(cards: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    return cards[: len(cards) // 2], cards[len(cards) // 2 :]


def _seat_text(seat: int, seen: Observation) -> tuple[str, ...]:
    if seen.phase in reading.TUG:
        return f"{seen.hand_sizes[seat]} in hand", f"{seen.pile_sizes[seat]} to draw"
    return ()


def _pull_sentence(values: Sequence[int], seen: Observation, names: Sequence[str]) -> str:
    first, second, before, now = values
    text = _comparison(_both((first, second), seen, names), before, now, seen, names)
    return f"The weaker side pulls. {text}" if reading.weaker_pulled(first, second, before, now) else text


def _round_sentence(seat: int, reason: str, barrel: int, seen: Observation, names: Sequence[str]) -> str:
    return how_won(Round(NOBODY, seat, reason, (barrel,), (0, 0)), seen, names)


def _explain_pair(action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    if not seen.pair:
        return Sentence("")
    place = (action - KEEP) % 2
    other = possessive_of(1 - reading.actor(seen), seen, names)
    kept, given = seen.pair[place], seen.pair[1 - place]
    text = f"{capitalized(a_card(kept))} joins your team, {a_card(given)} goes to {other}."
    return Sentence(text, _worth_knowing(kept), "K5")


def _worth_knowing(card: Card) -> str:
    """Return what an action does, or that a man bears the text; nothing for another card."""
    if card >= FIRST_ACTION:
        return ACTION_LINES[card]
    return "When it is played, the sides are compared." if HAS_TEXT[card] else ""


def _explain_name(action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    value = action - NAME
    gone = [f"{the_card(seen.rope[field][-1])} on {field_name(field, seen, names)}" for field in tops(seen.rope, value)]
    if not gone:
        return Sentence(f"No card of value {value} lies on top: nothing goes.", "", "K13")
    text = f"{capitalized(join_words(gone))} {plural(len(gone), 'goes', 'go')}."
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
            return "It wins the round now." if tug.winner == seat else f"It would stand on field {tug.barrel}."
        case x if x == ROPE_BREAKS:
            if tug.barrel == seen.barrel:
                return "It stands there already."
            return f"That is field {STARTS[seat]}, {pull_text(seen.barrel, tug.barrel, seen, names)}."
        case x if x == MUCHO_MACHO:
            if not tug.removed:
                return "Now no lady lies on top."
            return f"Now {plural(len(tug.removed), '1 lady goes', '{} ladies go')}. {what_becomes(action, seen, names)}"
        case x if x == MONSTROUS:
            lies = "lies" if shows_nessie(seen.rope, 1 - seat) else "does not lie"
            return f"Now she {lies} there."
        case x if x == DIRTY_TRICK:
            if not seen.hand_sizes[1 - seat]:
                return f"{other} has no card left."
            return f"{other} holds {plural(seen.hand_sizes[1 - seat], '1 card', '{} cards')}, and does not refill."
        case x if x == CHANGE_SIDES:
            ways = len(moves(seen.rope, seat))
            return plural(ways, "There is 1 way.", "There are {} ways.") if ways else "Now no card lies there."
        case x if x == GOOD_BYE:
            return "You name it next."
    left = min(3, seen.pile_sizes[seat])
    return f"Your pile has {plural(seen.pile_sizes[seat], '1 card', '{} cards')}." if left else "Your pile is empty."
