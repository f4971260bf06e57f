"""The selection that all boards share: what is in focus, what is chosen, and how keys and clicks get there."""

from __future__ import annotations

import pytest

from herrlof.tui.widgets.selection import Area, Item, Selection

CARDS = [
    Item("B7", 10, "b", "7"), Item("B9", 11, "b", "9"), Item("G7", 12, "g", "7"), Item("V", 13, "v"),
]  # fmt: skip
TABLE = [Item("B8"), Item("R2")]
HAND, TRICK, NUMBERS, ANSWERS, POINTS = "hand", "trick", "numbers", "answers", "points"


def cards(asks: tuple[str, ...] = (HAND,)) -> Selection:
    found = Selection()
    found.begin([Area(ANSWERS, []), Area(HAND, CARDS), Area(TRICK, TABLE)], asks)
    return found


def thing(selection: Selection) -> object:
    item = selection.item()
    return None if item is None else item.thing


def press(selection: Selection, keys: str) -> Selection:
    """Press keys: `<` `>` `^` `_` are arrows, letters and digits themselves."""
    for key in keys.split():
        if key in "<>":
            selection.next(1 if key == ">" else -1)
        elif key in "^_":
            selection.climb(1 if key == "^" else -1)
        elif key.isdigit():
            selection.digit(key)
        else:
            selection.letter(key)
    return selection


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("", None), (">", "B7"), ("<", "V"), ("> > > > >", "B7"), ("b", "B7"), ("b b", "B9"), ("b b b", "B7"),
        ("7", "B7"), ("7 7", "G7"), ("g 7", "G7"), ("v 7", "B7"), ("9 z 8", "B9"),
        ("7 b", "B7"), ("7 g", "G7"), ("7 g b", "B7"), ("9 b", "B9"), ("9 b b", "B7"), ("7 v", "V"), ("7 7 g", "G7"),
    ],
)  # fmt: skip
def test_arrows_letters_and_digits_go_through_a_hand(keys: str, found: object) -> None:
    selection = press(cards(), keys)
    assert thing(selection) == found
    assert bool(selection.chosen) == bool(keys)


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("1", "1S"), ("1 1", "1B"), ("1 0", "10S"), ("1 1 1", "10S"), ("1 > 0", "1B"), ("b 1", "1B"), ("1 b", "1B"),
        ("s 1", "1S"), ("s 1 0", "10S"), ("s s 1", "10S"), ("1 1 1 0", "10S"), ("s p", "1S"), ("p p s", "1S"),
        ("1 0 s", "10S"), ("1 0 b", "10B"), ("1 0 b b", "1B"), ("1 p", "1S"),
    ],
)  # fmt: skip
def test_what_is_typed_narrows_what_was_typed_before_it(keys: str, found: str) -> None:
    hand = [Item("1S", 0, "sp", "1"), Item("1B", 1, "bp", "1"), Item("10S", 2, "s", "10"), Item("10B", 3, "b", "10")]
    selection = Selection()
    selection.begin([Area(HAND, hand)], (HAND,))
    assert thing(press(selection, keys)) == found


def test_nothing_is_chosen_before_a_key_and_what_is_looked_at_elsewhere_never() -> None:
    selection = cards()
    assert selection.action is None
    press(selection, "^ >")
    assert (thing(selection), selection.action) == ("R2", None)
    press(selection, "_")
    assert (thing(selection), selection.action) == ("B7", 10)
    press(selection, "^")
    assert (thing(selection), selection.action) == ("R2", 10), "a board says whether Enter plays it from there"


def test_looking_at_a_hand_changes_no_number_and_up_and_down_always_do() -> None:
    numbers = Area(NUMBERS, [Item(n, n, code=str(n)) for n in range(13)], first=(4, 3), upright=True, typed=True)
    for keys, number in (
        ("> ^", 4), ("_", 3), ("^ > ^", 5), ("1 2", 12), ("1 2 3", 3), ("1 9", 9), ("0 _", 0), ("1 2 ^", 12),
    ):  # fmt: skip
        selection = Selection()
        selection.begin([Area(HAND, [Item("B7", letters="b")]), numbers], (NUMBERS,), HAND)
        press(selection, keys)
        assert selection.action == number, keys
        assert selection.area == HAND
        press(selection, "b")
        assert (thing(selection), selection.action) == ("B7", number)


