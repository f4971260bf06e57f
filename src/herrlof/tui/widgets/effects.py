"""What moves on a widget for a while: a card that turns over, a stroke that is new."""

from __future__ import annotations

from time import monotonic

from herrlof.tui.widgets.canvas_widget import CanvasWidget


class Effects:
    """Motion by name; the widget on which it is seen is drawn anew when it is over."""

    def __init__(self, widget: CanvasWidget) -> None:
        self._widget = widget
        self._ends: dict[str, float] = {}
        self._seen: set[object] = set()
        """What has moved that does so only once."""

    def start(self, name: str, seconds: float, once: object = None) -> None:
        """Let something move for a while, `once` for what it is about."""
        if once in self._seen:
            return
        self._seen |= {once} - {None}
        self._ends[name] = monotonic() + seconds
        self._widget.set_timer(seconds, self._drop_ended)

    def running(self, name: str) -> bool:
        return self._ends.get(name, 0.0) > monotonic()

    def stop(self) -> None:
        """End all motion."""
        if self._ends:
            self._ends.clear()
            self._widget.redraw()

    def _drop_ended(self) -> None:
        now = monotonic() + 0.005
        left = {name: end for name, end in self._ends.items() if end > now}
        if len(left) != len(self._ends):
            self._ends = left
            self._widget.redraw()
