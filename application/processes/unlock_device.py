"""The server's half of the 24-hour cache: a share kept for one session and one device, outside the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol
from uuid import UUID

from application.commands import Route
from application.ports import RowChange
from application.unit_of_work import Work
from application.vault.key_statements import UNLOCK_SHARES, account_of, key_log_of
from domain.errors import NotFound, NotSignedIn, Refused
from domain.identity.sessions import SESSION, TieDevice
from domain.ids import DeviceId, SessionId, UserId
from domain.kernel import Value
from domain.sealed import Hash
from domain.vault.key_log import KEY_LOG

LASTS = timedelta(hours=24)


class Share(NamedTuple):
    share_b64u: str
    expires_at: datetime


class UnlockShares(Protocol):
    async def find(self, session_id: UUID, device_id: UUID) -> Share | None:
        """The share that this session stored for this device, if it has not run out."""
        ...


class KeepShare(Value, frozen=True):
    device_id: DeviceId
    share_b64u: Hash


class UseShare(Value, frozen=True):
    """Read the share; it lasts another day, and the session is tied to the device."""

    device_id: DeviceId


class DropShare(Value, frozen=True):
    device_id: DeviceId


class KeptUntil(Value, frozen=True):
    expires_at: datetime


class OpenedShare(Value, frozen=True):
    share_b64u: str
    expires_at: datetime


class Success(Value, frozen=True):
    success: bool


@dataclass(frozen=True)
class Unlocking:
    shares: UnlockShares

    async def keep(self, work: Work, command: KeepShare) -> KeptUntil:
        session_id, user_id = await self._own_device(work, command.device_id)
        await work.decide(SESSION, session_id, TieDevice(command.device_id))
        expires_at = work.context.now + LASTS
        work.write(
            RowChange(
                "put",
                UNLOCK_SHARES,
                {"session_id": session_id, "device_id": command.device_id},
                {"user_id": user_id, "share": command.share_b64u, "expires_at": expires_at},
            )
        )
        return KeptUntil(expires_at)

    async def use(self, work: Work, command: UseShare) -> OpenedShare:
        session_id, _ = await self._own_device(work, command.device_id)
        found = await self.shares.find(session_id, command.device_id)
        if found is None or found.expires_at <= work.context.now:
            raise NotFound("There is nothing to unlock with.", reason="no_share")
        await work.decide(SESSION, session_id, TieDevice(command.device_id))
        expires_at = work.context.now + LASTS
        key = {"session_id": session_id, "device_id": command.device_id}
        work.write(RowChange("patch", UNLOCK_SHARES, key, {"expires_at": expires_at}))
        return OpenedShare(found.share_b64u, expires_at)

    async def drop(self, work: Work, command: DropShare) -> Success:
        session_id = work.context.actor.session_id
        if session_id is None:
            raise NotSignedIn()
        key = {"session_id": session_id, "device_id": command.device_id}
        work.write(RowChange("delete", UNLOCK_SHARES, key))
        return Success(True)

    @staticmethod
    async def _own_device(work: Work, device_id: DeviceId) -> tuple[SessionId, UserId]:
        """The share is for an active device of the caller, where the policy allows the cache at all."""
        actor = work.context.actor
        if actor.user_id is None or actor.session_id is None:
            raise NotSignedIn()
        account_of(work)
        log = await key_log_of(work)
        device = log.devices.get(device_id)
        if device is None or device.user_id != actor.user_id or device.state == "revoked":
            raise NotFound("There is nothing to unlock with.", reason="no_share")
        if not log.policy.allow_cache:
            raise Refused("This account asks to unlock every time.", reason="cache_off")
        return actor.session_id, actor.user_id


def routes(unlocking: Unlocking) -> dict[type, Route]:
    return {
        KeepShare: Route(None, unlocking.keep, (KEY_LOG, SESSION)),
        UseShare: Route(None, unlocking.use, (KEY_LOG, SESSION)),
        DropShare: Route(None, unlocking.drop, ()),
    }
