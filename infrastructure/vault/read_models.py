"""What checks and answers about keys ask of the read models and of the rows outside the log."""

from __future__ import annotations

from uuid import UUID

import msgspec

from application.messaging.notices import Reachable
from application.processes.read_keys import Bundle, RecoveryItem
from application.processes.unlock_device import Share
from application.vault.ports import TreeState
from domain.ids import DeviceId
from domain.sealed import RecoveryEnvelope
from projections.kernel import Reader
from projections.vault.account_tree import consistency_proof, tree_of, tree_size
from projections.vault.wraps import envelopes_of, links_of_role, wraps_of_device

_SHARE = """
select share, expires_at from vault.unlock_share
where session_id = %(session_id)s and device_id = %(device_id)s and expires_at > now()
"""
_REACHABLE = """
select u.email_ref, coalesce(a.json->>'language', 'en')
from read.users as u left join read.accounts as a on a.account_id = %(account_id)s
where u.id = %(user_id)s
"""
_READS = "select count(*) from vault.recovery_read where user_id = %(user_id)s and day = %(day)s::date"


class VaultReads:
    """Implements the ports of `application.vault` and `read_keys` that ask for what is known."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def size(self, account_id: UUID) -> int:
        return await tree_size(self._reader, account_id)

    async def state(self, account_id: UUID) -> TreeState | None:
        tree = await tree_of(self._reader, account_id)
        return None if tree is None else TreeState(*tree)

    async def consistency(self, account_id: UUID, old_size: int, new_size: int) -> list[bytes]:
        return await consistency_proof(self._reader, account_id, old_size, new_size)

    async def bundle(
        self, account_id: UUID, user_id: UUID, device_public_key_b64u: str, role_id: UUID
    ) -> Bundle | None:
        wraps = await wraps_of_device(self._reader, account_id, user_id, device_public_key_b64u, role_id)
        if not wraps:
            return None
        links = await links_of_role(self._reader, account_id, role_id)
        return Bundle(msgspec.json.decode(wraps[0]), tuple(links))

    async def of(self, account_id: UUID, user_id: UUID) -> list[RecoveryItem]:
        return [
            RecoveryItem(DeviceId(device_id), msgspec.json.decode(recovery, type=RecoveryEnvelope))
            for device_id, recovery in await envelopes_of(self._reader, account_id, user_id)
        ]

    async def count(self, user_id: UUID, day: str) -> int:
        row = await self._reader.one(_READS, {"user_id": user_id, "day": day})
        return row[0] if row else 0

    async def reachable(self, account_id: UUID, user_id: UUID) -> Reachable | None:
        params = {"account_id": account_id, "user_id": user_id}
        row = await self._reader.one(_REACHABLE, params, account_id=account_id, user_id=user_id)
        return None if row is None or row[0] is None else Reachable(row[0], row[1])

    async def find(self, session_id: UUID, device_id: UUID) -> Share | None:
        row = await self._reader.one(_SHARE, {"session_id": session_id, "device_id": device_id})
        return None if row is None else Share(row[0], row[1])
