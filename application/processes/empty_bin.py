"""The bin: what has lain in it for its days is purged, of whatever kind it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from domain.errors import NotAllowed
from domain.kernel import Decider, Value
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.documents import facts as documents
from domain.work.items import facts as items
from domain.work.profiles import PROFILE
from domain.work.tasks import TASK
from domain.work.vendors import VENDOR


class _Kind(NamedTuple):
    """Who decides over items of a kind, and what is asked of them when their days are over."""

    decider: Decider[Any, Any, Any]
    emptied: Callable[..., Any]


_KINDS: Mapping[str, _Kind] = {
    DOCUMENT.name: _Kind(DOCUMENT, documents.EmptyBin),
    CONTACT.name: _Kind(CONTACT, items.EmptyBin),
    VENDOR.name: _Kind(VENDOR, items.EmptyBin),
    TASK.name: _Kind(TASK, items.EmptyBin),
    PROFILE.name: _Kind(PROFILE, items.EmptyBin),
}


class PurgeBinned(Value, frozen=True):
    """The days of an item in the bin are over, if nothing has happened to it since this version."""

    kind: str
    id: UUID
    version: Annotated[int, Meta(ge=1)]


async def purge_binned(work: Work, command: PurgeBinned) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
    decider, emptied = _KINDS[command.kind]
    if await work.version_of(decider, command.id) == command.version:
        await work.decide(decider, command.id, emptied(command.id))


ROUTES = {PurgeBinned: Route(None, purge_binned, tuple(kind.decider for kind in _KINDS.values()))}
