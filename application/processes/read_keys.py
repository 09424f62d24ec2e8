"""Reads of keys that leave a trace: the bundle of a role, and the recovery envelopes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple, Protocol
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.messaging.notices import Notices
from application.ports import RowChange
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.key_statements import account_of, key_log_of
from domain.errors import LimitReached, NotFound, NotSignedIn
from domain.identity.access_log import ACCESS_LOG, RecoveryRead, RoleBundleRead, day_of
from domain.ids import DeviceId, RoleId
from domain.kernel import Value
from domain.messaging.email import EMAIL
from domain.sealed import Point, RecoveryEnvelope
from domain.vault.key_log import KEY_LOG

RECOVERY_READS = "vault.recovery_read"
A_DAY = 5


class Bundle(NamedTuple):
    """The ready JSON of the device's wrap, and the links from the newest generation down."""

    json: dict[str, Any]
    links: tuple[str, ...]


class RoleWraps(Protocol):
    async def bundle(
        self, account_id: UUID, user_id: UUID, device_public_key_b64u: str, role_id: UUID
    ) -> Bundle | None: ...


class RecoveryReads(Protocol):
    async def count(self, user_id: UUID, day: str) -> int:
        """How often this person read envelopes on this day."""
        ...


class ReadBundle(Value, frozen=True):
    device_public_key_b64u: Point
    role_id: RoleId


class ReadRecovery(Value, frozen=True):
    """The envelopes of the caller's own devices in this account."""


class RecoveryItem(Value, frozen=True):
    """Its public keys are those of the key log, which also says whether it is a device at all."""

    device_id: DeviceId
    recovery: RecoveryEnvelope


class RecoveryAnswer(Value, frozen=True):
    data: Annotated[tuple[RecoveryItem, ...], Meta(max_length=64)]


class Envelopes(Protocol):
    async def of(self, account_id: UUID, user_id: UUID) -> list[RecoveryItem]:
        """Those of active devices, the newest first."""
        ...


@dataclass(frozen=True)
class KeyReads:
    wraps: RoleWraps
    envelopes: Envelopes
    reads: RecoveryReads
    notices: Notices

    async def bundle(self, work: Work, command: ReadBundle) -> dict[str, Any]:
        account_id, user_id = account_of(work), work.context.actor.user_id
        assert user_id is not None  # the permission was checked
        found = await self.wraps.bundle(account_id, user_id, command.device_public_key_b64u, command.role_id)
        if found is None:
            raise NotFound("There is no wrap of this role for this device.", reason="no_bundle")
        await work.record(ACCESS_LOG, day_of(work.context.now), RoleBundleRead(command.role_id))
        return {**found.json, "previousSealedB64u": list(found.links)}

    async def recovery(self, work: Work, _command: ReadRecovery) -> RecoveryAnswer:
        actor = work.context.actor
        if actor.user_id is None:
            raise NotSignedIn()
        account_id, now = account_of(work), work.context.now
        require_step_up(work)
        day = now.astimezone(UTC).date().isoformat()
        before = await self.reads.count(actor.user_id, day)
        if before >= A_DAY:
            midnight = datetime.combine(now.astimezone(UTC).date(), datetime.min.time(), UTC)
            wait = int((midnight + timedelta(days=1) - now).total_seconds()) + 1
            raise LimitReached(
                "The recovery envelope is given out five times a day.",
                reason="recovery_limit",
                retry_after=wait,
            )
        found = await self.envelopes.of(account_id, actor.user_id)
        log = await key_log_of(work)
        items = [item for item in found if log.is_active(actor.user_id, item.device_id)]
        work.write(
            RowChange("add", RECOVERY_READS, {"user_id": actor.user_id, "day": day, "number": before + 1})
        )
        reads = [RecoveryRead(item.device_id) for item in items]
        await work.record(ACCESS_LOG, day_of(now), *reads)
        if items:
            # Whoever has envelope and file is the device: the person hears of it each time.
            await self.notices.send(work, account_id, actor.user_id, "recovery_read", "/keys")
        return RecoveryAnswer(tuple(items))


def routes(reads: KeyReads) -> dict[type, Route]:
    return {
        ReadBundle: Route("key.read", reads.bundle, (ACCESS_LOG,)),
        ReadRecovery: Route(None, reads.recovery, (ACCESS_LOG, KEY_LOG, EMAIL)),
    }
