"""Account heads: signed when somebody asks and the newest one is behind, and kept as facts."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.vault.ports import AccountTree, HeadSigner, TreeState
from domain.errors import NotFound, NotSignedIn, OutOfRange
from domain.kernel import Value
from domain.records import unpadded
from domain.vault.account_heads import ACCOUNT_HEAD, AccountHeadSigned

FRESH_FOR = 3_600_000  # milliseconds


class KeptHead(NamedTuple):
    note: str
    size: int
    signed_at: int


class KeptHeads(Protocol):
    async def newest(self, account_id: UUID) -> KeptHead | None: ...


class ReadHead(Value, frozen=True):
    """The newest head, and the proof that it goes on from the tree of this size."""

    from_size: Annotated[int, Meta(ge=0)] | None = None


class HeadAnswer(Value, frozen=True):
    note: str
    consistency: tuple[str, ...]
    log_key_b64u: str


@dataclass(frozen=True)
class Heads:
    tree: AccountTree
    kept: KeptHeads
    signer: HeadSigner

    async def read(self, work: Work, command: ReadHead) -> HeadAnswer:
        if work.context.actor.user_id is None:
            raise NotSignedIn("You must be logged in.")
        account_id = account_of(work)
        state = await self.tree.state(account_id)
        if state is None:
            raise NotFound("This account has no keys yet.", reason="keys_missing")
        now = int(work.context.now.timestamp() * 1000)
        newest = await self.kept.newest(account_id)
        if newest is not None and newest.size == state.size and now - newest.signed_at < FRESH_FOR:
            note = newest.note
        else:
            note = signed_note(self.signer, account_id, state, now)
            await work.record(ACCOUNT_HEAD, account_id, AccountHeadSigned(note))
        proof: list[bytes] = []
        if command.from_size is not None:
            if command.from_size > state.size:
                raise OutOfRange("The log is not that long.", reason="range")
            proof = await self.tree.consistency(account_id, command.from_size, state.size)
        return HeadAnswer(note, tuple(map(unpadded, proof)), unpadded(self.signer.public_key))


def signed_note(signer: HeadSigner, account_id: UUID, state: TreeState, now: int) -> str:
    """The five lines of an account head with the log's signature under them."""
    body = (
        f"{signer.log_name}/e2ee.v1/{account_id}\n{state.size}\n{_base64(state.root)}\n"
        f"key {state.key_seq} {_base64(state.key_head)}\ntime {now}\n"
    )
    # A signature line names its key by four bytes; 1 stands for Ed25519.
    key_id = hashlib.sha256(signer.log_name.encode() + b"\n\x01" + signer.public_key).digest()[:4]
    signature = _base64(key_id + signer.sign(body.encode()))
    return f"{body}\n— {signer.log_name} {signature}\n"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def routes(heads: Heads) -> dict[type, Route]:
    return {ReadHead: Route(None, heads.read, (ACCOUNT_HEAD,))}
