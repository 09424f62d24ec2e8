"""What a device has verified of an account: the key log, the tree over all statements, and its pin."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from client.api import Api
from client.crypto import base64url
from client.crypto.errors import DataLoss
from client.crypto.heads import Head, verify_head
from client.crypto.key_log import Entry, KeyLog
from client.crypto.key_states import KeyStates
from client.crypto.leaves import Leaf, Leaves
from client.crypto.merkle import CompactRange, consistent, leaf_hash
from client.crypto.pairing import Pin
from client.crypto.signing import signed_hash
from client.crypto.statements import NO_HASH, View, parse

PAGE_OF_LEAVES = 5000


def wall_clock() -> int:
    """Milliseconds."""
    return time.time_ns() // 1_000_000


class Ledger:
    """Follows the log of one account. Nothing else is believed about devices, people and roles."""

    def __init__(
        self, api: Api, account_id: UUID, pin: Pin | None = None, clock: Callable[[], int] = wall_clock
    ) -> None:
        self.api = api
        self.log = KeyLog(account_id)
        self.clock = clock
        self.pin = pin
        self.head: Head | None = None
        self.leaves = Leaves()
        self._tree = CompactRange()
        self._entries: list[Entry] = []
        self.states = KeyStates(account_id, self._entries, self.leaves)

    @property
    def view(self) -> View:
        """What this device recomputed itself: it goes into every statement."""
        return View(self._tree.size, self._tree.root()) if self._tree.size else View(0, NO_HASH)

    async def sync(self) -> KeyLog:
        """Follow to the newest head. Raises when the server shows another history than before."""
        await self._follow_log()
        if self.log.next_seq:
            await self._follow_head()
        return self.log

    async def _follow_log(self) -> None:
        while True:
            after = self.log.next_seq - 1
            page = await self.api.get("/api/auth/keys/log", after=after, limit=500)
            for item in page:
                entry = entry_of(item)
                self._entries.append(entry)
                self.log.append(entry)
            if len(page) < 500:
                return

    async def _follow_head(self) -> None:
        old_size, old_root = self._tree.size, self._tree.root()
        answer = await self.api.get("/api/auth/keys/head", **({"from": old_size} if old_size else {}))
        key = self.pin.log_public_key if self.pin else base64url.decode(answer["logKeyB64u"], size=32)
        head = verify_head(answer["note"], account=self.log.account, log_public_key=key)
        proof = [base64url.decode(part, size=32) for part in answer["consistency"]]
        if old_size and not consistent(old_size, old_root, head.size, head.root, proof):
            raise DataLoss("the server shows another history")
        if head.key_seq >= self.log.next_seq:
            # Somebody wrote between the two answers.
            await self._follow_log()
        await self._grow(head.size)
        if self._tree.root() != head.root or head.key_seq >= self.log.next_seq:
            raise DataLoss("the tree is not the one of the head")
        if hashlib.sha256(self._entries[head.key_seq].statement).digest() != head.key_head:
            raise DataLoss("the key log is not the one of the head")
        self.head = head
        self.pin = Pin(self.log.fingerprint, head.size, head.root, key)

    async def _grow(self, size: int) -> None:
        """Take the leaves up to a size; where the pin says what the tree was, look whether it is."""
        pinned = self.pin
        while self._tree.size < size:
            end = min(size, self._tree.size + PAGE_OF_LEAVES)
            query: dict[str, Any] = {"from": self._tree.size, "to": end}
            leaves = await self.api.get("/api/auth/keys/leaves", **query)
            if not leaves:
                raise DataLoss("leaves are missing")
            for leaf in leaves:
                self._append(leaf)
                if pinned and self._tree.size == pinned.size and self._tree.root() != pinned.root:
                    raise DataLoss("the server shows another history than the pin")
        if pinned and (size < pinned.size or self.log.fingerprint != pinned.fingerprint):
            raise DataLoss("the server shows another history than the pin")

    def _append(self, answered: Any) -> None:
        tag, content = base64url.decode(answered["tagB64u"]), base64url.decode(answered["hashB64u"], size=32)
        leaf = Leaf(tag, answered["seq"], content)
        if not tag:
            # The key statements of the tree are those of the log, in the same order.
            seq = len(self.leaves.of(tag))
            if seq >= len(self._entries) or signed_hash(*self._entries[seq]) != content:
                raise DataLoss("the tree holds another key statement than the log")
        self.leaves.append(leaf)
        self._tree.append(leaf_hash(leaf.encode()))


def entry_of(item: Any) -> Entry:
    """A key statement as the interface shows it."""
    second = item.get("deviceSignatureB64u") or item.get("rollProofB64u")
    signatures = (item["signatureB64u"], *([second] if second else []))
    return Entry(
        base64url.decode(item["statementB64u"]), tuple(base64url.decode(part) for part in signatures)
    )


def signed_of(entry: Entry) -> dict[str, str]:
    """The members with which a statement travels."""
    members = {
        "statementB64u": base64url.encode(entry.statement),
        "signatureB64u": base64url.encode(entry.signatures[0]),
    }
    if len(entry.signatures) > 1:
        is_roll = parse(entry.statement).type == "role.roll"
        members["rollProofB64u" if is_roll else "deviceSignatureB64u"] = base64url.encode(entry.signatures[1])
    return members
