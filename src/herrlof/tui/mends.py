"""What is mended of the framework below its surface, and whether each mend can still take hold.

A distribution may bring another release than the one that pyproject.toml pins. A mend whose place is gone does nothing,
or breaks: so it is said, with what it was for. What tests/terminal/ tries is more than this can see.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from herrlof.messages import N_, _, all_of

_DRIVER: Final = "textual.drivers.linux_driver:LinuxDriver."
_PARSER: Final = "textual._xterm_parser:"
_SCREEN: Final = "textual.screen:Screen."
_APP: Final = "textual.app:App."

MENDS: Final[dict[str, tuple[str, ...]]] = {
    N_("cards are covered when the program is suspended"): (
        f"{_DRIVER}_sigtstp_application",
        f"{_DRIVER}_sigcont_application",
        f"{_DRIVER}suspend_application_mode",
    ),
    N_("no card stays on the screen at the end"): (
        f"{_DRIVER}stop_application_mode",
        f"{_DRIVER}_query_in_band_window_resize",
        f"{_APP}_fatal_error",
        f"{_APP}_handle_exception",
        f"{_APP}panic",
    ),
    N_("a window of any size is drawn"): (
        f"{_DRIVER}_get_terminal_size",
        f"{_DRIVER}process_message",
        f"{_SCREEN}_screen_resized",
        f"{_SCREEN}_get_breakpoint_classes",
        "textual.message_pump:MessagePump.set_timer",
    ),
    N_("a terminal that's gone ends the program"): (
        f"{_DRIVER}write",
        f"{_DRIVER}close",
        "textual.drivers._writer_thread:WriterThread",
    ),
    N_("nothing that a terminal sends can play a card"): (
        "textual.drivers.linux_driver:XTermParser",
        "textual.drivers.linux_driver:getincrementaldecoder",
        "textual.drivers.linux_driver:KITTY_DISAMBIGUATE_ESCAPE_CODES",
        "textual.drivers.linux_driver:KITTY_REPORT_ALTERNATE_KEYS",
        f"{_PARSER}XTermParser.feed",
        f"{_PARSER}XTermParser.tick",
        f"{_PARSER}XTermParser.parse_mouse_code",
        f"{_PARSER}_re_mouse_event",
        f"{_PARSER}_re_terminal_mode_response",
        f"{_PARSER}_re_in_band_window_resize",
        f"{_PARSER}_re_cursor_position",
        f"{_PARSER}FOCUSIN",
        f"{_PARSER}FOCUSOUT",
        f"{_PARSER}BRACKETED_PASTE_START",
        f"{_PARSER}BRACKETED_PASTE_END",
        "textual._ansi_sequences:ANSI_SEQUENCES_KEYS",
        "textual._keyboard_protocol:FUNCTIONAL_KEYS",
        "textual.keys:_character_to_key",
    ),
    N_("a terminal is asked what it can show"): (f"{_DRIVER}_request_terminal_sync_mode_support",),
    N_("two keys at once do one thing"): (
        f"{_APP}on_event",
        f"{_SCREEN}_compose",
        f"{_SCREEN}_on_screen_resume",
        f"{_SCREEN}_on_message",
    ),
    N_("the cursor stands at the focus"): ("textual.widgets._option_list:OptionList._index_to_line",),
    N_("a key costs few bytes"): (f"{_APP}_display", "textual._compositor:ChopsUpdate.render_segments"),
}
"""What each mend is for, as a clause, and the places of the framework that it takes hold of."""

USED: Final[dict[str, tuple[str, ...]]] = {
    "textual.app": (
        "_driver",
        "_exception",
        "_exit",
        "_exit_renderables",
        "_keymap",
        "_refresh_truecolor_filter",
        "_registered_themes",
        "_return_code",
        "_screen_stack",
    ),
    "textual.command": ("_action_command_list",),
    "textual.dom": ("_bindings", "_merged_bindings"),
    "textual.driver": ("_auto_restart", "_loop", "_size"),
    "textual.drivers._writer_thread": ("_queue",),
    "textual.drivers.linux_driver": ("_file", "_must_signal_resume", "_writer_thread"),
    "textual.message_pump": ("_close_messages_no_wait",),
    "textual.screen": ("_push_result_callback",),
    "textual.timer": ("_skip",),
    "textual.widgets._input": ("_on_key",),
    "rich.style": ("_link_id", "_make_ansi_codes"),
}
"""What else is used of theirs that is no promise, by the module that has it: tests alone tell where one is gone."""


def unmended() -> str | None:
    """Return a sentence that says which mends take no hold in the framework that is here; None: all do."""
    lost = [what for what, places in MENDS.items() if not all(map(_is_there, places))]
    if not lost:
        return None
    return _(
        "This isn't the release of Textual that this program is made for. It may not hold that {what}.",
        what=all_of(map(_, lost)),
    )


def _is_there(place: str) -> bool:
    """Look a place up; `pkgutil.resolve_name` does the same, and is slow to load."""
    module, path = place.split(":")
    try:
        found: Any = import_module(module)
        for name in path.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError):
        return False
    return True
