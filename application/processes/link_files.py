"""When a document takes up or lets go a file, the file hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from application.commands import Commands
from application.jobs import Job
from application.ports import Context
from application.processes.keep_files import SettleLinks
from application.reactions import Message, Reaction
from domain.ids import AccountId, DocumentId, FileId
from domain.kernel import Actor, Recorded
from domain.work.documents.facts import (
    DocumentAttachmentsChanged,
    DocumentPurged,
    DocumentVersionAdded,
)

TOPIC = "files.settle_links"


def files_of(event: object) -> tuple[UUID, ...] | None:
    """The files whose links a fact may change: none of its own for a purge, which lets go of all."""
    match event:
        case DocumentVersionAdded(file_id=file_id):
            return (file_id,)
        case DocumentAttachmentsChanged(file_ids=file_ids, removed=removed):
            return (*file_ids, *removed)
        case DocumentPurged():
            return ()
        case _:
            return None


def react(recorded: Recorded) -> Iterable[Message]:
    files = files_of(recorded.event)
    if files is None:
        return
    payload = {
        "accountId": str(recorded.account_id),
        "documentId": str(recorded.entity_id),
        "fileIds": [str(file_id) for file_id in files],
        "cause": str(recorded.event_id),
        "correlation": str(recorded.correlation_id),
    }
    yield Message(TOPIC, payload, f"{TOPIC}:{recorded.event_id}")


LINK_FILES = Reaction("link_files", (DocumentVersionAdded, DocumentAttachmentsChanged, DocumentPurged), react)


def settle_links_job(commands: Commands, now: Callable[[], datetime]) -> Job:
    """Build the job of `TOPIC`. It may run any number of times."""

    async def settle(payload: Mapping[str, Any]) -> None:
        context = Context(
            actor=Actor("system", account_id=AccountId(UUID(payload["accountId"]))),
            now=now(),
            request_id=uuid4(),
            correlation_id=UUID(payload["correlation"]),
            causation_id=UUID(payload["cause"]),
        )
        files = tuple(FileId(UUID(file_id)) for file_id in payload["fileIds"])
        await commands.run(SettleLinks(DocumentId(UUID(payload["documentId"])), files), context)

    return settle
