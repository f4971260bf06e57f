"""Everything that a person reads about Herfor: messages, made from observations and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from herrlof.game import NOBODY, Action, Event, Row, Sentence, Statistic, StatisticsPage, Value, Words
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import BLACK, KOMI, PASS, PLACE, SPEND, TAKE, WHITE, encode
from herrlof.games.herfor.observation import Observation, counts_of, may_spend, open_points, stones_of
from herrlof.games.herfor.points import POINT_COUNTS, POINT_NAMES, Bitboard, points_in
from herrlof.games.herfor.reading import Preview, Threat
from herrlof.games.speech import is_reader, name_of
from herrlof.messages import N_, Label, _, all_of, emphasis, ngettext, paragraph, pgettext

# The board


def point_list(board: Bitboard) -> str:
    """Return the points of a bit board by name: `c4 c5 e4`."""
    return " ".join(POINT_NAMES[point] for point in points_in(board))


def points_text(halves: int) -> str:
    """Return a number of half points as people write it: 48 or 48.5."""
    return f"{halves / 2:g}"


def side_names() -> tuple[str, str]:
    """Return what the sides are called."""
    return _("Black"), _("White")


def side_letters() -> tuple[str, str]:
    """Return the sides, each in a letter."""
    return pgettext("cell:1", "B"), pgettext("cell:1", "W")


def side_name(seat: int, seen: Observation) -> str:
    """Return Black or White for a seat, and nothing before the sides are taken."""
    side = reading.side_of(seat, seen)
    return "" if side == NOBODY else side_names()[side]


def move_name(action: Action) -> str:
    """Return a move on the board as a list of moves shows it: a point, or a word."""
    if action < SPEND:
        return POINT_NAMES[action - PLACE]
    return pgettext("cell:5", "spend") if action == SPEND else pgettext("cell:5", "pass")


def stones_text(stones: int) -> str:
    """Return a number of stones."""
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
            return _("{point} is beside your own {points}, and invades nothing", point=point,
                     points=_beside(found))  # fmt: skip
    return ""


def _beside(found: Preview) -> str:
    return all_of(POINT_NAMES[other] for other in found.beside)


def preview_text(found: Preview, seen: Observation, names: Sequence[str]) -> Sentence:
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
            points = _beside(found)
            if is_reader(seen.mover, seen):
                text = _("{point} is beside your own {points}, and invades nothing.", point=point, points=points)
            else:
                name = names[seen.mover]
                text = _("{point} is beside {points} of {name}, and invades nothing.", point=point, points=points,
                         name=name)  # fmt: skip
        case "":
            if found.turned:
                told = {"point": point, "n": found.turned.bit_count(), "points": point_list(found.turned)}
                return Sentence(*emphasis("{point} turns {n}:| {points}.", **told), found.rule)
            text = _("{point} turns nothing.", point=point)
    return Sentence(text, "", found.rule)


def komi_text(seen: Observation) -> str:
    """Return the komi that is left, and what was spent of it: `3`, or `1 of 3`."""
    if seen.named is None:
        return _("not named yet")
    return str(seen.komi) if seen.komi == seen.named else _("{n} of {whole}", n=seen.komi, whole=seen.named)


def named_komi(seen: Observation, names: Sequence[str]) -> str:
    """Return who named which komi."""
    if is_reader(seen.namer, seen):
        return _("You named a komi of {komi}.", komi=seen.named)
    return _("{name} named a komi of {komi}.", name=names[seen.namer], komi=seen.named)


def who_passed_first(seen: Observation, names: Sequence[str]) -> str:
    """Return who made the first of the passes that came last, and what it costs; nothing where no pass came last."""
    if seen.passed_first == NOBODY:
        return ""
    first, second = names[seen.passed_first], names[1 - seen.passed_first]
    if is_reader(seen.passed_first, seen):
        if seen.phase == "over":
            return Sentence(_("You passed first, so the half goes to {name}.", name=second), rule="F8")
        return Sentence(_("You passed; if {name} cannot place either, the match is over.", name=second), rule="F6")
    if is_reader(1 - seen.passed_first, seen):
        if seen.phase == "over":
            return Sentence(_("{name} passed first, so the half goes to you.", name=first), rule="F8")
        return Sentence(_("{name} passed; if you cannot place either, the match is over.", name=first), rule="F6")
    if seen.phase == "over":
        return Sentence(_("{name} passed first, so the half goes to {other}.", name=first, other=second), rule="F8")
    return Sentence(
        _("{name} passed; if {other} cannot place either, the match is over.", name=first, other=second), rule="F6"
    )


# What stands on the table


class Labels:
    """Heads and short labels."""

    komi = Label("komi")
    seat = Label("{first}, {next}", "list")
    komi_left = Label("komi left")
    your_komi = Label("Your komi")
    why = Label("Why")
    sides = Label("The two sides")
    usual = Label("What is usual")
    usual_inside = Label("usual:")
    more = Label("more", "cell:6")
    less = Label("less", "cell:6")
    none_yet = Label("none yet")
    nothing_turned = Label("No stone has been turned over yet.")
    since_then = Label("Since then")
    so_far = Label("So far")
    press_side = Label("Press B or W, or use ← and →.")
    how_to_komi = Label("Type a number, or use ↑ and ↓.")
    how_to_point = Label("Walk with the arrows, type a point as d4, or click one.")
    stones = Label("Stones")
    moves = Label("Moves")
    last_move = Label("Last")
    who_led = Label("Who led, move by move")
    who_led_inside = Label("who led, move by move")
    could_turn = Label("What could turn next")
    the_count = Label("The count")
    back = Label("back")
    risks = Label("could turn")
    komi_use = Label("points for White, on top of the stones")
    by_chance = Label("When both place at random, without komi, Black wins about half: the first move is worth little.")
    no_risk = Label("No stone could be turned over next.")


def header_text(move: int) -> str:
    """Return the number of the move."""
    return _("Move {n}", n=move) if move else _("Before the first move")


def turn_text(alone: bool, mover: str) -> str:
    """Return whose turn it is."""
    return _("your turn") if alone else _("{name} to move", name=mover)


def button(action: Action) -> str:
    """Return what stands on the button of an action that is no placement."""
    if action in (SPEND, PASS):
        return _("Spend") if action == SPEND else _("Pass")
    return side_names()[action - TAKE]


def key_refusal(phase: str) -> str:
    """Return what is said of Enter where nothing is chosen."""
    match phase:
        case "komi":
            return _("Choose a komi first: type it, or use ↑ and ↓.")
        case "side":
            return _("Choose a side first: press B or W.")
    return _("Choose a point first, with the arrows, a click, or by its name, as d4.")


def enter_label(phase: str, answer: Action | None) -> str:
    """Return what Enter does now."""
    if not phase:
        return _("go on")
    if answer in (SPEND, PASS):
        return _("spend") if answer == SPEND else _("pass")
    match phase:
        case "komi":
            return _("name it")
        case "side":
            return _("take it")
    return _("place")


def number_next(first: str, last: str) -> str:
    """Return what is to be typed after the letter of a row."""
    return _("now the number: {first} to {last}", first=first, last=last)


def lettered(name: str, letter: str) -> str:
    """Return a choice with the letter that it has on the board."""
    return _("{name}, letter {letter}", name=name, letter=letter) if letter else name


def answered(found: Preview, answer: Threat | None) -> str:
    """Return what a stone turns, and how much the other side could then turn with its next one."""
    point, n = POINT_NAMES[found.point], found.turned.bit_count()
    if answer is None:
        return _("No answer to {point} turns a stone.", point=point)
    told = {"answer": POINT_NAMES[answer.point], "m": answer.turned.bit_count()}
    if not n:
        return _("{point} turns nothing; the largest answer, {answer}, turns {m}.", point=point, **told)
    return _("{point} turns {n}; the largest answer, {answer}, turns {m}.", point=point, n=n, **told)


def arrow_label(asked: bool) -> str:
    """Return what the arrows do now."""
    return _("choose") if asked else _("look")


def forced_pass(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return that a player has nothing to choose."""
    if is_reader(seat, seen):
        return _("You cannot place a stone, and pass. F6")
    return _("{name} cannot place a stone, and passes. F6", name=names[seat])


