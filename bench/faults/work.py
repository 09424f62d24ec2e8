"""When what was begun: for each kind of work how long it takes, and since when something waits."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

WRITE, READ, UPLOAD, SIGN_UP, MAIL, JOB = "write", "read", "upload", "sign up", "mail", "job"
KINDS = (WRITE, READ, UPLOAD, SIGN_UP, MAIL, JOB)
# What somebody else does after the answer, so that a fault finds some of it under way.
LATER = (MAIL, JOB)


class Done(NamedTuple):
    began: float
    ended: float


class Waits(NamedTuple):
    """What is to come, and what it came to."""

    since: float
    ended: float | None


@dataclass
class Work:
    """All that was begun, by kind; moments are of the monotonic clock."""

    done: defaultdict[str, list[Done]] = field(default_factory=lambda: defaultdict(list[Done]))
    later: defaultdict[str, dict[object, Waits]] = field(
        default_factory=lambda: defaultdict(dict[object, Waits])
    )

    def did(self, kind: str, began: float) -> None:
        self.done[kind].append(Done(began, time.monotonic()))

    def awaits(self, kind: str, what: object) -> None:
        now = time.monotonic()
        if what in self.later[kind]:
            self.did(kind, now)
        else:
            self.later[kind][what] = Waits(now, None)

    def came(self, kind: str, what: object) -> None:
        """It may do so before the answer to the request that it is for, and so before anybody waits."""
        now = time.monotonic()
        wait = self.later[kind].get(what)
        if wait is None:
            self.later[kind][what] = Waits(now, now)
        elif wait.ended is None:
            self.later[kind][what] = wait._replace(ended=now)
            self.did(kind, wait.since)

    def back(self, kind: str, since: float) -> float | None:
        """After how many seconds something was done that was begun after this moment. What others do after an
        answer begins with it: the first of it is asked how long it took."""
        anew = [done for done in self.done[kind] if done.began >= since]
        if kind in LATER:
            return min(((done.began, done.ended - done.began) for done in anew), default=(0, None))[1]
        return min((done.ended - since for done in anew), default=None)

    def caught_up(self, kind: str, since: float, after: float = 0.0) -> float | None:
        """After how many seconds all had come that was waited for at this moment: 0 when nothing was. What
        waits from before `after` waits for another reason."""
        ends = [
            wait.ended
            for wait in self.later[kind].values()
            if after <= wait.since < since and (wait.ended is None or wait.ended >= since)
        ]
        known = [end for end in ends if end is not None]
        return None if len(known) < len(ends) else max((end - since for end in known), default=0.0)

    def waits_for(self, kind: str) -> bool:
        return any(wait.ended is None for wait in self.later[kind].values())

    def usual(self, kind: str) -> float:
        """What it takes when nothing is wrong: in half of the cases less."""
        return median(done.ended - done.began for done in self.done[kind]) if self.done[kind] else 0.0
