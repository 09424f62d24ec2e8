"""What clients saw instead of an answer, and what was going on when they did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping

BEFORE = "before any fault"
AT_REST = "at rest"
# Nothing was done to the product then, so there is nothing that excuses it.
UNTROUBLED = frozenset({BEFORE, AT_REST})


class Sight:
    """All that was seen belongs to the newest thing that was done: what is seen once the product is back, and
    before the next fault, is what that fault has left behind."""

    def __init__(self) -> None:
        self.during = BEFORE
        self.seen: defaultdict[str, Counter[str]] = defaultdict(Counter[str])
        # The longest that an answer, or the end of waiting for one, took, by kind.
        self.longest: defaultdict[str, dict[str, float]] = defaultdict(dict[str, float])

    def saw(self, kind: str, what: str) -> None:
        self.seen[self.during][f"{kind}: {what}"] += 1

    def waited(self, kind: str, seconds: float) -> None:
        longest = self.longest[self.during]
        longest[kind] = max(longest.get(kind, 0.0), seconds)

    def turn(self, during: str) -> None:
        self.during = during


def inexcusable(
    seen: Mapping[str, Counter[str]], *, unnoticed: Container[str] = (), held: Container[str] = ()
) -> Iterator[str]:
    """What no fault excuses: a 500 at any time; anything at all where no fault was; what readers noticed of
    one of the `unnoticed`; and that somebody was left without an answer, or without a reason, while a part
    was `held` and the others could say so."""
    for during, whats in seen.items():
        for what, times in whats.items():
            kind, _, said = what.partition(": ")
            status, _, reason = said.partition(" ")
            if (
                status == "500"
                or during in UNTROUBLED
                or (kind == "read" and during in unnoticed)
                or (during in held and not (status.isdigit() and reason))
            ):
                yield f"{during}: {what} × {times}"
