"""Every sentence about Herrlof that a person reads: pure text, from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Value, Words, join_words
from herrlof.games.herrlof import actions, reading
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PREDICT, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    CARD_CODES,
    COLOUR_NAMES,
    COLOUR_OF,
    HAGALAZ,
    NO_COLOUR,
    RANK_OF,
    VALKNUT,
    Card,
    Colour,
    power_word,
)
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.reading import Aim
from herrlof.games.herrlof.scoring import (
    BONUS_TRICKS,
    GOALS,
    PREDICTION_BONUS,
    TRICKS_BONUS,
    Round,
    bonus_tricks,
)
from herrlof.games.herrlof.tricks import (
    LEAD_DESTROYED,
    LEAD_HAGALAZ,
    LEAD_NINE,
    Trick,
    next_lead,
)
from herrlof.games.speech import capitalized, in_words, name_of, object_of, plural, possessive_of, sentence_about
from herrlof.messages import paragraph

POWER_LINES: Final = (
    ("1", "wins: you may take an earlier trick"),
    ("3", "played: change a card with the deck"),
    ("6", "wins: draw blind from a hand, give one"),
    ("9", "wins: the player on the left leads"),
    ("V", "void: nobody has the trick"),
    ("H", "low: below all, but leads the next"),
)
"""What each card with a power can do, by its sign."""


# Cards


def card_name(card: Card) -> str:
    """Return `green 7`, `Valknut` or `Hagalaz`."""
    if card >= VALKNUT:
        return "Valknut" if card == VALKNUT else "Hagalaz"
    return f"{COLOUR_NAMES[COLOUR_OF[card]]} {RANK_OF[card]}"


def the_card(card: Card) -> str:
    """Return the card's name after an article."""
    return f"{'a' if card >= VALKNUT else 'the'} {card_name(card)}"


# Where a round stands


class AimText(NamedTuple):
    """How a seat's prediction stands."""

    said: str
    state: str
    left: str

    def line(self) -> str:
        """Return the whole of it."""
        return " · ".join(filter(None, (self.said, self.state, self.left)))


def aim_text(aim: Aim, short: bool = False) -> AimText:
    """Return how a prediction stands; `short`: for a narrow window."""
    prediction, tricks, left = aim
    said = "" if short else f"said {prediction}"
    missing = aim.missing
    ends = f"{left} left" if short else plural(left, "1 trick left", "{} tricks left")
    if not left:
        if not missing:
            return AimText(f"said {prediction}", f"won {tricks}: exactly", "")
        state = f"{missing} short" if missing > 0 else f"over by {-missing}"
        return AimText(f"said {prediction}", f"won {tricks}: {state}", "")
    if missing > left:
        what = plural(left, "the last one", "all {}") if not short else f"all {left}"
        return AimText(said, f"{missing - left} short even with {what}", "")
    if missing > 0:
        return AimText(said, f"needs {missing} more", ends)
    if missing == 0:
        return AimText(said, f"has {tricks}: no more" if short else f"has {tricks}: take no more", ends)
    return AimText(said, f"over by {-missing}", ends)


def public_aim(seen: Observation, seat: int) -> str:
    """Return what everybody may know of another seat's round."""
    if not seen.predicted[seat]:
        return "is choosing a number" if seen.phase == "predict" else ""
    if seen.phase == "predict":
        return "has chosen a number"
    tricks = seen.tricks_won[seat]
    return f"{'no trick' if not tricks else plural(tricks, '1 trick', '{} tricks')} · number hidden"


def highest_notes() -> tuple[str, str]:
    """Return what stands under the card that is highest so far, and the same where room is short."""
    return "highest so far", "highest"


# The last trick


def why_won(trick: Trick, trump: Colour, seen: Observation, names: Sequence[str]) -> str:
    """Return who won a trick and why, or why nobody did (R11 to R13); `trump` is the one that counts now."""
    if trick.winner == NOBODY:
        if trick.cards.count(VALKNUT) > 1:
            new = "no trump" if trump == NO_COLOUR else f"{COLOUR_NAMES[trump]} is trump"
            return f"Void: {in_words(trick.cards.count(VALKNUT))} Valknut. Now {new}."
        by = (trick.leader + trick.cards.index(VALKNUT)) % len(names)
        return f"Void, by {possessive_of(by, seen, names)} Valknut: nobody has it."
    colour = COLOUR_NAMES[COLOUR_OF[reading.winning_card(trick)]]
    reason = {
        "Hagalaz": "only Hagalaz, the first wins",
        "only colour": "the only colour",
        "trump": f"trump {colour}",
        "highest trump": f"highest trump, {colour}",
        "highest": f"highest {colour}",
    }[reading.why_won(trick, trump)]
    return sentence_about(trick.winner, seen, names, "You won: {reason}.", "{name} won: {reason}.", reason=reason)


