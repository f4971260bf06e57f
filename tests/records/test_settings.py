"""Settings: what is read, what is refused, and what a person wrote beside them."""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from herrlof.contract.variants import some
from herrlof.games import GAMES
from herrlof.options import Option
from herrlof.records.names import MAX_CELLS, Seat, cells, clean_name
from herrlof.records.settings import KEY_SETS, THEMES, GameSettings, Settings, read_settings, settings_text
from herrlof.records.storage import Storage
from tests.disks import SEATS, FailingDisk

OLD = Path(__file__).parents[1] / "data" / "settings-of-one-game.toml"
HERRLOF = GameSettings(SEATS, {"edition": "dutch", "goal": 60}, {"highest": False}, "jarl")


def fit(text: str) -> bool:
    try:
        return clean_name(text) == text
    except ValueError:
        return False


names = st.text(min_size=1, max_size=MAX_CELLS).map(lambda text: text.strip()).filter(fit)
bots = st.none() | st.from_regex(r"[!-~]{1,40}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def choices(options: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Return what may be remembered of some options: each left out or chosen."""

    def values(option: Option) -> Any:
        return st.sampled_from([value for seats in GAMES["herrlof"].seats for value in some(option, seats)])

    return st.fixed_dictionaries({}, optional={option.name: values(option) for option in options})


game_settings = st.builds(
    GameSettings,
    seats=st.lists(st.builds(Seat, names, bots), max_size=3).map(tuple),
    options=choices(GAMES["herrlof"].options),
    preferences=choices(GAMES["herrlof"].preferences),
    bot=bots,
)
all_settings = st.builds(
    Settings,
    name=st.just("") | names,
    language=st.sampled_from(["", "en", "nl", "pt_BR"]),
    theme=st.sampled_from(THEMES),
    ascii=st.booleans(),
    motion=st.booleans(),
    pace=st.floats(0, 10),
    bell=st.booleans(),
    twice=st.booleans(),
    hints=st.booleans(),
    sure=st.booleans(),
    cuts=st.booleans(),
    plain=st.booleans(),
    keys=st.sampled_from(KEY_SETS),
    bindings=st.dictionaries(texts, texts, max_size=4),
    last=texts,
    games=st.just({}) | st.fixed_dictionaries({"herrlof": game_settings}),
    unread=st.just({}),
)


few = settings(max_examples=40)


@pytest.mark.second
@few
@given(all_settings)
def test_settings_come_back_as_they_were_written(chosen: Settings) -> None:
    assert read_settings(settings_text(chosen).encode()) == chosen


@pytest.mark.second
@few
@given(all_settings, all_settings)
@example(Settings(games={"herrlof": GameSettings(seats=(Seat("Anna"),))}), Settings(games={"herrlof": GameSettings()}))
def test_settings_come_back_wherever_others_stood_before(before: Settings, chosen: Settings) -> None:
    text = settings_text(chosen, settings_text(before))
    kept = {key: game for key, game in before.games.items() if key not in chosen.games}
    assert read_settings(text.encode()) == chosen._replace(games={**kept, **chosen.games})


@pytest.mark.usefixtures("toys")
def test_what_is_remembered_of_a_game_is_made_from_its_options(storage: Storage) -> None:
    chosen = Settings().with_game("kuhn", options={"rounds": 9, "coin": "clock"}, bot="search", seats=(Seat("Anna"),))
    chosen = chosen.with_game("nim", options={"misere": True})
    assert storage.settings.save(chosen) is None
    assert storage.settings.load() == (chosen, None)
    found = tomllib.loads(storage.settings.path.read_text("utf-8"))
    assert found["kuhn"] == {"rounds": 9, "coin": "clock", "bot": "search", "seats": [{"name": "Anna"}]}
    assert found["nim"] == {"misere": True}
    for data, sentence in (
        (b"[kuhn]\nrounds = 10", "kuhn.rounds has to be 1 to 9"),
        (b"[kuhn]\ncoin = true", "kuhn.coin has to be none or clock"),
        (b"[nim]\nmisere = 1", "nim.misere has to be no or yes"),
        (b"nim = 3", "nim has to be a table"),
        (b'[[kuhn.seats]]\nname = "a"\n' * 3, "kuhn.seats has to be a list of at most 2"),
    ):
        with pytest.raises(ValueError, match=sentence):
            read_settings(data)


def test_settings_are_kept_in_a_commented_file(storage: Storage) -> None:
    assert storage.settings.load() == (Settings(), None)
    chosen = Settings("Anna", "light", pace=0.5, ascii=True, games={"herrlof": HERRLOF})
    assert storage.settings.save(chosen) is None
    assert storage.settings.load() == (chosen, None)
    text = storage.settings.path.read_text("utf-8")
    assert text.count("\n#") > 4
    assert stat.S_IMODE(storage.settings.path.stat().st_mode) == 0o600
    assert [entry.name for entry in storage.config.iterdir()] == ["settings.toml"]
    storage.settings.path.write_text(text + "\n[later]\nsound = true\n", "utf-8")
    assert storage.settings.load() == (chosen, None)


def test_what_a_person_wrote_beside_the_settings_stays(storage: Storage) -> None:
    storage.settings.save(Settings(games={"herrlof": HERRLOF}))
    text = storage.settings.path.read_text("utf-8")
    text = text.replace("pace = 1.0", "pace = 1.0  # as it should be").replace(
        "goal = 60", "# as at home\ngoal = 60  # !"
    )
    storage.settings.path.write_text(f"# mine\n{text}\n[later]\nsound = true  # loud\n", "utf-8")
    assert storage.settings.save(Settings(pace=2, games={"herrlof": GameSettings((), {"goal": 30})})) is None
    after = storage.settings.path.read_text("utf-8")
    for kept in ("# mine\n", "pace = 2  # as it should be", "# as at home\ngoal = 30  # !", "sound = true  # loud"):
        assert kept in after
    assert "edition" not in after


@pytest.mark.parametrize(
    "before",
    [
        "herrlof = 3",
        "herrlof = {edition = 'dutch', odd = 1}",
        "herrlof.edition = 'dutch'",
        "[herrlof]\nedition = 'english'\n[later]\na = 1\n[[herrlof.seats]]\nname = 'x'",
        "[[herrlof]]\na = 1",
        "[herrlof]\nseats = ['x', 3]",
        "a = [[[",
        "pace = 1\npace = 2",
        "\x00",
    ],
)
def test_settings_are_written_whatever_stood_there(before: str) -> None:
    chosen = Settings("Anna", games={"herrlof": HERRLOF})
    assert read_settings(settings_text(chosen, before).encode()) == chosen


def test_settings_of_the_time_of_one_game_are_read_and_moved(storage: Storage) -> None:
    storage.config.mkdir(parents=True)
    storage.settings.path.write_bytes(OLD.read_bytes())
    found, trouble = storage.settings.load()
    assert trouble is None
    seats = (Seat("Zoë"), Seat("Ben"), Seat("Karl", "karl"))
    expected = GameSettings(seats, {"edition": "dutch", "goal": 60}, {}, "jarl")
    assert found == Settings(pace=0.5, ascii=True, games={"herrlof": expected})
    assert storage.settings.save(found) is None
    assert storage.settings.load() == (found, None)
    moved = tomllib.loads(storage.settings.path.read_text("utf-8"))
    assert not {"edition", "goal", "bot", "seats"} & set(moved)
    assert moved["herrlof"]["edition"] == "dutch"
    assert moved["herrlof"]["bot"] == "jarl"
    assert "# The length of all pauses" in storage.settings.path.read_text("utf-8")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff", "UTF-8"),
        ("pace = 1".encode("utf-16"), "an editor has saved this as UTF-16: save it as UTF-8"),
        (b"pace = ", "TOML"),
        (b"pace = 1\npace = 1", "TOML"),
        (b"a=" + b"[" * 1900, "nested too deeply"),
        (b"a=" + b"[" * 100_000, "larger than settings can be"),
        (b"a" + b".a" * 100_000 + b"=1", "larger than settings can be"),
        (b"# much\n" * 10_000, "larger than settings can be"),
        (b"pace = 11", "pace has to be a number from 0 to 10"),
        (b"pace = nan", "pace has to be"),
        (b"pace = 1e999", "pace has to be"),
        (b"pace = true", "pace has to be"),
        (b"goal = 0", "herrlof.goal has to be 1 to 999"),
        (b"goal = 1.0", "goal has to be"),
        (b'edition = "klingon"', "herrlof.edition has to be english or dutch"),
        (b"edition = []", "edition has to be"),
        (b'ascii = "yes"', "ascii has to be true or false"),
        (b"bot = 2", "herrlof.bot has to be the key of a bot"),
        (b'bot = "\\u001b"', "herrlof.bot has to be the key of a bot"),
        (b'seats = "Anna"', "seats has to be"),
        (b'[[seats]]\nbot = "rules"', "seats has to be"),
        (b'[[seats]]\nname = "' + b"x" * 300 + b'"', "seats has to be"),
        ("[[seats]]\nname = '\u202eanna'".encode(), "seats has to be"),
        (b'language = "../nl"', "language has to name a language, as in nl"),
        (b"language = 1", "language has to name a language, as in nl"),
        (b'theme = "pink"', "theme has to be dark, light or terminal"),
        (b"[bindings]\nplay = 3", "bindings has to be a table of keys in quotes"),
        (b'name = "' + b"x" * 21 + b'"', f"name has to be a name of at most {MAX_CELLS} cells"),
    ],
)
def test_unreadable_settings_are_kept_aside_and_told_once(storage: Storage, data: bytes, sentence: str) -> None:
    storage.config.mkdir(parents=True)
    storage.settings.path.write_bytes(data)
    chosen, told = storage.settings.load()
    assert chosen == Settings()
    assert told is not None
    assert sentence in told
    assert told.isprintable()
    assert len(told) < 2000
    assert storage.settings.load() == (Settings(), None)
    assert storage.settings.path.with_name("settings.toml.unreadable").read_bytes() == data


