"""Fair chance: the published vectors, no bias, no way back to the root, and codes that catch a slip."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import re
import string
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from itertools import combinations, count, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from herrlof.games import GAMES
from herrlof.games.herrlof.cards import CARD_CODES, DECK, cards_in
from herrlof.records.names import clean_cut
from herrlof.table.dealing import (
    CODE_LENGTH,
    CODE_LETTERS,
    FairChance,
    HmacRandom,
    commitment,
    cut_hash,
    deal_code,
    mixed,
    new_seed,
    parse_deal_code,
    subkey,
)
from tests.games.herrlof.table import Table
from tests.tiers import later

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
LISTS = [
    dict(line.split(" = ", 1) for line in block.splitlines()) for block in re.findall(r"```text\n(.*?)```", PAGE, re.S)
]
WITH_CUTS = LISTS[0]
WITHOUT_CUTS = {name: WITH_CUTS[name] for name in ("seed", "game id", "commitment")} | LISTS[1]
VECTORS = pytest.mark.parametrize("vector", [WITH_CUTS, WITHOUT_CUTS], ids=["cuts", "no cuts"])

ROOTS = [bytes(16), b"\xff" * 16, bytes(range(16)), *[hashlib.md5(bytes([i])).digest() for i in range(5)]]
NAMES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")

REFUSED = r"deal code|check letters"

roots = st.binary(min_size=16, max_size=16)


# The published vectors, against the module and against a second way to compute them


def seed_of(vector: dict[str, str]) -> bytes:
    return bytes.fromhex(vector["seed"])


def naive_hmac(key: bytes, text: str) -> bytes:
    """HMAC as RFC 2104 spells it."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text.encode("ascii")).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def naive_numbers(key: bytes, sizes: Sequence[int]) -> list[int]:
    """The numbers below these sizes, each at most 256, one byte a try."""
    stream = (byte for block in count() for byte in naive_hmac(key, f"{block}"))
    numbers = []
    for size in sizes:
        fits = [byte for byte in range(256) if byte // size < 256 // size]
        numbers.append(next(byte for byte in stream if byte in fits) % size)
    return numbers


def naive_deal(key: bytes, cards: Sequence[str]) -> list[str]:
    """The shuffle told differently: place by place from the last, take one out and let the last rest fill its gap."""
    rest, dealt = list(cards), []
    for number in naive_numbers(key, range(len(cards), 1, -1)):
        last = rest.pop()
        dealt.append(last if number == len(rest) else rest[number])
        if number < len(rest):
            rest[number] = last
    return [*rest, *reversed(dealt)]


@VECTORS
def test_the_published_vectors_by_the_module(vector: dict[str, str]) -> None:
    seed = seed_of(vector)
    root = mixed(seed, json.loads(vector["cuts"]))
    chance = FairChance(root)
    assert commitment(seed, vector["game id"]) == vector["commitment"]
    assert root.hex() == vector["root"]
    assert deal_code(root) == chance.code == vector["deal code"]
    assert parse_deal_code(vector["deal code"]) == root
    for name, value in vector.items():
        kind, *numbers = re.split(r"[ /]", name)
        if kind == "deal" and numbers != ["code"]:
            cards = [CARD_CODES[card] for card in DECK]
            chance.rng_for("deal", int(numbers[0])).shuffle(cards)
            assert " ".join(cards) == value, name
        elif kind == "blind":
            assert chance.rng_for("blind", int(numbers[0])).below(int(numbers[2])) == int(value), name
        elif kind == "hash":
            place = int(numbers[-1])
            assert cut_hash(vector["game id"], place, json.loads(vector["cuts"])[place]) == value
        elif kind == "first":
            assert chance.rng_for("dealer", 1).below(int(numbers[-1])) == int(value), name


@VECTORS
def test_the_published_vectors_by_a_second_way(vector: dict[str, str]) -> None:
    committed = f"herrlof/1/commitment/{vector['game id']}/{vector['seed']}"
    assert hashlib.sha256(committed.encode()).hexdigest() == vector["commitment"]
    cuts = "".join("/" + "".join(f"{byte:02x}" for byte in cut.encode()) for cut in json.loads(vector["cuts"]))
    root = naive_hmac(seed_of(vector), f"herrlof/1/root{cuts}")[:16]
    assert root.hex() == vector["root"]
    for name, value in vector.items():
        kind, *numbers = re.split(r"[ /]", name)
        if kind == "deal" and numbers != ["code"]:
            cards = [f"{colour}{rank}" for colour in "BGRY" for rank in range(1, 10)] + list("VVVHHH")
            assert " ".join(naive_deal(naive_hmac(root, f"herrlof/1/deal/{numbers[0]}"), cards)) == value, name
        elif kind == "blind":
            key = naive_hmac(root, f"herrlof/1/blind/{numbers[0]}")
            assert naive_numbers(key, [int(numbers[2])]) == [int(value)], name
        elif kind == "hash":
            place = int(numbers[-1])
            cut = "".join(f"{byte:02x}" for byte in json.loads(vector["cuts"])[place].encode())
            line = f"herrlof/1/cut/{vector['game id']}/{place}/{cut}"
            assert hashlib.sha256(line.encode("ascii")).hexdigest() == value
        elif kind == "first":
            assert naive_numbers(naive_hmac(root, "herrlof/1/first-dealer"), [int(numbers[-1])]) == [int(value)], name
    digits = [CODE_LETTERS.index(letter) for letter in vector["deal code"].replace("-", "")]
    assert int("".join(f"{digit:05b}" for digit in digits[:-2]), 2) == int(vector["root"], 16)
    assert naive_sums(digits) == (0, 0)


def naive_sums(digits: Sequence[int]) -> tuple[int, int]:
    """The two sums of the page, in its words."""
    plain = weighted = 0
    for digit in digits:
        plain ^= digit
        weighted *= 2
        if weighted >= 32:
            weighted ^= 37
        weighted ^= digit
    return plain, weighted


def test_the_published_keys() -> None:
    names = [name for name in WITH_CUTS if name.startswith("key ")]
    assert len(names) == 3
    for name in names:
        label, *numbers = name.removeprefix("key ").split("/")
        key = subkey(bytes.fromhex(WITH_CUTS["root"]), label, *map(int, numbers))
        assert key.hex() == WITH_CUTS[name], name


def test_the_published_program_prints_the_published_lines() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert set(re.findall(r"import (\S+)", program)) == {"hashlib", "hmac"}
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(program, {})
    lines = printed.getvalue().splitlines()
    assert len(lines) == 5
    for line in lines:
        name, value = line.split(" = ", 1)
        assert WITH_CUTS[name] == value


def test_the_published_deal_has_refused_bytes() -> None:
    """As the page says: two, so that a program without refusals is found out."""
    chance = FairChance(bytes.fromhex(WITH_CUTS["root"]))
    shuffled, whole = chance.rng_for("deal", 1), chance.rng_for("deal", 1)
    shuffled.shuffle(list(DECK))
    assert [shuffled.getrandbits(8) for _ in range(32)] == [whole.getrandbits(8) for _ in range(41 + 2 + 32)][41 + 2 :]


def test_the_engine_deals_as_published() -> None:
    game = GAMES["herrlof"]
    chance = FairChance(bytes.fromhex(WITH_CUTS["root"]))
    outcome = game.new_state(2, first_dealer=0).sample_chance(chance.rng_for("deal", 1))
    assert game.encode_chance(outcome) == f"deal {WITH_CUTS['deal 1']}"


@VECTORS
def test_the_engine_names_the_first_dealer_as_published(vector: dict[str, str]) -> None:
    game = GAMES["herrlof"]
    chance = FairChance(bytes.fromhex(vector["root"]))
    outcome = game.new_state(3).sample_chance(chance.rng_for("dealer", 1))
    assert game.encode_chance(outcome) == f"dealer {vector['first dealer of 3']}"


def test_the_engine_draws_blind_as_published() -> None:
    table = Table(seats=2)
    table.deal(["R2", "R6"])
    table.predict(0, 0)
    table.do("1: play R6", "0: play R2", "1: steal 0")
    state = table.state
    chance = FairChance(bytes.fromhex(WITH_CUTS["root"]))
    hand = cards_in(state.hands[0])
    assert len(hand) == 14
    for number in (1, 2):
        place = int(WITH_CUTS[f"blind {number} of 14"])
        assert state.sample_chance(chance.rng_for("blind", number)) == ("blind", (hand[place],)), number


# Seeds, commitments and cuts


def test_seeds_are_256_bits_and_new_every_time() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_a_commitment_binds_the_seed_and_the_game() -> None:
    seed = bytes(32)
    flipped = [bytes(byte ^ (1 << bit if place == at else 0) for at, byte in enumerate(seed)) for place, bit in BITS]
    digests = [commitment(seed, "a"), commitment(seed, "b"), *[commitment(other, "a") for other in flipped]]
    assert len(set(digests)) == 2 + 256


BITS = [(place, bit) for place in range(32) for bit in range(8)]


@pytest.mark.parametrize("game_id", ["", "a/b", "a b", "å", "a\n", "\x1b[m"])
def test_a_game_id_is_one_field_of_the_line(game_id: str) -> None:
    with pytest.raises(ValueError, match="a game id is made of"):
        commitment(bytes(32), game_id)


def test_every_cut_changes_the_root() -> None:
    seed = bytes(32)
    cuts: tuple[list[str], ...]
    cuts = ([], [""], ["", ""], ["a"], ["a", ""], ["", "a"], ["ab"], ["a", "b"], ["b", "a"], ["a/b"], ["61"], ["A"])
    assert len({mixed(seed, cut) for cut in cuts}) == len(cuts)
    assert mixed(seed) == mixed(seed, [])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  seven ravens\n", "seven ravens"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u3000", ""),
        ("a  b", "a  b"),
        ("\u212b", "Å"),
        ("\ufb01n²", "\ufb01n²"),
    ],
)
def test_a_cut_is_recorded_as_it_is_mixed_in(typed: str, kept: str) -> None:
    assert clean_cut(typed) == kept
    assert mixed(bytes(32), [typed]) == mixed(bytes(32), [kept])


