"""A second, slow and plain implementation of How-Ruck!: the oracle of the differential tests.

Written from docs/rules-how-ruck.md alone. Cards are strings, everything else lists and dictionaries, and every step
names its rule.
"""

CHANCE = -1
TERMINAL = -4
COLOURS = ["red", "blue", "green"]
LETTERS = {"R": "red", "B": "blue", "G": "green"}
ACTIONS = [
    "adrenaline", "dirty-trick", "how-ruck", "mucho-macho", "weak-wins", "rope-breaks", "change-sides", "good-bye",
    "monstrous", "reinforcements",
]  # fmt: skip


def all_cards() -> list[str]:
    """K1."""
    men = []
    for letter in "RBG":
        for number in "0123":
            men += [letter + number, letter + number, letter + number + "!"]
    ladies = ["W0", "W2", "W3", "W4"] * 2
    return [*men, *ladies, "N", *ACTIONS]


def is_action(card: str) -> bool:
    return card in ACTIONS


def is_white(card: str) -> bool:
    return card == "N" or card[0] == "W"


def value(card: str) -> int:
    """The strength of a Scot; an action counts 0 (K8)."""
    if is_action(card):
        return 0
    if card == "N":
        return 6
    return int(card[1])


def beats(card: str, other: str) -> bool:
    """K8: whether the first lot wins against the second."""
    if value(card) != value(other):
        return value(card) > value(other)
    order = [rank(card), rank(other)]
    return order[0] < order[1]


def rank(card: str) -> int:
    """K8: white, red, blue, green, and then an action."""
    if is_action(card):
        return 5
    if is_white(card):
        return 1
    return {"R": 2, "B": 3, "G": 4}[card[0]]


