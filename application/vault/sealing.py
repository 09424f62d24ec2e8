"""Signing of account heads, in the one process that holds the log's key."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from uuid import UUID

from application.commands import Route
from application.ports import RowChange
from application.unit_of_work import Work
from application.vault.ports import AccountTree, HeadSigner, TreeState
from domain.ids import AccountId
from domain.kernel import Value
from domain.vault.account_heads import ACCOUNT_HEAD, AccountHeadSigned

FRESH_FOR = 3_600_000  # milliseconds
SEALED_HEAD = "vault.sealed_head"


class LastHead(NamedTuple):
    """What was signed last: the size of the tree, and when, in milliseconds."""

    size: int
    signed_at: int

    def is_good_for(self, size: int, now: int) -> bool:
        """Whether there is no need of another head over a tree of this size."""
        return self.size >= size and now - self.signed_at < FRESH_FOR


class SealedHeads(Protocol):
    async def last(self, account_id: UUID) -> LastHead | None:
        """As the newest append has left it, and not as a read model shows it."""
        ...


class SealHead(Value, frozen=True):
    """Sign the tree of this account, unless the last head still says all there is to say."""

    account_id: AccountId


@dataclass(frozen=True)
class Sealing:
    tree: AccountTree
    sealed: SealedHeads
    signer: HeadSigner

    async def seal(self, work: Work, command: SealHead) -> None:
        account_id = command.account_id
        last = await self.sealed.last(account_id)
        state = await self.tree.state(account_id)
        now = int(work.context.now.timestamp() * 1000)
        # A tree that is being built anew may be behind the last head; a smaller one is never signed.
        if state is None or (last and (last.size > state.size or last.is_good_for(state.size, now))):
            return
        note = signed_note(self.signer, account_id, state, now)
        await work.record(ACCOUNT_HEAD, account_id, AccountHeadSigned(note), account_id=account_id)
        work.write(_after(account_id, last, LastHead(state.size, now)))


def _after(account_id: AccountId, last: LastHead | None, new: LastHead) -> RowChange:
    """Fails when somebody else has signed since `last` was read."""
    key = {"account_id": account_id}
    if last is None:
        return RowChange("add", SEALED_HEAD, key, new._asdict())
    return RowChange("patch", SEALED_HEAD, {**key, **last._asdict()}, new._asdict())


def signed_note(signer: HeadSigner, account_id: UUID, state: TreeState, now: int) -> str:
    """The five lines of an account head with the log's signature under them."""
    body = (
        f"{signer.log_name}/e2ee.v1/{account_id}\n{state.size}\n{_base64(state.root)}\n"
        f"key {state.key_seq} {_base64(state.key_head)}\ntime {now}\n"
    )
    return with_signature(signer, body)


def with_signature(signer: HeadSigner, body: str) -> str:
    """The lines of a note with the log's signature under them (C2SP signed-note)."""
    # A signature line names its key by four bytes; 1 stands for Ed25519.
    key_id = hashlib.sha256(signer.log_name.encode() + b"\n\x01" + signer.public_key).digest()[:4]
    signature = _base64(key_id + signer.sign(body.encode()))
    return f"{body}\n— {signer.log_name} {signature}\n"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def routes(sealing: Sealing) -> dict[type, Route]:
    return {SealHead: Route(None, sealing.seal, (ACCOUNT_HEAD,))}
