"""What a document may hold: stored files that its writer can open, and its readers too."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from application.processes.owed_wraps import roll_due_roles
from application.unit_of_work import Work
from domain.errors import Refused
from domain.work.files import FILE


async def check_files(
    work: Work, *, added: Iterable[UUID], held: Iterable[UUID], audience: Iterable[UUID]
) -> None:
    """Refuse unless the added files can be taken in and every file is sealed for all of the audience.

    `held` are the files whose wraps have to cover the audience again, because it became wider. The append
    then depends on the files as they were read. A role whose key must be renewed takes no wraps and is
    not counted.
    """
    new, wanted = set(added), set(audience)
    unsealed: dict[str, list[str]] = {}
    excused: frozenset[UUID] | None = None
    for file_id in sorted({*new, *held}):
        file = await work.guard(FILE, file_id)
        known = file is not None and file.stored is not None and not file.purged
        if file_id in new:
            known = known and file is not None and file.adoptable(work.context.now)
            known = known and file is not None and bool(file.roles & work.context.actor.reads)
        if file is None or not known:
            raise Refused("A file is not stored yet, or gone.", reason="file_not_ready", file_id=str(file_id))
        missing = wanted - file.roles
        if missing:
            excused = await roll_due_roles(work) if excused is None else excused
        if missing and (left := missing - (excused or frozenset())):
            unsealed[str(file_id)] = sorted(str(role) for role in left)
    if unsealed:
        raise Refused(
            "Its files need wraps for every role that can read the document.",
            reason="wraps_incomplete",
            files=unsealed,
        )