@given(st.text(max_size=100))
@example(" \u0301")
def test_a_recorded_cut_is_mixed_in_as_it_stands(text: str) -> None:
    known = all(unicodedata.category(letter) not in ("Cn", "Cs") for letter in text)
    if not known:
        with pytest.raises(ValueError, match="leave it out of the cut"):
            clean_cut(text)
        return
    kept = clean_cut(text)
    assert clean_cut(kept) == kept
    kept.encode()


@pytest.mark.parametrize("letter", ["\ud800", "\U0003fffe", "\u0378"])
def test_half_and_unknown_characters_are_no_cut(letter: str) -> None:
    with pytest.raises(ValueError, match="leave it out of the cut") as caught:
        mixed(bytes(32), ["a" + letter])
    assert str(caught.value).isascii()


def test_sizes_are_checked() -> None:
    for size in (0, 16, 31, 33):
        with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
            mixed(bytes(size))
        with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
            commitment(bytes(size), "a")
    for use in (FairChance, deal_code, lambda root: subkey(root, "deal", 1)):
        with pytest.raises(ValueError, match="a root has 16 bytes, not 32"):
            use(bytes(32))


# One key for each purpose


def test_all_keys_differ() -> None:
    names: list[tuple[Any, ...]] = [("deal", n) for n in range(1, 30)]
    names += [("blind", n) for n in range(1, 30)]
    names += [("bot", seat, move) for seat in range(6) for move in range(30)]
    names += [("first-dealer",), ("bot",), ("bot", 1), ("bot", 11), ("bot", 1, 1, 1), ("deal",), ("deal", 111)]
    keys = {subkey(root, label, *numbers) for root in ROOTS for label, *numbers in names}
    assert len(keys) == len(ROOTS) * len(set(names))


