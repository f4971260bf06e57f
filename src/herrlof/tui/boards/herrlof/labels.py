"""What the board of Herrlof says besides what every face says of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from herrlof.game import NOBODY, Action, Sentence
from herrlof.games.herrlof import reading
from herrlof.games.herrlof.actions import DRAW, PASS, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_OF,
    HAGALAZ,
    NO_COLOUR,
    POWERS,
    RANK_OF,
    VALKNUT,
    Card,
    Colour,
)
from herrlof.games.herrlof.reading import Aim
from herrlof.games.herrlof.scoring import Round, bonus_tricks
from herrlof.games.herrlof.tricks import LEAD_DESTROYED, LEAD_HAGALAZ, LEAD_NINE, Trick, next_lead
from herrlof.games.herrlof.words import (
    HerrlofSpeaker,
    card_name,
    colour_first,
    colour_name,
    the_card,
)
from herrlof.games.speech import number_word, number_word_first
from herrlof.messages import (
    ANSWER_LETTERS,
    N_,
    NN_,
    Label,
    _,
    all_of,
    listed,
    ngettext,
    one_of,
    paragraph,
    pgettext,
    pieces,
    said,
)

# Colours and cards


def power_lines() -> tuple[tuple[str, str], ...]:
    """Return what each card with a power can do, by its sign."""
    return tuple((power.code, said(power.does)) for power in POWERS)


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
        return AimText(said, _("won {n}: {more} too many", n=tricks, more=-missing), "")
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
    return AimText(said, _("{n} too many", n=-missing), ends)


# The last trick


def robbed_parts() -> list[tuple[str, str]]:
    """Return what another player's 6 did to the own hand, as texts each with the name of what stands after it."""
    return pieces(_("{name} took your {took} and gave you {gave}"))


# Points


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


def usually_true(seats: int) -> str:
    """Return how often numbers come true (docs/coach.md)."""
    if seats == 2:
        return _("With two players, three or four right in ten is good.")
    return _("With three players, five or six right in ten is good.")


# What stands on the table


class Labels:
    """Heads and short labels."""

    trump = Label("trump")
    deck = Label("deck")
    deck_short = Label("deck", "cell:5")
    to_goal = Label("to")
    no_trump = Label("no trump")
    new_trump = Label("new trump")
    the_deal = Label("The cards are dealt")
    void = Label("destroyed: nobody has it")
    any_card = Label("any card: no colour has been led yet")
    no_number = Label("no number yet")
    your_number = Label("YOUR NUMBER")
    none_yet = Label("none yet")
    chart = Label("points, for each number of tricks")
    remembered = Label("Only the last trick may be looked at again; those before it have to be remembered (R17).")
    no_trick = Label("none yet in this round")
    your_hand = Label("Your hand")
    with_power = Label("with a power")
    scores = Label("Scores")
    powers = Label("What a card can do")
    gone_by = Label("Cards gone by in this round")
    round = Label("round", "cell:8")
    sum = Label("sum", "cell:5")
    exactly = Label("✓ exactly")
    numbers = Label("In numbers")
    deals = Label("The deals")
    rounds = Label("Round by round")
    no_trump_yet = Label("no trump and no deck yet")
    you_say = Label("{you} say")
    number_key = Label("number")


def header_texts(number: int, tricks: int, trick: int, marked: bool) -> list[str]:
    """Return which round it is, and which of its tricks, if any, in longer and shorter forms.

    The round gives way to a mark of the match.
    """
    if not trick:
        return [
            _("Round {round} · {tricks} tricks", round=number, tricks=tricks),
            *([_("Round {n}", n=number)] if marked else []),
            _("R{round}", round=number),
        ]
    return [
        _("Round {round} · Trick {trick} of {tricks}", round=number, trick=trick, tricks=tricks),
        *([_("Trick {trick} of {tricks}", trick=trick, tricks=tricks)] if marked else []),
        _("R{round} · trick {trick}/{tricks}", round=number, trick=trick, tricks=tricks),
    ]


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


