"""Every sentence about Herald that a person reads: pure text, from observations and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Value, Words, join_words
from herrlof.games.herald import actions, reading
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import (
    CARD_CODES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURLESS,
    COPIES,
    FIGURE_NAMES,
    FIGURE_OF,
    FIGURES,
    LAST_MAGE,
    NO_CARD,
    NO_COLOUR,
    POINTS_OF,
    Card,
    Figure,
)
from herrlof.games.herald.observation import Observation, unseen
from herrlof.games.herald.reading import Outlook
from herrlof.games.herald.scoring import Verdict, judge, piles_of
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
from herrlof.games.speech import capitalized, name_of, number_word, object_of, plural, possessive_of, sentence_about
from herrlof.messages import paragraph

# Cards


def card_name(card: Card) -> str:
    """Return `gold King`, `Herald`."""
    figure, colour = FIGURE_NAMES[FIGURE_OF[card]], COLOUR_OF[card]
    return figure if colour == NO_COLOUR else f"{COLOUR_NAMES[colour]} {figure}"


def the_card(card: Card) -> str:
    """Return a card's name after an article: `the gold King`, `a gold Pawn`."""
    return f"{'a' if COPIES[card] > 1 else 'the'} {card_name(card)}"


def points_text(points: int) -> str:
    """Return a number of points in digits."""
    return plural(points, "1 point", "{} points")


# Who is ahead, and why


def reason_text(card: Card, ahead: Card, reason: int, briefly: bool = False) -> str:
    """Return why a card beats the one that is ahead, or why not, as a part of a sentence."""
    figure, other = FIGURE_NAMES[FIGURE_OF[card]], FIGURE_NAMES[FIGURE_OF[ahead]]
    points = f"{POINTS_OF[card]} against {POINTS_OF[ahead]}"
    if briefly and reason in (HIGHER, TOO_HIGH, TOO_LOW):
        return points
    match reason:
        case x if x == HIGHER:
            more = POINTS_OF[card] - POINTS_OF[ahead]
            return f"{points}: {plural(more, 'one point', f'{number_word(more)} points')} above"
        case x if x == TOO_HIGH:
            return f"{points}: more than three points above, cannot win"
        case x if x == TOO_LOW:
            return f"{points}: worth less, cannot win"
        case x if x == CIRCLE_BEATS:
            return f"{figure} beats {other}"
        case x if x == CIRCLE_LOSES:
            return f"{other} beats {figure}"
        case x if x == SAME_CARD:
            return "the same card: the earlier stays ahead"
        case x if x == HERALD_BEATS:
            return "the Herald beats whatever is ahead"
        case x if x == HERALD_STAYS:
            return "a Mage alone beats the Herald"
        case x if x == MAGE_BEATS_HERALD:
            return "the Mage beats the Herald"
        case x if x == MAGE_BEATS_NOTHING:
            return "a Mage beats only the Herald and a lesser Mage"
        case x if x == MAGE_LED:
            return "a Mage was led, and no card beats it"
    colours = COLOUR_NAMES[COLOUR_OF[card]], COLOUR_NAMES[COLOUR_OF[ahead]]
    return f"{colours[0]} beats {colours[1]}" if reason == BETTER_COLOUR else f"{colours[1]} beats {colours[0]}"


def outlook_text(card: Card, now: Outlook) -> str:
    """Return what a card would do and why, as a part of a sentence."""
    if now.ahead == NO_CARD:
        return "led, it wins the trick" if now.reason == MAGE_LED else "led, it is ahead"
    return reason_text(card, now.ahead, now.reason)


def reason_ahead(seen: Observation, briefly: bool = False) -> tuple[str, str]:
    """Return why the card that is ahead is ahead, as a part of a sentence, and the rule; no part for a lead alone."""
    if not seen.trick:
        return "", ""
    now = reading.card_ahead(seen)
    if now.ahead != NO_CARD:
        return reason_text(seen.trick[seen.ahead], now.ahead, now.reason, briefly), now.rule
    if now.reason == MAGE_LED:
        return "it wins the trick whatever follows", now.rule
    return ("nothing has beaten it" if len(seen.trick) > 1 else ""), now.rule


