"""What a detector is: a pure step from a state and an observation to the next state and findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from domain.kernel import Value
from domain.oversight.suspicion.findings import Finding
from domain.oversight.suspicion.observations import Observation
from domain.oversight.suspicion.thresholds import Thresholds

O = TypeVar("O", bound=Observation)  # noqa: E741
S = TypeVar("S", bound=Value)


@dataclass(frozen=True)
class Detector(Generic[O, S]):
    """`key_of` names the state that an observation concerns (None: nothing to do with this one), so that
    states stay small and are kept apart. `forgets_after`: an untouched state is dropped."""

    id: str
    name: str
    watches: tuple[type[O], ...]
    state: type[S]
    key_of: Callable[[O], str | None]
    step: Callable[[S | None, O, Thresholds], tuple[S, Sequence[Finding]]]
    forgets_after: timedelta | None = None

    def is_enabled(self, thresholds: Thresholds) -> bool:
        return getattr(thresholds, self.name).enabled


AnyDetector = Detector[Any, Any]
