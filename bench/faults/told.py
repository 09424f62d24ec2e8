"""What came of the faults, and whether that is good enough."""

from __future__ import annotations

import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from bench.faults.reckoning import Reckoning
from bench.faults.sight import Sight, inexcusable
from bench.faults.strikes import FAULTS, LATE, Fault
from bench.faults.work import KINDS, SIGN_UP, Work

# By itself, each kind of work anew, and what was under way: beyond what it takes without a fault.
BACK_SECONDS = 3.0
# While a part is held: the product's own deadlines, with what a busy machine adds. Who signs up may have to
# wait for the hashes of others.
ANSWER_SECONDS = dict.fromkeys(KINDS, 6.0) | {SIGN_UP: 21.0}
HEALTH_SECONDS = 2.5


@dataclass(frozen=True)
class Struck:
    """One step of one round: when it was over, and whether the product came back at all.

    `after` is when the product had been left alone by the fault before.
    """

    at: float
    back: bool
    after: float = 0.0


@dataclass
class Told:
    """What came of all rounds of one fault."""

    fault: Fault
    struck: list[Struck] = field(default_factory=list[Struck])
    late: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    saw: Counter[str] = field(default_factory=Counter[str])
    longest: dict[str, float] = field(default_factory=dict[str, float])
    longest_health: float = 0.0

    @property
    def rounds(self) -> int:
        return len(self.struck) // len(self.fault.steps)

    @property
    def survived(self) -> int:
        return sum(struck.back for struck in self.struck) // len(self.fault.steps)

    def measure(self, work: Work, sight: Sight) -> None:
        """By all that was done up to the end of the run. What never came is late without end."""
        for what in LATE:
            self.late[what] = [seconds_late(work, what, struck.at, struck.after) for struck in self.struck]
        self.saw = sight.seen[self.fault.name]
        self.longest = sight.longest[self.fault.name]

    def failures(self, *, timed: bool) -> Iterator[str]:
        name = self.fault.name
        if self.survived < self.rounds:
            yield f"{name}: did not come back in {self.rounds - self.survived} of {self.rounds} rounds"
        if not timed:
            return
        for what, seconds in self.late.items():
            allowed = self.fault.allowed.get(what, BACK_SECONDS)
            if seconds and max(seconds) > allowed:
                yield f"{name}: {what} {shown(max(seconds))} s late, {allowed:g} s are allowed"
        if self.fault.held:
            for kind, seconds in self.longest.items():
                if seconds > ANSWER_SECONDS[kind]:
                    yield f"{name}: {kind} waited {seconds:.1f} s for an answer"
            if self.longest_health > HEALTH_SECONDS:
                yield f"{name}: /health took {self.longest_health:.1f} s"


def seconds_late(work: Work, what: str, at: float, after: float = 0.0) -> float:
    """Beyond the usual; what was done sooner is not late."""
    kind = what.removeprefix("waiting ")
    seconds = work.back(kind, at) if kind == what else work.caught_up(kind, at, after)
    return float("inf") if seconds is None else max(0.0, seconds - work.usual(kind))


@dataclass
class Outcome:
    """Of one stage."""

    stage: str
    told: list[Told]
    reckoning: Reckoning
    # Read models that were not what the log says, by the round after which it was seen.
    differing: dict[str, tuple[str, ...]]
    compared: int
    usual: dict[str, float]
    answered: int
    refused: int
    unsure: int
    seen: defaultdict[str, Counter[str]]
    broken: Sequence[BaseException]

    def failures(self, *, timed: bool) -> Iterator[str]:
        for one in self.told:
            yield from one.failures(timed=timed)
        for name in (one.name for one in fields(self.reckoning)):
            found = getattr(self.reckoning, name)
            if found and name != "mails_again":
                yield f"{self.stage}: {WORDS[name]} {found}"
        for after, tables in self.differing.items():
            yield f"{after}: not what the log says: {', '.join(tables)}"
        yield from inexcusable(
            self.seen,
            unnoticed={fault.name for fault in FAULTS if not fault.readers_notice},
            held={fault.name for fault in FAULTS if fault.held},
        )
        for fault in self.broken[:5]:
            where = "".join(traceback.format_exception(fault))
            yield f"{self.stage}: the load itself failed: {where}"


WORDS = {
    "lost": "lost",
    "mails_lost": "mails lost",
    "commands_twice": "requests done twice",
    "jobs_twice": "jobs done twice",
    "notices_twice": "notices given twice",
    "mails_twice": "mails handed in twice",
    "mails_again": "mails handed in again across the end of sender or carrier",
    "logged": "personal values in logs",
}


def shown(seconds: float) -> str:
    return "never" if seconds == float("inf") else f"{seconds:.1f}"


def worst(told: Told, what: str) -> str:
    return shown(max(told.late[what])) if told.late.get(what) else "-"
