"""Everything that a person reads about Herrlof: messages, made from observations and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Value, Words
from herrlof.games.herrlof import GOALS, actions, reading
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PREDICT, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_OF,
    HAGALAZ,
    NO_COLOUR,
    RANK_OF,
    SPECIAL_COPIES,
    VALKNUT,
    Card,
    Colour,
)
from herrlof.games.herrlof.observation import Observation, gone_by, unseen
from herrlof.games.herrlof.reading import Aim
from herrlof.games.herrlof.scoring import BONUS_TRICKS, PREDICTION_BONUS, TRICKS_BONUS, Round, bonus_tricks
from herrlof.games.herrlof.tricks import LEAD_DESTROYED, LEAD_HAGALAZ, LEAD_NINE, Trick, next_lead
from herrlof.games.speech import is_reader, name_of, number_of, number_word, number_word_first, unseen_beat
from herrlof.messages import N_, Label, _, all_of, emphasis, listed, ngettext, one_of, paragraph, pgettext, pieces

# Colours and cards


def colour_name(colour: Colour) -> str:
    """Return a colour's name within a sentence."""
    return (_("blue"), _("green"), _("red"), _("yellow"))[colour]


def colour_first(colour: Colour) -> str:
    """Return a colour's name at the beginning of a sentence."""
    return (_("Blue"), _("Green"), _("Red"), _("Yellow"))[colour]


def card_name(card: Card) -> str:
    """Return `green 7`, `Valknut` or `Hagalaz`."""
    if card >= VALKNUT:
        return _("Valknut") if card == VALKNUT else _("Hagalaz")
    name = (_("blue {rank}"), _("green {rank}"), _("red {rank}"), _("yellow {rank}"))[COLOUR_OF[card]]
    return name.format(rank=RANK_OF[card])


def card_title(card: Card) -> str:
    """Return `Green 7`, `Valknut` or `Hagalaz`, at the beginning of a sentence."""
    if card >= VALKNUT:
        return card_name(card)
    name = (_("Blue {rank}"), _("Green {rank}"), _("Red {rank}"), _("Yellow {rank}"))[COLOUR_OF[card]]
    return name.format(rank=RANK_OF[card])


def the_card(card: Card) -> str:
    """Return the card's name after an article: `the green 7`, `a Valknut`."""
    if card >= VALKNUT:
        return _("a Valknut") if card == VALKNUT else _("a Hagalaz")
    name = (_("the blue {rank}"), _("the green {rank}"), _("the red {rank}"), _("the yellow {rank}"))[COLOUR_OF[card]]
    return name.format(rank=RANK_OF[card])


def power_word(card: Card) -> str:
    """Return the word for a card's power, nothing where it has none."""
    if card >= VALKNUT:
        return pgettext("cell:5", "void") if card == VALKNUT else pgettext("cell:5", "low")
    match RANK_OF[card]:
        case 1:
            return pgettext("cell:5", "take")
        case 3:
            return pgettext("cell:5", "draw")
        case 6:
            return pgettext("cell:5", "swap")
        case 9:
            return pgettext("cell:5", "yield")
    return ""


def power_lines() -> tuple[tuple[str, str], ...]:
    """Return what each card with a power can do, by its sign."""
    return (
        ("1", _("wins: you may take an earlier trick")),
        ("3", _("played: change a card with the deck")),
        ("6", _("wins: draw blind from a hand, give one")),
        ("9", _("wins: the player on the left leads")),
        ("V", _("void: nobody has the trick")),
        ("H", _("low: below all, but leads the next")),
    )


# Where a round stands


class AimText(NamedTuple):
    """How a seat's prediction stands."""

    said: str
    state: str
    left: str

    def line(self) -> str:
        """Return the whole of it."""
        return " · ".join(filter(None, self))


def aim_text(aim: Aim, short: bool = False) -> AimText:
    """Return how a prediction stands; `short`: for a narrow window."""
    prediction, tricks, left = aim
    missing = aim.missing
    said = _("said {n}", n=prediction)
    if not left:
        if not missing:
            return AimText(said, _("won {n}: exactly", n=tricks), "")
        if missing > 0:
            return AimText(said, _("won {n}: {missing} short", n=tricks, missing=missing), "")
        return AimText(said, _("won {n}: over by {more}", n=tricks, more=-missing), "")
    if short:
        said, ends = "", _("{n} left", n=left)
    else:
        ends = ngettext("{n} trick left", "{n} tricks left", left)
    if missing > left:
        short_by = missing - left
        if short:
            return AimText(said, _("{missing} short even with all {n}", missing=short_by, n=left), "")
        return AimText(
            said,
            ngettext(
                "{missing} short even with the last one", "{missing} short even with all {n}", left, missing=short_by
            ),
            "",
        )
    if missing > 0:
        return AimText(said, _("needs {n} more", n=missing), ends)
    if missing == 0:
        return AimText(said, _("has {n}: no more", n=tricks) if short else _("has {n}: take no more", n=tricks), ends)
    return AimText(said, _("over by {n}", n=-missing), ends)


def public_aim(seen: Observation, seat: int) -> str:
    """Return what everybody may know of another seat's round."""
    if not seen.predicted[seat]:
        return _("is choosing a number") if seen.phase == "predict" else ""
    if seen.phase == "predict":
        return _("has chosen a number")
    return _("{tricks} · number hidden", tricks=tricks_text(seen.tricks_won[seat]))


def tricks_text(number: int) -> str:
    """Return a number of tricks."""
    return ngettext("{n} trick", "{n} tricks", number) if number else _("no trick")


# The last trick


def why_won(trick: Trick, trump: Colour, seen: Observation, names: Sequence[str]) -> str:
    """Return who won a trick and why, or why nobody did (R11 to R13); `trump` is the one that counts now."""
    if trick.winner == NOBODY:
        return _why_void(trick, trump, seen, names)
    own, name = is_reader(trick.winner, seen), names[trick.winner]
    colour = COLOUR_OF[reading.winning_card(trick)]
    match reading.why_won(trick, trump):
        case "Hagalaz":
            you, other = _("You won: only Hagalaz, the first wins."), _("{name} won: only Hagalaz, the first wins.")
        case "only colour":
            you, other = _("You won: the only colour."), _("{name} won: the only colour.")
        case "trump":
            you, other = _("You won: trump {colour}."), _("{name} won: trump {colour}.")
        case "highest trump":
            you, other = _("You won: highest trump, {colour}."), _("{name} won: highest trump, {colour}.")
        case "highest":
            you, other = _("You won: highest {colour}."), _("{name} won: highest {colour}.")
    return (you if own else other).format(name=name, colour=colour_name(colour))


