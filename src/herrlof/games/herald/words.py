"""Everything that a person reads about Herald: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, NamedTuple

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Words
from herrlof.games.herald import actions, reading
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import (
    COLOUR_OF,
    COLOURLESS,
    COPIES,
    FIGURE_OF,
    FIGURE_POINTS,
    FIGURE_ROWS,
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
from herrlof.games.herald.scoring import Win, judge, piles_of
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
    Trick,
    story,
    why,
)
from herrlof.games.speech import Handler, Voice, line, number_word, secret, unseen_beat
from herrlof.messages import N_, _, all_of, listed, ngettext, one_of, paragraph, pgettext, said
from herrlof.options import Value

# Cards


def figure_name(figure: Figure) -> str:
    return said(FIGURE_ROWS[figure].name)


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
                "{points} beats {others}: one point more.", "{points} beats {others}: {number} points more.",
                mine - other, points=mine, others=other, number=number_word(mine - other),
            )  # fmt: skip
        case x if x == TOO_HIGH:
            text = _("{points} is more than three above {others}.", points=mine, others=other)
        case x if x == TOO_LOW:
            text = _("{points} is less than {others}.", points=mine, others=other)
        case x if x == CIRCLE_BEATS:
            text = _("{figure} beats {other}.", **figures)
        case x if x == CIRCLE_LOSES:
            text = _("{figure} beats {other}.", figure=figures["other"], other=figures["figure"])
        case x if x == SAME_CARD:
            text = _("The same card: the earlier stays ahead.")
        case x if x == HERALD_BEATS:
            text = _("The Herald beats whatever is ahead.")
        case x if x == HERALD_STAYS:
            text = _("Only a Mage beats the Herald.")
        case x if x == MAGE_BEATS_HERALD:
            text = _("The Mage beats the Herald.")
        case x if x == MAGE_BEATS_NOTHING:
            text = _("A Mage beats only the Herald and a lesser Mage.")
        case x if x == MAGE_LED:
            text = _("No card beats a Mage that was led.")
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
        return _("Led, it wins the trick.") if now.reason == MAGE_LED else _("Led, it's ahead.")
    return reason_sentence(card, now.ahead, now.reason)


def _a_figure(figure: Figure) -> str:
    if figure in COLOURLESS:
        return _("the {figure}", figure=figure_name(figure))
    return _("an Archer") if FIGURE_ROWS[figure].code == "A" else _("a {figure}", figure=figure_name(figure))


def beaten_with(
    card: Card, led: bool, better: bool = True, by_names: bool = False, left: Collection[Card] | None = None
) -> str:
    """Return what beats a card: `5, 6, a gold Catapult or the Herald`; nothing for a Mage led.

    `by_names`: figures and no points, which are no names of cards to who hears only those;
    `left`: of these cards alone.
    """
    found = reading.beaters(card, led, left)
    others = reading.beaten(FIGURE_OF[card], led).figures
    worth = [_a_figure(one) for one in others if FIGURE_POINTS[one] in found.points] if by_names else []
    names = [*(worth or map(str, found.points)), *map(_a_figure, found.figures)]
    names += _better_ones(card, found) if better else ()
    names += map(_a_figure, [HERALD] * found.herald)
    return one_of(names) if names else ""


def _better_ones(card: Card, found: reading.Beaters) -> list[str]:
    """Return what of its own figure beats a card, if anything: `a gold Horse`, `a better Horse`."""
    if len(found.colours) == 1:
        return [the_card(card - COLOUR_OF[card])]
    return [_("a better {figure}", figure=figure_name(FIGURE_OF[card]))] if found.colours else []


def number_of_figures(figure: Figure, number: int, better: bool) -> str:
    """Return a number of figures, of a better colour or of any."""
    row = FIGURE_ROWS[figure]
    return said(row.better if better else row.number, n=number)


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


def _brief_reason(card: Card, now: Outlook) -> str:
    """Return why a card would be lost, where room is short; of a Mage that was led the question says it."""
    if now.leads or now.reason == MAGE_LED:
        return ""
    if now.reason == MAGE_BEATS_NOTHING:
        return _("{points} is less than {others}.", points=POINTS_OF[card], others=POINTS_OF[now.ahead])
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


# What beats what


def beaten_by_text(figure: Figure, led: bool) -> str:
    """Return the figures that beat a figure when it is ahead: `Tower, Catapult, Herald, a better colour`."""
    figures, better_colour = reading.beaten(figure, led)
    names = [figure_name(other) for other in figures]
    if better_colour:
        names.append(_("a better colour"))
    return listed(names) if names else _("nothing")


# What stands on the table


def tricks_text(tricks: int) -> str:
    return ngettext("{n} trick", "{n} tricks", tricks) if tricks else _("no trick")


# What the game says


class HeraldSpeaker(Voice[Observation]):
    """What Herald says to one reader."""

    def question(self) -> Sentence:
        if self.seen.phase != "play":
            return Sentence("")
        text = self._turn_text(brevity=len(self.seen.trick) == 1, by_names=True)  # what was led is told before
        return Sentence(_("Your card."), text, self.why_ahead().rule or "H4")

    def question_about(self) -> object:
        """Return the trick, where something lies in it that may be the same as in the last one."""
        return reading.trick_number(self.seen) if self.seen.trick else None

    def label(self, action: Action) -> str:
        return _("Play {card}", card=the_card(action))

    def name(self, action: Action) -> str:
        return card_name(action)

    def in_sentence(self, action: Action) -> str:
        """Return a card after its article."""
        return the_card(action)

    def explain(self, action: Action) -> Sentence:
        """Return what a card would do now, what it did in the trick, or what beats it."""
        seen = self.seen
        if action in seen.hand and reading.may_foresee(seen):
            now = self.prospect(action)
            return Sentence(now.title, paragraph(now.verdict, now.why, now.threats), now.rule)
        if action in seen.trick and action not in seen.hand:
            return self.step_explained(seen.trick.index(action))
        beaten = beaten_by_text(FIGURE_OF[action], led=False)
        text = _("What beats it: {figures}.", figures=beaten)
        return Sentence(card_title(action), text, FIGURE_ROWS[FIGURE_OF[action]].rule)

    def refusal(self, action: Action) -> str:
        if self.seen.phase == "play":
            return _("you don't hold {card}", card=the_card(action))
        now = {
            "dealer": _("the first dealer has yet to be named (H3)"),
            "deal": _("the cards have yet to be dealt (H3)"),
            "over": _("the match is over (H11)"),
        }[self.seen.phase]
        return _("{what}, not {action}", what=now, action=repr(actions.CODES.encode(action)))

    def standing(self) -> list[Row]:
        """Return what is public now. What was won is told in cards, not in points (H11)."""
        public = self.to_all()
        seen = public.seen
        rows = []
        if seen.trick:
            played = [
                pgettext(
                    "card of a player",
                    "{name} {card}",
                    name=public.names[(seen.leader + place) % seen.seats],
                    card=card_name(card),
                )
                for place, card in enumerate(seen.trick)
            ]
            reason = public.why_ahead()
            rows.append(Row(_("Ahead"), (played[seen.ahead],), Sentence(reason.why or reason.ask, rule=reason.rule)))
            rows.append(Row(_("Played"), tuple(played)))
        if seen.games > 1:
            rows.append(Row(_("Game"), (_("{n} of {whole}", n=seen.game_number, whole=seen.games),)))
        if seen.phase == "play":
            trick = _("{n} of {whole}", n=reading.trick_number(seen), whole=reading.tricks_in_game(seen.seats))
            rows += [Row(_("Trick"), (trick,)), Row(_("Stock"), (str(seen.stock_size),))]
        if (last := seen.last_trick) is not None:
            rows.append(Row(_("Last trick"), (story_line(last.cards),), public.why_won(last)))
        for seat in range(seen.seats):
            cells = [public.cards_won_text(seat)]
            if seen.rounds:
                cells.append(points_text(seen.scores[seat]))
            rows.append(Row(public.names[seat], tuple(cells)))
        return rows

    def hand(self) -> list[Row]:
        """Return the own cards, colour by colour; those without one come last."""
        colours: dict[int, list[str]] = {}
        for card in sorted(self.seen.hand, key=COLOUR_OF.__getitem__):
            colours.setdefault(COLOUR_OF[card], []).append(figure_name(FIGURE_OF[card]))
        return [
            Row(_("without colour") if colour == NO_COLOUR else colour_name(colour), tuple(figures))
            for colour, figures in colours.items()
        ]

    def goal(self) -> str:
        return Sentence(
            _("A card beats one worth up to three points less."),
            _("Whoever has the most of the 240 points wins."),
        )

    def aim(self) -> str:
        """Return what the own pile holds."""
        if self.seen.seat == NOBODY:
            return ""
        won = reading.cards_won(self.seen.seat, self.seen)
        return (
            ngettext("You have won {n} card.", "You have won {n} cards.", won) if won else _("You have won no cards.")
        )

    def sheet(self) -> list[Row]:
        """Return the score sheet: for each game the points, and who won the Herald."""
        seen = self.seen
        if not seen.rounds:
            return []
        rows = [Row(_("game"), tuple(self.name_of(seat) for seat in range(seen.seats)))]
        for number, done in enumerate(seen.rounds, 1):
            herald = self.tells(done.herald, N_("You won the Herald."), N_("{name} won the Herald."))
            rows.append(Row(str(number), tuple(map(str, done.points)), herald))
        return [*rows, Row(_("points"), tuple(map(str, seen.scores)))]

    def round_end(self) -> list[str]:
        """Return a sentence for each seat about the game that was counted last."""
        seen = self.seen
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

    def match_end(self) -> list[str]:
        seen = self.seen
        if not seen.winners:
            return []
        return self.win_text(judge(seen.scores, piles_of(seen.tricks, seen.seats)))

    def rule(self) -> str:
        return reading.rule_of(self.seen)

    def why_ahead(self) -> Sentence:
        """Return why the card that is ahead is ahead; nothing while no card lies there."""
        seen = self.seen
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

    def _turn_text(self, brevity: int, by_names: bool = False) -> str:
        seen = self.seen
        if not seen.trick:
            return _("You lead: any card.")
        card = seen.trick[seen.ahead]
        cards = beaten_with(card, seen.ahead == 0, brevity < 2, by_names)
        if not cards:
            return _("No card beats a Mage that was led: give up one you can spare.")
        if reading.is_safe(seen):
            return _("No card left beats it: give up one you can spare.")
        if brevity:
            return _("Beat it: {cards}.", cards=cards)
        return _("{card} is ahead: {cards} beats it.", card=the_card_first(card), cards=cards)

    def threats_text(self, card: Card, led: bool, to_come: int, briefly: bool = False) -> str:
        """Return what could still beat a card that is ahead; `to_come` is how many seats play after it.

        `briefly`: only how many, for a window without room for more.
        """
        if led and card <= LAST_MAGE:
            return _("No card beats it.")
        if not to_come:
            return ""
        found = reading.threats(card, self.seen, led)
        total, whole = found.total(), len(unseen(self.seen))
        if briefly or not total:
            return unseen_beat(total, whole)
        names = []
        for figure in range(FIGURES):
            number = sum(found[other] for other in found if FIGURE_OF[other] == figure)
            if number and figure in COLOURLESS:
                names.append(_("the {figure}", figure=figure_name(figure)))
            elif number:
                names.append(number_of_figures(figure, number, better=figure == FIGURE_OF[card]))
        return ngettext(
            "{n} of {whole} unseen cards beats it: {cards}.", "{n} of {whole} unseen cards beat it: {cards}.", total,
            whole=whole, cards=all_of(names),
        )  # fmt: skip

    def prospect(self, card: Card, briefly: bool = False) -> Prospect:
        """Return what a card would do in the trick on the table, and what could still beat it.

        `briefly`: in a row of 57 columns.
        """
        seen = self.seen
        now = reading.outlook(card, seen)
        title, why_so = card_title(card), outlook_text(card, now)
        lost, wins, ahead = _("It would be lost."), _("It would win the trick."), _("It would be ahead.")
        if briefly:
            title, why_so = _("{card}, {n}.", card=card_first(card), n=POINTS_OF[card]), _brief_reason(card, now)
            lost, wins, ahead = _("Lost."), _("Wins."), _("Ahead.")
        threats = verdict = ""
        if now.leads:
            threats = self.threats_text(card, not seen.trick, reading.players_after(seen), briefly)
        if seen.trick:
            verdict = lost if not now.leads else ahead if reading.players_after(seen) else wins
        return Prospect(title, now.leads, verdict, why_so, threats, now.rule)

    def story_text(self, trick: Trick) -> list[Sentence]:
        """Return a sentence for each card of a trick, finished or not, in playing order: what it did, and why."""
        return [
            self._step_text((trick.leader + place) % self.seen.seats, step.card, step.ahead, step.reason)
            for place, step in enumerate(story(trick.cards))
        ]

    def step_explained(self, place: int) -> Sentence:
        """Return what the card at a place of the trick on the table did."""
        seen = self.seen
        step = self.story_text(Trick(seen.leader, seen.trick, NOBODY))[place]
        return Sentence(card_title(seen.trick[place]), paragraph(step.ask, step.why), step.rule)

    def why_won(self, trick: Trick) -> Sentence:
        """Return who won a trick, and with what."""
        place = (trick.winner - trick.leader) % len(trick.cards)
        step = story(trick.cards)[place]
        if step.reason == MAGE_LED:
            text, rule = _("No card beats a Mage that was led."), "H10"
        elif not place:
            text, rule = _("It was led, and nothing beat it."), "H5"
        else:
            text, rule = reason_sentence(step.card, step.ahead, step.reason), REASON_RULES[step.reason]
        return Sentence(self.won_with(trick), text, rule)

    def won_with(self, trick: Trick) -> str:
        """Return who won a trick, and with what, without the reason."""
        card = the_card(trick.cards[(trick.winner - trick.leader) % len(trick.cards)])
        return self.tells(trick.winner, N_("You won with {card}."), N_("{name} won with {card}."), card=card)

    def _step_text(self, seat: int, card: Card, ahead: Card, reason: int) -> Sentence:
        """Return what a card did when it was played; `reason` is one of a `PlayedCard`."""
        name = the_card(card)
        if ahead == NO_CARD:
            led = self.tells(seat, N_("You led {card}."), N_("{name} led {card}."), card=name)
            return Sentence(led, _("No card beats it."), "H10") if reason == MAGE_LED else Sentence(led)
        you, other = N_("You played {card}, and it's lost."), N_("{name} played {card}, and it's lost.")
        if reason <= MAGE_BEATS_HERALD:
            you, other = N_("You played {card} and are ahead."), N_("{name} played {card} and is ahead.")
        text = self.tells(seat, you, other, card=name)
        return Sentence(text, reason_sentence(card, ahead, reason), REASON_RULES[reason])

    def win_text(self, win: Win) -> list[str]:
        """Return who has won the match, by what, and what decided between level seats (H11 to H13)."""
        seen = self.seen
        title = self.who_won(win.winners)
        points, games = points_text(max(seen.scores)), number_word(seen.games)
        several = seen.games > 1
        if len(win.winners) > 1:
            if several:
                text = _(
                    "With {points} each over {games} games and equally many gold, silver and bronze cards; "
                    "no winner has the Herald.",
                    points=points, games=games,
                )  # fmt: skip
            else:
                text = _(
                    "With {points} each and equally many gold, silver and bronze cards; no winner has the Herald.",
                    points=points,
                )
            return [title, Sentence(text, rule="H12")]
        if win.decided == "points":
            by = points_text(max(seen.scores) - sorted(seen.scores)[-2])
            order = sorted(range(seen.seats), key=lambda seat: -seen.scores[seat])
            scores = listed(self.number_of(seat, seen.scores[seat]) for seat in order)
            text = _("By {points}: {scores}.", points=by, scores=scores)
            if several:
                text = _("By {points} over {games} games: {scores}.", points=by, games=games, scores=scores)
            return [title, Sentence(text, rule="H11")]
        first, *others = sorted(win.level, key=lambda seat: seat != seen.seat)
        who = all_of([self.name_of(first), *map(self.place_name, others)])
        level = _("{names} have {points} each.", names=who, points=points)
        if several:
            level = _("{names} have {points} each over {games} games.", names=who, points=points, games=games)
        winner = win.winners[0]
        if win.decided == "herald":
            why_so = self.tells(winner, N_("You have won the Herald."), N_("{name} has won the Herald."))
            return [title, Sentence(level, why_so, "H12")]
        metal = {"gold": _("gold"), "silver": _("silver"), "bronze": _("bronze")}[win.decided]
        you, other = N_("You have won the most {metal} cards."), N_("{name} has won the most {metal} cards.")
        if several:
            you = N_("You have won the most {metal} cards of the last game.")
            other = N_("{name} has won the most {metal} cards of the last game.")
        return [title, Sentence(level, self.tells(winner, you, other, metal=metal), "H12")]

    def cards_won_text(self, seat: int) -> str:
        """Return how many cards a seat has won in this game, in words."""
        won = reading.cards_won(seat, self.seen)
        return ngettext("{n} card won", "{n} cards won", won) if won else _("no cards won")

    # What happened

    def _dealt(self, event: Event) -> str:
        if self.seen.games == 1:
            return self.tells(event.seat, N_("You dealt five cards each."), N_("{name} dealt five cards each."))
        you, other = N_("Game {game}: you dealt five cards each."), N_("Game {game}: {name} dealt five cards each.")
        return self.tells(event.seat, you, other, game=event.values[0])

    def _hand(self, event: Event) -> str:
        cards = all_of(map(the_card, event.values))
        return self.tells(event.seat, N_("Your hand: {cards}."), N_("{name} has {cards}."), cards=cards)

    def _played(self, event: Event) -> str:
        card, _code, ahead, before = event.values
        reason = why(card, ahead, led=before == 0) if ahead != NO_CARD else story([card])[0].reason
        return self._step_text(event.seat, card, ahead, reason)

    def _scored(self, event: Event) -> str:
        points = all_of(self.number_of(seat, n) for seat, n in enumerate(event.values))
        return _("The game brought {points}.", points=points)

    EVENTS: ClassVar[Mapping[str, Handler]] = {
        "dealer": line(N_("You deal first: drawn at random."), N_("{name} deals first: drawn at random.")),
        "dealt": _dealt,
        "hand": secret(_hand),
        "played": _played,
        "trick": line(N_("You won the trick."), N_("{name} won the trick.")),
        "drew": secret(line(N_("You drew {card}."), N_("{name} drew {card}."), card=the_card)),
        "stock-gone": lambda self, event: _("The stock is empty: {number} tricks left.", number=number_word(HAND_SIZE)),
        "scored": _scored,
        "won": lambda self, event: self.who_won(event.values),
    }


class HeraldWords(Words[Observation]):
    """The words of Herald."""

    prefix = "H"

    @property
    def facts(self) -> Mapping[str, str]:
        return {"points": _("points a game"), "tricks": _("tricks a game"), "herald": _("Herald %")}

    def statistics(self) -> StatisticsPage:
        points = Statistic(_("points a game"), "mean", "points"), Statistic(_("against you"), "against", "points")
        tricks = Statistic(_("tricks a game"), "mean", "tricks"), Statistic(_("against you"), "against", "tricks")
        moves = (*tricks, Statistic(_("won the Herald"), "share", "herald"))
        return StatisticsPage(points, _("Tricks"), moves, _("Points of a game"), "points", 20)

    def rounds(self, n: int) -> str:
        return ngettext("{n} game", "{n} games", n)

    def option(self, name: str) -> str:
        return {"games": _("Games"), "first_dealer": _("First dealer")}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        if name == "games":
            return Sentence(_("1 to 9 in a match; their points are added up."), rule="H13")
        return Sentence(_("The seat that deals first, counted from 0; at random if left out."), rule="H3")

    def kind(self, kind: str) -> str:
        return {"play": pgettext("decision", "play")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        return _("trick {trick}", trick=step)

    def outcome(self, outcome: int) -> str:
        return _("the trick is won") if outcome else _("the trick is lost")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        if "game" in progress and "trick" in progress:
            return _("game {game}, trick {trick}", **progress)
        if "game" in progress:
            return _("game {game}", **progress)
        return _("trick {trick}", **progress) if "trick" in progress else ""

    def to(self, seen: Observation, names: Sequence[str]) -> HeraldSpeaker:
        return HeraldSpeaker(seen, names)
