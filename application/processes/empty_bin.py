"""The bin of documents: what has lain in it for its days is purged."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from domain.errors import NotAllowed
from domain.ids import DocumentId
from domain.kernel import Value
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import EmptyBin


class PurgeBinned(Value, frozen=True):
    """The days of a document in the bin are over, if nothing has happened to it since this version."""

    id: DocumentId
    version: Annotated[int, Meta(ge=1)]


async def purge_binned(work: Work, command: PurgeBinned) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
    if await work.version_of(DOCUMENT, command.id) == command.version:
        await work.decide(DOCUMENT, command.id, EmptyBin(command.id))


ROUTES = {PurgeBinned: Route(None, purge_binned, (DOCUMENT,))}