def _why_void(trick: Trick, trump: Colour, seen: Observation, names: Sequence[str]) -> str:
    if (number := trick.cards.count(VALKNUT)) > 1:
        many = number_word(number)
        if trump == NO_COLOUR:
            return _("Void: {number} Valknut. Now no trump.", number=many)
        return _("Void: {number} Valknut. Now {colour} is trump.", number=many, colour=colour_name(trump))
    by = (trick.leader + trick.cards.index(VALKNUT)) % len(names)
    if is_reader(by, seen):
        return _("Void, by your Valknut: nobody has it.")
    return _("Void, by the Valknut of {name}: nobody has it.", name=names[by])


def power_used(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return what the winner did with a 1 or a 6, if anything; with the cards, where they are known."""
    if trick.robbed == NOBODY:
        return ""
    name, victim = names[trick.winner], names[trick.robbed]
    own, robbed = is_reader(trick.winner, seen), is_reader(trick.robbed, seen)
    if RANK_OF[reading.winning_card(trick)] == 1:
        if own:
            return _("The 1: you took a trick from {victim}.", victim=victim)
        if robbed:
            return _("The 1: {name} took a trick from you.", name=name)
        return _("The 1: {name} took a trick from {victim}.", name=name, victim=victim)
    drawn, given = reading.last_exchange(seen)
    if drawn is None:
        if own:
            return _("The 6: you draw from the hand of {victim}.", victim=victim)
        if robbed:
            return _("The 6: {name} drew from your hand.", name=name)
        return _("The 6: {name} drew from the hand of {victim}.", name=name, victim=victim)
    if given is None:
        if own:
            return _("The 6: you drew {card}; you owe {victim} a card.", card=the_card(drawn), victim=victim)
        return _("The 6: {name} drew {card} from your hand.", name=name, card=the_card(drawn))
    if own:
        return _(
            "The 6: you drew {took} and gave {victim} {gave}.",
            took=the_card(drawn),
            victim=victim,
            gave=the_card(given),
        )
    return _(
        "The 6: {name} took your {took} and gave you {gave}.", name=name, took=card_name(drawn), gave=the_card(given)
    )


def robbed_parts() -> list[tuple[str, str]]:
    """Return what another player's 6 did to the own hand, as texts each with the name of what stands after it."""
    return pieces(_("{name} took your {took} and gave you {gave}"))


def why_leads(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return who leads next and why (R16)."""
    match next_lead(trick.cards, (trick.winner - trick.leader) % len(names))[1]:
        case x if x == LEAD_DESTROYED:
            you, other = _("You lead again."), _("{name} leads again.")
        case x if x == LEAD_HAGALAZ and trick.cards.count(HAGALAZ) > 1:
            you, other = _("You lead: the last Hagalaz."), _("{name} leads: the last Hagalaz.")
        case x if x == LEAD_HAGALAZ:
            you, other = _("You lead: the Hagalaz."), _("{name} leads: the Hagalaz.")
        case x if x == LEAD_NINE and len(names) == 2:
            you, other = _("You lead: a 9 gives the lead away."), _("{name} leads: a 9 gives the lead away.")
        case x if x == LEAD_NINE:
            you, other = _("You lead: left of the winning 9."), _("{name} leads: left of the winning 9.")
        case _other:
            you, other = _("You lead."), _("{name} leads.")
    return you if is_reader(trick.next_leader, seen) else other.format(name=names[trick.next_leader])


# Answers


def answer(action: Action, seen: Observation, names: Sequence[str]) -> str:
    """Return an answer to a question about a power, beside the key that gives it."""
    if action == PASS:
        return _("no")
    if action == DRAW:
        return _("draw")
    if action >= STEAL:
        return _("draw from {name}", name=names[action - STEAL])
    seat = action - TAKE_TRICK
    return _("take one from {name}, who has {n}", name=names[seat], n=seen.tricks_won[seat])


# Points


def bonus_note(seen: Observation) -> tuple[tuple[int, ...], str]:
    """Return the numbers of tricks that earn the extra points, and the words beside them (R18)."""
    numbers = bonus_tricks(seen.seats, seen.edition)
    return numbers, _("for holding {numbers} tricks", numbers=one_of(numbers)) if numbers else ""


def how_it_went(done: Round, seat: int, seen: Observation) -> Sentence:
    """Return a sentence about what a round brought a seat; it says first what happened."""
    score = reading.score_of(done, seat, seen.seats, seen.edition)
    said, made = done.predictions[seat], done.tricks[seat]
    held, of = number_word(made), number_word(said)
    if said == made and is_reader(seat, seen):
        if score.bonus:
            text = emphasis("Exactly what you said:| ten points, and five more for holding {held}.", held=held)
        elif not made:
            text = emphasis("Exactly what you said:| ten points.")
        elif made == 1:
            text = emphasis("Exactly what you said:| ten points, and one for the trick.")
        else:
            text = emphasis("Exactly what you said:| ten points, and {held} for the tricks.", held=held)
        return Sentence(*text)
    if said == made:
        if score.bonus:
            text = emphasis("Exactly as said:| ten points, and five more for holding {held}.", held=held)
        elif not made:
            text = emphasis("Exactly as said:| ten points.")
        elif made == 1:
            text = emphasis("Exactly as said:| ten points, and one for the trick.")
        else:
            text = emphasis("Exactly as said:| ten points, and {held} for the tricks.", held=held)
        return Sentence(*text)
    by = abs(said - made)
    many = number_word_first(by)
    if made < said:
        if score.bonus and by == 1:
            text = emphasis("One short:| {held} of {said}; still five points for holding {held}.", held=held, said=of)
        elif score.bonus:
            text = emphasis(
                "{many} short:| {held} of {said}; still five points for holding {held}.", many=many, held=held, said=of
            )
        elif by == 1:
            text = emphasis("One short:| {held} of {said}.", held=held, said=of)
        else:
            text = emphasis("{many} short:| {held} of {said}.", many=many, held=held, said=of)
    elif score.bonus and by == 1:
        text = emphasis("One too many:| still five points for holding {held}.", held=held)
    elif score.bonus:
        text = emphasis("{many} too many:| still five points for holding {held}.", many=many, held=held)
    elif made == 1:
        text = emphasis("One too many:| nothing but the one trick itself.")
    elif by == 1:
        text = emphasis("One too many:| nothing but the {held} tricks themselves.", held=held)
    else:
        text = emphasis("{many} too many:| nothing but the {held} tricks themselves.", many=many, held=held)
    return Sentence(*text)


def who_leads(seen: Observation, names: Sequence[str]) -> str:
    """Return who is ahead in points."""
    first, by = reading.lead(seen)
    if len(first) == seen.seats:
        return _("Level: {points} each.", points=max(seen.scores))
    if len(first) > 1:
        return _("{names} lead.", names=all_of(names[seat] for seat in first))
    if is_reader(first[0], seen):
        return _("You lead by {n}.", n=by)
    return _("{name} leads by {n}.", name=names[first[0]], n=by)


def still_to_go(seen: Observation, names: Sequence[str]) -> list[str]:
    """Return how many points each player lacks, a sentence each, who looks first."""
    told = []
    for turn in range(seen.seats):
        seat = (max(seen.seat, 0) + turn) % seen.seats
        n = max(0, seen.goal - seen.scores[seat])
        if is_reader(seat, seen):
            told.append(ngettext("You need {n} more point.", "You need {n} more points.", n))
        else:
            told.append(ngettext("{name} needs {n} more point.", "{name} needs {n} more points.", n, name=names[seat]))
    return told


def destroyed_note(done: Round) -> str:
    """Return how many tricks of a round nobody has."""
    if not done.destroyed:
        return _("No trick was destroyed.")
    won = sum(done.tricks)
    return ngettext(
        "One trick was destroyed, so {won} of the {whole} were won.",
        "{number} tricks were destroyed, so {won} of the {whole} were won.",
        done.destroyed,
        number=number_word_first(done.destroyed),
        won=won,
        whole=won + done.destroyed,
    )


def round_result(done: Round, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who is ahead after a round, and how many of its tricks nobody has."""
    return Sentence(who_leads(seen, names), destroyed_note(done))


def result(seen: Observation, names: Sequence[str]) -> list[str]:
    """Return who won the match, by what, and what decided a tie (R20)."""
    right = listed(number_of(seat, seen, names, seen.correct[seat]) for seat in range(seen.seats))
    came_true = _("Numbers that came true: {numbers}.", numbers=right)
    title = winners_text(seen.winners, seen, names)
    decided = reading.decided_by(seen)
    if decided == "nothing":
        text = _("Level in points, in numbers that came true, and in the last round's tricks.")
        return [title, Sentence(text, rule="R20")]
    tied, by = reading.lead(seen)
    if decided == "points":
        if seen.game_number == 1:
            text = ngettext("By {n} point, in round {round}.", "By {n} points, in round {round}.", by,
                            round=seen.round_number)  # fmt: skip
        else:
            text = ngettext("By {n} point, in extra game {game}.", "By {n} points, in extra game {game}.", by,
                            game=seen.game_number - 1)  # fmt: skip
        return [title, text, came_true]
    level = all_of(name_of(seat, seen, names) for seat in tied)
    points = ngettext("{n} point", "{n} points", max(seen.scores))
    if decided == "correct":
        text = _("{names} have {points} each: more numbers that came true.", names=level, points=points)
        return [title, Sentence(text, rule="R20"), came_true]
    last = listed(number_of(seat, seen, names, seen.rounds[-1].tricks[seat]) for seat in tied)
    text = _(
        "{names} have {points} each, and as many numbers that came true: "
        "the last round's tricks decide, {tricks}.",
        names=level, points=points, tricks=last,
    )  # fmt: skip
    return [title, Sentence(text, rule="R20")]


def winners_text(winners: Sequence[int], seen: Observation, names: Sequence[str]) -> str:
    """Return who won the match."""
    if len(winners) > 1:
        return _("{names} share the win.", names=all_of(name_of(seat, seen, names) for seat in winners))
    return _("You win.") if is_reader(winners[0], seen) else _("{name} wins.", name=names[winners[0]])


# What stands on the table


class Labels:
    """Heads and short labels."""

    trump = Label("trump")
    deck = Label("deck")
    to_goal = Label("to")
    no_trump = Label("no trump")
    new_trump = Label("new trump")
    the_deal = Label("The cards are dealt")
    void = Label("void: nobody has it")
    any_card = Label("any card: no colour is led yet")
    no_number = Label("no number yet")
    your_number = Label("YOUR NUMBER")
    none_yet = Label("none yet")
    chart = Label("points, for each number of tricks")
    no_trick = Label("none yet in this round")
    your_hand = Label("Your hand")
    with_power = Label("with a power")
    scores = Label("Scores")
    powers = Label("What a card can do")
    gone_by = Label("Cards seen in this round")
    round = Label("round", "cell:8")
    sum = Label("sum", "cell:5")
    exactly = Label("✓ exactly")
    numbers = Label("In numbers")
    deals = Label("The deals")
    rounds = Label("Round by round")
    no_trump_yet = Label("no trump and no deck yet")
    you_say = Label("{you} say")
    number_key = Label("number")


def header_text(number: int, tricks: int, trick: int = 0, narrow: bool = False, marked: bool = False) -> str:
    """Return which round it is, and which of its tricks, if any; the round gives way to a mark of the match."""
    if marked and not narrow:
        return _("Trick {trick} of {tricks}", trick=trick, tricks=tricks) if trick else _("Round {n}", n=number)
    if narrow:
        if not trick:
            return _("R{round}", round=number)
        return _("R{round} · trick {trick}/{tricks}", round=number, trick=trick, tricks=tricks)
    if not trick:
        return _("Round {round} · {tricks} tricks", round=number, tricks=tricks)
    return _("Round {round} · Trick {trick} of {tricks}", round=number, trick=trick, tricks=tricks)


def following_parts(wide: bool, bare: bool) -> list[tuple[str, str]]:
    """Return what has to be followed, as texts each with the name of what stands after it: `colour`, signs, nothing.

    The bare text does not say what may always be played.
    """
    if bare:
        return pieces(_("follow {colour}"))
    if wide:
        return pieces(_("follow {colour} or Valknut, Hagalaz"))
    return pieces(_("follow {colour}, or {valknut} {hagalaz}"))


def highest_notes() -> tuple[str, str]:
    """Return what stands under the card that is highest so far, and the same where room is short."""
    return _("highest so far"), _("highest")


def hand_label(name: str, cards: int) -> str:
    """Return whose hand it is, and how many cards it has."""
    return ngettext("{name}: {n} card", "{name}: {n} cards", cards, name=name)


def pile_label(won: int, own: bool) -> str:
    """Return how many tricks lie in a pile."""
    return _("You: {n} won", n=won) if own else _("{n} won", n=won)


def first_seats(seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return who dealt, and who leads first."""
    dealer, leader = names[seen.dealer], names[seen.leader]
    return (
        _("You dealt.") if is_reader(seen.dealer, seen) else _("{name} dealt.", name=dealer),
        _("You lead first.") if is_reader(seen.leader, seen) else _("{name} leads first.", name=leader),
    )


def next_round(seen: Observation, names: Sequence[str]) -> str:
    """Return who deals the round that comes next, and who leads then."""
    number, dealer, leader = seen.round_number, seen.dealer, (seen.dealer + 1) % seen.seats
    if is_reader(dealer, seen):
        return _("Round {n}: you deal, {name} leads first.", n=number, name=names[leader])
    if is_reader(leader, seen):
        return _("Round {n}: {name} deals, you lead first.", n=number, name=names[dealer])
    return _("Round {n}: {name} deals, {leader} leads first.", n=number, name=names[dealer], leader=names[leader])


def leads_briefly(seen: Observation, names: Sequence[str]) -> str:
    """Return who leads first, where room is short."""
    return _("You lead") if is_reader(seen.leader, seen) else _("{name} leads", name=names[seen.leader])


def if_you_win(number: int, seen: Observation) -> str:
    """Return what a number brings that comes true, and of what that is made up."""
    parts = [number, PREDICTION_BONUS]
    if number in bonus_tricks(seen.seats, seen.edition):
        parts.append(TRICKS_BONUS)
    sums = " + ".join(map(str, parts))
    return _("Win exactly {n}: {points} points ({sums})", n=number, points=sum(parts), sums=sums)


def chart_title(number: int) -> str:
    """Return the head of the chart of what a number brings."""
    return _("WHAT {n} BRINGS", n=number)


def suit_label(number: int, trump: Colour) -> str:
    """Return the name of a colour, or of Valknut or Hagalaz, in the count of a hand."""
    if number > 3:
        return _("Valknut") if number == 4 else _("Hagalaz")
    return _("{colour}, trump", colour=colour_name(number)) if number == trump else colour_name(number)


def whatever_you_say(note: str) -> str:
    """Return that extra points come whatever is said."""
    return _("{note}, whatever you say", note=note)


def round_over(number: int) -> str:
    """Return which round is over."""
    return _("Round {n} is over", n=number)


def race_title(goal: int) -> str:
    """Return the head of the chart of scores."""
    return _("The race to {goal}", goal=goal)


def verdict(said: int, made: int) -> str:
    """Return how far a prediction was off."""
    return _("{n} short", n=said - made) if made < said else _("over by {n}", n=made - said)


class RoundLabels(NamedTuple):
    """What stands before the numbers of a round."""

    said: str
    won: str
    tricks: str
    exactly: str
    bonus: str
    of_goal: str


def round_labels(seats: int, edition: str, goal: int, narrow: bool) -> RoundLabels:
    """Return what stands before the numbers of a round."""
    bonus = bonus_tricks(seats, edition)
    numbers = one_of(bonus) if bonus else ""
    return RoundLabels(
        _("said"),
        _("won"),
        _("tricks"),
        _("exactly"),
        _("bonus") if narrow else _("{numbers} tricks", numbers=numbers),
        _("of {goal}", goal=goal),
    )


def match_facts(brief: bool) -> tuple[str, str, str]:
    """Return the heads of the figures of a match: numbers that came true, tricks won, tricks destroyed."""
    if brief:
        return _("came true"), _("tricks won"), _("destroyed")
    return _("numbers that came true"), _("tricks won"), _("tricks destroyed")


class Keys:
    """What the keys do, and what is said of a key that cannot do it."""

    on_table = Label("This card lies on the table: go down to your hand.")
    choose_answer = Label("Choose an answer with the arrows, or press its letter.")
    choose_number = Label("Choose a number first: type it, or use ↑ and ↓.")
    choose_card = Label("Choose a card first, with the arrows, its letter or its number.")


def letter_answers() -> str:
    """Return which keys answer a question with a yes and a no."""
    return _("Y or N answers at once, or the arrows and Enter.")


def with_trump_sign(how: str) -> str:
    """Return which keys answer, and how a trump is known in the hand."""
    return _("Trumps have a double line. {how}", how=how)


def enter_label(phase: str) -> str:
    """Return what Enter does now."""
    match phase:
        case "predict":
            return _("say it")
        case "play":
            return _("play")
        case "discard":
            return _("put it under")
        case "return":
            return _("give it back")
    return _("answer") if phase else _("go on")


def arrow_label(phase: str) -> str:
    """Return what the arrows at the side do now."""
    return _("look") if phase in ("", "predict") else _("choose")


USUAL_TRICKS = {2: (4, 8), 3: (2, 4)}
"""Between how many tricks, by seats, four of five hands win that rules bots play."""
MOST_NAMED = 4
"""Of more numbers of tricks that a round can end with, the span is told"""
MOSTLY = 70
"""in which it ends in so many of 100 deals."""


class HintLabels(NamedTuple):
    """What stands in a hint."""

    hint: str
    numbers: str
    comes_true: str
    of_100: str
    lead: str
    your_number: str
    tricks: str


def hint_labels(number: int, at_stake: bool = False) -> HintLabels:
    """Return the labels of a hint for who said a number; at_stake: it counts the chance to win the match."""
    return HintLabels(
        _("HINT"),
        _("how often each comes true, of 100 imagined deals"),
        _("Your {number} comes true in", number=number),
        _("Your {number} comes true in … of 100 deals", number=number),
        pgettext("cell:11", "wins of 100") if at_stake else pgettext("cell:11", "ahead"),
        _("your number"),
        pgettext("cell:6", "tricks"),
    )


def imagining(done: int, whole: int) -> str:
    """Return how many deals have been imagined."""
    return _("imagining deals: {n} of {whole}", n=done, whole=whole)


def number_comes_true(number: int, count: int) -> str:
    """Return how often a number comes true."""
    return _("{number} comes true in {count} of 100 deals.", number=number, count=count)


def wins_trick(count: int, settled: bool) -> str:
    """Return in how many of 100 deals the trick on the table is won; settled: nobody plays after it."""
    if settled and count in (0, 100):
        return _("Wins this trick.") if count else _("Does not win this trick.")
    return _("Wins this trick in {n} of 100 deals.", n=count)


def ends_with(often: Mapping[int, int]) -> str:
    """Return with how many tricks a round ends, and in how many of 100 deals each."""
    span, many = sorted(often), len(often) > MOST_NAMED
    while many and sum(often[number] for number in span) - min(often[span[0]], often[span[-1]]) >= MOSTLY:
        span.pop(0 if often[span[0]] < often[span[-1]] else -1)
    count = sum(often[number] for number in span)
    if len(span) == 1:
        return _("You end with {tricks} in {count} of 100 deals.", tricks=tricks_text(span[0]), count=count)
    if many:
        return ngettext(
            "You end with {first} to {n} trick in {count} of 100 deals.",
            "You end with {first} to {n} tricks in {count} of 100 deals.",
            span[-1], first=span[0], count=count,
        )  # fmt: skip
    return ngettext(
        "You end with {numbers} trick in {counts} of 100 deals.",
        "You end with {numbers} tricks in {counts} of 100 deals.",
        span[-1], numbers=one_of(span), counts=listed(often[number] for number in span),
    )  # fmt: skip


def ends_title(name: str) -> str:
    """Return the title of the chart of how many tricks one ends with."""
    return _("{name}: you end with … tricks in", name=name)


def on_average(points: float, lead: float, at_stake: bool, seen: Observation, names: Sequence[str]) -> str:
    """Return what a choice brings, and what verdicts are about: how much more that is than the best of the others has,
    or, where the match is at stake, in how many of 100 it is won."""
    if at_stake:
        return _("{points:.1f} points on average; the match is won in {n} of 100.", points=points, n=round(lead))
    told = {"points": points, "n": abs(lead)}
    if seen.seats == 2:
        name = names[1 - seen.seat]
        if lead < 0:
            return _("{points:.1f} points on average, {n:.1f} behind {name}.", name=name, **told)
        return _("{points:.1f} points on average, {n:.1f} ahead of {name}.", name=name, **told)
    if lead < 0:
        return _("{points:.1f} points on average, {n:.1f} behind the best of the others.", **told)
    return _("{points:.1f} points on average, {n:.1f} ahead of the best of the others.", **told)


def number_compared(number: int, best: int, verdict: str, less: int, at_stake: bool) -> str:
    """Return how a number stands to the best one; `less`: how many points, or wins of 100, it costs."""
    if number == best:
        return _("{best} is the best number.", best=best)
    if verdict == "as good":
        return _("{best} is the best number, and {number} is as good, within the error.", best=best, number=number)
    if verdict == "can't tell":
        return _("{best} is the best number; {number} may be as good: can't tell.", best=best, number=number)
    if at_stake:
        return ngettext("{best} is the best number; {number} brings {n} fewer win.",
                        "{best} is the best number; {number} brings {n} fewer wins.",
                        less, best=best, number=number)  # fmt: skip
    return ngettext("{best} is the best number; {number} is worth {n} point less.",
                    "{best} is the best number; {number} is worth {n} points less.",
                    less, best=best, number=number)  # fmt: skip


def number_beside(number: int, count: int, points: float, lead: float, at_stake: bool) -> str:
    """Return the same of the best number, after what was said of another one."""
    if at_stake:
        return _("{number} in {count}: {points:.1f} points, the match in {n}.",
                 number=number, count=count, points=points, n=round(lead))  # fmt: skip
    told = {"number": number, "count": count, "points": points, "n": abs(lead)}
    if lead < 0:
        return _("{number} in {count}: {points:.1f} points, {n:.1f} behind.", **told)
    return _("{number} in {count}: {points:.1f} points, {n:.1f} ahead.", **told)


def brings_more(choice: str) -> str:
    """Return that a choice brings more points than the best one."""
    return _("{choice} brings more points.", choice=choice)


def true_more_often(number: int, card: Card | None = None) -> str:
    """Return that a number comes true more often than the best one; `card`: the number that was said, with a card."""
    if card is None:
        return _("{number} comes true more often.", number=number)
    return _("Your {number} comes true more often with {card}.", number=number, card=the_card(card))


def what_counts(at_stake: bool, seen: Observation, names: Sequence[str]) -> str:
    """Return by what the best choice is the best, after it was said what another one brings more of."""
    if at_stake:
        return _("But what counts is how often you win the match.")
    if seen.seats == 2:
        return _("But what counts is your lead over {name}.", name=names[1 - seen.seat])
    return _("But what counts is your lead over the best of the others.")


class ChartLabels:
    """What stands in the chart of how often a number came true."""

    title = Label("How often a number came true")
    said = Label("said")
    few = Label("too few")
    exactly = Label("exactly")
    many = Label("too many")
    came_true = Label("came true")
    all = Label("all")


def came_true_text(few: int, exactly: int, many: int, rounds: float) -> str:
    """Return how many rounds had too few tricks, exactly enough or too many; of how many rounds a stroke is one."""
    told = _("{few} too few, {exactly} exactly, {many} too many", few=few, exactly=exactly, many=many)
    return _("{told}; {stroke}", told=told, stroke=stroke_text(rounds)) if rounds > 1 else told


def stroke_text(rounds: float) -> str:
    """Return of how many rounds a stroke is one."""
    return ngettext("a stroke is {n} round", "a stroke is {n} rounds", round(rounds))


def and_more(number: str) -> str:
    """Return a number that stands for all from it on."""
    return pgettext("cell:4", "{n}+", n=number)


class KeyHelp:
    """What the table pauses after, and what its own keys are for, on the page of all keys."""

    step = N_("trick")
    letters = N_("choose by colour, a Valknut, a Hagalaz")
    yes_no = N_("yes and no, where the table asks")
    digits = N_("choose by rank, type a number, say whose card or trick")


# What the game says


class HerrlofWords(Words[Observation]):
    """The words of Herrlof."""

    prefix = "R"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of a round that are worth an average, and the heading of each."""
        return {"points": _("points a round"), "exact": _("exact %")}

    def statistics(self) -> StatisticsPage:
        """Return what the page of statistics tells."""
        points = (
            Statistic(_("points a round"), "mean", "points"),
            Statistic(_("against you"), "against", "points"),
            Statistic(_("exactly in a row"), "run", "exact"),
        )
        moves = (
            Statistic(_("1 took a trick"), "used", "take-trick"),
            Statistic(_("3 changed"), "used", "draw"),
            Statistic(_("6 swapped"), "used", "steal"),
            Statistic(_("9 gave the lead"), "times", "nine"),
            Statistic(_("V destroyed a trick"), "times", "valknut"),
            Statistic(_("H led the next"), "times", "hagalaz"),
        )
        return StatisticsPage(points, _("Powers used"), moves)

    def option(self, name: str) -> str:
        """Return the label of an option or a preference."""
        return {
            "edition": _("Edition"),
            "goal": _("Goal"),
            "first_dealer": _("First dealer"),
            "highest": _("Name the highest card"),
            "brings": _("Show what a number brings"),
            "seen": _("Cards seen"),
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option, or a choice of it, means."""
        match name:
            case "goal":
                return Sentence(_("Points to reach, 1 to 999; by the rule book {goal}.", goal=GOALS[seats]), rule="R19")
            case "first_dealer":
                return Sentence(_("The seat that deals first, counted from 0; left out, chance decides."), rule="R2")
            case "highest":
                return _("Under the card that leads the trick stands that it is the highest so far.")
            case "brings":
                return _("While a number is chosen, a chart shows its points for each number of tricks.")
            case "seen":
                return _(
                    "The table tells which cards have gone by, and how many others beat yours. "
                    "Without it you have to remember."
                )
        if value is None:
            return Sentence(_("Which rule book counts."), rule="R21")
        level = _("A tie to the end is a shared win.")
        if value != "english":
            level = _("A tie to the end: another game follows.")
        if seats > 2:
            return Sentence(level, rule="R21")
        numbers = one_of(BONUS_TRICKS[str(value)])
        return Sentence(_("Five points more for {numbers} tricks.", numbers=numbers), level, "R21")

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        if name == "edition" and value is not None:
            return _("English, January 2020") if value == "english" else _("Dutch, February 2020")
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"number": _("number"), "play": _("play"), "power": _("power")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        """Return the trick in which a card is played, with what its power asks for; or that a number is said."""
        match seen.phase:
            case "play":
                return _("trick {n}", n=step)
            case "draw":
                return pgettext("cell:15", "trick {n}, draw", n=step)
            case "take-trick" | "steal":
                return pgettext("cell:15", "trick {n}, take", n=step)
            case "discard" | "return":
                return pgettext("cell:15", "trick {n}, give", n=step)
        return self.kind(kind)

    def outcome(self, outcome: int) -> str:
        """Return how many tricks a seat has at the end of the round."""
        return tricks_text(outcome)

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        match seen.phase:
            case "predict":
                asked = _("How many of the {n} tricks will you win?", n=seen.hand_size)
                return Sentence(asked, _("Nobody sees it before the end."))
            case "play":
                return Sentence(_("Your card."), _what_to_follow(seen))
            case "draw":
                return Sentence(_("The 3. Draw a card from the deck, and put one under it?"))
            case "discard":
                if seen.fresh is None:
                    return Sentence(_("The 3. Put which card under the deck?"))
                return Sentence(_("The 3. You drew {card}. Put which card under the deck?", card=the_card(seen.fresh)))
            case "take-trick":
                return Sentence(_("The 1. Take a trick that was won earlier?"))
            case "steal":
                return Sentence(_("The 6. Draw a card blind from a hand, and give one back?"))
            case "return":
                assert seen.last_trick is not None
                victim = names[seen.last_trick.robbed]
                if seen.fresh is None:
                    return Sentence(_("The 6. Give {victim} which card back?", victim=victim))
                card = the_card(seen.fresh)
                return Sentence(_("The 6. You drew {card}. Give {victim} which card back?", card=card, victim=victim))
        return Sentence("")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        if PREDICT <= action < DRAW:
            return _("Say {n}", n=action - PREDICT)
        if action == DRAW:
            return _("Yes, draw")
        if action == PASS:
            return _("No")
        if TAKE_TRICK <= action < STEAL:
            seat = action - TAKE_TRICK
            return _("Take one from {name}, who has {n}", name=names[seat], n=seen.tricks_won[seat])
        if STEAL <= action < RETURN:
            return _("Draw from {name}", name=names[action - STEAL])
        card = reading.card_of(action)
        assert card is not None
        if action >= RETURN:
            return _("Give {card} back", card=the_card(card))
        if action >= DISCARD:
            return _("Put {card} under the deck", card=the_card(card))
        return _("Play {card}", card=the_card(card))

    def name(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice by its shortest name."""
        if PREDICT <= action < DRAW:
            return str(action - PREDICT)
        if TAKE_TRICK <= action < RETURN:
            return names[(action - TAKE_TRICK) if action < STEAL else action - STEAL]
        card = reading.card_of(action)
        return self.label(action, seen, names) if card is None else card_name(card)

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what a card or a choice does now, or what a card that was played has done."""
        card = reading.card_of(action)
        if card is not None:
            return _explain_card(card, action, seen, names)
        if PREDICT <= action < DRAW:
            return Sentence(if_you_win(action - PREDICT, seen), "", "R18")
        no, yes = _("No."), _("Yes.")
        match seen.phase:
            case "draw":
                if action == PASS:
                    return Sentence(no, _("You draw nothing, and your hand and the deck stay as they are."), "R9")
                return Sentence(_("You see the top card of the deck, and may put that very card back."), "", "R9")
            case "take-trick":
                mine = seen.tricks_won[seen.seat]
                if action == PASS:
                    return Sentence(
                        no, _("All keep what they have; you hold {tricks}.", tricks=tricks_text(mine)), "R14"
                    )
                other, theirs = names[action - TAKE_TRICK], seen.tricks_won[action - TAKE_TRICK]
                text = _("You would hold {tricks}, {name} {n}.", tricks=tricks_text(mine + 1), name=other, n=theirs - 1)
                return Sentence(yes, text, "R14")
        if action == PASS:
            return Sentence(no, _("Nobody's hand changes."), "R15")
        text = _("You draw one card of {name} unseen, and may give it back.", name=names[action - STEAL])
        return Sentence(yes, text, "R15")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        card = reading.card_of(action)
        if card is not None and seen.phase in reading.CARD_PHASES and action - card == reading.CARD_PHASES[seen.phase]:
            if card not in seen.hand:
                return _("you do not hold {card}", card=the_card(card))
            colour = colour_name(seen.follow)
            return _("you hold {colour}; follow with {colour}, a Valknut or a Hagalaz (R7)", colour=colour)
        return _("{what}, not {action}", what=_what_now(seen), action=repr(actions.encode(action)))

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
                return _("You dealt.") if own else _("{name} dealt.", name=name)
            case "hand" | "predictions" | "leads":
                return ""
            case "turned":
                return _turned_text(values[0])
            case "predicted":
                if not values:
                    return _("You have chosen a number.") if own else _("{name} has chosen a number.", name=name)
                return _("You said {n}.", n=values[0]) if own else _("{name} said {n}.", name=name, n=values[0])
            case "played":
                if values[1]:
                    text = _("You played {card}.") if own else _("{name} played {card}.")
                else:
                    text = _("You led {card}.") if own else _("{name} led {card}.")
                return text.format(name=name, card=the_card(values[0]))
            case "passed":
                text = _("You did not use the {n}.") if own else _("{name} did not use the {n}.")
                return text.format(name=name, n=values[0])
            case "drew":
                if not values:
                    return (
                        _("You drew a card from the deck.")
                        if own
                        else _("{name} drew a card from the deck.", name=name)
                    )
                text = _("You drew {card} from the deck.") if own else _("{name} drew {card} from the deck.")
                return text.format(name=name, card=the_card(values[0]))
            case "discarded":
                if not values:
                    return (
                        _("You put a card under the deck.")
                        if own
                        else _("{name} put a card under the deck.", name=name)
                    )
                text = _("You put {card} under the deck.") if own else _("{name} put {card} under the deck.")
                return text.format(name=name, card=the_card(values[0]))
            case "trick":
                if seat == NOBODY:
                    return _("The trick was destroyed.")
                return _("You won the trick.") if own else _("{name} won the trick.", name=name)
            case "took-trick":
                if is_reader(values[0], seen):
                    return _("{name} took a trick from you.", name=name)
                text = _("You took a trick from {victim}.") if own else _("{name} took a trick from {victim}.")
                return text.format(name=name, victim=names[values[0]])
            case "stole":
                if seen.seat in (seat, values[0]):
                    return ""  # the next event tells them which card
                return _("{name} drew a card from the hand of {victim}.", name=name, victim=names[values[0]])
            case "drew-blind":
                if not values:
                    return ""
                text = _("{name} drew {card} from the hand of {other}.")
                if own:
                    text = _("You drew {card} from the hand of {other}.")
                elif is_reader(values[0], seen):
                    text = _("{name} drew {card} from your hand.")
                return text.format(name=name, card=the_card(values[1]), other=names[values[0]])
            case "returned":
                card = the_card(values[1]) if values else _("a card")
                text = _("You gave {card} back.") if own else _("{name} gave {card} back.")
                return text.format(name=name, card=card)
            case "scored":
                points = all_of(number_of(player, seen, names, value) for player, value in enumerate(values))
                return _("The round brought {points}.", points=points)
            case "extra-game":
                return Sentence(_("Still a tie: another full game is played."), rule="R20")
            case "won":
                return winners_text(values, seen, names)
        raise ValueError(f"nothing is known of {kind!r}")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return the round, and within one the trick."""
        if "round" not in progress:
            return ""
        if "trick" in progress:
            return _("round {round}, trick {trick}", **progress)
        return _("round {round}", **progress)

    def target(self, options: Mapping[str, Value]) -> str:
        """Return the goal."""
        return _("to {n}", n=options["goal"])

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now."""
        seen = replace(seen, seat=NOBODY)
        rows = [Row(_("Round"), (str(seen.round_number),)), Row(_("Goal"), (str(seen.goal),))]
        if seen.turned:
            trump = _("none") if seen.trump == NO_COLOUR else colour_name(seen.trump)
            trick = _("{n} of {whole}", n=reading.trick_number(seen), whole=seen.hand_size)
            rows += [Row(_("Trick"), (trick,)), Row(_("Trump"), (trump,)), Row(_("Deck"), (str(seen.deck_size),))]
            if seen.trick:
                rows.append(Row(_("Played"), tuple(card_name(card) for card in seen.trick)))
        for seat in range(seen.seats):
            points = ngettext("{n} point", "{n} points", seen.scores[seat])
            said = seen.predicted[seat] and seen.phase != "predict"
            aim = (tricks_text(seen.tricks_won[seat]),) if said else (public_aim(seen, seat),)
            rows.append(Row(names[seat], tuple(filter(None, (points, *aim)))))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the own cards, suit by suit: the ranks of a colour, how many Valknut and Hagalaz."""
        suits: dict[int, list[str]] = {}
        for card in seen.hand:
            suit = COLOUR_OF[card] if card < VALKNUT else 4 + (card > VALKNUT)
            suits.setdefault(suit, []).append(str(RANK_OF[card]) if card < VALKNUT else "")
        return [
            Row(suit_label(suit, seen.trump), tuple(ranks) if ranks[0] else (number_word(len(ranks)),))
            for suit, ranks in suits.items()
        ]

    def goal(self, seen: Observation, names: Sequence[str]) -> str:
        """Return that the number is what one plays for."""
        if seen.phase == "predict":
            return ngettext(
                "Exactly your number brings 10 points; {n} point wins the match.",
                "Exactly your number brings 10 points; {n} points win the match.",
                seen.goal,
            )
        return Sentence(
            _("Win exactly the tricks you said: that brings 10 points."),
            ngettext("{n} point wins the match.", "{n} points win the match.", seen.goal),
        )

    def usual(self, seen: Observation, likely: tuple[int, int] | None = None) -> str:
        """Return how many tricks most hands win, or those like this one."""
        if seen.phase != "predict":
            return ""
        if likely is None:
            few, many = USUAL_TRICKS[seen.seats]
            return _("Most hands win {few} to {many} tricks.", few=few, many=many)
        number, count = likely
        return _("Hands like this one win {tricks} most often: in {n} of 100 ways to deal the rest.",
                 tricks=tricks_text(number), n=count)  # fmt: skip

    def aim(self, seen: Observation, names: Sequence[str]) -> str:
        """Return how the own prediction stands."""
        own = reading.own_aim(seen)
        if own is None:
            return ""
        return _("You said {said} and have {tricks}; tricks left: {left}.", said=own.prediction,
                 tricks=tricks_text(own.tricks), left=own.left)  # fmt: skip

    def memory(self, seen: Observation, preferences: Mapping[str, Value | None]) -> list[Row]:
        """Return the cards that have gone by, and what could still beat those that can be played."""
        if not preferences.get("seen", True):
            return []
        gone = Counter(gone_by(seen))
        found = []
        for colour in range(4):
            ranks = [str(RANK_OF[card]) for card in sorted(gone) if COLOUR_OF[card] == colour]
            found.append(Row(colour_first(colour), tuple(ranks) or (number_word(0),)))
        found += [Row(card_title(card), (copies_gone(gone[card]),)) for card in (VALKNUT, HAGALAZ)]
        told = [(card_title(card), threats_text(card, seen)) for card in seen.hand]
        return [*found, *(Row(title, (text,)) for title, text in told if text)]

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each round tricks of predicted ones, and points."""
        if not seen.rounds:
            return []
        rows = [Row(_("round"), tuple(name_of(seat, seen, names) for seat in range(seen.seats)))]
        for done in seen.rounds:
            title = str(done.number) if done.game == 1 else f"{done.game - 1}.{done.number}"
            cells = zip(done.tricks, done.predictions, done.points, strict=True)
            rows.append(Row(title, tuple(f"{made_of(made, said)}  {brought:>3}" for made, said, brought in cells)))
        return [*rows, Row(_("score"), tuple(str(score) for score in seen.scores))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[Sentence]:
        """Return a sentence for each seat about the round that was scored last."""
        if not seen.rounds:
            return []
        return [how_it_went(seen.rounds[-1], seat, seen) for seat in range(seen.seats)]

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        return result(seen, names) if seen.winners else []

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)


def threats_text(card: Card, seen: Observation) -> str:
    """Return how many unseen cards beat a card of the hand; nothing where that is no question."""
    found = reading.threats(card, seen)
    return "" if found is None else unseen_beat(len(found), len(unseen(seen)))


def copies_gone(gone: int) -> str:
    """Return how many Valknuts, or Hagalaz, have gone by: `1 of 3`."""
    return made_of(gone, SPECIAL_COPIES)


def made_of(made: int, said: int) -> str:
    """Return the tricks of a round beside those that were said: `3 of 4`."""
    return _("{n} of {whole}", n=made, whole=said)


def _what_to_follow(seen: Observation) -> str:
    if not seen.trick:
        return _("You lead: any card.")
    if seen.follow < 0:
        return _("No colour is led yet: any card.")
    first, colour = colour_first(seen.follow), colour_name(seen.follow)
    if any(COLOUR_OF[card] == seen.follow for card in seen.hand):
        return _("{colour_first} is led and you hold {colour}.", colour_first=first, colour=colour)
    return _("{colour_first} is led and you hold none: any card.", colour_first=first)


def _what_now(seen: Observation) -> str:
    """Return what is to be done now, as a part of a refusal."""
    return {
        "dealer": _("the first dealer has yet to be named"),
        "deal": _("the cards have yet to be dealt"),
        "predict": _("predict a number of tricks (R5)"),
        "play": _("play a card (R6)"),
        "draw": _("say whether the 3 draws a card (R9)"),
        "discard": _("put a card under the deck (R9)"),
        "take-trick": _("say whether the 1 takes a trick, and whose (R14)"),
        "steal": _("say whether the 6 draws a card, and whose (R15)"),
        "blind": _("a card is being drawn (R15)"),
        "return": _("give a card back (R15)"),
        "over": _("the match is over (R19)"),
    }[seen.phase]


def _turned_text(card: Card) -> str:
    if card >= VALKNUT:
        if card == VALKNUT:
            return _("A Valknut was turned: no trump.")
        return _("A Hagalaz was turned: no trump.")
    return (
        _("The blue {rank} was turned: blue is trump."),
        _("The green {rank} was turned: green is trump."),
        _("The red {rank} was turned: red is trump."),
        _("The yellow {rank} was turned: yellow is trump."),
    )[COLOUR_OF[card]].format(rank=RANK_OF[card])


def _title(card: Card, seen: Observation) -> str:
    """Return a card's name, whether it is trump, and its power: `Green 7, trump, no power.`"""
    name, power = card_title(card), power_word(card)
    if COLOUR_OF[card] == seen.trump >= 0:
        if power:
            return _("{card}, trump, {power}.", card=name, power=power)
        return _("{card}, trump, no power.", card=name)
    return _("{card}, {power}.", card=name, power=power) if power else _("{card}, no power.", card=name)


def _explain_card(card: Card, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return a card's name and power, and what matters about it now."""
    title = _title(card, seen)
    played_by = reading.place_of(card, seen)
    if played_by is not None:
        return Sentence(title, *_explain_played(card, played_by, seen, names))
    if seen.phase == "play" and card in seen.hand and not reading.may_play(card, seen) and seen.mover == seen.seat:
        return Sentence(title, _("Not now: you hold {colour}.", colour=colour_name(seen.follow)), "R7")
    if seen.phase == "discard" and card == seen.fresh:
        text = _("Just drawn; you may put it under the deck at once. Nobody else sees it.")
        return Sentence(title, text, "R9")
    if seen.phase == "return" and card == seen.fresh and seen.last_trick is not None:
        whom = names[seen.last_trick.robbed]
        text = _("Just drawn; you may give it straight back. Only {name} and you see it.", name=whom)
        return Sentence(title, text, "R15")
    new = ""
    if (moved := reading.robbed_by_six(seen)) is not None and card == moved[1]:
        trick = seen.last_trick
        assert trick is not None
        new = _("New: from {name}, who knows that you hold it.", name=names[trick.winner])
    text, rule = _power_text(card, seen, names) if power_word(card) else _what_beats(card, seen)
    return Sentence(title, paragraph(new, text), rule)


def _explain_played(card: Card, place: int, seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return why a card that lies in the trick matters, and the rule."""
    if card == VALKNUT:
        return _("Nobody will have this trick; its leader leads again."), "R11"
    if VALKNUT in seen.trick:
        return _("It goes down with the trick: a Valknut lies there."), "R11"
    seat = (seen.leader + place) % seen.seats
    own, name = is_reader(seat, seen), names[seat]
    if reading.highest_so_far(seen) == place:
        text = _("Yours, and highest so far.") if own else _("{name} played it, and it is highest so far.", name=name)
    else:
        text = _("Yours.") if own else _("{name} played it.", name=name)
    match RANK_OF[card]:
        case 1:
            then = _("You would take an earlier trick with it.")
            if not own:
                then = _("If it wins, {name} may take an earlier trick.", name=name)
            rule = "R14"
        case 6:
            then = _("You would draw from another hand with it.")
            if not own:
                then = _("If it wins, {name} may draw from another hand.", name=name)
            rule = "R15"
        case 9:
            then = _("If it wins, the player on your left leads.")
            if not own:
                then = _("If it wins, the player left of {name} leads.", name=name)
            rule = "R16"
        case 0:
            then = _("You lead next, unless another Hagalaz follows.")
            if not own:
                then = _("{name} leads next, unless another follows.", name=name)
            rule = "R16"
        case _rank:
            then, rule = _what_beats(card, seen)
    return paragraph(text, then), rule


def _power_text(card: Card, seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return what a card with a power does, and the rule."""
    other = names[1 - seen.seat] if seen.seats == 2 and seen.seat != NOBODY else ""
    if card == VALKNUT:
        return _("Nobody has the trick, and its leader leads again."), "R11"
    if card == HAGALAZ:
        return _("Below every colour; whoever played the last one leads next."), "R13"
    match RANK_OF[card]:
        case 1:
            if other:
                return _("If it wins, you may take an earlier trick from {name}.", name=other), "R14"
            return _("If it wins, you may take an earlier trick from another player."), "R14"
        case 3:
            if len(seen.hand) == 1:
                return _("As your last card it does nothing more."), "R10"
            return _("When you play it, you may draw a card and put one under the deck."), "R9"
        case 6:
            if other:
                return _("If it wins, you may draw a card blind from {name} and give one back.", name=other), "R15"
            return _("If it wins, you may draw a card blind from another player and give one back."), "R15"
    if other:
        return _("If it wins, {name} leads the next trick.", name=other), "R16"
    if seen.seats == 2:
        return _("If it wins, another player leads the next trick."), "R16"
    return _("If it wins, the player on your left leads the next trick."), "R16"


def _what_beats(card: Card, seen: Observation) -> tuple[str, str]:
    """Return which cards are higher than a coloured one, for one without a power; and the rule."""
    colour, rank = COLOUR_OF[card], RANK_OF[card]
    higher = [colour * 9 + number for number in range(rank, 9)]
    trumps = colour == seen.trump or seen.trump == NO_COLOUR
    if len(higher) > 2:
        if trumps:
            return _("Loses to every higher {colour}.", colour=colour_name(colour)), "R13"
        text = _("Loses to every higher {colour} and to every {trump}.", colour=colour_name(colour),
                 trump=colour_name(seen.trump))  # fmt: skip
        return text, "R13"
    cards = all_of(the_card(other) for other in higher)
    if trumps:
        return _("Loses to {cards}.", cards=cards), "R13"
    return _("Loses to {cards} and to every {trump}.", cards=cards, trump=colour_name(seen.trump)), "R13"