def with_komi(stones: int, komi: int) -> str:
    """Return the stones of White with what is left of the komi."""
    return _("{n} + komi {komi}", n=stones, komi=komi)


def lead_text(seen: Observation, short: bool) -> str:
    """Return who leads, with the komi."""
    ahead = reading.lead(seen)
    if not ahead:
        return _("Level")
    if short:
        return _("Black by {n}", n=ahead) if ahead > 0 else _("White by {n}", n=-ahead)
    return _("Black leads by {n}", n=ahead) if ahead > 0 else _("White leads by {n}", n=-ahead)


def empty_text(seen: Observation) -> str:
    """Return how many points are empty."""
    return _("{n} empty", n=POINT_COUNTS[seen.size] - (seen.black | seen.white).bit_count())


def board_text(seen: Observation) -> str:
    """Return the size of the board."""
    return _("{size} a side, {n} points", size=seen.size, n=POINT_COUNTS[seen.size])


def moves_text(seen: Observation) -> str:
    """Return how many moves were made on which board."""
    return ngettext("{n} move · {size} a side", "{n} moves · {size} a side", len(reading.played(seen)), size=seen.size)


def most_turned(seen: Observation) -> str:
    """Return which move turned most stones; nothing where none turned any."""
    number = reading.largest_turn(seen)
    if not number:
        return ""
    move = reading.played(seen)[number - 1]
    return ngettext("Move {move} turned most: {point}, {n} stone.", "Move {move} turned most: {point}, {n} stones.",
                    move.turned, move=number, point=move_name(move.action))  # fmt: skip


