"""Files as they are stored: what a reader needs to fetch and open one, and what an account keeps."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.kernel import Recorded
from domain.work.files import FILE, File, evolve
from projections.kernel import Projection, Reader, Rows, Table, named_as_the_entity

FILES = Table(
    "files",
    {
        "id": "uuid not null",
        "state": "text not null",
        "version": "integer not null",
        "roles": "uuid[] not null",
        "bytes": "bigint not null",
        "uploader": "uuid",
        "links": "integer not null",
        "expires_at": "timestamptz",
        "keep_until": "timestamptz",
        # The file as the deciders know it: bundles are made of it.
        "file": "json not null",
    },
    indexes=("account_id, state",),
)

# The clock looks over all accounts, so these rows belong to none: ids and a time, nothing else.
UNLINKED = Table(
    "unlinked_files",
    {"account_id": "uuid not null", "id": "uuid not null", "keep_until": "timestamptz not null"},
    account=False,
    key=("account_id", "id"),
    indexes=("keep_until",),
)


def state_of(file: File) -> str:
    if file.purged:
        return "purged"
    if file.stored is not None:
        return "stored"
    return "open" if file.upload is not None else "abandoned"


def apply(rows: Rows, recorded: Recorded) -> None:
    """Fold with the decider's own function, so that both sides tell the same story."""
    row = rows.get(FILES, recorded.entity_id)
    before = msgspec.convert(_plain(row["file"]), File) if row else None
    file = evolve(before, recorded.event)  # type: ignore[arg-type]
    if file is None:
        return
    uploader = row["uploader"] if row else recorded.actor_id
    rows.put(
        FILES,
        recorded.entity_id,
        state=state_of(file),
        version=recorded.stream_version,
        roles=list(file.audience),
        bytes=0 if file.purged else file.frame_bytes,
        uploader=uploader,
        links=len(file.links),
        expires_at=file.upload.expires_at if file.upload else None,
        keep_until=file.keep_until,
        file=file,
    )
    place = {"account_id": recorded.account_id, "id": recorded.entity_id}
    if file.stored is not None and not file.links and file.keep_until is not None:
        rows.put(UNLINKED, place, keep_until=file.keep_until)
    else:
        rows.delete(UNLINKED, place)


def _plain(value: Any) -> Any:
    """A row of this batch holds the value itself, an older one its JSON."""
    return msgspec.to_builtins(value) if isinstance(value, File) else value


FILES_READ = Projection("files", 2, (FILES, UNLINKED), apply, FILE.events, needs=named_as_the_entity(FILES))


class FileRow(NamedTuple):
    """A file that this reader may open."""

    file: File
    version: int


_FILE = """
select file::text, version from read.files
where account_id = %(account_id)s and id = %(id)s and state = 'stored' and roles && %(reads)s
"""
_BYTES = "select coalesce(sum(bytes), 0)::bigint from read.files where account_id = %(account_id)s"
_UNLINKED = """
select account_id, id from read.unlinked_files
where keep_until <= %(now)s order by keep_until limit %(limit)s
"""

_decoder = msgspec.json.Decoder(File)


async def file_of(reader: Reader, account_id: UUID, file_id: UUID, reads: frozenset[Any]) -> FileRow | None:
    """The file, if one of these roles can open it."""
    parameters = {"account_id": account_id, "id": file_id, "reads": list(reads)}
    row = await reader.one(_FILE, parameters, account_id=account_id)
    return None if row is None else FileRow(_decoder.decode(row[0]), row[1])


async def storage_bytes(reader: Reader, account_id: UUID) -> int:
    """How much ciphertext the account keeps, open uploads included."""
    row = await reader.one(_BYTES, {"account_id": account_id}, account_id=account_id)
    return int(row[0]) if row else 0


async def unlinked_files(reader: Reader, now: datetime, limit: int) -> list[tuple[UUID, UUID]]:
    """Accounts and files whose week without a document is over."""
    rows = await reader.all(_UNLINKED, {"now": now, "limit": limit})
    return [(row[0], row[1]) for row in rows]
