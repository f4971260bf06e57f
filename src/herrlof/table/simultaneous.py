"""Seats that move at the same time, before a clock decides or in secret: each sees nothing of the others' moves."""

from __future__ import annotations

from herrlof.game import CHANCE, TERMINAL, Action, Event, IllegalAction, Observation, State
from herrlof.messages import _


class SimultaneousTurn:
    """A seat's moves while others move too; moves before its own are made up, since it cannot see them."""

    def __init__(self, state: State, seat: int, n: int) -> None:
        """Go on from move n in a copy of the true state to the first move of `seat`."""
        self.seat = seat
        self.n = n
        """The number that the seat's next move will have."""
        self.actions: list[Action] = []
        """What the seat has done so far."""
        self._state = state
        self._events: list[Event] = []
        """What has happened in it, as nobody else was told."""
        while state.current_player() not in (seat, CHANCE, TERMINAL):
            state.apply(state.legal_actions()[0], self._events)
            self.n += 1
        self._start, self._made_up = state.clone(), len(self._events)

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return self._state.current_player() != self.seat

    def observe(self) -> Observation:
        """Return what the seat knows."""
        return self._state.observation(self.seat)

    def news(self) -> list[Event]:
        """Return what has happened in this turn, as the seat perceives it."""
        return [event.seen_by(self.seat) for event in self._events]

    def legal(self) -> tuple[Action, ...]:
        return () if self.done else self._state.legal_actions()

    def play(self, action: Action) -> None:
        """Make a move; IllegalAction if it is none."""
        if action not in self.legal():
            raise IllegalAction(_("that can't be done now"))
        self._state.apply(action, self._events)
        self.actions.append(action)
        self.n += 1

    def change(self, index: int, action: Action) -> None:
        """Make another move of this turn instead, the first being 0; IllegalAction if one of them then is none."""
        if not 0 <= index < len(self.actions):
            raise IllegalAction(_("there's no such move to change"))
        actions = [*self.actions[:index], action, *self.actions[index + 1 :]]
        state, events = self._start.clone(), self._events[: self._made_up]
        for made in actions:
            if state.current_player() != self.seat or made not in state.legal_actions():
                raise IllegalAction(_("this can't be done with what was done after it"))
            state.apply(made, events)
        self.actions, self._state, self._events = actions, state, events
