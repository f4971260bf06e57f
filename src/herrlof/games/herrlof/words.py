"""Everything that a person reads about Herrlof: messages, made from observations and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Words
from herrlof.games.herrlof import GOALS, actions, reading
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PREDICT, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_OF,
    HAGALAZ,
    NO_COLOUR,
    POWER_OF,
    POWERS,
    RANK_OF,
    SPECIAL_COPIES,
    VALKNUT,
    Card,
    Colour,
    Power,
)
from herrlof.games.herrlof.observation import Observation, gone_by, unseen
from herrlof.games.herrlof.scoring import BONUS_TRICKS, PREDICTION_BONUS, TRICKS_BONUS, Round, bonus_tricks
from herrlof.games.speech import Handler, Voice, line, number_word, number_word_first, secret, silent, unseen_beat
from herrlof.messages import N_, NN_, _, all_of, emphasis, listed, ngettext, one_of, paragraph, pgettext, said
from herrlof.options import Value

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


def _suit_rows(cards: Sequence[Card], trump: Colour) -> list[Row]:
    """Return cards suit by suit: the ranks of a colour, how many Valknut and Hagalaz."""
    suits: dict[int, list[str]] = {}
    for card in cards:
        suit = COLOUR_OF[card] if card < VALKNUT else 4 + (card > VALKNUT)
        suits.setdefault(suit, []).append(str(RANK_OF[card]) if card < VALKNUT else "")
    return [
        Row(suit_label(suit, trump), tuple(ranks) if ranks[0] else (number_word(len(ranks)),))
        for suit, ranks in suits.items()
    ]


def _suits(cards: Sequence[Card]) -> str:
    """Return cards in a sentence."""
    rows = _suit_rows([card for card in cards if card < VALKNUT], NO_COLOUR)
    told = [_("{option} {value}", option=row.title, value=" ".join(row.cells)) for row in rows]
    texts = {VALKNUT: NN_("{n} Valknut", "{n} Valknut"), HAGALAZ: NN_("{n} Hagalaz", "{n} Hagalaz")}
    told += [said(text, n=n) for card, text in texts.items() if (n := list(cards).count(card))]
    return all_of(told)


def power_word(card: Card) -> str:
    """Return the word for a card's power, nothing where it has none."""
    return "" if (power := POWER_OF[card]) is None else said(power.word)


# Where a round stands


def tricks_text(number: int) -> str:
    return ngettext("{n} trick", "{n} tricks", number) if number else _("no trick")


# What stands on the table


def suit_label(number: int, trump: Colour) -> str:
    """Return the name of a colour, or of Valknut or Hagalaz, in the count of a hand."""
    if number > 3:
        return _("Valknut") if number == 4 else _("Hagalaz")
    return _("{colour}, trump", colour=colour_name(number)) if number == trump else colour_name(number)


USUAL_TRICKS = {2: (4, 8), 3: (2, 4)}
"""Between how many tricks, by seats, four of five hands win that rules bots play."""


def copies_gone(gone: int) -> str:
    """Return how many Valknuts, or Hagalaz, have gone by: `1 of 3`."""
    return made_of(gone, SPECIAL_COPIES)


def made_of(made: int, said: int) -> str:
    """Return the tricks of a round beside those that were said: `3 of 4`."""
    return _("{n} of {whole}", n=made, whole=said)


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


# What the game says