@pytest.mark.parametrize("kind", ["pipe", "zero", "folder"])
def test_settings_that_are_no_ordinary_file_are_not_waited_for(storage: Storage, kind: str) -> None:
    storage.config.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(storage.settings.path)
    elif kind == "zero":
        storage.settings.path.symlink_to("/dev/zero")
    else:
        storage.settings.path.mkdir()
    chosen, told = storage.settings.load()
    assert chosen == Settings()
    assert told is not None
    assert told.startswith("The settings can't be read: ")


def test_settings_behind_a_link_stay_there(storage: Storage, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "herrlof.toml"
    storage.config.mkdir(parents=True)
    storage.settings.path.symlink_to(target)
    for pace in (2.0, 3.0):  # the first into nowhere, the second over what is there
        assert storage.settings.save(Settings(pace=pace)) is None
        assert storage.settings.path.is_symlink()
        assert read_settings(target.read_bytes()).pace == pace
        assert storage.settings.load() == (Settings(pace=pace), None)
    target.write_text("pace = 11")
    assert storage.settings.load()[1]
    assert storage.settings.path.is_symlink()
    assert target.with_name("herrlof.toml.unreadable").read_text() == "pace = 11"
    assert storage.settings.save(Settings(pace=4)) is None
    assert storage.settings.path.is_symlink()
    assert storage.settings.load() == (Settings(pace=4), None)
    assert sorted(path.name for path in target.parent.iterdir()) == ["herrlof.toml", "herrlof.toml.unreadable"]


def test_nobody_can_lay_a_trap_where_settings_are_written(storage: Storage, tmp_path: Path) -> None:
    """In a folder that others can write: a link with the name of the new file is not followed."""
    storage.settings.save(Settings())
    victim = tmp_path / "victim"
    victim.write_text("mine")
    seen = []

    class Watching(FailingDisk):
        def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
            if flags & os.O_CREAT:
                seen.append(path.name)
                path.symlink_to(victim)
            return super().open(path, flags, mode)

    disk = Watching(10**9, errno.EIO, stays=False)
    assert Storage(storage.data, storage.config, disk).settings.save(Settings(pace=2)) is not None
    assert Storage(storage.data, storage.config, disk).settings.save(Settings(pace=2)) is not None
    assert victim.read_text() == "mine"
    assert len(set(seen)) == 2


@pytest.mark.parametrize("saved", [
    b"\xef\xbb\xbf" + b'# mine\nname = "Anna"\n[herrlof]\ngoal = 30\n',
    b'# mine\r\nname = "Anna"\r\n[herrlof]\r\ngoal = 30\r\n',
    b"\xef\xbb\xbf" + b'# mine\r\nname = "Anna"   \r\n[herrlof]\t \r\ngoal = 30',
])  # fmt: skip
def test_what_other_editors_have_saved_is_read_and_keeps_its_comments(saved: bytes, storage: Storage) -> None:
    storage.config.mkdir(parents=True)
    storage.settings.path.write_bytes(saved)
    found, told = storage.settings.load()
    assert (found.name, found.of("herrlof").options, told) == ("Anna", {"goal": 30}, None)
    assert storage.settings.now() == found
    assert storage.settings.save(found._replace(bell=True)) is None
    assert b"# mine" in storage.settings.path.read_bytes()
    assert Storage(storage.data, storage.config).settings.load() == (found._replace(bell=True), None)


def test_what_two_windows_change_stands(storage: Storage) -> None:
    """One that has read the settings before the other wrote them writes what it has changed, and nothing else."""
    first, second = (Storage(storage.data, storage.config) for _window in range(2))
    begun = Settings("Anna", bindings={"play": "p"}, games={"herrlof": HERRLOF})
    assert first.settings.save(begun) is None
    (one, _), (two, _) = first.settings.load(), second.settings.load()
    one = one._replace(bell=True).with_game("herrlof", options={"goal": 30}, preferences={"seen": False})
    one = one._replace(bindings={"play": "p", "rules": "f1"})
    two = two._replace(twice=True).with_game("herald", options={"games": 4}).with_game("herrlof", bot="konung")
    assert first.settings.save(one) is None
    assert second.settings.save(two) is None
    two = two._replace(bindings={}, pace=2.0)
    assert second.settings.save(two) is None
    found, told = storage.settings.load()
    assert told is None
    assert (found.bell, found.twice, found.pace, found.name) == (True, True, 2.0, "Anna")
    assert found.bindings == {"rules": "f1"}
    assert found.of("herald").options == {"games": 4}
    chosen = found.of("herrlof")
    assert (chosen.options, chosen.preferences, chosen.bot) == ({"goal": 30}, {"seen": False}, "konung")
    # and an editor is one more window, whose mistake is not written over
    storage.settings.path.write_text("pace = fast\n")
    told = second.settings.save(two._replace(pace=4.0))
    assert told is not None
    assert storage.settings.path.with_name("settings.toml.unreadable").read_text() == "pace = fast\n"
    assert storage.settings.load()[0].pace == 4


def test_settings_on_a_failing_disk_are_old_or_new_never_half(tmp_path: Path) -> None:
    old, new = Settings(pace=2), Settings("Anna", pace=3, games={"herrlof": HERRLOF})
    for at in range(8):
        config = tmp_path / str(at)
        assert Storage(tmp_path, config).settings.save(old) is None
        told = Storage(tmp_path, config, FailingDisk(at, errno.ENOSPC, stays=True, taken=9)).settings.save(new)
        found, trouble = Storage(tmp_path, config).settings.load()
        assert trouble is None
        assert found == (new if told is None else found)
        assert found in (old, new)
        assert [entry.name for entry in config.iterdir()] == ["settings.toml"]
        assert told in (None, "The settings aren't saved: the disk is full.")
        assert Storage(tmp_path, config, FailingDisk(at, errno.EIO, stays=True)).settings.load()[0] in (
            found,
            Settings(),
        )


def test_settings_that_are_written_are_a_person_s_own() -> None:
    """Every name in the file is explained above it, and every value is one that can be read."""
    text = settings_text(Settings())
    for name in Settings.__slots__:
        if name not in ("games", "unread", "bindings"):
            line = next(place for place, line in enumerate(text.splitlines()) if line.startswith(f"{name} = "))
            assert any(above.startswith("#") for above in text.splitlines()[line - 1 : line]), name
    assert read_settings(text.encode()) == Settings()
    assert cells(text.splitlines()[0]) < 80
