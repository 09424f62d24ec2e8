"""When a plain item may be created, changed, shared, deleted, restored and purged."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET

from domain.errors import NotFound
from domain.kernel import Moment
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.items.rules import (
    agreed,
    already_begun,
    check_begins,
    check_not_binned,
    check_one_statement,
    move_in_bin,
    new_content,
    opened,
    share,
)
from domain.work.plain.facts import ChangeItem, CreateItem, PlainCommand, PlainEvent
from domain.work.plain.kinds import PlainFacts
from domain.work.plain.state import PlainItem, evolve

Decide = Callable[[PlainCommand, PlainItem | None, Moment], list[PlainEvent]]


def rules_of(facts: PlainFacts) -> Decide:
    """The rules, with the facts of one kind."""

    def decide(command: PlainCommand, item: PlainItem | None, moment: Moment) -> list[PlainEvent]:
        match command:
            case CreateItem():
                return _create(facts, command, item, moment)
            case DeleteItem() | RestoreItem() | PurgeItem() | EmptyBin():
                return list(move_in_bin(facts.bin, command, item, moment))
            case ChangeItem():
                return _change(facts, command, _living(item, moment), moment)
            case ShareItem():
                return list(share(facts.content, command, _living(item, moment), moment))
            case _:
                assert_never(command)

    return decide


def _living(item: PlainItem | None, moment: Moment) -> PlainItem:
    found = opened(item, moment)
    if found.state == "purged":
        raise NotFound("There is no such item.")
    return found


def _create(
    facts: PlainFacts, command: CreateItem, item: PlainItem | None, moment: Moment
) -> list[PlainEvent]:
    if already_begun(command.sealed, item):
        return []
    check_begins(command.id, command.sealed, command.audience, moment)
    begun = facts.begun(command.id, command.sealed, command.audience)
    return agreed(evolve, None, [begun], command.sealed, None)


def _change(facts: PlainFacts, command: ChangeItem, item: PlainItem, moment: Moment) -> list[PlainEvent]:
    check_not_binned(item)
    check_one_statement(command.sealed, command.attested)
    events: list[PlainEvent] = []
    if command.sealed is not None:
        events.append(new_content(facts.content, item, command.sealed, command.audience, moment))
    if command.state is not UNSET and command.state != item.lifecycle:
        events.append(facts.archived() if command.state == "archived" else facts.unarchived())
    return agreed(evolve, item, events, command.sealed, command.attested)
