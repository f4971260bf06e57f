"""Why one choice of Herfor is better than another: stones that turn, answers, who may place where, what a komi does."""

from __future__ import annotations

from collections.abc import Iterator

from herrlof.bots.motive import Motive, motive
from herrlof.game import Action
from herrlof.games.herfor.actions import BLACK, KOMI, SPEND, TAKE, WHITE
from herrlof.games.herfor.invasion import placements, turned_by
from herrlof.games.herfor.observation import Observation, stones_of
from herrlof.games.herfor.points import BOARDS, POINT_COUNTS, STEPS, Bitboard, Point, points_in
from herrlof.messages import N_, NN_


class _After:
    """What a choice leaves: what it turned, what can be turned back, who may place where."""

    def __init__(self, seen: Observation, action: Action) -> None:
        mine, theirs = stones_of(seen, seen.mover)
        board = BOARDS[seen.size]
        turned = 0
        if action < SPEND:
            turned = turned_by(mine, theirs, action)
            mine, theirs = mine | turned | 1 << action, theirs ^ turned
        self.turned = turned.bit_count()
        self.own_open, self.their_open = placements(mine, theirs, board), placements(theirs, mine, board)
        self.alone = (self.own_open & ~self.their_open).bit_count()
        self.theirs = self.their_open.bit_count()
        self.own = self.own_open.bit_count()
        self.threat = max((turned_by(mine, theirs, point).bit_count() for point in points_in(self.own_open)), default=0)
        self.lost: Bitboard = 0
        self.answer = 0
        for point in points_in(self.their_open):
            stones = turned_by(theirs, mine, point)
            self.lost |= stones
            self.answer = max(self.answer, stones.bit_count())


def _on_lines(point: Point, board: Bitboard) -> int:
    """Return how many points lie on the three lines through one, itself left out."""
    found = 0
    for step in (*STEPS, *(-step for step in STEPS)):
        place = point + step
        while place >= 0 and board >> place & 1:
            found, place = found + 1, place + step
    return found


def _komi_motives(seen: Observation, best: int, other: int) -> Iterator[Motive]:
    """Yield what tells the best komi from another one; whoever did not name it takes the side that it favours."""
    n, m, picks = abs(best), abs(other), 1 - seen.mover
    if not n < m:
        pass
    elif not n:
        yield motive("level", N_("{name} picks a side: it puts neither ahead, and a komi of {other} one by {n}."),
                     seat=picks, n=m)  # fmt: skip
    else:
        yield motive("nearer", N_("{name} picks a side: it puts one ahead by {n}, and a komi of {other} by {m}."),
                     seat=picks, n=n, m=m)  # fmt: skip
    if best > other == 0:
        yield motive("moves second", N_("Black moves first: it gives White {n} for that, and a komi of 0 nothing."),
                     n=best)  # fmt: skip
    elif best > other > 0:
        yield motive("moves second", N_("Black moves first: it gives White {n} for that, and a komi of {other} less."),
                     n=best)  # fmt: skip
    if best >= 0 > other:
        yield motive("twice ahead", N_("With a komi of {other} Black moves first and starts ahead as well."))


