"""The program of a guest who has none: started by a door on the host's machine, it is one seat and nothing else."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from herrlof.messages import _, paragraph
from herrlof.records.settings import Settings
from herrlof.seats.guest_process import GuestStart, come, take_terminal
from herrlof.seats.visit import Visit
from herrlof.table.updates import Gone, Over
from herrlof.tui import terminal

if TYPE_CHECKING:
    from herrlof.table.updates import Update
    from herrlof.tui.guest import GuestApp


def main() -> None:
    """Be a seat at the table that was gone to, and draw it."""
    loop, told, remote = come()
    if not told.browser:
        take_terminal()
        if (sentence := terminal.refusal(None)) is not None:
            loop.run_until_complete(remote.end())
            raise SystemExit(sentence)
    columns = os.environ.get("COLUMNS", "")
    terminal.prepare()
    if told.browser:
        os.environ["COLUMNS"] = columns  # where there is no terminal, the framework has the size from there
        os.environ["TEXTUAL_DRIVER"] = "textual.drivers.web_driver:WebDriver"  # read when the framework is imported
        import textual.drivers.web_driver  # noqa: F401 - else it is named in a text alone, and a frozen build lacks it
    app = _app(told, remote)
    if not told.browser:
        sys.stdout.write(f"{told.back}\n")  # it stands there when the table has left the screen
        sys.stdout.flush()
    gc.disable()  # as the whole program does: the app collects from its first frame on
    try:
        app.run(loop=loop)
    finally:
        terminal.release()
    if remote.over and remote.ended and not told.browser:  # else what stands there still tells how one comes back
        sys.stdout.write(paragraph(_("The match is over."), remote.ended) + "\n")
        sys.stdout.flush()
    raise SystemExit(app.return_code or 0)


def _app(told: GuestStart, remote: Visit) -> GuestApp:
    from herrlof.tui.guest import GuestApp

    def tell_page(kind: str) -> None:
        """Tell the browser that its guest may have the record (`over`), or wants it (`record`)."""
        assert app._driver is not None
        app._driver.write_meta({"type": kind})  # type: ignore[attr-defined]  # a browser's has it

    async def keep_record() -> str:
        tell_page("record")
        return _("Your browser saves the record.")

    app = GuestApp(remote, Settings(), keep_record if told.browser else None, suspends=False, back=told.back)

    def heed(update: Update) -> None:
        """End where there is no way back, and say why; a match that is over is looked at for as long as one likes."""
        if isinstance(update, Gone) and not remote.over:
            app.call_later(app.leave, update.why)
        elif isinstance(update, Over) and told.browser and not told.watches:
            app.call_later(tell_page, "over")

    remote.listen(heed)
    return app


if __name__ == "__main__":
    main()