class CardVoice(Voice[Observation]):
    """What is said of a card: its power, what beats it, what it has done."""

    def _title(self, card: Card) -> str:
        """Return a card's name, whether it is trump, and its power: `Green 7, trump, no power.`"""
        name, power = card_title(card), power_word(card)
        if COLOUR_OF[card] == self.seen.trump >= 0:
            if power:
                return _("{card}, trump, {power}.", card=name, power=power)
            return _("{card}, trump, no power.", card=name)
        return _("{card}, {power}.", card=name, power=power) if power else _("{card}, no power.", card=name)

    def _explain_card(self, card: Card, action: Action) -> Sentence:
        """Return a card's name and power, and what matters about it now."""
        seen = self.seen
        title = self._title(card)
        played_by = reading.place_of(card, seen)
        if played_by is not None:
            return Sentence(title, *self._explain_played(card, played_by))
        if seen.phase == "play" and card in seen.hand and not reading.may_play(card, seen) and seen.mover == seen.seat:
            return Sentence(title, _("Not now: you hold {colour}.", colour=colour_name(seen.follow)), "R7")
        if seen.phase == "discard" and card == seen.fresh:
            text = _("Just drawn; you may put it straight under the deck. Nobody else sees it.")
            return Sentence(title, text, "R9")
        if seen.phase == "return" and card == seen.fresh and seen.last_trick is not None:
            whom = self.names[seen.last_trick.robbed]
            text = _("Just drawn; you may give it straight back. Only {name} and you see it.", name=whom)
            return Sentence(title, text, "R15")
        new = ""
        if (moved := reading.robbed_by_six(seen)) is not None and card == moved[1]:
            trick = seen.last_trick
            assert trick is not None
            new = _("New: from {name}, who knows that you hold it.", name=self.names[trick.winner])
        text, rule = self._what_beats(card) if (power := POWER_OF[card]) is None else self._power_text(power)
        return Sentence(title, paragraph(new, text), rule)

    def _explain_played(self, card: Card, place: int) -> tuple[str, str]:
        """Return why a card that lies in the trick matters, and the rule."""
        seen = self.seen
        if card == VALKNUT:
            return _("Nobody gets the trick, and its leader leads again."), "R11"
        if VALKNUT in seen.trick:
            return _("It goes down with the trick: a Valknut lies there."), "R11"
        seat = (seen.leader + place) % seen.seats
        text = self.tells(seat, N_("Yours."), N_("{name} played it."))
        if reading.highest_so_far(seen) == place:
            other = N_("{name} played it, and it's highest so far.")
            text = self.tells(seat, N_("Yours, and highest so far."), other)
        power = POWER_OF[card]
        if power is None or power.acts == "played":
            then, rule = self._what_beats(card)
            return paragraph(text, then), rule
        you, other, rule = {
            "1": (N_("You would take an earlier trick with it."),
                  N_("If it wins, {name} may take an earlier trick."), power.rule),
            "6": (N_("You would draw from another hand with it."),
                  N_("If it wins, {name} may draw from another hand."), power.rule),
            "9": (N_("If it wins, the player on your left leads."),
                  N_("If it wins, the player on {name}'s left leads."), power.rule),
            "H": (N_("You lead next, unless another Hagalaz follows."),
                  N_("{name} leads next, unless another follows."), "R16"),
        }[power.code]  # fmt: skip
        return paragraph(text, self.tells(seat, you, other)), rule

    def _power_text(self, power: Power) -> tuple[str, str]:
        """Return what a card with a power does, and the rule."""
        seen = self.seen
        other = self.names[1 - seen.seat] if seen.seats == 2 and seen.seat != NOBODY else ""
        match power.code:
            case "V":
                text = _("Nobody gets the trick, and its leader leads again.")
            case "H":
                text = _("Loses to every coloured card; whoever plays the last one leads next.")
            case "1":
                text = _("If it wins, you may take an earlier trick from another player.")
                if other:
                    text = _("If it wins, you may take an earlier trick from {name}.", name=other)
            case "3":
                if len(seen.hand) == 1:
                    return _("As your last card it does nothing."), "R10"
                text = _("When you play it, you may draw a card and put one under the deck.")
            case "6":
                text = _("If it wins, you may draw a card unseen from another hand and give one back.")
                if other:
                    text = _("If it wins, you may draw a card unseen from {name} and give one back.", name=other)
            case _nine:
                text = _("If it wins, the player on your left leads the next trick.")
                if other:
                    text = _("If it wins, {name} leads the next trick.", name=other)
                elif seen.seats == 2:
                    text = _("If it wins, another player leads the next trick.")
        return text, power.rule

    def _what_beats(self, card: Card) -> tuple[str, str]:
        """Return which cards are higher than a coloured one, for one without a power; and the rule."""
        seen = self.seen
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


