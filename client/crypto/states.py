"""What state a client is in after an answer: without a head that fits every anchor it is never verified."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

State = Literal["starting", "empty", "unconfirmed", "verified", "late", "alarm"]
Anchor = Literal["none", "link", "qr", "file", "pin", "comparison", "genesis"]
"""What says which account this is: carried by people, kept by this device, or its own first statement."""
LogAnswer = Literal["none", "some", "malformed"]
HeadAnswer = Literal[
    "fits",
    "missing",
    "unreachable",
    "smaller",
    "other root",
    "proof fails",
    "other log key",
    "signature fails",
    "key log does not reach it",
]

LATE_AFTER_MINUTES: Final = 120


class Seen(NamedTuple):
    """What the server answered last, held against what this device knows.

    `minutes` is the age of the newest head that was checked; None before the first one. `unreachable` means
    the network, a pause that was asked for, or an error of the server: an answer without a head is `missing`.
    """

    anchor: Anchor
    log: LogAnswer
    head: HeadAnswer
    minutes: int | None
    anchor_fits: bool = True
    same_account: bool = True
    own_device_as_expected: bool = True


def state_of(seen: Seen) -> State:
    anchored = seen.anchor != "none"
    if not seen.own_device_as_expected:
        return "alarm"
    if anchored and not (seen.anchor_fits and seen.same_account):
        return "alarm"
    match seen.head:
        case "unreachable":
            return _of_checked(seen)
        case "fits":
            # A head of a log that was not served with it reaches nothing.
            return _of_checked(seen) if seen.log == "some" else _without_head(seen)
        case "missing":
            return _without_head(seen)
        case _:
            return "alarm"


def _of_checked(seen: Seen) -> State:
    """A head was checked, now or some minutes ago."""
    if seen.minutes is None:
        return "starting"
    if seen.anchor == "none":
        return "unconfirmed"
    return "late" if seen.minutes > LATE_AFTER_MINUTES else "verified"


def _without_head(seen: Seen) -> State:
    """The server answered, and not with a head: whoever knows of one can not be told that there is none."""
    match seen.anchor:
        case "none":
            return "empty" if seen.log == "none" else "starting"
        case "genesis":
            return "starting"
        case _:
            return "alarm"
