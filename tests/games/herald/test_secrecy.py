"""What Herald keeps secret by its rules page, beside what the contract tests hold for every game."""

from __future__ import annotations

from herrlof.game import NOBODY
from herrlof.tui.boards.herald.labels import BoardSpeaker
from tests.games.driven import positions
from tests.games.herald.table import GAME

NAMES = ("Anna", "Boris", "Cleo", "Dag", "Eir", "Frey")


def test_an_onlooker_knows_no_card_that_is_not_public() -> None:
    for state in positions(GAME, 3, 3):
        seen = state.observation(NOBODY)
        assert seen.hand == ()
        assert seen.drawn == -1
        for card in set(state.stock) - set(state.log):
            assert GAME.words.to(seen, NAMES).explain(card)
        assert isinstance(BoardSpeaker(seen, NAMES).threats_now(), str)


def test_while_a_game_is_played_nothing_tells_points_won() -> None:
    """H11: neither the rows of the table nor the piles; and where the count stays the same, the rows do too."""
    for state in positions(GAME, 4, 3):
        for seat in (NOBODY, 0):
            seen = state.observation(seat)
            assert GAME.words.to(seen, NAMES).sheet() == []
            rows = {row.title: row.cells for row in GAME.words.to(seen, NAMES).standing()}
            for other, name in enumerate(NAMES[:3]):
                won = 3 * state.tricks_won[other]
                assert rows[name] == (f"{won} cards won" if won else "no cards won",)