class HerrlofSpeaker(CardVoice):
    """What Herrlof says to one reader."""

    def question_about(self) -> object:
        """Return the trick, where something lies in it that may be the same as in the last one."""
        return reading.trick_number(self.seen) if self.seen.phase == "play" and self.seen.trick else None

    def question(self) -> Sentence:
        seen = self.seen
        match seen.phase:
            case "predict":
                asked = _("How many of the {n} tricks will you win?", n=seen.hand_size)
                return Sentence(asked, _("Nobody sees it before the end."))
            case "play":
                return Sentence(_("Your card."), self._what_to_follow())
            case "draw":
                return Sentence(_("The 3. Draw a card from the deck, and put one under it?"))
            case "discard":
                if seen.fresh is None:
                    return Sentence(_("The 3. Put which card under the deck?"))
                return Sentence(_("The 3. You drew {card}. Put which card under the deck?", card=the_card(seen.fresh)))
            case "take-trick":
                return Sentence(_("The 1. Take a trick that was won earlier?"))
            case "steal":
                return Sentence(_("The 6. Draw a card unseen from a hand, and give one back?"))
            case "return":
                assert seen.last_trick is not None
                victim = self.names[seen.last_trick.robbed]
                if seen.fresh is None:
                    return Sentence(_("The 6. Give {victim} which card back?", victim=victim))
                card = the_card(seen.fresh)
                return Sentence(_("The 6. You drew {card}. Give {victim} which card back?", card=card, victim=victim))
        return Sentence("")

    def label(self, action: Action) -> str:
        if PREDICT <= action < DRAW:
            return _("Say {n}", n=action - PREDICT)
        if action == DRAW:
            return _("Yes, draw a card")
        if action == PASS:
            return _("No, take no trick") if self.seen.phase == "take-trick" else _("No, draw no card")
        if TAKE_TRICK <= action < STEAL:
            seat = action - TAKE_TRICK
            return _("Take one from {name}, who has {n}", name=self.names[seat], n=self.seen.tricks_won[seat])
        if STEAL <= action < RETURN:
            return _("Draw from {name}", name=self.names[action - STEAL])
        card = reading.card_of(action)
        assert card is not None
        if action >= RETURN:
            return _("Give {card} back", card=the_card(card))
        if action >= DISCARD:
            return _("Put {card} under the deck", card=the_card(card))
        return _("Play {card}", card=the_card(card))

    def name(self, action: Action) -> str:
        if PREDICT <= action < DRAW:
            return str(action - PREDICT)
        if TAKE_TRICK <= action < RETURN:
            return self.names[(action - TAKE_TRICK) if action < STEAL else action - STEAL]
        if action in (DRAW, PASS):
            return _("Yes, draw") if action == DRAW else _("No")
        card = reading.card_of(action)
        return self.label(action) if card is None else card_name(card)

    def whole_name(self, action: Action) -> str:
        """Return a choice by its name, and an answer about a power by what it does."""
        if action == DRAW:
            return _("draw a card")
        if action == PASS:
            return _("no trick") if self.seen.phase == "take-trick" else _("no card")
        if TAKE_TRICK <= action < STEAL:
            return _("a trick from {name}", name=self.names[action - TAKE_TRICK])
        if STEAL <= action < RETURN:
            return _("a card from {name}", name=self.names[action - STEAL])
        return self.name(action)

    def in_sentence(self, action: Action) -> str:
        """Return a card after its article, and what else can be chosen by its whole name."""
        card = reading.card_of(action)
        return self.whole_name(action) if card is None else the_card(card)

    def comes_true(self, action: Action, n: int) -> str:
        """Return that a number comes true most often, or the own one with a choice."""
        if self.seen.prediction is None:
            return _("{number} comes true most often: in {n} of 100.", number=action - PREDICT, n=n)
        return _("Your {number} comes true most often with {name}: in {n} of 100.",
                 number=self.seen.prediction, name=self.in_sentence(action), n=n)  # fmt: skip

    def explain(self, action: Action) -> Sentence:
        """Return what a card or a choice does now, or what a card that was played has done."""
        seen = self.seen
        card = reading.card_of(action)
        if card is not None:
            return self._explain_card(card, action)
        if PREDICT <= action < DRAW:
            return Sentence(self.if_you_win(action - PREDICT), "", "R18")
        no, yes = _("No."), _("Yes.")
        match seen.phase:
            case "draw":
                if action == PASS:
                    return Sentence(no, _("Your hand and the deck stay as they are."), "R9")
                return Sentence(_("You see the top card of the deck, and may put that very card back."), "", "R9")
            case "take-trick":
                mine = seen.tricks_won[seen.seat]
                if action == PASS:
                    return Sentence(
                        no, _("Everybody keeps theirs; you hold {tricks}.", tricks=tricks_text(mine)), "R14"
                    )
                other, theirs = self.names[action - TAKE_TRICK], seen.tricks_won[action - TAKE_TRICK]
                text = _("You would hold {tricks}, {name} {n}.", tricks=tricks_text(mine + 1), name=other, n=theirs - 1)
                return Sentence(yes, text, "R14")
        if action == PASS:
            return Sentence(no, _("Nobody's hand changes."), "R15")
        text = _("You draw one of {name}'s cards unseen, and may give it back.", name=self.names[action - STEAL])
        return Sentence(yes, text, "R15")

    def refusal(self, action: Action) -> str:
        seen = self.seen
        card = reading.card_of(action)
        if card is not None and seen.phase in reading.CARD_PHASES and action - card == reading.CARD_PHASES[seen.phase]:
            if card not in seen.hand:
                return _("you don't hold {card}", card=the_card(card))
            colour = colour_name(seen.follow)
            return _("you hold {colour}; follow with {colour}, a Valknut or a Hagalaz (R7)", colour=colour)
        return _("{what}, not {action}", what=self._what_now(), action=repr(actions.CODES.encode(action)))

    def standing(self) -> list[Row]:
        public = self.to_all()
        seen = public.seen
        rows = [Row(_("Played"), tuple(card_name(card) for card in seen.trick))] if seen.trick else []
        rows += [Row(_("Round"), (str(seen.round_number),)), Row(_("Goal"), (str(seen.goal),))]
        if seen.turned:
            trump = _("none") if seen.trump == NO_COLOUR else colour_name(seen.trump)
            trick = _("{n} of {whole}", n=reading.trick_number(seen), whole=seen.hand_size)
            rows += [Row(_("Trick"), (trick,)), Row(_("Trump"), (trump,)), Row(_("Deck"), (str(seen.deck_size),))]
        for seat in range(seen.seats):
            points = ngettext("{n} point", "{n} points", seen.scores[seat])
            said = seen.predicted[seat] and seen.phase != "predict"
            aim = (tricks_text(seen.tricks_won[seat]),) if said else (public.public_aim(seat),)
            rows.append(Row(public.names[seat], tuple(filter(None, (points, *aim)))))
        return rows

    def hand(self) -> list[Row]:
        """Return the own cards, suit by suit: the ranks of a colour, how many Valknut and Hagalaz."""
        return _suit_rows(self.seen.hand, self.seen.trump)

    def dealt(self, story: Sequence[Event]) -> list[str]:
        """Return what each seat was dealt in the round that ended last, where that is open now."""
        return [
            self.tells(seat, "", N_("{name} exchanged cards out of your sight, so that hand isn't open."))
            if cards is None
            else self.tells(seat, N_("You were dealt {cards}."), N_("{name} was dealt {cards}."), cards=_suits(cards))
            for seat, cards in enumerate(reading.dealt_hands(story, self.seen.seats))
        ]

    def goal(self) -> str:
        seen = self.seen
        if seen.phase == "predict":
            return ngettext(
                "Exactly your number brings 10 points; {n} point wins the match.",
                "Exactly your number brings 10 points; {n} points win the match.",
                seen.goal,
            )
        return Sentence(
            _("Win exactly as many tricks as you said: that brings 10 points."),
            ngettext("{n} point wins the match.", "{n} points win the match.", seen.goal),
        )

    def usual(self, judged: Sequence[tuple[Action, Mapping[int, int]]] = ()) -> str:
        """Return how many tricks most hands win, or how often the best number comes true, and the likeliest one."""
        if self.seen.phase != "predict":
            return ""
        if not judged:
            few, many = USUAL_TRICKS[self.seen.seats]
            return _("Most hands win {few} to {many} tricks.", few=few, many=many)
        often = {}
        for action, outcomes in judged:
            times, number = sum(outcomes.values()), action - PREDICT
            often[number] = round(100 * outcomes.get(number, 0) / max(1, times))
        best, likeliest = next(iter(often)), max(often, key=lambda number: often[number])
        told = {"best": best, "n": often[best], "other": likeliest, "times": often[likeliest]}
        if often[likeliest] > often[best]:
            return _("Say {best}, and it comes true in {n} of 100 ways to deal the rest; {other} in {times}.", **told)
        return _("Say {best}, and it comes true in {n} of 100 ways to deal the rest.", **told)

    def aim(self) -> str:
        """Return how the own prediction stands."""
        own = reading.own_aim(self.seen)
        if own is None:
            return ""
        return _("You said {said} and have {tricks}; tricks left: {left}.", said=own.prediction,
                 tricks=tricks_text(own.tricks), left=own.left)  # fmt: skip

    def memory(self, preferences: Mapping[str, Value | None]) -> list[Row]:
        """Return the cards that have gone by, and what could still beat those that can be played."""
        if not preferences.get("seen", True):
            return []
        gone = Counter(gone_by(self.seen))
        found = []
        for colour in range(4):
            ranks = [str(RANK_OF[card]) for card in sorted(gone) if COLOUR_OF[card] == colour]
            found.append(Row(colour_first(colour), tuple(ranks) or (number_word(0),)))
        found += [Row(card_title(card), (copies_gone(gone[card]),)) for card in (VALKNUT, HAGALAZ)]
        told = [(card_title(card), self.threats_text(card)) for card in self.seen.hand]
        return [*found, *(Row(title, (text,)) for title, text in told if text)]

    def sheet(self) -> list[Row]:
        """Return the score sheet: for each round tricks of predicted ones, and points."""
        seen = self.seen
        if not seen.rounds:
            return []
        rows = [Row(_("round"), tuple(self.name_of(seat) for seat in range(seen.seats)))]
        for done in seen.rounds:
            title = str(done.number) if done.game == 1 else f"{done.game - 1}.{done.number}"
            cells = zip(done.tricks, done.predictions, done.points, strict=True)
            rows.append(Row(title, tuple(f"{made_of(made, said)}  {brought:>3}" for made, said, brought in cells)))
        return [*rows, Row(_("score"), tuple(str(score) for score in seen.scores))]

    def round_end(self) -> list[Sentence]:
        seen = self.seen
        if not seen.rounds:
            return []
        return [self.how_it_went(seen.rounds[-1], seat) for seat in range(seen.seats)]

    def match_end(self) -> list[str]:
        return self.result() if self.seen.winners else []

    def rule(self) -> str:
        return reading.rule_of(self.seen)

    def public_aim(self, seat: int) -> str:
        """Return what everybody may know of another seat's round."""
        seen = self.seen
        if seen.phase == "predict":
            return _("has chosen a number") if seen.predicted[seat] else _("is choosing a number")
        if not seen.predicted[seat]:
            return ""
        return _("{tricks} · number hidden", tricks=tricks_text(seen.tricks_won[seat]))

    def how_it_went(self, done: Round, seat: int) -> Sentence:
        """Return a sentence about what a round brought a seat; it says first what happened."""
        score = reading.score_of(done, seat, self.seen.seats, self.seen.edition)
        said, made = done.predictions[seat], done.tricks[seat]
        held, of = number_word(made), number_word(said)
        if said == made:
            if score.bonus:
                you = N_("Exactly what you said:| ten points, and five more for holding {held}.")
                other = N_("Exactly as said:| ten points, and five more for holding {held}.")
            elif not made:
                you, other = N_("Exactly what you said:| ten points."), N_("Exactly as said:| ten points.")
            elif made == 1:
                you = N_("Exactly what you said:| ten points, and one for the trick.")
                other = N_("Exactly as said:| ten points, and one for the trick.")
            else:
                you = N_("Exactly what you said:| ten points, and {held} for the tricks.")
                other = N_("Exactly as said:| ten points, and {held} for the tricks.")
            return Sentence(*emphasis(self.pick(seat, you, other), held=held))
        by = abs(said - made)
        many = number_word_first(by)
        if made < said:
            if score.bonus and by == 1:
                text = emphasis(
                    "One short:| {held} of {said}; still five points for holding {held}.", held=held, said=of
                )
            elif score.bonus:
                text = emphasis(
                    "{many} short:| {held} of {said}; still five points for holding {held}.",
                    many=many,
                    held=held,
                    said=of,
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
            text = emphasis("One too many:| just one for the trick.")
        elif by == 1:
            text = emphasis("One too many:| just {held} for the tricks.", held=held)
        else:
            text = emphasis("{many} too many:| just {held} for the tricks.", many=many, held=held)
        return Sentence(*text)

    def result(self) -> list[str]:
        """Return who won the match, by what, and what decided a tie (R20)."""
        seen = self.seen
        right = listed(self.number_of(seat, seen.correct[seat]) for seat in range(seen.seats))
        came_true = _("Numbers that came true: {numbers}.", numbers=right)
        title = self.who_won(seen.winners)
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
        level = all_of(self.name_of(seat) for seat in tied)
        points = ngettext("{n} point", "{n} points", max(seen.scores))
        if decided == "correct":
            text = _("{names} have {points} each: more numbers that came true decided it.", names=level, points=points)
            return [title, Sentence(text, rule="R20"), came_true]
        last = listed(self.number_of(seat, seen.rounds[-1].tricks[seat]) for seat in tied)
        text = _(
            "{names} have {points} each and equally many numbers that came true: "
            "the last round's tricks decide, {tricks}.",
            names=level, points=points, tricks=last,
        )  # fmt: skip
        return [title, Sentence(text, rule="R20")]

    def if_you_win(self, number: int) -> str:
        """Return what a number brings that comes true, and of what that is made up."""
        parts = [number, PREDICTION_BONUS]
        if number in bonus_tricks(self.seen.seats, self.seen.edition):
            parts.append(TRICKS_BONUS)
        sums = " + ".join(map(str, parts))
        return _("Win exactly {n}: {points} points ({sums})", n=number, points=sum(parts), sums=sums)

    def threats_text(self, card: Card) -> str:
        """Return how many unseen cards beat a card of the hand; nothing where that is no question."""
        found = reading.threats(card, self.seen)
        return "" if found is None else unseen_beat(len(found), len(unseen(self.seen)))

    def _what_to_follow(self) -> str:
        seen = self.seen
        if not seen.trick:
            return _("You lead: any card.")
        if seen.follow < 0:
            return _("No colour has been led yet: any card.")
        first, colour = colour_first(seen.follow), colour_name(seen.follow)
        if any(COLOUR_OF[card] == seen.follow for card in seen.hand):
            return _("{colour_first} is led and you hold {colour}.", colour_first=first, colour=colour)
        return _("{colour_first} is led and you hold none: any card.", colour_first=first)

    def _what_now(self) -> str:
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
        }[self.seen.phase]

    def _played(self, event: Event) -> str:
        card, place = event.values
        you, other = N_("You led {card}."), N_("{name} led {card}.")
        if place:
            you, other = N_("You played {card}."), N_("{name} played {card}.")
        return self.tells(event.seat, you, other, card=the_card(card))

    def _trick(self, event: Event) -> str:
        if event.seat == NOBODY:
            return _("The trick was destroyed.")
        return self.tells(event.seat, N_("You won the trick."), N_("{name} won the trick."))

    def _took_trick(self, event: Event) -> str:
        you, other = N_("You took a trick from {victim}."), N_("{name} took a trick from {victim}.")
        victim = event.values[0]
        to_you = N_("{name} took a trick from you.")
        return self.tells_of(event.seat, victim, you, to_you, other, victim=self.names[victim])

    def _stole(self, event: Event) -> str:
        if self.seen.seat in (event.seat, event.values[0]):
            return ""  # the next event tells them which card
        victim = self.names[event.values[0]]
        return _("{name} drew a card from {victim}'s hand.", name=self.names[event.seat], victim=victim)

    def _drew_blind(self, event: Event) -> str:
        you, to_you = N_("You drew {card} from {other}'s hand."), N_("{name} drew {card} from your hand.")
        other = N_("{name} drew {card} from {other}'s hand.")
        victim, card = event.values
        return self.tells_of(event.seat, victim, you, to_you, other, card=the_card(card))

    def _returned(self, event: Event) -> str:
        card = the_card(event.values[1]) if event.values else _("a card")
        return self.tells(event.seat, N_("You gave {card} back."), N_("{name} gave {card} back."), card=card)

    def _scored(self, event: Event) -> str:
        points = all_of(self.number_of(seat, n) for seat, n in enumerate(event.values))
        return _("The round brought {points}.", points=points)

    EVENTS: ClassVar[Mapping[str, Handler]] = {
        "dealer": line(N_("You deal first: drawn at random."), N_("{name} deals first: drawn at random.")),
        "dealt": line(N_("You dealt."), N_("{name} dealt.")),
        "hand": silent,
        "predictions": silent,
        "leads": silent,
        "turned": lambda self, event: _turned_text(event.values[0]),
        "predicted": secret(line(N_("You said {n}."), N_("{name} said {n}."), n=int)),
        "played": _played,
        "passed": line(N_("You didn't use the {n}."), N_("{name} didn't use the {n}."), n=int),
        "drew": secret(
            line(N_("You drew {card} from the deck."), N_("{name} drew {card} from the deck."), card=the_card),
            line(N_("You drew a card from the deck."), N_("{name} drew a card from the deck.")),
        ),
        "discarded": secret(
            line(N_("You put {card} under the deck."), N_("{name} put {card} under the deck."), card=the_card),
            line(N_("You put a card under the deck."), N_("{name} put a card under the deck.")),
        ),
        "trick": _trick,
        "took-trick": _took_trick,
        "stole": _stole,
        "drew-blind": secret(_drew_blind),
        "returned": _returned,
        "scored": _scored,
        "extra-game": lambda self, event: Sentence(_("Still level: another full game is played."), rule="R20"),
        "won": lambda self, event: self.who_won(event.values),
    }


