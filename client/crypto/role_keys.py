"""Role keys: the secret of a generation, its wraps for devices and its links to the generation before."""

from __future__ import annotations

import secrets
from typing import NamedTuple
from uuid import UUID

from client.crypto.box import Box, open_box, seal
from client.crypto.canonical import bind, u64
from client.crypto.derive import hkdf
from client.crypto.errors import DataLoss, Unimplemented
from client.crypto.points import KeyPair, agree, check_point, new_pair, pair_of

SECRET_SIZE = 97


class RoleFacts(NamedTuple):
    """What the verified `role.create` or `role.roll` of a generation says about it."""

    account: UUID
    role: UUID
    generation: int
    public: bytes
    """R"""
    sign_public: bytes
    """V"""
    seed_commitment: bytes

    @property
    def context(self) -> tuple[bytes, bytes, bytes]:
        return (self.account.bytes, self.role.bytes, u64(self.generation))


class RoleSecret(NamedTuple):
    """Seed and both key pairs of one generation. It leaves memory only inside a wrap, a link or an export."""

    seed: bytes
    agreement: KeyPair
    signing: KeyPair

    def encode(self) -> bytes:
        return b"\x01" + self.seed + self.agreement.private + self.signing.private

    @classmethod
    def decode(cls, data: bytes) -> RoleSecret:
        if len(data) != SECRET_SIZE:
            raise DataLoss("not a role secret")
        if data[0] != 1:
            raise Unimplemented("update the application")
        return cls(data[1:33], pair_of(data[33:65]), pair_of(data[65:]))

    def facts(self, account: UUID, role: UUID, generation: int) -> RoleFacts:
        commitment = hkdf(
            self.seed, role.bytes, bind("role-seed", account.bytes, role.bytes, u64(generation)), 32
        )
        return RoleFacts(account, role, generation, self.agreement.public, self.signing.public, commitment)

    def kek(self, account: UUID, role: UUID, generation: int) -> bytes:
        """The key under which content keys are wrapped for this generation."""
        return hkdf(self.seed, role.bytes, bind("role-kek", account.bytes, role.bytes, u64(generation)), 32)


def new_role_secret() -> RoleSecret:
    return RoleSecret(secrets.token_bytes(32), new_pair(), new_pair())


def check_secret(secret: RoleSecret, facts: RoleFacts) -> RoleSecret:
    """A holder could hand a newcomer another seed for the true public key: all three must fit."""
    if secret.facts(facts.account, facts.role, facts.generation) != facts:
        raise DataLoss("the role secret is not the one of the key log")
    return secret


def wrap_role(secret: RoleSecret, facts: RoleFacts, *, user: UUID, device: UUID, device_public: bytes) -> Box:
    """The role secret for one device. The second agreement proves that the wrapper holds the role."""
    ephemeral = new_pair()
    ikm = agree(ephemeral.private, device_public) + agree(secret.agreement.private, device_public)
    context = _wrap_context(facts, user, device, ephemeral.public, device_public)
    return seal(ikm, "role-wrap", context, secret.encode(), prefix=ephemeral.public)


def open_role_wrap(
    box: Box, facts: RoleFacts, *, user: UUID, device: UUID, device_keys: KeyPair
) -> RoleSecret:
    ephemeral = box.prefix("role-wrap")
    check_point(ephemeral)
    ikm = agree(device_keys.private, ephemeral) + agree(device_keys.private, facts.public)
    context = _wrap_context(facts, user, device, ephemeral, device_keys.public)
    return check_secret(RoleSecret.decode(open_box(ikm, "role-wrap", context, box)), facts)


def link_generations(
    newer: RoleSecret, newer_facts: RoleFacts, older: RoleSecret, older_facts: RoleFacts
) -> Box:
    """The secret of a generation under the seed of the next, so that old items stay readable."""
    return seal(newer.seed, "role-history", _link_context(newer_facts, older_facts), older.encode())


def open_link(box: Box, newer: RoleSecret, newer_facts: RoleFacts, older_facts: RoleFacts) -> RoleSecret:
    context = _link_context(newer_facts, older_facts)
    return check_secret(RoleSecret.decode(open_box(newer.seed, "role-history", context, box)), older_facts)


def _wrap_context(
    facts: RoleFacts, user: UUID, device: UUID, ephemeral: bytes, device_public: bytes
) -> tuple[bytes, ...]:
    return (*facts.context, user.bytes, device.bytes, ephemeral, facts.public, device_public)


def _link_context(newer: RoleFacts, older: RoleFacts) -> tuple[bytes, ...]:
    return (
        newer.account.bytes,
        newer.role.bytes,
        u64(newer.generation),
        u64(older.generation),
        newer.public,
        older.public,
    )
