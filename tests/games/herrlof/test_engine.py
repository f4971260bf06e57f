"""What the engine tells and refuses beside the rules: events, sentences, and the text of a match."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, InvalidAction
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import (
    BLUE,
    CARD_CODES,
    GREEN,
    HAGALAZ,
    NO_COLOUR,
    RED,
    VALKNUT,
    cards_in,
    parse_card,
)
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import (
    LEAD_DESTROYED,
    LEAD_HAGALAZ,
    LEAD_NINE,
    LEAD_WINNER,
    Trick,
    colour_to_follow,
    next_lead,
)
from herrlof.games.herrlof.words import power_word
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
    with pytest.raises(ValueError, match=r"The option first_dealer of Herrlof is 0 or 1, not "):
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
        assert GAME.encode_chance(outcome) == f"dealer {outcome.values[0]}"
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


def test_the_summary_of_a_position_stays_as_it_is() -> None:
    """Records hold its hash: a single other letter, and no old match could be checked."""
    table = Table(hand_size=2)
    everything = ".".join(CARD_CODES[card] for card in table.state.cards)
    assert HerrlofState(3).summary() == (
        f"seats=3 edition=english goal=40 cards={everything} hand-size=11 game=1 round=1 dealer=-1 scores=0.0.0 "
        "correct=0.0.0 rounds=- winners=- phase=dealer player=-1 hands=-/-/- deck=- trump=-1 turned=- "
        "predictions=-1.-1.-1 tricks=0.0.0 destroyed=0 leader=0 trick=- follow=-1 fresh=- robbed=-1 log=- last=-"
    )
    assert HerrlofState().summary() == GAME.new_state().summary() == GAME.new_state(2).summary()
    assert table.state.summary() == (
        f"seats=2 edition=english goal=50 cards={everything} hand-size=2 game=1 round=1 dealer=0 scores=0.0 "
        "correct=0.0 rounds=- winners=- phase=deal player=-1 hands=-/- deck=- trump=-1 turned=- predictions=-1.-1 "
        "tricks=0.0 destroyed=0 leader=1 trick=- follow=-1 fresh=- robbed=-1 log=- last=-"
    )
    deck = "H.H.V.V.Y9.Y8.Y7.Y6.Y4.Y3.Y2.Y1.R8.R7.R6.R5.R4.R3.R2.R1.G9.G8.G7.G6.G5.G4.G2.G1.B9.B8.B7.B6.B5.B4.B2.B1"
    table.deal(["B3 V", "G3 H"], turned="Y5", deck="R9")
    table.do("1: predict 1", "0: predict 0", "1: play G3", "1: draw")
    assert table.state.summary() == (
        f"seats=2 edition=english goal=50 cards={everything} hand-size=2 game=1 round=1 dealer=0 scores=0.0 "
        f"correct=0.0 rounds=- winners=- phase=discard player=1 hands=B3.V/R9.H deck={deck} "
        "trump=3 turned=Y5 predictions=0.1 tricks=0.0 destroyed=0 leader=1 trick=G3 follow=1 fresh=R9 robbed=-1 "
        "log=1013.295.38.267.458 last=-"
    )
    table.do("1: discard R9", "0: play B3", "0: pass", "1: play H", "0: play V")
    table.deal(["B3 V", "G3 H"], turned="Y5", deck="R9")
    table.do("0: predict 0", "1: predict 0")
    assert table.state.summary() == (
        f"seats=2 edition=english goal=50 cards={everything} hand-size=2 game=1 round=2 dealer=1 scores=10.11 "
        "correct=1.1 rounds=1:1:0.1:0.1:10.11:1 winners=- phase=play player=0 hands=B3.V/G3.H "
        f"deck={deck}.R9 trump=3 turned=Y5 predictions=0.0 tricks=0.0 destroyed=0 "
        "leader=0 trick=- follow=-1 fresh=- robbed=-1 log=1013.38.294 last=-"
    )


def test_the_refusal_of_a_card_that_is_not_held() -> None:
    table = Table(hand_size=2)
    table.deal(["B1 B2", "G1 G2"], turned="R1")
    table.predict(0, 0)
    for code, card in {"B1": "the blue 1", "R7": "the red 7", "V": "a Valknut"}.items():
        assert table.refused(f"1: play {code}") == f"you don't hold {card}"


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
        (["1: predict 0", "0: predict 0", "1: play G3", "1: draw"], "1: discard B1", "you don't hold the blue 1"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_asked_now(moves: list[str], refused: str, sentence: str) -> None:
    table = Table(hand_size=3)
    table.deal(["B1 B2 B4", "G1 G2 G3"], turned="R1", deck="Y9")
    table.do(*moves)
    assert table.refused(refused) == sentence


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


@pytest.mark.parametrize(
    ("cards", "colour"), [("B1 G2", BLUE), ("V G2 B1", GREEN), ("H V R3", RED), ("V H", NO_COLOUR), ("", NO_COLOUR)]
)
def test_the_first_coloured_card_is_followed(cards: str, colour: int) -> None:
    assert colour_to_follow(tuple(map(parse_card, cards.split()))) == colour


@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_is_told_with_the_winners(seats: int) -> None:
    state, events = played(seats, 1)
    assert state.phase == "over"
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
    table.deal(["B2 B5", "B3 B4"], turned="H")
    table.predict(2, 2)
    table.do("0: play B5", "1: play B4", "0: play B2", "1: play B3")
    assert [(done.game, done.number) for done in table.state.rounds] == [(1, 1), (2, 1)]


def test_every_card_event_is_told_to_those_who_may_know_it() -> None:
    _, events = played(3, 2)
    public = {"dealt", "turned", "played", "passed", "trick", "took-trick", "stole", "leads"}
    public |= {"predictions", "scored", "won"}
    kinds = {event.kind for event in events}
    assert {"predicted", "drew", "discarded", "drew-blind", "returned"} <= kinds <= public | {
        "hand", "predicted", "drew", "discarded", "drew-blind", "returned", "extra-game",
    }  # fmt: skip
    for event in events:
        if event.kind in public or event.kind == "extra-game":
            assert event.visible_to is None
        elif event.kind in ("drew-blind", "returned"):
            assert event.visible_to == (event.seat, event.values[0])
        else:
            assert event.visible_to == (event.seat,)


def test_a_round_is_told_event_by_event() -> None:
    """A draw by a 3, a card swapped by a 6, two Valknuts that turn a new trump, and a trick taken by a 1."""

    def cards(codes: str) -> tuple[int, ...]:
        return tuple(map(parse_card, codes.split()))

    table = Table(hand_size=5, goal=9)
    table.deal(["G2 G5 V B1 R2", "G3 G6 V B2 R1"], turned="Y5", deck="R9 B9")
    table.do("1: predict 2", "0: predict 1")
    table.do("1: play G3", "1: draw", "1: discard B2", "0: play G2")
    table.do("1: play G6", "0: play G5", "1: steal 0", "blind B1", "1: return R9")
    table.do("1: play V", "0: play V", "1: play R1", "0: play R2", "0: play R9", "1: play B1", "1: take-trick 0")
    assert table.events == [
        Event("dealt", 0),
        Event("hand", 1, tuple(sorted(cards("G3 G6 V B2 R1"))), (1,)),
        Event("hand", 0, tuple(sorted(cards("G2 G5 V B1 R2"))), (0,)),
        Event("turned", CHANCE, cards("Y5")),
        Event("predicted", 1, (2,), (1,)),
        Event("predicted", 0, (1,), (0,)),
        Event("played", 1, (*cards("G3"), 0)),
        Event("drew", 1, cards("R9"), (1,)),
        Event("discarded", 1, cards("B2"), (1,)),
        Event("played", 0, (*cards("G2"), 1)),
        Event("trick", 1, (1, *cards("G3 G2"))),
        Event("leads", 1),
        Event("played", 1, (*cards("G6"), 0)),
        Event("played", 0, (*cards("G5"), 1)),
        Event("trick", 1, (1, *cards("G6 G5"))),
        Event("stole", 1, (0,)),
        Event("drew-blind", 1, (0, *cards("B1")), (1, 0)),
        Event("returned", 1, (0, *cards("R9")), (1, 0)),
        Event("leads", 1),
        Event("played", 1, (*cards("V"), 0)),
        Event("played", 0, (*cards("V"), 1)),
        Event("turned", CHANCE, cards("B9")),
        Event("trick", NOBODY, (1, *cards("V V"))),
        Event("leads", 1),
        Event("played", 1, (*cards("R1"), 0)),
        Event("played", 0, (*cards("R2"), 1)),
        Event("trick", 0, (1, *cards("R1 R2"))),
        Event("leads", 0),
        Event("played", 0, (*cards("R9"), 0)),
        Event("played", 1, (*cards("B1"), 1)),
        Event("trick", 1, (0, *cards("R9 B1"))),
        Event("took-trick", 1, (0,)),
        Event("predictions", NOBODY, (1, 2)),
        Event("scored", NOBODY, (0, 9)),
        Event("won", NOBODY, (1,)),
    ]
    assert ", ".join(table.history(1)) == (
        "-1: turn Y5, 1: predict 2, 0: predict ?, 1: play G3, 1: draw R9, 1: discard B2, 0: play G2, 1: play G6, "
        "0: play G5, 1: steal 0, -1: blind B1, 1: return R9, 1: play V, 0: play V, -1: turn B9, 1: play R1, "
        "0: play R2, 0: play R9, 1: play B1, 1: take-trick 0"
    )
    assert table.seen(NOBODY).last_trick == Trick(0, cards("R9 B1"), 1, robbed=0, next_leader=1)


@pytest.mark.parametrize("moves", ["0: pass", "0: draw, 0: discard Y9"])
def test_a_trick_that_a_3_completes_is_told(moves: str) -> None:
    table = Table(hand_size=3)
    table.deal(["G3 B2 B4", "G4 R4 R5"], turned="H", deck="Y9")
    table.do("1: predict 0", "0: predict 0", "1: play G4", "0: play G3", *moves.split(", "))
    assert [event.kind for event in table.events[-2:]] == ["trick", "leads"]


@pytest.mark.parametrize("card", ["G1", "G3", "G6"])
def test_a_power_that_is_not_used_is_told_by_its_number(card: str) -> None:
    table = Table(hand_size=3)
    table.deal(["R5 B2 B4", f"{card} R4 G7"], turned="G9", deck="Y9")
    table.do("1: predict 0", "0: predict 0", "1: play R4", "0: play R5", "0: play B2", f"1: play {card}", "1: pass")
    assert [event for event in table.events if event.kind == "passed"] == [Event("passed", 1, (int(card[1]),))]


def sentences(state: HerrlofState, events: list[Event]) -> list[str]:
    """Return what an onlooker reads of each event."""
    seen = state.observation(NOBODY)
    return [GAME.words.to(seen, NAMES[: state.seats]).event(event) for event in events]


PHRASES = {
    "dealt": r"\w+ dealt\.",
    "hand": "",
    "predictions": "",
    "turned": r"The .+ was turned: .+ is trump\.|A .+ was turned: no trump\.",
    "predicted": r"\w+ said \d+\.",
    "played": r"\w+ (played|led) (the .+|a .+)\.",
    "passed": r"\w+ didn't use the [136]\.",
    "drew": r"\w+ drew (the .+|a .+) from the deck\.",
    "discarded": r"\w+ put (the .+|a .+) under the deck\.",
    "trick": r"\w+ won the trick\.|The trick was destroyed\.",
    "took-trick": r"\w+ took a trick from \w+\.",
    "stole": r"\w+ drew a card from \w+'s hand\.",
    "drew-blind": r"\w+ drew (the .+|a .+) from \w+'s hand\.",
    "returned": r"\w+ gave (the .+|a .+) back\.",
    "leads": "",
    "scored": r"The round brought .+ \d+\.",
    "won": r".+ wins\.|.+ share the win\.|You share the win with .+\.",
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
    assert " said " not in text, "that a number is chosen is not told: where all choose at once nobody knows of whom"
    for event, sentence in zip(events, told, strict=True):
        if event.visible_to is not None:
            assert not re.search(r"\d|the (blue|green|red|yellow)|Valknut|Hagalaz", sentence), sentence


def test_the_words_tell_of_an_extra_game_and_of_a_round_in_play() -> None:
    told = sentences(
        HerrlofState(first_dealer=0),
        [Event("extra-game", NOBODY, (0, 1)), Event("dealt", 0), Event("predicted", 1, (7,), (1,))],
    )
    assert told == ["Still level: another full game is played. R20", "Anna dealt.", "Ben said 7."]


@pytest.mark.parametrize("card", ["B1", "R9", "V"])
def test_the_card_just_drawn_is_marked_for_who_drew_it_alone(card: str) -> None:
    by_three, by_six = Table(hand_size=3), Table(hand_size=3)
    by_three.deal(["G2 Y2 Y3", "G3 R2 R3"], turned="H", deck=card)
    by_three.do("1: predict 0", "0: predict 0", "1: play G3", "1: draw")
    by_six.deal([f"G2 Y2 {card}", "G6 R2 R3"], turned="H")
    by_six.do("1: predict 0", "0: predict 0", "1: play G6", "0: play G2", "1: steal 0", f"blind {card}")
    for table, back in ((by_three, "1: discard R2"), (by_six, "1: return R2")):
        assert [table.seen(seat).fresh for seat in (NOBODY, 0, 1)] == [None, None, parse_card(card)]
        table.do(back)
        assert table.seen(1).fresh is None


def test_a_hand_counts_its_colourless_cards_apart() -> None:
    table = Table(hand_size=4)
    table.deal(["V V H B1", "H V H G1"], turned="R1")
    assert [CARD_CODES[card] for card in cards_in(table.state.hands[0])] == ["B1", "V", "V", "H"]
    assert [CARD_CODES[card] for card in cards_in(table.state.hands[1])] == ["G1", "V", "H", "H"]
    assert [parse_card(code) for code in ("V", "H")] == [VALKNUT, HAGALAZ]


@pytest.mark.parametrize(
    ("code", "word"),
    [("B1", "take"), ("G3", "draw"), ("R6", "swap"), ("Y9", "yield"), ("V", "void"), ("H", "low"), ("B2", "")],
)
def test_a_card_says_its_power_in_a_word(code: str, word: str) -> None:
    assert power_word(parse_card(code)) == word


@pytest.mark.parametrize(
    "text", ["", "dealer", "dealer 3", "dealer B1", "dealer 0 1", "blind 0", "blind", "deal 1", "deal"]
)
def test_what_chance_never_does_is_refused(text: str) -> None:
    with pytest.raises(InvalidAction):
        GAME.decode_chance(text)