class HerrlofWords(Words[Observation]):
    """The words of Herrlof."""

    prefix = "R"

    @property
    def facts(self) -> Mapping[str, str]:
        return {"points": _("points a round"), "exact": _("exact %")}

    def statistics(self) -> StatisticsPage:
        points = (
            Statistic(_("points a round"), "mean", "points"),
            Statistic(_("against you"), "against", "points"),
            Statistic(_("exactly in a row"), "run", "exact"),
        )
        moves = tuple(Statistic(said(power.counted), power.how, power.of) for power in POWERS)
        return StatisticsPage(points, _("Powers used"), moves)

    def option(self, name: str) -> str:
        return {
            "edition": _("Edition"),
            "goal": _("Goal"),
            "first_dealer": _("First dealer"),
            "highest": _("Name the highest card"),
            "brings": _("Show what a number brings"),
            "seen": _("Cards gone by"),
        }[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        match name:
            case "goal":
                return Sentence(_("Points to reach, 1 to 999; by the rule book {goal}.", goal=GOALS[seats]), rule="R19")
            case "first_dealer":
                return Sentence(_("The seat that deals first, counted from 0; at random if left out."), rule="R2")
            case "highest":
                return _("Marks the card that's the highest in the trick so far.")
            case "brings":
                return _("A chart shows what your number brings for each number of tricks.")
            case "seen":
                return _(
                    "The table shows the cards gone by, and how many others beat yours. Without it you have to "
                    "remember."
                )
        if value is None:
            return Sentence(_("Which rule book counts."), rule="R21")
        level = _("If you're level to the end, the win is shared.")
        if value != "english":
            level = _("If you're level to the end, another game follows.")
        if seats > 2:
            return Sentence(level, rule="R21")
        numbers = one_of(BONUS_TRICKS[str(value)])
        return Sentence(_("Five points more for {numbers} tricks.", numbers=numbers), level, "R21")

    def choice(self, name: str, value: Value | None) -> str:
        if name == "edition" and value is not None:
            return _("English, January 2020") if value == "english" else _("Dutch, February 2020")
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        return {"number": _("number"), "play": pgettext("decision", "play"), "power": _("power")}[kind]

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

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        if "round" not in progress:
            return ""
        if "trick" in progress:
            return _("round {round}, trick {trick}", **progress)
        return _("round {round}", **progress)

    def target(self, options: Mapping[str, Value]) -> str:
        return _("to {n}", n=options["goal"])

    def to(self, seen: Observation, names: Sequence[str]) -> HerrlofSpeaker:
        return HerrlofSpeaker(seen, names)
