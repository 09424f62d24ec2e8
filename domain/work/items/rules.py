"""When any sealed item may begin, have a new content, be shared, and go through the bin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, assert_never
from uuid import UUID

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused
from domain.kernel import Event, Moment
from domain.records import Attested, check_attributes, check_shared
from domain.sealed import Sealed
from domain.work.attributes import stated
from domain.work.items.facts import (
    BinCommand,
    DeleteItem,
    EmptyBin,
    PurgeItem,
    RestoreItem,
    ShareItem,
)
from domain.work.items.kinds import A, B, BinFacts, ContentFacts, D, P, R, S
from domain.work.items.state import SealedItem, T
from domain.work.readers import check_content, check_owner, check_readers

E = TypeVar("E", bound=Event)
Evolve = Callable[[T | None, E], T | None]


def already_begun(sealed: Sealed, item: SealedItem | None) -> bool:
    """Whether this very statement began the item. Raises `AlreadyExists` when another did."""
    if item is None:
        return False
    if item.state != "purged" and item.sealed.statement_b64u == sealed.statement_b64u:
        return True
    raise AlreadyExists("This item exists already.", reason="item_exists")


def check_begins(item_id: UUID, sealed: Sealed, audience: tuple[UUID, ...], moment: Moment) -> None:
    """The first content of an item, for these roles."""
    check_content(item_id, sealed, None, 0)
    check_readers(audience, sealed, moment)


def opened(item: T | None, moment: Moment) -> T:
    """The item, for those who can open it. Raises `NotFound` for all others."""
    if item is None or not moment.actor.reads.intersection(item.audience):
        raise NotFound("There is no such item.")
    return item


def new_content(
    facts: ContentFacts[R, A, S],
    item: SealedItem,
    sealed: Sealed,
    audience: tuple[UUID, ...] | None,
    moment: Moment,
) -> R | A:
    """A content that follows the one in force; without `audience` it is for those it was for before."""
    check_content(item.sealed.id, sealed, item.sealed, item.revision)
    readers = audience or item.audience
    check_readers(readers, sealed, moment)
    return facts.revised(sealed) if readers == item.audience else facts.audience_changed(sealed, readers)


def check_one_statement(sealed: Sealed | None, attested: Attested | None) -> None:
    """A change is signed once: as a new content, or as attributes, which leave the audience as it is."""
    if (sealed is None) == (attested is None):
        raise InvalidArgument("Send either a new content or signed attributes.", reason="statement")


def agreed(
    evolve: Evolve[T, E],
    item: T | None,
    events: Sequence[E],
    sealed: Sealed | None,
    attested: Attested | None,
) -> list[E]:
    """The events under their statement, if what they come to is what was signed."""
    after = item
    for event in events:
        after = evolve(after, event)
    attrs = attested.attrs if attested is not None else sealed.attrs if sealed is not None else {}
    if after is not None:
        check_attributes(attrs, after.attributes)
    return list(events) if attested is None else stated(events, attested)


def share(facts: ContentFacts[R, A, S], command: ShareItem, item: SealedItem, moment: Moment) -> list[S]:
    if any(entry.statement_b64u == command.signed.statement_b64u for entry in item.later):
        return []
    check_not_binned(item)
    check_shared(item.audience, command.audience, command.wraps)
    check_owner(command.audience, moment)
    return [facts.shared(command.audience, command.wraps, command.signed)]


def check_not_binned(item: SealedItem) -> None:
    if item.state == "deleted":
        raise Refused("This item lies in the bin.", reason="deleted")


def move_in_bin(
    facts: BinFacts[D, B, P], command: BinCommand, item: SealedItem | None, moment: Moment
) -> list[D | B | P]:
    """Into the bin, out of it, and out of it for ever."""
    if isinstance(command, EmptyBin):
        return [facts.purged()] if item is not None and item.state == "deleted" else []
    item = opened(item, moment)
    if item.state == "purged":
        if isinstance(command, PurgeItem):
            return []
        raise NotFound("There is no such item.")
    match command:
        case DeleteItem(signed=signed):
            return [] if item.state == "deleted" else [facts.deleted(signed)]
        case RestoreItem(attested=attested):
            if item.state != "deleted":
                return []
            check_attributes(attested.attrs, item.attributes)
            return list(stated([facts.restored()], attested))
        case PurgeItem():
            if item.state != "deleted":
                raise Refused("Only what lies in the bin can be purged.", reason="not_deleted")
            return [facts.purged()]
        case _:
            assert_never(command)