def legend() -> tuple[str, str, str]:
    """Return what the signs of points and stones mean: open, would turn, just turned."""
    return _("you may place"), _("would turn"), _("just turned")


def last_turned(turned: int) -> str:
    """Return how many stones the last move turned."""
    return _("turned {n}", n=turned)


# The komi


def komi_reasons(seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return what a komi is good for, or what each side has of it; and what follows from that."""
    if seen.phase == "komi":
        return (
            _("Black moves first. Whatever you name, {name} then takes the better side.", name=names[1 - seen.namer]),
            _("So name the number at which you would take either side."),
        )
    if seen.komi > 0:
        use = _("White counts the komi at the end, or spends it, point by point, instead of placing a stone.")
    elif seen.komi < 0:
        use = _("White counts so many points less at the end.")
    else:
        use = _("Neither side counts more than its stones.")
    return _("Black moves first."), use


def usual_komi() -> list[tuple[str, str]]:
    """Return which komi is how good for whom."""
    return [
        (pgettext("cell:10", "-1 to 1"), _("near to even")),
        (pgettext("cell:10", "2 and more"), _("better for White")),
        (pgettext("cell:10", "below -1"), _("better for Black")),
    ]


# What could turn next


def risk_head(seat: int, at_risk: Bitboard, seen: Observation) -> str:
    """Return how many stones of a player could be turned over next."""
    n, whole = at_risk.bit_count(), stones_of(seen, seat)[0].bit_count()
    if is_reader(seat, seen):
        return _("{n} of your {whole} could turn.", n=n, whole=whole)
    if reading.side_of(seat, seen) == BLACK:
        return _("{n} of Black's {whole} could turn.", n=n, whole=whole)
    return _("{n} of White's {whole} could turn.", n=n, whole=whole)


def risk_question(seat: int, seen: Observation) -> Sentence:
    """Return what the page of what could turn next shows."""
    if reading.side_of(seat, seen) == BLACK:
        return Sentence(_("What White could turn with one stone."), _("← and → go along the list."))
    return Sentence(_("What Black could turn with one stone."), _("← and → go along the list."))


def risk_text(threat: Threat) -> Sentence:
    """Return what a stone of the other side would turn."""
    told = {
        "point": POINT_NAMES[threat.point], "n": threat.turned.bit_count(), "points": point_list(threat.turned),
    }  # fmt: skip
    return Sentence(*emphasis("{point} would turn {n}:| {points}.", **told), "F5")


class KeyHelp:
    """What the table pauses after, and what its own keys are for, on the page of all keys."""

    step = N_("invasion")
    arrows = N_("choose")
    diagonals = N_("walk along the diagonals")
    risks = N_("what could turn next")
    rows = N_("type a point: d4")
    spend = N_("spend a point of komi")
    pass_ = N_("pass, where no stone may be placed")
    side = N_("Black or White, where the table asks")
    digits = N_("the number of a point, or a komi")
    below = N_("below 0")
    negative = N_("a komi below 0")


# What the game says


class HerforWords(Words[Observation]):
    """The words of Herfor."""

    prefix = "F"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of a match that are worth an average, and the heading of each."""
        return {"points": _("points")}

    def statistics(self) -> StatisticsPage:
        """Return what the page of statistics tells."""
        points = Statistic(_("points"), "mean", "points"), Statistic(_("against you"), "against", "points")
        moves = (
            Statistic(_("komi named"), "times", "komi"),
            Statistic(_("took black"), "times", "black"),
            Statistic(_("took white"), "times", "white"),
            Statistic(_("stones placed"), "rate", "place"),
            Statistic(_("passes"), "rate", "pass"),
        )
        return StatisticsPage(points, _("In a match"), moves, _("Ahead at the end"), "points", 10, ahead=True)

    def option(self, name: str) -> str:
        """Return the label of an option."""
        return {"size": _("Points a side"), "negative": _("Komi below 0"), "namer": _("Who names the komi")}[name]

    def option_help(self, name: str, seats: int, value: Value | None = None) -> str:
        """Return what an option, or a choice of it, means."""
        if name == "size":
            if value is None:
                return Sentence(_("How large the board is; 6 is usual."), rule="F1")
            return Sentence(_("{n} points.", n=POINT_COUNTS[int(value)]), rule="F1")
        if name == "negative":
            if value is None:
                return Sentence(_("Whether a komi below 0 may be named, which is in favour of Black."), rule="F7")
            text = _("White may be made to start behind.") if value else _("White never starts behind.")
            return Sentence(text, rule="F7")
        return Sentence(_("Who names the komi; the other player then takes a side."), rule="F7")

    def choice(self, name: str, value: Value | None) -> str:
        """Return a choice as a form shows it."""
        if name == "namer" and value is not None:
            return (_("the first player"), _("the second player"))[int(value)]
        return super().choice(name, value)

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is called."""
        return {"komi": _("komi"), "side": _("side"), "place": _("placing")}[kind]

    def decision(self, kind: str, step: int, seen: Observation) -> str:
        """Return the number of a move on the board, or what is decided before it."""
        return _("move {n}", n=step) if kind == "place" else self.kind(kind)

    def outcome(self, outcome: int) -> str:
        """Return whether the match is won."""
        return _("the match is won") if outcome else _("the match is lost")

    def question(self, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what the mover is asked."""
        if seen.phase == "komi":
            other = names[1 - seen.namer]
            return Sentence(
                _("How many points shall White start with?"), _("Then {name} picks a side.", name=other), "F7"
            )
        if seen.phase == "side":
            return Sentence(_("Black or White?"), paragraph(named_komi(seen, names), _("Black moves first.")), "F7")
        if seen.phase == "over":
            return Sentence("")
        if not open_points(seen):
            return Sentence(_("Pass."), _("There is no point on which you may place a stone."), "F6")
        side, other = reading.side_of(seen.mover, seen), names[1 - seen.mover]
        news = seen.mover == seen.namer and len(seen.moves) == 2 + side  # the first stone after the other took a side
        if side == BLACK:
            why = _("Not beside your own, unless White is at both ends of the row.")
            taken = _("{name} took White: you are Black, and move first.", name=other)
            return Sentence(_("Place a stone."), taken if news else why)
        why = _("Not beside your own, unless Black is at both ends of the row.")
        if news and seen.komi > 0:
            why = _("{name} took Black: you are White, and have the komi.", name=other)
        elif news:
            why = _("{name} took Black: you are White.", name=other)
        if not may_spend(seen):
            return Sentence(_("Place a stone."), why)
        ask = ngettext("Place a stone, or spend the last komi.",
                       "Place a stone, or spend one of {n} komi.", seen.komi)  # fmt: skip
        return Sentence(ask, why)

    def label(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice as a person would say it."""
        if action < SPEND:
            return _("Place {point}", point=POINT_NAMES[action])
        if action in (SPEND, PASS):
            return _("Pass") if action == PASS else _("Spend a point of komi")
        if action <= TAKE + WHITE:
            return _("Take {side}", side=side_names()[action - TAKE])
        return _("Komi {komi}", komi=action - KOMI)

    def name(self, action: Action, seen: Observation, names: Sequence[str]) -> str:
        """Return a choice by its shortest name."""
        if action < SPEND:
            return POINT_NAMES[action]
        if action in (SPEND, PASS):
            return _("pass") if action == PASS else _("spend")
        return side_names()[action - TAKE] if action <= TAKE + WHITE else str(action - KOMI)

    def explain(self, action: Action, seen: Observation, names: Sequence[str]) -> Sentence:
        """Return what a choice does now; a placement stands for its point, whatever lies there."""
        if action < SPEND:
            return preview_text(reading.preview(action - PLACE, seen), seen, names)
        if action == PASS:
            return Sentence(_("No stone is placed."), _("Two passes in a row end the match."), "F6")
        if action == SPEND:
            return Sentence(_("The komi falls to {komi}, and no stone is placed.", komi=seen.komi - 1), "", "F9")
        if action <= TAKE + WHITE:
            told = {"name": names[1 - seen.mover], "komi": abs(seen.komi)}
            if action == TAKE + WHITE:
                texts = (
                    _("{name} moves first, and you start {komi} behind."),
                    _("{name} moves first, and neither has a komi."),
                    _("{name} moves first, and you have the komi of {komi}."),
                )
            else:
                texts = (
                    _("You move first, and {name} starts {komi} behind."),
                    _("You move first, and neither has a komi."),
                    _("You move first, and {name} has the komi of {komi}."),
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
            text = _("White counts {n} less at the end.", n=-komi)
        else:
            text = _("White gets nothing.")
        return Sentence(_("Komi {komi}:", komi=komi), text, "F9" if komi > 0 else "F7")

    def refusal(self, action: Action, seen: Observation) -> str:
        """Return why the mover may not do this now."""
        if seen.phase == "komi":
            most = POINT_COUNTS[seen.size]
            return _("name a komi from {least} to {most} (F7)", least=-most if seen.negative else 0, most=most)
        if seen.phase == "side":
            return _("take Black or White, not {action} (F7)", action=repr(encode(action)))
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
                return _("there is no komi left to spend (F9)")
            return _("who cannot place a stone cannot spend either (F9)")
        return _("place a stone; the komi is named and the sides are taken (F7)")

    def event(self, event: Event, seen: Observation, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        seat, values = event.seat, event.values
        own, name = is_reader(seat, seen), names[seat]
        match event.kind:
            case "named":
                text = _("You named a komi of {komi}.") if own else _("{name} named a komi of {komi}.")
                return text.format(name=name, komi=values[0])
            case "took":
                text = _("You took {side}.") if own else _("{name} took {side}.")
                return text.format(name=name, side=side_names()[values[0]])
            case "placed":
                text = _("You placed {point}.") if own else _("{name} placed {point}.")
                return text.format(name=name, point=POINT_NAMES[values[0]])
            case "turned":
                points, number = all_of(POINT_NAMES[point] for point in values), len(values)
                if own:
                    return ngettext("You turned a stone: {points}.", "You turned {n} stones: {points}.", number,
                                    points=points)  # fmt: skip
                return ngettext("{name} turned a stone: {points}.", "{name} turned {n} stones: {points}.", number,
                                name=name, points=points)  # fmt: skip
            case "spent":
                left = (
                    ngettext("{n} point is left", "{n} points are left", values[0]) if values[0] else _("none is left")
                )
                text = _("You spent a point of komi; {left}.") if own else _("{name} spent a point of komi; {left}.")
                return text.format(name=name, left=left)
            case "passed":
                text = (
                    _("You could place no stone, and passed.") if own else _("{name} could place no stone, and passed.")
                )
                return text.format(name=name)
            case "won":
                return _("You win.") if own else _("{name} wins.", name=name)
        raise ValueError(f"nothing is known of {event.kind!r}")

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        """Return the number of the move."""
        return _("move {n}", n=progress["move"]) if progress.get("move") else _("before the first move")

    def standing(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the komi, for each side its player, its stones and what it has with the komi, and where they lie."""
        seen = replace(seen, seat=NOBODY)
        rows = [
            Row(_("Komi"), (komi_text(seen),), Sentence(_("White counts what is left of it at the end."), rule="F8"))
        ]
        if seen.black_seat == NOBODY:
            return rows
        for seat in (seen.black_seat, 1 - seen.black_seat):
            count = counts_of(seen)[seat]
            cells = [names[seat], stones_text(count.stones)]
            if count.komi:
                cells.append(_("{n} with the komi", n=count.stones + count.komi))
            rows.append(Row(side_name(seat, seen), tuple(cells)))
        for side, stones in ((_("Black on"), seen.black), (_("White on"), seen.white)):
            if stones:
                rows.append(Row(side, tuple(POINT_NAMES[point] for point in points_in(stones))))
        return rows

    def goal(self, seen: Observation, names: Sequence[str]) -> str:
        """Return what is counted, and while stones are placed how they turn."""
        if seen.phase == "play":
            return _("More stones win. A stone between two enemy rows turns both.")
        return _("When nobody can place a stone any more, more stones win; White adds the komi.")

    def aim(self, seen: Observation, names: Sequence[str]) -> str:
        """Return what the own side counts now."""
        if seen.seat == NOBODY or seen.black_seat == NOBODY:
            return ""
        own, other = counts_of(seen)[seen.seat], counts_of(seen)[1 - seen.seat]
        return _(
            "You count {points}, {name} {others}.",
            points=own.stones + own.komi, name=names[1 - seen.seat], others=other.stones + other.komi,
        )  # fmt: skip

    def sheet(self, seen: Observation, names: Sequence[str]) -> list[Row]:
        """Return the final count: the players, their sides, stones, komi, the half, and the score (F8)."""
        if not seen.winners:
            return []
        found = counts_of(seen)
        return [
            Row("", tuple(name_of(seat, seen, names) for seat in (0, 1))),
            Row(pgettext("cell:9", "side"), tuple(side_name(seat, seen) for seat in (0, 1))),
            Row(pgettext("cell:9", "stones"), tuple(str(count.stones) for count in found)),
            Row(
                pgettext("cell:9", "komi left"),
                tuple("" if seat == seen.black_seat else str(seen.komi) for seat in (0, 1)),
            ),
            Row(
                pgettext("cell:10", "half point"),
                tuple("0.5" if count.half else "" for count in found),
                who_passed_first(seen, names),
            ),
            Row(pgettext("cell:9", "score"), tuple(points_text(count.halves) for count in found)),
        ]

    def match_end(self, seen: Observation, names: Sequence[str]) -> list[str]:
        """Return who won the match, and what decided it."""
        if not seen.winners:
            return []
        winner = seen.winners[0]
        less, more = sorted(count.halves for count in counts_of(seen))
        scores = {"more": points_text(more), "less": points_text(less)}
        return [
            _("You win.") if is_reader(winner, seen) else _("{name} wins.", name=names[winner]),
            _("By half a point, {more} to {less}.", **scores)
            if more - less == 1
            else _("By {by} points, {more} to {less}.", by=points_text(more - less), **scores),
            who_passed_first(seen, names),
        ]

    def rule(self, seen: Observation) -> str:
        """Return the number of the rule that matters most now."""
        return reading.rule_of(seen)