def who_is_ahead(seen: Observation, names: Sequence[str], briefly: bool = False) -> str:
    """Return whose card is ahead: `Freya is ahead`, not `briefly` `Freya led and is ahead`; nothing without one."""
    if not seen.trick:
        return ""
    if not seen.ahead and not briefly:
        return sentence_about(seen.leader, seen, names, "You led and are ahead", "{name} led and is ahead")
    return sentence_about((seen.leader + seen.ahead) % seen.seats, seen, names, "You are ahead", "{name} is ahead")


def why_ahead(seen: Observation) -> Sentence:
    """Return why the card that is ahead is ahead; nothing while no card lies there."""
    if not seen.trick:
        return Sentence("")
    card, (reason, rule) = capitalized(the_card(seen.trick[seen.ahead])), reason_ahead(seen)
    if seen.ahead:
        return Sentence(f"{card} is ahead.", f"{capitalized(reason)}.", rule)
    joint = ": " if rule == "H10" else ", and " if reason else ""
    return Sentence(f"{card} was led{joint}{reason}.", "", rule)


def turn_text(seen: Observation) -> str:
    """Return how many play after the mover, who may lead."""
    after = reading.players_after(seen)
    plays = plural(after, "one plays", f"{number_word(after)} play")
    if not seen.trick:
        return f"You lead, and {plays} after you."
    return f"{capitalized(plays)} after you." if after else "Nobody plays after you."


def threats_text(card: Card, seen: Observation, led: bool, to_come: int, briefly: bool = False) -> str:
    """Return what could still beat a card that is ahead; `to_come` is how many seats play after it.

    `briefly`: only how many, for a window without room for more.
    """
    if led and card <= LAST_MAGE:
        return "No card beats it."
    if not to_come:
        return "Nobody plays after it."
    found = reading.threats(card, seen, led)
    if not found:
        return "No unseen card beats it."
    total = found.total()
    beat = f"{total} of {len(unseen(seen))} unseen cards {plural(total, 'beats', 'beat')} it"
    if briefly:
        return f"{beat}."
    names: list[str] = []
    for figure in range(FIGURES):
        number = sum(found[other] for other in found if FIGURE_OF[other] == figure)
        if not number:
            continue
        if figure in COLOURLESS:
            names.append(f"the {FIGURE_NAMES[figure]}")
        else:
            better = "better " if figure == FIGURE_OF[card] else ""
            names.append(plural(number, f"1 {better}{FIGURE_NAMES[figure]}", f"{{}} {better}{FIGURE_NAMES[figure]}s"))
    return f"{beat}: {join_words(names)}."


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
    verdict: str
    """Whether it would be ahead; nothing where it would be led."""
    why: str
    threats: str
    """What could still beat it; nothing where it would be lost."""
    rule: str


def prospect(card: Card, seen: Observation, briefly: bool = False) -> Prospect:
    """Return what a card would do in the trick on the table, and what could still beat it."""
    now = reading.outlook(card, seen)
    verdict = "" if not seen.trick else "It would be ahead." if now.leads else "It would be lost."
    threats = ""
    if now.leads:
        threats = threats_text(card, seen, not seen.trick, reading.players_after(seen), briefly)
    return Prospect(card_title(card), verdict, f"{capitalized(outlook_text(card, now))}.", threats, now.rule)


def card_title(card: Card) -> str:
    """Return a card and what it is worth: `Gold King, 10 points.`"""
    return f"{capitalized(card_name(card))}, {points_text(POINTS_OF[card])}."


# The story of a trick