def power_used(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return what the winner did with a 1 or a 6, if anything; with the cards, where they are known."""
    if trick.robbed == NOBODY:
        return ""
    victim = object_of(trick.robbed, seen, names)
    if RANK_OF[reading.winning_card(trick)] == 1:
        text = "The 1: you took a trick from {victim}.", "The 1: {name} took a trick from {victim}."
        return sentence_about(trick.winner, seen, names, *text, victim=victim)
    drawn, given = reading.last_exchange(seen)
    owner = possessive_of(trick.robbed, seen, names)
    if drawn is not None and given is None:
        text = (
            "The 6: you drew {card}; you owe {victim} a card.",
            "The 6: {name} drew {card} from {owner} hand.",
        )
        return sentence_about(trick.winner, seen, names, *text, card=the_card(drawn), victim=victim, owner=owner)
    if drawn is not None and given is not None:
        took = card_name(drawn) if trick.robbed == seen.seat else the_card(drawn)
        text = (
            "The 6: you drew {took} and gave {victim} {gave}.",
            "The 6: {name} took {owner} {took} and gave {victim} {gave}.",
        )
        gave = the_card(given)
        return sentence_about(trick.winner, seen, names, *text, took=took, gave=gave, victim=victim, owner=owner)
    text = "The 6: you draw from {owner} hand.", "The 6: {name} drew from {owner} hand."
    return sentence_about(trick.winner, seen, names, *text, owner=owner)


def why_leads(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return who leads next and why (R16)."""
    match next_lead(trick.cards, (trick.winner - trick.leader) % len(names))[1]:
        case x if x == LEAD_DESTROYED:
            you, other = "You lead again.", "{name} leads again."
        case x if x == LEAD_HAGALAZ:
            last = "the last Hagalaz" if trick.cards.count(HAGALAZ) > 1 else "the Hagalaz"
            you, other = f"You lead: {last}.", f"{{name}} leads: {last}."
        case x if x == LEAD_NINE:
            reason = "a 9 gives the lead away" if len(names) == 2 else "left of the winning 9"
            you, other = f"You lead: {reason}.", f"{{name}} leads: {reason}."
        case _:
            you, other = "You lead.", "{name} leads."
    return sentence_about(trick.next_leader, seen, names, you, other)


# Answers


def answer(action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return an answer to a question about a power, beside the key that gives it."""
    if action == PASS:
        return "no"
    if action == DRAW:
        return "draw"
    if action >= STEAL:
        return f"draw from {names[action - STEAL]}"
    seat = action - TAKE_TRICK
    return f"take one from {names[seat]}, who has {seen.tricks_won[seat]}"


# Points


def what_brings(prediction: int, seen: Observation) -> str:
    """Return what a prediction would bring."""
    return f"+{PREDICTION_BONUS} if you win {prediction}"


def bonus_note(seen: Observation) -> tuple[tuple[int, ...], str]:
    """Return the numbers of tricks that earn the extra points, and the words beside them (R18)."""
    numbers = bonus_tricks(seen.seats, seen.edition)
    return numbers, f"for holding {join_words(numbers, 'or')} tricks" if numbers else ""


def how_it_went(done: Round, seat: int, seats: int, edition: str) -> Sentence:
    """Return a sentence about what a round brought a seat; it says first what happened."""
    score = reading.score_of(done, seat, seats, edition)
    said, made = done.predictions[seat], done.tricks[seat]
    held = f"{in_words(TRICKS_BONUS)} {{}} for holding {in_words(made)}"
    if said == made:
        if score.bonus:
            text = f"{in_words(PREDICTION_BONUS)} points, and {held.format('more')}."
            return Sentence("Exactly what you said:", text)
        tricks = "" if not made else plural(made, ", and one for the trick", f", and {in_words(made)} for the tricks")
        return Sentence("Exactly what you said:", f"{in_words(PREDICTION_BONUS)} points{tricks}.")
    many = capitalized(in_words(abs(said - made)))
    still = f"still {held.format('points')}."
    if made > said:
        start = plural(made - said, "One too many:", f"{many} too many:")
        if score.bonus:
            return Sentence(start, still)
        return Sentence(start, plural(made, "nothing but the one trick itself.",
                                      f"nothing but the {in_words(made)} tricks themselves."))  # fmt: skip
    start = plural(said - made, "One short:", f"{many} short:")
    of = f"{in_words(made)} of {in_words(said)}"
    return Sentence(start, f"{of}; {still}" if score.bonus else f"{of}.")


def who_leads(seen: Observation, names: Sequence[str]) -> str:
    """Return who is ahead in points."""
    first, by = reading.lead(seen)
    if len(first) == seen.seats:
        return f"Level: {max(seen.scores)} each."
    if len(first) > 1:
        return f"{join_words([names[seat] for seat in first])} lead."
    return sentence_about(first[0], seen, names, "You lead by {by}.", "{name} leads by {by}.", by=by)


def destroyed_note(done: Round) -> str:
    """Return how many tricks of a round nobody has."""
    if not done.destroyed:
        return "No trick was destroyed."
    whole = sum(done.tricks) + done.destroyed
    return plural(
        done.destroyed,
        f"One trick was destroyed, so {whole - 1} of the {whole} were won.",
        f"{capitalized(in_words(done.destroyed))} tricks were destroyed, "
        f"so {sum(done.tricks)} of the {whole} were won.",
    )


def result(seen: Observation, names: Sequence[str]) -> list[str]:
    """Return who won the match, by what, and what decided a tie (R20)."""
    rounds = f"in round {seen.round_number}" if seen.game_number == 1 else f"in extra game {seen.game_number - 1}"
    right = ", ".join(f"{object_of(seat, seen, names)} {seen.correct[seat]}" for seat in range(seen.seats))
    came_true = f"Numbers that came true: {right}."
    if len(seen.winners) > 1:
        shared = join_words([name_of(seat, seen, names) for seat in seen.winners])
        why = "Level in points, in numbers that came true, and in the last round's tricks. R20"
        return [f"{shared} share the win.", why]
    winner = seen.winners[0]
    title = sentence_about(winner, seen, names, "You win.", "{name} wins.")
    tied, by = reading.lead(seen)
    decided = reading.decided_by(seen)
    if decided == "points":
        return [title, f"By {plural(by, '1 point', '{} points')}, {rounds}.", came_true]
    level = f"{join_words([name_of(seat, seen, names) for seat in tied])} have {max(seen.scores)} points each"
    if decided == "correct":
        return [title, f"{level}: more numbers that came true. R20", came_true]
    tricks = seen.rounds[-1].tricks
    last = ", ".join(f"{object_of(seat, seen, names)} {tricks[seat]}" for seat in tied)
    return [title, f"{level}, and as many numbers that came true: the last round's tricks decide, {last}. R20"]


# What the table says


class HerrlofWords(Words[Observation]):
    """The words of Herrlof."""

    prefix = "R"
    facts: Mapping[str, str] = {"points": "points a round", "exact": "exact %"}

    def option(self, name: str) -> str:
        """Return the label of an option or a preference."""
        return {
            "edition": "Edition",
            "goal": "Goal",
            "first_dealer": "First dealer",
            "highest": "Name the highest card",
            "brings": "Show what a number brings",
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option, or a choice of it, means."""
        if name == "goal":
            return f"Points to reach, 1 to 999; by the rule book {GOALS[seats]}. R19"
        if name == "first_dealer":
            return "The seat that deals first, counted from 0; left out, chance decides. R2"
        if name == "highest":
            return "Under the card that leads the trick stands that it is the highest so far."
        if name == "brings":
            return "While a number is chosen, a chart shows its points for each number of tricks."
        if value is None:
            return "Which rule book counts. R21"
        level = "A tie to the end is a shared win." if value == "english" else "A tie to the end: another game follows."
        if seats > 2:
            return f"{level} R21"
        return f"Five points more for {join_words(BONUS_TRICKS[str(value)], 'or')} tricks. {level} R21"

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        if name == "edition":
            return {"english": "English, January 2020", "dutch": "Dutch, February 2020"}[str(value)]
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"number": "number", "play": "play", "power": "power"}[kind]

    def outcome(self, outcome: int) -> str:
        """Return how many tricks a seat has at the end of the round."""
        return _tricks(outcome)

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        drew = "" if seen.fresh is None else f"You drew {the_card(seen.fresh)}."
        match seen.phase:
            case "predict":
                asked = f"How many of the {seen.hand_size} tricks will you win?"
                return Sentence(asked, "Nobody sees it before the end.")
            case "play":
                if not seen.trick:
                    return Sentence("Your card.", "You lead: any card.")
                if seen.follow < 0:
                    return Sentence("Your card.", "No colour is led yet: any card.")
                colour = COLOUR_NAMES[seen.follow]
                if any(COLOUR_OF[card] == seen.follow for card in seen.hand):
                    return Sentence("Your card.", f"{capitalized(colour)} is led and you hold {colour}.")
                return Sentence("Your card.", f"{capitalized(colour)} is led and you hold none: any card.")
            case "draw":
                return Sentence("The 3. Draw a card from the deck, and put one of yours under it?")
            case "discard":
                return Sentence(paragraph("The 3.", drew, "Put which card under the deck?"))
            case "take-trick":
                return Sentence("The 1. Take a trick that was won earlier?")
            case "steal":
                return Sentence("The 6. Draw a card blind from another hand, and give one back?")
            case "return":
                victim = "them" if seen.last_trick is None else names[seen.last_trick.robbed]
                return Sentence(paragraph("The 6.", drew, f"Give {victim} which card back?"))
        return Sentence("")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        if PREDICT <= action < DRAW:
            return f"Say {action - PREDICT}"
        if action == DRAW:
            return "Yes, draw"
        if action == PASS:
            return "No"
        if TAKE_TRICK <= action < STEAL:
            seat = action - TAKE_TRICK
            return f"Take one from {names[seat]}, who has {seen.tricks_won[seat]}"
        if STEAL <= action < RETURN:
            return f"Draw from {names[action - STEAL]}"
        card = reading.card_of(action)
        assert card is not None
        if action >= RETURN:
            return f"Give {the_card(card)} back"
        return f"Put {the_card(card)} under the deck" if action >= DISCARD else f"Play {the_card(card)}"

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return what a card or a choice does now, or what a card that was played has done."""
        card = reading.card_of(action)
        if card is not None:
            return _explain_card(card, action, seen, names)
        if PREDICT <= action < DRAW:
            numbers, note = bonus_note(seen)
            bonus = f", and {TRICKS_BONUS} {note}" if numbers else ""
            return Sentence(f"{what_brings(action - PREDICT, seen)}{bonus}.", "", "R18")
        match seen.phase:
            case "draw":
                if action == PASS:
                    return Sentence("No.", "You draw nothing, and your hand and the deck stay as they are.", "R9")
                return Sentence("You see the top card of the deck, and may put that very card back.", "", "R9")
            case "take-trick":
                if action == PASS:
                    held = _tricks(seen.tricks_won[seen.seat])
                    return Sentence("No.", f"All keep what they have; you hold {held}.", "R14")
                other = names[action - TAKE_TRICK]
                mine, theirs = seen.tricks_won[seen.seat], seen.tricks_won[action - TAKE_TRICK]
                return Sentence("Yes.", f"You would hold {_tricks(mine + 1)}, {other} {theirs - 1}.", "R14")
        if action == PASS:
            return Sentence("No.", "Nobody's hand changes.", "R15")
        victim = possessive_of(action - STEAL, seen, names)
        return Sentence("Yes.", f"You draw one of {victim} cards unseen, and may give it back.", "R15")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        card = reading.card_of(action)
        if card is not None and seen.phase in reading.CARD_PHASES and action - card == reading.CARD_PHASES[seen.phase]:
            if card not in seen.hand:
                return f"you do not hold {CARD_CODES[card]}"
            colour = COLOUR_NAMES[seen.follow]
            return f"you hold {colour}: follow with {colour}, a Valknut or a Hagalaz (R7)"
        return f"{_NOW[seen.phase]}, not {actions.encode(action)!r}"

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        kind, seat, values = event.kind, event.seat, event.values

        def says(you: str, other: str, **parts: object) -> str:
            return sentence_about(seat, seen, names, you, other, **parts)

        match kind:
            case "dealer":
                return says("You deal first: it was drawn at random.", "Chance has it that {name} deals first.")
            case "dealt":
                return says("You dealt.", "{name} dealt.")
            case "hand" | "predictions":
                return ""
            case "turned":
                card = values[0]
                if card >= VALKNUT:
                    return f"A {card_name(card)} was turned: no trump."
                return f"The {card_name(card)} was turned: {COLOUR_NAMES[COLOUR_OF[card]]} is trump."
            case "predicted":
                if values:
                    return says("You said {n}.", "{name} said {n}.", n=values[0])
                return says("You have chosen a number.", "{name} has chosen a number.")
            case "played":
                texts = ("You played {card}.", "{name} played {card}.")
                return says(*(texts if values[1] else _LED), card=the_card(values[0]))
            case "passed":
                return says("You did not use the {n}.", "{name} did not use the {n}.", n=values[0])
            case "drew":
                card_text = the_card(values[0]) if values else "a card"
                return says("You drew {card} from the deck.", "{name} drew {card} from the deck.", card=card_text)
            case "discarded":
                card_text = the_card(values[0]) if values else "a card"
                return says("You put {card} under the deck.", "{name} put {card} under the deck.", card=card_text)
            case "trick":
                if seat == NOBODY:
                    return "The trick was destroyed."
                return says("You won the trick.", "{name} won the trick.")
            case "took-trick":
                victim = object_of(values[0], seen, names)
                return says("You took a trick from {victim}.", "{name} took a trick from {victim}.", victim=victim)
            case "stole":
                owner = possessive_of(values[0], seen, names)
                return says("You drew a card from {owner} hand.", "{name} drew a card from {owner} hand.", owner=owner)
            case "drew-blind":
                return f"It was {the_card(values[1])}." if values else ""
            case "returned":
                card_text = the_card(values[1]) if values else "a card"
                return says("You gave {card} back.", "{name} gave {card} back.", card=card_text)
            case "leads":
                return ""
            case "scored":
                points = join_words(
                    [f"{object_of(player, seen, names)} {value}" for player, value in enumerate(values)]
                )
                return f"The round brought {points}."
            case "extra-game":
                return "Still a tie: another full game is played. R20"
            case "won":
                winners = join_words([name_of(winner, seen, names) for winner in values])
                return (
                    f"{winners} share the win."
                    if len(values) > 1
                    else sentence_about(values[0], seen, names, "You win.", "{name} wins.")
                )
        raise ValueError(f"nothing is known of {kind!r}")

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now."""
        seen = replace(seen, seat=NOBODY)
        trump = "none" if seen.trump == NO_COLOUR else COLOUR_NAMES[seen.trump]
        rows = [Row("Round", (str(seen.round_number),)), Row("Goal", (str(seen.goal),))]
        if seen.turned:
            rows += [
                Row("Trick", (f"{reading.trick_number(seen)} of {seen.hand_size}",)),
                Row("Trump", (trump,)),
                Row("Deck", (str(seen.deck_size),)),
            ]
            if seen.trick:
                rows.append(Row("Played", tuple(card_name(card) for card in seen.trick)))
        for seat in range(seen.seats):
            rows.append(Row(names[seat], (str(seen.scores[seat]), public_aim(seen, seat))))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the own cards, and how the own prediction stands."""
        rows = []
        if seen.hand:
            rows.append(Row("Your hand", (" ".join(CARD_CODES[card] for card in seen.hand),)))
        if (own := reading.own_aim(seen)) is not None:
            rows.append(Row("Your number", (aim_text(own).line(),)))
        return rows

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each round tricks of predicted ones, and points."""
        if not seen.rounds:
            return []
        rows = [Row("round", tuple(name_of(seat, seen, names) for seat in range(seen.seats)))]
        for done in seen.rounds:
            title = str(done.number) if done.game == 1 else f"{done.game - 1}.{done.number}"
            cells = zip(done.tricks, done.predictions, done.points, strict=True)
            rows.append(Row(title, tuple(f"{made} of {said}  {brought:>3}" for made, said, brought in cells)))
        return [*rows, Row("score", tuple(str(score) for score in seen.scores))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[Sentence]:
        """Return a sentence for each seat about the round that was scored last."""
        if not seen.rounds:
            return []
        return [how_it_went(seen.rounds[-1], seat, seen.seats, seen.edition) for seat in range(seen.seats)]

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        return result(seen, names) if seen.winners else []

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)


_LED: Final = ("You led {card}.", "{name} led {card}.")
_NOW: Final = {
    "dealer": "the first dealer has yet to be named",
    "deal": "the cards have yet to be dealt",
    "predict": "predict a number of tricks (R5)",
    "play": "play a card (R6)",
    "draw": "say whether the 3 draws a card (R9)",
    "discard": "put a card under the deck (R9)",
    "take-trick": "say whether the 1 takes a trick, and whose (R14)",
    "steal": "say whether the 6 draws a card, and whose (R15)",
    "blind": "a card is being drawn (R15)",
    "return": "give a card back (R15)",
    "over": "the match is over (R19)",
}


def _tricks(number: int) -> str:
    return "no trick" if not number else plural(number, "1 trick", "{} tricks")


def _explain_card(card: Card, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return a card's name and power, and what matters about it now."""
    word = power_word(card)
    trump = ", trump" if COLOUR_OF[card] == seen.trump >= 0 else ""
    title = f"{capitalized(card_name(card))}{trump}, {word or 'no power'}."
    played_by = reading.place_of(card, seen)
    if played_by is not None:
        return Sentence(title, *_explain_played(card, played_by, seen, names))
    if seen.phase == "play" and card in seen.hand and not reading.may_play(card, seen) and seen.mover == seen.seat:
        return Sentence(title, f"Not now: you hold {COLOUR_NAMES[seen.follow]}.", "R7")
    if seen.phase == "discard" and card == seen.fresh:
        text = "Just drawn; you may put it under the deck at once. Nobody else sees it."
        return Sentence(title, text, "R9")
    if seen.phase == "return" and card == seen.fresh and seen.last_trick is not None:
        whom = names[seen.last_trick.robbed]
        text = f"Just drawn; you may give it straight back. Only {whom} and you see it."
        return Sentence(title, text, "R15")
    new = ""
    if (moved := reading.robbed_by_six(seen)) is not None and card == moved[1]:
        trick = seen.last_trick
        assert trick is not None
        new = f"New: from {names[trick.winner]}, who knows that you hold it."
    text, rule = _power_text(card, seen, names) if word else _what_beats(card, seen)
    return Sentence(title, paragraph(new, text), rule)


def _explain_played(card: Card, place: int, seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return why a card that lies in the trick matters, and the rule."""
    if card == VALKNUT:
        return "Nobody will have this trick; its leader leads again.", "R11"
    if VALKNUT in seen.trick:
        return "It goes down with the trick: a Valknut lies there.", "R11"
    seat = (seen.leader + place) % seen.seats
    text = sentence_about(seat, seen, names, "Yours.", "{name} played it.")
    if reading.highest_so_far(seen) == place:
        texts = "Yours, and highest so far.", "{name} played it, and it is highest so far."
        text = sentence_about(seat, seen, names, *texts)
    after = {
        1: ("You would take an earlier trick with it.", "If it wins, {name} may take an earlier trick.", "R14"),
        6: ("You would draw from another hand with it.", "If it wins, {name} may draw from another hand.", "R15"),
        9: ("If it wins, the player on your left leads.", "If it wins, the player left of {name} leads.", "R16"),
    }.get(RANK_OF[card])
    if card == HAGALAZ:
        after = "You lead next, unless another Hagalaz follows.", "{name} leads next, unless another follows.", "R16"
    if after:
        you, other, rule = after
        return f"{text} {sentence_about(seat, seen, names, you, other)}", rule
    beaten, rule = _what_beats(card, seen)
    return f"{text} {beaten}", rule


def _power_text(card: Card, seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    whom = names[1 - seen.seat] if seen.seats == 2 and seen.seat != NOBODY else "another player"
    if card == VALKNUT:
        return "Nobody has the trick, and its leader leads again.", "R11"
    if card == HAGALAZ:
        return "Below every colour; whoever played the last one leads next.", "R13"
    match RANK_OF[card]:
        case 1:
            return f"If it wins, you may take an earlier trick from {whom}.", "R14"
        case 3:
            if len(seen.hand) == 1:
                return "As your last card it does nothing more.", "R10"
            return "When you play it, you may draw a card and put one under the deck.", "R9"
        case 6:
            return f"If it wins, you may draw a card blind from {whom} and give one back.", "R15"
    left = whom if seen.seats == 2 else "the player on your left"
    return f"If it wins, {left} leads the next trick.", "R16"


def _what_beats(card: Card, seen: Observation) -> tuple[str, str]:
    """Return which cards are higher, for one without a power."""
    colour, rank = COLOUR_OF[card], RANK_OF[card]
    name = COLOUR_NAMES[colour]
    higher = [f"{name} {number}" for number in range(rank + 1, 10)]
    trumps = colour == seen.trump or seen.trump == NO_COLOUR
    tail = "" if trumps else f" and to every {COLOUR_NAMES[seen.trump]}"
    if len(higher) > 2:
        return f"Loses to every higher {name}{tail}.", "R13"
    return f"Loses to the {' and the '.join(higher)}{tail}.", "R13"