@pytest.mark.parametrize("name", [("",), ("a/b",), ("Deal", 1), ("deal", -1), ("deal\n", 1), ("a1",)])
def test_a_key_has_a_name_that_is_unambiguous(name: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a key is named by a word and numbers"):
        subkey(bytes(16), *name)  # type: ignore[arg-type]


def windows(data: bytes, size: int = 5) -> set[bytes]:
    return {data[start : start + size] for start in range(len(data) - size + 1)}


def test_bot_streams_share_nothing_with_deal_streams() -> None:
    """Not a stretch of 5 bytes recurs in any two streams, and a bot's generator holds no key of a deal."""
    chance = FairChance(ROOTS[3])
    dealt = [chance.rng_for(kind, n).randbytes(400) for kind in ("deal", "blind") for n in range(1, 6)]
    guessed = [chance.bot_rng(seat, move).randbytes(400) for seat in range(3) for move in (0, 7)]
    for one, other in combinations(map(windows, dealt + guessed), 2):
        assert not one & other
    secrets = [ROOTS[3], *[subkey(ROOTS[3], kind, n) for kind in ("deal", "blind") for n in range(1, 6)]]
    for seat in range(3):
        generator = chance.bot_rng(seat)
        assert type(generator) is Random
        assert vars(generator).keys() <= {"gauss_next"}
        held = pickle.dumps(generator) + b"".join(word.to_bytes(4, "big") for word in generator.getstate()[1][:-1])
        assert not any(windows(secret) & windows(held) for secret in secrets)


def test_a_bots_generator_is_pythons_own_seeded_with_the_published_key() -> None:
    chance = FairChance(bytes.fromhex(WITH_CUTS["root"]))
    published = Random(int(WITH_CUTS["key bot/1/0"], 16)).getstate()
    assert chance.bot_rng(1).getstate() == published
    assert chance.bot_rng(1, 0).getstate() == published


def test_bot_generators_come_back_and_leave_deals_alone() -> None:
    chance = FairChance(ROOTS[4])
    before = chance.rng_for("deal", 1).randbytes(100)
    assert chance.bot_rng(1, 5).random() == chance.bot_rng(1, 5).random()
    assert len({chance.bot_rng(seat, move).random() for seat in range(3) for move in range(10)}) == 30
    assert chance.rng_for("deal", 1).randbytes(100) == before


def test_the_referee_prints_no_secret() -> None:
    chance = FairChance(ROOTS[2])
    assert ROOTS[2].hex() not in repr(chance)
    assert chance.code not in repr(chance)


# The generator


class Stub(HmacRandom):
    """A generator whose bytes are given."""

    def __init__(self, *given_bytes: int) -> None:
        super().__init__(b"")
        self.given = bytes(given_bytes)

    def _block(self, number: int) -> bytes:
        if number:
            raise EOFError
        return self.given

    @property
    def used(self) -> int:
        """How many of the bytes were taken; the others are taken now."""
        for used in range(len(self.given), -1, -1):
            try:
                self.getrandbits(8)
            except EOFError:
                return used
        raise AssertionError


@pytest.mark.parametrize("n", [2, 3, 5, 15, 42, 100, 127, 128, 129, 200, 255, 256])
def test_below_takes_each_number_from_equally_many_bytes(n: int) -> None:
    came = [0] * n
    for byte in range(256):
        stub = Stub(byte, 0)
        number = stub.below(n)
        refused = byte >= 256 - 256 % n
        assert stub.used == 1 + refused, byte
        if not refused:
            assert number == byte % n
            came[number] += 1
    assert set(came) == {256 // n}


def test_below_refuses_again_and_again() -> None:
    stub = Stub(252, 255, 253, 254, 251, 7)
    assert stub.below(42) == 251 % 42
    assert stub.used == 5
    with pytest.raises(EOFError):
        Stub(252, 255).below(42)


def test_below_takes_more_bytes_where_one_is_too_few() -> None:
    assert Stub(1, 0).below(257) == 256
    stub = Stub(0xFF, 0xFF, 0x12, 0x34)
    assert stub.below(257) == 0x1234 % 257  # 65,535 = 255 * 257 is the limit
    assert stub.used == 4
    assert Stub(0xFF, 0xFE).below(257) == 0xFFFE % 257
    assert Stub(1, 2, 3).below(1 << 24) == 0x010203
    assert Stub(1, 2, 3, 4).below((1 << 24) + 1) == 0x01020304 % ((1 << 24) + 1)


def test_below_one_takes_nothing_and_below_zero_is_an_error() -> None:
    stub = Stub(1, 2, 3)
    assert stub.below(1) == 0
    assert stub.used == 0
    for n in (0, -1):
        with pytest.raises(ValueError, match="below"):
            stub.below(n)


@pytest.mark.parametrize(
    ("draw", "value", "used"),
    [
        (lambda rng: rng.choice("abc"), "b", 2),
        (lambda rng: rng.randrange(3), 1, 2),
        (lambda rng: rng.randrange(5, 8), 6, 2),
        (lambda rng: rng.randrange(10, 4, -2), 8, 2),
        (lambda rng: rng.randint(5, 7), 6, 2),
        (lambda rng: rng.sample([7], 1), [7], 0),
        (lambda rng: rng.getrandbits(0), 0, 0),
        (lambda rng: rng.getrandbits(1), 1, 1),
        (lambda rng: rng.getrandbits(9), 0b1_1111_1110, 2),
        (lambda rng: rng.random(), (0xFF_0405_0607_0809 >> 3) / (1 << 53), 7),
    ],
)
def test_every_draw_is_defined_to_the_byte(draw: Callable[[Random], object], value: object, used: int) -> None:
    stub = Stub(255, 4, 5, 6, 7, 8, 9, 10, 11)
    assert draw(stub) == value
    assert stub.used == used


def test_random_stays_below_one() -> None:
    assert Stub(*[255] * 7).random() == 1 - 2**-53
    assert Stub(*[0] * 7).random() == 0


def test_the_shuffle_swaps_from_the_end() -> None:
    stub = Stub(2, 255, 0, 1)  # below(4) is 2; below(3) refuses 255 and is 0; below(2) is 1
    cards = list("abcd")
    stub.shuffle(cards)
    assert "".join(cards) == "dbac"
    assert stub.used == 4


def test_all_orders_of_four_cards_come_equally_often() -> None:
    """Each run of accepted numbers is another order: 4 * 3 * 2 of them."""
    orders = set()
    for numbers in ((a, b, c) for a in range(4) for b in range(3) for c in range(2)):
        cards = list("abcd")
        Stub(*numbers).shuffle(cards)
        orders.add(tuple(cards))
    assert orders == set(permutations("abcd"))


def test_shuffling_little_takes_nothing() -> None:
    for cards in ([], ["V"]):
        stub = Stub()
        stub.shuffle(cards)
        assert len(cards) <= 1


def test_draws_from_nothing_are_errors() -> None:
    with pytest.raises(IndexError, match=r"^there is nothing to choose from$"):
        Stub(0).choice([])
    for bounds in ((0,), (3, 3), (3, 1)):
        with pytest.raises(ValueError, match="empty"):
            Stub(0).randrange(*bounds)
    with pytest.raises(ValueError, match=r"^there are no fewer than 0 bits$"):
        Stub(0).getrandbits(-1)


def test_a_key_begins_its_stream_anew() -> None:
    generator = HmacRandom(b"other key")
    generator.below(42)
    generator.gauss(0, 1)
    generator.seed(b"key")
    fresh = HmacRandom(b"key")
    assert [generator.gauss(0, 1), generator.below(42)] == [fresh.gauss(0, 1), fresh.below(42)]
    for bad in (None, 1, "key"):
        with pytest.raises(TypeError, match=f"^the key is bytes, not {type(bad).__name__}$"):
            generator.seed(bad)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 256), max_size=80))
