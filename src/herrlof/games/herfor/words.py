"""Everything that a person reads about Herfor: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from herrlof.game import NOBODY, Action, Event, Inquiry, Row, Sentence, Statistic, StatisticsPage, Words
from herrlof.games.herfor import listening, reading
from herrlof.games.herfor.actions import BLACK, CODES, KOMI, PASS, PLACE, SPEND, TAKE, WHITE
from herrlof.games.herfor.observation import Observation, counts_of, may_spend, open_points
from herrlof.games.herfor.points import POINT_COUNTS, POINT_NAMES, Bitboard, points_in
from herrlof.games.herfor.reading import Preview
from herrlof.games.speech import Handler, Voice, line
from herrlof.messages import N_, NN_, _, all_of, emphasis, ngettext, numeral, paragraph, pgettext
from herrlof.options import Value

# The board


def point_list(board: Bitboard) -> str:
    """Return the points of a bit board by name: `c4 c5 e4`."""
    return " ".join(POINT_NAMES[point] for point in points_in(board))


def points_text(halves: int) -> str:
    """Return a number of half points as people write it: 48 or 48.5."""
    return numeral(halves / 2)


def side_names() -> tuple[str, str]:
    return _("Black"), _("White")


def stones_text(stones: int) -> str:
    return ngettext("{n} stone", "{n} stones", stones)


def forbidden_text(found: Preview) -> str:
    """Return why the mover may place no stone on a point, as a part of a refusal; nothing where one may be placed."""
    point = POINT_NAMES[found.point]
    match found.obstacle:
        case "no point":
            return _("this board has no point {point}", point=point)
        case "taken":
            if found.side == BLACK:
                return _("Black has a stone on {point}", point=point)
            return _("White has a stone on {point}", point=point)
        case "nobody places":
            return _("no stone is placed now")
        case "beside own":
            return _("{point} is beside your {points}, and invades nothing", point=point,
                     points=_beside(found))  # fmt: skip
    return ""


def _points_left(komi: int) -> str:
    return ngettext("{n} point is left", "{n} points are left", komi) if komi else _("none is left")


def _beside(found: Preview) -> str:
    return all_of(POINT_NAMES[other] for other in found.beside)


# What the game says


class HerforSpeaker(Voice[Observation]):
    """What Herfor says to one reader."""

    def question(self) -> Sentence:
        seen = self.seen
        if seen.phase == "komi":
            other = self.names[1 - seen.namer]
            return Sentence(
                _("How many points should White start with?"), _("Then {name} picks a side.", name=other), "F7"
            )
        if seen.phase == "side":
            return Sentence(_("Black or White?"), paragraph(self.named_komi(), _("Black moves first.")), "F7")
        if seen.phase == "over":
            return Sentence("")
        if not open_points(seen):
            return Sentence(_("Pass."), _("You can't place a stone anywhere."), "F6")
        side = reading.side_of(seen.mover, seen)
        news = seen.mover == seen.namer and len(seen.moves) == 2 + side  # the first stone after the other took a side
        if side == BLACK:
            why = _("Not beside your own, unless White is at both ends of the row.")
            return Sentence(_("Place a stone."), _("You're Black, and move first.") if news else why)
        why = _("Not beside your own, unless Black is at both ends of the row.")
        if news and seen.komi > 0:
            why = _("You're White, and have the komi.")
        elif news:
            why = _("You're White.")
        if not may_spend(seen):
            return Sentence(_("Place a stone."), why)
        ask = ngettext("Place a stone, or spend the last point of komi.",
                       "Place a stone, or spend one of {n} points of komi.", seen.komi)  # fmt: skip
        return Sentence(ask, why)

    def label(self, action: Action) -> str:
        if action < SPEND:
            return _("Place {point}", point=POINT_NAMES[action])
        if action in (SPEND, PASS):
            return _("Pass") if action == PASS else _("Spend a point of komi")
        if action <= TAKE + WHITE:
            return _("Take {side}", side=side_names()[action - TAKE])
        return _("Komi {komi}", komi=action - KOMI)

    def name(self, action: Action) -> str:
        if action < SPEND:
            return POINT_NAMES[action]
        if action in (SPEND, PASS):
            return _("pass") if action == PASS else _("spend")
        return side_names()[action - TAKE] if action <= TAKE + WHITE else str(action - KOMI)

    def explain(self, action: Action) -> Sentence:
        """Return what a choice does now; a placement stands for its point, whatever lies there."""
        seen = self.seen
        if action < SPEND:
            return self.preview_text(reading.preview(action - PLACE, seen))
        if action == PASS:
            return Sentence(_("No stone is placed."), _("Two passes in a row end the match."), "F6")
        if action == SPEND:
            return Sentence(_("The komi falls to {komi}, and no stone is placed.", komi=seen.komi - 1), "", "F9")
        if action <= TAKE + WHITE:
            told = {"name": self.names[1 - seen.mover], "komi": abs(seen.komi)}
            if action == TAKE + WHITE:
                texts = (
                    _("{name} moves first, and you start {komi} behind."),
                    _("{name} moves first, and there's no komi."),
                    _("{name} moves first, and you have a komi of {komi}."),
                )
            else:
                texts = (
                    _("You move first, and {name} starts {komi} behind."),
                    _("You move first, and there's no komi."),
                    _("You move first, and {name} has a komi of {komi}."),
                )
            return Sentence(texts[1 + (seen.komi > 0) - (seen.komi < 0)].format(**told), "", "F7")
        komi = action - KOMI
        if komi > 0:
            text = ngettext(
                "White counts {n} more at the end, or spends it.",
                "White counts {n} more at the end, or spends some.",
                komi,
            )
        elif komi:
            text = _("White counts {n} fewer at the end.", n=-komi)
        else:
            text = _("White gets nothing.")
        return Sentence(_("Komi {komi}:", komi=komi), text, "F9" if komi > 0 else "F7")

    def refusal(self, action: Action) -> str:
        seen = self.seen
        if seen.phase == "komi":
            most = POINT_COUNTS[seen.size]
            return _("name a komi from {least} to {most} (F7)", least=-most if seen.negative else 0, most=most)
        if seen.phase == "side":
            return _("take Black or White, not {action} (F7)", action=repr(CODES.encode(action)))
        if seen.phase == "over":
            return _("the match is over (F6)")
        if action < SPEND:
            found = reading.preview(action - PLACE, seen)
            return _("{why} ({rule})", why=forbidden_text(found), rule=found.rule)
        if action == PASS:
            return _("you can place a stone, so you may not pass (F6)")
        if action == SPEND:
            if seen.mover == seen.black_seat:
                return _("only White spends komi (F9)")
            if seen.komi <= 0:
                return _("there's no komi left to spend (F9)")
            return _("whoever can't place a stone can't spend either (F9)")
        return _("place a stone: komi and sides are settled (F7)")

    def standing(self) -> list[Row]:
        """Return the komi, for each side its player, its stones and what it has with the komi, and where they lie."""
        public = self.to_all()
        seen = public.seen
        rows = [
            Row(_("Komi"), (public.komi_text(),), Sentence(_("White counts what's left of it at the end."), rule="F8"))
        ]
        if seen.black_seat == NOBODY:
            return rows
        for seat in (seen.black_seat, 1 - seen.black_seat):
            count = counts_of(seen)[seat]
            cells = [public.names[seat], stones_text(count.stones)]
            if count.komi:
                cells.append(_("{n} with the komi", n=count.stones + count.komi))
            rows.append(Row(public.side_name(seat), tuple(cells)))
        for side, stones in ((_("Black on"), seen.black), (_("White on"), seen.white)):
            if stones:
                rows.append(Row(side, tuple(POINT_NAMES[point] for point in points_in(stones))))
        return rows

    def goal(self) -> str:
        """Return what is counted, and while stones are placed how they turn."""
        if self.seen.phase == "play":
            return _("The side with more stones wins. A stone between two enemy rows turns both.")
        return _("When nobody can place a stone, more stones win; White adds the komi.")

    def aim(self) -> str:
        """Return what the own side counts now."""
        seen = self.seen
        if seen.seat == NOBODY or seen.black_seat == NOBODY:
            return ""
        own, other = counts_of(seen)[seen.seat], counts_of(seen)[1 - seen.seat]
        return _(
            "You count {points}, {name} {others}.",
            points=own.stones + own.komi, name=self.names[1 - seen.seat], others=other.stones + other.komi,
        )  # fmt: skip

    def sheet(self) -> list[Row]:
        """Return the final count: the players, their sides, stones, komi, the half, and the score (F8)."""
        seen = self.seen
        if not seen.winners:
            return []
        found = counts_of(seen)
        return [
            Row("", tuple(self.name_of(seat) for seat in (0, 1))),
            Row(pgettext("cell:9", "side"), tuple(self.side_name(seat) for seat in (0, 1))),
            Row(pgettext("cell:9", "stones"), tuple(str(count.stones) for count in found)),
            Row(
                pgettext("cell:9", "komi left"),
                tuple("" if seat == seen.black_seat else numeral(seen.komi) for seat in (0, 1)),
            ),
            Row(
                pgettext("cell:10", "half point"),
                tuple("0.5" if count.half else "" for count in found),
                self.who_passed_first(),
            ),
            Row(pgettext("cell:9", "score"), tuple(points_text(count.halves) for count in found)),
        ]

    def match_end(self) -> list[str]:
        seen = self.seen
        if not seen.winners:
            return []
        less, more = sorted(count.halves for count in counts_of(seen))
        scores = {"more": points_text(more), "less": points_text(less)}
        return [
            self.who_won(seen.winners),
            _("By half a point, {more} to {less}.", **scores)
            if more - less == 1
            else _("By {by} points, {more} to {less}.", by=points_text(more - less), **scores),
            self.who_passed_first(),
        ]

    def rule(self) -> str:
        return reading.rule_of(self.seen)

    def side_name(self, seat: int) -> str:
        """Return Black or White for a seat, and nothing before the sides are taken."""
        side = reading.side_of(seat, self.seen)
        return "" if side == NOBODY else side_names()[side]

    def preview_text(self, found: Preview) -> Sentence:
        """Return what a point holds for the mover: `c5 turns 3: c4 c6 e4. F5`."""
        point = POINT_NAMES[found.point]
        match found.obstacle:
            case "no point":
                text = _("This board has no point {point}.", point=point)
            case "taken":
                text = _("Black has a stone on {point}.") if found.side == BLACK else _("White has a stone on {point}.")
                text = text.format(point=point)
            case "nobody places":
                text = _("No stone is placed now.")
            case "beside own":
                you = N_("{point} is beside your {points}, and invades nothing.")
                other = N_("{point} is beside {name}'s {points}, and invades nothing.")
                text = self.tells(self.seen.mover, you, other, point=point, points=_beside(found))
            case "":
                if found.turned:
                    told = {"point": point, "n": found.turned.bit_count(), "points": point_list(found.turned)}
                    return Sentence(*emphasis("{point} turns {n}:| {points}.", **told), found.rule)
                text = _("{point} turns nothing.", point=point)
        return Sentence(text, "", found.rule)

    def komi_text(self) -> str:
        """Return the komi that is left, and what was spent of it: `3`, or `1 of 3`."""
        seen = self.seen
        if seen.named is None:
            return _("not named yet")
        return numeral(seen.komi) if seen.komi == seen.named else _("{n} of {whole}", n=seen.komi, whole=seen.named)

    def named_komi(self) -> str:
        you, other = N_("You named a komi of {komi}."), N_("{name} named a komi of {komi}.")
        return self.tells(self.seen.namer, you, other, komi=self.seen.named)

    def who_passed_first(self) -> str:
        """Return who made the first of the passes that came last, and what it costs; nothing where none came last."""
        seen = self.seen
        if seen.passed_first == NOBODY:
            return ""
        first, second, rule = seen.passed_first, 1 - seen.passed_first, "F6"
        you = N_("You passed; if {name} can't place either, the match is over.")
        to_you = N_("{name} passed; if you can't place either, the match is over.")
        other = N_("{name} passed; if {other} can't place either, the match is over.")
        if seen.phase == "over":
            you, rule = N_("At the end you passed first, so the half goes to {name}."), "F8"
            to_you = N_("At the end {name} passed first, so the half goes to you.")
            other = N_("At the end {name} passed first, so the half goes to {other}.")
        name = self.names[self.pick(first, second, first)]
        return Sentence(self.tells_of(first, second, you, to_you, other, name=name), rule=rule)

    # What happened

    def _turned(self, event: Event) -> str:
        you = NN_("You turned a stone: {points}.", "You turned {n} stones: {points}.")
        other = NN_("{name} turned a stone: {points}.", "{name} turned {n} stones: {points}.")
        points = all_of(POINT_NAMES[point] for point in event.values)
        return self.tells(event.seat, you, other, n=len(event.values), points=points)

    EVENTS: ClassVar[Mapping[str, Handler]] = {
        "named": line(N_("You named a komi of {komi}."), N_("{name} named a komi of {komi}."), komi=int),
        "took": line(N_("You took {side}."), N_("{name} took {side}."), side=lambda side: side_names()[side]),
        "placed": line(N_("You placed {point}."), N_("{name} placed {point}."), point=POINT_NAMES.__getitem__),
        "turned": _turned,
        "spent": line(
            N_("You spent a point of komi; {left}."), N_("{name} spent a point of komi; {left}."), left=_points_left
        ),
        "passed": line(N_("You couldn't place a stone, and passed."), N_("{name} couldn't place a stone, and passed.")),
        "won": lambda self, event: self.who_won([event.seat]),
    }


class HerforWords(Words[Observation]):
    """The words of Herfor."""

    prefix = "F"

    @property
    def inquiries(self) -> Sequence[Inquiry]:
        """What lies beside a point, and along a line."""
        look, line_word = pgettext("word", "look"), pgettext("word", "line")
        return (
            Inquiry(look, _("what lies beside a point, as in look e5"),
                    lambda speaker, rest: listening.beside(rest, speaker.seen)),
            Inquiry(line_word, _("what lies along a row, a number or the lines of a point: line e, line 5, line e5"),
                    lambda speaker, rest: listening.along(rest, speaker.seen)),
        )  # fmt: skip

    @property
    def facts(self) -> Mapping[str, str]:
        return {"points": _("points")}

    def statistics(self) -> StatisticsPage:
        points = Statistic(_("points"), "mean", "points"), Statistic(_("against you"), "against", "points")
        moves = (
            Statistic(_("komi named"), "times", "komi"),
            Statistic(_("took Black"), "times", "black"),
            Statistic(_("took White"), "times", "white"),
            Statistic(_("stones placed"), "rate", "place"),
            Statistic(_("passes"), "rate", "pass"),
        )
        return StatisticsPage(points, _("In a match"), moves, _("Ahead at the end"), "points", 10, ahead=True)

    def option(self, name: str) -> str:
        return {"size": _("Points a side"), "negative": _("Komi below 0"), "namer": _("Who names the komi")}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        if name == "size":
            if value is None:
                return Sentence(_("How large the board is; 6 is usual."), rule="F1")
            return Sentence(_("{n} points.", n=POINT_COUNTS[int(value)]), rule="F1")
        if name == "negative":
            if value is None:
                return Sentence(_("Whether a komi below 0, in Black's favour, may be named."), rule="F7")
            text = _("White may be made to start behind.") if value else _("White never starts behind.")
            return Sentence(text, rule="F7")
        return Sentence(_("The other player then takes a side."), rule="F7")

    def choice(self, name: str, value: Value | None) -> str:
        if name == "namer" and value is not None:
            return (_("the first player"), _("the second player"))[int(value)]
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        return {"komi": _("komi"), "side": _("side"), "place": _("placing")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        return _("move {n}", n=step) if kind == "place" else self.kind(kind)

    def outcome(self, outcome: int) -> str:
        return _("the match is won") if outcome else _("the match is lost")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        return _("move {n}", n=progress["move"]) if progress.get("move") else _("before the first move")

    def to(self, seen: Observation, names: Sequence[str]) -> HerforSpeaker:
        return HerforSpeaker(seen, names)