def chart_title(number: int) -> str:
    """Return the head of the chart of what a number brings."""
    return _("WHAT {n} BRINGS", n=number)


def whatever_you_say(note: str) -> str:
    """Return that extra points come whatever is said."""
    return _("{note}, whatever you say", note=note)


def round_over(number: int) -> str:
    return _("Round {n} is over", n=number)


def race_title(goal: int) -> str:
    """Return the head of the chart of scores."""
    return _("The race to {goal}", goal=goal)


def verdict(said: int, made: int) -> str:
    """Return how far a prediction was off."""
    return _("{n} short", n=said - made) if made < said else _("{n} too many", n=made - said)


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

    on_table = Label("That card is on the table: go down to your hand.")
    choose_answer = Label("Choose an answer with the arrows, or press its letter.")
    choose_number = Label("Choose a number first: type it, or use ↑ and ↓.")
    choose_card = Label("Choose a card first, with the arrows, its letter or its number.")


def letter_answers() -> str:
    """Return which keys answer a question with a yes and a no."""
    yes, no = tuple(ANSWER_LETTERS.said())
    return _("{yes} or {no} answers at once, or the arrows and Enter.", yes=yes, no=no)


def with_trump_sign(how: str) -> str:
    """Return which keys answer, and how a trump is known in the hand."""
    return _("Trumps have a double line. {how}", how=how)


def enter_label(phase: str) -> str:
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


MOST_NAMED = 4
"""Of more numbers of tricks that a round can end with, the span is told"""
MOSTLY = 70
"""in which it ends in so many of 100 deals."""


class HintLabels(NamedTuple):
    """What stands in a hint."""

    hint: str
    numbers: str
    lead: str
    your_number: str
    tricks: str


def hint_labels(at_stake: bool = False, seats: int = 2) -> HintLabels:
    """Return the labels of a hint; at_stake: it counts the chance to win the match.

    Where more than two play, points stand below the numbers: against the best of the others one is always behind.
    """
    points = pgettext("cell:11", "ahead") if seats == 2 else pgettext("cell:11", "points")
    return HintLabels(
        _("HINT"),
        _("how often each comes true, of 100 deals"),
        pgettext("cell:11", "wins in 100") if at_stake else points,
        _("your number"),
        pgettext("cell:6", "tricks"),
    )


def imagining(done: int, whole: int) -> str:
    """Return how many deals have been imagined."""
    return _("imagining deals: {n} of {whole}", n=done, whole=whole)


def number_comes_true(number: int, count: int) -> str:
    return _("{number} comes true in {count} of 100 deals.", number=number, count=count)


def wins_trick(count: int, settled: bool) -> str:
    """Return in how many of 100 deals the trick on the table is won; settled: nobody plays after it."""
    if settled and count in (0, 100):
        return _("Wins this trick.") if count else _("Doesn't win this trick.")
    return _("Wins this trick in {n} of 100 deals.", n=count)


def ends_with(often: Mapping[int, int]) -> str:
    """Return with how many tricks a round ends, and in how many of 100 deals each."""
    span, many = sorted(often), len(often) > MOST_NAMED
    while many and sum(often[number] for number in span) - min(often[span[0]], often[span[-1]]) >= MOSTLY:
        span.pop(0 if often[span[0]] < often[span[-1]] else -1)
    if not many and len(span) > 1:
        likeliest, *others = sorted(span, key=lambda number: -often[number])
        first = _("{n} in {count} of 100", n=likeliest, count=often[likeliest])
        numbers = listed([first, *(_("{n} in {count}", n=number, count=often[number]) for number in others)])
        return _("Tricks at the end: {numbers}.", numbers=numbers)
    numbers = one_of(span) if len(span) < 3 else _("{first} to {last}", first=span[0], last=span[-1])
    return ngettext(
        "You end with {numbers} trick in {count} of 100 deals.",
        "You end with {numbers} tricks in {count} of 100 deals.",
        span[-1], numbers=numbers, count=sum(often[number] for number in span),
    )  # fmt: skip


