"""Reads and refused accesses: one stream per account and day, appended to without a decider."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5

from domain.ids import GLOBAL, DeviceId, FileId, RoleId
from domain.kernel import Decider, Event, Moment


class DataRead(Event, frozen=True, tag="data.read"):
    """Reads of one kind by one session, rolled up over five minutes."""

    kind: str
    count: int
    window_start: datetime


class AccessDenied(Event, frozen=True, tag="access.denied"):
    """A user asked for an action that their role does not allow."""

    resource: str
    action: str


class FileRead(Event, frozen=True, tag="file.read"):
    file_id: FileId


class RoleBundleRead(Event, frozen=True, tag="role_bundle.read"):
    role_id: RoleId


class RecoveryRead(Event, frozen=True, tag="recovery.read"):
    device_id: DeviceId


class ClientReported(Event, frozen=True, tag="client.reported"):
    """A client reported data from the server that does not verify."""

    kind: str
    detail: str


AccessEvent = AccessDenied | DataRead | FileRead | RoleBundleRead | RecoveryRead | ClientReported


def day_of(now: datetime) -> UUID:
    """What names the stream of this day within its account."""
    return uuid5(GLOBAL, f"access_log:{now.date().isoformat()}")


def decide(event: AccessEvent, _log: None, _moment: Moment) -> list[AccessEvent]:
    """Nothing is refused here: these are observations."""
    return [event]


def evolve(_log: None, _event: AccessEvent) -> None:
    return None


ACCESS_LOG: Decider[AccessEvent, None, AccessEvent] = Decider(
    "access_log",
    (AccessDenied, DataRead, FileRead, RoleBundleRead, RecoveryRead, ClientReported),
    decide,
    evolve,
    versioned=False,
)
