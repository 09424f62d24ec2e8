"""Account heads and the key they are signed by, as each process may see them."""

from __future__ import annotations

from uuid import UUID

from application.vault.heads import KeptHead
from application.vault.sealing import LastHead
from infrastructure.event_store.notifier import HEADS
from projections.kernel import Reader
from projections.vault.account_heads import newest_head

_LOG_KEY = "select public_key from vault.log_key where name = %(name)s"
_LAST = "select size, signed_at from vault.sealed_head where account_id = %(account_id)s"
_ASK = "select es.tell(%(channel)s, %(account_id)s)"


class StoredHeads:
    """Implements `KeptHeads` and `Sealer` of `application.vault.heads`, and `SealedHeads` of `.sealing`."""

    def __init__(self, reader: Reader, log_name: str) -> None:
        self._reader = reader
        self._log_name = log_name

    async def newest(self, account_id: UUID) -> KeptHead | None:
        head = await newest_head(self._reader, account_id)
        return None if head is None else KeptHead(*head)

    async def log_key(self) -> bytes | None:
        row = await self._reader.one(_LOG_KEY, {"name": self._log_name})
        return None if row is None else bytes(row[0])

    async def last(self, account_id: UUID) -> LastHead | None:
        row = await self._reader.one(_LAST, {"account_id": account_id})
        return None if row is None else LastHead(*row)

    async def ask(self, account_id: UUID) -> None:
        await self._reader.one(_ASK, {"channel": HEADS, "account_id": str(account_id)})
