"""The pages of the program and what can be done at a table, a row each: what every face offers, and how it is named."""

from __future__ import annotations

from typing import Final, NamedTuple

from herrlof.messages import N_, NP_, Message


class Page(NamedTuple):
    """A page. Each face finds what opens it by its name among its own modules, and loads it when it is asked for."""

    key: str
    title: str
    letter: str
    """The key that opens it at home on the screen; keys of one's own are set for `binding`."""
    screen: str = ""
    """What opens it there: `module:Class` of a screen, or a verb of the app; empty: home itself."""
    lines: str = ""
    """What opens it in lines: `module:function`, which takes the hall."""
    word: Message = ""
    """What is typed there,"""
    told: str = ""
    """and what is said of it; `{game}` is the one that was played last, `{text}` the match that waits."""
    below: str = ""
    """What stands below its title at home where nothing has happened yet that could be told."""
    each: str = ""
    """What a command that opens it for one game is called; empty: it is about all of them."""
    of_game: bool = False
    """Whether it begins at a game: the one in focus, or the one played last."""
    guests: bool = False
    """Whether a guest at another's table has it."""
    waiting: bool = False
    """Whether it is offered only while a match waits to be continued."""
    tiled: bool = False
    """Whether the games themselves lead to it at home, so that it needs no place among the pages."""
    binding: str = ""
    """The name of its key in the settings, where that is not `key`."""


PAGES: Final = (
    Page(
        "continue", N_("Continue"), "C",
        lines="home:go_on", word=NP_("word", "continue"), told=N_("{text}."), waiting=True,
    ),
    Page(
        "lessons", N_("Learn"), "L", "learn:LearnScreen",
        lines="coach:learn", word=NP_("word", "learn"), told=N_("A game, step by step."), of_game=True, guests=True,
    ),
    Page(
        "new", N_("New game"), "N", "new_game:NewGameScreen",
        lines="new_game:new_game", word=NP_("word", "new game"), told=N_("Any game, with anyone."),
        each=N_("New game: {game}"), of_game=True, tiled=True,
    ),
    Page(
        "quick", N_("Quick game"), "P", "practise",
        lines="home:quick_game", word=NP_("word", "quick game"), told=N_("{game}, against a bot."),
        each=N_("Quick game: {game}"), of_game=True,
    ),
    Page(
        "today", N_("Deal of the day"), "D", "today:TodayScreen",
        lines="home:deal_of_the_day", word=NP_("word", "today"), told=N_("The same cards for everybody."), tiled=True,
    ),
    Page(
        "matches", N_("Matches"), "G", "matches:MatchesScreen",
        lines="matches:kept_matches", word=NP_("word", "matches"), told=N_("All that are kept."),
        below=N_("no match yet"), binding="games",
    ),
    Page(
        "statistics", N_("Statistics"), "S", "statistics:StatisticsScreen",
        lines="coach:statistics", word=NP_("word", "statistics"), told=N_("Of finished matches."),
        below=N_("wins and points"),
    ),
    Page(
        "join", N_("Join"), "J", "join:JoinScreen",
        lines="guest:join", word=NP_("word", "join"), told=N_("A table open on this machine."),
        below=N_("a table elsewhere"),
    ),
    Page(
        "rules", N_("Rules"), "R", "rules:RulesScreen",
        lines="doc_pages:rules", word=NP_("word", "rules"), told=N_("Of every game."),
        each=N_("Rules: {game}"), of_game=True, guests=True,
    ),
    Page(
        "settings", N_("Settings"), "O", "settings:SettingsScreen",
        lines="settings:settings_page", word=NP_("word", "settings"),
        below=N_("look, keys, coach"),
    ),
    Page(
        "fairness", N_("Fair play"), "F", "rules:FairnessScreen",
        lines="doc_pages:fair_play", word=NP_("word", "fair play"), told=N_("How play is kept fair."),
        below=N_("prove a deal"), guests=True,
    ),
)  # fmt: skip
"""In the order in which they are offered."""
BY_KEY: Final = {page.key: page for page in PAGES}