def _side_motives(seen: Observation, best: int) -> Iterator[Motive]:
    """Yield what tells the better side from the other one."""
    whole, ahead = POINT_COUNTS[seen.size], seen.komi if best == WHITE else -seen.komi
    if ahead > 0:
        yield motive("needs less", N_("If the board fills, it is ahead from {n} stones on, and {other} from {m}."),
                     n=(whole - ahead) // 2 + 1, m=(whole + ahead) // 2 + 1)  # fmt: skip
    elif best == BLACK and seen.komi:
        yield motive("moves first", NN_("It moves first, and {other} gets {n} point for that.",
                     "It moves first, and {other} gets {n} points for that."), n=seen.komi)  # fmt: skip
    elif best == BLACK:
        yield motive("moves first", N_("It moves first, and {other} gets nothing for that."))


def _more(more: int, less: int) -> bool:
    """Whether there are so many more that it is a reason: at least a fifth."""
    return more > less and 5 * (more - less) >= more


def motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    match seen.phase:
        case "komi":
            yield from _komi_motives(seen, best - KOMI, other - KOMI)
        case "side":
            yield from _side_motives(seen, best - TAKE)
        case "play":
            yield from _point_motives(seen, best, other)


def _point_motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    """Yield what tells the best point, or spending, from another one."""
    one, two = _After(seen, best), _After(seen, other)
    mine, theirs = stones_of(seen, seen.mover)
    theirs_now = placements(theirs, mine, BOARDS[seen.size])
    if two.theirs and not one.theirs:
        yield motive("shuts", N_("After it the other side can't place a stone; after {other} it can."))
    if best < SPEND and theirs_now >> best & 1:
        n = turned_by(theirs, mine, best).bit_count()
        most = max(turned_by(theirs, mine, point).bit_count() for point in points_in(theirs_now))
        if n and n == most and not (other < SPEND and turned_by(theirs, mine, other).bit_count() == n):
            yield motive("takes", N_("There the other side would have turned most: {n}."),
                         n=n)  # fmt: skip
    if one.turned > two.turned and one.answer <= two.answer:
        yield motive("turns", N_("It turns {n}, and {other} turns {m}."), n=one.turned, m=two.turned)
    if one.answer < two.answer and one.turned >= two.turned:
        if one.answer:
            yield motive("answer", N_("The largest answer to it turns {n}, and to {other} {m}."),
                         n=one.answer, m=two.answer)  # fmt: skip
        else:
            yield motive("no answer", N_("No answer to it turns a stone; the largest one to {other} turns {n}."),
                         n=two.answer)  # fmt: skip
    if one.turned != two.turned and one.answer != two.answer and one.turned - one.answer > two.turned - two.answer:
        yield motive("exchange",
                     N_("It turns {n} and the largest answer {m}; with {other} that's {k} and {l}."),
                     n=one.turned, m=one.answer, k=two.turned, l=two.answer)  # fmt: skip
    if _more(one.alone, two.alone):
        yield motive("alone", NN_("After it {n} point is open to you alone, and {m} after {other}.",
                     "After it {n} points are open to you alone, and {m} after {other}."),
                     n=one.alone, m=two.alone)  # fmt: skip
    if one.threat > two.threat and one.answer <= two.answer:
        yield motive("threat", N_("It threatens to turn {n} next, and {other} {m}."), n=one.threat, m=two.threat)
    if best < SPEND and other < SPEND and theirs_now >> best & 1 and not theirs_now >> other & 1:
        yield motive("waits", N_("The other side may not place on {other} now, so that can wait."))
    if best < SPEND and other < SPEND:
        n, m = (turned_by(theirs, mine, point).bit_count() if theirs_now >> point & 1 else 0 for point in (best, other))
        if n > m:
            yield motive("forestalls", N_("There the other side could turn {n}, on {other} {m}."), n=n, m=m)
        left = one.own_open >> other & 1, two.own_open >> best & 1
        if left[0] and not one.their_open >> other & 1 and theirs_now >> best & 1:
            yield motive("stays", N_("After it {other} stays open to you alone."))
        if left == (1, 0):
            yield motive("both", N_("After it you may still place on {other}; the other way round you may not."))
    if other == SPEND:
        yield motive("saves komi", N_("It keeps the point of komi that {other} gives up."))
    n, m = one.lost.bit_count(), two.lost.bit_count()
    if _more(m, n):
        yield motive("stands", N_("After it {n} of your stones could be turned next, and {m} after {other}."), n=n, m=m)
    if _more(two.theirs, one.theirs):
        yield motive("leaves", NN_("It leaves the other side {n} point to place on, and {other} leaves {m}.",
                     "It leaves the other side {n} points to place on, and {other} leaves {m}."),
                     n=one.theirs, m=two.theirs)  # fmt: skip
    if _more(one.own, two.own):
        yield motive(
            "opens",
            NN_(
                "After it {n} point is open to you, and {m} after {other}.",
                "After it {n} points are open to you, and {m} after {other}.",
            ),
            n=one.own,
            m=two.own,
        )
    if best < SPEND and other < SPEND:
        board = BOARDS[seen.size]
        n, m = _on_lines(best, board), _on_lines(other, board)
        if _more(n, m):
            yield motive("lines", N_("Its lines have {n} other points, and those of {other} have {m}."),
                         n=n, m=m)  # fmt: skip
