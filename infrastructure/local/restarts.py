"""When a part that ended is started again, and when it is given up: without a process or a clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class State(Enum):
    DOWN = "down"
    STARTING = "starting"
    UP = "up"
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class Patience:
    """How often a part may end within a stretch of seconds, and how long it pauses before it starts again.

    Only the seconds count in which it was up: however long its starts take, one that does not stand is
    given up. The first end costs no pause, and every further one twice as much as the one before.
    """

    deaths: int = 5
    within: float = 60.0
    shortest_pause: float = 0.25
    longest_pause: float = 2.0

    def pause(self, deaths: int) -> float:
        if deaths <= 1:
            return 0.0
        return min(self.longest_pause, self.shortest_pause * 2.0 ** (deaths - 2))


@dataclass
class _Life:
    needs: tuple[str, ...]
    up_since: float
    state: State = State.UP
    # How long it was up in all of its lives before this one.
    stood: float = 0.0
    # The ends that count, oldest first, each as how long it had been up by then.
    deaths: list[float] = field(default_factory=list[float])
    not_before: float = 0.0


class Restarts:
    """Says which parts are to be started now. Its caller starts them, and tells what became of them.

    A part that ends while something it needs is not up has ended of that: it waits for what it needs and
    starts without a pause, and its end does not count towards giving it up.
    """

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._lives: dict[str, _Life] = {}

    @property
    def states(self) -> Mapping[str, State]:
        return {name: life.state for name, life in self._lives.items()}

    def add(self, name: str, needs: tuple[str, ...], now: float) -> None:
        """The part is up and kept so. Needs that were never added are somebody else's to keep."""
        self._lives[name] = _Life(needs, now)

    def ended(self, name: str, now: float) -> State:
        """A part has ended, or a start of it has failed: it is down, or given up for good."""
        life = self._lives[name]
        if life.state is State.UP:
            life.stood += now - life.up_since
        life.state, life.not_before = State.DOWN, now
        if self._stands(life):
            recent = [at for at in life.deaths if at > life.stood - self.patience.within]
            life.deaths = [*recent, life.stood]
            life.not_before = now + self.patience.pause(len(life.deaths))
            if len(life.deaths) > self.patience.deaths:
                life.state = State.GIVEN_UP
        return life.state

    def due(self, now: float) -> list[str]:
        """What is to be started now."""
        return [name for name, life in self._waiting() if life.not_before <= now]

    def next_due(self) -> float | None:
        """The moment at which the next one is due if nothing else happens before."""
        return min((life.not_before for _, life in self._waiting()), default=None)

    def starting(self, name: str) -> None:
        self._lives[name].state = State.STARTING

    def came_up(self, name: str, now: float) -> None:
        life = self._lives[name]
        life.state, life.up_since = State.UP, now

    def _waiting(self) -> list[tuple[str, _Life]]:
        return [
            (name, life)
            for name, life in self._lives.items()
            if life.state is State.DOWN and self._stands(life)
        ]

    def _stands(self, life: _Life) -> bool:
        """Whether all that it needs is up."""
        return all(self._lives[need].state is State.UP for need in life.needs if need in self._lives)
