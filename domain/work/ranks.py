"""Ranks: texts whose byte order is the order of a list, so that moving one item writes that item only.

A rank is a fraction in base 62, written without its "0.": between two of them there is always another.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # in byte order
BASE = len(DIGITS)

Rank = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,256}\Z")]

# A list whose ranks grow longer than this is ranked anew (`domain.md` section 11).
LONGEST = 64


class NoRoom(ValueError):
    """There is nothing between these two: they are equal, out of order, or the first ends the alphabet."""


def between(before: Rank | None, after: Rank | None) -> Rank:
    """A rank after `before` and before `after`; None stands for the end of the list on that side.

    At an end of the list it steps by one digit, so that adding again and again stays short; between two
    it halves. Raises `NoRoom`.
    """
    low = _digits(before or "")
    high = None if after is None else _digits(after)
    found: list[int] = []
    for place in range(max(len(low), len(high or ())) + 1):
        floor = low[place] if place < len(low) else 0
        ceiling = BASE if high is None else high[place] if place < len(high) else 0
        if ceiling - floor > 1:
            found.append(_inside(floor, ceiling, before, after))
            return "".join(DIGITS[digit] for digit in found)
        if ceiling < floor:
            break
        found.append(floor)
        if ceiling > floor:  # whatever follows is below the upper one
            high = None
    raise NoRoom(before, after)


def evenly(count: int) -> list[Rank]:
    """Ranks for so many items in order, as short as may be and far apart."""
    width = 1
    while BASE**width <= count:
        width += 1
    step = BASE**width / (count + 1)
    return [_written(int(step * number), width) for number in range(1, count + 1)]


def _inside(floor: int, ceiling: int, before: Rank | None, after: Rank | None) -> int:
    if after is None and before is not None:
        return floor + 1
    if before is None and after is not None:
        return ceiling - 1
    return (floor + ceiling) // 2


def _written(number: int, width: int) -> Rank:
    digits: list[str] = []
    for _ in range(width):
        number, digit = divmod(number, BASE)
        digits.append(DIGITS[digit])
    return "".join(reversed(digits)).rstrip("0") or DIGITS[1]


def _digits(rank: Rank) -> list[int]:
    return [DIGITS.index(digit) for digit in rank]