def test_letters_look_for_what_is_asked_first_and_answers_may_be_at_once() -> None:
    selection = Selection()
    answers = [Item("yes", 1, "y", at_once=True), Item("no", 2, "n", at_once=True)]
    selection.begin([Area(ANSWERS, answers), Area(HAND, [Item("Y4", letters="y")])], (ANSWERS,))
    found = selection.by_letter("y")
    assert found is not None
    assert found.at_once
    assert selection.chosen == "", "to ask where a letter leads moves nothing"


def test_a_letter_after_a_letter_goes_to_what_has_both() -> None:
    selection = Selection()
    hand = [Item(name, number, name.lower()) for number, name in enumerate(("BP", "GH", "BH", "SK"))]
    selection.begin([Area(HAND, hand)], (HAND,))
    for keys, name in (("b h", "BH"), ("g h", "GH"), ("s h", "GH"), ("h", "BH"), ("b b", "BP")):
        assert thing(press(selection, keys)) == name, keys


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("8", "G8"), ("8 8", "R8"), ("8 8 8", "B8"), ("b", "B9"), ("b b", "B8"), ("r", "R8"), ("8 b", "B8"),
        ("r 9", "B9"), ("> 8", "G8"),
    ],
)  # fmt: skip
def test_what_may_be_played_comes_first(keys: str, found: str) -> None:
    hand = [Item(name, place, name[0].lower(), name[1], allowed=name in ("G8", "B9"))
            for place, name in enumerate(("B8", "G8", "R8", "B9"))]  # fmt: skip
    selection = Selection()
    selection.begin([Area(HAND, hand)], (HAND,))
    assert thing(press(selection, keys)) == found


@pytest.mark.parametrize(
    ("keys", "typed", "found"),
    [
        ("d", "d", None), ("d 4", "d4", "d4"), ("d 1", "d1", "d1"), ("d 1 0", "d10", "d10"), ("d 1 2", "d2", "d2"),
        ("d 4 e", "e", None), ("d 4 2", "d2", "d2"), ("d 4 e 1", "e1", "e1"), ("s", "", "spend"),
    ],
)  # fmt: skip
def test_points_are_typed_and_what_is_begun_is_not_chosen(keys: str, typed: str, found: object) -> None:
    points = [Item(name, n, code=name) for n, name in enumerate(("d1", "d2", "d4", "d10", "e1"))]
    selection = Selection()
    spend = Area("spend", [Item("spend", 99, "s")], aside=True)
    selection.begin([Area(POINTS, points, typed=True), spend], (POINTS, "spend"))
    press(selection, keys)
    chosen = selection.item(selection.chosen) if selection.chosen else None
    assert (None if chosen is None else chosen.thing) == found
    assert found == "spend" or selection.typed == typed
    assert selection.area == POINTS


def test_a_number_below_zero_is_typed_after_its_sign() -> None:
    komi = Area("komi", [Item(n, n, code=str(n)) for n in range(-12, 13)], typed=True)
    selection = Selection()
    selection.begin([komi], ("komi",))
    selection.letter("-")
    assert selection.action is None
    press(selection, "1 2")
    assert selection.action == -12


def test_a_list_is_walked_downwards() -> None:
    selection = Selection()
    selection.begin([Area("moves", [Item(n, n) for n in range(3)], downward=True)], ("moves",))
    assert [press(selection, key).action for key in ("_", "_", "^", "^", ">")] == [0, 1, 0, 2, 0]


def test_a_second_click_on_what_is_chosen_plays_it() -> None:
    selection = cards()
    assert [selection.click(HAND, 2), selection.click(HAND, 2)] == [False, True]
    assert [selection.click(TRICK, 0), selection.click(TRICK, 0)] == [False, False], "it lies on the table"
    assert not selection.click(HAND, 2), "it was looked away from"
    assert not selection.click(HAND, 99)


def test_what_lies_where_it_lay_stays_in_focus_and_what_has_gone_does_not() -> None:
    selection = press(cards(), "g")
    selection.renew([Area(HAND, CARDS[:3]), Area(TRICK, TABLE)], (HAND,))
    assert selection.action == 12
    selection.renew([Area(HAND, CARDS[1:]), Area(TRICK, TABLE)], (HAND,))
    assert (thing(selection), selection.chosen) == (None, "")


def test_a_new_question_begins_with_nothing() -> None:
    selection = press(cards(), "g")
    selection.begin(selection.areas, (HAND,))
    assert (selection.chosen, selection.action, thing(selection)) == ("", None, None)


def test_what_is_no_longer_there_gives_the_keys_to_what_is() -> None:
    selection = press(cards(), "^")
    selection.renew([Area(HAND, CARDS), Area(TRICK, [])], ())
    assert selection.area == HAND
    assert press(selection, ">").chosen == "", "nothing is asked"
