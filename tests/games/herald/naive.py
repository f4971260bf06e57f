"""A second, slow and plain implementation of Herald: the oracle of the differential tests.

Written from docs/rules-herald.md alone. Cards are strings, everything else lists and dictionaries, and every step names
its rule.
"""

CHANCE = -1
TERMINAL = -4
POINTS = {
    "HERALD": 25, "CHEST": 11, "ARMOUR": 6,
    "S": 10, "K": 10, "Q": 10, "A": 7, "H": 5, "C": 4, "T": 3, "P": 1, "M": 0,
}  # fmt: skip
COPIES = {"S": 1, "K": 1, "Q": 1, "A": 1, "H": 2, "C": 1, "T": 2, "P": 9, "M": 1}


def all_cards() -> list[str]:
    """H1."""
    cards = ["HERALD", "CHEST", "ARMOUR"]
    for colour in "GSB":
        for letter, copies in COPIES.items():
            cards += [colour + letter] * copies
    return cards


def figure(card: str) -> str:
    return card if card in POINTS else card[1]


def colour_rank(card: str) -> int:
    """H6: the lower the better."""
    return "GSB".index(card[0])


def points(card: str) -> int:
    return POINTS[figure(card)]


def wins(card: str, ahead: str, was_led: bool) -> bool:
    """Whether a card takes over from the one that is ahead, H5 to H10."""
    if figure(ahead) == "M" and was_led:  # H10
        return False
    if card == "HERALD":  # H8
        return True
    if ahead == "HERALD":  # H8, H9
        return figure(card) == "M"
    if figure(card) == figure(ahead):  # H6
        return colour_rank(card) < colour_rank(ahead)
    if figure(card) == "M":  # H9
        return False
    if figure(card) + figure(ahead) in ("SQ", "QK", "KS"):  # H7
        return True
    if figure(card) + figure(ahead) in ("QS", "KQ", "SK"):
        return False
    return points(card) in (points(ahead) + 1, points(ahead) + 2, points(ahead) + 3)  # H5


class NaiveMatch:
    """One match, driven in the text codes of the contract."""

    def __init__(self, seats: int, games: int, first_dealer: int | None) -> None:
        self.seats = seats
        self.games = games
        self.dealer = first_dealer
        self.phase = "dealer" if first_dealer is None else "deal"
        self.turn = CHANCE
        self.totals = [0] * seats
        self.games_done = 0
        self.winners: list[int] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(seats)]
        self.table: list[tuple[int, str]] = []
        self.plays = [0] * seats

    def mover(self) -> int:
        return self.turn

    def legal(self) -> set[str]:
        """H4: any card."""
        return {f"play {card}" for card in self.hands[self.turn]} if self.phase == "play" else set()

    def left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    def chance(self, text: str) -> None:
        """H3, H13."""
        word, *rest = text.split()
        if word == "dealer":
            self.dealer = int(rest[0])
            self.phase = "deal"
            return
        assert self.dealer is not None
        if self.games_done:
            self.dealer = self.left_of(self.dealer)
        self.hands = [[] for _ in range(self.seats)]
        self.won = [[] for _ in range(self.seats)]
        self.plays = [0] * self.seats
        for _ in range(5):
            for step in range(1, self.seats + 1):
                self.hands[self.left_of(self.dealer, step)].append(rest.pop(0))
        self.stock = rest
        self.turn = self.left_of(self.dealer)
        self.phase = "play"

    def do(self, text: str) -> None:
        card = text.removeprefix("play ")
        self.hands[self.turn].remove(card)
        self.plays[self.turn] += 1
        self.table.append((self.turn, card))
        self.turn = self.left_of(self.turn)
        if len(self.table) == self.seats:
            self.end_trick()

    def ahead(self) -> tuple[int, str]:
        """The seat and the card that are ahead."""
        leading = 0
        for number in range(1, len(self.table)):
            if wins(self.table[number][1], self.table[leading][1], leading == 0):
                leading = number
        return self.table[leading]

    def end_trick(self) -> None:
        """H4."""
        winner, _ = self.ahead()
        self.won[winner] += [card for _, card in self.table]
        self.table = []
        if self.stock:
            for step in range(self.seats):
                self.hands[self.left_of(winner, step)].append(self.stock.pop(0))
        self.turn = winner
        if not self.hands[winner]:
            self.end_game()

    def end_game(self) -> None:
        """H11 to H13."""
        for seat in range(self.seats):
            self.totals[seat] += sum(points(card) for card in self.won[seat])
        self.games_done += 1
        if self.games_done < self.games:
            self.phase = "deal"
            self.turn = CHANCE
            return
        self.phase = "over"
        self.turn = TERMINAL
        best = [seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)]
        for seat in best:
            if "HERALD" in self.won[seat]:
                best = [seat]
        for letter in "GSB":
            counts = [self.count(letter, seat) for seat in best]
            best = [seat for seat, count in zip(best, counts, strict=True) if count == max(counts)]
        self.winners = best

    def count(self, letter: str, seat: int) -> int:
        """H12: the cards of a colour."""
        number = 0
        for card in self.won[seat]:
            if (card == "CHEST" and letter == "G") or (card not in POINTS and card[0] == letter):
                number += 1
        return number
