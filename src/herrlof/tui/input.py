"""What a terminal sends, read: keys, texts, clicks and reports, however it comes in pieces.

A key is what the person meant, or nothing: where a report carries a text, the text is the key; a key of the keypad is
the same key elsewhere; a modifier, a lock, a key for the volume or a released key is none. Every sequence is taken
whole, also one that nobody here knows, and nothing of it is ever typed. Imports the framework: see `terminal.prepare`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any, Final, NamedTuple
from unicodedata import category

from textual import _xterm_parser as xterm
from textual import constants, events, messages
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.keys import Keys, _character_to_key

ESC: Final = "\x1b"
TOGETHER: Final = 0.05
"""Seconds within which a terminal sends what belongs to one key, where it is not a sequence: Alt and a letter."""
SLOW: Final = 1.0
"""Seconds after which the rest of a sequence, a string or a paste is no longer waited for."""
LONGEST: Final = 1 << 14
"""Letters of a paste or of a sequence that are taken; no field of ours takes nearly as many."""

_SEQUENCE: Final = re.compile(
    r"\x1b{1,2}(?:"
    r"\[\[[A-E]"  # the function keys of a Linux console
    r"|\[M[^\x1b]{3}"  # the mouse of old terminals
    r"|\[[0-9]{1,2}\$(?!y)"  # rxvt, with Shift
    r"|\[(?![\[M])[0-?]*[ -/]*[@-~]"
    r"|O[0-9;]*[ <->@-~]"
    r")|\x1b[\]P_^X][^\x07\x1b\x9c]*(?:\x07|\x9c|\x1b\\)"
)
"""A control sequence, a key of the keypad, or a string: a title, a colour, a picture, an answer."""
_BEGUN: Final = re.compile(
    r"\x1b[\]P_^X][^\x07\x1b\x9c]*\x1b?|\x1b{1,2}(?:\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)|O[0-9;]*|)"
)
"""The beginning of one."""
_STRING_END: Final = re.compile(r"\x07|\x9c|\x1b\\|(?=\x1b[^\\])")
_GOES_ON: Final = re.compile(r"\[|O[A-DFHMPQRS]|\][0-9]")
"""How the rest of a sequence begins whose Esc was taken for a key."""
_TEXT: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f]|[^\x1b](?:[\u200c\u200d\U000e0020-\U000e007f]+[^\x00-\x1f\u200c\u200d]?)*", re.DOTALL
)
"""A letter, or several signs that are joined to one."""
_KEY: Final = re.compile(r"\x1b\[([0-9:]*)(?:;([0-9:]*))?(?:;([0-9:]*))?([u~A-DFHPQS])")
_XTERM: Final = re.compile(r"\x1b\[27;([0-9]+);([0-9]+)~")
_C1: Final = re.compile("[\x80-\x9b\x9d-\x9f]|(?<![\udc80-\udcff])[\udc80-\udc9f]")
"""Control characters of one byte, also where the byte is no UTF-8."""
_NO_UTF8: Final = re.compile("[\ud800-\udfff]")

SHIFT, ALT, CTRL, SUPER, HYPER, META, CAPS_LOCK = (1 << bit for bit in range(7))
_NAMES: Final = {ALT: "alt", CTRL: "ctrl", HYPER: "hyper", META: "meta", SHIFT: "shift", SUPER: "super"}
"""In the order in which the framework names them."""

_KEYPAD: Final = {
    **{57399 + digit: str(digit) for digit in range(10)},
    57409: ".", 57410: "/", 57411: "*", 57412: "-", 57413: "+", 57415: "=", 57416: ",",
}  # fmt: skip
"""Keys of the keypad by the number by which the kitty protocol calls them."""
_NAMED: Final = {
    9: "tab", 13: "enter", 27: "escape", 127: "backspace", 57414: "enter", 57417: "left", 57418: "right", 57419: "up",
    57420: "down", 57421: "pageup", 57422: "pagedown", 57423: "home", 57424: "end", 57425: "insert", 57426: "delete",
    **{57376 + number: f"f{13 + number}" for number in range(23)},
}  # fmt: skip
"""Keys without a letter; of its numbers from 57344 to 63743 all others are locks, modifiers, media, or not given."""
_PRIVATE: Final = range(57344, 63744)
_SYMBOLS: Final = {
    **{0xFFB0 + digit: str(digit) for digit in range(10)},
    0xFFAA: "*", 0xFFAB: "+", 0xFFAC: ",", 0xFFAD: "-", 0xFFAE: ".", 0xFFAF: "/", 0xFFBD: "=",
}  # fmt: skip
"""Keys of the keypad by the number by which xterm calls them,"""
_SYMBOLS_NAMED: Final = {
    0xFF08: "backspace", 0xFF09: "tab", 0xFF0D: "enter", 0xFF1B: "escape", 0xFF50: "home", 0xFF51: "left",
    0xFF52: "up", 0xFF53: "right", 0xFF54: "down", 0xFF55: "pageup", 0xFF56: "pagedown", 0xFF57: "end",
    0xFF63: "insert", 0xFF8D: "enter", 0xFF95: "home", 0xFF96: "left", 0xFF97: "up", 0xFF98: "right", 0xFF99: "down",
    0xFF9A: "pageup", 0xFF9B: "pagedown", 0xFF9C: "end", 0xFF9E: "insert", 0xFF9F: "delete", 0xFFFF: "delete",
}  # fmt: skip
"""and keys without a letter; the others there are modifiers, locks and what changes an input method."""
_SYMBOLIC: Final = range(0xFD00, 0x10000)
_SHIFTLESS: Final = frozenset({"enter", "backspace", "escape", "space"})
"""Keys that mean the same with Shift: it is still held from the letter before."""
_KEYPAD_SIGNS: Final = {
    **{f"{ESC}O{chr(ord('p') + digit)}": str(digit) for digit in range(10)},
    f"{ESC}Oj": "*", f"{ESC}Ok": "+", f"{ESC}Ol": ",", f"{ESC}Om": "-", f"{ESC}On": ".", f"{ESC}Oo": "/",
    f"{ESC}OX": "=", f"{ESC}O ": " ", f"{ESC}OI": "\t", f"{ESC}OM": "\r",
}  # fmt: skip
"""The keypad where it is told apart in the old way."""

CYRILLIC: Final = dict(zip(
    "йцукенгшщзхъфывапролджэячсмитьбюёіїєґўљњђћџѓќѕј", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`s]'\\oqw]'x]'yj", strict=True
))  # fmt: skip
GREEK: Final = dict(zip("ςερτυθιοπασδφγηξκλζχψωβνμέύίόάήώϊϋ", "wertyuiopasdfghjklzxcvbnmeyioahviy", strict=True))
POSITIONS: Final = {**CYRILLIC, **GREEK}
"""What a key would be called on an English keyboard."""
SIGNS_AT: Final = frozenset({(";", "q"), ("/", "q")})
"""Signs at the place of a letter, on keyboards that are not Latin: Greek, Hebrew."""


class Press(NamedTuple):
    """A key that was pressed."""

    key: str
    character: str | None = None
    position: str = ""
    """Of a letter that is not Latin: what stands at its place on an English keyboard."""


def is_text(text: str) -> bool:
    """Whether this is what somebody typed: no control character, and more than what joins others."""
    return bool(text) and not any(category(sign) in ("Cc", "Cs", "Co") for sign in text)


def position(letter: str, told: str = "") -> str:
    """Return the key at the place of a letter that is not Latin, where the terminal has `told` it or a table has it."""
    if len(letter) != 1 or ord(letter) < 0x370 or not letter.isalpha() or 0x1E00 <= ord(letter) < 0x1F00:
        return ""
    found = told or POSITIONS.get(letter.lower(), "")
    if letter != letter.lower():
        found = found.upper()
    return found and _character_to_key(found)


def typed(text: str, told: str = "") -> Press:
    if len(text) > 1:
        return Press(text, text)
    return Press(text if text.isascii() and text.isalnum() else _character_to_key(text), text, position(text, told))


def with_modifiers(bits: int, press: Press) -> Press | None:
    """Return a key that was pressed with modifiers."""
    if bits & ~(SHIFT | CAPS_LOCK | 1 << 7) == 0 and (not bits & SHIFT or press.key in _SHIFTLESS):
        return press
    names = [name for bit, name in _NAMES.items() if bits & bit]
    return Press("+".join([*names, press.key]))


@lru_cache(1024)
def pressed(sequence: str) -> Press | None:
    """Return the key that a whole sequence tells of; None: it is none."""
    if (sign := _KEYPAD_SIGNS.get(sequence)) is not None:
        return control(sign) if sign in "\r\t" else typed(sign)
    if (found := _XTERM.fullmatch(sequence)) is not None:
        return _by_number(int(found[2]), "", int(found[1]) - 1, shifted=True)
    if (";" in sequence or sequence[-1:] == "u") and (found := _KEY.fullmatch(sequence)) is not None:
        return _reported(found[1], found[2] or "", found[3] or "", found[4])
    names = ANSI_SEQUENCES_KEYS.get(sequence)
    if isinstance(names, tuple) and len(names) == 1 and names[0] is not Keys.Ignore:
        return Press(names[0].value)
    return None


def _reported(numbers: str, how: str, text: str, end: str) -> Press | None:
    """Return the key of a report: its numbers, its modifiers and what happened to it, the text that it carries."""
    code, shifted, base = [*(int(part or 0) for part in numbers.split(":")), 0, 0][:3]
    modifiers, what = [*(int(part or 1) for part in how.split(":")), 1][:2]
    if what not in (1, 2) or not 1 <= modifiers <= 256:  # it was released
        return None
    bits = modifiers - 1
    if end != "u":
        name = FUNCTIONAL_KEYS.get(f"{code or 1}{end}")
        return None if name in (None, "kp_begin") else with_modifiers(bits, Press(str(name)))
    if code in _PRIVATE and code not in _KEYPAD and code not in _NAMED:
        return None
    carried = [int(part or 0) for part in text.split(":")] if text else []
    if any(number > 0x10FFFF for number in (code, shifted, base, *carried)):
        return None
    letters = "".join(map(chr, carried))
    told = chr(base) if 32 < base < 127 else ""
    if is_text(letters):
        same = code and letters.lower() == chr(code).lower()
        return typed(letters, told if same else "")
    if any(number not in (8, 9, 10, 13, 27, 127) for number in carried):
        return None
    if bits & SHIFT and not bits & (ALT | CTRL | SUPER | HYPER | META) and shifted:
        return typed(chr(shifted), told.upper()) if is_text(chr(shifted)) else None
    return _by_number(code, told, bits)


def _by_number(code: int, told: str, bits: int, shifted: bool = False) -> Press | None:
    """Return the key of a number without a text; `shifted`: the number is of the sign that Shift makes of it."""
    if not 0 <= bits < 256:
        return None
    if (sign := _KEYPAD.get(code) or _SYMBOLS.get(code)) is not None:
        return with_modifiers(bits & ~SHIFT, typed(sign))
    if (name := _NAMED.get(code) or _SYMBOLS_NAMED.get(code)) is not None:
        return with_modifiers(bits, control(chr(code)) or Press(name))
    if code < 32 or code > 0x10FFFF or code in _SYMBOLIC or not is_text(chr(code)):
        return None
    letter = chr(code)
    if bits & (ALT | CTRL | SUPER | HYPER | META):
        if letter.isascii():
            letter = letter.lower()  # Shift is told, and the lock does not matter
        found = position(letter, told) or (told if (letter, told) in SIGNS_AT else "")
        return with_modifiers(bits, Press(found or typed(letter).key))
    if letter.isalpha():
        if bool(bits & SHIFT) != bool(bits & CAPS_LOCK) and len(letter.upper()) == 1:
            letter = letter.upper()
        return typed(letter, told)
    return typed(letter) if shifted else with_modifiers(bits, typed(letter))


@lru_cache(64)
def control(sign: str) -> Press | None:
    """Return the key that sends one control character; None for NUL, and for what no key sends."""
    names = ANSI_SEQUENCES_KEYS.get(sign)
    return Press(names[0].value, sign) if isinstance(names, tuple) and sign not in "\x00\x9b" else None


class Reader(xterm.XTermParser):
    """The framework's parser, with what comes in read anew; of the framework are the mouse and the events."""

    def __init__(
        self,
        patience: Callable[[], float],
        waits: Callable[[], bool],
        hear: Callable[[str], object] = lambda data: None,
        debug: bool = False,
    ) -> None:
        """Begin; `patience` tells how long an Esc may be the beginning of something, `waits` whether more is there.

        `hear` listens to all that comes: a terminal answers what it was asked amid it.
        """
        super().__init__(debug)
        self._patience, self._waits, self._listen = patience, waits, hear
        self._rest = ""
        """The beginning of a sequence whose end has not come yet,"""
        self._since = 0.0
        """and when the last of it came."""
        self._escaped = -SLOW
        """When an Esc was taken for a key for want of more."""
        self._late = False
        """Whether the sequence that is read is what that was the beginning of: then the key of it counts no more."""
        self._in_string = False
        """Whether a string is passed over, of which only the beginning has come."""
        self._paste: str | None = None
        """What has been pasted so far."""
        self._found: list[Any] = []

    def feed(self, data: str) -> Iterable[Any]:
        if not data:
            return ()
        self._listen(data)
        now, self._found = monotonic(), []
        data = _NO_UTF8.sub("\ufffd", _C1.sub(_spelt_out, data))
        self._begin(data, now)
        text, self._rest = self._rest + data, ""
        at = 0
        while at < len(text):
            if self._paste is not None:
                at = self._take_paste(text, at)
            elif self._in_string:
                at = self._pass_over(text, at)
            elif text[at] != ESC:
                end = text.find(ESC, at)
                end = end if end >= 0 else len(text)
                self._take_text(text[at:end])
                at = end
            elif (whole := _SEQUENCE.match(text, at)) is not None:
                at = whole.end()
                self._take(whole[0])
            else:
                at = self._take_part(text, at)
        self._since = now
        return self._found

    def tick(self) -> Iterable[Any]:
        """Return what has become of what was waited for, now that nothing more has come."""
        now, self._found = monotonic(), []
        if not (self._rest or self._in_string or self._paste is not None):
            return ()
        lone = self._paste is None and not self._in_string and not self._rest.strip(ESC) and not self._late
        if now - self._since < (self._patience() if lone else SLOW) or self._waits():
            return ()
        if lone:
            self._escape(len(self._rest), self._since)
            self._escaped = now
        if self._paste is not None:
            self._end_paste(self._paste + self._rest)
        self._rest, self._in_string, self._late = "", False, False
        return self._found

    def _begin(self, data: str, now: float) -> None:
        """Join new data to what has come before, or not: it may have been typed later, or be long overdue."""
        if self._rest == ESC and self._paste is None and not self._in_string:
            if now - self._since >= TOGETHER and data[0] not in "[O]P_^X" and not self._late:
                self._escape(1, self._since)
                self._rest = ""
        elif not self._rest and self._paste is None and not self._in_string:
            if now - self._escaped < SLOW and _GOES_ON.match(data) is not None:
                self._rest, self._late = ESC, True
            self._escaped = -SLOW

    def _escape(self, times: int, when: float) -> None:
        for _ in range(times):
            self._press(Press("escape", ESC), when)

    def _press(self, press: Press, when: float | None = None) -> None:
        event = events.Key(press.key, press.character)
        if press.character is None:
            event.character = None
        if when is not None:
            event.time = when
        event.position = press.position  # type: ignore[attr-defined]
        self._found.append(event)

    def _take_text(self, text: str) -> None:
        for found in _TEXT.finditer(text):
            letters = found[0]
            press = control(letters) if len(letters) == 1 and not letters.isprintable() else None
            if press is None and is_text(letters):
                press = typed(letters)
            if press is not None:
                self._press(press)

    def _take(self, sequence: str) -> None:
        """Take a whole sequence."""
        late, self._late = self._late, False
        with suppress(ValueError, OverflowError, ZeroDivisionError):  # numbers that are none, or too large
            self._read(sequence, late)

    def _read(self, sequence: str, late: bool) -> None:
        if sequence.startswith(ESC + ESC):  # with Alt, or an Esc in great haste: no key here has two meanings
            return
        if sequence == xterm.BRACKETED_PASTE_START:
            self._paste = ""
        elif sequence == xterm.FOCUSIN:
            self._found.append(events.AppFocus())
        elif sequence == xterm.FOCUSOUT:
            self._found.append(events.AppBlur())
        elif sequence[1] not in "[O":
            self._hear_string(sequence)
        elif sequence[2] == "<" or (press := pressed(sequence)) is None:
            self._hear(sequence)
        elif not late:
            self._press(press)

    def _take_part(self, text: str, at: int) -> int:
        """Take what is no whole sequence: the beginning of one, Alt with a letter, or something broken."""
        begun = _BEGUN.match(text, at)
        assert begun is not None
        if begun.end() == len(text) and len(begun[0]) <= LONGEST:
            self._rest = begun[0]
            return len(text)
        if begun.end() == len(text) or begun[0][1:2] in ("]", "P", "_", "^", "X"):
            self._in_string = True  # too long, or with an Esc in it that is not its end
            return begun.end() if begun[0][-1] != ESC else begun.end() - 1
        self._late = False
        if begun[0] == ESC:
            self._with_alt(text[at + 1])
            return at + 2
        if begun[0] == ESC + ESC:
            self._escape(1, monotonic())
            return at + 1
        broken = begun.end()
        return broken + (text[broken] in "\x18\x1a")  # what ends a sequence without any sense is no key

    def _with_alt(self, letter: str) -> None:
        names = ANSI_SEQUENCES_KEYS.get(ESC + letter)
        if letter == "\\":
            return  # the end of a string of which nothing is known
        if isinstance(names, tuple) and len(names) == 1:
            self._press(Press(names[0].value))
        elif (press := control(letter) or (typed(letter) if is_text(letter) else None)) is not None:
            self._press(Press(f"alt+{press.key}"))

    def _pass_over(self, text: str, at: int) -> int:
        """Pass over a string, or a sequence that is too long, to its end."""
        end = _STRING_END.search(text, at)
        if end is None:
            self._rest = ESC if text[-1] == ESC else ""
            return len(text)
        self._in_string = False
        return end.end()

    # A paste

    def _take_paste(self, text: str, at: int) -> int:
        """Take what is pasted, as far as it is not too long; the mark of its end may come in pieces."""
        assert self._paste is not None
        mark = xterm.BRACKETED_PASTE_END
        end = text.find(mark, at)
        if end >= 0:
            self._end_paste(self._paste + text[at:end])
            return end + len(mark)
        kept = next((n for n in range(len(mark) - 1, 0, -1) if text.endswith(mark[:n], at)), 0)
        self._rest = text[len(text) - kept :]
        self._paste = (self._paste + text[at : len(text) - kept])[:LONGEST]
        return len(text)

    def _end_paste(self, text: str) -> None:
        self._paste = None
        self._found.append(events.Paste(text[:LONGEST].replace("\x00", "")))

    # What is no key

    def _hear_string(self, sequence: str) -> None:
        """Hear what a terminal answers in a string; nothing was asked so."""

    def _hear(self, sequence: str) -> None:
        """Hear of the mouse, of sizes and of what the terminal can do; all else is for somebody else."""
        if (size := xterm._re_in_band_window_resize.fullmatch(sequence)) is not None:
            height, width, pixel_height, pixel_width = (int(part.split(":")[0] or 0) for part in size.groups())
            resized = events.Resize.from_dimensions((width, height), (pixel_width, pixel_height))
            self.terminal_size, self.terminal_pixel_size = resized.size, resized.pixel_size
            self.mouse_pixels = True
            self._found.append(resized)
        elif (place := xterm._re_cursor_position.fullmatch(sequence)) is not None:
            self._found.append(events.CursorPosition(int(place["col"]) - 1, int(place["row"]) - 1))
        elif xterm._re_mouse_event.match(sequence) is not None:
            if (clicked := self.parse_mouse_code(sequence)) is not None:
                self._found.append(clicked)
        elif (mode := xterm._re_terminal_mode_response.match(sequence)) is not None:
            self._hear_of_mode(mode["mode_id"], int(mode["setting_parameter"]))

    def _hear_of_mode(self, mode: str, setting: int) -> None:
        if mode == "2026" and setting > 0:
            self._found.append(messages.TerminalSupportsSynchronizedOutput())
        elif mode == "2048" and constants.SMOOTH_SCROLL and not xterm.IS_ITERM:
            self._found.append(messages.InBandWindowResize.from_setting_parameter(setting))


def _spelt_out(found: Any) -> str:
    """Return a control character as two of seven bits; nothing for one that begins nothing."""
    number = ord(found[0]) & 0xFF
    if number == 0x9C:
        return "\x9c"
    return ESC + chr(number - 0x40) if chr(number - 0x40) in "[O]P_^X" else ""
