"""What a document may hold: stored files that its writer can open, and its readers too."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from application.unit_of_work import Work
from domain.errors import InvalidArgument, Refused
from domain.work.files import FILE


async def check_files(
    work: Work, *, added: Iterable[UUID], held: Iterable[UUID], audience: Iterable[UUID]
) -> None:
    """Refuse unless the added files can be taken in and every file is signed for all of the audience.

    `held` are the files whose audience has to cover it anew, because it became wider. The append then
    depends on the files as they were read.
    """
    new, wanted = set(added), set(audience)
    narrower: dict[str, list[str]] = {}
    for file_id in sorted({*new, *held}):
        file = await work.guard(FILE, file_id)
        known = file is not None and file.stored is not None and not file.purged
        if file_id in new:
            known = known and file is not None and file.adoptable(work.context.now)
            known = known and file is not None and bool(work.context.actor.reads.intersection(file.audience))
        if file is None or not known:
            raise Refused("A file is not stored yet, or gone.", reason="file_not_ready", file_id=str(file_id))
        if missing := wanted.difference(file.audience):
            narrower[str(file_id)] = sorted(str(role) for role in missing)
    if narrower:
        raise InvalidArgument(
            "Its files need to be signed for every role that can read the document.",
            reason="audience",
            files=narrower,
        )