def ends_title(name: str) -> str:
    """Return the title of the chart of how many tricks one ends with."""
    return _("{name}: you end with … tricks in", name=name)


def best_numbers(level: Sequence[int], best: int, likeliest: bool, unsure: bool) -> str:
    """Return which numbers are the best; `likeliest`: whether `best` comes true most often of all.

    `unsure`: whether one of them may be worse after all.
    """
    if len(level) == 1:
        if likeliest:
            return _("{best} is the best number, and comes true most often.", best=best)
        return _("{best} is the best number.", best=best)
    numbers = _span(level) or one_of(level)
    if not unsure and likeliest:
        return _("{numbers}: about as good. {best} comes true most often.", numbers=numbers, best=best)
    if not unsure:
        return _("{numbers}: about as good. Of these {best} comes true most often.", numbers=numbers, best=best)
    if likeliest:
        return _("{numbers}: too close to call. {best} comes true most often.", numbers=numbers, best=best)
    return _("{numbers}: too close to call. Of these {best} comes true most often.", numbers=numbers, best=best)


def number_compared(number: int, level: Sequence[int], less: str) -> str:
    """Return how a number stands to the best ones; `less`: how much less it brings."""
    return paragraph(_("{name} brings {less}.", name=number, less=less), _better(level))


def number_dropped(number: int, level: Sequence[int]) -> str:
    """Return that others are better than a number that was not looked at to the end."""
    return _("Better than {number}: {numbers}.", numbers=_span(level) or one_of(level), number=number)


def _better(level: Sequence[int]) -> str:
    if len(level) == 1:
        return _("{best} is the best number.", best=level[0])
    return _("Better: {numbers}.", numbers=_span(level) or all_of(level))


def _span(level: Sequence[int]) -> str:
    """Return the first and the last of many numbers that follow each other; of others nothing."""
    first, last = level[0], level[-1]
    return _("{first} to {last}", first=first, last=last) if last - first == len(level) - 1 > 2 else ""


def brings_more(choice: str) -> str:
    """Return that a choice brings more points than the best one."""
    return _("{choice} brings more points.", choice=choice)


def true_more_often(number: int, card: Card | None = None) -> str:
    """Return that a number comes true more often than the best one; `card`: the number that was said, with a card."""
    if card is None:
        return _("{number} comes true more often.", number=number)
    return _("Your {number} comes true more often with {card}.", number=number, card=the_card(card))


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


