"""What the engine tells and refuses beside the rules: events, sentences, and the text of a match."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Event
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import DEALER
from herrlof.games.herrlof.cards import CARD_CODES, HAGALAZ, VALKNUT, cards_in, parse_card
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import LEAD_DESTROYED, LEAD_HAGALAZ, LEAD_NINE, LEAD_WINNER, next_lead
from tests.games.herrlof.table import Table

GAME = GAMES["herrlof"]
NAMES = ("Anna", "Ben", "Cleo")


def played(seats: int, seed: int, edition: str = "english", goal: int = 20) -> tuple[HerrlofState, list[Event]]:
    """Return a random match at its end, powers used, and all that happened."""
    rng = Random(seed)
    state = HerrlofState(seats, edition, goal, first_dealer=0)
    events: list[Event] = []
    while state.current_player() != TERMINAL:
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
        else:
            state.apply(rng.choice(state.legal_actions()), events)
    return state, events


@pytest.mark.parametrize("dealer", [-1, 2, "0", True])
def test_the_first_dealer_is_a_seat(dealer: object) -> None:
    with pytest.raises(ValueError, match=r"the option first_dealer of Herrlof is 0 or 1, not "):
        GAME.new_state(2, first_dealer=dealer)


@pytest.mark.parametrize("seats", [2, 3])
def test_chance_names_the_first_dealer_where_nobody_chose_one(seats: int) -> None:
    named = Counter[int]()
    for seed in range(200):
        state = GAME.new_state(seats)
        assert isinstance(state, HerrlofState)
        assert (state.current_player(), state.chance_kind()) == (CHANCE, "dealer")
        events: list[Event] = []
        outcome = state.sample_chance(Random(seed))
        assert GAME.encode_chance(outcome) == f"dealer {outcome[0] - DEALER}"
        state.apply_chance(outcome, events)
        assert events == [Event("dealer", state.dealer)]
        assert (state.leader, state.chance_kind()) == ((state.dealer + 1) % seats, "deal")
        named[state.dealer] += 1
    assert set(named) == set(range(seats))
    assert min(named.values()) > 120 / seats
    assert GAME.new_state(seats, first_dealer=1).chance_kind() == "deal"


def test_a_state_names_itself_without_a_card() -> None:
    table = Table()
    table.deal(["", ""])
    text = repr(table.state)
    assert text == "<Herrlof 2 seats, english, round 1, predict>"
    assert not any(code in text.split() for code in CARD_CODES)


def test_the_refusal_of_a_card_that_is_not_held() -> None:
    table = Table(hand_size=2)
    table.deal(["B1 B2", "G1 G2"], turned="R1")
    table.predict(0, 0)
    for code in ("B1", "R7", "V"):
        assert table.refuse(f"1: play {code}") == f"you do not hold {code}"


@pytest.mark.parametrize(
    ("moves", "refused", "sentence"),
    [
        ([], "1: play G1", "predict a number of tricks (R5), not 'play G1'"),
        (["1: predict 0", "0: predict 0"], "1: predict 1", "play a card (R6), not 'predict 1'"),
        (["1: predict 0", "0: predict 0"], "1: draw", "play a card (R6), not 'draw'"),
        (
            ["1: predict 0", "0: predict 0", "1: play G3"],
            "1: play G1",
            "say whether the 3 draws a card (R9), not 'play G1'",
        ),
        (
            ["1: predict 0", "0: predict 0", "1: play G3", "1: draw"],
            "1: pass",
            "put a card under the deck (R9), not 'pass'",
        ),
        (["1: predict 0", "0: predict 0", "1: play G3", "1: draw"], "1: discard B1", "you do not hold B1"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_asked_now(moves: list[str], refused: str, sentence: str) -> None:
    table = Table(hand_size=3)
    table.deal(["B1 B2 B4", "G1 G2 G3"], turned="R1", deck="Y9")
    table.do(*moves)
    assert table.refuse(refused) == sentence


@pytest.mark.parametrize(
    ("cards", "winning", "expected"),
    [
        ("B1 V", 0, (0, LEAD_DESTROYED)),
        ("V B9 H", 1, (0, LEAD_DESTROYED)),
        ("H B9 H", 1, (2, LEAD_HAGALAZ)),
        ("B9 H G2", 0, (1, LEAD_HAGALAZ)),
        ("B2 B9 G2", 1, (2, LEAD_NINE)),
        ("B2 B4 B9", 2, (0, LEAD_NINE)),
        ("B2 B4", 1, (1, LEAD_WINNER)),
    ],
)
def test_who_leads_next_and_why(cards: str, winning: int, expected: tuple[int, int]) -> None:
    assert next_lead(tuple(map(parse_card, cards.split())), winning) == expected


@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_is_told_with_the_winners(seats: int) -> None:
    state, events = played(seats, 1)
    assert events[-1] == Event("won", NOBODY, state.winners)
    assert [event.kind for event in events].count("won") == 1
    assert sum(event.kind == "scored" for event in events) == len(state.rounds)


def test_an_extra_game_is_told_with_the_seats_that_are_level() -> None:
    table = Table(edition="dutch", goal=1, hand_size=2)
    table.deal(["B2 G5", "B5 G2"], turned="H")
    table.predict(1, 1)
    events: list[Event] = []
    for move in ("play B5", "play B2", "play G2", "play G5"):
        table.state.apply(GAME.decode(move), events)
    assert events[-2:] == [Event("scored", NOBODY, (11, 11)), Event("extra-game", NOBODY, (0, 1))]
    assert table.state.phase == "deal"


def test_every_card_event_is_told_to_those_who_may_know_it() -> None:
    _, events = played(3, 2)
    public = {"dealt", "turned", "played", "passed", "trick", "took-trick", "stole", "leads", "scored", "won"}
    kinds = {event.kind for event in events}
    assert {"predicted", "drew", "discarded", "drew-blind", "returned"} <= kinds <= public | {
        "predicted", "drew", "discarded", "drew-blind", "returned", "extra-game",
    }  # fmt: skip
    for event in events:
        if event.kind in public or event.kind == "extra-game":
            assert event.only is None
        elif event.kind in ("drew-blind", "returned"):
            assert event.only == (event.seat, event.values[0])
        else:
            assert event.only == (event.seat,)


def sentences(state: HerrlofState, events: list[Event]) -> list[str]:
    """Return what an onlooker reads of each event."""
    seen = state.observation(NOBODY)
    return [GAME.words.event(event, seen, NAMES[: state.seats]) for event in events]


PHRASES = {
    "dealt": r"\w+ dealt\.",
    "turned": r"The .+ was turned: .+ is trump\.|A .+ was turned: no trump\.",
    "predicted": r"\w+ said \d+\.",
    "played": r"\w+ (played|led) (the .+|a .+)\.",
    "passed": r"\w+ did not use the [136]\.",
    "drew": r"\w+ drew (the .+|a .+) from the deck\.",
    "discarded": r"\w+ put (the .+|a .+) under the deck\.",
    "trick": r"\w+ won the trick\.|The trick was destroyed\.",
    "took-trick": r"\w+ took a trick from \w+\.",
    "stole": r"\w+ drew a card from \w+'s? hand\.",
    "drew-blind": r"It was (the .+|a .+)\.",
    "returned": r"\w+ gave (the .+|a .+) back\.",
    "leads": "",
    "scored": r"The round brought .+ \d+\.",
    "won": r".+ wins\.|.+ share the win\.",
}


def test_the_words_tell_all_that_happened() -> None:
    """A sentence for everything; counted over matches in which everything happens."""
    happened: Counter[str] = Counter()
    for seats, edition, seed in [(2, "dutch", seed) for seed in range(12)] + [
        (3, "english", seed) for seed in range(6)
    ]:
        state, events = played(seats, seed, edition)
        for event, sentence in zip(events, sentences(state, events), strict=True):
            happened[event.kind] += 1
            if event.kind != "extra-game":
                assert re.fullmatch(PHRASES[event.kind], sentence), (event, sentence)
    assert set(PHRASES) <= set(happened)


def test_the_words_for_an_onlooker_hide_what_he_did_not_see() -> None:
    state, events = played(2, 3)
    told = sentences(state, [event.seen_by(NOBODY) for event in events])
    text = " ".join(told)
    assert " drew a card from the deck." in text
    assert " put a card under the deck." in text
    assert " gave a card back." in text
    assert "has chosen a number." in text
    for event, sentence in zip(events, told, strict=True):
        if event.only is not None:
            assert not re.search(r"\d|the (blue|green|red|yellow)|Valknut|Hagalaz|It was", sentence), sentence


def test_the_words_tell_of_an_extra_game_and_of_a_round_in_play() -> None:
    told = sentences(
        HerrlofState(first_dealer=0),
        [Event("extra-game", NOBODY, (0, 1)), Event("dealt", 0), Event("predicted", 1, (7,), (1,))],
    )
    assert told == ["Still a tie: another full game is played. R20", "Anna dealt.", "Ben said 7."]


def test_a_hand_counts_its_colourless_cards_apart() -> None:
    table = Table(hand_size=4)
    table.deal(["V V H B1", "H V H G1"], turned="R1")
    assert [CARD_CODES[card] for card in cards_in(table.state.hands[0])] == ["B1", "V", "V", "H"]
    assert [CARD_CODES[card] for card in cards_in(table.state.hands[1])] == ["G1", "V", "H", "H"]
    assert [parse_card(code) for code in ("V", "H")] == [VALKNUT, HAGALAZ]