def story_line(cards: Sequence[Card]) -> str:
    """Return how the lead of a trick went over: `gold King, beaten by the silver Queen, beaten by the Herald`."""
    ahead = [step.card for step in story(cards) if step.leads]
    return ", beaten by ".join([card_name(ahead[0]), *map(the_card, ahead[1:])])


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


def steps_text(cards: Sequence[Card]) -> list[str]:
    """Return in at most twelve letters what each card of a trick did, in playing order: `3 above`, `too high`."""
    found = []
    for card, ahead, reason in story(cards):
        if ahead == NO_CARD:
            found.append("led, wins" if reason == MAGE_LED else "led")
            continue
        other = FIGURE_NAMES[FIGURE_OF[ahead]]
        letters = [COLOUR_LETTERS[COLOUR_OF[one]] for one in (card, ahead) if COLOUR_OF[one] != NO_COLOUR]
        found.append(
            {
                HIGHER: f"{POINTS_OF[card] - POINTS_OF[ahead]} above",
                TOO_HIGH: "too high",
                TOO_LOW: "worth less",
                BETTER_COLOUR: " beats ".join(letters),
                WORSE_COLOUR: " under ".join(letters),
                CIRCLE_BEATS: f"beats {other}",
                CIRCLE_LOSES: f"under {other}",
                SAME_CARD: "not first",
                HERALD_BEATS: "beats it",
                HERALD_STAYS: "no Mage",
                MAGE_BEATS_HERALD: "beats Herald",
                MAGE_BEATS_NOTHING: "beats none",
                MAGE_LED: "given up",
            }[reason]
        )
    return found


