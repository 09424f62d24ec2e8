"""Recording of security events, also of failed sign-ins."""

from __future__ import annotations

from application.commands import Route
from application.unit_of_work import Work
from domain.identity import access_log
from domain.identity.access_log import ACCESS_LOG, AccessEvent
from domain.identity.security_log import SECURITY_LOG, SecurityEvent, day_of
from domain.kernel import Value


class Note(Value, frozen=True):
    """Add an observation to the log of the day."""

    event: SecurityEvent


async def note(work: Work, event: SecurityEvent) -> None:
    """Add an observation to what is appended anyway."""
    await work.record(SECURITY_LOG, day_of(work.context.now), event)


async def _carry_out(work: Work, command: Note) -> None:
    await note(work, command.event)


class NoteAccess(Value, frozen=True):
    """Add an observation to the log of the day of the actor's account."""

    event: AccessEvent


async def _note_access(work: Work, command: NoteAccess) -> None:
    await work.record(ACCESS_LOG, access_log.day_of(work.context.now), command.event)


ROUTES: dict[type, Route] = {
    Note: Route(None, _carry_out, (SECURITY_LOG,)),
    NoteAccess: Route(None, _note_access, (ACCESS_LOG,)),
}