class NaiveMatch:
    """One match, driven in the text codes of the contract."""

    def __init__(self, race: str, teams: str, goal: int) -> None:
        self.race = race
        self.teams = teams
        self.goal = goal
        self.barrels_won = [0, 0]
        self.winners: list[int] = []
        self.round_number = 1
        self.phase = "deal"
        self.turn = CHANCE
        self.new_round()

    def new_round(self) -> None:
        """The table before a deal."""
        self.sort_piles: list[list[tuple[str, str]]] = [[], []]  # the pairs of each player, from the top
        self.choices: list[list[int]] = [[], []]  # which card of each pair was kept, 0 or 1
        self.teams_of: list[list[str]] = [[], []]
        self.undone: list[tuple[str, str]] = []
        self.aside: list[str] = []
        self.piles: list[list[str]] = [[], []]
        self.hands: list[list[str]] = [[], []]
        self.rope: dict[tuple[int, str], list[str]] = {(side, colour): [] for side in (0, 1) for colour in COLOURS}
        self.discards: list[str] = []
        self.barrel = 0
        self.first = -1
        self.stolen = ""

    # -- questions ---------------------------------------------------------------------------------

    def mover(self) -> int:
        """The seat that acts now; CHANCE or TERMINAL."""
        return self.turn

    def legal(self) -> set[str]:
        """What the mover may do, in text; empty when nobody moves."""
        if self.phase == "keep":
            return {"keep 1", "keep 2"}
        if self.phase == "split":
            return {"split 1", "split 2"}
        if self.phase == "play":
            return {code for card in self.hands[self.turn] for code in self.ways(card)}
        if self.phase == "stolen":
            return set(self.ways(self.stolen))
        if self.phase == "move":
            return self.ways_to_move()
        if self.phase == "name":
            return {f"name {number}" for number in range(7)}
        return set()

    def ways(self, card: str) -> list[str]:
        """K11, K13: how a card can be played."""
        if is_action(card):
            return [f"play {card}", f"discard {card}"]
        if is_white(card):
            return [f"play {card} {side} {colour}" for side in ("own", "other") for colour in COLOURS]
        return [f"play {card} own", f"play {card} other"]

    def ways_to_move(self) -> set[str]:
        """K13, Changing sides."""
        found = set()
        for (side, colour), cards in self.rope.items():
            if not cards:
                continue
            name = "own" if side == self.turn else "other"
            if is_white(cards[-1]):
                found |= {f"move {name} {colour} to {target}" for target in COLOURS}
            else:
                found.add(f"move {name} {colour}")
        return found

    def top(self, side: int, colour: str) -> str:
        """The top card of a field, or nothing."""
        cards = self.rope[side, colour]
        return cards[-1] if cards else ""

    def strength(self, side: int) -> int:
        """K2."""
        total = 0
        for colour in COLOURS:
            card = self.top(side, colour)
            total += value(card) if card else 2
        return total

    def side(self, word: str) -> int:
        return self.turn if word == "own" else 1 - self.turn

    # -- chance ------------------------------------------------------------------------------------

    def chance(self, text: str) -> None:
        """Chance does this."""
        word, *rest = text.split()
        assert word == self.phase, f"{word!r} is not what chance does in phase {self.phase}"
        if word == "deal":
            self.do_deal(rest)
        elif word == "race":
            self.do_race(rest)
        elif word == "stacks":
            middle = rest.index("/")
            self.do_stacks(rest[:middle], rest[middle + 1 :])
        else:
            self.do_blind(rest[0])

    def do_deal(self, cards: list[str]) -> None:
        """K5, K7."""
        assert sorted(cards) == sorted(all_cards())
        self.new_round()
        own = [cards[:20], cards[20:40]]
        self.aside = cards[40:]
        if self.teams == "dealt":
            self.first = self.lots()
            self.barrel = [7, 6][self.first]
            self.begin(own[0], own[1])
            return
        for seat in (0, 1):
            self.sort_piles[seat] = [(own[seat][n], own[seat][n + 1]) for n in range(0, 20, 2)]
        self.phase = "keep"
        self.turn = 0

    def lots(self) -> int:
        """K8: who is ahead."""
        for draw in range(7):
            mine, theirs = self.aside[2 * draw], self.aside[2 * draw + 1]
            if beats(mine, theirs):
                return 0
            if beats(theirs, mine):
                return 1
        return 0

    def do_race(self, words: list[str]) -> None:
        """K5: what was placed in time counts; K19: pairs that were put off lie above it."""
        if words == ["even"]:
            self.settle_by_lots()
            return
        self.first = int(words[0])
        placed = int(words[1])
        slower = 1 - self.first
        put_off = [int(word) for word in words[3:]]
        pile, choices = self.sort_piles[slower], self.choices[slower]
        self.sort_piles[slower], self.choices[slower], self.undone = [], [], []
        for number in range(1, 11):
            if number not in put_off and len(self.choices[slower]) < placed:
                self.sort_piles[slower].append(pile[number - 1])
                self.choices[slower].append(choices[number - 1])
            else:
                self.undone.append(pile[number - 1])
        self.barrel = [6, 7][self.first]
        self.share_out()
        if self.undone:
            self.phase = "split"
            self.turn = self.first
        else:
            self.phase = "stacks"
            self.turn = CHANCE

    def settle_by_lots(self) -> None:
        """K7, K8: nobody was faster."""
        self.first = self.lots()
        self.barrel = [6, 7][self.first]
        self.share_out()
        self.phase = "stacks"
        self.turn = CHANCE

    def share_out(self) -> None:
        """K9: what each kept, and what each was given."""
        for seat in (0, 1):
            for pair, choice in zip(self.sort_piles[seat], self.choices[seat], strict=True):
                self.teams_of[seat].append(pair[choice])
                self.teams_of[1 - seat].append(pair[1 - choice])

    def do_stacks(self, first: list[str], second: list[str]) -> None:
        """K9."""
        assert sorted(first) == sorted(self.teams_of[0])
        assert sorted(second) == sorted(self.teams_of[1])
        self.begin(first, second)

    def begin(self, first: list[str], second: list[str]) -> None:
        """K9: six cards in hand."""
        self.hands = [first[:6], second[:6]]
        self.piles = [first[6:], second[6:]]
        self.phase = "play"
        self.turn = self.first

    def do_blind(self, card: str) -> None:
        """K13, Dirty trick."""
        self.hands[1 - self.thief].remove(card)
        self.stolen = card
        self.phase = "stolen"
        self.turn = self.thief

    # -- moves -------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """The mover does this."""
        assert text in self.legal(), f"{text!r} is not legal in phase {self.phase}"
        words = text.split()
        if words[0] == "keep":
            self.do_keep(int(words[1]) - 1)
        elif words[0] == "split":
            self.do_split(int(words[1]) - 1)
        elif words[0] == "move":
            self.do_move(words[1:])
        elif words[0] == "name":
            self.discard_tops(lambda card: value(card) == int(words[1]))
            self.finish_turn()
        else:
            self.do_card(words)

    def do_keep(self, choice: int) -> None:
        """K5: a pair is sorted; in the state seat 0 sorts all its pairs first (K6)."""
        self.choices[self.turn].append(choice)
        if len(self.choices[self.turn]) < 10:
            return
        if self.turn == 0:
            self.turn = 1
        elif self.race == "clock":
            self.phase = "race"
            self.turn = CHANCE
        else:
            self.settle_by_lots()

    def do_split(self, choice: int) -> None:
        """K5: the faster player sorts a pair of the slower one's."""
        pair = self.undone.pop(0)
        self.teams_of[self.first].append(pair[choice])
        self.teams_of[1 - self.first].append(pair[1 - choice])
        if not self.undone:
            self.phase = "stacks"
            self.turn = CHANCE

    def do_card(self, words: list[str]) -> None:
        """K10: a card is played, from the hand or stolen."""
        card = words[1]
        if self.stolen:
            assert card == self.stolen
            self.stolen = ""
        else:
            self.hands[self.turn].remove(card)
        if is_action(card):
            self.discards.append(card)
            if words[0] == "discard":
                self.finish_turn()
            else:
                self.do_action(card)
            return
        colour = words[3] if is_white(card) else LETTERS[card[0]]
        self.rope[self.side(words[2]), colour].append(card)  # K11
        if card.endswith("!"):
            self.compare(strong=True)  # K12
        if not self.round_over():
            self.finish_turn()

    def do_action(self, card: str) -> None:
        """K13."""
        me, other = self.turn, 1 - self.turn
        if card == "adrenaline":
            self.barrel += -2 if me == 0 else 2
        elif card == "how-ruck":
            self.compare(strong=True)
        elif card == "weak-wins":
            self.compare(strong=False)
        elif card == "rope-breaks":
            self.barrel = 6 if me == 0 else 7
        elif card == "mucho-macho":
            self.discard_tops(lambda top: top[0] == "W")
        elif card == "monstrous":
            if "N" in [self.top(other, colour) for colour in COLOURS]:
                self.win_round(me)
                return
        elif card == "change-sides":
            if any(self.rope.values()):
                self.phase = "move"
                return
        elif card == "good-bye":
            self.phase = "name"
            return
        elif card == "dirty-trick":
            if self.hands[other]:
                self.thief = me
                self.phase = "blind"
                self.turn = CHANCE
                return
        elif card == "reinforcements":
            for _ in range(3):
                self.draw()
        if not self.round_over():
            self.finish_turn()

    def compare(self, strong: bool) -> None:
        """K12: the difference, towards the stronger side, or with Weak wins the weaker one."""
        difference = self.strength(1) - self.strength(0)
        self.barrel += difference if strong else -difference

    def discard_tops(self, which) -> None:  # type: ignore[no-untyped-def]
        """K15: only what lies on top before."""
        for cards in self.rope.values():
            if cards and which(cards[-1]):
                self.discards.append(cards.pop())

    def do_move(self, words: list[str]) -> None:
        """K13, Changing sides."""
        start = self.side(words[0])
        card = self.rope[start, words[1]].pop()
        colour = words[3] if is_white(card) else LETTERS[card[0]]
        self.rope[1 - start, colour].append(card)
        self.finish_turn()

    def draw(self) -> None:
        """The mover takes a card, if there is one."""
        if self.piles[self.turn]:
            self.hands[self.turn].append(self.piles[self.turn].pop(0))

    def finish_turn(self) -> None:
        """K10: refill, and who plays next."""
        self.draw()
        self.phase = "play"
        me = self.turn
        if self.hands[1 - me]:
            self.turn = 1 - me
        elif not self.hands[me]:
            self.win_round(0 if self.barrel <= 6 else 1)  # K14

    def round_over(self) -> bool:
        """K14: whether the barrel is at an end."""
        if self.barrel <= 1:
            self.win_round(0)
            return True
        if self.barrel >= 12:
            self.win_round(1)
            return True
        return False

    def win_round(self, seat: int) -> None:
        """K4."""
        self.barrels_won[seat] += 1
        self.hands = [[], []]
        self.piles = [[], []]
        if self.barrels_won[seat] == self.goal:
            self.winners = [seat]
            self.phase = "over"
            self.turn = TERMINAL
        else:
            self.round_number += 1
            self.phase = "deal"
            self.turn = CHANCE
