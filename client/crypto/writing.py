"""What a device writes next: key statements at the end of the chain, content statements of an object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from client.crypto.box import Box
from client.crypto.devices import NO_FINGERPRINT, Card, DeviceKeys, Protection
from client.crypto.key_log import Entry, KeyLog
from client.crypto.points import sign
from client.crypto.role_keys import RoleFacts, RoleSecret
from client.crypto.signing import card_signature, roll_proof
from client.crypto.statements import NO_HASH, Author, Field, SignedStatement, Statement, View, build

How = Literal["genesis", "first", "device", "recovery"]


class DeviceWriter:
    """One device of one person, writing into one log. Time and view are those of the statement."""

    def __init__(self, keys: DeviceKeys, log: KeyLog) -> None:
        self.keys = keys
        self.log = log

    @property
    def author(self) -> Author:
        return Author(self.keys.account, self.keys.user, self.keys.id)

    def key_statement(self, type_: str, fields: Mapping[str, Field], at: int, view: View) -> Statement:
        """The next statement of the chain, unsigned."""
        return build(
            type_,
            self.author,
            seq=self.log.next_seq,
            prev_hash=self.log.head,
            created_at=at,
            view=view,
            fields=fields,
        )

    def sign_key(self, type_: str, fields: Mapping[str, Field], at: int, view: View) -> Entry:
        statement = self.key_statement(type_, fields, at, view)
        return Entry(statement.raw, (self.sign(statement),))

    def sign(self, statement: Statement) -> bytes:
        return sign(self.keys.signing.private, statement.raw)

    def card(self, recovery: Box, protection: Protection, person: bytes = b"") -> Card:
        """The own card, for the account whose log this is."""
        return Card(self.keys.public, self.log.fingerprint, recovery.hash, protection, person)

    def add_itself(
        self, how: How, recovery: Box, protection: Protection, person: bytes, at: int, view: View
    ) -> Entry:
        """`genesis` or `first`: signed twice by the device that it is about, which says whose it is."""
        card = self.card(recovery, protection, person)
        if how == "genesis":
            card = card._replace(fingerprint=NO_FINGERPRINT)
        return self.add(card, card_signature(card, self.keys), how, at, view)

    def add(self, card: Card, signature: bytes, how: How, at: int, view: View) -> Entry:
        """Another device of the same person, which signed its own card."""
        statement = self.key_statement(
            "device.add",
            {
                "user": card.public.user,
                "device": card.public.id,
                "ecdhPublic": card.public.agreement,
                "ecdsaPublic": card.public.signing,
                "how": how,
                "recoveryHash": card.recovery_hash,
                "protection": card.protection,
                "personCommitment": card.person or None,
            },
            at,
            view,
        )
        return Entry(statement.raw, (self.sign(statement), signature))

    def create_role(
        self, facts: RoleFacts, name_commitment: bytes, capabilities: int, at: int, view: View
    ) -> Entry:
        fields = {**_role_fields(facts), "nameCommitment": name_commitment, "capabilities": capabilities}
        return self.sign_key("role.create", fields, at, view)

    def roll_role(
        self, facts: RoleFacts, old: RoleSecret, old_facts: RoleFacts, reason: str, at: int, view: View
    ) -> Entry:
        fields = {**_role_fields(facts), "previousRolePublic": old_facts.public, "reason": reason}
        statement = self.key_statement("role.roll", fields, at, view)
        return Entry(statement.raw, (self.sign(statement), roll_proof(statement, old)))

    def grant(
        self, facts: RoleFacts, user: UUID, device: UUID, wrap: Box, at: int, view: View
    ) -> SignedStatement:
        fields: dict[str, Field] = {
            "kind": "role-wrap",
            "id": facts.role.bytes + device.bytes,
            "generation": facts.generation,
            "user": user,
            "boxHash": wrap.hash,
        }
        return self.content("role.grant", facts.generation, NO_HASH, fields, at, view)

    def content(
        self, type_: str, seq: int, prev_hash: bytes, fields: Mapping[str, Field], at: int, view: View
    ) -> SignedStatement:
        statement = build(
            type_,
            self.author,
            seq=seq,
            prev_hash=prev_hash,
            created_at=at,
            view=view,
            fields=fields,
        )
        return SignedStatement(statement, (self.sign(statement),))


def _role_fields(facts: RoleFacts) -> dict[str, Field]:
    return {
        "role": facts.role,
        "generation": facts.generation,
        "rolePublic": facts.public,
        "signPublic": facts.sign_public,
        "seedCommitment": facts.seed_commitment,
    }
