"""The mail of the morning: what one person was warned of in one account, counted, and at most once a day."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid5

from msgspec.structs import replace

from domain.ids import AccountId, UserId
from domain.kernel import Decider, Event, Moment, Value


def digest_id(account_id: AccountId, user_id: UserId) -> UUID:
    return uuid5(account_id, f"digest:{user_id}")


class GiveDigest(Value, frozen=True, kw_only=True):
    """Tell this person on this day of all warnings up to this position in the log."""

    user_id: UserId
    day: date
    documents: int
    through: int
    tasks: int = 0


class ChooseDigest(Value, frozen=True):
    """The person wants this mail, or wants it no more."""

    user_id: UserId
    wanted: bool


class DigestGiven(Event, frozen=True, tag="digest.given", kw_only=True):
    """A person was mailed the number of documents and tasks with a warning, up to a position in the log."""

    user_id: UserId
    day: date
    documents: int
    tasks: int
    through: int


class DigestChosen(Event, frozen=True, tag="digest.chosen"):
    """A person chose whether to get the mail of the morning."""

    user_id: UserId
    wanted: bool


DigestCommand = GiveDigest | ChooseDigest
DigestEvent = DigestGiven | DigestChosen


class Digest(Value, frozen=True):
    """What the newest one was about. It is wanted until somebody says otherwise."""

    day: date | None = None
    through: int = 0
    wanted: bool = True


def decide(command: DigestCommand, digest: Digest | None, _moment: Moment) -> list[DigestEvent]:
    before = digest or Digest()
    if isinstance(command, ChooseDigest):
        return [] if command.wanted == before.wanted else [DigestChosen(command.user_id, command.wanted)]
    if not before.wanted or command.through <= before.through or command.day == before.day:
        return []
    return [
        DigestGiven(
            user_id=command.user_id,
            day=command.day,
            documents=command.documents,
            tasks=command.tasks,
            through=command.through,
        )
    ]


def evolve(digest: Digest | None, event: DigestEvent) -> Digest:
    before = digest or Digest()
    if isinstance(event, DigestChosen):
        return replace(before, wanted=event.wanted)
    return replace(before, day=event.day, through=event.through)


# One stream per person and account, a fact a day at the most.
DIGEST: Decider[DigestCommand, Digest, DigestEvent] = Decider(
    "digest", (DigestGiven, DigestChosen), decide, evolve, state=Digest, snapshot_version=1
)
