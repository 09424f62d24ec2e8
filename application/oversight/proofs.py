"""What proves entries of the audit log: the events that they tell of, in the sealed log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable
from uuid import UUID

from domain.kernel import Value


class EventProof(Value, frozen=True):
    """An event as it is stored, and the hashes beside its way from the leaf to the root of the tree.

    The leaf is SHA-256(0x00 ‖ header ‖ state); the path is that of RFC 6962 section 2.1.1, from the leaf
    upwards. An event that is a person's and no account's is proved by its leaf alone: what it says is not
    for the account to read.
    """

    position: int
    leaf_b64u: str
    header_b64u: str | None
    state_b64u: str | None
    path: tuple[str, ...]


class AuditProofs(Value, frozen=True):
    """Of events under the newest checkpoint, which is a signed note (C2SP tlog-checkpoint). `consistency`
    proves that it goes on from the size that was seen before (RFC 6962 section 2.1.2)."""

    note: str
    log_key_b64u: str
    consistency: tuple[str, ...]
    proofs: tuple[EventProof, ...]


@runtime_checkable
class ProvenEvents(Protocol):
    async def of_account(
        self, account_id: UUID, positions: Sequence[int], seen: int | None
    ) -> AuditProofs | None:
        """Of those positions that the account's audit log has and that are sealed; None before the first
        checkpoint."""
        ...
