"""What the board of Herfor says besides what every face says of the game."""

from __future__ import annotations

from herrlof.game import Action, Sentence
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import BLACK, PASS, PLACE, SPEND, TAKE
from herrlof.games.herfor.observation import stones_of
from herrlof.games.herfor.points import POINT_COUNTS, POINT_NAMES, Bitboard
from herrlof.games.herfor.reading import Preview, Threat
from herrlof.games.herfor.words import (
    HerforSpeaker,
    point_list,
    side_names,
)
from herrlof.messages import N_, Label, _, emphasis, ngettext, pgettext

# The board


def side_letters() -> tuple[str, str]:
    return pgettext("cell:1", "B"), pgettext("cell:1", "W")


def move_name(action: Action) -> str:
    """Return a move on the board as a list of moves shows it: a point, or a word."""
    if action < SPEND:
        return POINT_NAMES[action - PLACE]
    return pgettext("cell:5", "spend") if action == SPEND else pgettext("cell:5", "pass")


# What stands on the table


class Labels:
    """Heads and short labels."""

    komi = Label("komi")
    seat = Label("{first}, {next}", "list")
    komi_left = Label("komi left")
    your_komi = Label("Your komi")
    why = Label("Why")
    sides = Label("The two sides")
    usual = Label("What's usual")
    usual_inside = Label("usual:")
    more = Label("more", "cell:6")
    less = Label("less", "cell:6")
    none_yet = Label("none yet")
    nothing_turned = Label("No stone has been turned over yet.")
    since_then = Label("Since then")
    so_far = Label("So far")
    press_side = Label("Press B or W, or use ← and →.")
    how_to_komi = Label("Type a number, or use ↑ and ↓.")
    how_to_point = Label("Use the arrows, click, or type a point such as d4.")
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
    no_risk = Label("As the board stands, no stone could be turned over next.")


def header_text(move: int) -> str:
    return _("Move {n}", n=move) if move else _("Before the first move")


def turn_text(alone: bool, mover: str) -> str:
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
    return _("{name}, marked {letter}", name=name, letter=letter) if letter else name


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
    return _("choose") if asked else _("look")


def with_komi(stones: int, komi: int) -> str:
    """Return the stones of White with what is left of the komi."""
    return _("{n} − komi {komi}", n=stones, komi=-komi) if komi < 0 else _("{n} + komi {komi}", n=stones, komi=komi)


def legend() -> tuple[str, str, str]:
    """Return what the signs of points and stones mean: open, would turn, just turned."""
    return _("you may place"), _("would turn"), _("just turned")


def last_turned(turned: int) -> str:
    """Return how many stones the last move turned."""
    return _("turned {n}", n=turned)


# The komi


def usual_komi(negative: bool) -> list[tuple[str, str]]:
    """Return which komi is how good for whom; `negative`: whether one below 0 may be named."""
    if not negative:
        return [
            (pgettext("cell:10", "0 to 1"), _("near to even")),
            (pgettext("cell:10", "2 and more"), _("better for White")),
        ]
    return [
        (pgettext("cell:10", "−1 to 1"), _("near to even")),
        (pgettext("cell:10", "2 and more"), _("better for White")),
        (pgettext("cell:10", "below −1"), _("better for Black")),
    ]


# What could turn next


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


class BoardSpeaker(HerforSpeaker):
    """What the board says to one reader, besides."""

    def forced_pass(self, seat: int) -> str:
        """Return that a player has nothing to choose."""
        you, other = (
            N_("You can't place a stone and have to pass. F6"),
            N_("{name} can't place a stone and has to pass. F6"),
        )
        return self.tells(seat, you, other)

    def lead_text(self, short: bool) -> str:
        """Return who leads, with the komi."""
        ahead = reading.lead(self.seen)
        if not ahead:
            return _("Level")
        if short:
            return _("Black by {n}", n=ahead) if ahead > 0 else _("White by {n}", n=-ahead)
        return _("Black leads by {n}", n=ahead) if ahead > 0 else _("White leads by {n}", n=-ahead)

    def empty_text(self) -> str:
        """Return how many points are empty."""
        seen = self.seen
        return _("{n} empty", n=POINT_COUNTS[seen.size] - (seen.black | seen.white).bit_count())

    def board_text(self) -> str:
        return _("{size} a side, {n} points", size=self.seen.size, n=POINT_COUNTS[self.seen.size])

    def moves_text(self) -> str:
        """Return how many moves were made on which board."""
        return ngettext(
            "{n} move · {size} a side", "{n} moves · {size} a side", len(reading.played(self.seen)), size=self.seen.size
        )

    def most_turned(self) -> str:
        """Return which move turned most stones; nothing where none turned any."""
        number = reading.largest_turn(self.seen)
        if not number:
            return ""
        move = reading.played(self.seen)[number - 1]
        return ngettext("Move {move} turned most: {point}, {n} stone.", "Move {move} turned most: {point}, {n} stones.",
                        move.turned, move=number, point=move_name(move.action))  # fmt: skip

    def komi_reasons(self) -> tuple[str, str]:
        """Return what a komi is good for, or what each side has of it; and what follows from that."""
        seen = self.seen
        if seen.phase == "komi":
            return (
                _(
                    "Black moves first. Whatever you name, {name} then takes the better side.",
                    name=self.names[1 - seen.namer],
                ),
                _("So name the number at which you would take either side."),
            )
        if seen.komi > 0:
            use = _("White counts the komi at the end, or spends it, point by point, instead of placing a stone.")
        elif seen.komi < 0:
            use = _("White counts that many fewer at the end.")
        else:
            use = _("Each side counts its stones, and nothing else.")
        return _("Black moves first."), use

    def risk_head(self, seat: int, at_risk: Bitboard) -> str:
        """Return how many stones of a player could be turned over next."""
        n, whole = at_risk.bit_count(), stones_of(self.seen, seat)[0].bit_count()
        black = reading.side_of(seat, self.seen) == BLACK
        other = N_("{n} of Black's {whole} could turn.") if black else N_("{n} of White's {whole} could turn.")
        return self.tells(seat, N_("{n} of your {whole} could turn."), other, n=n, whole=whole)

    def risk_question(self, seat: int) -> Sentence:
        """Return what the page of what could turn next shows."""
        if reading.side_of(seat, self.seen) == BLACK:
            return Sentence(_("What White could turn with one stone."), _("← and → go along the list."))
        return Sentence(_("What Black could turn with one stone."), _("← and → go along the list."))
