"""What people read about How-Ruck!: questions, choices, explanations, events, ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from herrlof.game import CHANCE, NOBODY, Event
from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.cards import ACTIONS, FIRST_ACTION, KINDS, action_row, parse_card
from herrlof.games.how_ruck.log import cards_out
from herrlof.tui.boards.how_ruck import labels
from tests.games.how_ruck.table import GAME, Table, at_the_rope, codes

NAMES = ("Ailsa", "Boris")
WORDS = GAME.words
EMPTY = "The field is empty and counts 2."


def explained(table: Table, code: str, seat: int = 0) -> str:
    return WORDS.to(table.seen(seat), NAMES).explain(GAME.decode(code))


def labelled(table: Table, code: str, seat: int = 0) -> str:
    return WORDS.to(table.seen(seat), NAMES).label(GAME.decode(code))


def news(table: Table, seat: int) -> list[str]:
    """Return what a seat is told of all that has happened."""
    seen = table.seen(seat)
    return [text for event in table.events if (text := WORDS.to(seen, NAMES).event(event.seen_by(seat)))]


# Cards, strengths, the barrel


@pytest.mark.parametrize(
    ("code", "name"),
    [("R2", "a red 2"), ("G0!", "a green 0 with How-Ruck!"), ("W3", "a white 3"), ("N", "Nessie"),
     ("dirty-trick", "Dirty trick")],
)  # fmt: skip
def test_cards_have_names(code: str, name: str) -> None:
    assert words.a_card(parse_card(code)) == name
    assert words.the_card(parse_card(code)) == name.replace("a ", "the ", 1) if name[:2] == "a " else name


def test_every_card_has_its_own_name_and_every_action_its_row() -> None:
    assert len({words.card_name(card) for card in range(KINDS)}) == KINDS
    assert [parse_card(row.code) for row in ACTIONS] == list(range(FIRST_ACTION, KINDS))


@pytest.mark.parametrize(
    ("rope", "barrel", "text"),
    [
        ({}, 6, "Both sides are level: a Ruck! now moves nothing."),
        ({"0 red": "R3"}, 6, "You're 1 stronger: a Ruck! now pulls 1 your way."),
        ({"1 red": "W4", "1 blue": "W3"}, 6, "Boris is 3 stronger: a Ruck! now pulls 3 that way."),
        ({"0 red": "N"}, 5, "You're 4 stronger: a Ruck! now wins you the round."),
    ],
)
def test_the_pull_is_described(rope: dict[str, str], barrel: int, text: str) -> None:
    table = at_the_rope("R1", "B1", rope=rope, barrel=barrel)
    assert GAME.words.to(table.seen(0), NAMES).pull_now() == text
    half = WORDS.to(table.seen(0), NAMES).half_now()
    assert WORDS.to(table.seen(0), NAMES).question() == f"Your card. {half} {text}"
    assert half == "No cards are left to draw: as the barrel stands, you win the round.", "fields up to 6 are that half"
    drawing = replace(table.seen(0), pile_sizes=(1, 0))
    assert WORDS.to(drawing, NAMES).question() == f"Your card. {text}"


@pytest.mark.parametrize(
    ("barrel", "text"),
    [(0, "at your end"), (6, "field 6, 5 fields from your end"), (2, "field 2, 1 field from your end"),
     (7, "field 7, 5 fields from Boris's end"), (-3, "at your end"), (12, "at Boris's end")],
)  # fmt: skip
def test_the_barrels_place_is_described(barrel: int, text: str) -> None:
    table = at_the_rope("R1", "B1", barrel=barrel)
    assert GAME.words.to(table.seen(0), NAMES).barrel_text(barrel) == text
    before = Table()
    before.deal()
    assert GAME.words.to(before.seen(0), NAMES).barrel_text(before.state.barrel) == "not on the track yet"


def test_strengths_begin_with_the_one_who_looks() -> None:
    table = at_the_rope("R1", "B1", rope={"0 red": "R3"})
    rope = table.state.rope
    assert GAME.words.to(table.seen(0), NAMES).strengths_text(rope) == "you 7, Boris 6"
    assert GAME.words.to(table.seen(1), NAMES).strengths_text(rope) == "you 6, Ailsa 7"
    assert GAME.words.to(table.seen(NOBODY), NAMES).strengths_text(rope) == "Ailsa 7, Boris 6"


# Choices


def test_sorting_is_asked_named_and_explained() -> None:
    table = Table(race="clock")
    table.deal("R2! monstrous", "B1 B1")
    assert WORDS.to(table.seen(0), NAMES).question() == "Pair 1 of 10: which card do you keep? The other goes to Boris."
    assert labelled(table, "keep 1") == "Keep the left card, a red 2 with How-Ruck!"
    assert labelled(table, "keep 2") == "Keep the right card, Monstrous"
    assert explained(table, "keep 1") == (
        "A red 2 with How-Ruck! joins your team, Monstrous goes to Boris. When it's played, the sides are compared. K5"
    )
    assert explained(table, "keep 2").endswith("If Nessie is a top card on the other side, you win the round. K5")
    assert explained(table, "keep 1", seat=1) == ""
    assert labelled(table, "keep 1", seat=1) == "Keep the left card"
    table.sort()
    table.chance("race 0 8")
    question = WORDS.to(table.seen(0), NAMES).question()
    assert question == "2 of Boris's pairs are left: which card do you keep? The other goes to Boris."
    table.do("0: split 1")
    assert WORDS.to(table.seen(0), NAMES).question().startswith("Boris's last pair: ")


def test_plays_are_named_by_field() -> None:
    table = at_the_rope("R2 W3 adrenaline", "B1")
    assert labelled(table, "play R2 own") == "Play a red 2 on your red field"
    assert labelled(table, "play R2 other") == "Play a red 2 on Boris's red field"
    assert labelled(table, "play W3 other green") == "Play a white 3 on Boris's green field"
    assert labelled(table, "play adrenaline") == "Play Adrenaline"
    assert labelled(table, "discard adrenaline") == "Play Adrenaline without effect"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("play R3 own", "It covers a red 1. Then you 7, Boris 6: a pull of 1 towards you. K11"),
        ("play R3 other", f"{EMPTY} Then you 5, Boris 7: a pull of 2 towards Boris. K11"),
        (
            "play G1! own",
            "The field is empty and counts 2. You 4, Boris 6: the barrel moves 2 fields towards Boris. K12",
        ),
        ("play G1! other", "The field is empty and counts 2. You 5, Boris 5: the barrel stays. K12"),
        ("play W2 own red", "It covers a red 1. Then you 6, Boris 6: level. K11"),
    ],
)
def test_a_play_tells_what_becomes_of_strength_and_pull(code: str, text: str) -> None:
    table = at_the_rope("R3 G1! W2", "B1", rope={"0 red": "R1"})
    assert explained(table, code) == text


def test_a_play_that_wins_says_so() -> None:
    table = at_the_rope("R3!", "B1", rope={"0 blue": "W4"}, barrel=4)
    assert explained(table, "play R3! own").endswith(
        "You 9, Boris 6: the barrel moves 3 fields towards you, to your end. K12"
    )
    assert "It covers a red 0 with How-Ruck! Then" in explained(
        at_the_rope("R3", "B1", rope={"0 red": "R0!"}), "play R3 own"
    )


@pytest.mark.parametrize(
    ("card", "rope", "barrel", "text"),
    [
        ("adrenaline", {}, 6, "It would stand on field 4. K13"),
        ("adrenaline", {}, 3, "It wins the round now. K13"),
        ("dirty-trick", {}, 6, "Boris holds 1 card, and won't refill. K13"),
        ("how-ruck", {"0 red": "R3"}, 6, "You 7, Boris 6: the barrel moves 1 field towards you. K13"),
        ("weak-wins", {"0 red": "R3"}, 6, "You 7, Boris 6: the barrel moves 1 field towards Boris. K13"),
        ("mucho-macho", {}, 6, "No lady is on top now. K13"),
        ("mucho-macho", {"0 red": "W4"}, 6, "1 lady goes now. Then you 6, Boris 6: level. K13"),
        ("rope-breaks", {}, 6, "It stands there already. K13"),
        ("rope-breaks", {}, 9, "That's field 6, 3 fields towards you. K13"),
        ("change-sides", {}, 6, "No card is there now. K13"),
        ("change-sides", {"0 red": "R3"}, 6, "There's 1 way. K13"),
        ("good-bye", {}, 6, "You name it next. K13"),
        ("monstrous", {"1 red": "N"}, 6, "She's there now. K13"),
        ("monstrous", {"0 red": "N"}, 6, "She isn't there now. K13"),
        ("reinforcements", {}, 6, "Your pile is empty. K13"),
    ],
)
def test_an_action_explains_itself_before_it_is_played(card: str, rope: dict[str, str], barrel: int, text: str) -> None:
    table = at_the_rope(card, "B1", rope=rope, barrel=barrel)
    line = action_row(parse_card(card)).does
    assert explained(table, f"play {card}") == f"{line} {text}"
    without = f"{words.card_name(parse_card(card))} without effect: it goes to the discard pile. K13"
    assert explained(table, f"discard {card}") == without


def test_actions_about_hands_and_piles_explain_what_is_there() -> None:
    assert "Boris has no card left." in explained(at_the_rope("dirty-trick R1", ""), "play dirty-trick")
    table = at_the_rope("reinforcements", "B1", piles=("R0 R1", ""))
    assert "Your pile has 2 cards." in explained(table, "play reinforcements")


def test_second_steps_are_asked_named_and_explained() -> None:
    table = at_the_rope("change-sides good-bye", "B1 B1", rope={"0 red": "R3", "1 blue": "W4"})
    table.do("0: play change-sides")
    assert WORDS.to(table.seen(0), NAMES).question().startswith("Which card changes sides?")
    assert labelled(table, "move own red") == "Move the red 3 from your red field to Boris's red field"
    assert labelled(table, "move other blue to green") == "Move the white 4 from Boris's blue field to your green field"
    assert explained(table, "move own red") == "Then you 6, Boris 9: a pull of 3 towards Boris. K13"
    assert "Move the card from your green field" in labelled(table, "move own green")
    table.do("0: move own red", "1: play B1 own", "0: play good-bye")
    assert WORDS.to(table.seen(0), NAMES).question().startswith("Which value goes?")
    assert labelled(table, "name 3") == "Name 3"
    assert explained(table, "name 3") == (
        "The red 3 on Boris's red field goes. Then you 6, Boris 5: a pull of 1 towards you. K13"
    )
    assert explained(table, "name 6") == "No 6 is on top: nothing goes. K13"


def test_a_stolen_card_is_asked_for() -> None:
    table = at_the_rope("dirty-trick", "N B1")
    table.do("0: play dirty-trick")
    assert WORDS.to(table.seen(0), NAMES).question() == ""
    table.chance("blind N")
    assert WORDS.to(table.seen(0), NAMES).question() == (
        "Play the stolen card. It's Nessie from Boris's hand, and yours to place."
    )


@pytest.mark.parametrize(
    ("moves", "code", "text"),
    [
        ([], "play R3 own", "you don't hold a red 3"),
        ([], "move own red", "play a card (K10), not 'move own red'"),
        ([], "keep 1", "play a card (K10), not 'keep 1'"),
        (["0: play change-sides"], "move own blue", "that card isn't on top there (K13)"),
        (["0: play change-sides"], "name 3", "choose the card that changes sides (K13), not 'name 3'"),
        (["0: play good-bye"], "play R1 own", "name a value from 0 to 6 (K13), not 'play R1 own'"),
        (["0: play dirty-trick"], "play R1 own", "a card is being drawn (K13), not 'play R1 own'"),
        (["0: play dirty-trick", "blind B1"], "play R1 own", "the stolen blue 1 has to be played at once (K13)"),
    ],
)
def test_a_refusal_says_what_is_asked_now(moves: Sequence[str], code: str, text: str) -> None:
    table = at_the_rope("R1 change-sides good-bye dirty-trick", "B1", rope={"0 red": "R2"})
    for move in moves:
        (table.chance if move.startswith("blind") else table.do)(move)
    assert WORDS.to(table.seen(0), NAMES).refusal(GAME.decode(code)) == text


# Events


def test_the_sorting_is_told_to_each_seat_as_far_as_it_may_know() -> None:
    table = Table(race="clock")
    table.deal("R0 R1", "B0 B1")
    table.sort(1)
    table.chance("race 1 9")
    table.do("1: split 2")
    first, second = news(table, 0), news(table, 1)
    assert first[0] == second[0] == "Round 1: each gets 20 cards, and 15 are put aside."
    assert "Boris was first; you had placed nine pairs." in first
    assert "You were first; Ailsa had placed nine pairs." in second
    assert any(
        text.startswith("You kept red 0, ") and text.endswith("; Boris has the rest of your pairs.") for text in first
    )
    assert any(
        text.startswith("You kept blue 0, ") and text.endswith("; Ailsa has the rest of your pairs.") for text in second
    )
    assert not any(text.startswith("Boris kept") for text in first)
    assert "Boris plays the first card, and the barrel stands on field 7." in first
    assert "You play the first card, and the barrel stands on field 7." in second
    assert first[-1] == "Boris sorted a pair from your pile."
    assert second[-1].startswith("You kept a ")
    assert " from Ailsa's pile and gave back a " in second[-1]
    assert labels.BoardSpeaker(table.seen(0), NAMES).race_text() == (
        "Boris was first. You have placed nine; Boris sorts the pair left. K5"
    )
    assert (
        labels.BoardSpeaker(table.seen(1), NAMES).race_text()
        == "You were first. Ailsa has placed nine; you sort the pair left. K5"
    )
    assert labels.BoardSpeaker(table.seen(0), NAMES).last_pair_text(1) == (
        "Boris was first! You place the pair in hand; there's no hurry. K5"
    )
    assert labels.BoardSpeaker(table.seen(0), NAMES).last_pair_text(0) == (
        "You were first! Boris places the pair in hand; there's no hurry. K5"
    )
    table.shuffle()
    assert "Both teams are shuffled; each player draws six cards." in news(table, 0)


def test_a_race_with_nothing_left_and_an_even_one_are_described() -> None:
    table = Table(race="clock")
    table.deal(aside="R3 B1")
    assert labels.BoardSpeaker(table.seen(0), NAMES).race_text() == ""
    table.sort()
    other = Table()
    other.state = table.state.clone()
    table.chance("race 0 10")
    assert labels.BoardSpeaker(table.seen(0), NAMES).race_text() == "You were first. No pairs were left over. K5"
    assert "You were first; Boris had placed ten pairs." in news(table, 0)
    other.chance("race even")
    assert (
        labels.BoardSpeaker(other.seen(1), NAMES).race_text()
        == "You drew a blue 1, Ailsa a red 3: Ailsa plays the first card. K8"
    )
    assert news(other, 1)[0] == "Nobody was faster: the first player is drawn by lot. K8"
    assert "To see who starts, you drew a blue 1, and Ailsa drew a red 3." in news(other, 1)
    assert labels.BoardSpeaker(table.seen(0), NAMES).lots_text() == ""


def test_one_pair_is_told_as_one() -> None:
    seen = Table().seen(0)
    assert WORDS.to(seen, NAMES).event(Event("raced", 0, (1,))) == "You were first; Boris had placed one pair."


def test_dealt_teams_are_described() -> None:
    table = Table(teams="dealt")
    table.deal(aside="R3 B1")
    assert "Each player draws six cards." in news(table, 0)
    assert labels.BoardSpeaker(table.seen(0), NAMES).race_text() == ""
    assert (
        labels.BoardSpeaker(table.seen(0), NAMES).lots_text()
        == "You drew a red 3, Boris a blue 1: you play the first card. K8"
    )


def test_what_comes_before_the_tug_of_war_is_described_in_order() -> None:
    built, dealt = Table(race="even"), Table(teams="dealt")
    for table in (built, dealt):
        table.deal(aside="R1 G1 R1 B3")
    built.sort()
    assert [(event.kind, event.seat) for event in built.events if event.kind not in ("pair", "kept")] == [
        ("dealt", CHANCE), ("sorted", 0), ("sorted", 1), ("lots", NOBODY), ("leads", 0),
    ]  # fmt: skip
    assert [(event.kind, event.seat) for event in dealt.events] == [
        ("dealt", CHANCE), ("lots", NOBODY), ("leads", 0), ("stacked", CHANCE), ("drew", 0), ("drew", 1),
    ]  # fmt: skip


def test_the_tug_of_war_is_described() -> None:
    rope = {"0 red": "W4", "1 blue": "B3"}
    table = at_the_rope("R2! mucho-macho good-bye", "B0 adrenaline change-sides", piles=("G1", "G2!"), rope=rope)
    table.do("0: play R2! own", "1: play B0 own", "0: play mucho-macho", "1: play adrenaline", "0: play good-bye",
             "0: name 3", "1: play change-sides", "1: move other red")  # fmt: skip
    assert news(table, 0) == [
        "You played a red 2 with How-Ruck! on your red field.",
        "You 6, Boris 7: the barrel moves 1 field towards Boris.",
        "You drew a green 1.",
        "Boris played a blue 0 on their own blue field.",
        "You played Mucho macho.",
        "Mucho macho changes nothing.",
        "Boris played Adrenaline.",
        "The barrel moves 2 fields towards Boris, to field 9.",
        "You played Good-bye.",
        "You named 3.",
        "Good-bye changes nothing.",
        "Boris played Changing sides.",
        "Boris moved the red 2 with How-Ruck! to their own red field.",
    ]
    assert [(event.kind, event.seat) for event in table.events if event.kind in ("pulled", "nothing", "barrel")] == [
        ("pulled", 1), ("nothing", 0), ("barrel", 1), ("nothing", 0),
    ]  # fmt: skip
    assert "You drew a green 2 with How-Ruck!" in news(table, 1)
    assert "Ailsa played a red 2 with How-Ruck! on their own red field." in news(table, NOBODY)


def test_comparisons_removals_and_thefts_are_described() -> None:
    rope = {"0 red": "R1 W4", "0 green": "N"}
    table = at_the_rope("weak-wins rope-breaks mucho-macho dirty-trick", "how-ruck R0 R1 adrenaline B1", rope=rope)
    table.do("0: discard rope-breaks", "1: play R0 own", "0: play weak-wins")
    assert news(table, 0)[-2:] == [
        "The weaker side pulls. You 12, Boris 4: the barrel moves 8 fields towards Boris, to the end.",
        "Boris wins the round: the barrel is at Boris's end. K14",
    ]
    table = at_the_rope("mucho-macho rope-breaks dirty-trick", "R0 B1 monstrous how-ruck", rope={"0 red": "R1 W4"})
    table.do("0: play mucho-macho", "1: discard how-ruck", "0: play rope-breaks", "1: play monstrous",
             "0: play dirty-trick")  # fmt: skip
    table.chance("blind R0")
    assert news(table, 0) == [
        "You played Mucho macho.",
        "The white 4 on your red field is discarded.",
        "Boris played How-Ruck without effect.",
        "You played Rope breaks.",
        "The barrel stays on field 6.",
        "Boris played Monstrous.",
        "Monstrous changes nothing.",
        "You played Dirty trick.",
        "You drew a red 0 from Boris's hand.",
    ]
    assert news(table, 1)[-1] == "Ailsa drew a red 0 from your hand."
    assert [event.seat for event in table.told("removed") + table.told("nothing")] == [0, 1]


@pytest.mark.parametrize("thief", [0, 1])
def test_a_stolen_card_has_left_the_hand_of_the_one_it_was_stolen_from(thief: int) -> None:
    hands, victim = ("dirty-trick R0 R1 R2", "B1 B2 adrenaline"), 1 - thief
    table = at_the_rope(*(hands if thief == 0 else hands[::-1]), mover=thief)
    table.do(f"{thief}: play dirty-trick")
    table.chance("blind B1")
    for move, mine, other in (
        (f"{thief}: play B1 own", "dirty-trick", "B1"),
        (f"{victim}: discard adrenaline", "dirty-trick", "B1 adrenaline"),
        (f"{thief}: play R1 own", "dirty-trick R1", "B1 adrenaline"),
        (f"{victim}: play B2 own", "dirty-trick R1", "B1 adrenaline B2"),
        (f"{thief}: play R0 own", "dirty-trick R1 R0", "B1 adrenaline B2"),
    ):
        table.do(move)
        out = cards_out(table.seen(NOBODY).history)
        assert (codes(out[thief]), codes(out[victim])) == (mine, other)


def test_who_plays_twice_in_a_row_has_played_both_cards() -> None:
    table = at_the_rope("R0 R1 R2", "B1")
    table.do("0: play R0 own", "1: play B1 own", "0: play R1 own", "0: play R2 own")
    assert list(map(codes, cards_out(table.seen(NOBODY).history))) == ["R0 R1 R2", "B1"]


def test_an_action_without_effect_is_described_as_one() -> None:
    table = at_the_rope("adrenaline R1", "B1")
    table.do("0: discard adrenaline")
    assert news(table, 1) == ["Ailsa played Adrenaline without effect."]


def test_level_sides_and_the_end_of_the_track_are_described() -> None:
    table = at_the_rope("R2! adrenaline", "B2", barrel=3, goal=1)
    table.do("0: play R2! own", "1: play B2 own", "0: play adrenaline")
    assert "You 6, Boris 6: the barrel stays." in news(table, 0)
    assert news(table, 0)[-3:] == [
        "The barrel moves to your end.",
        "You win the round: the barrel is at your end. K14",
        "You win the match.",
    ]


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing is known"):
        WORDS.to(Table().seen(0), NAMES).event(Event("danced", 0))


# Ends


@pytest.mark.parametrize(
    ("table", "move", "text", "mine", "theirs"),
    [
        (at_the_rope("adrenaline", "B1", barrel=2, goal=1), "0: play adrenaline",
         "You win the round: the barrel is at your end. K14",
         "Won: the barrel came to the end; 2 fields pulled in all.", "Lost: 0 fields pulled in all."),
        (at_the_rope("R1", "", barrel=6, goal=1), "0: play R1 own",
         "You win the round: no cards are left, and the barrel is in your half, on field 6. K14",
         "Won: the barrel was in this half when no cards were left; 0 fields pulled in all.",
         "Lost: 0 fields pulled in all."),
        (at_the_rope("monstrous", "B1", rope={"1 red": "N"}, goal=1), "0: play monstrous",
         "You win the round: Nessie was on Boris's side. K13",
         "Won: Nessie was on the other side; 0 fields pulled in all.", "Lost: 0 fields pulled in all."),
    ],
)  # fmt: skip
def test_the_end_of_a_round_and_of_the_match_says_why(
    table: Table, move: str, text: str, mine: str, theirs: str
) -> None:
    table = Table.of(table)
    table.do(move)
    seen = table.seen(0)
    assert GAME.words.to(seen, NAMES).how_won(seen.rounds[0]) == text
    assert text in news(table, 0)
    assert WORDS.to(seen, NAMES).round_end() == [mine, theirs]
    assert WORDS.to(seen, NAMES).match_end() == ["You win the match.", "1 barrel to none, in one round. K4", text]
    head, line, sums = WORDS.to(seen, NAMES).sheet()
    assert (head.cells, line.title, line.note, sums.cells) == (("You", "Boris"), "1", text, ("1", "0"))
    assert line.cells[1] == f"lost · pulled {seen.rounds[0].pulled[1]}"


def test_nothing_has_ended_at_the_beginning() -> None:
    seen = Table().seen(0)
    assert (
        list(WORDS.to(seen, NAMES).round_end())
        == list(WORDS.to(seen, NAMES).match_end())
        == list(WORDS.to(seen, NAMES).sheet())
        == []
    )
    assert WORDS.to(seen, NAMES).rule() == "K1"


def test_the_standing_shows_what_is_public_and_the_hand_the_own_cards() -> None:
    seen = at_the_rope("R1", "B1", rope={"0 red": "R3"}).seen(0)
    rows = {row.title: row.cells for row in WORDS.to(seen, NAMES).standing()}
    assert rows["Ailsa's side"] == ("red 3", "blue empty", "green empty", "strength 7")
    assert rows["Boris's side"] == ("red empty", "blue empty", "green empty", "strength 6")
    assert rows["Boris"] == ("no barrel", "1 in hand", "0 to draw")
    assert WORDS.to(seen, NAMES).hand() == [("red", ("1",), "")]
    assert WORDS.to(seen, NAMES).aim() == "You're 1 stronger: a Ruck! now pulls 1 your way."
    table = Table(race="clock")
    table.deal("R2 B3")
    assert WORDS.to(table.seen(0), NAMES).hand() == [("Pair", ("red 2", "blue 3"), "")]
    assert WORDS.to(table.seen(0), NAMES).aim() == ""
    rows = {row.title: row.cells for row in WORDS.to(table.seen(0), NAMES).standing()}
    assert rows["Pairs left"] == ("Ailsa 10", "Boris 10")
    assert "Barrel" not in rows


def test_options_and_preferences_have_words() -> None:
    assert WORDS.choice("race", "clock") == "a race"
    assert WORDS.choice("teams", "dealt") == "dealt"
    assert WORDS.choice("goal", 3) == "3"
    assert WORDS.choice("apart", True) == "yes"
    assert WORDS.option_help("race", 2, "clock").endswith("K5")
    assert WORDS.option_help("goal", 2, 3).endswith("by the rule book 3. K4")
    assert "Half" in WORDS.option_help("clock", 2, "slow")


def test_where_a_match_is_stands_in_lists() -> None:
    table = at_the_rope("R1 R2", "B1")
    assert GAME.progress(table.seen(NOBODY)) == {"round": 1, "card": 1}
    table.do("0: play R1 own")
    progress = GAME.progress(table.seen(NOBODY))
    assert progress == {"round": 1, "card": 2}
    assert WORDS.progress(progress, {}) == "round 1, card 2"
    assert GAME.progress(Table().seen(NOBODY)) == {"round": 1}


def test_a_card_counts_until_its_second_step_is_done() -> None:
    table = at_the_rope("dirty-trick change-sides good-bye R1", "B1 B2", rope={"0 red": "R3"})
    places = []
    for move in ("0: play dirty-trick", "blind B1", "0: play B1 own", "1: play B2 own", "0: play change-sides",
                 "0: move own red", "0: play good-bye", "0: name 6"):  # fmt: skip
        if move.startswith("blind"):
            table.chance(move)
        else:
            table.do(move)
        places.append((table.state.phase, GAME.progress(table.seen(NOBODY))["card"]))
    assert places == [
        ("blind", 1), ("stolen", 2), ("play", 3), ("play", 4), ("move", 4), ("play", 5), ("name", 5), ("play", 6),
    ]  # fmt: skip


@pytest.mark.parametrize(("seat", "barrel"), [(0, 3), (1, 10)])
def test_a_round_says_who_won_it_who_led_and_who_pulled_how_far(seat: int, barrel: int) -> None:
    table = at_the_rope(*(("adrenaline", "B1") if seat == 0 else ("R1", "adrenaline")), barrel=barrel, mover=seat)
    table.do(f"{seat}: play adrenaline")
    mine = (1.0, 0.0) if seat == 0 else (0.0, 1.0)
    assert GAME.round_facts(table.seen(NOBODY)) == [
        {"barrels": mine, "fields": (2, 0) if seat == 0 else (0, 2), "led": mine}
    ]


def test_a_single_card_that_can_change_sides_does_so_by_itself() -> None:
    table = at_the_rope("change-sides R1", "B1", rope={"0 red": "R3"})
    assert not GAME.forced(table.seen(NOBODY))
    table.do("0: play change-sides")
    assert GAME.forced(table.seen(NOBODY))
    table = at_the_rope("change-sides R1", "B1", rope={"0 red": "W3"})
    table.do("0: play change-sides")
    assert not GAME.forced(table.seen(NOBODY))


def test_a_crash_report_names_no_card() -> None:
    assert repr(at_the_rope("R1", "B1").state) == "<How-Ruck! even, dealt, round 1, play>"