def test_numbers_are_the_naive_ones(key: bytes, sizes: list[int]) -> None:
    generator = HmacRandom(key)
    big = [size for size in sizes if size > 1]
    assert [generator.below(size) for size in big] == naive_numbers(key, big)


@given(st.binary(min_size=32, max_size=32), st.integers(2, 60))
def test_shuffles_are_the_naive_ones(key: bytes, size: int) -> None:
    cards = list(range(size))
    HmacRandom(key).shuffle(cards)
    assert cards == naive_deal(key, range(size))  # type: ignore[arg-type]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1 << 80))
def test_numbers_are_below(key: bytes, n: int) -> None:
    assert 0 <= HmacRandom(key).below(n) < n
    assert HmacRandom(key).randrange(n) == HmacRandom(key).below(n)
    assert 0 <= HmacRandom(key).getrandbits(80) < 1 << 80


def test_nothing_is_left_to_the_global_generator() -> None:
    import random

    before = random.getstate()
    FairChance(ROOTS[1]).rng_for("deal", 1).shuffle(list(DECK))
    FairChance(ROOTS[1]).bot_rng(0).random()
    assert random.getstate() == before


# No bias

LIMITS = {1: 10.828, 2: 13.816, 13: 34.528, 36: 67.985, 1681: 1865.894}
"""The 99.9 % points of chi-square, by degrees of freedom."""


