"""The others at a table, line by line: who goes and comes, what they say to each other, and an end before the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from herrlof.game import IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import _, ngettext, paragraph
from herrlof.plain.asking import Word
from herrlof.plain.lines import Left, Lines, choices_listed, matching
from herrlof.plain.moments import Anew
from herrlof.plain.typed import word_of
from herrlof.table.away import Away
from herrlof.table.chat import READY_WORDS, heard_text, word_text
from herrlof.table.commands import Resign, Say, WantEnd, WantStandIn
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.telling import away_texts, stood_in_text
from herrlof.table.updates import Nudged, Said


class Company:
    """Who plays elsewhere, and who watches, as those at one keyboard hear of it."""

    def __init__(self, lines: Lines, keyboard: Keyboard, names: Sequence[str], bell: bool) -> None:
        """Hear from now on."""
        self._lines, self._keyboard, self._table, self._names = lines, keyboard, keyboard.table, names
        self.bell = bell
        """Whether it rings when somebody here is asked."""
        self._trouble: str | None = None
        """What was said to go wrong beside the match."""
        self._away = Away()
        """What was said of who is away."""
        self._end_wanted = frozenset[int]()
        """Of whom it was said that they want to end the match here."""
        self._watching = 0
        """How many watch, as far as that was said."""
        self._told_words = len(self._table.heard)
        """How much of what players say to each other was told."""

    def say_changes(self) -> None:
        """Say what goes wrong beside the match, who goes and who comes; Left where there is no way back."""
        table, names = self._table, self._names
        if (trouble := table.trouble) != self._trouble:
            self._trouble = trouble
            self._lines.say(trouble or _("That's over; the match goes on."))
        if table.ended:
            raise Left
        if table.watching != self._watching:
            self._watching = table.watching
            self._lines.say(watching_told(table.watching))
        new_words, self._told_words = table.heard[self._told_words :], len(table.heard)
        for heard in new_words:
            self._say_heard(heard)
        away, before = table.away, self._away
        new, self._away = away.changes(before), away
        people = {*self._keyboard.people}
        for seat in sorted({*new.gone} - people):
            if seat in away.waited and not table.over:
                self._lines.say(paragraph(*away_texts([names[seat]])))
        for seat in sorted({*new.played_for} - people):
            self._lines.say(_("A bot plays until {name} is back.", name=names[seat]))
        for seat in sorted({*new.back} - people):
            self._lines.say(_("{name} is back.", name=names[seat]))
        self.say_stood_in()
        if not self._keyboard.people:
            return  # nobody asks who watches
        wanted, self._end_wanted = table.end_wanted - self._end_wanted, table.end_wanted
        for who in sorted(wanted - people):
            text = _("{who} wants to end the match here, with no winner: {word} agrees.", who=names[who],
                     word=word_of("end"))  # fmt: skip
            self._lines.say(text)
        for seat, who in new.votes:
            if who not in people and not away.is_wanted(seat, people):
                text = _("{who} wants a bot to play for {name}: {word} agrees.", who=names[who], name=names[seat],
                         word=word_of("stand_in"))  # fmt: skip
                self._lines.say(text)

    def say_stood_in(self) -> None:
        """Say to who is back that a bot has played for them, before it is told what it played."""
        if self._keyboard.hears_of_stand_in():
            self._lines.say(stood_in_text())

    # What is said to others elsewhere

    def words_to_others(self) -> list[Word]:
        """Return the words with which something is said to who plays elsewhere, and heard."""
        return [
            Word.of("say", self._speak, takes=True),
            Word.of("nudge", self._nudge),
            Word.of("mute", self._mute),
            Word.of("bell", self._switch_bell),
        ]

    def _say_heard(self, heard: Said | Nudged) -> None:
        """Tell what was said; a nudge to who sits here rings."""
        nudged = self._keyboard.is_nudged(heard)
        if not self._lines.muted:
            self._lines.say(heard_text(heard, self._names, self._keyboard.people, nudged))
            if nudged:
                self._lines.ring()

    def _speak(self, view: View, rest: str) -> None:
        """Say one of the ready words, by its number or how it begins."""
        words = [*READY_WORDS]
        called = [(word_text(word), word) for word in words]
        found = (
            [int(rest) - 1] if rest in map(str, range(1, len(words) + 1)) else matching(rest, called) if rest else []
        )
        if len(found) == 1:
            self._tell_others(lambda: self._keyboard.send(Say(words[found[0]])))
        else:
            said = [_("{n} {name}", n=n, name=name) for n, (name, _word) in enumerate(called, 1)]
            self._lines.say(_("Type {word} and a number: {choices}", word=word_of("say"),
                              choices=choices_listed(said)))  # fmt: skip

    def _nudge(self, view: View, rest: str) -> None:
        self._tell_others(self._keyboard.nudge)

    def _tell_others(self, tell: Callable[[], object]) -> None:
        try:
            tell()
        except IllegalAction as error:
            self._lines.say(refused(error))
        else:
            self.say_changes()

    def _mute(self, view: View, rest: str) -> None:
        self._lines.muted = not self._lines.muted
        self._lines.say(_("Muted.") if self._lines.muted else _("You hear the others again."))

    def _switch_bell(self, view: View, rest: str) -> None:
        self.bell = not self.bell
        self._lines.say(_("The bell rings when it's your turn.") if self.bell else _("No bell."))

    def away_words(self) -> list[Word]:
        """Return what is done about who is away."""
        return [Word.of("stand_in", self._want_stand_in, tells=lambda view: self._table.away.longest is not None)]

    def _want_stand_in(self, view: View, rest: str) -> None:
        """Say that a bot may play for who is away for longest."""
        table = self._table
        if (seat := table.away.longest) is None:
            self._lines.say(_("Nobody is away."))
            return
        try:
            self._keyboard.send(WantStandIn(seat))
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        self.say_changes()
        if seat in table.away.waited:
            name = self._names[seat]
            self._lines.say(_("You want a bot to play for {name}; everybody here has to agree.", name=name))

    # An end before the end

    def end_words(self) -> list[Word]:
        """Return what ends the match here, for those who play."""
        return [
            *([Word.of("resign", self._resign)] if self._keyboard.people else []),
            *([Word.of("end", self._want_end)] if self._keyboard.may_agree else []),
        ]

    def _resign(self, view: View, rest: str) -> None:
        """Give the match up; it is asked for once more."""
        keyboard, word = self._keyboard, word_of("resign")
        if (seat := keyboard.resigns) is None:
            self._lines.say(_("It's nobody's turn here."))
            return
        asks = _("Then you lose this match. Type {word} once more to do it.", word=word)
        if len(keyboard.people) > 1:
            name = self._names[seat]
            asks = _("Then {name} loses this match. Type {word} once more to do it.", name=name, word=word)
        if keyboard.twice.confirms(word):
            self._end(lambda: keyboard.send(Resign(), seat), view)
        else:
            self._lines.say(asks)

    def _want_end(self, view: View, rest: str) -> None:
        """Say that the match may end here, or may not any more; if nobody else has to agree, once asked again."""
        keyboard, word, wanted = self._keyboard, word_of("end"), not self._keyboard.wants_end
        ends = wanted and keyboard.ends_at_once
        told = _("Then nobody wins this match. Type {word} once more to do it.", word=word)
        if ends and not keyboard.twice.confirms(word):
            self._lines.say(told)
            return
        self._end(lambda: keyboard.send(WantEnd(wanted)), view)
        if not wanted:
            self._lines.say(_("You play on."))
        elif not ends:
            self._lines.say(_("The match ends here once all agree; {word} again takes that back.", word=word))

    def _end(self, end: Callable[[], object], view: View) -> None:
        """End the match, or say why that cannot be; Anew where somebody was asked something."""
        try:
            end()
        except IllegalAction as error:
            self._lines.say(refused(error))
        else:
            if self._table.over and view.legal:
                raise Anew


def watching_told(count: int) -> str:
    """Return how many onlookers watch, in a sentence."""
    if not count:
        return _("Nobody is watching now.")
    return ngettext("{n} person is watching.", "{n} people are watching.", count)