class BoardSpeaker(HerrlofSpeaker):
    """What the board says to one reader, besides."""

    def why_won(self, trick: Trick, trump: Colour) -> str:
        """Return who won a trick and why, or why nobody did (R11 to R13); `trump` is the one that counts now."""
        if trick.winner == NOBODY:
            return self._why_void(trick, trump)
        colour = COLOUR_OF[reading.winning_card(trick)]
        match reading.why_won(trick, trump):
            case "Hagalaz":
                you, other = (
                    N_("You won with the first Hagalaz."),
                    N_("{name} won with the first Hagalaz."),
                )
            case "only colour":
                you, other = N_("You won with the only coloured card."), N_("{name} won with the only coloured card.")
            case "trump":
                you, other = N_("You won with a trump."), N_("{name} won with a trump.")
            case "highest trump":
                you, other = N_("You won with the highest trump."), N_("{name} won with the highest trump.")
            case "highest":
                you, other = N_("You won: highest {colour}."), N_("{name} won: highest {colour}.")
        return self.tells(trick.winner, you, other, colour=colour_name(colour))

    def _why_void(self, trick: Trick, trump: Colour) -> str:
        if (number := trick.cards.count(VALKNUT)) > 1:
            many = number_word(number)
            again = len({COLOUR_OF[card] for card in self.seen.turned[-2:]}) == 1
            if trump == NO_COLOUR:
                now = _("Still no trump.") if again else _("Now no trump.")
            elif again:
                now = _("{colour_first} stays trump.", colour_first=colour_first(trump))
            else:
                now = _("Now {colour} is trump.", colour=colour_name(trump))
            return paragraph(_("Destroyed by {number} Valknut.", number=many), now)
        by = (trick.leader + trick.cards.index(VALKNUT)) % len(self.names)
        other = N_("{name}'s Valknut destroyed it: nobody has it.")
        return self.tells(by, N_("Your Valknut destroyed it: nobody has it."), other)

    def power_used(self, trick: Trick) -> str:
        """Return what the winner did with a 1 or a 6, if anything; with the cards, where they are known."""
        if trick.robbed == NOBODY:
            return ""
        parts: dict[str, object] = {"victim": self.names[trick.robbed]}
        if RANK_OF[reading.winning_card(trick)] == 1:
            you, to_you = N_("The 1: you took a trick from {victim}."), N_("The 1: {name} took a trick from you.")
            other = N_("The 1: {name} took a trick from {victim}.")
            return self.tells_of(trick.winner, trick.robbed, you, to_you, other, **parts)
        drawn, given = reading.last_exchange(self.seen)
        if drawn is None:
            you, to_you = N_("The 6: you draw from {victim}'s hand."), N_("The 6: {name} drew from your hand.")
            other = N_("The 6: {name} drew from {victim}'s hand.")
            return self.tells_of(trick.winner, trick.robbed, you, to_you, other, **parts)
        if given is None:
            you = N_("The 6: you drew {card}; you owe {victim} a card.")
            other = N_("The 6: {name} drew {card} from your hand.")
            return self.tells(trick.winner, you, other, card=the_card(drawn), **parts)
        you = N_("The 6: you drew {took} and gave {victim} {gave}.")
        other = N_("The 6: {name} took your {took} and gave you {gave}.")
        took = self.pick(trick.winner, the_card, card_name)(drawn)
        return self.tells(trick.winner, you, other, took=took, gave=the_card(given), **parts)

    def why_leads(self, trick: Trick) -> str:
        """Return who leads next and why (R16)."""
        seats = len(self.names)
        match next_lead(trick.cards, (trick.winner - trick.leader) % seats)[1]:
            case x if x == LEAD_DESTROYED:
                you, other = N_("You lead again."), N_("{name} leads again.")
            case x if x == LEAD_HAGALAZ and trick.cards.count(HAGALAZ) > 1:
                you, other = N_("You lead: the last Hagalaz."), N_("{name} leads: the last Hagalaz.")
            case x if x == LEAD_HAGALAZ:
                you, other = N_("You lead: the Hagalaz."), N_("{name} leads: the Hagalaz.")
            case x if x == LEAD_NINE and seats == 2:
                you, other = N_("You lead: a 9 gives the lead away."), N_("{name} leads: a 9 gives the lead away.")
            case x if x == LEAD_NINE:
                you, other = N_("You lead: left of the winning 9."), N_("{name} leads: left of the winning 9.")
            case _other:
                you, other = N_("You lead."), N_("{name} leads.")
        return self.tells(trick.next_leader, you, other)

    def answer(self, action: Action) -> str:
        """Return an answer to a question about a power, beside the key that gives it."""
        if action == PASS:
            return _("no")
        if action == DRAW:
            return pgettext("answer", "draw")
        if action >= STEAL:
            return _("draw from {name}", name=self.names[action - STEAL])
        seat = action - TAKE_TRICK
        return _("take one from {name}, who has {n}", name=self.names[seat], n=self.seen.tricks_won[seat])

    def bonus_note(self) -> tuple[tuple[int, ...], str]:
        """Return the numbers of tricks that earn the extra points, and the words beside them (R18)."""
        numbers = bonus_tricks(self.seen.seats, self.seen.edition)
        return numbers, _("for holding {numbers} tricks", numbers=one_of(numbers)) if numbers else ""

    def who_leads(self) -> str:
        """Return who is ahead in points."""
        seen = self.seen
        first, by = reading.lead(seen)
        if len(first) == seen.seats:
            return _("Level: {points} each.", points=max(seen.scores))
        if len(first) > 1:
            return _("{names} are ahead.", names=all_of(self.names[seat] for seat in first))
        return self.tells(first[0], N_("You're ahead by {n}."), N_("{name} is ahead by {n}."), n=by)

    def still_to_go(self) -> list[str]:
        """Return how many points each player lacks, a sentence each, who looks first."""
        seen = self.seen
        you = NN_("You need {n} more point.", "You need {n} more points.")
        other = NN_("{name} needs {n} more point.", "{name} needs {n} more points.")
        seats = ((max(seen.seat, 0) + turn) % seen.seats for turn in range(seen.seats))
        return [self.tells(seat, you, other, n=max(0, seen.goal - seen.scores[seat])) for seat in seats]

    def round_result(self, done: Round) -> Sentence:
        """Return who is ahead after a round, and how many of its tricks nobody has.

        Whose first number did not come true reads that few do.
        """
        seen = self.seen
        missed = seen.seat != NOBODY and done.predictions[seen.seat] != done.tricks[seen.seat]
        often = usually_true(seen.seats) if missed and len(seen.rounds) == 1 else ""
        return Sentence(self.who_leads(), paragraph(destroyed_note(done), often))

    def first_seats(self) -> tuple[str, str]:
        """Return who dealt, and who leads first."""
        return (
            self.tells(self.seen.dealer, N_("You dealt."), N_("{name} dealt.")),
            self.tells(self.seen.leader, N_("You lead first."), N_("{name} leads first.")),
        )

    def next_round(self) -> str:
        """Return who deals the round that comes next, and who leads then."""
        dealer, leader = self.seen.dealer, (self.seen.dealer + 1) % self.seen.seats
        you, to_you = N_("Round {n}: you deal, {name} leads first."), N_("Round {n}: {name} deals, you lead first.")
        other = N_("Round {n}: {name} deals, {leader} leads first.")
        name = self.names[self.pick(dealer, leader, dealer)]
        parts = {"n": self.seen.round_number, "name": name, "leader": self.names[leader]}
        return self.tells_of(dealer, leader, you, to_you, other, **parts)

    def leads_briefly(self) -> str:
        """Return who leads first, where room is short."""
        return self.tells(self.seen.leader, N_("You lead"), N_("{name} leads"))

    def on_average(self, points: float, lead: float, at_stake: bool) -> str:
        """Return what a choice brings, and what verdicts are about: how much more that is than the other has.

        Where the match is at stake, in how many of 100 it is won. Against the best of several others one is always
        behind.
        """
        if at_stake:
            return _("{points:.1f} points on average; the match is won in {n} of 100.", points=points, n=round(lead))
        if self.seen.seats > 2:
            return _("{points:.1f} points on average.", points=points)
        told = {"points": points, "n": abs(lead)}
        name = self.names[1 - self.seen.seat]
        if lead < 0:
            return _("{points:.1f} points on average, {n:.1f} behind {name}.", name=name, **told)
        return _("{points:.1f} points on average, {n:.1f} ahead of {name}.", name=name, **told)

    def number_beside(self, number: int, count: int, points: float, lead: float, at_stake: bool) -> str:
        """Return the same of the best number, after what was said of another one."""
        if at_stake:
            return _("{number} in {count}: {points:.1f} points, the match in {n}.",
                     number=number, count=count, points=points, n=round(lead))  # fmt: skip
        told = {"number": number, "count": count, "points": points, "n": abs(lead)}
        if self.seen.seats > 2:
            return _("{number} in {count}: {points:.1f} points.", **told)
        if lead < 0:
            return _("{number} in {count}: {points:.1f} points, {n:.1f} behind.", **told)
        return _("{number} in {count}: {points:.1f} points, {n:.1f} ahead.", **told)

    def what_counts(self, at_stake: bool) -> str:
        """Return by what the best choice is the best, after it was said what another one brings more of."""
        if at_stake:
            return _("But what counts is how often you win the match.")
        if self.seen.seats == 2:
            return _("But {name} would gain more by it.", name=self.names[1 - self.seen.seat])
        return _("But the others would gain more by it.")