def first_page(waits: bool, matches: int, lessons: int) -> str:
    """Return the key of the page that home offers first.

    The match that `waits`; to whoever has no match and no lesson done, of that many, the lessons; else a quick game.
    """
    if waits:
        return "continue"
    return "quick" if matches or lessons else "lessons"


class Verb(NamedTuple):
    """Something that can be done at a table."""

    word: Message = ""
    """What is typed for it in lines,"""
    told: str = ""
    """and what is said of it there; `{word}` is what is typed."""
    title: str = ""
    """What it is called among the commands on the screen, where its key is the name of an action."""
    of_match: bool = False
    """Whether it is about a match that is won or lost: a lesson has none of that."""


VERBS: Final = {
    "hint": Verb(NP_("word", "hint"), N_("what the coach makes of your choices"), N_("Hint"), of_match=True),
    "think_on": Verb(
        NP_("word", "think"), N_("think on about that, until nothing is too close to call"), of_match=True,
    ),
    "take_back": Verb(
        NP_("word", "back"), N_("take your last move back"), N_("Take back your last decision"), of_match=True,
    ),
    "hand": Verb(NP_("word", "hand"), N_("what you hold, colour by colour")),
    "table": Verb(NP_("word", "table"), N_("what lies open")),
    "last": Verb(NP_("word", "last"), N_("what happened last"), N_("Look back")),
    "number": Verb(NP_("word", "number"), N_("what you're after, and how far you are")),
    "seen": Verb(NP_("word", "seen"), N_("what has gone by, and what still beats yours")),
    "explain": Verb(NP_("word", "explain"), N_("what a choice does, as in {word} 1")),
    "turn": Verb(NP_("word", "turn"), N_("whose turn it is, and every choice")),
    "scores": Verb(NP_("word", "scores"), N_("the scores, round by round"), N_("Scores"), of_match=True),
    "own_page": Verb(title=N_("The game's own page")),
    "cover": Verb(title=N_("Cover the hand")),
    "rules": Verb(
        NP_("word", "rules"), N_("the rule of this moment, or others by number or by words"),
        N_("The rule of this moment"),
    ),
    "keys": Verb(title=N_("All keys")),
    "commitment": Verb(NP_("word", "deals"), N_("what settles the deals"), N_("Commitment to the deals")),
    "say": Verb(
        NP_("word", "say"), N_("one of four ready words to all; {word} alone tells them"),
        N_("Say something to the others"),
    ),
    "nudge": Verb(NP_("word", "nudge"), N_("remind whoever is waited for")),
    "mute": Verb(NP_("word", "mute"), N_("hear nothing of what others say, or hear it again")),
    "bell": Verb(NP_("word", "bell"), N_("ring when it's your turn, or don't")),
    "doors": Verb(NP_("word", "doors"), N_("how whoever is away comes back"), N_("How the others join")),
    "watch": Verb(NP_("word", "watch"), N_("let others watch, or nobody")),
    "code": Verb(NP_("word", "code"), N_("a new code for whoever is away")),
    "stand_in": Verb(
        NP_("word", "stand-in"), N_("let a bot play for whoever is away"), N_("Let a bot play for whoever is away")
    ),
    "went": Verb(NP_("word", "went"), N_("the coach on your last round")),
    "resign": Verb(
        NP_("word", "resign"), N_("give the match up"), N_("Resign, or agree to end the match"), of_match=True,
    ),
    "end": Verb(NP_("word", "end"), N_("end the match here, if all agree"), of_match=True),
    "brief": Verb(NP_("word", "brief")),
    "again": Verb(NP_("word", "again"), N_("the last thing again")),
    "guide": Verb(NP_("word", "guide"), N_("how playing in lines goes, part by part, as in {word} 2")),
    "help": Verb(NP_("word", "help"), N_("these words, or one of them")),
    "leave": Verb(NP_("word", "leave"), title=N_("Leave the table")),
}  # fmt: skip
"""By what the screen calls its action. Who has another key or more to say of one says so where it is done."""