def why_won(trick: Trick, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return who won a trick, and with what."""
    place = (trick.winner - trick.leader) % len(trick.cards)
    step = story(trick.cards)[place]
    if step.reason == MAGE_LED:
        text, rule = "No card beats a Mage that was led.", "H10"
    elif not place:
        text, rule = "It was led, and nothing beat it.", "H5"
    else:
        text, rule = f"{capitalized(reason_text(step.card, step.ahead, step.reason))}.", REASON_RULES[step.reason]
    return Sentence(won_with(trick, seen, names), text, rule)


def won_with(trick: Trick, seen: Observation, names: Sequence[str]) -> str:
    """Return who won a trick, and with what, without the reason."""
    card = trick.cards[(trick.winner - trick.leader) % len(trick.cards)]
    return f"{sentence_about(trick.winner, seen, names, 'You won', '{name} won')} with {the_card(card)}."


def _step_text(seat: int, card: Card, ahead: Card, reason: int, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a card did when it was played; `reason` is one of a `Step`."""
    if ahead == NO_CARD:
        led = sentence_about(seat, seen, names, "You led {card}.", "{name} led {card}.", card=the_card(card))
        return Sentence(led, "No card beats it.", "H10") if reason == MAGE_LED else Sentence(led)
    text = f"{capitalized(reason_text(card, ahead, reason))}."
    if reason <= MAGE_BEATS_HERALD:
        you, other = "You played {card} and are ahead.", "{name} played {card} and is ahead."
    else:
        you, other = "You played {card}, and it is lost.", "{name} played {card}, and it is lost."
    played = sentence_about(seat, seen, names, you, other, card=the_card(card))
    return Sentence(played, text, REASON_RULES[reason])


# What beats what


def beaten_by_text(figure: Figure, led: bool) -> str:
    """Return the figures that beat a figure when it is ahead: `Tower, Catapult, Herald, a better colour`."""
    figures, better_colour = reading.beaten(figure, led)
    names = [FIGURE_NAMES[other] for other in figures]
    return ", ".join([*names, "a better colour"] if better_colour else names) or "nothing"


def beating_table() -> list[Row]:
    """Return what beats what as a grid: for each figure ahead, from the Mage up, a cell for each figure played.

    ● wins, ○ wins if its colour is better, and nothing else wins. The first row names the figures played.
    """
    signs = {"wins": "●", "better colour": "○", "": ""}
    rows = [Row("ahead", FIGURE_NAMES), Row("Mage, led", ("",) * FIGURES)]
    for figure, title in enumerate(FIGURE_NAMES):
        rows.append(Row(title, tuple(signs[how] for how in reading.beating(figure))))
    return rows


# The end


def verdict_text(verdict: Verdict, seen: Observation, names: Sequence[str]) -> list[str]:
    """Return who has won the match, by what, and what decided between level seats (H11 to H13)."""
    over = "" if seen.games == 1 else f" over {number_word(seen.games)} games"
    most = max(seen.scores)
    if len(verdict.winners) > 1:
        shared = join_words([name_of(seat, seen, names) for seat in verdict.winners])
        level = f"With {points_text(most)} each{over}, and as many gold, silver and bronze cards"
        return [f"{shared} share the win.", f"{level}; none of them has won the Herald. H12"]
    winner = verdict.winners[0]
    title = sentence_about(winner, seen, names, "You win.", "{name} wins.")
    if verdict.decided == "points":
        by = most - sorted(seen.scores)[-2]
        return [title, f"By {points_text(by)}{over}: {', '.join(_standings(seen, names))}. H11"]
    level = f"{join_words([name_of(seat, seen, names) for seat in verdict.level])} have {points_text(most)} each{over}"
    if verdict.decided == "herald":
        return [title, f"{level}. {sentence_about(winner, seen, names, 'You have', '{name} has')} won the Herald. H12"]
    last = "" if seen.games == 1 else " of the last game"
    cards = sentence_about(winner, seen, names, "You have", "{name} has")
    return [title, f"{level}. {cards} won the most {verdict.decided} cards{last}. H12"]


def _standings(seen: Observation, names: Sequence[str]) -> Iterator[str]:
    """Yield each seat with its points, the best first."""
    for seat in sorted(range(seen.seats), key=lambda seat: -seen.scores[seat]):
        yield f"{object_of(seat, seen, names)} {seen.scores[seat]}"


class HeraldWords(Words[Observation]):
    """The words of Herald."""

    prefix = "H"
    facts: Mapping[str, str] = {"points": "points a game", "tricks": "tricks a game", "herald": "Herald %"}

    def option(self, name: str) -> str:
        """Return the label of an option."""
        return {"games": "Games", "first_dealer": "First dealer"}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option means."""
        if name == "games":
            return "Games in a match, 1 to 9; their points are added up. H13"
        return "The seat that deals first, counted from 0; left out, chance decides. H3"

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"play": "play"}[kind]

    def outcome(self, outcome: int) -> str:
        """Return whether the trick on the table is won."""
        return "the trick is won" if outcome else "the trick is lost"

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        if seen.phase != "play":
            return Sentence("")
        if not seen.trick:
            return Sentence("Your card.", "You lead: what you play is ahead.", "H4")
        ahead = why_ahead(seen)
        return Sentence("Your card.", paragraph(ahead.ask, ahead.why), ahead.rule)

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        return f"Play {the_card(action)}"

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return what a card would do now, what it did in the trick, or what beats it."""
        if action in seen.hand and reading.may_foresee(seen):
            title, verdict, why_so, beaten_by, rule = prospect(action, seen)
            return Sentence(title, paragraph(verdict, why_so, beaten_by), rule)
        if action in seen.trick and action not in seen.hand:
            return step_explained(seen.trick.index(action), seen, names)
        beaten = beaten_by_text(FIGURE_OF[action], led=False)
        return Sentence(card_title(action), f"Ahead, it is beaten by: {beaten}.", reading.RULE_OF[action])

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "play":
            return f"you do not hold {CARD_CODES[action]}"
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
                game = "" if seen.games == 1 else f"Game {values[0]}: "
                return game + says("You dealt five cards each.", "{name} dealt five cards each.")
            case "hand":
                if not values:
                    return ""
                owner = capitalized(possessive_of(seat, seen, names))
                return f"{owner} hand: {join_words(list(map(the_card, values)))}."
            case "played":
                card, _, best, before = values
                if best == NO_CARD:
                    (step,) = story([card])
                    return _step_text(seat, card, best, step.reason, seen, names)
                return _step_text(seat, card, best, why(card, best, led=before == 0), seen, names)
            case "trick":
                return says("You won the trick.", "{name} won the trick.")
            case "drew":
                if not values:
                    return ""
                return says("You drew {card}.", "{name} drew {card}.", card=the_card(values[0]))
            case "stock-gone":
                return f"The stock is gone: {number_word(HAND_SIZE)} tricks are left."
            case "scored":
                points = join_words(
                    [f"{object_of(player, seen, names)} {value}" for player, value in enumerate(values)]
                )
                return f"The game brought {points}."
            case "won":
                if len(values) > 1:
                    return f"{join_words([name_of(winner, seen, names) for winner in values])} share the win."
                return sentence_about(values[0], seen, names, "You win.", "{name} wins.")
        raise ValueError(f"nothing is known of {kind!r}")

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return what is public now. What was won is told in cards, not in points (H11)."""
        seen = replace(seen, seat=NOBODY)
        rows = []
        if seen.games > 1:
            rows.append(Row("Game", (f"{seen.game_number} of {seen.games}",)))
        if seen.phase == "play":
            rows += [
                Row("Trick", (f"{reading.trick_number(seen)} of {reading.tricks_in_game(seen.seats)}",)),
                Row("Stock", (str(seen.stock_size),)),
            ]
        if seen.trick:
            rows.append(Row("Played", tuple(card_name(card) for card in seen.trick)))
            rows.append(Row("Ahead", (card_name(seen.trick[seen.ahead]),), why_ahead(seen)))
        if seen.last_trick is not None:
            rows.append(Row("Last trick", (story_line(seen.last_trick.cards),), why_won(seen.last_trick, seen, names)))
        for seat in range(seen.seats):
            cells = [cards_won_text(seat, seen)]
            if seen.rounds:
                cells.append(points_text(seen.scores[seat]))
            rows.append(Row(name_of(seat, seen, names), tuple(cells)))
        return rows

    def hand(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the own cards."""
        if not seen.hand:
            return []
        return [Row("Your hand", (" ".join(CARD_CODES[card] for card in seen.hand),))]

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the score sheet: for each game the points, and who won the Herald."""
        if not seen.rounds:
            return []
        rows = [Row("game", tuple(name_of(seat, seen, names) for seat in range(seen.seats)))]
        for number, done in enumerate(seen.rounds, 1):
            herald = sentence_about(done.herald, seen, names, "You won the Herald.", "{name} won the Herald.")
            rows.append(Row(str(number), tuple(map(str, done.points)), herald))
        return [*rows, Row("points", tuple(map(str, seen.scores)))]

    def round_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return a sentence for each seat about the game that was counted last."""
        if not seen.rounds:
            return []
        done = seen.rounds[-1]
        found = []
        for seat in range(seen.seats):
            tricks = plural(done.tricks[seat], "1 trick", "{} tricks") if done.tricks[seat] else "no trick"
            herald = ", the Herald among them" if seat == done.herald else ""
            found.append(f"{points_text(done.points[seat])} from {tricks}{herald}.")
        return found

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        return verdict_text(judge(seen.scores, piles_of(seen.tricks, seen.seats)), seen, names)

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)


def cards_won_text(seat: int, seen: Observation) -> str:
    """Return how many cards a seat has won in this game, in words."""
    won = reading.cards_won(seat, seen)
    return f"{won} cards won" if won else "no card won"


_NOW: Final = {
    "dealer": "the first dealer has yet to be named (H3)",
    "deal": "the cards have yet to be dealt (H3)",
    "over": "the match is over (H11)",
}
