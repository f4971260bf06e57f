"""What the sentences of all games have in common: you, or a name."""

from __future__ import annotations

from itertools import combinations

import pytest

from herrlof.game import NOBODY, Event, Sentence, Speaker
from herrlof.games import GAMES
from herrlof.games.herrlof.words import HerrlofSpeaker
from herrlof.games.speech import (
    goes_on,
    line,
    refused,
    rule_in_brackets,
    secret,
    share_text,
    speaking_to,
    uncounted,
    without_verb,
)

SPEAKER = HerrlofSpeaker(GAMES["herrlof"].new_state(3).observation(0), ("Anna", "Ben", "Cleo"))


def test_a_place_says_whose_it_is() -> None:
    assert [SPEAKER.place_name(seat) for seat in (0, 1)] == ["you", "Ben"]
    assert [SPEAKER.name_of(seat) for seat in (0, 1)] == ["You", "Ben"]
    assert [SPEAKER.number_of(seat, 8) for seat in (0, 1)] == ["you 8", "Ben 8"]


@pytest.mark.parametrize(
    ("seat", "whom", "said"), [(0, 2, "You gave 2."), (1, 0, "Ben gave you 2."), (2, 1, "Cleo gave Ben 2.")]
)
def test_who_reads_it_is_called_you_and_others_by_their_names(seat: int, whom: int, said: str) -> None:
    messages = "You gave {n}.", "{name} gave you {n}.", "{name} gave {other} {n}."
    assert SPEAKER.tells_of(seat, whom, *messages, n=2) == said
    assert SPEAKER.to_all().tells_of(0, 1, *messages, n=2) == "Anna gave Ben 2."


def test_to_several_people_at_once_nobody_is_you() -> None:
    for readers, said in (((), "Anna led."), ([1], "Anna led."), ([0], "You led."), (None, "You led.")):
        speaker = speaking_to(HerrlofSpeaker(SPEAKER.seen, SPEAKER.names), readers)
        assert speaker.tells(0, "You led.", "{name} led.") == said


class Plain(Speaker):
    """One that calls nobody you."""


def test_who_has_one_voice_for_all_is_left_as_it_is() -> None:
    assert vars(speaking_to(Plain(), [0])) == {}


def test_a_share_of_the_win_is_told_in_a_word() -> None:
    assert list(map(share_text, (1, 0.5, 0))) == ["won", "shared", "lost"]


def test_a_line_is_told_with_the_values_of_its_event_and_a_secret_without() -> None:
    drew = secret(line("You drew {n}.", "{name} drew {n}.", n=int), line("You drew a card.", "{name} drew a card."))
    assert [drew(SPEAKER, Event("drew", seat, (7,))) for seat in (0, 1)] == ["You drew 7.", "Ben drew 7."]
    assert [drew(SPEAKER, Event("drew", seat)) for seat in (0, 1)] == ["You drew a card.", "Ben drew a card."]
    assert secret(drew)(SPEAKER, Event("drew", 1)) == ""
    with pytest.raises(ValueError, match="nothing is known of 'sang'"):
        SPEAKER.event(Event("sang", 0))


def test_a_refusal_is_told_as_a_sentence() -> None:
    assert refused("this card does not follow") == "No: this card does not follow."


def test_a_text_code_without_its_verb() -> None:
    assert [without_verb(code) for code in ("play B7", "play R2 own", "pass")] == ["B7", "R2 own", ""]


def test_what_goes_on_and_what_is_not_counted_are_whole_sentences() -> None:
    assert goes_on() == "Enter goes on."
    assert goes_on("Ben wins.") == "Ben wins. Enter goes on."
    assert uncounted() == "Nothing is counted before the end."


def test_beside_keys_a_rule_stands_in_brackets() -> None:
    assert rule_in_brackets(Sentence("White never starts behind.", rule="F7")) == "White never starts behind. (F7)"
    assert rule_in_brackets(Sentence("91 points.")) == rule_in_brackets("91 points.") == "91 points."


@pytest.mark.parametrize("key", GAMES)
def test_who_shares_a_win_is_you_at_the_beginning_or_a_name(key: str) -> None:
    game, names = GAMES[key], ("Anna", "Ben", "Cleo")
    for seat in (NOBODY, 0, 1):
        speaker = game.words.to(game.new_state(2).observation(seat), names)
        for winners in combinations(range(3), 2):
            other = [names[winner] for winner in winners if winner != seat]
            told = f"{' and '.join(other)} share the win." if len(other) > 1 else f"You share the win with {other[0]}."
            assert speaker.who_won(winners) == told
