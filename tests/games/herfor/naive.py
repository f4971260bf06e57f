"""A second, slow and plain implementation of Herfor: the oracle of the differential tests.

Written from the rulings alone. Points are strings, the board is a dictionary, and every step names its rule.
"""

from functools import cache

LETTERS = "abcdefghijklm"
DIRECTIONS = [(0, 1), (1, 0), (1, 1)]  # F1: the three directions of lines, as (rows, numbers)
OTHER = {"black": "white", "white": "black"}
TERMINAL = -4


def all_points(size: int) -> list[str]:
    """F1: the points of a board, row by row."""
    found: list[str] = []
    for row in range(2 * size - 1):
        first = max(1, row - size + 2)
        last = min(size + row, 2 * size - 1)
        found += [f"{LETTERS[row]}{number}" for number in range(first, last + 1)]
    return found


@cache
def moved(point: str, rows: int, numbers: int) -> str:
    """The name of the place so many rows and numbers away; it may be no point of the board."""
    row = LETTERS.index(point[0]) + rows
    number = int(point[1:]) + numbers
    if row < 0 or row >= len(LETTERS):
        return "nowhere"
    return f"{LETTERS[row]}{number}"


@cache
def around(point: str) -> list[str]:
    """The six places next to one; some may be no points of the board."""
    return [moved(point, rows * sign, numbers * sign) for rows, numbers in DIRECTIONS for sign in (1, -1)]


class NaiveMatch:
    """One match, driven in the text codes of the contract."""

    def __init__(self, size: int, negative: bool = True, namer: int = 0) -> None:
        assert size in (5, 6, 7)
        assert namer in (0, 1)
        self.points = all_points(size)
        self.negative = negative
        self.stones: dict[str, str] = {}
        self.namer = namer
        self.komi: int | None = None
        self.seats: dict[str, int] = {}  # which seat plays black, and which white
        self.turn = "black"  # F7: Black moves first
        self.passes: list[str] = []  # who made the passes that came last
        self.phase = "komi"

    # -- questions ---------------------------------------------------------------------------------

    def mover(self) -> int:
        """The seat that acts now; TERMINAL after the end."""
        if self.phase == "komi":
            return self.namer
        if self.phase == "side":
            return 1 - self.namer
        if self.phase == "over":
            return TERMINAL
        return self.seats[self.turn]

    def holder(self, point: str) -> str | None:
        """The colour of the stone on a point; None where there is none."""
        return self.stones.get(point)

    def run_from(self, point: str, colour: str, rows: int, numbers: int) -> list[str]:
        """The stones of one colour that follow on a point in a direction, with no gap."""
        run = []
        place = moved(point, rows, numbers)
        while self.holder(place) == colour:
            run.append(place)
            place = moved(place, rows, numbers)
        return run

    def invaded(self, point: str, colour: str) -> list[list[str]]:
        """F3: for each line on which a stone of this colour would invade, the two phalanxes at its ends together."""
        found = []
        for rows, numbers in DIRECTIONS:
            ends = []
            for sign in (1, -1):
                own = self.run_from(point, colour, sign * rows, sign * numbers)
                last = own[-1] if own else point
                ends.append(self.run_from(last, OTHER[colour], sign * rows, sign * numbers))
            if ends[0] and ends[1]:
                found.append(ends[0] + ends[1])
        return found

    def placeable(self, colour: str) -> list[str]:
        """F4: the points on which a stone of this colour may be placed."""
        found = []
        for point in self.points:
            if self.holder(point) is not None:
                continue
            alone = all(self.holder(place) != colour for place in around(point))
            if alone or self.invaded(point, colour):
                found.append(point)
        return found

    def legal(self) -> set[str]:
        """What the mover may do, in text."""
        if self.phase == "komi":  # F7
            most = len(self.points)
            least = -most if self.negative else 0
            return {f"komi {komi}" for komi in range(least, most + 1)}
        if self.phase == "side":  # F7
            return {"black", "white"}
        if self.phase == "over":
            return set()
        places = self.placeable(self.turn)
        if not places:
            return {"pass"}  # F6, F9: who cannot place cannot spend
        assert self.komi is not None
        spending = {"spend"} if self.turn == "white" and self.komi >= 1 else set()  # F9
        return spending | {f"place {point}" for point in places}

    def count(self, colour: str) -> int:
        """The stones of a colour."""
        return list(self.stones.values()).count(colour)

    def scores(self) -> list[float]:
        """F8: by seat; before the end the stones."""
        found = [0.0, 0.0]
        for colour, seat in self.seats.items():
            found[seat] = float(self.count(colour))
            if self.phase == "over":
                if colour == "white":
                    assert self.komi is not None
                    found[seat] += self.komi
                if self.passes[-2] != colour:
                    found[seat] += 0.5
        return found

    def winners(self) -> list[int]:
        """Who has won; nobody before the end."""
        if self.phase != "over":
            return []
        first, second = self.scores()
        assert first != second  # F8: there is never a tie
        return [0 if first > second else 1]

    # -- moves -------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """The mover does this; it is one of the legal moves."""
        words = text.split()
        if words[0] == "komi":
            self.komi = int(words[1])
            self.phase = "side"
        elif text in ("black", "white"):
            chooser = 1 - self.namer
            self.seats = {text: chooser, OTHER[text]: self.namer}
            self.phase = "play"
        else:
            if text == "pass":
                self.passes.append(self.turn)
            else:
                self.passes = []  # F6, F9: a stone or a spent point breaks a row of passes
            if text == "spend":
                assert self.komi is not None
                self.komi = self.komi - 1
            elif words[0] == "place":
                self.place(words[1])
            self.turn = OTHER[self.turn]
            if len(self.passes) == 2:  # F6
                self.phase = "over"

    def place(self, point: str) -> None:
        """F4, F5: a stone comes down, and all that it invades turns over at once."""
        turning = self.invaded(point, self.turn)
        self.stones[point] = self.turn
        for phalanxes in turning:
            for stone in phalanxes:
                self.stones[stone] = self.turn