def deals(number: int) -> Iterator[list[int]]:
    chance = FairChance(ROOTS[2])
    for n in range(1, number + 1):
        cards = list(range(42))
        chance.rng_for("deal", n).shuffle(cards)
        yield cards


def naive_swaps(number: int) -> Iterator[list[int]]:
    """The classic mistake: swap every place with any place."""
    chance = FairChance(ROOTS[2])
    for n in range(1, number + 1):
        cards, generator = list(range(42)), chance.rng_for("deal", n)
        for place in range(42):
            other = generator.below(42)
            cards[place], cards[other] = cards[other], cards[place]
        yield cards


def without_refusals(number: int) -> Iterator[list[int]]:
    """Another: take the remainder of any byte."""
    chance = FairChance(ROOTS[2])
    for n in range(1, number + 1):
        cards, drawn = list(range(42)), chance.rng_for("deal", n).randbytes(41)
        for place in range(41, 0, -1):
            other = drawn[place - 1] % (place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        yield cards


def position_statistic(dealt: Iterator[list[int]], block: int) -> float:
    """Return chi-square of a table of cards by places, `block` of each together.

    Rows and columns of such a table have fixed sums, which makes (size - 1)² degrees of freedom; one
    card excludes another from its place, which makes each count's variance 42/41 of the usual.
    """
    size = 42 // block
    table = [[0] * size for _ in range(size)]
    number = 0
    for cards in dealt:
        number += 1
        for place, card in enumerate(cards):
            table[place // block][card // block] += 1
    expected = number * block / size
    return sum((came - expected) ** 2 for row in table for came in row) / expected * 41 / 42


@pytest.mark.second
@pytest.mark.parametrize(("block", "freedom"), [(6, 36), (1, 1681)])
def test_every_card_comes_to_every_place(block: int, freedom: int) -> None:
    assert position_statistic(deals(10_000), block) < LIMITS[freedom]


@pytest.mark.slow
@pytest.mark.parametrize(("block", "freedom"), [(6, 36), (1, 1681)])
def test_every_card_comes_to_every_place_100_000_deals(block: int, freedom: int) -> None:
    assert position_statistic(deals(100_000), block) < LIMITS[freedom]


@pytest.mark.second
@pytest.mark.parametrize("mistake", later([naive_swaps, without_refusals], now=[naive_swaps]))
def test_the_same_statistic_finds_the_classic_mistakes(mistake: Callable[[int], Iterator[list[int]]]) -> None:
    assert position_statistic(mistake(10_000), 6) > 2 * LIMITS[36]


@pytest.mark.parametrize("seats", [2, 3])
def test_every_seat_is_as_likely_to_deal_first(seats: int) -> None:
    came = [0] * seats
    for number in range(3000):
        came[FairChance(number.to_bytes(16, "big")).rng_for("dealer", 1).below(seats)] += 1
    assert sum((times - 3000 / seats) ** 2 for times in came) / (3000 / seats) < LIMITS[seats - 1]


def test_every_card_of_a_hand_is_as_likely_to_be_drawn() -> None:
    came = [0] * 14
    chance = FairChance(ROOTS[2])
    for number in range(7000):
        came[chance.rng_for("blind", number).below(14)] += 1
    assert sum((times - 500) ** 2 for times in came) / 500 < LIMITS[13]


# Deal codes


@given(roots)
def test_a_code_gives_its_root_back(root: bytes) -> None:
    code = deal_code(root)
    assert re.fullmatch(r"[0-7][0-9A-HJKMNP-TV-Z]{3}(-[0-9A-HJKMNP-TV-Z]{4}){6}", code)
    assert parse_deal_code(code) == root


@given(roots, st.randoms(use_true_random=False))
def test_a_code_may_be_typed_carelessly(root: bytes, rng: Random) -> None:
    letters = deal_code(root).replace("-", "")
    typed = "".join(
        rng.choice(["", "", " ", "-", "\u2011", "\u2013", "\n", "\u00a0"])
        + rng.choice({"0": "0Oo", "1": "1IiLl"}.get(letter, letter + letter.lower()))
        for letter in letters
    )
    assert parse_deal_code(f" {typed} ") == root, typed


def test_a_code_plays_the_same_match_again() -> None:
    chance = FairChance(mixed(bytes(32), ["dice say 4", ""]))
    again = FairChance(parse_deal_code(chance.code.lower()))
    assert again.bot_rng(2).random() == chance.bot_rng(2).random()
    for n in range(1, 6):
        for kind in ("dealer", "deal", "blind"):
            assert again.rng_for(kind, n).randbytes(50) == chance.rng_for(kind, n).randbytes(50)


def meaning(letter: str) -> str:
    """Return the letter of the alphabet that a typed one stands for."""
    if not letter.isascii():
        return letter
    return {"O": "0", "I": "1", "L": "1"}.get(letter.upper(), letter.upper())


@pytest.mark.second
@pytest.mark.parametrize("root", ROOTS, ids=bytes.hex)
def test_every_wrong_letter_is_caught(root: bytes) -> None:
    code = deal_code(root)
    for place, right in enumerate(code):
        if right == "-":
            continue
        group = NAMES[place // 5]
        for typed in string.printable + "ßıſé\x1b\u0660":
            text = code[:place] + typed + code[place + 1 :]
            if meaning(typed) == right:
                assert parse_deal_code(text) == root
                continue
            with pytest.raises(ValueError, match=REFUSED) as caught:
                parse_deal_code(text)
            said = str(caught.value)
            assert "\n" not in said
            assert said.isprintable()
            if meaning(typed) in CODE_LETTERS:
                assert said.startswith(f"The check letters at the end don't fit. Check the {group} group. If it's")
            elif typed not in string.whitespace + "-":
                assert said == f"A deal code never has {typed!r}. Check the {group} group."
            else:
                assert said.startswith("A deal code has 28 letters and digits, not 27")


@pytest.mark.parametrize("root", ROOTS, ids=bytes.hex)
def test_every_two_letters_that_changed_places_are_caught(root: bytes) -> None:
    letters = deal_code(root).replace("-", "")
    for one, other in combinations(range(CODE_LENGTH), 2):
        if letters[one] == letters[other]:
            continue
        typed = list(letters)
        typed[one], typed[other] = typed[other], typed[one]
        with pytest.raises(ValueError, match="Have two letters changed places"):
            parse_deal_code("".join(typed))


def test_neighbours_in_a_typed_code_that_changed_places_are_caught() -> None:
    """With its dashes and look-alikes, as it stands on paper."""
    for root in ROOTS:
        code = deal_code(root).replace("0", "o").replace("1", "l")
        for place, (one, other) in enumerate(pairwise(code)):
            typed = code[:place] + other + one + code[place + 2 :]
            if one == other or "-" in (one, other):
                assert parse_deal_code(typed) == root
                continue
            with pytest.raises(ValueError, match="Have two letters changed places"):
                parse_deal_code(typed)


@given(roots, st.lists(st.tuples(st.integers(0, 27), st.sampled_from(CODE_LETTERS)), min_size=2, max_size=2))
def test_any_two_wrong_letters_are_caught(root: bytes, slips: list[tuple[int, str]]) -> None:
    letters = list(deal_code(root).replace("-", ""))
    right = letters[:]
    for place, letter in slips:
        letters[place] = letter
    if letters == right:
        assert parse_deal_code("".join(letters)) == root
        return
    with pytest.raises(ValueError, match="check letters"):
        parse_deal_code("".join(letters))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A deal code has 28 letters and digits, not 0."),
        ("61E1-YH00", "A deal code has 28 letters and digits, not 8."),
        ("61E1-YH00-D6P-VWXK-6M1B-FAM4-9T7G", "A deal code has 28 letters and digits, not 27. Check the 3rd group."),
        ("61E1-YH00-D6PT-VWXK-6M1B-FAM44-9T7G", "A deal code has 28 letters and digits, not 29. Check the 6th group."),
        ("61E1-YHU0-D6PT-VWXK-6M1B-FAM4-9T7G", "A deal code never has 'U'. Check the 2nd group."),
        ("61E1-YH00-D6PT-VWXK-6M1B-FAM4-9T7G!", "A deal code never has '!'."),
        (
            "61E1-YH00-D6PT-VWXK-6M1B-FAM4-9T7H",
            "The check letters at the end don't fit. Check the 7th group. If it's right, more than one letter is "
            "wrong.",
        ),
        (
            "16E1-YH00-D6PT-VWXK-6M1B-FAM4-9T7G",
            "The check letters at the end don't fit. Have two letters changed places?",
        ),
        (
            "61E1-YH00-D6PT-VWXK-6M1B-FAM4-9T00",
            "The check letters at the end don't fit. More than one letter is wrong.",
        ),
    ],
)
def test_a_slip_is_named_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=REFUSED) as caught:
        parse_deal_code(text)
    assert str(caught.value) == sentence


def test_a_code_of_more_than_128_bits_is_of_another_kind() -> None:
    digits = [8] + [0] * 25
    tail = next([a, b] for a in range(32) for b in range(32) if naive_sums([*digits, a, b]) == (0, 0))
    with pytest.raises(ValueError, match=r"^This isn't a deal code, .+: the first character is 0 to 7\.$"):
        parse_deal_code("".join(CODE_LETTERS[digit] for digit in digits + tail))


@given(st.text())
def test_other_text_is_refused_in_one_printable_line(text: str) -> None:
    with pytest.raises(ValueError, match=REFUSED) as caught:
        parse_deal_code(text)
    assert str(caught.value).isprintable()


def test_nothing_of_the_program_is_used_but_two_definitions() -> None:
    import herrlof.table.dealing

    source = Path(herrlof.table.dealing.__file__).read_text(encoding="utf-8")
    used = set(re.findall(r"^(?:from|import) (\S+)", source, re.M)) - {"__future__", "collections.abc"}
    assert {name for name in used if name not in sys.stdlib_module_names} == {
        "herrlof.messages",  # what is said of a slip
        "herrlof.records.format1",  # what format 1 called the first dealer's key
        "herrlof.records.names",  # what a cut is
    }
