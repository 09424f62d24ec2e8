"""Replaying the key log: the only source from which a client takes devices, roles and people."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from client.crypto.authority import Authority
from client.crypto.canonical import decode
from client.crypto.devices import NO_FINGERPRINT, Card, DevicePublic
from client.crypto.errors import DataLoss, Unimplemented
from client.crypto.key_effects import take_effect
from client.crypto.key_rules import permitted
from client.crypto.points import verify
from client.crypto.signing import card_signed, roll_proven
from client.crypto.statements import KEY_TYPES, NO_HASH, Statement, parse


class Entry(NamedTuple):
    """A key statement as it travels: bytes, and the signatures in their order."""

    statement: bytes
    signatures: tuple[bytes, ...]


class Forked(DataLoss):
    """The chain is broken: this is another history. Writing stops for good."""


@dataclass
class KeyLog:
    """The replay of one account. An invalid statement keeps its place in the chain and has no effect."""

    account: UUID
    known: Authority = field(init=False)
    next_seq: int = 0
    head: bytes = NO_HASH
    fingerprint: bytes = NO_FINGERPRINT
    refused: list[int] = field(default_factory=list[int])
    """The places of statements that should never have been accepted: each one is an alarm."""

    def __post_init__(self) -> None:
        self.known = Authority(self.account)

    def append(self, entry: Entry) -> bool:
        """Take the next statement; False when it had no effect."""
        seq, prev_hash = _place(entry.statement)
        if seq != self.next_seq or prev_hash != self.head:
            raise Forked("the chain of the key log is broken")
        valid = self._is_valid(entry)
        self.head = hashlib.sha256(entry.statement).digest()
        if self.next_seq == 0:
            self.fingerprint = self.head
        self.next_seq += 1
        if valid:
            take_effect(self.known, parse(entry.statement))
        else:
            self.refused.append(seq)
        return valid

    def allows(self, statement: Statement) -> bool:
        """Whether a statement that is about to be signed would have its effect."""
        return (
            statement.account == self.account
            and statement.seq == self.next_seq
            and statement.prev_hash == self.head
            and permitted(self.known, statement)
        )

    def _is_valid(self, entry: Entry) -> bool:
        try:
            statement = parse(entry.statement)
        except DataLoss:
            return False
        if statement.type not in KEY_TYPES:
            return False
        if statement.account != self.account or not self._is_signed(statement, entry.signatures):
            return False
        return permitted(self.known, statement)

    def _is_signed(self, statement: Statement, signatures: tuple[bytes, ...]) -> bool:
        if not signatures:
            return False
        key = self._key_of_author(statement)
        if key is None or not verify(key, statement.raw, signatures[0]):
            return False
        match statement.type:
            case "device.add":
                card = card_of(statement, self.fingerprint)
                return len(signatures) == 2 and card_signed(card, signatures[1])
            case "role.roll":
                role = self.known.roles.get(statement.uuid("role"))
                return (
                    role is not None
                    and len(signatures) == 2
                    and roll_proven(statement, role.newest.sign_public, signatures[1])
                )
            case _:
                return len(signatures) == 1

    def _key_of_author(self, statement: Statement) -> bytes | None:
        if statement.type == "device.add" and statement.text("how") in ("genesis", "first"):
            return statement.bytes("ecdsaPublic")
        device = self.known.devices.get(statement.author_device)
        return device.public.signing if device else None


def card_of(statement: Statement, fingerprint: bytes) -> Card:
    """The card of the device that a `device.add` adds."""
    public = DevicePublic(
        statement.account,
        statement.uuid("user"),
        statement.bytes("ecdhPublic"),
        statement.bytes("ecdsaPublic"),
    )
    protection = "authenticator" if statement.text("protection") == "authenticator" else "passphrase"
    return Card(
        public,
        NO_FINGERPRINT if statement.seq == 0 else fingerprint,
        statement.bytes("recoveryHash"),
        protection,
        statement.bytes("personCommitment") if statement.fields["personCommitment"] else b"",
    )


def _place(raw: bytes) -> tuple[int, bytes]:
    """seq and prevHash, read even from a statement that is otherwise no good."""
    try:
        label, fields = decode(raw)
    except DataLoss:
        raise Forked("not a statement") from None
    if not label.startswith("e2ee.v1.stmt.") or len(fields) < 3 or len(fields[1]) != 8:
        raise Forked("not a statement")
    if label.removeprefix("e2ee.v1.stmt.") not in KEY_TYPES:
        raise Unimplemented("update the application")
    return int.from_bytes(fields[1], "big"), fields[2]
