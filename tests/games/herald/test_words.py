"""What's said about Herald: to the seat that looks, about the others, and why."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from herrlof.game import NOBODY, Event
from herrlof.games.herald import reading, words
from herrlof.games.herald.cards import parse_card
from herrlof.games.herald.observation import unseen
from herrlof.games.herald.scoring import judge
from herrlof.tui.boards.herald import labels
from tests.games.herald.table import GAME, Table, cards, dealt, last_tricks

WORDS = GAME.words
NAMES = ("Anna", "Boris", "Cleo", "Dag", "Eir", "Frey")


def news(table: Table, seat: int, kind: str = "") -> list[str]:
    """Return what a seat was told, without what other sentences tell."""
    found = [event for event in table.events if kind in ("", event.kind)]
    return [text for event in found if (text := WORDS.to(table.seen(seat), NAMES).event(event.seen_by(seat)))]


def explained(table: Table, code: str, seat: int = 0) -> str:
    return WORDS.to(table.seen(seat), NAMES).explain(parse_card(code))


@pytest.mark.parametrize(
    ("trick", "code", "text", "rule", "leads"),
    [
        ("GC", "GK", "10 is more than three above 4", "H5", False),
        ("GC", "GA", "7 beats 4: three points more", "H5", True),
        ("GC", "GH", "5 beats 4: one point more", "H5", True),
        ("GC", "GP", "1 is less than 4", "H5", False),
        ("SP", "GP", "gold beats silver", "H6", True),
        ("GP", "SP", "gold beats silver", "H6", False),
        ("SP", "SP", "the same card: the earlier stays ahead", "H6", False),
        ("GK", "BQ", "Queen beats King", "H7", True),
        ("GK", "BS", "King beats Shield", "H7", False),
        ("GP", "HERALD", "the Herald beats whatever is ahead", "H8", True),
        ("HERALD", "GK", "only a Mage beats the Herald", "H8", False),
        ("HERALD", "BM", "the Mage beats the Herald", "H9", True),
        ("GP", "BM", "a Mage beats only the Herald and a lesser Mage", "H9", False),
        ("BM", "HERALD", "no card beats a Mage that was led", "H10", False),
    ],
)
def test_a_card_says_whether_it_would_be_ahead_and_why(
    trick: str, code: str, text: str, rule: str, leads: bool
) -> None:
    table = dealt(trick, code, "BA")
    table.trick(trick)
    now = reading.outlook(parse_card(code), table.seen(1))
    assert (now.leads, words.outlook_text(parse_card(code), now), now.rule) == (
        leads,
        f"{text[:1].upper()}{text[1:]}.",
        rule,
    )
    sentence = explained(table, code, 1)
    assert f" {text[:1].upper()}{text[1:]}." in sentence
    assert sentence.endswith(f" {rule}")


def test_a_card_that_would_be_led_says_what_could_beat_it() -> None:
    table = dealt("SK SM GP", "BQ", "GK")
    assert reading.outlook(parse_card("SM"), table.seen(0)).rule == "H10"
    assert explained(table, "SM") == "Silver Mage, 0 points. Led, it wins the trick. No card beats it. H10"
    assert explained(table, "SK") == (
        "Silver King, 10 points. Led, it's ahead. "
        "6 of 55 unseen cards beat it: 3 Queens, 1 better King, the Chest and the Herald. H4"
    )


def test_what_could_still_beat_the_card_ahead_is_what_this_seat_has_not_seen() -> None:
    table = dealt("CHEST", "GP", "HERALD")
    assert (
        labels.BoardSpeaker(table.seen(1), NAMES).threats_now() == GAME.words.to(table.seen(1), NAMES).why_ahead() == ""
    )
    table.do("0: play CHEST")
    assert labels.BoardSpeaker(table.seen(1), NAMES).threats_now() == "1 of 54 unseen cards beats it: the Herald."
    assert labels.BoardSpeaker(table.seen(2), NAMES).threats_now() == "No unseen card beats it."
    assert labels.BoardSpeaker(table.seen(NOBODY), NAMES).threats_now() == "1 of 59 unseen cards beats it: the Herald."
    table.do("1: play GP")
    assert labels.BoardSpeaker(table.seen(2), NAMES).threats_now() == "", "nobody plays after it"
    assert labels.BoardSpeaker(table.seen(1), NAMES).threats_now() == "1 of 54 unseen cards beats it: the Herald."
    assert explained(table, "HERALD", 2) == (
        "Herald, 25 points. It would win the trick. The Herald beats whatever is ahead. H8"
    )
    table = dealt("CHEST HERALD", "GP", "SP")
    table.do("0: play CHEST")
    assert labels.BoardSpeaker(table.seen(0), NAMES).threats_now() == "No unseen card beats it."


def test_copies_of_a_card_are_counted() -> None:
    table = dealt("SH", "GP", "BP")
    assert "2 better Horses, the Armoured Pawn, 3 Archers and the Herald" in explained(table, "SH")
    table = dealt("ST", "GT", "BA SA")
    assert "2 better Towers, 3 Catapults, 6 Horses" in explained(table, "ST")


def test_a_mage_that_was_led_needs_no_counting() -> None:
    table = dealt("BM", "GP", "SP")
    table.do("0: play BM")
    assert labels.BoardSpeaker(table.seen(1), NAMES).threats_now() == "No card beats it."
    assert (
        GAME.words.to(table.seen(1), NAMES).why_ahead()
        == "The bronze Mage was led: it wins the trick whatever follows. H10"
    )
    assert WORDS.to(table.seen(1), NAMES).rule() == "H10"


def test_the_card_ahead_says_why() -> None:
    table = dealt("GK", "GP", "SQ")
    assert WORDS.to(table.seen(0), NAMES).question() == "Your card. You lead: any card. H4"
    assert WORDS.to(table.seen(0), NAMES).rule() == "H4"
    table.do("0: play GK")
    assert GAME.words.to(table.seen(1), NAMES).why_ahead() == "The gold King was led. H5"
    assert WORDS.to(table.seen(1), NAMES).question() == "Your card. Beat it: a Queen, the Chest or the Herald. H5"
    assert WORDS.to(table.seen(1), NAMES).rule() == "H7"
    table.do("1: play GP")
    assert GAME.words.to(table.seen(2), NAMES).why_ahead() == "The gold King was led, and nothing has beaten it. H5"
    table = dealt("GK", "SQ", "BA")
    table.trick("GK SQ")
    assert WORDS.to(table.seen(2), NAMES).question() == (
        "Your card. The silver Queen is ahead: a Shield, the Chest, the gold Queen or the Herald beats it. H7"
    )
    assert WORDS.to(table.seen(2), NAMES).rule() == "H7"
    table = dealt("GP", "SA", "BA")
    table.do("0: play GP")
    asked = "Your card. Beat it: a Tower, a Catapult or the Herald. H5"
    assert WORDS.to(table.seen(1), NAMES).question() == asked, "cards are called by their names"
    table.do("1: play SA")
    asked = "Your card. The gold Pawn is ahead: a Tower, a Catapult or the Herald beats it. H5"
    rows = {row.title: row for row in WORDS.to(table.seen(2), NAMES).standing()}
    assert rows["Ahead"].cells == (f"{NAMES[0]} gold Pawn",)
    assert rows["Played"].cells == (f"{NAMES[0]} gold Pawn", f"{NAMES[1]} silver Archer")


@pytest.mark.parametrize(
    ("trick", "line", "question"),
    [
        ("SH", "6, 7, a gold Horse or the Herald",
         "A silver Horse is ahead: 6, 7, a gold Horse or the Herald beats it."),
        ("BT", "4, 5, 6, a better Tower or the Herald",
         "A bronze Tower is ahead: 4, 5, 6, a better Tower or the Herald beats it."),
        ("SK", "a Queen, the Chest, the gold King or the Herald",
         "The silver King is ahead: a Queen, the Chest, the gold King or the Herald beats it."),
        ("CHEST", "the Herald", "The Chest is ahead: the Herald beats it."),
        ("HERALD", "a Mage", "The Herald is ahead: a Mage beats it."),
        ("BM", "", "No card beats a Mage that was led: give up one you can spare."),
    ],
)  # fmt: skip
def test_the_mover_is_told_what_beats_the_card_ahead(trick: str, line: str, question: str) -> None:
    table = dealt(trick, "GP", "GP")
    assert labels.BoardSpeaker(table.seen(0), NAMES).turn().why == "You lead: any card."
    table.trick(trick)
    assert labels.beaters_text(parse_card(trick), led=True) == line
    brief = labels.beaters_text(parse_card(trick), led=True, briefly=True) if line else ""
    assert len(f"Beaten by {brief}.") <= 51, "the felt of the smallest windows"
    assert labels.BoardSpeaker(table.seen(1), NAMES).turn().why == question


def test_nothing_is_said_to_beat_a_card_once_all_that_does_is_gone() -> None:
    """A Chest, led after the Herald was gone: "the Herald beats it." stood above "No unseen card beats it."."""
    table = dealt("HERALD CHEST", "GP SP", "BP BP")
    assert reading.beaters(parse_card("CHEST"), True, unseen(table.seen(1))).herald
    table.do("0: play HERALD", "1: play GP", "2: play BP", "0: play CHEST")
    seen = table.seen(1)
    speaker = labels.BoardSpeaker(seen, NAMES)
    assert speaker.turn().why == "No card left beats it: give up one you can spare."
    assert speaker.threats_now() == "No unseen card beats it."
    assert reading.is_safe(seen)
    assert not reading.beaters(parse_card("CHEST"), True, unseen(seen)).herald


def test_who_plays_after_is_named_once() -> None:
    table = dealt("GP", "GP", "GP")
    after = [labels.BoardSpeaker(table.seen(seat), NAMES).who_plays_after() for seat in range(3)]
    assert after == ["Boris and Cleo play after you", "", ""], "the others wait for the lead"
    table.do("0: play GP")
    after = [labels.BoardSpeaker(table.seen(seat), NAMES).who_plays_after() for seat in range(3)]
    assert after == ["", "Cleo plays after you", "nobody plays after you"]
    table.do("1: play GP")
    assert (
        labels.BoardSpeaker(table.seen(2), NAMES).threats_now()
        == GAME.words.to(table.seen(2), NAMES).prospect(parse_card("GP")).threats
        == ""
    )


@pytest.mark.parametrize(
    ("trick", "code", "brief"),
    [
        ("GC", "GK", "Gold King, 10. Lost. 10 is more than three above 4."),
        ("GC", "GP", "Gold Pawn, 1. Lost. 1 is less than 4."),
        ("GP", "BM", "Bronze Mage, 0. Lost. 0 is less than 1."),
        ("GP", "GP", "Gold Pawn, 1. Lost. The earlier stays ahead."),
        ("CHEST", "HERALD", "Herald, 25. Ahead. 3 of 54 unseen cards beat it."),
    ],
)
def test_what_a_card_would_do_fits_in_a_row(trick: str, code: str, brief: str) -> None:
    table = dealt(trick, code, "BA")
    table.trick(trick)
    now = GAME.words.to(table.seen(1), NAMES).prospect(parse_card(code), briefly=True)
    assert " ".join(filter(None, (now.title, now.verdict, now.why, now.threats))) == brief


def test_what_a_card_did_stands_beside_it() -> None:
    trick = cards("SP GP BT GK GT GT BC")
    expected = ["led", "G over S", "2 above", "too high", "G over B", "too late", "1 above"]
    assert labels.steps_text(trick) == expected
    assert labels.steps_text(cards("GK SQ BK GM HERALD GA SM")) == [
        "led", "beats it", "lost", "too low", "beats it", "lost", "beats it",
    ]  # fmt: skip
    assert max(map(len, labels.steps_text(trick, briefly=True))) == 7


def test_a_pile_is_told_by_figures() -> None:
    pile = cards("GM SP GP BP GH HERALD")
    assert [(won.name, won.points) for won in labels.figures_won(pile)] == [
        ("Herald", 25), ("Horse", 5), ("3 Pawns", 3), ("Mage", 0),
    ]  # fmt: skip
    assert [(won.name, won.points) for won in labels.figures_won(pile, 2)] == [
        ("Herald", 25), ("Horse", 5), ("4 more", 3),
    ]  # fmt: skip


def test_cards_explain_themselves_wherever_they_lie() -> None:
    table = dealt("GP", "GC", "BA")
    table.trick("GP GC")
    assert explained(table, "GC") == (
        "Gold Catapult, 4 points. Boris played the gold Catapult and is ahead. 4 beats 1: three points more. H5"
    )
    assert explained(table, "SK", 2) == (
        "Silver King, 10 points. What beats it: Queen, Chest, Herald, a better colour. H7"
    )
    own = table.seen(0).hand[0]
    assert "What beats it:" in WORDS.to(table.seen(0), NAMES).explain(own)
    assert "What beats it: Mage. H8" in explained(table, "HERALD", NOBODY)


def test_the_story_of_a_trick_is_told_card_by_card() -> None:
    table = dealt("GK", "SQ", "GP", "BS")
    table.trick("GK SQ GP BS")
    seen = table.seen(1)
    trick = seen.last_trick
    assert words.story_line(trick.cards) == "gold King, beaten by the silver Queen, beaten by the bronze Shield"
    assert GAME.words.to(seen, NAMES).story_text(trick) == [
        "Anna led the gold King.",
        "You played the silver Queen and are ahead. Queen beats King. H7",
        "Cleo played a gold Pawn, and it's lost. 1 is less than 10. H5",
        "Dag played the bronze Shield and is ahead. Shield beats Queen. H7",
    ]
    assert GAME.words.to(seen, NAMES).why_won(trick) == "Dag won with the bronze Shield. Shield beats Queen. H7"
    rows = {row.title: row for row in WORDS.to(seen, NAMES).standing()}
    assert rows["Last trick"].note == "Dag won with the bronze Shield. Shield beats Queen. H7"


@pytest.mark.parametrize(
    ("trick", "text"),
    [
        ("GM HERALD", "You won with the gold Mage. No card beats a Mage that was led. H10"),
        ("GK GP", "You won with the gold King. It was led, and nothing beat it. H5"),
        ("GP SC", "Boris won with the silver Catapult. 4 beats 1: three points more. H5"),
    ],
)
def test_who_won_a_trick_and_with_what(trick: str, text: str) -> None:
    table = dealt(*trick.split())
    table.trick(trick)
    seen = table.seen(0)
    assert GAME.words.to(seen, NAMES).why_won(seen.last_trick) == text


def test_a_match_is_told_to_each_seat_as_far_as_it_may_know() -> None:
    table = dealt("BM GP", "HERALD SP", stock="CHEST GQ")
    table.trick("BM HERALD")
    assert news(table, 0) == [
        "Boris dealt five cards each.",
        "Your hand: the gold Mage, the silver Mage, the bronze Mage, a gold Pawn and a gold Pawn.",
        "You led the bronze Mage. No card beats it. H10",
        "Boris played the Herald, and it's lost. No card beats a Mage that was led. H10",
        "You won the trick.",
        "You drew the Chest.",
    ]
    assert news(table, 1, "drew") == ["You drew the gold Queen."]
    assert news(table, NOBODY, "drew") == news(table, NOBODY, "hand") == []
    assert [WORDS.to(table.seen(0), NAMES).event(event) for event in table.told("hand")][1].startswith("Boris has ")


def test_the_end_of_the_stock_and_of_a_game_are_described() -> None:
    table = last_tricks("GK GP", "HERALD ST")
    table.trick("GP ST")
    table.trick("HERALD GK")
    assert news(table, 0)[-2:] == ["The game brought you 0 and Boris 39.", "Boris wins."]
    seen = table.seen(0)
    assert WORDS.to(seen, NAMES).event(Event("stock-gone", NOBODY)) == "The stock is empty: five tricks left."
    assert WORDS.to(seen, NAMES).event(Event("won", NOBODY, (0, 1))) == "You share the win with Boris."
    assert WORDS.to(seen, NAMES).event(Event("dealer", 0)) == "You deal first: drawn at random."
    assert WORDS.to(seen, NAMES).event(Event("dealer", 1)) == "Boris deals first: drawn at random."
    with pytest.raises(ValueError, match="nothing is known"):
        WORDS.to(seen, NAMES).event(Event("danced", 0))


def test_several_games_are_counted_and_have_a_sheet() -> None:
    table = last_tricks("GK", "HERALD", games=2, scores=(135, 100))
    table.state.rounds = ()
    assert GAME.progress(table.seen(0)) == {"game": 2, "trick": 1}
    assert WORDS.progress({"game": 2, "trick": 1}, {}) == "game 2, trick 1"
    assert WORDS.to(table.seen(0), NAMES).standing()[0].cells == ("2 of 2",)
    table.trick("GK HERALD")
    seen = table.seen(0)
    assert WORDS.to(seen, NAMES).match_end() == [
        "Boris wins.",
        "You and Boris have 135 points each over two games. Boris has won the Herald. H12",
    ]
    head, line, sums = WORDS.to(seen, NAMES).sheet()
    assert (head.cells, line.cells, line.note) == (("You", "Boris"), ("0", "35"), "Boris won the Herald.")
    assert sums.cells == ("135", "135")
    assert WORDS.to(seen, NAMES).round_end() == [
        "0 points from no trick.",
        "35 points from 1 trick, the Herald among them.",
    ]
    assert {row.title: row.cells for row in WORDS.to(seen, NAMES).standing()}["Boris"] == ("2 cards won", "135 points")
    table = Table(2, games=2)
    table.deal()
    assert news(table, 0)[0] == "Game 1: Boris dealt five cards each."


@pytest.mark.parametrize(
    ("scores", "piles", "games", "expected"),
    [
        ((130, 110), ["", "HERALD"], 1, ["You win.", "By 20 points: you 130, Boris 110. H11"]),
        ((119, 120), ["", "HERALD"], 2, ["Boris wins.", "By 1 point over two games: Boris 120, you 119. H11"]),
        ((120, 120), ["HERALD", ""], 1,
         ["You win.", "You and Boris have 120 points each. You have won the Herald. H12"]),
        ((70, 70, 100, 100), ["HERALD", "", "GP SP", "GP BP"], 1,
         ["Cleo wins.", "Cleo and Dag have 100 points each. Cleo has won the most silver cards. H12"]),
        ((120, 120), ["GP", "SP"], 3,
         ["You win.", "You and Boris have 120 points each over three games. "
          "You have won the most gold cards of the last game. H12"]),
        ((80, 80, 80), ["GP", "SP GP", "SP GP"], 1,
         ["Boris and Cleo share the win.",
          "With 80 points each and equally many gold, silver and bronze cards; no winner has the Herald. H12"]),
    ],
)  # fmt: skip
def test_the_end_says_who_won_and_what_decided(
    scores: tuple[int, ...], piles: list[str], games: int, expected: Sequence[str]
) -> None:
    state = GAME.new_state(len(scores), games=games)
    state.scores = scores
    win = judge(scores, [cards(pile) for pile in piles])
    assert GAME.words.to(state.observation(0), NAMES).win_text(win) == expected


def test_a_refusal_says_why() -> None:
    table = Table(2)
    assert WORDS.to(table.seen(0), NAMES).refusal(0) == "the cards have yet to be dealt (H3), not 'play GM'"
    assert WORDS.to(table.seen(0), NAMES).question() == ""
    assert WORDS.to(table.seen(0), NAMES).rule() == "H3"
    table.deal("GP GP GP GP GP")
    assert WORDS.to(table.seen(0), NAMES).refusal(parse_card("GK")) == "you don't hold the gold King"
    seen = GAME.new_state(2).observation(0)
    assert WORDS.to(seen, NAMES).refusal(0).startswith("the first dealer has yet to be named (H3)")
    assert WORDS.to(seen, NAMES).rule() == "H3"
    over = last_tricks("GK", "HERALD")
    over.trick("GK HERALD")
    assert WORDS.to(over.seen(0), NAMES).refusal(0).startswith("the match is over (H11)")


def test_between_two_games_the_last_one_is_still_described() -> None:
    table = Table(2, games=2)
    table.deal()
    while table.mover() >= 0:
        table.state.apply(table.state.legal_actions()[0], table.events)
    seen = table.seen(0)
    assert (seen.phase, seen.game_number) == ("deal", 2)
    assert len(seen.tricks) == 30
    assert WORDS.to(seen, NAMES).rule() == "H11"
    assert GAME.progress(seen) == {"game": 2}
    assert WORDS.to(seen, NAMES).match_end() == []
    assert GAME.determinize(seen, Random(1)).observation(0) == seen


def test_facts_of_a_game() -> None:
    table = last_tricks("GK GP", "HERALD ST")
    assert GAME.forced(table.seen(NOBODY)) is False
    table.trick("GP ST")
    assert GAME.forced(table.seen(NOBODY)) is True
    table.trick("HERALD GK")
    assert GAME.round_facts(table.seen(NOBODY)) == [{"points": (0, 39), "tricks": (0, 2), "herald": (0.0, 1.0)}]


def test_options_and_labels_have_words() -> None:
    assert WORDS.option("games") == "Games"
    assert WORDS.option("first_dealer") == "First dealer"
    assert WORDS.option_help("games", 3).endswith("H13")
    assert WORDS.option_help("first_dealer", 3).endswith("H3")
    seen = Table(2).seen(0)
    assert WORDS.to(seen, NAMES).label(parse_card("GK")) == "Play the gold King"
    assert WORDS.to(seen, NAMES).label(parse_card("BH")) == "Play a bronze Horse"
    assert (
        WORDS.to(seen, NAMES).match_end()
        == list(WORDS.to(seen, NAMES).round_end())
        == WORDS.to(seen, NAMES).sheet()
        == []
    )
