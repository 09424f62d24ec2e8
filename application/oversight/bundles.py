"""Bundles of an account's log, to verify offline."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, runtime_checkable
from uuid import UUID


@runtime_checkable
class AuditBundles(Protocol):
    async def of_account(self, account_id: UUID) -> AsyncIterator[bytes]:
        """The bundle, compressed, once all of it is written.

        Raises `NotFound` before the first checkpoint, `LimitReached` while another one is written for the
        account, and `Full` where it takes longer than a request has."""
        ...
