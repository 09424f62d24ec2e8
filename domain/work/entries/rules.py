"""What holds for a change of any entry: its statement, those it is for, and where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar
from uuid import UUID

from domain.errors import AlreadyExists, Full, InvalidArgument, NotFound, Refused
from domain.ids import AccountId, RoleId, built_in_role
from domain.kernel import Moment
from domain.records import check_audience, check_shared
from domain.sealed import Sealed, Wrap
from domain.work.entries.facts import AddEntry, ChangeEntry, Place, ShareEntry
from domain.work.entries.places import ranks_at, stands_at
from domain.work.entries.state import Entry
from domain.work.ranks import Rank
from domain.work.readers import check_content

E = TypeVar("E", bound=Entry)

# Removed entries are remembered, because readers follow them; so there is a limit to those as well.
EVER = 10


def account_of(moment: Moment) -> AccountId:
    if moment.actor.account_id is None:
        raise Refused("Choose an account first.", reason="no_account")
    return moment.actor.account_id


def is_known(entry: Entry | None, command: AddEntry) -> bool:
    """Whether exactly this was added before. Raises `AlreadyExists` for something else under its id."""
    if entry is None:
        return False
    if entry.state == "active" and entry.sealed and _same(entry.sealed, command.sealed):
        return True
    raise AlreadyExists("This exists already.", reason="item_exists")


def check_addition(command: AddEntry, known: Collection[Entry], most: int, moment: Moment) -> None:
    """The first content of one more entry."""
    if sum(entry.state == "active" for entry in known) >= most or len(known) >= most * EVER:
        raise Full(f"There can be at most {most} of these.", reason="limit", limit=most)
    check_content(command.id, command.sealed, None, 0)
    check_readers(command.audience, command.sealed.wraps, moment)


def found(entry: E | None, moment: Moment) -> E:
    """The entry, where it is there and this person can open it. Raises `NotFound`."""
    if entry is None or entry.state == "deleted" or not entry.is_open_to(moment.actor.reads):
        raise NotFound("There is no such entry.")
    return entry


def next_content(entry: Entry, command: ChangeEntry, moment: Moment) -> tuple[UUID, ...] | None:
    """Those whom the new content of a change is for; None when it brings none."""
    if command.sealed is not None and command.attested is not None:
        raise InvalidArgument("Send either a new content or signed attributes.", reason="statement")
    if command.sealed is None:
        if command.attested is not None and entry.sealed is None:
            raise InvalidArgument("Its first statement brings a content.", reason="statement")
        return None
    check_content(entry.id, command.sealed, entry.sealed, entry.revision)
    audience = command.audience or entry.audience
    check_readers(audience, command.sealed.wraps, moment)
    return audience


def shared_audience(entry: Entry, command: ShareEntry, moment: Moment) -> tuple[UUID, ...] | None:
    """Those who open it once these wraps are added; None when they are there already."""
    if any(later.statement_b64u == command.signed.statement_b64u for later in entry.later):
        return None
    if entry.sealed is None:
        raise InvalidArgument("There is nothing to share.", reason="form")
    check_shared(entry.audience, command.audience, command.wraps)
    return command.audience


def check_readers(audience: tuple[UUID, ...], wraps: tuple[Wrap, ...], moment: Moment) -> None:
    """Every wrap is for a role of the audience.

    Entries that order a whole account cannot be for a personal role.
    """
    check_audience(audience, wraps)
    if built_in_role(account_of(moment), "owner") not in audience:
        raise InvalidArgument("The owner's role belongs to every audience.", reason="audience")


def moves(place: Place, entry: Entry, others: Iterable[E]) -> Mapping[UUID, Rank]:
    """The ranks that a change of place sets; none when no place is named, or it stands there."""
    siblings = list(others)
    if not place.is_given or stands_at(place, entry, siblings):
        return {}
    return ranks_at(place, entry.id, siblings)


def has_left(entry: Entry | None, reads: frozenset[RoleId]) -> bool:
    """Whether it was deleted and this reader could open it."""
    return entry is not None and entry.state == "deleted" and entry.is_open_to(reads)


def _same(one: Sealed, other: Sealed) -> bool:
    return one.statement_b64u == other.statement_b64u
