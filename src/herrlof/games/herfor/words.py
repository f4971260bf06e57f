"""Every sentence about Herfor that a person reads: pure text, from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Value, Words, join_words
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import BLACK, KOMI, PASS, PLACE, SPEND, TAKE, WHITE, encode
from herrlof.games.herfor.observation import Observation, counts_of, may_spend, open_points
from herrlof.games.herfor.points import POINT_COUNTS, POINT_NAMES, Bitboard, points_in
from herrlof.games.herfor.reading import Preview
from herrlof.games.speech import capitalized, name_of, object_of, plural, possessive_of, sentence_about

SIDE_NAMES: Final = ("Black", "White")


# The board


def point_list(board: Bitboard) -> str:
    """Return the points of a bit board by name: `c4 c5 e4`."""
    return " ".join(POINT_NAMES[point] for point in points_in(board))


def points_text(halves: int) -> str:
    """Return a number of half points as people write it: 48 or 48.5."""
    return f"{halves / 2:g}"


def side_name(seat: int, seen: Observation) -> str:
    """Return Black or White for a seat, and nothing before the sides are taken."""
    side = reading.side_of(seat, seen)
    return "" if side == NOBODY else SIDE_NAMES[side]


def forbidden_text(found: Preview, seen: Observation, names: Sequence[str] = ()) -> str:
    """Return why no stone may be placed on a point, with no capital and no full stop; nothing where one may.

    Without `names` it speaks to the mover.
    """
    name = POINT_NAMES[found.point]
    match found.obstacle:
        case "no point":
            return f"this board has no point {name}"
        case "taken":
            return f"{SIDE_NAMES[found.side]} has a stone on {name}"
        case "nobody places":
            return "no stone is placed now"
        case "beside own":
            owner = possessive_of(seen.mover, seen, names) if names else "your"
            beside = join_words([POINT_NAMES[other] for other in found.beside])
            return f"beside {owner} own {beside}, and invades nothing"
    return ""


def preview_text(found: Preview, seen: Observation, names: Sequence[str]) -> Sentence:
    """Return what a point holds for the mover: `Turns 3: c4 c5 e4. F5`."""
    if found.obstacle:
        return Sentence(f"{capitalized(forbidden_text(found, seen, names))}.", "", found.rule)
    if not found.turned:
        return Sentence("Turns nothing.", "", found.rule)
    return Sentence(f"Turns {found.turned.bit_count()}: {point_list(found.turned)}.", "", found.rule)


def komi_text(seen: Observation) -> str:
    """Return the komi that is left, and what was spent of it: `3`, or `1 of 3`."""
    if seen.named is None:
        return "not named yet"
    return str(seen.komi) if seen.komi == seen.named else f"{seen.komi} of {seen.named}"


def named_komi(seen: Observation, names: Sequence[str]) -> str:
    """Return who named which komi."""
    texts = "You named a komi of {komi}.", "{name} named a komi of {komi}."
    return sentence_about(seen.namer, seen, names, *texts, komi=seen.named)


def who_passed_first(seen: Observation, names: Sequence[str]) -> str:
    """Return who made the first of the passes that came last, and what it costs; nothing where no pass came last."""
    if seen.passed_first == NOBODY:
        return ""
    second = object_of(1 - seen.passed_first, seen, names)
    if seen.phase == "over":
        texts = "You passed first, so the half goes to {second}.", "{name} passed first, so the half goes to {second}."
        return f"{sentence_about(seen.passed_first, seen, names, *texts, second=second)} F8"
    texts = "You passed; if {second} cannot place either", "{name} passed; if {second} cannot place either"
    return f"{sentence_about(seen.passed_first, seen, names, *texts, second=second)}, the match is over. F6"


class HerforWords(Words[Observation]):
    """The words of Herfor."""

    prefix = "F"
    facts: Mapping[str, str] = {"points": "points"}

    def option(self, name: str) -> str:
        """Return the label of an option."""
        return {"size": "Points a side", "negative": "Komi below 0", "namer": "Who names the komi"}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option, or a choice of it, means."""
        if name == "size":
            if value is None:
                return "How large the board is; 6 is usual. F1"
            return f"{POINT_COUNTS[int(value)]} points. F1"
        if name == "negative":
            if value is None:
                return "Whether a komi below 0 may be named, which is in favour of Black. F7"
            return "White may be made to start behind. F7" if value else "White never starts behind. F7"
        return "Who names the komi; the other player then takes a side. F7"

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        if name == "namer" and value is not None:
            return ("the first player", "the second player")[int(value)]
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"komi": "komi", "side": "side", "place": "placing"}[kind]

    def outcome(self, outcome: int) -> str:
        """Return whether the match is won."""
        return "the match is won" if outcome else "the match is lost"

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        if seen.phase == "komi":
            other = names[1 - seen.namer]
            return Sentence("Name a komi: White gets it.", f"Then {other} chooses a side.", "F7")
        if seen.phase == "side":
            return Sentence("Black or White?", f"{named_komi(seen, names)} Black moves first.", "F7")
        if seen.phase == "over":
            return Sentence("")
        if not open_points(seen):
            return Sentence("Pass.", "There is no point on which you may place a stone.", "F6")
        side = side_name(seen.mover, seen)
        if may_spend(seen):
            left = plural(seen.komi, "1 point of komi", "{} points of komi")
            return Sentence("Place a stone, or spend.", f"You are {side}, with {left}.")
        return Sentence("Place a stone.", f"You are {side}.")

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        if action < SPEND:
            return f"Place {POINT_NAMES[action]}"
        if action in (SPEND, PASS):
            return "Pass" if action == PASS else "Spend a point of komi"
        return f"Take {SIDE_NAMES[action - TAKE]}" if action <= TAKE + WHITE else f"Komi {action - KOMI}"

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return what a choice does now; a placement stands for its point, whatever lies there."""
        if action < SPEND:
            return preview_text(reading.preview(action - PLACE, seen), seen, names)
        if action == PASS:
            return Sentence("No stone is placed.", "Two passes in a row end the match.", "F6")
        if action == SPEND:
            return Sentence(f"The komi falls to {seen.komi - 1}, and no stone is placed.", "", "F9")
        if action <= TAKE + WHITE:
            other = names[1 - seen.mover]
            if action == TAKE + BLACK:
                return Sentence(f"You move first, and {other} has the komi of {seen.komi}.", "", "F7")
            return Sentence(f"{other} moves first, and you have the komi of {seen.komi}.", "", "F7")
        komi = action - KOMI
        points = plural(abs(komi), "1 point", "{} points")
        if komi > 0:
            return Sentence(f"White counts {points} more at the end, or spends some of it.", "", "F7")
        return Sentence(f"White counts {points} less at the end." if komi else "White gets nothing.", "", "F7")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "komi":
            most = POINT_COUNTS[seen.size]
            return f"name a komi from {-most if seen.negative else 0} to {most} (F7)"
        if seen.phase == "side":
            return f"take Black or White, not {encode(action)!r} (F7)"
        if seen.phase == "over":
            return "the match is over (F6)"
        if action < SPEND:
            found = reading.preview(action - PLACE, seen)
            return f"{forbidden_text(found, seen)} ({found.rule})"
        if action == PASS:
            return "you can place a stone, so you may not pass (F6)"
        if action == SPEND:
            if seen.mover == seen.black_seat:
                return "only White spends komi (F9)"
            if seen.komi <= 0:
                return "there is no komi left to spend (F9)"
            return "who cannot place a stone cannot spend either (F9)"
        return "place a stone; the komi is named and the sides are taken (F7)"

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        values = event.values

        def says(you: str, other: str, **parts: object) -> str:
            return sentence_about(event.seat, seen, names, you, other, **parts)

        match event.kind:
            case "named":
                return says("You named a komi of {komi}.", "{name} named a komi of {komi}.", komi=values[0])
            case "took":
                return says("You took {side}.", "{name} took {side}.", side=SIDE_NAMES[values[0]])
            case "placed":
                return says("You placed {point}.", "{name} placed {point}.", point=POINT_NAMES[values[0]])
            case "turned":
                points = join_words([POINT_NAMES[point] for point in values])
                stones = plural(len(values), "a stone", "{} stones")
                texts = "You turned {stones}: {points}.", "{name} turned {stones}: {points}."
                return says(*texts, stones=stones, points=points)
            case "spent":
                left = plural(values[0], "1 point is left", "{} points are left") if values[0] else "none is left"
                texts = "You spent a point of komi; {left}.", "{name} spent a point of komi; {left}."
                return says(*texts, left=left)
            case "passed":
                return says("You could place no stone, and passed.", "{name} could place no stone, and passed.")
            case "won":
                scores = " to ".join(map(points_text, sorted(values, reverse=True)))
                return says("You win, {scores}.", "{name} wins, {scores}.", scores=scores)
        raise ValueError(f"nothing is known of {event.kind!r}")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return the number of the move."""
        return f"move {progress['move']}" if progress.get("move") else "before the first move"

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the komi, and for each side its player, its stones and what it has with the komi."""
        seen = replace(seen, seat=NOBODY)
        rows = [Row("Komi", (komi_text(seen),), "White counts what is left of it at the end. F8")]
        if seen.black_seat == NOBODY:
            return rows
        for seat in (seen.black_seat, 1 - seen.black_seat):
            count = counts_of(seen)[seat]
            stones = plural(count.stones, "1 stone", "{} stones")
            cells = [name_of(seat, seen, names), stones]
            if count.komi:
                cells.append(f"{count.stones + count.komi} with the komi")
            rows.append(Row(side_name(seat, seen), tuple(cells)))
        return rows

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the final count: the players, their sides, stones, komi, the half, and the score (F8)."""
        if not seen.winners:
            return []
        found = counts_of(seen)
        return [
            Row("", tuple(name_of(seat, seen, names) for seat in (0, 1))),
            Row("side", tuple(side_name(seat, seen) for seat in (0, 1))),
            Row("stones", tuple(str(count.stones) for count in found)),
            Row("komi left", tuple("" if seat == seen.black_seat else str(seen.komi) for seat in (0, 1))),
            Row("half", tuple("0.5" if count.half else "" for count in found), who_passed_first(seen, names)),
            Row("score", tuple(points_text(count.halves) for count in found)),
        ]

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        winner = seen.winners[0]
        less, more = sorted(count.halves for count in counts_of(seen))
        by = points_text(more - less)
        return [
            sentence_about(winner, seen, names, "You win.", "{name} wins."),
            f"By {'half a point' if more - less == 1 else f'{by} points'}, {points_text(more)} to {points_text(less)}.",
            who_passed_first(seen, names),
        ]

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)
