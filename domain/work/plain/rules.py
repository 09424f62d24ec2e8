"""When a plain item may be created, changed, shared, deleted, restored and purged."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused
from domain.kernel import Moment
from domain.records import check_attributes, check_wraps
from domain.work.attributes import stated
from domain.work.plain.facts import (
    ChangeItem,
    CreateItem,
    DeleteItem,
    EmptyBin,
    PlainCommand,
    PlainEvent,
    PurgeItem,
    RestoreItem,
    ShareItem,
)
from domain.work.plain.kinds import PlainFacts
from domain.work.plain.state import PlainItem, evolve
from domain.work.readers import check_content, check_owner, check_readers

Decide = Callable[[PlainCommand, PlainItem | None, Moment], list[PlainEvent]]


def rules_of(facts: PlainFacts) -> Decide:
    """The rules, with the facts of one kind."""

    def decide(command: PlainCommand, item: PlainItem | None, moment: Moment) -> list[PlainEvent]:
        if isinstance(command, CreateItem):
            return _create(facts, command, item, moment)
        if isinstance(command, EmptyBin):
            return [facts.purged()] if item is not None and item.state == "deleted" else []
        if item is None or not moment.actor.reads.intersection(item.audience):
            raise NotFound("There is no such item.")
        if item.state == "purged":
            if isinstance(command, PurgeItem):
                return []
            raise NotFound("There is no such item.")
        match command:
            case ChangeItem():
                return _change(facts, command, item, moment)
            case ShareItem():
                return _share(facts, command, item, moment)
            case DeleteItem(signed=signed):
                return [] if item.state == "deleted" else [facts.deleted(signed)]
            case RestoreItem(attested=attested):
                if item.state != "deleted":
                    return []
                check_attributes(attested.attrs, item.attributes)
                return stated([facts.restored()], attested)
            case PurgeItem():
                if item.state != "deleted":
                    raise Refused("Only what lies in the bin can be purged.", reason="not_deleted")
                return [facts.purged()]
            case _:
                assert_never(command)

    return decide


def _create(
    facts: PlainFacts, command: CreateItem, item: PlainItem | None, moment: Moment
) -> list[PlainEvent]:
    sealed = command.sealed
    if item is not None:
        if item.state != "purged" and item.sealed.statement_b64u == sealed.statement_b64u:
            return []
        raise AlreadyExists("This item exists already.", reason="item_exists")
    check_content(command.id, sealed, None, 0)
    check_readers(command.audience, sealed, moment)
    return _checked(None, [facts.begun(command.id, sealed, command.audience)], sealed.attrs)


def _change(facts: PlainFacts, command: ChangeItem, item: PlainItem, moment: Moment) -> list[PlainEvent]:
    if item.state == "deleted":
        raise Refused("This item lies in the bin.", reason="deleted")
    if (command.sealed is None) == (command.attested is None):
        raise InvalidArgument("Send either a new content or signed attributes.", reason="statement")
    events: list[PlainEvent] = []
    sealed = command.sealed
    if sealed is not None:
        check_content(command.id, sealed, item.sealed, item.revision)
        audience = command.audience or sealed.audience
        check_readers(audience, sealed, moment)
        same = audience == item.audience
        events.append(facts.revised(sealed) if same else facts.audience_changed(sealed, audience))
    elif command.audience is not None:
        raise InvalidArgument("Another audience needs a new content or wraps.", reason="statement")
    if command.state is not UNSET and command.state != item.lifecycle:
        events.append(facts.archived() if command.state == "archived" else facts.unarchived())
    if command.attested is not None:
        _checked(item, events, command.attested.attrs)
        return stated(events, command.attested)
    return _checked(item, events, sealed.attrs if sealed else {})


def _share(facts: PlainFacts, command: ShareItem, item: PlainItem, moment: Moment) -> list[PlainEvent]:
    if any(entry.statement_b64u == command.signed.statement_b64u for entry in item.later):
        return []
    if item.state == "deleted":
        raise Refused("This item lies in the bin.", reason="deleted")
    if not command.wraps:
        raise InvalidArgument("Name at least one wrap.", reason="form")
    check_wraps(command.wraps)
    audience = tuple(sorted({*item.audience, *(wrap.role_id for wrap in command.wraps)}))
    check_owner(audience, moment)
    return [facts.shared(audience, command.wraps, command.signed)]


def _checked(item: PlainItem | None, events: list[PlainEvent], attrs: dict[str, str]) -> list[PlainEvent]:
    """The events, if what they come to is what was signed."""
    after = item
    for event in events:
        after = evolve(after, event)
    if after is not None:
        check_attributes(attrs, after.attributes)
    return events
